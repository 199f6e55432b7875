# The page of `ufsecp bench --html`: what it says, what it overwrites, and that a browser shows it.
import collections
import functools
import html
import itertools
import json
import os
import re
import shutil
import struct
import subprocess
import tempfile
import unittest
import zlib

import cli_tool
from cli_tool import run

ROWS = "^(field_mul|ecdsa_sign|ecdsa_verify|ecdsa_verify_2_threads|.*_by_size|.*_by_threads)$"
SIZES = [1 << i for i in range(15)]
BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)

# Opens the page at two widths and says how it lies there.
PROBE = """<!doctype html><body><pre id="out">not ready</pre><script>
const found = {};
for (const width of [400, 1280]) {
  const frame = document.createElement("iframe");
  frame.style.cssText = `width:${width}px;height:2000px;border:0`;
  frame.onload = () => {
    const page = frame.contentDocument, view = frame.contentWindow;
    const box = (x) => {
      const r = x.getBoundingClientRect();
      return [r.left, r.top, r.right, r.bottom];
    };
    found[width] = {
      requests: view.performance.getEntriesByType("resource").map((x) => x.name),
      background: view.getComputedStyle(page.body).backgroundColor,
      scroll: page.documentElement.scrollWidth,
      pictures: [...page.querySelectorAll("svg")].map((s) => ({
        box: box(s), texts: [...s.querySelectorAll("text")].map(box)})),
      size: Math.min(...[...page.querySelectorAll("svg text")].map(
        (t) => t.getScreenCTM().a * parseFloat(view.getComputedStyle(t).fontSize))),
    };
    if (Object.keys(found).length === 2)
      document.getElementById("out").textContent = JSON.stringify(found);
  };
  frame.src = "report.html";
  document.body.append(frame);
}
</script>"""


def colours(path):
    """How often each colour is in a PNG of 8 bits a channel."""
    with open(path, "rb") as file:
        data = file.read()
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", data[at + 8 : at + 18])
        if kind == b"IDAT":
            packed += data[at + 8 : at + 8 + size]
        at += 12 + size
    assert depth == 8 and colour in (2, 6)
    step = 3 if colour == 2 else 4
    raw, before = zlib.decompress(packed), bytes(width * step)
    out = collections.Counter()
    for y in range(height):
        line = bytearray(raw[y * (width * step + 1) :][: width * step + 1])
        how, line = line[0], line[1:]
        for x in range(width * step):
            a = line[x - step] if x >= step else 0
            b, c = before[x], before[x - step] if x >= step else 0
            if how == 1:
                line[x] = (line[x] + a) & 255
            elif how == 2:
                line[x] = (line[x] + b) & 255
            elif how == 3:
                line[x] = (line[x] + (a + b) // 2) & 255
            elif how == 4:
                near = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))
                line[x] = (line[x] + near[2]) & 255
        out.update(bytes(line[i : i + 3]) for i in range(0, len(line), step))
        before = line
    return out


FOLDER = tempfile.TemporaryDirectory()


def bench(*args, rows=ROWS):
    return run("bench", "--quick", "--passes", "1", "--no-file", "--filter", rows, *args)


