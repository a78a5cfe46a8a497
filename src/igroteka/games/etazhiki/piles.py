"""On which of their two piles beginners laid their cards, where that is sure: a pool does not say it."""

from collections.abc import Iterator, Sequence

from igroteka.games.etazhiki.cards import Card, neighbours, number_of

Tops = tuple[Card, ...]


def followed(tops: Tops, cards: Sequence[Card], end: Tops) -> list[Tops | None]:
    """The open cards before the first of these cards and after each, None where they could be several."""
    ahead = [{tops}]
    for card in cards:
        ahead.append({after for before in ahead[-1] for after in _laid(before, card)})
    found: list[Tops | None] = []
    likely = ahead.pop() & {end}
    for card in reversed(cards):
        found.append(_only(likely))
        likely = {before for before in ahead.pop() if likely.intersection(_laid(before, card))}
    return [_only(likely), *reversed(found)]


def _laid(tops: Tops, card: Card) -> Iterator[Tops]:
    """ET-64, ET-65: on either pile where it fits."""
    for pile, top in enumerate(tops):
        if number_of(card) in neighbours(number_of(top)):
            yield (*tops[:pile], card, *tops[pile + 1 :])


def _only(likely: set[Tops]) -> Tops | None:
    return next(iter(likely)) if len(likely) == 1 else None
