"""Where the `igroteka` command begins: the rest of it needs the extra `cli`."""

import sys

from igroteka.core.extras import need


def main() -> None:
    """Run the command, or say in one sentence what it needs."""
    try:
        need("The igroteka command", "cli", "typer", "rich", "yaml")
    except ModuleNotFoundError as missing:
        print(missing, file=sys.stderr)
        raise SystemExit(2) from None
    from igroteka.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
