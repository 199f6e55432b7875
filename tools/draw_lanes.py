#!/usr/bin/env python3
"""Draws the pictures of doc/LANES.md from its tables: doc/lanes-cost.svg, -registers, -engines.

Usage: tools/draw_lanes.py           write the pictures
       tools/draw_lanes.py --check   exit code 1 if a picture is not what the tables give

Colours are of middle brightness on no background: they read on a light page and on a dark one.
"""

import sys
from pathlib import Path

DOC = Path(__file__).resolve().parent.parent / "doc"
WIDTH = 860
GREY, BLUE, GREEN, AMBER, VIOLET, RED, SLATE = (
    "#7d8794",
    "#3f83d4",
    "#2f9e78",
    "#c4822a",
    "#8a68cf",
    "#cf5f5c",
    "#5f6b7a",
)
FONT = "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"


class Picture:
    """An SVG file as it grows."""

    def __init__(self, height, title):
        self.lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" role="img" font-family="{FONT}" font-size="14">',
            f"<title>{escaped(title)}</title>",
        ]

    def box(self, x, y, width, height, fill, opacity=1.0, radius=3, line=None):
        stroke = f' stroke="{line}" stroke-width="1.2"' if line else ""
        self.lines.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
            f'rx="{radius}" fill="{fill}" fill-opacity="{opacity:g}"{stroke}/>'
        )

    def text(self, x, y, words, fill=GREY, anchor="start", size=14, bold=False):
        weight = ' font-weight="600"' if bold else ""
        self.lines.append(
            f'<text x="{x:.1f}" y="{y:.1f}" fill="{fill}" text-anchor="{anchor}" '
            f'font-size="{size}"{weight}>{escaped(words)}</text>'
        )

    def path(self, points, line=GREY, arrow=False):
        start, *rest = points
        way = f"M{start[0]:.1f} {start[1]:.1f}" + "".join(f"L{x:.1f} {y:.1f}" for x, y in rest)
        self.lines.append(f'<path d="{way}" fill="none" stroke="{line}" stroke-width="1.5"/>')
        if arrow:  # downwards
            x, y = rest[-1]
            self.lines.append(
                f'<path d="M{x - 5:.1f} {y - 7:.1f}L{x + 5:.1f} {y - 7:.1f}L{x:.1f} {y:.1f}Z" '
                f'fill="{line}"/>'
            )

    def svg(self):
        return "\n".join(self.lines + ["</svg>"]) + "\n"


