/** Which cards travel for an event, and from where to where. */
import type { sequence } from "../../wire";

export type Spot =
  | { readonly kind: "seat"; readonly seat: number }
  | { readonly kind: "cell"; readonly cell: string }
  | { readonly kind: "hand" }
  | { readonly kind: "pile"; readonly seat: number }
  | { readonly kind: "deck" };

export interface Trip {
  /** Null lies face down. */
  readonly card: string | null;
  readonly from: Spot;
  readonly to: Spot;
  readonly own: boolean;
}

export function trips(event: sequence.Event, seat: number | null): readonly Trip[] {
  switch (event.kind) {
    case "placed":
    case "removed":
      return [trip(event.card, home(event.seat, seat), { kind: "cell", cell: event.cell }, event.seat === seat)];
    case "exchanged":
    case "forfeited":
      return [trip(event.card, home(event.seat, seat), { kind: "pile", seat: event.seat }, event.seat === seat)];
    case "drew":
    case "replaced":
      // The own card is seen arriving in the hand.
      return event.seat === seat ? [] : [trip(null, { kind: "deck" }, home(event.seat, seat), false)];
    default:
      return [];
  }
}

function trip(card: string | null, from: Spot, to: Spot, own: boolean): Trip {
  return { card, from, to, own };
}

function home(of: number, seat: number | null): Spot {
  return of === seat ? { kind: "hand" } : { kind: "seat", seat: of };
}
