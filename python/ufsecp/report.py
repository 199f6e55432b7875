"""Pictures and pages of results: a table of columns, and bars of how often a column has a value.

html() makes one page that stands alone: it has no scripts and loads nothing. picture() makes an
image, by matplotlib, which it needs. All text is escaped; bytes are shown in hexadecimal.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum
from html import escape
from os import PathLike
from typing import Any, Union

__all__ = ["counts", "html", "picture"]

STYLE = """body{font:15px/1.4 sans-serif;margin:2em;max-width:70em;color:#222;background:#fff}
table{border-collapse:collapse}
td,th{padding:.15em .7em;text-align:left;border-bottom:1px solid #ddd}
td{font-family:monospace;overflow-wrap:anywhere}svg text{font:13px sans-serif;fill:#222}"""
BAR, LABEL, WIDTH = 22, 330, 760  # of a picture of bars, in pixels
LONGEST = 42  # characters of a bar's label


def _text(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).hex()
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.name if isinstance(value, Enum) else str(value)


def _plain(name: str, column: Any) -> list[Any]:
    """The items of a list, or of a column of NumPy, Arrow, Polars or pandas."""
    if isinstance(column, (str, bytes, bytearray)) or not isinstance(column, Iterable):
        raise TypeError(f"{name}: expected a column, not {type(column).__name__}")
    if getattr(column, "ndim", 1) == 2:  # rows of bytes
        return [bytes(row) for row in column]
    for way in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, way):
            found: list[Any] = getattr(column, way)()
            return found
    return list(column)


def _columns(table: Any) -> dict[str, list[Any]]:
    if isinstance(table, Mapping):
        names = list(table)
    elif hasattr(table, "column_names"):  # Arrow
        names = list(table.column_names)
    elif hasattr(table, "columns") and hasattr(table, "__getitem__"):  # pandas, Polars
        names = list(table.columns)
    else:
        raise TypeError(f"table: expected columns by name, not {type(table).__name__}")
    columns = {str(name): _plain(str(name), table[name]) for name in names}
    sizes = {name: len(column) for name, column in columns.items()}
    if len(set(sizes.values())) > 1:
        raise ValueError(f"table: columns have different lengths: {sizes}")
    return columns


def counts(column: Any, top: int = 20) -> dict[str, int]:
    """How often a column has each value, as text: the most frequent first, and those that follow
    the first `top` together as "other"."""
    if top < 1:
        raise ValueError(f"top: expected 1 or more, not {top}")
    all_counts = Counter(map(_text, _plain("column", column))).most_common()
    found = dict(all_counts[:top])
    if rest := sum(count for _, count in all_counts[top:]):
        found[f"other ({len(all_counts) - top})"] = rest
    return found


def _short(label: str) -> str:
    return label if len(label) <= LONGEST else label[: LONGEST - 8] + "\u2026" + label[-7:]


def _bars(found: Mapping[str, int]) -> str:
    """A picture of bars in SVG."""
    most = max(found.values(), default=0) or 1
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LABEL + WIDTH}" '
        f'height="{BAR * len(found)}" role="img">'
    ]
    for i, (label, count) in enumerate(found.items()):
        y, long = BAR * i, max(1, round((WIDTH - 100) * count / most))
        lines.append(
            f'<text x="{LABEL - 8}" y="{y + 15}" text-anchor="end">{escape(_short(label))}</text>'
            f'<rect x="{LABEL}" y="{y + 3}" width="{long}" height="{BAR - 6}" fill="#4477aa"/>'
            f'<text x="{LABEL + long + 6}" y="{y + 15}">{count:,}</text>'
        )
    return "\n".join([*lines, "</svg>"])


def html(
    title: str,
    table: Any,
    *,
    bars: Iterable[str] = (),
    notes: Iterable[str] = (),
    rows: int = 100,
    top: int = 20,
) -> str:
    """A page in HTML: the notes as paragraphs, bars of the columns that `bars` names (see
    counts()), and the first `rows` rows.

    table: columns by name, in a dict, or a table of Arrow, Polars or pandas. Raises TypeError for
    what is no table or column, and ValueError for columns of different lengths or names that are
    not there.
    """
    if rows < 0:
        raise ValueError(f"rows: expected 0 or more, not {rows}")
    columns = _columns(table)
    n = len(next(iter(columns.values()), []))
    page = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        *(f"<p>{escape(note)}</p>" for note in notes),
    ]
    for name in bars:
        if name not in columns:
            raise ValueError(f"bars: the table has no column {name!r}: {', '.join(columns)}")
        page += [f"<h2>{escape(name)}</h2>", _bars(counts(columns[name], top))]
    shown = min(n, rows)
    page.append(f"<h2>{n:,} rows{f', the first {shown:,}' if shown < n else ''}</h2>")
    page.append(f"<table><tr>{''.join(f'<th>{escape(name)}</th>' for name in columns)}</tr>")
    for row in zip(*(column[:shown] for column in columns.values())):
        page.append(f"<tr>{''.join(f'<td>{escape(_text(cell))}</td>' for cell in row)}</tr>")
    return "\n".join([*page, "</table></body></html>\n"])


def picture(
    file: Union[str, "PathLike[str]"], title: str, column: Any, *, top: int = 20
) -> dict[str, int]:
    """Draws bars of the counts() of a column into a file, .png, .svg or .pdf by its ending, and
    returns them. Raises ImportError without matplotlib."""
    found = counts(column, top)
    try:
        figures: Any = importlib.import_module("matplotlib.figure")
    except ImportError as error:
        raise ImportError(
            "ufsecp.report.picture() needs matplotlib (pip install matplotlib); html() does not"
        ) from error
    figure = figures.Figure(figsize=(9, 1.2 + 0.3 * len(found)), layout="constrained")
    axes = figure.subplots()
    drawn = axes.barh(range(len(found)), list(found.values()), color="#4477aa")
    axes.bar_label(drawn, [f" {count:,}" for count in found.values()])
    labels = [_short(label).replace("$", r"\$") for label in found]
    axes.set_yticks(range(len(found)), labels, fontfamily="monospace")
    axes.invert_yaxis()
    axes.set_title(title.replace("$", r"\$"))
    axes.margins(x=0.15)
    figure.savefig(file)
    return found
