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
