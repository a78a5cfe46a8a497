"""Where the `igroteka` command begins: the rest of it needs the extra `cli`."""

import sys

import igroteka
from igroteka.core.extras import need


def main() -> None:
    """Run the command, or say in one sentence what it needs; its version needs nothing."""
    if sys.argv[1:] == ["--version"]:
        print(f"igroteka {igroteka.__version__}")
        return
    try:
        need("The igroteka command", "cli", "typer", "rich", "yaml")
    except ModuleNotFoundError as missing:
        print(missing, file=sys.stderr)
        raise SystemExit(2) from None
    from igroteka.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
