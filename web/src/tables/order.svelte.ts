/** The own parts as the person has put them, kept in the browser; what is new comes sorted behind them. */
import { tick } from "svelte";
import { keep, kept } from "../lib/keep";
import { rove } from "./rove";

interface Held {
  readonly key: string;
}

export class Order<T extends Held> {
  private keys: readonly string[] = $state.raw([]);

  /** `place` is the name under which the browser keeps it. */
  constructor(private readonly place: string) {
    this.keys = kept<readonly string[]>(place, []);
  }

  /** Whether the person has chosen the order. */
  get isOwn(): boolean {
    return this.keys.length > 0;
  }

  arrange(sorted: readonly T[]): readonly T[] {
    const rest = [...sorted];
    const first = this.keys.flatMap((key) => {
      const at = rest.findIndex((held) => held.key === key);
      return at < 0 ? [] : rest.splice(at, 1);
    });
    return [...first, ...rest];
  }

  /** Puts one of the parts, as they are arranged now, at another place. */
  move(arranged: readonly T[], key: string, to: number): void {
    this.set(arranged.map((held) => held.key).filter((one) => one !== key).toSpliced(to, 0, key));
  }

  /** Sorted again. */
  clear(): void {
    this.set([]);
  }

  private set(keys: readonly string[]): void {
    this.keys = keys;
    keep(this.place, keys);
  }
}

/** Which place among the others a point of the hand means; null outside of it. */
export function placeAt(hand: HTMLElement | undefined, dragged: HTMLElement, x: number, y: number): number | null {
  const box = hand?.getBoundingClientRect();
  if (!hand || !box || x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
  const others = [...hand.querySelectorAll("button")].filter((one) => one !== dragged).map((one) => one.getBoundingClientRect());
  return others.filter((one) => y > one.bottom || (y > one.top && x > one.left + one.width / 2)).length;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** For `onkeydown` of the element around the buttons: Alt and an arrow carry the part one place on, and the focus with it. */
export async function carry(
  event: KeyboardEvent & { currentTarget: HTMLElement },
  parts: readonly Held[],
  at: number,
  move: (key: string, to: number) => void,
): Promise<void> {
  const row = event.currentTarget;
  const step = event.altKey && STEPS[event.key];
  const part = parts[at];
  if (!step || !part) return rove(event);
  event.preventDefault();
  const to = Math.min(parts.length - 1, Math.max(0, at + step));
  move(part.key, to);
  await tick();
  row.querySelectorAll<HTMLElement>("button")[to]?.focus();
}
