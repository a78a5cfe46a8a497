/** The sign that it is your turn: two soft tones made in code, and a short buzz. */
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
  if (settings.sound) tones([660, 880]);
  if (settings.vibration && "vibrate" in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(60);
}

function tones(pitches: readonly number[]): void {
  if (!audio || audio.state !== "running") return;
  pitches.forEach((pitch, at) => {
    const tone = audio!.createOscillator();
    const loudness = audio!.createGain();
    const start = audio!.currentTime + at * 0.14;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(0.12, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    tone.connect(loudness).connect(audio!.destination);
    tone.start(start);
    tone.stop(start + 0.32);
  });
}
