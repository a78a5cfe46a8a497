/** Which cards are drawn beside the sentence of the rules that first names a clause. */
export const PICTURES: Readonly<Record<string, readonly string[]>> = {
  "ET-65": ["F7", "F6", "F8"],
  "ET-20": ["F6", "B2"],
  "ET-44": ["NEAR"],
  "ET-45": ["EVEN", "ODD"],
  "ET-46": ["SKIP"],
  "ET-41": ["N8"],
};
