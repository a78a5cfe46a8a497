"""The promises that every game keeps, as tests for pytest: a game's own test file is three lines.

    from igroteka.testing import Promises

    class TestEights(Promises):
        game = "eights"

Every inherited test is one promise, and its name says which. What a subclass may set beside `game` stands
in `igroteka.testing.base.Base`.
"""

from pkgutil import iter_modules

try:
    import hypothesis  # noqa: F401
    import pytest
    import typer  # noqa: F401
except ImportError as missing:  # one sentence instead of a riddle
    raise ImportError(
        f"igroteka.testing needs {missing.name}, which is not installed: pip install 'igroteka[testing]'"
    ) from None

pytest.register_assert_rewrite(*(f"{__name__}.{module.name}" for module in iter_modules(__path__)))

from igroteka.testing.promises import Promises  # noqa: E402 - after pytest knows whose asserts to explain

__all__ = ["Promises"]
