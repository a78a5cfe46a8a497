/** Of the usual size. */
const SIZES = ["1", "0.93", "0.86", "0.8", "0.74", "0.68"];

/** Takes the first size in which all words are there, whatever letters this device has. */
export function fit(words: HTMLElement): void {
  for (const size of SIZES) {
    words.style.setProperty("--fit", size);
    if (words.scrollHeight <= words.clientHeight) break;
  }
}
