/** Dragging a part by mouse or finger: the part itself follows, and is told where it was let go. */
import type { Attachment } from "svelte/attachments";

const SLOP = 8;

/**
 * `ondrop` gets what lies under the pointer and where that is; a drag is no click. Any part can be dragged, for a new
 * view may not take it out of the hand that drags it; what becomes of it is asked when it is let go.
 */
export function drag(ondrop: (under: Element | null, node: HTMLElement, x: number, y: number) => void): Attachment<HTMLElement> {
  return (node) => {
    let from: { readonly x: number; readonly y: number; readonly id: number } | null = null;
    let moving = false;

    const down = (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary) return;
      from = { x: event.clientX, y: event.clientY, id: event.pointerId };
      addEventListener("pointermove", move);
      addEventListener("pointerup", up);
      addEventListener("pointercancel", stop);
    };
    const move = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.id) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      moving ||= Math.hypot(x, y) >= SLOP;
      if (moving) follow(node, x, y);
    };
    const up = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.id) return;
      const under = moving ? document.elementFromPoint(event.clientX, event.clientY) : null;
      if (moving) swallowClick();
      const dropped = moving;
      stop();
      if (dropped) ondrop(under, node, event.clientX, event.clientY);
    };
    const stop = () => {
      from = null;
      moving = false;
      Object.assign(node.style, { translate: "", zIndex: "", transition: "", pointerEvents: "" });
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", stop);
    };

    node.addEventListener("pointerdown", down);
    return () => {
      stop();
      node.removeEventListener("pointerdown", down);
    };
  };
}

function follow(node: HTMLElement, x: number, y: number): void {
  Object.assign(node.style, { translate: `${x}px ${y}px`, zIndex: "30", transition: "none", pointerEvents: "none" });
}

/** The click that the browser makes of the same press, if it makes one, means nothing: it comes before the next press. */
function swallowClick(): void {
  const swallow = (event: globalThis.Event) => {
    if (event instanceof MouseEvent && event.detail === 0) return; // by keyboard: no pointer had a part in it
    event.stopPropagation();
    event.preventDefault();
    forget();
  };
  const forget = () => {
    removeEventListener("click", swallow, { capture: true });
    removeEventListener("pointerdown", forget, { capture: true });
  };
  addEventListener("click", swallow, { capture: true });
  addEventListener("pointerdown", forget, { capture: true });
}
