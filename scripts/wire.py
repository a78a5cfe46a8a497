"""TypeScript for the page: types of the wire, parts and texts, from the Python that owns them."""

import json
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from msgspec import NODEFAULT
from msgspec import inspect as mi

from igroteka.bots import LEVELS
from igroteka.games import SHELF
from igroteka.games.etazhiki import parts as etazhiki
from igroteka.games.sequence import parts as sequence
from igroteka.games.upturn import parts as upturn
from igroteka.server import entropy, hub
from igroteka.server.connection import messages
from igroteka.server.http import bodies
from igroteka.server.people import intents, names, talk
from igroteka.table import record

OUT = Path(__file__).parent.parent / "web" / "src" / "wire"
RULES = Path(__file__).parent.parent / "docs" / "rules"
HEAD = "// Written by scripts/wire from the Python structs. Do not edit.\n"
LANGUAGES = ("ru", "en")
LINES = {"house", "seat", "nobody", "hidden"}
"""Of the lines for screens, those that sentences are filled with; the page has words of its own."""

TYPED = {
    ("Told", "view"): "View",
    ("ToldRow", "events"): "readonly Event[]",
    ("Ask", "intent"): "Intent",
    ("Why", "intent"): "Intent",
    ("Do", "intent"): "TableIntent",
}
"""Fields that the Python side keeps open (Any, Raw), and what they hold."""


class Types:
    """Interfaces of one file; mutable because structs are met one after another."""

    def __init__(self, *, asked: bool = False) -> None:
        self._asked = asked
        self._met: dict[str, str] = {}

    def text(self) -> str:
        return "\n".join(self._met.values())

    def of(self, kind: Any) -> str:
        return self._write(mi.type_info(kind))

    def _write(self, info: mi.Type) -> str:
        match info:
            case mi.StrType():
                return "string"
            case mi.IntType() | mi.FloatType():
                return "number"
            case mi.BoolType():
                return "boolean"
            case mi.NoneType():
                return "null"
            case mi.LiteralType(values):
                return " | ".join(json.dumps(value) for value in values)
            case mi.DictType(key_type, value_type):
                return f"{{ readonly [key: {self._write(key_type)}]: {self._write(value_type)} }}"
            case mi.VarTupleType(item_type) | mi.ListType(item_type):
                return f"readonly {_grouped(self._write(item_type))}[]"
            case mi.TupleType(item_types):
                return f"readonly [{', '.join(map(self._write, item_types))}]"
            case mi.UnionType(types):
                return " | ".join(dict.fromkeys(map(self._write, types)))
            case mi.StructType():
                return self._struct(info)
            case mi.AnyType() | mi.RawType():
                return "unknown"
            case _:
                raise TypeError(f"no TypeScript for {info}")

    def _struct(self, info: mi.StructType) -> str:
        name = info.cls.__name__
        if name not in self._met:
            self._met[name] = ""
            lines = [f"  readonly {info.tag_field}: {json.dumps(info.tag)};"] if info.tag_field else []
            base = info.cls.__base__
            known = base.__struct_fields__ if base.__name__ in self._met else ()
            lines += (self._field(name, field) for field in info.fields if field.name not in known)
            head = f"{name} extends {base.__name__}" if known else name
            body = "\n".join(lines)
            self._met[name] = f"{_doc(info.cls)}export interface {head} {{\n{body}\n}}\n".replace(
                "{\n\n}", "{}"
            )
        return name

    def _field(self, owner: str, field: mi.Field) -> str:
        kind = TYPED.get((owner, field.encode_name)) or self._write(field.type)
        unset = not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT
        optional = unset or (self._asked and not field.required)
        return f"  readonly {field.encode_name}{'?' if optional else ''}: {kind};"


def _grouped(kind: str) -> str:
    return f"({kind})" if " " in kind and not kind.startswith("{") else kind


def _doc(cls: type) -> str:
    words = re.sub(r"\s+", " ", cls.__doc__ or "").strip()
    return f"/** {words} */\n" if words and not words.startswith(cls.__name__ + "(") else ""


# Files --------------------------------------------------------------------------------------------------


def written() -> Iterator[tuple[str, str]]:
    for name, game in SHELF.items():
        yield f"{name}.ts", _game(game)
    yield "table.ts", _table()
    yield "client.ts", _client()
    yield "server.ts", _server()
    yield "record.ts", _record()
    yield "index.ts", _index()
    yield "shelf.ts", _shelf()
    yield "boxes.ts", _boxes()
    for language in LANGUAGES:
        yield f"texts.{language}.json", _texts(language)
    for name in SHELF:
        yield f"clauses.{name}.json", _clauses(name)


def _game(game: Any) -> str:
    types = Types()
    lines = [f"export type Intent = {types.of(game.Intent)};", f"export type Event = {types.of(game.Event)};"]
    types.of(game.View)
    types.of(game.Options)
    return "\n".join([HEAD, types.text(), *lines, ""])


def _table() -> str:
    types = Types(asked=True)
    union = types.of(intents.TableIntent)
    return "\n".join([HEAD, types.text(), f"export type TableIntent = {union};", ""])


def _client() -> str:
    types = Types(asked=True)
    union = types.of(messages.ClientMessage)
    for body in (hub.Open, bodies.Join, bodies.Whose, bodies.MoveWord):
        types.of(body)
    imports = 'import type { Intent } from "./index";\nimport type { TableIntent } from "./table";\n'
    return "\n".join([HEAD, imports, types.text(), f"export type ClientMessage = {union};", ""])


def _server() -> str:
    types = Types()
    union = types.of(messages.ServerMessage)
    for body in (
        bodies.Token,
        bodies.Move,
        bodies.Address,
        bodies.Listed,
        bodies.GameInfo,
        messages.TableSeen,
    ):
        types.of(body)
    imports = 'import type { Event, View } from "./index";\n'
    return "\n".join([HEAD, imports, types.text(), f"export type ServerMessage = {union};", ""])


