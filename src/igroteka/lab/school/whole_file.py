"""A file that is written whole or not at all: a full disk leaves the one that was there."""

from pathlib import Path


def write_whole(path: Path, content: bytes | memoryview) -> None:
    """Written beside first; OSError names the file."""
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None
