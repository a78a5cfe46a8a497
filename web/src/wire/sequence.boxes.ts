// Written by scripts/wire from the Python structs. Do not edit.

export const BOXES: Readonly<Record<string, string>> = {
  "all": "10C 10C 10D 10D 10H 10H 10S 10S 2C 2C 2D 2D 2H 2H 2S 2S 3C 3C 3D 3D 3H 3H 3S 3S 4C 4C 4D 4D 4H 4H 4S 4S 5C 5C 5D 5D 5H 5H 5S 5S 6C 6C 6D 6D 6H 6H 6S 6S 7C 7C 7D 7D 7H 7H 7S 7S 8C 8C 8D 8D 8H 8H 8S 8S 9C 9C 9D 9D 9H 9H 9S 9S AC AC AD AD AH AH AS AS JC JC JD JD JH JH JS JS KC KC KD KD KH KH KS KS QC QC QD QD QH QH QS QS"
};
