"""TypeScript for the page: types of the wire, parts and texts, from the Python that owns them."""

import importlib
import json
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
from typescript import Types

from igroteka.bots import LEVELS
from igroteka.games import SHELF, is_of_the_house
from igroteka.games.texts import LANGUAGES, clauses_in, page_texts
from igroteka.lab.review import figures
from igroteka.server import entropy, exercises, hub, lessons
from igroteka.server.connection import messages
from igroteka.server.http import bodies, games
from igroteka.server.people import intents, names, talk
from igroteka.server.table import record as table_record
from igroteka.server.table import results
from igroteka.sources import said_in
from igroteka.table import moments, record, verify

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "web" / "src" / "wire"
RULES = ROOT / "docs" / "rules"
GAMES = {name: game for name, game in SHELF.items() if is_of_the_house(game)}
"""Games of this repository; those that were installed beside it are told to the page by the server."""
HEAD = "// Written by scripts/wire from the Python structs. Do not edit.\n"
LINES = {"house", "seat", "nobody", "nothing", "hidden", "and", "you"}
"""Of the lines for screens, those that sentences are filled with; the page has words of its own."""
CODE = ROOT / "src" / "igroteka"
NEAR = ("core", "games", "bots", "turbo", "table", "server", "offline", "lab/review", "lab/playouts")
FAR = ("cli", "envs", "lab", "store", "server/run.py", "server/settings.py", "server/public_url.py")
FAR += ("server/http/site.py", "server/thinking/worker.py", "server/cluster/redis_channel.py")
FAR += ("bots/levels.py", "bots/onnx.py", "bots/network_file.py")
"""Where a page may be told refusals, and what talks to a terminal or to Python alone: whoever starts a
server is told of a store that cannot be opened, a setting that cannot be and a bot that cannot be loaded."""


# Files --------------------------------------------------------------------------------------------------


def written() -> Iterator[tuple[str, str]]:
    for name, game in GAMES.items():
        yield f"{name}.ts", _game(game)
        yield f"{name}.boxes.ts", _boxes(game)
        yield f"clauses.{name}.json", _clauses(name)
    yield "table.ts", _table()
    yield "client.ts", _client()
    yield "server.ts", _server()
    yield "record.ts", _record()
    yield "review.ts", _review()
    yield "index.ts", _index()
    yield "shelf.ts", _shelf()
    for language in LANGUAGES:
        for name, tables in _texts(language).items():
            yield f"texts.{name}.{language}.json", _json(tables)
        yield f"hints.{language}.json", _hints(language)


def _game(game: Any) -> str:
    """The words of a game, and what its page module says that a table is drawn with."""
    types = Types()
    lines = [f"export type Intent = {types.of(game.Intent)};", f"export type Event = {types.of(game.Event)};"]
    types.of(game.View)
    types.of(game.Options)
    lines.append(f"\nexport const TABLE = {_const(_page(game, 'TABLE'))} as const;")
    return "\n".join([HEAD, types.text(), *lines, ""])


def _page(game: Any, name: str) -> Any:
    """A name of the game's module for the page, empty where the game has none."""
    module = f"{game.__name__}.page"
    return getattr(importlib.import_module(module), name, {}) if find_spec(module) else {}


def _table() -> str:
    types = Types(asked=True)
    union = types.of(intents.TableIntent)
    return "\n".join([HEAD, types.text(), f"export type TableIntent = {union};", ""])


def _client() -> str:
    types = Types(asked=True)
    union = types.of(messages.ClientMessage)
    for body in (
        hub.Open,
        table_record.Again,
        bodies.Join,
        bodies.Whose,
        bodies.MoveWord,
        lessons.LessonAsk,
        exercises.ExerciseAsk,
    ):
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
        games.GameInfo,
        messages.TableSeen,
        games.RulesText,
        lessons.LessonText,
        lessons.LessonTold,
        verify.Verdict,
        moments.Replay,
        results.DealResult,
    ):
        types.of(body)
    imports = 'import type { Event, Intent, View } from "./index";\n'
    return "\n".join([HEAD, imports, types.text(), f"export type ServerMessage = {union};", ""])


