"""What is said at a table: intents ask, events tell; both are tagged by `kind` on the wire."""

import msgspec


class Word(msgspec.Struct, frozen=True, gc=False, tag_field="kind", forbid_unknown_fields=True):
    """One message; equal words are the same word. What is frozen makes no cycles: the collector is spared."""


class Intent(Word, frozen=True):
    """What a seat asks for: imperative, untrusted."""


class Event(Word, frozen=True):
    """What happened: past tense, complete, so that the log alone rebuilds a game."""


class Deal(Intent, frozen=True, tag="deal"):
    """The house deals: the first row of every log."""


class Stop(Intent, frozen=True, tag="stop"):
    """The house ends a game that nobody will finish; nobody wins."""


class Stopped(Event, frozen=True, tag="stopped"):
    """The house has stopped the game."""
