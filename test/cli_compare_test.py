# ufsecp compare: ratios with their spread, what differs, exit codes, and files that are none.
import glob
import json
import os

import cli_tool
from cli_tool import Case

HEADER = {"cpu": "A", "compiler": "Clang 22", "engine": "x64_ifma", "commit": "1", "date": "x"}


def row(name, ns, spread=0.02, **more):
    return {
        "name": name,
        "engine": "e",
        "n": 1,
        "threads": 1,
        "ns_per_op": ns,
        "spread": spread,
        **more,
    }


def report(*rows, **header):
    return json.dumps({"header": {**HEADER, **header}, "rows": rows, "skipped": []})


class Compare(Case):
    def compare(self, code, old, new, *args):
        paths = self.path("old.json", old), self.path("new.json", new)
        return self.expect(code, "compare", *args, *paths)

    def as_json(self, code, old, new, *args):
        return json.loads(self.compare(code, old, new, "--json", *args).stdout)

    def test_ratios(self):
        old = report(row("a", 100), row("b", 100), row("c", 100), row("d", 100, None))
        new = report(row("a", 50), row("b", 101), row("c", 110), row("d", 300, None))
        rows = {r["name"]: r for r in self.as_json(0, old, new)["rows"]}
        self.assertEqual(
            {name: r["verdict"] for name, r in rows.items()},
            {"a": "faster", "b": "same", "c": "slower", "d": None},
        )
        self.assertAlmostEqual(rows["a"]["ratio"], 2)
        self.assertAlmostEqual(rows["a"]["ratio_spread"][0], 2 * 0.99 / 1.01)
        self.assertAlmostEqual(rows["a"]["ratio_spread"][1], 2 * 1.01 / 0.99)
        self.assertIsNone(rows["d"]["ratio_spread"])
        text = self.compare(0, old, new).stdout.decode()
        self.assertRegex(text, r"(?m)^a +100\.0 ns +50\.0 ns +2\.00x +1\.96 - 2\.04 faster$")
        self.assertRegex(text, r"(?m)^c +100\.0 ns +110\.0 ns +0\.91x +0\.89 - 0\.93 slower$")
        self.assertRegex(text, r"(?m)^d +100\.0 ns +300\.0 ns +0\.33x +- *$")

    def test_what_differs_comes_first(self):
        old, new = report(row("a", 9), cpu="A"), report(row("a", 9), cpu="B", date="y", flags="-O3")
        text = self.compare(0, old, new).stdout.decode()
        self.assertLess(text.index("  cpu\n    old A\n    new B\n"), text.index("9.0 ns"))
        self.assertIn("  flags\n    old (not in the file)\n    new -O3\n", text)
        for same in ("date", "compiler", "engine"):
            self.assertNotIn(f"  {same}\n", text)
        differs = self.as_json(0, old, new)["differs"]
        self.assertEqual(
            differs, {"cpu": {"old": "A", "new": "B"}, "flags": {"old": None, "new": "-O3"}}
        )
        self.assertIn(b"no difference of machine", self.compare(0, old, old).stdout)

    def test_rows_of_one_file(self):
        old, new = report(row("a", 9), row("b", 9)), report(row("a", 9), row("c", 8))
        found = self.as_json(0, old, new)
        self.assertEqual([r["name"] for r in found["only_old"]], ["b"])
        self.assertEqual([r["name"] for r in found["only_new"]], ["c"])
        text = self.compare(0, old, new).stdout.decode()
        self.assertIn("\nonly in old:\n  b (e): 9.0 ns\n", text)
        self.assertIn("\nonly in new:\n  c (e): 8.0 ns\n", text)
        untimed = self.as_json(0, report(row("a", 9), row("b", None)), new)
        self.assertEqual([r["name"] for r in untimed["untimed_old"]], ["b"])
        done = self.compare(2, report(row("a", 9)), report(row("c", 9)))
        self.assertIn(b"no row is in both files", done.stderr)

    def test_which_rows_belong_together(self):
        """By name, size and threads; by the engine only where a file has several."""
        old = report(
            row("a", 10),
            row("a", 20, n=8),
            row("a", 30, threads=2),
            row("k", 1),
            row("k", 2, engine="f"),
        )
        new = report(
            row("k", 4, engine="f"), row("a", 5, engine="other"), row("a", 20, n=8), row("k", 8)
        )
        found = self.as_json(0, old, new)
        self.assertEqual(
            [(r["old_ns"], r["new_ns"]) for r in found["rows"]], [(10, 5), (20, 20), (1, 8), (2, 4)]
        )
        self.assertEqual([r["threads"] for r in found["only_old"]], [2])

    def test_fail_above(self):
        old = report(row("a", 100), row("b", 100))
        for ns, percent, code in ((102, 0, 0), (103, 0, 1), (110, 5, 1), (110, 10, 0), (50, 0, 0)):
            new = report(row("a", 100), row("b", ns))
            found = self.as_json(code, old, new, "--fail-above", str(percent))
            self.assertEqual([r["too_slow"] for r in found["rows"]], [False, code == 1])
            text = self.compare(code, old, new, "--fail-above", str(percent)).stdout
            self.assertEqual(b"too slow" in text, code == 1)
        self.compare(
            1, report(row("a", 100, None)), report(row("a", 101, None)), "--fail-above=0.5"
        )
        self.compare(0, report(row("a", 100, 9)), report(row("a", 900, 9)), "--fail-above=0")
        for wrong in ("", "-1", "nan", "inf", "many", "0x10", "1e3", ".", "1.2.3", "9" * 400):
            done = self.compare(2, old, old, f"--fail-above={wrong}")
            self.assertEqual(done.stdout, b"")
            self.assertIn(b"--fail-above", done.stderr)

    def test_wrong_files(self):
        good = report(row("a", 1))
        many = json.dumps({"header": {}, "rows": [row("a", 1), row("a", 1)]})
        for wrong, reason in {
            "": "empty",
            "{": "not JSON, or cut off",
            good[:-20]: "not JSON, or cut off",
            "[" * 100000: "not JSON",
            "[]": "JSON without header and rows",
            "7": "JSON without header and rows",
            '{"header": {}, "rows": {}}': "JSON without header and rows",
            '{"header": {}, "rows": []}': "no row with a time",
            '{"header": {}, "rows": [7]}': "row 0: not an object",
            '{"header": {}, "rows": [{"ns_per_op": 1}]}': "row 0: no name",
            report(row("a", "fast")): "row 0: ns_per_op is not a time",
            report(row("a", 1), row("b", 0)): "row 1: ns_per_op is not a time",
            report(row("b", -1)): "row 0: ns_per_op is not a time",
            report(row("a", 1, n=0)): "row 0: n is not",
            report(row("a", 1, n=-8)): "row 0: n is not",
            report(row("a", 1, threads="2")): "row 0: threads is not",
            report(row("a", 1, -0.5)): "row 0: spread is below 0",
            many: "row 1: a second row of a",
            "benchmark of ufsecp\n": "not JSON",
            "\0" * 1000: "not JSON",
        }.items():
            for old, new, name in ((wrong, good, "old.json"), (good, wrong, "new.json")):
                done = self.compare(2, old, new)
                self.assertEqual(done.stdout, b"", reason)
                self.assertIn(f"{name}: {reason}", done.stderr.decode(), reason)
        here = self.path("good.json", good)
        for args in (
            (),
            (here,),
            (here, here, here),
            (here, ""),
            ("", here),
            ("-", "-"),
            (here, self.path("none")),
            (here, self.folder.name),
        ):
            self.assertEqual(self.expect(2, "compare", *args).stdout, b"", args)
        self.expect(0, "compare", here, "-", stdin=good.encode())

    def test_text_of_a_file_cannot_rule_the_terminal(self):
        evil = "a\x1b[2J\x07\u202eb\x9bz\u2066\u00e9\u2013"
        old = report(row(evil, 9), row("x" * 500, 1), cpu=evil)
        new = report(row(evil, 9), row("x" * 500, 1))
        text = self.compare(0, old, new).stdout.decode()
        for mark in "\x1b\x07\u202e\x9b\u2066":
            self.assertNotIn(mark, text)
        self.assertIn("a\\x1b[2J\\x07\\u202eb\\u009bz\\u2066\u00e9\u2013", text)

    def test_published_results(self):
        """Those of this repository are read; each is the same as itself."""
        some = 0
        for path in glob.glob(os.path.join(cli_tool.ROOT, "bench", "results", "*.json")):
            with open(path) as file:
                timed = [r for r in json.load(file)["rows"] if r.get("ns_per_op")]
            done = self.expect(0 if timed else 2, "compare", "--json", path, path)
            if timed:
                found = json.loads(done.stdout)
                self.assertEqual({r["ratio"] for r in found["rows"]}, {1})
                self.assertEqual((len(found["rows"]), found["differs"]), (len(timed), {}))
                some += 1
        self.assertGreater(some, 5)

    def test_what_bench_writes(self):
        done = cli_tool.run(
            "bench", "--quick", "--passes", "1", "--json", "--no-file", "--filter", "^scalar_"
        )
        if b"no benchmarks" in done.stderr:
            self.skipTest("this build has no benchmarks")
        self.assertEqual(done.returncode, 0)
        found = self.as_json(0, done.stdout, done.stdout)
        self.assertEqual({r["verdict"] for r in found["rows"]}, {"same"})
        self.assertEqual(len(found["rows"]), len(json.loads(done.stdout)["rows"]))


if __name__ == "__main__":
    cli_tool.main()
