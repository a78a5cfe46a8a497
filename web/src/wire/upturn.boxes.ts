// Written by scripts/wire from the Python structs. Do not edit.

export const BOXES: Readonly<Record<string, string>> = {
  "all": "2 3 4 6 8 9 12 13 14 16 18 20 23 24 26 28 30 32 34 36 38 40 42 43 46 48 50 52 53 54 56 58 60 62 63 64 68 70 72 73 74 76 78 80 82 83 84 86 92 93 94 96 98 1h 7h 17h 21h 27h 31h 37h 41h 47h 51h 57h 61h 67h 71h 81h 87h 91h 97h 11t 22t 33t 44t 55t 66t 77t 88t 99t U U U U U U D D D D D D UD UD UD UD UD UD S1 S1 S1 S2 S2 S2 J J"
};