def _record() -> str:
    types = Types()
    types.of(record.Record)
    return "\n".join([HEAD, types.text()])


def _index() -> str:
    lines = [f'import type * as {name} from "./{name}";' for name in SHELF]
    lines.append("")
    for kind in ("View", "Intent", "Event", "Options"):
        lines.append(f"export type {kind} = {' | '.join(f'{name}.{kind}' for name in SHELF)};")
    lines.append(f"export type {{ {', '.join(SHELF)} }};")
    lines.append('export * from "./client";\nexport * from "./server";\nexport type * from "./table";')
    return "\n".join([HEAD, *lines, ""])


def _shelf() -> str:
    games = {
        name: {
            "title": {
                language: _told(f"igroteka.games.{name}", language)["game"]["title"] for language in LANGUAGES
            },
            "seats": game.SEATS,
            "options": list(_options(name, game)),
        }
        for name, game in SHELF.items()
    }
    told = {
        "SHELF": games,
        "AVATARS": names.AVATARS,
        "LONGEST_NAME": names.LONGEST_NAME,
        "LONGEST_TEXT": names.LONGEST_TEXT,
        "PHRASES": talk.PHRASES,
        "REACTIONS": talk.REACTIONS,
        "LEVELS": list(LEVELS),
        "CODE_LETTERS": entropy.CODE_LETTERS,
        "CODE_LENGTH": entropy.CODE_LENGTH,
        "SEQUENCE": {
            "board": [row.split() for row in sequence.PARTS.board.rows],
            "corner": sequence.CORNER,
            "letters": sequence.LETTERS,
            "wild": sequence.PARTS.jacks.wild,
            "remove": sequence.PARTS.jacks.remove,
            "sideNames": sequence.SIDES,
            "sides": sequence.PARTS.sides,
            "wins": sequence.PARTS.wins,
            "hand": sequence.PARTS.hand,
        },
        "UPTURN": msgspec.to_builtins(upturn.TABLE),
        "ETAZHIKI": msgspec.to_builtins(etazhiki.NUMBERS),
    }
    lines = [f"export const {name} = {_const(value)} as const;\n" for name, value in told.items()]
    lines.append(
        "export type GameName = keyof typeof SHELF;\nexport type AvatarName = (typeof AVATARS)[number];\n"
    )
    return "\n".join([HEAD, *lines])


def _options(name: str, game: Any) -> Iterator[dict[str, Any]]:
    """What a lobby may offer: the values that the texts explain, in their order."""
    fields = {field.encode_name: field for field in mi.type_info(game.Options).fields}
    told = _told(f"igroteka.games.{name}", "en")
    for key, field in fields.items():
        values = [said.split("=", 1)[1] for said in told["options"] if said.startswith(f"{key}=")]
        default = None if field.default is NODEFAULT else field.default
        yield {"name": key, "values": [_typed(value, field) for value in values], "default": default}


def _typed(value: str, field: mi.Field) -> Any:
    """The value that a text is about: true, 3, or a word."""
    if isinstance(field.type, mi.BoolType):
        return value == "true"
    return int(value) if value.isdecimal() else value


def _boxes() -> str:
    """All parts of a game in the order in which a deal begins to shuffle them."""
    told = {
        "sequence": sequence.BOX,
        "upturn": upturn.box(None),
        **{f"etazhiki.{variant}": etazhiki.box(None, variant) for variant in ("full", "medium", "beginner")},
    }
    entries = ",\n".join(f"  {json.dumps(key)}: {json.dumps(' '.join(box))}" for key, box in told.items())
    return "\n".join(
        [HEAD, f"export const BOXES: Readonly<Record<string, string>> = {{\n{entries},\n}};", ""]
    )


def _texts(language: str) -> str:
    packages = {"core": "igroteka.core", **{name: f"igroteka.games.{name}" for name in SHELF}}
    told = {short: _told(package, language) for short, package in packages.items()}
    for tables in told.values():
        tables["lines"] = {key: line for key, line in tables.get("lines", {}).items() if key in LINES}
    return json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _told(package: str, language: str) -> dict[str, Any]:
    return tomllib.loads(files(package).joinpath(f"texts/{language}.toml").read_text("utf-8"))


def _clauses(name: str) -> str:
    """Every numbered clause of docs/rules, for the end of the rules page."""
    text = (RULES / f"{name}.md").read_text("utf-8")
    found = re.findall(r"^\* \*\*([A-Z]{2}-[AB]?\d+)\*\* (.+)$", text, re.M)
    return json.dumps(dict(found), ensure_ascii=False, indent=1) + "\n"


def _const(value: Any) -> str:
    return json.dumps(msgspec.to_builtins(value, str_keys=True), ensure_ascii=False, indent=2)


# Writing ------------------------------------------------------------------------------------------------


def stale(wanted: Iterable[tuple[str, str]]) -> list[str]:
    told = dict(wanted)
    there = {path.name for path in OUT.glob("*")}
    changed = [name for name, text in told.items() if name not in there or (OUT / name).read_text() != text]
    return sorted(changed + [name for name in there if name not in told])


def main() -> int:
    wanted = list(written())
    old = stale(wanted)
    if "--check" in sys.argv[1:]:
        if old:
            print("Out of date: " + ", ".join(old) + ". Run scripts/wire.")
        return 1 if old else 0
    OUT.mkdir(parents=True, exist_ok=True)
    for name in old:
        (OUT / name).unlink(missing_ok=True)
    for name, text in wanted:
        if name in old:
            (OUT / name).write_text(text)
    print(f"{len(wanted)} files, {len(old)} of them new.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
