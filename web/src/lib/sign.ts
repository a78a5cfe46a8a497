/** A dot on the tab's icon, and on the app's where it is installed: it is your turn. */

import { BASE } from "./reach";

const DOT = '<circle cx="36" cy="12" r="11" fill="#FFC53D" stroke="#2A2000" stroke-width="3"/></svg>';
let plain: Promise<string> | null = null;
let wanted = false;

export function sign(on: boolean): void {
  if (on === wanted) return;
  wanted = on;
  if ("setAppBadge" in navigator) void (on ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => undefined);
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!icon) return;
  if (!on) icon.href = `${BASE}icon.svg`;
  else
    void dotted().then(
      (href) => wanted && (icon.href = href),
      () => (plain = null), // not reached: the title says it, and the next turn tries again
    );
}

async function dotted(): Promise<string> {
  plain ??= fetch(`${BASE}icon.svg`).then((answer) => answer.text());
  return `data:image/svg+xml,${encodeURIComponent((await plain).replace("</svg>", DOT))}`;
}
