/** Parts on their way: from a face, a bag or a deck to where they lie now. */
import type { Attachment } from "svelte/attachments";

const EASE = { own: "cubic-bezier(0.2, 0.8, 0.2, 1)", other: "cubic-bezier(0.3, 0, 0.1, 1)" };

export type Spot = () => Element | DOMRect | null | undefined;

/** The face of a seat in the strip. */
export function seatSpot(seat: number): Spot {
  return () => document.querySelector(`[data-seat="${seat}"] .face`) ?? document.querySelector(`[data-seat="${seat}"]`);
}

/** What the table has marked with `data-spot`. */
export function spot(name: string): Spot {
  return () => document.querySelector(`[data-spot="${name}"]`);
}

/** The element is where it belongs; it is seen coming from `from`. */
export function arrive(from: Spot, ms: number, own: boolean): Attachment<HTMLElement> {
  return (node) => {
    if (ms > 0) node.animate([shift(node, from), { transform: "none" }], timing(ms, own));
  };
}

/** A passing element: it is seen going from one spot to another. */
export function travel(from: Spot, to: Spot, ms: number, own: boolean, delay = 0): Attachment<HTMLElement> {
  return (node) => {
    if (ms > 0) node.animate([shift(node, from), shift(node, to)], { ...timing(ms, own), delay, fill: "both" });
  };
}

function timing(ms: number, own: boolean): KeyframeAnimationOptions {
  return { duration: ms, easing: own ? EASE.own : EASE.other };
}

function shift(node: Element, spot: Spot): Keyframe {
  const there = rectOf(spot());
  const here = node.getBoundingClientRect();
  if (!there || !here.width) return { opacity: 0 };
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  return { transform: `translate(${x}px, ${y}px) scale(${Math.min(1.5, Math.max(0.2, there.width / here.width))})` };
}

function rectOf(place: Element | DOMRect | null | undefined): DOMRect | null {
  return place instanceof Element ? place.getBoundingClientRect() : (place ?? null);
}
