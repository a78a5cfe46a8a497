// Written by scripts/wire from the Python structs. Do not edit.

export const SHELF = {
  "upturn": {
    "name": "upturn",
    "title": {
      "ru": "UpTurn",
      "en": "UpTurn"
    },
    "about": {
      "ru": "Числа вверх и вниз по ряду: кто первым останется без фишек.",
      "en": "Numbers up and down the row: be the first to run out of tiles."
    },
    "age": {
      "ru": "6+",
      "en": "6+"
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
        "seats": true,
        "default": "random"
      },
      {
        "name": "announce",
        "values": [
          "by_hand",
          "automatic"
        ],
        "seats": false,
        "default": "by_hand"
      },
      {
        "name": "new_row",
        "values": [
          "free",
          "bound"
        ],
        "seats": false,
        "default": "free"
      },
      {
        "name": "lone_twin_gift",
        "values": [
          true,
          false
        ],
        "seats": false,
        "default": false
      },
      {
        "name": "parts",
        "values": [],
        "seats": false,
        "default": null
      }
    ],
    "rotates": true,
    "lessons": [
      {
        "name": "lesson",
        "title": {
          "ru": "Первый раз: UpTurn",
          "en": "First time: UpTurn"
        },
        "options": {
          "starter": 0
        }
      }
    ],
    "minutes": 20,
    "reviewed": true
  },
  "etazhiki": {
    "name": "etazhiki",
    "title": {
      "ru": "Этажики",
      "en": "Etazhiki"
    },
    "about": {
      "ru": "Этажи и шары: считай вверх и вниз, избавляйся от карт, собирай звёзды.",
      "en": "Floors and balls: count up and down, get rid of your cards, collect stars."
    },
    "age": {
      "ru": "4+",
      "en": "4+"
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
        "seats": false,
        "default": "full"
      },
      {
        "name": "starter",
        "values": [
          "random"
        ],
        "seats": true,
        "default": "random"
      },
      {
        "name": "skip",
        "values": [
          "once",
          "repeats"
        ],
        "seats": false,
        "default": "once"
      },
      {
        "name": "parity",
        "values": [
          "lenient",
          "strict"
        ],
        "seats": false,
        "default": "lenient"
      },
      {
        "name": "parts",
        "values": [],
        "seats": false,
        "default": null
      }
    ],
    "rotates": true,
    "lessons": [
      {
        "name": "lesson",
        "title": {
          "ru": "Первый раз: Этажики, 8+",
          "en": "First time: Etazhiki, 8+"
        },
        "options": {
          "variant": "full",
          "starter": 0
        }
      },
      {
        "name": "lesson_beginner",
        "title": {
          "ru": "Первый раз: Этажики, 4+",
          "en": "First time: Etazhiki, 4+"
        },
        "options": {
          "variant": "beginner",
          "starter": 0
        }
      },
      {
        "name": "lesson_medium",
        "title": {
          "ru": "Первый раз: Этажики, 6+",
          "en": "First time: Etazhiki, 6+"
        },
        "options": {
          "variant": "medium",
          "starter": 0
        }
      }
    ],
    "minutes": 20,
    "reviewed": true
  },
  "sequence": {
    "name": "sequence",
    "title": {
      "ru": "Sequence",
      "en": "Sequence"
    },
    "about": {
      "ru": "Карты и жетоны на поле: собирай пять в ряд, за себя или командой.",
      "en": "Cards and chips on a board: five in a row, alone or in teams."
    },
    "age": {
      "ru": "7+",
      "en": "7+"
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
        "seats": false,
        "default": null,
        "unfit": {
          "2": [
            3,
            9
          ],
          "3": [
            2,
            4,
            8,
            10
          ]
        }
      },
      {
        "name": "draw",
        "values": [
          "by_hand",
          "automatic"
        ],
        "seats": false,
        "default": "by_hand"
      },
      {
        "name": "hard",
        "values": [
          true,
          false
        ],
        "seats": false,
        "default": false
      },
      {
        "name": "table_talk",
        "values": [
          true,
          false
        ],
        "seats": false,
        "default": true
      }
    ],
    "rotates": false,
    "lessons": [
      {
        "name": "lesson",
        "title": {
          "ru": "Первый раз: Sequence",
          "en": "First time: Sequence"
        },
        "options": {}
      }
    ],
    "minutes": 30,
    "reviewed": true
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

export type AvatarName = (typeof AVATARS)[number];