def escaped(words):
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def table(text, first_cell):
    """The cells of the table of the document whose header begins with this cell."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {first_cell} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def number(cell):
    return float(cell.replace(",", ""))


def draw_cost(text):
    """Two stacked bars on one scale: where the multiply-adds of a verification go."""
    rows = table(text, "multiply-adds for eight rows")
    names = [cell.split(":")[0].split(",")[0].split(" (")[0] for cell, *_ in rows]
    colours = (BLUE, GREEN, AMBER, VIOLET, RED, SLATE)
    p = Picture(232, "Multiply-adds of one verification by part")
    left, room = 128, WIDTH - 128 - 90
    totals = [sum(number(row[column]) for row in rows) for column in (1, 2)]
    for bar, (label, column) in enumerate((("libsecp256k1", 1), ("here", 2))):
        y, x = 34 + 66 * bar, left
        p.text(left - 12, y + 30, label, anchor="end", bold=True)
        for row, colour in zip(rows, colours):
            width = room * number(row[column]) / max(totals)
            if width > 0:
                p.box(x, y, max(width - 1.5, 1), 48, colour, radius=2)
            if width >= 34:
                share = 100 * number(row[column]) / totals[bar]
                p.text(x + width / 2, y + 30, f"{share:.0f} %", "#ffffff", "middle", bold=True)
            x += width
        p.text(x + 8, y + 30, f"{round(totals[bar], -1):,.0f}", bold=True)
    p.text(left, 20, "Multiply-adds for eight verifications, by part")
    for i, (name, colour) in enumerate(zip(names, colours)):
        x, y = left + 236 * (i % 3), 178 + 28 * (i // 3)
        p.box(x, y, 14, 14, colour, radius=2)
        p.text(x + 21, y + 12, name)
    return p.svg()


def draw_registers():
    """Eight field elements in five registers, and one multiply-add of two limbs."""
    p = Picture(596, "Eight field elements in five registers, and what one multiply-add does")
    left, cell, high = 210, 50, 30
    right = left + 8 * cell
    p.text(left + 4 * cell, 20, "eight lanes, a row of the batch in each", anchor="middle")
    for lane in range(8):
        p.text(left + cell * (lane + 0.5), 44, f"row {lane}", anchor="middle", size=13)
    top = 54
    for limb in range(5):
        y = top + (high + 6) * limb
        words = f"register {limb}:  × 2^{52 * limb}" if limb else "register 0:  × 1"
        p.text(left - 14, y + 20, words, anchor="end", size=13)
        for lane in range(8):
            x = left + cell * lane
            fill, opacity = (BLUE, 0.85) if lane == 2 else (GREY, 0.22)
            p.box(x + 2, y, cell - 4, high, fill, opacity, line=BLUE if lane == 2 else GREY)
            colour = "#ffffff" if lane == 2 else GREY
            p.text(x + cell / 2, y + 20, f"a{limb}", colour, "middle", 13)
    p.text(right + 16, top + 20, "a column is one", BLUE, size=13)
    p.text(right + 16, top + 38, "field element:", BLUE, size=13)
    p.text(right + 16, top + 56, "a0 + a1 2^52 + ...", BLUE, size=13)
    p.text(right + 16, top + 98, "a register is one limb", size=13)
    p.text(right + 16, top + 116, "of eight elements", size=13)

    y = 264
    p.text(40, y, "One multiply-add, the same in all eight lanes", bold=True)
    y += 18
    p.box(40, y, 150, 34, BLUE, 0.85)
    p.text(115, y + 22, "a2, 52 bits", "#ffffff", "middle", 13)
    p.text(205, y + 23, "×", anchor="middle", size=18)
    p.box(220, y, 150, 34, GREEN, 0.85)
    p.text(295, y + 22, "b1, 52 bits", "#ffffff", "middle", 13)
    p.text(390, y + 23, "=", anchor="middle", size=18)
    p.box(412, y, 190, 34, VIOLET, 0.85, radius=0)
    p.text(507, y + 22, "high part, 52 bits", "#ffffff", "middle", 13)
    p.box(604, y, 190, 34, AMBER, 0.9, radius=0)
    p.text(699, y + 22, "low part, 52 bits", "#ffffff", "middle", 13)

    # Ten columns of sums; column 0 is at the right, as the low half is.
    base, unit, step = 530, 13, 70
    columns = [2 * min(k, 9 - k) + 1 for k in range(10)]
    assert sum(columns) == 50

    def centre(k):
        return 76 + step * (9 - k)

    for k, count in enumerate(columns):
        x, height = centre(k), unit * count
        fill, opacity = {4: (VIOLET, 0.85), 3: (AMBER, 0.9)}.get(k, (GREY, 0.35))
        p.box(x - 26, base - height, 52, height, fill, opacity)
        inside = "#ffffff" if k in (3, 4) else GREY
        p.text(x, base - height + (18 if height > 20 else -5), str(count), inside, "middle", 12)
        p.text(x, base + 19, f"column {k}", anchor="middle", size=12)
    peak = base - unit * max(columns) - 6
    p.path([(507, y + 36), (507, 350), (centre(4), 350), (centre(4), peak)], VIOLET, arrow=True)
    low = base - unit * columns[3] - 6
    p.path([(699, y + 36), (699, 366), (centre(3), 366), (centre(3), low)], AMBER, arrow=True)
    p.text(centre(4) - 12, 344, "madd52hi adds it to column 2 + 1 + 1", VIOLET, "end", 13)
    p.text(centre(3) + 12, 386, "madd52lo adds it to column 2 + 1", AMBER, size=13)
    p.text(40, base + 48, "The bars count the multiply-adds of a product: 50.", size=13)
    p.text(375, base + 48, "Folding columns 5 to 9 onto 0 to 4, modulo p, takes 12 more.", size=13)
    return p.svg()


def draw_engines(text):
    """Bars: times the speed of libsecp256k1, by engine."""
    rows = table(text, "ECDSA verification on Zen 5")
    p = Picture(74 + 36 * (len(rows) + 1), "Speed of verification by engine")
    left, room = 230, WIDTH - 230 - 70
    most = max(number(row[1]) for row in rows)
    p.text(left, 22, "ECDSA verification on Zen 5, times the speed of libsecp256k1")
    for i, (name, cell) in enumerate([*rows, ["libsecp256k1", "1"]]):
        y, width = 36 + 36 * i, room * number(cell) / most
        colour = GREY if name == "libsecp256k1" else GREEN if "one call" in name else BLUE
        p.text(left - 12, y + 18, name, anchor="end")
        p.box(left, y, width, 25, colour, radius=2)
        p.text(left + width + 9, y + 18, cell, bold=True)
    y = 44 + 36 * (len(rows) + 1)
    for i, (colour, what) in enumerate(((BLUE, "a batch"), (GREEN, "one call"))):
        p.box(left + 120 * i, y, 14, 14, colour, radius=2)
        p.text(left + 120 * i + 21, y + 12, what)
    return p.svg()


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    text = (DOC / "LANES.md").read_text()
    pictures = {
        "lanes-cost.svg": draw_cost(text),
        "lanes-registers.svg": draw_registers(),
        "lanes-engines.svg": draw_engines(text),
    }
    stale = []
    for name, svg in pictures.items():
        if not sys.argv[1:]:
            (DOC / name).write_text(svg)
        elif not (DOC / name).is_file() or (DOC / name).read_text() != svg:
            stale.append(f"doc/{name}:1: is not what the tables give: run tools/draw_lanes.py")
    print("\n".join(stale) or f"{len(pictures)} pictures are as the tables of doc/LANES.md")
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
