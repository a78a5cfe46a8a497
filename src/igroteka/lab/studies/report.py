"""The report of a study: Markdown and HTML with plots for light and dark pages, and the figures as CSV."""

import csv
import html
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from igroteka.lab.studies.plots import THEMES, Plot, write
from igroteka.lab.studies.study import Findings, Row, Study


class About(msgspec.Struct, frozen=True):
    """How a report was made."""

    command: str
    version: str
    games: int
    of: int
    """Games that were asked for; more than `games` where the run was interrupted."""
    cpu_seconds: float
    date: str


def keep(study: Study, findings: Findings, about: About, folder: Path, page: bool = True) -> list[Path]:
    """Write the report into the folder: `NAME.md`, `NAME.csv`, two SVG a plot, and a page `NAME.html`."""
    folder.mkdir(parents=True, exist_ok=True)
    for plot in findings.plots:
        write(plot, folder)
    paths = [folder / f"{study.name}.md", folder / f"{study.name}.csv"]
    paths[0].write_text(markdown(study, findings, about), "utf-8")
    _write_csv(paths[1], findings.rows)
    if page:
        paths.append(folder / f"{study.name}.html")
        paths[-1].write_text(as_page(study, findings, about, folder), "utf-8")
    return paths


def markdown(study: Study, findings: Findings, about: About) -> str:
    """The report as a page of docs/studies."""
    parts = [f"# {study.question}", "", *(f"- {line}" for line in findings.words), ""]
    for plot in findings.plots:
        light, dark = (f"{plot.name}-{theme.name}.svg" for theme in THEMES)
        parts += [
            (
                f'<picture><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
                f'<img src="{light}" alt="{html.escape(plot.title)}"></picture>'
            ),
            "",
        ]
    parts += ["## Design", study.design.strip(), "", "## Figures", *_table(findings.rows), ""]
    parts += [f"The same as [CSV]({study.name}.csv).", "", "## How it was made", *_made(about), ""]
    return "\n".join(parts)


def _made(about: About) -> Iterator[str]:
    yield f"```sh\n{about.command}\n```"
    cut = f" of {about.of:,} (interrupted)" if about.games < about.of else ""
    yield (
        f"Igroteka {about.version}, {about.date}: {about.games:,} games{cut}, "
        f"{about.cpu_seconds / 60:.1f} minutes of processor time. The same command gives the same games."
    )


def _shown(rows: list[Row]) -> list[str]:
    """The columns that a person reads; long ones are in the CSV alone."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    return [name for name in columns if max(len(str(row.get(name, ""))) for row in rows) < 40]


def _table(rows: list[Row]) -> Iterator[str]:
    columns = _shown(rows) if rows else []
    yield "| " + " | ".join(columns) + " |"
    yield "|" + "---|" * len(columns)
    for row in rows:
        yield "| " + " | ".join(str(row.get(name, "")) for name in columns) + " |"


def _write_csv(path: Path, rows: list[Row]) -> None:
    columns = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", newline="", encoding="utf-8") as file:
        lines = csv.DictWriter(file, columns, lineterminator="\n")
        lines.writeheader()
        lines.writerows(rows)


_STYLE = """
:root { color-scheme: light dark; --ground: #fff; --ink: #1f2328; --faint: #d0d7de; }
@media (prefers-color-scheme: dark) { :root { --ground: #0d1117; --ink: #e6edf3; --faint: #3d444d; } }
body { background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; font-size: .85rem; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid var(--faint); padding: .2rem .5rem; text-align: left; white-space: nowrap; }
pre { overflow-x: auto; border: 1px solid var(--faint); padding: .7rem; }
svg { max-width: 100%; height: auto; } .dark { display: none; }
@media (prefers-color-scheme: dark) { .dark { display: block; } .light { display: none; } }
"""


def as_page(study: Study, findings: Findings, about: About, folder: Path) -> str:
    """One file with everything in it, pictures included."""
    said = "".join(f"<li>{_inline(line)}</li>" for line in findings.words)
    plots = "".join(_pictures(plot, folder) for plot in findings.plots)
    columns = _shown(findings.rows) if findings.rows else []
    head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(str(row.get(name, '')))}</td>" for name in columns) + "</tr>"
        for row in findings.rows
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{html.escape(study.question)}</title>'
        f"<style>{_STYLE}</style><h1>{html.escape(study.question)}</h1><ul>{said}</ul>{plots}"
        f"<h2>Design</h2>{_paragraphs(study.design)}<h2>Figures</h2><table><tr>{head}</tr>{body}</table>"
        f"<h2>How it was made</h2><pre>{html.escape(about.command)}</pre>"
        f"<p>{html.escape(list(_made(about))[1])}</p></html>\n"
    )


def _pictures(plot: Plot, folder: Path) -> str:
    found = []
    for theme in THEMES:
        drawn = (folder / f"{plot.name}-{theme.name}.svg").read_text("utf-8")
        found.append(f'<figure class="{theme.name}" aria-label="{html.escape(plot.title)}">{drawn}</figure>')
    return "".join(found)


def _paragraphs(text: str) -> str:
    """Paragraphs and lists of our designs."""
    made = []
    for block in text.strip().split("\n\n"):
        if block.startswith("- "):
            items = re.split(r"\n(?=- )", block)
            made.append("<ul>" + "".join(f"<li>{_inline(item[2:])}</li>" for item in items) + "</ul>")
        else:
            made.append(f"<p>{_inline(block)}</p>")
    return "".join(made)


def _inline(text: str) -> str:
    """Stars and backquotes of Markdown."""
    safe = html.escape(text)
    safe = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", safe)
    safe = re.sub(r"\*(.+?)\*", r"<i>\1</i>", safe)
    return re.sub(r"`(.+?)`", r"<code>\1</code>", safe)
