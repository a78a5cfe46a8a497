/** What this person likes; kept in the browser, never sent anywhere. */
import { keep, kept } from "./keep";

export type Language = "ru" | "en";
export type Theme = "system" | "light" | "dark";
export type Speed = "off" | "fast" | "normal" | "slow";
export type Confirm = "always" | "touch" | "never";
/** What is said aloud: `young` is everything where people do not read yet, and nothing elsewhere. */
export type Spoken = "young" | "off" | "prompts" | "all";

export interface Kept {
  language: Language;
  theme: Theme;
  sound: boolean;
  /** Kinds of sounds that are off while the others are on. */
  muted: readonly string[];
  voice: Spoken;
  vibration: boolean;
  /** Title and icon of the tab tell of one's own turn. */
  sign: boolean;
  speed: Speed;
  confirm: Confirm;
  /** J Q K A or В Д К Т. */
  letters: "en" | "ru";
  /** Help for this seat: reminded of an owed card or a last tile. */
  remind: boolean;
  /** Whether sums are shown where a game asks for them. */
  sums: boolean;
  awake: boolean;
  /** Several hands share a tablet that lies on the table: what is theirs turns to whoever sits opposite. */
  flat: boolean;
  /** Last used name and face. */
  name: string;
  avatar: string;
}

function browserLanguage(): Language {
  const wanted = navigator.languages?.length ? navigator.languages : [navigator.language ?? "en"];
  return wanted.some((one) => /^(ru|be|uk|kk)\b/i.test(one)) ? "ru" : "en";
}

const DEFAULTS: Kept = {
  language: browserLanguage(),
  theme: "system",
  sound: true,
  muted: [],
  voice: "young",
  vibration: true,
  sign: true,
  speed: "normal",
  confirm: "touch",
  letters: "en",
  remind: false,
  sums: true,
  awake: true,
  flat: false,
  name: "",
  avatar: "",
};

/** Read it anywhere; change it with `set`. */
export const settings: Kept = $state({ ...DEFAULTS, ...kept<Partial<Kept>>("settings", {}) });

export function set<K extends keyof Kept>(key: K, value: Kept[K]): void {
  settings[key] = value;
  keep("settings", $state.snapshot(settings));
}

const coarse = matchMedia("(pointer: coarse)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const media = $state({ coarse: coarse.matches, still: still.matches });
coarse.addEventListener("change", () => (media.coarse = coarse.matches));
still.addEventListener("change", () => (media.still = still.matches));

/** Whether a move is shown as a ghost first and needs Готово. */
export function asksFirst(): boolean {
  return settings.confirm === "always" || (settings.confirm === "touch" && media.coarse);
}

const PACES: Readonly<Record<Speed, number>> = { off: 0, fast: 0.5, normal: 1, slow: 1.75 };

/** How long things take: 0 nothing travels, 1 as usual. */
export function pace(): number {
  return media.still ? 0 : PACES[settings.speed];
}
