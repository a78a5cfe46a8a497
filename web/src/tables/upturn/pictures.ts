/** Which tiles are drawn beside the sentence of the rules that first names a clause. */
export const PICTURES: Readonly<Record<string, readonly string[]>> = {
  "UT-33": ["40"],
  "UT-34": ["41h"],
  "UT-35": ["44t"],
  "UT-38": ["U"],
  "UT-40": ["D"],
  "UT-41": ["UD"],
  "UT-42": ["S1"],
  "UT-43": ["S2"],
  "UT-44": ["J"],
};
