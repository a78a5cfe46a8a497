/** Ready-made names: an adjective and an animal, so that nobody has to type. */
import { i18n } from "./i18n.svelte";
import { pick } from "./random";
import { AVATARS } from "../wire/shelf";

export function animal(avatar: string | null): string {
  return i18n.t.animals[avatar ?? ""]?.[0] ?? "";
}

/** Весёлая Лиса. */
export function funnyName(avatar: string): string {
  const [name, gender] = i18n.t.animals[avatar] ?? ["", "m"];
  const [he, she] = pick(i18n.t.adjectives);
  const adjective = gender === "f" ? she : he;
  return i18n.language === "ru" ? `${adjective} ${name.toLowerCase()}` : `${adjective} ${name}`;
}

export function anyAvatar(taken: readonly (string | null)[] = []): string {
  const free = AVATARS.filter((one) => !taken.includes(one));
  return pick(free.length ? free : AVATARS);
}

/** The face of the bot at a seat: always the same at one table, and nobody else's. */
export function botAvatar(table: string, seat: number, taken: readonly (string | null)[]): string {
  const free = AVATARS.filter((one) => !taken.includes(one));
  let start = 0;
  for (const letter of table) start = (start * 31 + letter.charCodeAt(0)) % 9973;
  return free[(start + seat) % free.length] ?? "owl";
}
