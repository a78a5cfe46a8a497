// Written by scripts/wire from the Python structs. Do not edit.

export const SHELF = {
  "upturn": {
    "title": {
      "ru": "UpTurn",
      "en": "UpTurn"
    },
    "seats": [
      2,
      3,
      4
    ],
    "options": [
      {
        "name": "starter",
        "values": [
          "random"
        ],
        "default": "random"
      },
      {
        "name": "announce",
        "values": [
          "by_hand",
          "automatic"
        ],
        "default": "by_hand"
      },
      {
        "name": "new_row",
        "values": [
          "free",
          "bound"
        ],
        "default": "free"
      },
      {
        "name": "lone_twin_gift",
        "values": [
          true,
          false
        ],
        "default": false
      },
      {
        "name": "parts",
        "values": [],
        "default": null
      }
    ]
  },
  "etazhiki": {
    "title": {
      "ru": "Этажики",
      "en": "Etazhiki"
    },
    "seats": [
      2,
      3,
      4,
      5
    ],
    "options": [
      {
        "name": "variant",
        "values": [
          "full",
          "medium",
          "beginner"
        ],
        "default": "full"
      },
      {
        "name": "starter",
        "values": [
          "random"
        ],
        "default": "random"
      },
      {
        "name": "skip",
        "values": [
          "once",
          "repeats"
        ],
        "default": "once"
      },
      {
        "name": "parity",
        "values": [
          "lenient",
          "strict"
        ],
        "default": "lenient"
      },
      {
        "name": "parts",
        "values": [],
        "default": null
      }
    ]
  },
  "sequence": {
    "title": {
      "ru": "Sequence",
      "en": "Sequence"
    },
    "seats": [
      2,
      3,
      4,
      6,
      8,
      9,
      10,
      12
    ],
    "options": [
      {
        "name": "sides",
        "values": [
          2,
          3
        ],
        "default": null
      },
      {
        "name": "draw",
        "values": [
          "by_hand",
          "automatic"
        ],
        "default": "by_hand"
      },
      {
        "name": "hard",
        "values": [
          true,
          false
        ],
        "default": false
      },
      {
        "name": "table_talk",
        "values": [
          true,
          false
        ],
        "default": true
      }
    ]
  }
} as const;

export const AVATARS = [
  "bear",
  "beaver",
  "cat",
  "cow",
  "deer",
  "dog",
  "duck",
  "elephant",
  "fox",
  "frog",
  "giraffe",
  "hare",
  "hedgehog",
  "koala",
  "lion",
  "monkey",
  "mouse",
  "owl",
  "panda",
  "penguin",
  "pig",
  "raccoon",
  "tiger",
  "turtle"
] as const;

export const LONGEST_NAME = 24 as const;

export const LONGEST_TEXT = 200 as const;

export const PHRASES = [
  "hello",
  "good_luck",
  "well_played",
  "thanks",
  "sorry",
  "one_moment",
  "your_turn",
  "again",
  "good_bye"
] as const;

export const REACTIONS = [
  "smile",
  "laugh",
  "wow",
  "think",
  "clap",
  "heart",
  "sad",
  "star"
] as const;

export const LEVELS = [
  "beginner",
  "player",
  "master"
] as const;

export const CODE_LETTERS = "34679ACDEFHJKMNPQRTVWXY" as const;

export const CODE_LENGTH = 6 as const;

export const SEQUENCE = {
  "board": [
    [
      "**",
      "2S",
      "3S",
      "4S",
      "5S",
      "6S",
      "7S",
      "8S",
      "9S",
      "**"
    ],
    [
      "6C",
      "5C",
      "4C",
      "3C",
      "2C",
      "AH",
      "KH",
      "QH",
      "10H",
      "10S"
    ],
    [
      "7C",
      "AS",
      "2D",
      "3D",
      "4D",
      "5D",
      "6D",
      "7D",
      "9H",
      "QS"
    ],
    [
      "8C",
      "KS",
      "6C",
      "5C",
      "4C",
      "3C",
      "2C",
      "8D",
      "8H",
      "KS"
    ],
    [
      "9C",
      "QS",
      "7C",
      "6H",
      "5H",
      "4H",
      "AH",
      "9D",
      "7H",
      "AS"
    ],
    [
      "10C",
      "10S",
      "8C",
      "7H",
      "2H",
      "3H",
      "KH",
      "10D",
      "6H",
      "2D"
    ],
    [
      "QC",
      "9S",
      "9C",
      "8H",
      "9H",
      "10H",
      "QH",
      "QD",
      "5H",
      "3D"
    ],
    [
      "KC",
      "8S",
      "10C",
      "QC",
      "KC",
      "AC",
      "AD",
      "KD",
      "4H",
      "4D"
    ],
    [
      "AC",
      "7S",
      "6S",
      "5S",
      "4S",
      "3S",
      "2S",
      "2H",
      "3H",
      "5D"
    ],
    [
      "**",
      "AD",
      "KD",
      "QD",
      "10D",
      "9D",
      "8D",
      "7D",
      "6D",
      "**"
    ]
  ],
  "corner": "**",
  "letters": "abcdefghij",
  "wild": [
    "JC",
    "JD"
  ],
  "remove": [
    "JH",
    "JS"
  ],
  "sideNames": [
    "blue",
    "green",
    "red"
  ],
  "sides": {
    "2": [
      2
    ],
    "3": [
      3
    ],
    "4": [
      2
    ],
    "6": [
      2,
      3
    ],
    "8": [
      2
    ],
    "9": [
      3
    ],
    "10": [
      2
    ],
    "12": [
      2,
      3
    ]
  },
  "wins": {
    "2": 2,
    "3": 1
  },
  "hand": {
    "2": 7,
    "3": 6,
    "4": 6,
    "6": 5,
    "8": 4,
    "9": 4,
    "10": 3,
    "12": 3
  }
} as const;

export const UPTURN = {
  "seats": [
    2,
    3,
    4
  ],
  "rack": 7,
  "forgotten": 3
} as const;

export const ETAZHIKI = {
  "hand": 6,
  "draw": 2,
  "penalty": 2,
  "stars": {
    "2": 5,
    "3": 5,
    "4": 3,
    "5": 3
  }
} as const;

export type GameName = keyof typeof SHELF;
export type AvatarName = (typeof AVATARS)[number];
