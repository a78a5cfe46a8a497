/** A card under the finger: from the hand to a cell, or to another place in the hand. */
import type { Slot } from "./hand";

const FAR = 8;

export interface Drops {
  readonly onlift: (slot: Slot) => boolean;
  readonly ondrop: (slot: Slot, x: number, y: number) => void;
}

export class Drag {
  slot: Slot | null = $state.raw(null);
  x = $state(0);
  y = $state(0);
  width = 0;
  private held: { slot: Slot; x: number; y: number; id: number } | null = null;
  private lifted = false;

  constructor(private readonly drops: Drops) {}

  readonly down = (event: PointerEvent, slot: Slot): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    this.held = { slot, x: event.clientX, y: event.clientY, id: event.pointerId };
    this.width = (event.currentTarget as HTMLElement).getBoundingClientRect().width;
    this.lifted = false;
  };

  readonly move = (event: PointerEvent): void => {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    [this.x, this.y] = [event.clientX, event.clientY];
    if (this.slot || Math.hypot(this.x - held.x, this.y - held.y) < FAR) return;
    this.lifted = true;
    if (this.drops.onlift(held.slot)) this.slot = held.slot;
    else this.held = null;
  };

  readonly up = (event: PointerEvent): void => {
    const { slot, held } = this;
    if (!held || event.pointerId !== held.id) return;
    this.slot = this.held = null;
    if (slot && event.type === "pointerup") this.drops.ondrop(slot, event.clientX, event.clientY);
  };

  /** Whether the click that follows a drag is not meant as one. */
  swallows(): boolean {
    const { lifted } = this;
    this.lifted = false;
    return lifted;
  }
}
