"""What is optional says by itself which extra it needs, in one sentence."""

from importlib.util import find_spec


def missing(*modules: str) -> str | None:
    """The first of these modules that is not installed."""
    return next((module for module in modules if find_spec(module) is None), None)


def need(what: str, extra: str, *modules: str) -> None:
    """Raise ModuleNotFoundError with advice, unless all modules of an extra are installed."""
    absent = missing(*modules)
    if absent is not None:
        said = f"{what} needs {absent}, which is not installed: pip install 'igroteka[{extra}]'"
        raise ModuleNotFoundError(said, name=absent)
