/** The faces of bots. */
import { AVATARS } from "../wire/shelf";

/** Every seat has a face of its own among the first half, from where the table begins; the other half is spare. */
const HALF = AVATARS.length / 2;

/** The face of the bot at a seat: the same all game long, whoever comes and goes, unless somebody wears that very one. */
export function botAvatar(table: string, seat: number, taken: readonly (string | null)[]): string {
  let start = 0;
  for (const letter of table) start = (start * 31 + letter.charCodeAt(0)) % 9973;
  const faces = AVATARS.map((_, at) => AVATARS[(start + at) % AVATARS.length] ?? "owl");
  const own = faces[seat % HALF] ?? "owl";
  if (!taken.includes(own)) return own;
  const before = faces.slice(0, seat % HALF).filter((one) => taken.includes(one)).length;
  const free = faces.slice(HALF).filter((one) => !taken.includes(one));
  return free[before] ?? faces.find((one) => !taken.includes(one)) ?? own;
}
