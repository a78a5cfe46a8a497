"""Addresses of databases, as people and logs may see them."""

import pytest

from igroteka.core import Refused
from igroteka.store.addresses import POSTGRES, REDIS, need_address, shown

SECRETS = (
    "secret",
    "sec/secret",
    "sec#secret",
    "sec?secret",
    "sec@secret",
    "sec:secret",
    "sec//secret",
    "[secret]",
)


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("start", ["postgresql://anna:", "redis://:", "anna:", "postgres//anna:"])
def test_no_password_is_shown_also_of_an_address_that_can_be_none(start: str, secret: str) -> None:
    """Made by a generator, a password has signs that mean something in an address."""
    assert shown(f"{start}{secret}@db:5432/tables") == f"{start}…@db:5432/tables"


@pytest.mark.parametrize("secret", ["secret", "sec@secret", "sec/secret", "sec#secret"])
def test_nor_is_one_behind_the_question_mark(secret: str) -> None:
    said = f"postgresql://db:5432/tables?user=anna&password={secret}&sslmode=require"
    assert shown(said) == "postgresql://db:5432/tables?user=anna&password=…&sslmode=require"


@pytest.mark.parametrize(
    "url",
    ["postgresql://db/tables", "postgresql://anna@db:1/x", "redis://[::1]:6379/0", "unix:///run/r.sock", "x"],
)
def test_an_address_without_one_is_shown_as_it_is(url: str) -> None:
    assert shown(url) == url


def test_an_address_that_cannot_be_read_is_refused_without_its_password() -> None:
    with pytest.raises(Refused, match="address-unreadable") as refused:
        need_address("postgresql://anna:sec/secret@db/tables", POSTGRES)
    assert refused.value.parameters["url"] == "postgresql://anna:…@db/tables"


@pytest.mark.parametrize("places", ["a:5432,b:5433", "a,b:5433", "[::1]:5432,b", "anna:p,q@a:5432,b:5433"])
def test_a_database_may_be_named_with_its_standbys(places: str) -> None:
    url = f"postgresql://{places}/tables?target_session_attrs=read-write"
    assert need_address(url, POSTGRES) == url


@pytest.mark.parametrize(
    ("url", "schemes"),
    [
        ("postgresql://a:5432,b:none/tables", POSTGRES),
        ("postgresql://a:0,b:5432/tables", POSTGRES),
        ("postgresql://a:5432,b:70000/tables", POSTGRES),
        ("redis://a:6379,b:6379/0", REDIS),
    ],
)
def test_each_of_several_places_has_to_be_one_and_redis_has_one_alone(
    url: str, schemes: tuple[str, ...]
) -> None:
    with pytest.raises(Refused, match="address-unreadable"):
        need_address(url, schemes)
