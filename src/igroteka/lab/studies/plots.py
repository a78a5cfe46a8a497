"""Plots of figures with their intervals, drawn by Altair for light and for dark pages (extra `lab`)."""

from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec

from igroteka.core.extras import need


class Plot(msgspec.Struct, frozen=True):
    """Figures one below the other, each a point with a line from low to high.

    Rows have `label`, `value`, `low`, `high`; those with a `group` are coloured by it, those with a `part`
    stand in panels of their own.
    """

    name: str
    title: str
    rows: list[dict[str, Any]]
    axis: str
    """What the numbers are, with their unit."""
    line: float | None = None
    """A number to compare with, drawn as a dashed line."""


class Theme(msgspec.Struct, frozen=True):
    """Colours of a page."""

    name: str
    ground: str
    ink: str
    faint: str
    groups: tuple[str, ...]


THEMES: Final = (
    Theme("light", "#ffffff", "#1f2328", "#d0d7de", ("#0b6e69", "#b4541a", "#6639a6", "#1a5fb4")),
    Theme("dark", "#0d1117", "#e6edf3", "#3d444d", ("#4fc3b8", "#f0a070", "#c4a1ff", "#7cb7ff")),
)
_WIDTH: Final = 440
_STEP: Final = 20


def draw(plot: Plot, theme: Theme) -> Any:
    """The chart, as Altair has it."""
    need("A study", "lab", "altair", "vl_convert")
    alt = import_module("altair")
    grouped = any(row.get("group") for row in plot.rows)
    scale = alt.Scale(zero=False)
    y = alt.Y("label:N", sort=None, title=None, axis=alt.Axis(labelLimit=320))
    base = alt.Chart().encode(y=y)
    if grouped:
        groups = list(dict.fromkeys(row["group"] for row in plot.rows))
        colours = alt.Scale(domain=groups, range=list(theme.groups[: len(groups)]))
        colour = alt.Color("group:N", scale=colours, title=None)
        base = base.encode(yOffset=alt.YOffset("group:N", sort=groups), color=colour)
    x = alt.X("low:Q", title=plot.axis, scale=scale)
    plain = {} if grouped else {"color": theme.groups[0]}
    layers = [
        base.mark_rule(strokeWidth=2, **plain).encode(x=x, x2="high:Q"),
        base.mark_point(filled=True, size=46, opacity=1, **plain).encode(x="value:Q"),
    ]
    if plot.line is not None:
        level = alt.Chart().mark_rule(strokeDash=[4, 3], color=theme.ink).encode(x=alt.datum(plot.line))
        layers.insert(0, level)
    height = alt.Step(_STEP * (1.6 if grouped else 1))
    chart = alt.layer(*layers).properties(width=_WIDTH, height=height)
    data = alt.Data(values=plot.rows)
    if any(row.get("part") for row in plot.rows):
        header = alt.Header(
            title=None, labelAngle=0, labelAlign="left", labelOrient="top", labelAnchor="start"
        )
        chart = chart.facet(row=alt.Row("part:N", sort=None, header=header), data=data)
        chart = chart.resolve_scale(y="independent")
    else:
        chart = chart.properties(data=data)
    return _dressed(chart.properties(title=plot.title), theme)


def _dressed(chart: Any, theme: Theme) -> Any:
    words = {"labelColor": theme.ink, "titleColor": theme.ink}
    return (
        chart.configure(background=theme.ground, font="sans-serif", padding=10)
        .configure_axis(gridColor=theme.faint, domainColor=theme.faint, tickColor=theme.faint, **words)
        .configure_header(labelColor=theme.ink, labelFontWeight="bold", labelFontSize=12)
        .configure_legend(labelColor=theme.ink, titleColor=theme.ink, orient="bottom")
        .configure_title(color=theme.ink, anchor="start", fontSize=14, offset=12)
        .configure_view(stroke=theme.faint)
    )


def write(plot: Plot, folder: Path) -> list[str]:
    """The pictures of a plot, light and dark; the names of the files."""
    names = []
    for theme in THEMES:
        name = f"{plot.name}-{theme.name}.svg"
        draw(plot, theme).save(str(folder / name))
        names.append(name)
    return names
