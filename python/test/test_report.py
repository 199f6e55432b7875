"""Pages and pictures of results: what is counted and shown, text that looks like HTML, columns that
are none."""

import subprocess
import sys
from html.parser import HTMLParser

import pytest
import ufsecp
from data import digest, real, secret
from ufsecp import report


class Page(HTMLParser):
    """The text of a page by tags, and what it would load."""

    def __init__(self, text):
        super().__init__()
        self.open, self.text, self.loads = [], {}, []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "rect"):
            self.open.append(tag)
        assert tag not in ("script", "link", "img", "iframe")
        self.loads += [v for k, v in attributes if k in ("src", "href") or k.startswith("on")]

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        if text.strip():
            self.text.setdefault(self.open[-1] if self.open else "", []).append(text)


def test_counts():
    column = [b"\1\2", None, True, False, 5, "x", ufsecp.Status.R_ZERO, True, bytearray(b"\1\2")]
    found = report.counts(column)
    assert found == {"0102": 2, "true": 2, "null": 1, "false": 1, "5": 1, "x": 1, "R_ZERO": 1}
    assert list(found)[:2] == ["0102", "true"]
    assert report.counts(range(10), top=3) == {"0": 1, "1": 1, "2": 1, "other (7)": 7}
    assert report.counts([]) == {}


def test_page_of_verdicts():
    """The result of a batch, as a page."""
    hashes, keys, signatures = real(300)
    signatures[5], hashes[6], keys[7] = bytes(64), None, b"no key"
    valid, reasons = ufsecp.verify_ecdsa(hashes, keys, signatures, reasons=True)
    table = {"hash": hashes, "valid": valid, "reason": reasons}
    page = Page(report.html("Verdicts", table, bars=["valid", "reason"], notes=["a note"], rows=8))
    assert page.loads == []
    assert page.text["h1"] == page.text["title"] == ["Verdicts"] and page.text["p"] == ["a note"]
    assert page.text["h2"] == ["valid", "reason", "300 rows, the first 8"]
    assert page.text["th"] == ["hash", "valid", "reason"]
    cells = page.text["td"]
    assert len(cells) == 24 and cells[0] == hashes[0].hex()
    assert cells[15:24] == [
        *(hashes[5].hex(), "false", "R_ZERO", "null", "null", "null"),
        *(hashes[7].hex(), "false", "PUBKEY_FORMAT"),
    ]
    assert page.text["text"] == [
        *("true", "297", "false", "2", "null", "1"),
        *("OK", "297", "R_ZERO", "1", "null", "1", "PUBKEY_FORMAT", "1"),
    ]


def test_text_is_escaped():
    evil = "<script>alert(1)</script>&\"'"
    page = Page(report.html(evil, {evil: [evil]}, bars=[evil], notes=[evil]))
    for tag in ("h1", "title", "th", "td", "p"):
        assert page.text[tag] == [evil]
    long = "ab" * 40
    assert Page(report.html("t", {"x": [long]}, bars=["x"])).text["text"][0] == (
        long[:34] + "\u2026" + long[-7:]
    )


def test_no_rows():
    page = Page(report.html("Nothing", {"x": [], "y": []}, bars=["x"]))
    assert page.text["th"] == ["x", "y"] and "td" not in page.text
    assert Page(report.html("Nothing", {})).text["h2"] == ["0 rows"]
    assert "td" not in Page(report.html("t", {"x": [1]}, rows=0)).text


def test_forms_of_tables():
    keys = ufsecp.pubkeys([secret(i) for i in range(4)])
    want = Page(report.html("t", {"key": keys, "n": range(4)}, bars=["key"])).text
    for name in ("pyarrow", "polars", "numpy"):
        module = pytest.importorskip(name)
        if name == "pyarrow":
            table = module.table({"key": keys, "n": range(4)})
        elif name == "polars":
            table = module.DataFrame({"key": keys, "n": range(4)})
        else:
            rows = module.frombuffer(b"".join(keys), module.uint8).reshape(4, 33)
            table = {"key": rows, "n": module.arange(4)}
        assert Page(report.html("t", table, bars=["key"])).text == want, name


def test_refused(tmp_path):
    for call, error, words in (
        (lambda: report.html("t", [1]), TypeError, "table: expected columns by name, not list"),
        (lambda: report.html("t", {"x": "text"}), TypeError, "x: expected a column, not str"),
        (lambda: report.html("t", {"x": b"text"}), TypeError, "x: expected a column, not bytes"),
        (lambda: report.html("t", {"x": 5}), TypeError, "x: expected a column, not int"),
        (lambda: report.html("t", {"x": [1], "y": []}), ValueError, "different lengths: .*'y': 0"),
        (lambda: report.html("t", {"x": []}, bars=["y"]), ValueError, "bars: .* no column 'y': x"),
        (lambda: report.html("t", {}, rows=-1), ValueError, "rows: expected 0 or more, not -1"),
        (lambda: report.counts([], top=0), ValueError, "top: expected 1 or more, not 0"),
        (lambda: report.counts("text"), TypeError, "column: expected a column, not str"),
    ):
        with pytest.raises(error, match=words):
            call()


def test_picture(tmp_path):
    pytest.importorskip("matplotlib")
    column = [digest(i % 7) for i in range(30)] + ["$x$", None]
    for ending, first in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")):
        file = tmp_path / f"a.{ending}"
        assert report.picture(file, "A $title$", column, top=5) == report.counts(column, 5)
        assert file.read_bytes().startswith(first)
    assert report.picture(tmp_path / "empty.png", "Nothing", []) == {}
    with pytest.raises(ValueError, match="nonsense"):
        report.picture(tmp_path / "a.nonsense", "t", column)


def test_picture_without_matplotlib(tmp_path):
    code = (
        "import sys; sys.modules['matplotlib.figure'] = None\n"
        "from ufsecp import report; report.picture('a.png', 't', [1])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "needs matplotlib (pip install matplotlib); html() does not" in done.stderr
