"""The words that all games share."""

from igroteka.core.chance import NO_CHANCE, Chance, Seeded
from igroteka.core.game import AnyGame, AnyRules, Game, Rules, Sides
from igroteka.core.house import house_offers, need_open
from igroteka.core.outcome import STOPPED, Outcome
from igroteka.core.pool import Pool, deal_unseen
from igroteka.core.reading import read, read_json
from igroteka.core.refused import Refusal, Refused
from igroteka.core.seats import HOUSE, Seat, fields_by_seat, seat_fields, usual_number
from igroteka.core.sharing import remembered, shared
from igroteka.core.shelving import Misbehaves, NotAGame, rotates, shelved, teams
from igroteka.core.tiny import Tiny
from igroteka.core.unfolding import Unfolded, Unfolding
from igroteka.core.why import Why, a_good_move, why
from igroteka.core.words import Deal, Event, Intent, Stop, Stopped, Word

__all__ = [
    "HOUSE",
    "NO_CHANCE",
    "STOPPED",
    "AnyGame",
    "AnyRules",
    "Chance",
    "Deal",
    "Event",
    "Game",
    "Intent",
    "Misbehaves",
    "NotAGame",
    "Outcome",
    "Pool",
    "Refusal",
    "Refused",
    "Rules",
    "Seat",
    "Seeded",
    "Sides",
    "Stop",
    "Stopped",
    "Tiny",
    "Unfolded",
    "Unfolding",
    "Why",
    "Word",
    "a_good_move",
    "deal_unseen",
    "fields_by_seat",
    "house_offers",
    "need_open",
    "read",
    "read_json",
    "remembered",
    "rotates",
    "seat_fields",
    "shared",
    "shelved",
    "teams",
    "usual_number",
    "why",
]
