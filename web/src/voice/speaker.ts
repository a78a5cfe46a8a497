/** The browser's own voice, one thing after another, never behind the game: what is old is dropped, not caught up with. */
import { i18n } from "../lib/i18n.svelte";
import { aloud } from "./aloud";
import { voice } from "./level.svelte";
import type { Priority } from "./say";

/** Milliseconds that anything waits for what is being said; then a move is old news, and anything else cuts in. */
const PATIENCE = 1500;
/** Browsers tell late which voices there are, or never. */
const VOICES = 1200;
/** The end of an utterance is not always told: so long for a letter, and a while for the rest. */
const LETTER = 150;
const SLACK = 3000;
/** After a cut the browser needs a moment, or it drops the next words too. */
const BREATH = 40;
/** What waits is said in this order, one of each: a newer one takes its place. */
const ORDER = ["coach", "event", "prompt"] as const;

interface Waiting {
  readonly words: string;
  readonly since: number;
}

class Speaker {
  private readonly waiting = new Map<Priority, Waiting>();
  private current: { readonly utterance: SpeechSynthesisUtterance; readonly priority: Priority } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setTimeout> | undefined;
  /** Done when the browser has told which voices there are, or is not going to. */
  readonly told: Promise<void>;

  constructor(private readonly synthesis: SpeechSynthesis) {
    this.told = new Promise((done) => {
      const look = () => {
        voice.able = this.chosen() !== null;
        if (voice.able) done();
      };
      synthesis.addEventListener("voiceschanged", look);
      look();
      setTimeout(done, VOICES);
    });
    document.addEventListener("visibilitychange", () => document.hidden && this.hush());
  }

  /** Whether there is a voice for it; it may be dropped all the same when something newer comes. */
  say(text: string, priority: Priority, game: string | null): boolean {
    const words = aloud(text, i18n.language, game);
    voice.able = this.chosen() !== null;
    if (!voice.able || !words) return voice.able;
    if (priority === "asked" || priority === "now") this.interrupt(words, priority);
    else this.wait(priority, { words, since: performance.now() });
    return true;
  }

  hush(): void {
    this.waiting.clear();
    this.cut();
  }

  stop(priority: Priority): void {
    this.waiting.delete(priority);
    if (this.current?.priority !== priority) return;
    this.cut();
    this.timer = setTimeout(() => this.after(), BREATH);
  }

  /** Looks again which voices there are, for a language that was chosen just now. */
  async ask(): Promise<boolean> {
    await this.told;
    return (voice.able = this.chosen() !== null);
  }

  /** A voice of this device: one that lives elsewhere would send every word there. */
  private chosen(): SpeechSynthesisVoice | null {
    const fitting = this.synthesis.getVoices().filter(({ lang, localService }) => localService && lang.replace("_", "-").toLowerCase().startsWith(i18n.language));
    return fitting.find((one) => one.default) ?? fitting[0] ?? null;
  }

  private interrupt(words: string, priority: Priority): void {
    this.waiting.delete("event");
    const spoke = this.cut();
    this.timer = setTimeout(() => this.speak(words, priority), spoke ? BREATH : 0);
  }

  private wait(priority: Priority, waiting: Waiting): void {
    this.waiting.set(priority, waiting);
    const outdated = this.current?.priority === priority && priority !== "event";
    if (!outdated) return this.next();
    this.cut();
    this.timer = setTimeout(() => this.after(), BREATH);
  }

  private cut(): boolean {
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    this.timer = undefined;
    if (!this.current) return false;
    this.current = null;
    this.synthesis.cancel();
    return true;
  }

  private next(): void {
    if (this.current) return this.hurry();
    if (this.timer !== undefined) return; // something is about to be said
    this.dropOld();
    if (voice.level === "off") this.waiting.clear();
    const priority = ORDER.find((one) => this.waiting.has(one));
    if (!priority) return;
    const { words } = this.waiting.get(priority) as Waiting;
    this.waiting.delete(priority);
    this.speak(words, priority);
  }

  private dropOld(): void {
    const event = this.waiting.get("event");
    if (event && performance.now() - event.since > PATIENCE) this.waiting.delete("event");
  }

  /** Whoever has waited long enough cuts in. */
  private hurry(): void {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.dropOld();
      if (!this.waiting.size) return;
      this.cut();
      this.timer = setTimeout(() => this.after(), BREATH);
    }, PATIENCE);
  }

  private after(): void {
    this.timer = undefined;
    this.next();
  }

  private speak(words: string, priority: Priority): void {
    this.timer = undefined;
    const utterance = new SpeechSynthesisUtterance(words);
    utterance.voice = this.chosen();
    utterance.lang = utterance.voice?.lang ?? i18n.language;
    utterance.onend = utterance.onerror = () => this.ended(utterance);
    this.current = { utterance, priority };
    this.watch = setTimeout(() => this.ended(utterance), words.length * LETTER + SLACK);
    this.synthesis.speak(utterance);
    if (this.waiting.size) this.hurry();
  }

  private ended(utterance: SpeechSynthesisUtterance): void {
    if (this.current?.utterance !== utterance) return;
    this.current = null;
    clearTimeout(this.watch);
    clearTimeout(this.timer);
    this.after();
  }
}

export const speaker = new Speaker(speechSynthesis);
