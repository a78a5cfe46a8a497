"""The kernels that every twin brings, as `loops` knows them: names, what they are given, what they do."""

from igroteka.turbo.machine import Array, Bool, Int, State, Stream


def deal(s: State, rng: Stream) -> None:
    """Start anew: seats, mode and options stay, everything else is as after a deal."""
    raise NotImplementedError


def actors(s: State) -> Int:
    """Bits: the seats that have a legal action now; 0 after the end. Honour counts only in HONOUR mode."""
    raise NotImplementedError


def legal(s: State, seat: Int, out: Array) -> Int:
    """Write all legal actions of the seat by `note`, each once, never WAIT; return how many.

    `out` is a list, or a mask. Matters of honour come last, and are written only in HONOUR mode.
    """
    raise NotImplementedError


def apply(s: State, seat: Int, action: Int, rng: Stream) -> None:
    """Change the state by a legal action of the seat (anything else is undefined); set `over` at the end."""
    raise NotImplementedError


def random_action(s: State, seat: Int, may_wait: Int, rng: Stream, out: Array) -> Int:
    """One of `legal` (and WAIT, as one more, at the end of the list) with equal chances.

    Optional: a twin may do this without writing the list, if the same stream gives the same action.
    """
    raise NotImplementedError


def rush(s: State, rng: Stream) -> Int:
    """Some random steps of a playout (none, if need be) in a shorter way than one by one; how many.

    Optional. The same stream must give the same game as `ask`, `random_action`, `answer` do.
    """
    raise NotImplementedError


def hop(s: State, rng: Stream) -> Int:
    """A step or a few of random play without a loop, or none where there is no short way; how many.

    Optional, and never called after the end. The same stream must give the same game as `ask`,
    `random_action`, `answer` do.
    """
    raise NotImplementedError


def will_mix(s: State) -> Bool:
    """Whether the next step may fill a deck or bag: on a card such steps of several tables go together.

    Optional, and says nothing of the game.
    """
    raise NotImplementedError


def has_choice(s: State, seat: Int) -> Bool:
    """Whether the seat surely has several legal actions, found without writing them down.

    Optional: where it says no, the list is written and counted.
    """
    raise NotImplementedError


def determinize(s: State, seat: Int, rng: Stream) -> None:
    """Deal anew what the seat cannot see, consistent with all that it knows (as `game.imagine`)."""
    raise NotImplementedError


def observe(s: State, seat: Int, out: Array) -> None:
    """Write what the seat may know (docs/turbo.md) over `out`."""
    raise NotImplementedError


def tell(s: State, seat: Int, out: Array) -> None:
    """The same where `out` is all zeros before.

    Optional: a card clears the rows of many tables faster than one thread its own.
    """
    raise NotImplementedError


def reobserve(s: State, seat: Int, was: State, out: Array) -> None:
    """The same where `out` still holds what `was.deciding` observed of the same game when it was as `was`.

    Optional: a twin may touch only what has changed.
    """
    raise NotImplementedError


def score(s: State, out: Array) -> None:
    """By seat: 1 for every winner, 0 for everyone else."""
    raise NotImplementedError
