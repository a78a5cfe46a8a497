"""The plain table: which offers need a part of the hand, and where they stand."""

from typing import Any

OFFERS = "tables/plain/offers.ts"


def bid(count: int, face: str) -> dict[str, Any]:
    return {"kind": "bid", "count": count, "face": face}


def uses(page: Any, legal: list[Any], hand: list[str]) -> list[Any]:
    (told,) = page([(OFFERS, "usesOf", legal, hand)])
    return [(use["kind"], use["field"], use["many"]) for use in told]


def test_a_bid_needs_no_die_though_it_is_written_like_one(page):
    legal = [*(bid(6, face) for face in "56"), *(bid(7, face) for face in "123456"), {"kind": "doubt"}]
    hand = ["5", "6", "6", "6"]
    assert uses(page, legal, hand) == []
    assert page([(OFFERS, "free", legal, hand, [])]) == [legal]
    beside, listed = {"kind": "doubt"}, legal[:-1]
    assert page([(OFFERS, "placed", legal)]) == [{"beside": [beside], "listed": listed}]


def test_a_card_is_laid_and_its_suit_is_named(page):
    """A suit is no part of the hand, and a card without one is still a card."""
    eight = [{"kind": "lay", "card": "8H", "suit": suit} for suit in "CDHS"]
    legal = [*eight, {"kind": "lay", "card": "2D", "suit": None}, {"kind": "draw"}]
    hand = ["8H", "2D", "3C"]
    assert uses(page, legal, hand) == [("lay", "card", False)]
    use = {"kind": "lay", "field": "card", "many": False}
    assert page([(OFFERS, "free", legal, hand, [use])]) == [[{"kind": "draw"}]]
    assert page([(OFFERS, "names", eight[0], part, [use]) for part in hand]) == [True, False, False]
    assert page([(OFFERS, "asked", use, "3C")]) == [{"kind": "lay", "card": "3C"}]


def test_several_parts_at_once(page):
    legal = [{"kind": "give", "cards": cards} for cards in (["1"], ["2"], ["1", "2"], [])]
    assert uses(page, legal, ["1", "2"]) == [("give", "cards", True)]
    use = {"kind": "give", "field": "cards", "many": True}
    assert page([(OFFERS, "free", legal, ["1", "2"], [use])]) == [[legal[-1]]]
    assert page([(OFFERS, "asked", use, "3")]) == [{"kind": "give", "cards": ["3"]}]


def test_parts_are_picked_together_and_what_needs_no_more_of_them_is_offered(page):
    """Two dice of one number are two; a card whose fellow is not picked yet offers what it goes with."""
    legal = [
        {"kind": "throw", "dice": dice} for dice in (["5"], ["6"], ["5", "5"], ["5", "6"], ["5", "5", "6"])
    ]
    use = {"kind": "throw", "field": "dice", "many": True}
    assert page([(OFFERS, "together", legal, ["5", "5"], [use])]) == [[legal[2], legal[4]]]
    assert page([(OFFERS, "together", legal, ["6", "6"], [use])]) == [[]]
    assert page([(OFFERS, "listedOf", [legal[2], legal[4]], ["5", "5"], [use])]) == [[legal[2]]]
    assert page([(OFFERS, "listedOf", legal[2:4], ["5"], [use])]) == [legal[2:4]]


def test_few_offers_stand_beside_the_menu(page):
    few = [{"kind": "draw"}, {"kind": "pass"}]
    assert page([(OFFERS, "placed", few)]) == [{"beside": few, "listed": []}]
    three = [*few, {"kind": "stay"}]
    assert page([(OFFERS, "placed", three)]) == [{"beside": [], "listed": three}]
