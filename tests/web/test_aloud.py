"""What the page says aloud is what people say: numerals, cards, sums."""

import pytest

RU = {
    "Нужно число больше 71": "Нужно число больше семидесяти одного",
    "92 больше 87, а нужно меньше.": "девяносто два больше восьмидесяти семи, а нужно меньше.",
    "Подложи между 40 и 52": "Подложи между сорока и пятьюдесятью двумя",
    "Подари соперникам 1 фишку": "Подари соперникам одну фишку",
    "Лиса берёт 2 карты (нет подходящего этажа).": "Лиса берёт две карты, нет подходящего этажа.",
    "1 карта, 2 этажа, 21 карта, 22 карты, 11 карт": (
        "одна карта, два этажа, двадцать одна карта, двадцать две карты, одиннадцать карт"
    ),
    "3 звезды из 5": "три звезды из пяти",
    "Подходят этажи 2, 8": "Подходят этажи два, восемь",
    "Подходят 1 или 2 и ещё 7": "Подходят один или два и ещё семь",
    "Пёс кладёт 41 с рукой.": "Пёс кладёт сорок один с рукой.",
    "Ты кладёшь «двойной пропуск».": "Ты кладёшь двойной пропуск.",
    "Кот играет J♠\ufe0e и снимает чужой жетон: 6♦\ufe0e, внизу слева.": (
        "Кот играет валета пик и снимает чужой жетон: шестёрка бубен, внизу слева."
    ),
    "Сова берёт Q♠\ufe0e.": "Сова берёт даму пик.",
    "Куда дама пик?": "Куда даму пик?",
    "Куда 10 червей?": "Куда десятку червей?",
    "Эта клетка — 8♥\ufe0e, а не 9♣\ufe0e.": "Эта клетка, восьмёрка червей, а не девятка треф.",
    "В мешке 117": "В мешке сто семнадцать",
    "Катя7 ходит": "Катя7 ходит",
}
EN = {
    "Lay a number above 71": "Lay a number above seventy-one",
    "Fox takes 1 card.": "Fox takes one card.",
    "Cat plays J♠\ufe0e and takes a chip: 6♦\ufe0e, bottom left.": (
        "Cat plays jack of spades and takes a chip: six of diamonds, bottom left."
    ),
    "Owl takes Q♠\ufe0e.": "Owl takes queen of spades.",
    "117 in the bag": "one hundred and seventeen in the bag",
}


@pytest.mark.parametrize(("language", "said"), [("ru", RU), ("en", EN)])
def test_numbers_and_cards_are_said_as_people_say_them(page, language, said):
    assert dict(
        zip(said, page([("voice/aloud.ts", "aloud", text, language) for text in said]), strict=True)
    ) == (said)


def test_sums_go_over_the_roof_and_through_the_cellar(page):
    """As the screen writes them (ET-30), and as a parent would say them."""
    told = {
        ("ru", 6, 4, 0): "шесть плюс четыре: иди через крышу, это ноль",
        ("ru", 3, 5, 8): "три плюс пять, это восемь",
        ("ru", 2, 5, 7): "два плюс пять, это семь",
        ("ru", 2, 3, 9): "два минус три: иди через подвал, это девять",
        ("en", 9, 2, 1): "nine plus two: go over the roof, that is one",
        ("en", 9, 2, 7): "nine minus two is seven",
    }
    written = page([("tables/etazhiki/cards.ts", "sum", *asked[1:]) for asked in told])
    said = page(
        [
            ("voice/aloud.ts", "aloud", text, language, "etazhiki")
            for (language, *_), text in zip(told, written, strict=True)
        ]
    )
    assert said == list(told.values())


def test_a_laid_floor_is_said_with_its_sum_and_a_ball_without(page):
    dealt = {"kind": "dealt", "hands": [None, None], "centre": ["F6", "B2"], "deck": None, "turn": 0}
    ball = {"kind": "ball_laid", "seat": 0, "card": "B4"}
    floor = {"kind": "floor_laid", "seat": 0, "card": "N0", "pile": 0}
    same = {"kind": "floor_laid", "seat": 0, "card": "F0", "pile": 0}
    calls = [
        ("voice/aloud.ts", "besides", ball, [dealt], "ru", "etazhiki"),
        ("voice/aloud.ts", "besides", floor, [dealt, ball], "ru", "etazhiki"),
        ("voice/aloud.ts", "besides", same, [dealt, ball, floor], "ru", "etazhiki"),
        ("voice/aloud.ts", "besides", floor, [dealt, ball], "ru", "upturn"),
    ]
    assert page(calls) == ["", "6 плюс 4: иди через крышу, это 0.", "", ""]


def test_every_number_can_be_said(page):
    numbers = [0, 1, 2, 19, 20, 40, 90, 99, 100, 212, 999]
    nominative = page([("voice/numerals.ts", "cardinalRu", number) for number in numbers])
    genitive = page([("voice/numerals.ts", "cardinalRu", number, "genitive") for number in numbers])
    assert nominative == [
        "ноль", "один", "два", "девятнадцать", "двадцать", "сорок", "девяносто", "девяносто девять", "сто",
        "двести двенадцать", "девятьсот девяносто девять",
    ]  # fmt: skip
    assert genitive == [
        "нуля", "одного", "двух", "девятнадцати", "двадцати", "сорока", "девяноста", "девяноста девяти",
        "ста", "двухсот двенадцати", "девятисот девяноста девяти",
    ]  # fmt: skip
    assert page([("voice/numerals.ts", "cardinalEn", 345)]) == ["three hundred and forty-five"]


def test_what_only_one_s_own_seat_was_told_is_not_said_into_the_room(page):
    texts = {
        "x": {
            "events": {"drew": "{seat} takes {card}.", "drew-hidden": "{seat} takes a card."},
            "you": {"drew": "You take {card}.", "drew-hidden": "You take a card."},
            "seats": {"seat": ""},
        }
    }
    drew = {"kind": "drew", "seat": 0, "card": "8H"}
    told = page([("lib/spoken.ts", "spoken", "en", texts, "x", ["Ann"], [drew], 0, True)])[0]
    assert told == ["You take a card."]
