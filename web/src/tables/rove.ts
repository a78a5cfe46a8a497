/** Arrow keys among the buttons of a hand or rack: one tab stop, and N for the next that can be played. */
import type { Attachment } from "svelte/attachments";

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** For `onkeydown` of the element around the buttons. */
export function rove(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const to = at < 0 || event.ctrlKey || event.metaKey || event.altKey ? undefined : next(event.key, buttons, at);
  if (!to) return;
  event.preventDefault();
  to.focus();
}

function next(key: string, buttons: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const step = STEPS[key];
  if (step) return buttons[(at + step + buttons.length) % buttons.length];
  if (key === "Home") return buttons[0];
  if (key === "End") return buttons.at(-1);
  if (key === "n" || key === "N" || key === "т" || key === "Т") return nextOpen(buttons, at);
  return key === "ArrowUp" || key === "ArrowDown" ? across(key === "ArrowDown", buttons, at) : undefined;
}

function nextOpen(buttons: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const round = [...buttons.slice(at + 1), ...buttons.slice(0, at + 1)];
  return round.find((button) => button.getAttribute("aria-disabled") !== "true");
}

/** The nearest button of the next row above or below. */
function across(down: boolean, buttons: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const from = buttons[at]?.getBoundingClientRect();
  if (!from) return undefined;
  const away = (button: HTMLElement) => {
    const { left, top } = button.getBoundingClientRect();
    const rows = (top - from.top) * (down ? 1 : -1);
    return rows < from.height / 2 ? Infinity : rows * 10 + Math.abs(left - from.left);
  };
  const best = buttons.reduce((one, other) => (away(other) < away(one) ? other : one));
  return away(best) === Infinity ? undefined : best;
}

/** When the focused button goes away (its card was laid), the focus stays in the hand. */
export const keepFocus: Attachment<HTMLElement> = (node) => {
  let last: EventTarget | null = null;
  const remember = (event: FocusEvent) => (last = event.target);
  const observer = new MutationObserver(() => {
    if (!(last instanceof Node) || last.isConnected || document.activeElement !== document.body) return;
    node.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });
  node.addEventListener("focusin", remember);
  observer.observe(node, { childList: true });
  return () => {
    node.removeEventListener("focusin", remember);
    observer.disconnect();
  };
};

/** Esc for the table itself, not for a sheet that lies over it. */
export function escapes(event: KeyboardEvent): boolean {
  return event.key === "Escape" && !document.querySelector("dialog[open]");
}
