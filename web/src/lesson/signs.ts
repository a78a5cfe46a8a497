/** A picture of a lesson as the page draws it: parts by their written names, `icon:` names, `bar`. */
import { ICONS, type IconName } from "../parts/icons";
import type { Sign } from "../tables/table";

export function signsOf(picture: readonly string[]): readonly Sign[] {
  return picture.map(signOf);
}

function signOf(written: string): Sign {
  const icon = written.replace(/^icon:/, "");
  if (icon !== written && icon in ICONS) return { kind: "icon", name: icon as IconName };
  return written === "bar" ? { kind: "bar" } : { kind: "part", name: written === "back" ? null : written };
}
