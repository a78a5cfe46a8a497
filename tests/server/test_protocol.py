"""The pages about protocol and operation say what the code says."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from igroteka.server.connection.session import read_message
from igroteka.server.protocol_docs import good_byes, rewritten
from igroteka.server.settings import Settings

DOCS = Path(__file__).parents[2] / "docs"
SERVER = Path(__file__).parents[2] / "src" / "igroteka" / "server"


@pytest.mark.parametrize("page", ["protocol.md", "operating.md"])
def test_a_page_is_current(page: str) -> None:
    text = (DOCS / page).read_text("utf-8")
    assert rewritten(text) == text, (
        "python -m igroteka.server.protocol_docs docs/protocol.md docs/operating.md"
    )
    assert "<!-- made: " in text


def test_the_messages_of_the_example_can_be_read() -> None:
    text = (DOCS / "protocol.md").read_text("utf-8")
    sent = re.findall(r"^→ (\{.*\})$", text, re.M)
    assert len(sent) >= 4
    for message in sent:
        assert read_message(message).__struct_config__.tag == json.loads(message)["kind"]


def test_every_good_bye_is_explained() -> None:
    code = "".join(path.read_text("utf-8") for path in SERVER.rglob("*.py"))
    said = set(
        re.findall(r'(?:dismiss\((?:[\w.]+, )?|dismiss_all\(|_bye\(socket, |_end\(\w+, )"([a-z-]+)"', code)
    )
    assert {"gone", "server-stops", "server-error", "taken-over"} <= said
    for reason in said:
        assert f"`{reason}`" in good_byes(), reason


def test_every_setting_and_metric_is_on_the_page() -> None:
    page = (DOCS / "operating.md").read_text("utf-8")
    for name in Settings.__struct_fields__:
        assert f"IGROTEKA_{name.upper()}" in page
    for name in re.findall(r'"(igroteka_\w+)"', (SERVER / "http" / "prometheus.py").read_text("utf-8")):
        assert f"`{name}" in page, name


def test_every_line_of_the_log_is_on_the_page() -> None:
    page = (DOCS / "operating.md").read_text("utf-8")
    events = {event for path in SERVER.rglob("*.py") for event in logged(ast.parse(path.read_text("utf-8")))}
    assert {"server started", "a bot failed", "redis refuses", "the store cannot write"} <= events
    for event in events:
        assert f"`{event}`" in page or event.startswith(("fault in ", "fault on ")), event


def logged(module: ast.Module) -> Iterator[str]:
    """The events that a module writes down."""
    calls = [node for node in ast.walk(module) if isinstance(node, ast.Call) and node.args]
    for call in calls:
        name = ast.unparse(call.func).rpartition(".")[2]
        first = call.args[0]
        is_event = name in ("log", "warning", "error", "Seldom", "_complain")
        if is_event and isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value
