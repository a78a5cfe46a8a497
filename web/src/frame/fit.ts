/** Of the usual size. */
const SIZES = ["1", "0.93", "0.86", "0.8", "0.74", "0.68"];

/**
 * Takes the first size in which all words are there, whatever letters this device has; in the last need without the
 * face of a seat, which the seats show too, or the part, which is lifted in the hand.
 */
export function fit(words: HTMLElement): void {
  for (const faceless of ["", "seat", "part"]) {
    words.parentElement?.setAttribute("data-faceless", faceless);
    if (SIZES.some((size) => isWhole(words, size))) return;
  }
}

function isWhole(words: HTMLElement, size: string): boolean {
  words.style.setProperty("--fit", size);
  return words.scrollHeight <= words.clientHeight;
}