@functools.cache
def measured():
    """The path of the page of one run, and its report as JSON."""
    path = os.path.join(FOLDER.name, "report.html")
    done = bench("--vs", "libsecp256k1", "--json", "--html", path)
    if b"no benchmarks" in done.stderr:
        raise unittest.SkipTest("this build has no benchmarks")
    assert done.returncode == 0, done.stderr
    return path, json.loads(done.stdout)


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = FOLDER
        path, cls.report = measured()
        with open(path, encoding="utf-8") as file:
            cls.text = file.read()

    def test_it_stands_alone(self):
        self.assertTrue(self.text.startswith("<!doctype html>\n"))
        for outside in ("http:", "https:", "//", " src=", "url(", "@import", "<script", "<link"):
            self.assertNotIn(outside, self.text.lower(), outside)
        self.assertIn("default-src 'none'", self.text)
        self.assertIn("prefers-color-scheme:dark", self.text)

    def test_it_says_what_was_measured(self):
        header = self.report["header"]
        for key in ("cpu", "clock", "compiler", "flags", "engine", "commit", "version", "date"):
            self.assertIn(html.escape(header[key]).replace("&#x27;", "&#39;"), self.text, key)
        for key in ("table_bytes_constant_time", "table_bytes_variable_time"):
            self.assertIn(f"<dd>{header[key]}</dd>", self.text)

    def test_every_row_is_in_a_table(self):
        shown = collections.Counter(re.findall(r'<th scope="row"><code>(\w+)</code>', self.text))
        rows = [r for r in self.report["rows"] if not r["name"].endswith(("_size", "_threads"))]
        rows += [r for r in self.report["rows"] if r["name"] == "ecdsa_verify_2_threads"]
        self.assertEqual(shown, collections.Counter(row["name"] for row in rows))
        self.assertGreaterEqual(len(rows), 5)
        for row in rows:
            if row["ratio"]:
                digits = 2 if row["ratio"] < 9.995 else 1
                self.assertIn(f"<b>{row['ratio']:.{digits}f}\N{MULTIPLICATION SIGN}</b>", self.text)

    def test_curves(self):
        for scheme in ("ecdsa", "schnorr"):
            sizes = [r for r in self.report["rows"] if r["name"] == f"{scheme}_verify_by_size"]
            self.assertEqual([row["n"] for row in sizes], SIZES)
            self.assertEqual({row["threads"] for row in sizes}, {1})
            threads = [r for r in self.report["rows"] if r["name"] == f"{scheme}_verify_by_threads"]
            cores = json.loads(run("info", "--json", "--threads", "0").stdout)["threads"]
            counts = [row["threads"] for row in threads]
            self.assertEqual((counts, counts[0]), (sorted(set(counts)), 1))
            self.assertEqual((counts[-1], {row["n"] for row in threads}), (cores, {16384}))
        for size in SIZES:
            self.assertIn(f'<th scope="row" class="r">{size:,}</th>', self.text)
        for row in self.report["rows"]:
            self.assertGreater(row["ns_per_op"], 0, row)

    def test_pictures_have_their_text(self):
        pictures = re.findall(r"<svg .*?</svg>", self.text, re.S)
        self.assertGreaterEqual(len(pictures), 6)
        for picture in pictures:
            label = re.search(r'aria-label="([^"]+)"', picture)[1]
            self.assertRegex(label, r"\d")
            self.assertRegex(picture, r"<title>[^<]+</title>")
            for bar in re.findall(r'<rect x="0" [^>]*class="[ox]"', picture):
                self.assertGreater(float(re.search(r'width="([\d.]+)"', bar)[1]), 0)
        curves = [p for p in pictures if "<polyline" in p]
        self.assertEqual(len(curves), 2)
        for size in SIZES:
            self.assertIn(f"ECDSA, {size:,} row{'s' if size > 1 else ''}:", curves[0])

    def test_files_that_are_no_page_stay(self):
        def path(name, content):
            out = os.path.join(self.folder.name, name)
            with open(out, "wb") as file:
                file.write(content)
            return out

        for name, content in {
            "key": b"not a page\n",
            "other.html": b"<!doctype html>\n<p>mine</p>\n",
            "short": b"<",
        }.items():
            done = bench("--html", path(name, content), rows="^field_mul$")
            self.assertEqual((done.returncode, done.stdout), (2, b""), name)
            self.assertIn(b"is no page of this tool", done.stderr)
            with open(os.path.join(self.folder.name, name), "rb") as file:
                self.assertEqual(file.read(), content)
        for wrong in ("", "-", self.folder.name, os.path.join(self.folder.name, "none", "x.html")):
            done = bench("--html", wrong, rows="^field_mul$")
            self.assertEqual((done.returncode, done.stdout), (2, b""), wrong)
            self.assertIn(b"--html", done.stderr)
        done = bench("--html", path("empty.html", b""), rows="^field_mul$")
        self.assertEqual(done.returncode, 0, done.stderr)
        again = bench("--html", os.path.join(self.folder.name, "empty.html"), rows="^field_add")
        self.assertEqual(again.returncode, 2)  # --quick has no such row
        again = bench("--html", os.path.join(self.folder.name, "empty.html"), rows="^field_sqr")
        self.assertEqual(again.returncode, 0, again.stderr)
        with open(os.path.join(self.folder.name, "empty.html"), encoding="utf-8") as file:
            text = file.read()
        self.assertIn("field_sqr", text)
        self.assertNotIn("field_mul", text)

    def test_without_html_there_are_no_curves(self):
        done = run("bench", "--quick", "--list")
        self.assertNotIn(b"_by_size", done.stdout)
        self.assertIn(b"_by_size", run("bench", "--quick", "--list", "--html", "x.html").stdout)
        self.assertFalse(os.path.exists("x.html"))


