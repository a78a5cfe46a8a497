"""The parts of docs/protocol.md and docs/operating.md that come from the code; `python -m` writes them."""

import ast
import inspect
import re
import sys
import textwrap
import tomllib
import types
import typing
from collections.abc import Callable, Iterable
from importlib import resources
from pathlib import Path
from typing import Any, Final

import msgspec

from igroteka.core import Intent, Refusal
from igroteka.games import SHELF
from igroteka.server import about, exercises, lessons, opening, settings
from igroteka.server.connection import messages
from igroteka.server.http import bodies
from igroteka.server.people import intents, talk
from igroteka.server.people.names import AVATARS
from igroteka.server.reviews import ReviewTold
from igroteka.server.table import record, results
from igroteka.table.moments import Landmark, Moment, Replay
from igroteka.table.record import Record
from igroteka.table.verify import Check, Verdict

_SECTION: Final = re.compile(r"(<!-- made: (?P<name>[\w ]+) -->\n).*?(<!-- end -->)", re.S)
_GOOD_BYES: Final = (
    "come-back-soon", "elsewhere", "game-broke", "game-not-installed", "gone", "hello-first", "log-set-back",
    "moved-away", "no-such-table", "one-moment", "server-error", "server-stops",
    "table-damaged", "table-deleted", "taken-over", "too-many-requests", "too-many-sockets", "view-broke",
    "wrong-token",
)  # fmt: skip


def rewritten(page: str) -> str:
    """The page with every marked part made anew; what stands between them is left alone."""
    return _SECTION.sub(lambda found: f"{found[1]}{_PARTS[found['name']]().strip()}\n{found[3]}", page)


# Words --------------------------------------------------------------------------------------------------


def words(union: Any) -> str:
    return "\n".join(_word(word) for word in _members(union))


def structs(*kinds: type[msgspec.Struct]) -> str:
    return "\n".join(_word(kind) for kind in kinds)


def _members(union: Any) -> tuple[Any, ...]:
    found: tuple[Any, ...] = typing.get_args(union) or (union,)
    return found


def _word(word: Any) -> str:
    """One message, event or part of them: its name, what it says, its fields."""
    tag = word.__struct_config__.tag
    said = textwrap.dedent(inspect.cleandoc(word.__doc__)) if word.__doc__ else ""
    head = f"**`{tag}`**" if isinstance(tag, str) else f"**{word.__name__}**"
    lines = [f"{head} {_flat(said)}".rstrip()]
    remarks = _remarks(word)
    hints = typing.get_type_hints(word, include_extras=True)
    for field in msgspec.structs.fields(word):
        remark = f": {_flat(remarks[field.name])}" if field.name in remarks else ""
        lines.append(f"- `{field.encode_name}` {_type(hints[field.name])}{_default(field)}{remark}")
    return "\n".join(lines) + "\n"


def _flat(text: str) -> str:
    """In one line, and for readers of JSON."""
    return re.sub(r"\bNone\b", "null", " ".join(text.split()))


def _default(field: Any) -> str:
    if field.required or field.default is msgspec.UNSET:
        return ""
    if field.default is msgspec.NODEFAULT:
        return f" = {msgspec.json.encode(field.default_factory()).decode()}"
    return f" = {msgspec.json.encode(field.default).decode()}"


def _remarks(word: type) -> dict[str, str]:
    """What is written below the fields of a class."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(word))).body[0]
    assert isinstance(tree, ast.ClassDef)
    pairs = zip(tree.body, tree.body[1:], strict=False)
    return {
        field.target.id: str(remark.value.value)
        for field, remark in pairs
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(remark, ast.Expr) and isinstance(remark.value, ast.Constant)
    }


def _type(hint: Any) -> str:
    """A type as readers of JSON know it."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return _type(inner[0])
    if origin in (typing.Union, types.UnionType):
        return _union(inner)
    if origin is typing.Literal:
        return " or ".join(f"`{msgspec.json.encode(value).decode()}`" for value in inner)
    if origin in (tuple, list, frozenset):
        return _list(inner)
    if origin is dict:
        return f"object of {_type(inner[1])}"
    return _PLAIN.get(hint) or str(getattr(hint, "__name__", hint))


def _union(inner: tuple[Any, ...]) -> str:
    kinds = [kind for kind in inner if kind is not msgspec.UnsetType]
    if all(isinstance(kind, type) and issubclass(kind, Intent) for kind in kinds):
        return "intent"
    said = " or ".join(dict.fromkeys(_type(kind) for kind in kinds))
    return f"{said} (may be left out)" if len(kinds) < len(inner) else said


def _list(inner: tuple[Any, ...]) -> str:
    if len(inner) == 1 or inner[1] is Ellipsis:
        return f"[{_type(inner[0])}, …]"
    return f"[{', '.join(_type(kind) for kind in inner)}]"


