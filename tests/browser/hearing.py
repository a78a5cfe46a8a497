"""What a page says and sounds: the browser's speech and tones, recorded with their times."""

import json
from typing import Any, Final

from playwright.sync_api import Page

from browser.player import Person

RUSSIAN: Final = [{"lang": "ru-RU", "localService": True, "default": True, "name": "Irina"}]
ENGLISH: Final = [{"lang": "en-US", "localService": True, "default": False, "name": "Zira"}]
REMOTE: Final = [{"lang": "ru-RU", "localService": False, "default": True, "name": "a voice in the network"}]

SPEECH = """(voices) => {
  window.__said = [];
  window.__cut = 0;
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  let timer = null, spoken = null;
  const done = (how) => { const one = spoken; spoken = null; clearTimeout(timer); one?.[how]?.({}); };
  const speech = {
    getVoices: () => voices,
    addEventListener: () => {},
    cancel: () => { if (spoken) { window.__cut += 1; done('onerror'); } },
    speak: (one) => {
      if (spoken) throw new Error('two at once');
      spoken = one;
      window.__said.push({ text: one.text, at: performance.now(), voice: one.voice.name, lang: one.lang });
      timer = setTimeout(() => done('onend'), one.text.length * (window.__letter ?? 60));
    },
  };
  Object.defineProperty(window, 'speechSynthesis', { value: speech, configurable: true });
}"""
PROMPTS = """() => {
  window.__shown = [];
  const look = () => {
    const text = [...document.querySelectorAll('[data-testid=prompt] .words > span')]
      .map((one) => one.textContent).join('. ');
    if (text && window.__shown.at(-1)?.text !== text) window.__shown.push({ text, at: performance.now() });
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}"""
TONES = """() => {
  window.__tones = [];
  const parameter = () => ({ value: 0, setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} });
  window.AudioContext = class {
    state = 'running'; currentTime = 0; destination = {};
    createGain() { return { gain: parameter(), connect: (next) => next }; }
    createOscillator() {
      const frequency = parameter();
      return { frequency, connect: (next) => next, stop() {}, start: () => window.__tones.push(frequency.value) };
    }
  };
}"""  # noqa: E501


def hearing(person: Person, voices: list[dict[str, Any]] = RUSSIAN) -> Person:
    """The person's browser has these voices, an utterance takes 60 ms a letter, and all of it is recorded."""
    person.context.add_init_script(f"({SPEECH})({json.dumps(voices)})")
    person.context.add_init_script(f"({PROMPTS})()")
    person.context.add_init_script(f"({TONES})()")
    return person


def choose(person: Person, **settings: Any) -> Person:
    """Settings of this browser, as if chosen before."""
    kept = json.dumps(json.dumps(settings))
    person.context.add_init_script(
        f"if (!localStorage.getItem('igroteka.settings')) localStorage.setItem('igroteka.settings', {kept})"
    )
    return person


def said(page: Page) -> list[str]:
    found: list[dict[str, Any]] = page.evaluate("window.__said")
    return [one["text"] for one in found]


def wait_said(page: Page, part: str) -> None:
    page.wait_for_function("(part) => window.__said.some((one) => one.text.includes(part))", arg=part)
