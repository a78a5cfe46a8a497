/** Which cards are drawn beside the sentence of the rules that first names a clause. */
export const PICTURES: Readonly<Record<string, readonly string[]>> = {
  "SQ-26": ["JD", "JC"],
  "SQ-27": ["JS", "JH"],
};
