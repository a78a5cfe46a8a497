"""What a game is: a module with these names, nothing to inherit."""

from collections.abc import Collection, Mapping
from typing import Any, Protocol, TypeAlias, TypeVar

from igroteka.core.chance import Chance
from igroteka.core.outcome import Outcome
from igroteka.core.seats import Seat
from igroteka.core.tiny import Tiny
from igroteka.core.why import Why

S = TypeVar("S")
I = TypeVar("I")  # noqa: E741 - the intents
E = TypeVar("E")
V = TypeVar("V")
O = TypeVar("O")  # noqa: E741 - the options

Sides: TypeAlias = tuple[tuple[Seat, ...], ...]
"""The sides of a table, each with its seats."""


class Rules(Protocol[S, I, E, V, O]):
    """The names that every game package has to offer.

    A State has a field `seats`; a View has `seat`, `seats`, `options`, `turn`, `outcome` and `legal`, and is
    tagged `game` with the game's NAME.
    """

    @property
    def __name__(self) -> str:
        """The package of the game; its `texts` folder lies there."""
        ...

    @property
    def NAME(self) -> str: ...  # noqa: N802
    @property
    def SEATS(self) -> tuple[int, ...]: ...  # noqa: N802
    @property
    def Options(self) -> type[O]: ...  # noqa: N802
    @property
    def Intent(self) -> Any:  # noqa: N802
        """The union of the game's intents, for reading them from the wire."""
        ...

    @property
    def Event(self) -> Any:  # noqa: N802
        """The union of the game's events, for reading a log."""
        ...

    @property
    def View(self) -> type[V]: ...  # noqa: N802

    def start(self, seats: int, options: O) -> S:
        """The state before the deal, or Refused when such a table cannot be."""
        ...

    def legal(self, state: S, seat: Seat) -> tuple[I, ...]:
        """Every intent that this seat may ask for now, in its canonical form, each once."""
        ...

    def decide(self, state: S, seat: Seat, intent: I, chance: Chance) -> tuple[E, ...]:
        """What comes of the intent, or Refused."""
        ...

    def evolve(self, state: S, event: E) -> S:
        """The next state; total, never refuses."""
        ...

    def view(self, state: S, seat: Seat | None) -> V:
        """What this seat, or a spectator (None), may know now."""
        ...

    def redact(self, event: E, seat: Seat | None) -> E:
        """The event as this seat, or a spectator, is told of it."""
        ...

    def outcome(self, state: S) -> Outcome | None: ...

    def turn(self, state: S) -> Seat | None:
        """The seat on turn, for drivers and screens; None before the deal and after the end."""
        ...

    def imagine(self, view: V, chance: Chance) -> S:
        """A full state that this view allows: unseen parts dealt to unseen places."""
        ...

    def position(self, state: S) -> dict[str, Any] | None:
        """The plain data of docs/rules, section 3; None before the deal."""
        ...

    def from_position(self, data: Mapping[str, Any], options: O) -> S:
        """The state that this plain data describes, or Refused; what it leaves out is as on a fresh turn."""
        ...


class Game(Rules[S, I, E, V, O], Protocol[S, I, E, V, O]):
    """A game on the shelf: all names, those that a package may leave out with their defaults (`shelved`)."""

    @property
    def CLAUSES(self) -> str:  # noqa: N802
        """How the numbers of the game's clauses begin, as in `XX-21`; "" if its rules have no numbers."""
        ...

    @property
    def MINUTES(self) -> int:  # noqa: N802
        """How long a game takes at a table of people, about; 0: nothing is said of it."""
        ...

    @property
    def HONOUR(self) -> tuple[type, ...]:  # noqa: N802
        """Intents that are a matter of honour among people: who plays by itself leaves them out."""
        ...

    @property
    def WINDOWS(self) -> tuple[type, ...]:  # noqa: N802
        """Intents out of turn that a seat may forget, everyone knowing that it could: bots give it time."""
        ...

    @property
    def LANDMARKS(self) -> tuple[type, ...]:  # noqa: N802
        """Events that a replay can jump to: the few that somebody looks for afterwards."""
        ...

    @property
    def LEARNING(self) -> Mapping[str, Any]:  # noqa: N802
        """Options that suit learning better than those of a table of people; environments take them."""
        ...

    @property
    def TINY(self) -> Tiny | None:  # noqa: N802
        """A deal so small that its whole tree can be walked; None if the game has none."""
        ...

    @property
    def QUIET(self) -> str:  # noqa: N802
        """The clause that asks for silence where `is_quiet`; "" if there is none."""
        ...

    @property
    def sense(self) -> Any:
        """A module with the names of `igroteka.bots.sense.Sense`; None: bots play the rules on."""
        ...

    @property
    def screen(self) -> Any:
        """A module with the names of `igroteka.core.screen.Screen`; None: the plain screen."""
        ...

    @property
    def open_hands(self) -> Any:
        """A function: a state to the names of the parts that each seat holds, for replays with open hands.

        None: as `hands` or `racks` of its position.
        """
        ...

    def canonical(self, state: S, intent: I) -> I:
        """The same intent as `legal` would list it, defaults spelled out."""
        ...

    def sides(self, table: S | V) -> Sides:
        """The sides, each with its seats, of a state or a view."""
        ...

    def progress(self, state: S, seat: Seat) -> float:
        """How near this seat's side is to winning, from 0 to 1."""
        ...

    def rematch(self, options: O, seats: int, first: Seat | None) -> O:
        """The options of the next game, when the seat `first` began the last one."""
        ...

    def need_manners(self, state: S, seat: Seat, intent: I, bots: Collection[Seat]) -> None:
        """Refused for what only a table can judge, which knows at which seats bots play."""
        ...

    def is_quiet(self, state: S) -> bool:
        """Whether nobody may chat now."""
        ...

    def asking_tells(self, options: O) -> bool:
        """Whether being asked out of turn would tell something hidden; then everyone is asked."""
        ...

    def taking(self, options: O) -> tuple[type, ...]:
        """Intents out of turn that are a race, or take the turn away; bots leave people time before that."""
        ...

    def exercise(self, options: O, skill: str, chance: Chance) -> dict[str, Any] | None:
        """A position in which the first seat tries a skill that the page has noted; None for no skill."""
        ...

    def explain(self, view: V, intent: I | None) -> Why:
        """Why the view's seat does well to ask for this, or to let it be (None); true of any legal intent."""
        ...

    def is_gentle(self, options: O) -> bool:
        """Whether small children play: bots are slow then, unless a table wants else, and Beginner kind."""
        ...


AnyRules: TypeAlias = Rules[Any, Any, Any, Any, Any]
AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
