/** Short sounds made in code: for one's own turn (with a buzz), for what happens on the table, for the end. */
import { settings } from "./settings.svelte";

let audio: AudioContext | null = null;

/** Browsers let a page sound only after a first tap. */
export function listenForFirstTap(): void {
  const wake = () => {
    audio ??= typeof AudioContext === "undefined" ? null : new AudioContext();
    if (audio?.state === "suspended") void audio.resume();
  };
  addEventListener("pointerdown", wake, { passive: true });
  addEventListener("keydown", wake, { passive: true });
}

export function chime(): void {
  if (isOn("turn")) tones([660, 880]);
  if (settings.vibration && "vibrate" in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(60);
}

/** What can be heard on a table: a part is laid, a no, something is won, somebody is quicker or caught, the end. */
export type Sound = "tile" | "refused" | "star" | "interception" | "catch" | "won" | "lost";

/** Each has a switch of its own. */
export const SOUND_GROUPS = ["turn", "laid", "refused", "feat", "end"] as const;
type Group = (typeof SOUND_GROUPS)[number];

const GROUP: Readonly<Record<Sound, Group>> = {
  tile: "laid",
  refused: "refused",
  star: "feat",
  interception: "feat",
  catch: "feat",
  won: "end",
  lost: "end",
};

function isOn(group: Group): boolean {
  return settings.sound && !settings.muted.includes(group);
}

const SOUNDS: Readonly<Record<Sound, readonly [pitches: readonly number[], apart: number, wave: OscillatorType]>> = {
  tile: [[190], 0, "triangle"],
  refused: [[233, 196], 0.1, "triangle"],
  star: [[784, 988, 1175], 0.08, "sine"],
  interception: [[440, 880], 0.07, "square"],
  catch: [[330, 262], 0.12, "sawtooth"],
  won: [[523, 659, 784, 1047], 0.13, "triangle"],
  lost: [[523, 494, 440], 0.16, "sine"],
};

export function sound(name: Sound): void {
  if (isOn(GROUP[name])) tones(...SOUNDS[name]);
}

function tones(pitches: readonly number[], apart = 0.14, wave: OscillatorType = "sine"): void {
  if (!audio || audio.state !== "running") return;
  pitches.forEach((pitch, at) => {
    const tone = audio!.createOscillator();
    const loudness = audio!.createGain();
    const start = audio!.currentTime + at * apart;
    tone.type = wave;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(wave === "sine" ? 0.12 : 0.05, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    tone.connect(loudness).connect(audio!.destination);
    tone.start(start);
    tone.stop(start + 0.32);
  });
}
