"""What a screen waits for is named with the page, for its address and its reader's language, and is there."""

import re

import pytest

from server.client import get
from server.serving import Server

RUSSIAN = "uk-UA,en;q=0.5"
ENGLISH = "en-GB,de;q=0.5"


def named(server: Server, path: str, languages: str) -> dict[str, str]:
    """The files of the header, and how each is to be fetched."""
    answer = get(server, path, headers={"Accept": "text/html", "Accept-Language": languages})
    assert "Accept-Language" in answer.headers["vary"]
    return dict(re.findall(r"<([^>]+)>; (rel=[^,]+)", answer.headers.get("link", "")))


def kinds(files: dict[str, str]) -> list[str]:
    return [re.sub(r"/assets/(.+)-[\w-]{8}\.", r"\1.", file) for file in files]


@pytest.mark.parametrize("path", ["/", "/t/abc", "/nowhere"])
def test_english_words_come_with_the_page_and_russian_ones_are_in_it(server: Server, path: str) -> None:
    assert kinds(named(server, path, ENGLISH)) == ["index.js", "ui.en.js"]
    assert named(server, path, RUSSIAN) == {}


def test_rules_are_named_in_the_language_that_is_read(server: Server) -> None:
    russian, english = (kinds(named(server, "/rules/upturn", one)) for one in (RUSSIAN, ENGLISH))
    assert russian[0] == english[0] == "index.js"
    assert {"Rules.js", "Rules.css", "rules.ru.js"} <= {*russian}
    assert {*english} - {*russian} == {"rules.en.js", "ui.en.js"}


@pytest.mark.parametrize("path", ["/rules/sequence", "/print/etazhiki", "/practice/etazhiki"])
def test_every_file_that_is_named_is_there(server: Server, path: str) -> None:
    files = named(server, path, ENGLISH)
    assert len(files) > 3
    for file, how in files.items():
        assert get(server, file).status_code == 200
        assert how == ("rel=modulepreload" if file.endswith(".js") else "rel=preload; as=style; crossorigin")


def test_the_list_itself_is_for_the_server_alone(server: Server) -> None:
    assert get(server, "/ahead.json").status_code == 404
    assert "ahead.json" not in get(server, "/files.json").json()["files"]