def _record() -> str:
    types = Types()
    types.of(record.Record)
    return f"{HEAD}\n{types.text()}"


def _review() -> str:
    types = Types()
    types.of(figures.Review)
    return f"{HEAD}\n{types.text()}"


COMMON = """/** What the page may expect of every game's words; each table knows its own. */
export interface Intent {
  readonly kind: string;
}
export interface Event {
  readonly kind: string;
}
export interface View {
  readonly game: string;
  readonly seat: number | null;
  readonly turn: number | null;
  readonly legal: readonly Intent[];
  readonly outcome: Outcome | null;
}
/** Who won and why; `winners` is empty when nobody did. */
export interface Outcome {
  readonly reason: string;
  readonly clause: string | null;
  readonly winners: readonly number[];
}
"""


def _index() -> str:
    lines = [f'export type * as {name} from "./{name}";' for name in GAMES]
    lines.append('export * from "./client";\nexport * from "./server";\nexport type * from "./table";')
    return "\n".join([HEAD, COMMON, *lines, ""])


def _shelf() -> str:
    told = {
        "SHELF": {name: games.info_of(game) for name, game in GAMES.items()},
        "AVATARS": names.AVATARS,
        "LONGEST_NAME": names.LONGEST_NAME,
        "LONGEST_TEXT": names.LONGEST_TEXT,
        "PHRASES": talk.PHRASES,
        "REACTIONS": talk.REACTIONS,
        "LEVELS": list(LEVELS),
        "CODE_LETTERS": entropy.CODE_LETTERS,
        "CODE_LENGTH": entropy.CODE_LENGTH,
    }
    lines = [f"export const {name} = {_const(value)} as const;\n" for name, value in told.items()]
    lines.append("export type AvatarName = (typeof AVATARS)[number];\n")
    return "\n".join([HEAD, *lines])


def _boxes(game: Any) -> str:
    """All parts of a game in the order in which a deal begins to shuffle them."""
    told = {key: " ".join(box) for key, box in _page(game, "BOXES").items()}
    return "\n".join([HEAD, f"export const BOXES: Readonly<Record<string, string>> = {_const(told)};", ""])


def _texts(language: str) -> dict[str, Any]:
    """Of each game and of all: a table fetches those of its own game."""
    told = {name or "core": page_texts(name, language) for name in ("", *GAMES)}
    unheard, reasons = _reasons_unheard(), told["core"]["reasons"].items()
    told["core"]["reasons"] = {key: line for key, line in reasons if key.partition(".")[0] not in unheard}
    for tables in told.values():
        tables.pop("hints", None)
        tables.pop("reviews", None)
        tables["lines"] = {key: line for key, line in tables.get("lines", {}).items() if key in LINES}
    return told


def _reasons_unheard() -> set[str]:
    """Reasons that no page is ever told."""
    near, far = ([path for room in rooms for path in _files(CODE / room)] for rooms in (NEAR, FAR))
    near = [path for path in near if not any(path == CODE / room for room in FAR)]
    heard = {key for path in near for key, _, _ in said_in(path)}
    return {key for path in far for key, _, _ in said_in(path)} - heard


def _files(room: Path) -> list[Path]:
    return [room] if room.is_file() else sorted(room.rglob("*.py"))


def _hints(language: str) -> str:
    """Why moves are good: fetched with the first hint, so not among the texts that every table needs."""
    told = {name or "core": page_texts(name, language) for name in ("", *GAMES)}
    kept = {
        name: {table: tables.get(table, {}) for table in ("hints", "reviews")}
        for name, tables in told.items()
    }
    return _json(kept)


def _clauses(name: str) -> str:
    """Every numbered clause of docs/rules, for the end of the rules page."""
    found = clauses_in((RULES / f"{name}.md").read_text("utf-8"), GAMES[name].CLAUSES)
    return _json(found)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


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