_PLAIN: Final[dict[Any, str]] = {
    str: "text", int: "int", float: "number", bool: "bool", type(None): "null", Any: "anything",
    msgspec.Raw: "object", dict: "object",
}  # fmt: skip


# Games and refusals -------------------------------------------------------------------------------------


def games() -> str:
    return "\n".join(_game(name) for name in SHELF)


def _game(name: str) -> str:
    game = SHELF[name]
    parts = [f"### {name}\n", f"Seats: {', '.join(map(str, game.SEATS))}.\n", "#### View\n", _word(game.View)]
    parts += ["#### Options\n", _word(game.Options), "#### Intents\n", words(game.Intent)]
    parts += ["#### Events\n", words(game.Event)]
    others = [kind for kind in _inside(game.View) if kind is not game.Options]
    return "\n".join([*parts, "#### Parts of these\n", structs(*others)] if others else parts)


def _inside(kind: Any) -> list[type[msgspec.Struct]]:
    """The structs that a struct is made of, each once; words with a `kind` are explained elsewhere."""
    found: dict[type[msgspec.Struct], None] = {}

    def look(hint: Any) -> None:
        for part in typing.get_args(hint):
            look(part)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint not in found:
            if isinstance(hint.__struct_config__.tag, str):
                return
            found[hint] = None
            look_into(hint)

    def look_into(struct: Any) -> None:
        for hint in typing.get_type_hints(struct, include_extras=True).values():
            look(hint)

    look_into(kind)
    return list(found)


def refusals() -> str:
    """The house's reasons, then each game's, from its own package wherever that is installed."""
    return "\n".join([_reasons("core", "igroteka.core"), *(_reasons(n, SHELF[n].__name__) for n in SHELF)])


def _reasons(name: str, package: str) -> str:
    lines = [f"**{name}**\n", "| reason | in English |", "|---|---|"]
    lines += [f"| `{key}` | {_cell(said)} |" for key, said in sorted(_texts(package)["reasons"].items())]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _texts(package: str) -> dict[str, dict[str, str]]:
    return tomllib.loads(resources.files(package).joinpath("texts/en.toml").read_text("utf-8"))


def good_byes() -> str:
    said = _texts("igroteka.core")["reasons"]
    return "\n".join(
        ["| reason | in English |", "|---|---|", *(f"| `{k}` | {said[k]} |" for k in _GOOD_BYES)]
    )


# HTTP and settings --------------------------------------------------------------------------------------


def http() -> str:
    from igroteka.server.http.routes import HANDLERS

    lines = ["| | | body | answer |", "|---|---|---|---|"]
    for handler in HANDLERS:
        if not handler.include_in_schema:
            continue
        hints = typing.get_type_hints(handler.fn)
        (method,) = handler.http_methods
        path = re.sub(r":\w+}", "}", sorted(handler.paths)[0])
        body = _type(hints["data"]) if "data" in hints else ""
        lines.append(f"| `{method} {path}` | {handler.summary} | {body} | {_type(hints['return'])} |")
    return "\n".join(lines)


def settings_table() -> str:
    remarks = _remarks(settings.Settings)
    lines = ["| setting | variable | default | |", "|---|---|---|---|"]
    for field in msgspec.structs.fields(settings.Settings):
        default = f"`{field.default}`" if field.default != "" else ""
        variable = f"`IGROTEKA_{field.name.upper()}`"
        lines.append(f"| `{field.name}` | {variable} | {default} | {_flat(remarks[field.name])} |")
    return "\n".join(lines)


def _spoken(said: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in said) + "."


_PARTS: Final[dict[str, Callable[[], str]]] = {
    "client messages": lambda: words(messages.ClientMessage),
    "server messages": lambda: words(messages.ServerMessage),
    "table": lambda: structs(
        messages.ToldRow, *_inside(messages.TableTold), Refusal
    ),
    "table intents": lambda: words(intents.TableIntent),
    "games": games,
    "refusals": refusals,
    "good byes": good_byes,
    "http": http,
    "http parts": lambda: structs(
        opening.Open, record.Again, bodies.Address, bodies.Listed, about.GameInfo, about.OptionInfo,
        lessons.LessonInfo, about.RulesText, lessons.LessonText, lessons.StepText, lessons.LessonAsk,
        lessons.LessonTold, exercises.ExerciseAsk, bodies.Join, bodies.Token, bodies.Whose, bodies.Move,
        bodies.MoveWord, Verdict, Check, Replay, Moment, Landmark,
        results.DealResult, ReviewTold,
    ),
    "record": lambda: structs(Record),
    "phrases": lambda: _spoken(talk.PHRASES),
    "reactions": lambda: _spoken(talk.REACTIONS),
    "avatars": lambda: _spoken(AVATARS),
    "settings": settings_table,
}  # fmt: skip


def main(paths: Iterable[str]) -> None:
    for path in map(Path, paths):
        path.write_text(rewritten(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