class Browser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not BROWSER:
            print("bench_page_test: chromium is not installed: skipped", flush=True)
            raise unittest.SkipTest("chromium is not installed")
        cls.folder = FOLDER
        cls.page, _ = measured()
        cls.probe = os.path.join(cls.folder.name, "probe.html")
        with open(cls.probe, "w") as file:
            file.write(PROBE)

    def browse(self, page, *args, dark=False):
        done = subprocess.run(
            [
                BROWSER,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--enable-logging=stderr",
                "--allow-file-access-from-files",
                "--virtual-time-budget=10000",
                f"--user-data-dir={os.path.join(self.folder.name, 'profile')}",
                f"--blink-settings=preferredColorScheme={0 if dark else 1}",
                *args,
                "file://" + page,
            ],
            capture_output=True,
            text=True,
            timeout=300,
        )
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        self.assertNotIn("CONSOLE", done.stderr)
        return done.stdout

    def test_layout(self):
        backgrounds = set()
        for dark in (False, True):
            dom = self.browse(self.probe, "--dump-dom", dark=dark)
            found = json.loads(html.unescape(re.search(r'<pre id="out">(.*?)</pre>', dom, re.S)[1]))
            for width, page in found.items():
                backgrounds.add(page["background"])
                self.assertEqual(page["requests"], [])
                self.assertLessEqual(page["scroll"], int(width), "it scrolls sideways")
                self.assertGreaterEqual(len(page["pictures"]), 6)
                self.assertGreater(page["size"], 9, "text of pictures is too small to read")
                for picture in page["pictures"]:
                    left, top, right, bottom = picture["box"]
                    self.assertGreater(right - left, 250)
                    self.assertGreater(bottom - top, 60)
                    for text in picture["texts"]:
                        self.assertGreaterEqual(text[0], left - 4)
                        self.assertLessEqual(text[2], right + 12)
                    for a, b in itertools.combinations(picture["texts"], 2):
                        across = min(a[2], b[2]) - max(a[0], b[0])
                        along = min(a[3], b[3]) - max(a[1], b[1])
                        self.assertFalse(across > 1 and along > 6, (width, a, b))
        self.assertEqual(len(backgrounds), 2)

    def test_screenshot(self):
        for dark, background, ink in (
            (False, b"\xf7\xf7\xf4", b"\x0d\x7a\x74"),
            (True, b"\x12\x15\x18", b"\x49\xc5\xba"),
        ):
            shot = os.path.join(self.folder.name, "shot.png")
            self.browse(self.page, f"--screenshot={shot}", "--window-size=1000,800", dark=dark)
            seen = colours(shot)
            self.assertGreater(seen[background], 100_000)
            self.assertGreater(seen[ink], 1000, "no bar and no curve")


if __name__ == "__main__":
    cli_tool.main()
