"""Python's library without what no table needs: scripts/stdlib.py FROM.zip TO.zip

Left out are tools for people at a terminal, test runners, clients of old networks, and other scripts'
encodings; whatever rules, bots and texts may import stays.
"""

import re
import sys
import zipfile
from pathlib import Path
from typing import Final

TOOLS: Final = {
    "_pyrepl", "bdb", "code", "cProfile", "doctest", "ftplib", "idlelib", "imaplib", "mailbox",
    "multiprocessing", "netrc", "optparse", "pdb", "pickletools", "plistlib", "poplib", "profile",
    "pstats", "pydoc", "pydoc_data", "smtplib", "socketserver", "tabnanny", "test", "tkinter",
    "trace", "turtle", "unittest", "venv", "wsgiref", "xmlrpc", "zipapp",
}  # fmt: skip
OTHER_SCRIPTS: Final = re.compile(
    r"encodings/(big5|cp|euc|gb|hp_|hz|iso|johab|koi8|kz|mac_|palmos|ptcp|shift|tis)"
)
OURS: Final = re.compile(r"encodings/(cp437|cp866|cp125[12]|koi8_r|iso8859_(1|5|15))\.")


def is_wanted(name: str) -> bool:
    if name.split("/", 1)[0].removesuffix(".py") in TOOLS:
        return False
    return not OTHER_SCRIPTS.match(name) or OURS.match(name) is not None


def trim(source: Path, target: Path) -> None:
    with (
        zipfile.ZipFile(source) as old,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new,
    ):
        for entry in old.infolist():
            if is_wanted(entry.filename):
                about = zipfile.ZipInfo(entry.filename, entry.date_time)
                about.external_attr = entry.external_attr
                new.writestr(about, old.read(entry), zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    trim(Path(sys.argv[1]), Path(sys.argv[2]))
