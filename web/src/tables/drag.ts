/** Dragging a part by mouse or finger: the part itself follows, and is told where it was let go. */
import type { Attachment } from "svelte/attachments";

const SLOP = 8;

/** `ondrop` gets what lies under the pointer; a drag is no click. */
export function drag(ondrop: (under: Element | null) => void): Attachment<HTMLElement> {
  return (node) => {
    let from: { x: number; y: number; id: number } | null = null;
    let moving = false;

    const down = (event: PointerEvent) => {
      if (event.button === 0 && event.isPrimary) from = { x: event.clientX, y: event.clientY, id: event.pointerId };
    };
    const move = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.id) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!moving && Math.hypot(x, y) < SLOP) return;
      if (!moving) node.setPointerCapture(event.pointerId);
      moving = true;
      Object.assign(node.style, { translate: `${x}px ${y}px`, zIndex: "30", transition: "none", pointerEvents: "none" });
    };
    const up = (event: PointerEvent) => {
      if (moving) {
        const under = document.elementFromPoint(event.clientX, event.clientY);
        addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
        if (event.type === "pointerup") ondrop(under);
      }
      stop();
    };
    const stop = () => {
      from = null;
      moving = false;
      Object.assign(node.style, { translate: "", zIndex: "", transition: "", pointerEvents: "" });
    };

    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", up);
    return () => {
      stop();
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", up);
    };
  };
}

function swallow(event: globalThis.Event): void {
  event.stopPropagation();
  event.preventDefault();
}
