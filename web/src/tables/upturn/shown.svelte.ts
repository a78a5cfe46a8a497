/** The table as far as it has been shown: what is still ahead has not happened, and parts come from somewhere. */
import { untrack } from "svelte";
import { seatSpot, spot } from "../fly";
import { seen } from "./seen";
import type { Props, Turn } from "./turn.svelte";
import type { upturn } from "../../wire";

type Lay = upturn.Opened | upturn.Laid | upturn.Steered;

interface Memory {
  readonly trend: upturn.View["trend"];
  readonly order: upturn.View["order"];
  /** Who laid the tile that lies there. */
  readonly lay: Lay | null;
}

export class Shown {
  private memory: Memory = $state.raw({ trend: null, order: "cw", lay: null });
  /** Events that waited while their tiles lay in the rack already. */
  private readonly late = new WeakSet<upturn.Event>();

  constructor(
    private readonly props: () => Props,
    private readonly turn: Turn,
  ) {
    $effect.pre(() => {
      const { view, show } = props();
      const before = untrack(() => this.memory);
      const told = show.beat?.event;
      const lay = told && isLay(told) ? told : show.ahead.length ? undefined : show.lately.findLast(isLay);
      const { trend, order } = show.ahead.some(isWay) ? wayOf(told, before) : view;
      this.memory = { trend, order, lay: lay ?? before.lay };
      if (view.legal.length) for (const event of show.ahead) this.late.add(event);
    });
  }

  readonly so = $derived.by(() => seen(this.props().view, this.props().show.ahead));
  /** Whoever is to act holds what the view says, with prompt and buttons; while others play, tiles come when they are shown. */
  readonly rack = $derived.by(() => (this.props().view.legal.length ? this.props().view.rack : this.so.rack));
  readonly way = $derived.by(() => this.memory);

  whoLaid(tile: string | null): number | null {
    return this.memory.lay?.tile === tile ? this.memory.lay.seat : null;
  }

  /** How the tile in the middle has come there. */
  readonly come = $derived.by(() => {
    const { view, show } = this.props();
    const beat = show.beat;
    if (!beat?.ms || !isLay(beat.event)) return null;
    const own = beat.event.seat === view.seat;
    const from = own ? () => this.turn.from ?? spot("rack")() : seatSpot(beat.event.seat);
    return { id: beat.id, ms: own ? beat.ms : beat.ms * 0.8, own, from };
  });

  /** The tile that is just coming to this rack. */
  readonly coming = $derived.by(() => {
    const { view, show } = this.props();
    const event = show.beat?.event;
    if (event?.kind !== "gave" && event?.kind !== "drew" && event?.kind !== "fined") return null;
    const owner = event.kind === "gave" ? event.to : event.seat;
    if (owner !== view.seat || event.tile === null || this.late.has(event)) return null;
    return { tile: event.tile, ms: show.beat?.ms ?? 0, id: show.beat?.id ?? 0 };
  });
}

function isWay(event: upturn.Event): event is upturn.Opened | upturn.Steered {
  return event.kind === "opened" || event.kind === "steered";
}

/** Which way it goes once this event has been shown and others that change it have not. */
function wayOf(told: upturn.Event | undefined, before: Memory): Pick<Memory, "trend" | "order"> {
  if (told?.kind === "steered") return told;
  return told?.kind === "opened" ? { ...before, trend: told.trend } : before;
}

function isLay(event: upturn.Event): event is Lay {
  return isWay(event) || event.kind === "laid";
}
