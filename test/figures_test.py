# The page of figures: it is what its result files say, a log becomes a result file, and what is
# wrong is told.
import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
sys.path.insert(0, str(ROOT / "tools"))
import make_figures  # noqa: E402

# Nothing, a number with its unit, words, a day, a commit, or a number and words.
CELL = (
    r"^(|[\d.]+( [nu]s| GHz|\\\*)?|[A-Za-z][\w ,;-]*|[\d-]{10}|[0-9a-f]{7}"
    r"|\d+ [A-Za-z ]+)$"
)


def log(
    cpu="AMD EPYC (family 25, model 17, stepping 1)",
    engine="x64_ifma",
    ns=2000.0,
    date="2030-01-02T03:04:05Z",
    **more,
):
    """A log of `ufsecp bench --json`: a batch, and a row that the engine leaves to another."""
    header = {
        "report": "ufsecp bench",
        "version": "9.9.9",
        "commit": "0123456789ab",
        "date": date,
        "platform": "x86_64-linux",
        "cpu": cpu,
        "clock": "3.70 GHz (estimated)",
        "compiler": "Clang 22.1.8",
        "flags": "-O2 -DNDEBUG",
        "engine": engine,
        "peer": "libsecp256k1 0.8.0",
        "table_bytes_constant_time": 53248,
        "table_bytes_variable_time": 524288,
        "passes": 101,
        **more,
    }
    row = {
        "name": "ecdsa_verify",
        "engine": engine,
        "n": 4096,
        "threads": 1,
        "ns_per_op": ns,
        "per_second": 1e9 / ns,
        "spread": 0.01,
        "peer": "libsecp256k1 0.8.0",
        "peer_ns_per_op": 20 * ns,
        "ratio": 20.00123,
        "ratio_quartiles": [19.91, 20.1],
        "table_bytes": 2883584,
        "constant_time": False,
        "disturbed": False,
        "passes": 101,
        "note": "peer: calls",
    }
    single = {
        **row,
        "name": "field_mul",
        "engine": "x64_adx",
        "n": 1,
        "ns_per_op": 11.5,
        "peer_ns_per_op": 17.25,
        "ratio": 1.5,
        "ratio_quartiles": [1.4, 1.6],
    }
    return {"header": header, "rows": [row, single], "skipped": []}


def gpu_log(api="cuda", ns=20.0, date="2030-01-02T03:04:05Z", other=None, **more):
    """A log of a GPU program, on a device of this test's own: a call, and a product."""
    device = {
        "engine": api + ":0",
        "api": api,
        "name": "NVIDIA Made Up 9",
        "description": "NVIDIA Made Up 9, 100 units, 1000 MHz",
        "is_cpu": False,
    }
    report = {"cuda": "secp256k1_cuda_bench", "opencl": "opencl_benchmark"}[api]
    words = "version compiler flags group define cuda_bounds window_bits passes timer".split()
    header = {
        **{word: f"a {word}" for word in words},
        "report": report,
        "commit": "0123456789ab",
        "date": date,
        "platform": "x86_64-Linux 6.1.2-name",
        "nvidia_driver": "NVRM version: Module  580.1.2  Release (who@where)",
        "device": device,
        "threads": 16,
        "rows": 4096,
        "block_ms": 20,
        "kinds": {"memory": "text"},
        "multiply_adds_per_second": 32 * 100 * 1e9,
        **({"other_device": {**device, "api": other}} if other else {}),
        **more,
    }
    row = {
        "name": "public_mul_gen_kernels",
        "kind": "kernels",
        "n": 4096,
        "ns_per_op": ns,
        "spread": 0.01,
        "multiply_adds": 16000.0,
        "of_bound": 0.9,
        "table_bytes": 1024,
        "note": "",
        "sha256": "0" * 64,
        "checked_rows": 4096,
        "peer": other and other + ":0",
        "peer_ns_per_op": other and 1.25 * ns,
        "ratio": other and 1.25,
        "ratio_quartiles": other and [1.2, 1.3],
    }
    rows = [
        row,
        {**row, "name": "public_mul_gen_step_x", "kind": "step_x", "sha256": None},
        {**row, "name": "public_mul_gen_end_to_end", "kind": "end_to_end", "ns_per_op": 2 * ns},
        {
            **row,
            "name": "field_mul_compute",
            "kind": "compute",
            "ns_per_op": ns / 1000,
            "spread": 0.0,
        },
    ]
    for n in (1, 2, 256):
        rows.append({**row, "name": "public_mul_gen_latency", "kind": "latency", "n": n})
    return {"header": header, "rows": rows, "skipped": [], "failed": False}


CLOCKS = """timestamp, index, name, pstate, clocks.current.sm [MHz], clocks.current.memory [MHz], \
power.draw [W]
1, 0, NVIDIA Made Up 9, P0, 345 MHz, 400 MHz, 99.00 W
2, 0, NVIDIA Made Up 9, P0, 900 MHz, 500 MHz, 100.00 W
3, 0, NVIDIA Made Up 9, P0, 980 MHz, 500 MHz, 150.00 W
4, 0, NVIDIA Made Up 9, P0, 970 MHz, 500 MHz, 200.00 W
5, 0, NVIDIA Another, P0, 100 MHz, 100 MHz, 900.00 W
6, 0, NVIDIA Made Up 9, P0, [N/A]
"""


def files():
    return [path for path in RESULTS.iterdir() if path.is_file()]


def made_engines(engines):
    """The engines that somebody would measure: not the portable ones where there are others."""
    return [e["name"] for e in engines if e["supported"] and e["name"].startswith("x64")]


class Figures(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self.temporary.name)
        self.addCleanup(self.temporary.cleanup)

    def run_tool(self, *args, code=0):
        """The script with a page and result files of its own."""
        done = subprocess.run(
            [
                sys.executable,
                ROOT / "tools/make_figures.py",
                "--results",
                self.folder,
                "--page",
                self.folder / "out.md",
                "--readme",
                self.folder / "README.md",
                "--timing",
                self.folder / "TIMING.md",
                *args,
            ],
            capture_output=True,
            text=True,
            timeout=60,
        )
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def copy_results(self):
        (self.folder / "gpu").mkdir()
        for path in [*files(), ROOT / "README.md", ROOT / "doc/TIMING.md"]:
            (self.folder / path.name).write_text(path.read_text())
        for path in (RESULTS / "gpu").iterdir():
            (self.folder / "gpu" / path.name).write_text(path.read_text())

    def write(self, name, data):
        path = self.folder / name
        path.write_text(data if isinstance(data, str) else json.dumps(data))
        return path

    def test_the_page_is_what_the_result_files_say(self):
        done = subprocess.run(
            [sys.executable, ROOT / "tools/make_figures.py", "--check"],
            capture_output=True,
            text=True,
            timeout=60,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_drift_is_found(self):
        self.copy_results()
        self.run_tool()
        self.run_tool("--check")
        page = self.folder / "out.md"
        before = page.read_text()
        for after in (before.replace("12.1", "12.9", 1), before + "\n", ""):
            page.write_text(after)
            self.assertIn("make figures", self.run_tool("--check", code=1).stderr)
        page.write_text(before)
        path = next(self.folder.glob("zen5-x64_ifma-*.json"))
        path.write_text(path.read_text().replace('"ratio": 12.1', '"ratio": 12.3'))
        drift = self.run_tool("--check", code=1).stdout
        many = "| verify many, each with its own verdict | 2.25 us each | 27.29 us each | 12.3 |"
        self.assertIn("+" + many, drift)
        self.assertIn("+| ECDSA verification, 4,096 rows | 12.3 |", drift)

    def test_cells_have_one_number(self):
        """A cell of measured tables is empty, words, or one number with its unit."""
        for line in (ROOT / "doc/FIGURES.md").read_text().split("## What to know")[0].splitlines():
            if not line.startswith("| ") or line.startswith(("|---", "| times", "| CPU", "|  |")):
                continue
            self.assertLessEqual(len(line), 140, line)
            for cell in line[2:-2].split(" | ")[1:]:
                self.assertRegex(
                    cell,
                    CELL,
                    line,
                )

    def test_a_log_becomes_a_result(self):
        self.copy_results()
        made = self.run_tool("--store", self.write("log", log())).stdout.strip()
        self.assertEqual(Path(made).name, "zen4-x64_ifma-clang-2030-01-02-030405.json")
        kept = json.loads(Path(made).read_text())
        self.assertEqual(kept["header"]["commit"], "0123456789ab")
        self.assertEqual(
            kept["rows"][0],
            {
                "name": "ecdsa_verify",
                "n": 4096,
                "threads": 1,
                "ns_per_op": 2000.0,
                "peer": "libsecp256k1 0.8.0",
                "peer_ns_per_op": 40000.0,
                "ratio": 20.0,
                "ratio_quartiles": [19.91, 20.1],
                "table_bytes": 2883584,
            },
        )
        self.assertEqual(kept["rows"][1]["engine"], "x64_adx")
        page = (self.folder / "out.md").read_text()
        self.assertIn(
            "| ECDSA verification, 4,096 rows | 2.00 us | 40.00 us | 20.0 | 19.9 | 20.1 |", page
        )
        self.assertIn("measured at commit 0123456789ab\n", page)
        self.assertRegex(page, r"\| Zen 4 \| x64_ifma \| 2030-01-02 \| 0123456 \|")
        self.assertIn("| field: product | 11.5 ns | 17.2 ns | 1.50 | 1.40 | 1.60 |", page)
        self.assertIn("newest result file: 2030-01-02", page)
        self.run_tool(
            "--store", self.write("log", log(ns=3000.0, date="2029-01-01T00:00:00Z"))
        )  # an older one changes no table but the history
        self.assertIn(
            "| ECDSA verification, 4,096 rows | 2.00 us |", (self.folder / "out.md").read_text()
        )

    def test_a_disturbed_row_yields_to_one_that_was_not(self):
        self.copy_results()
        disturbed = log()
        disturbed["rows"][0]["disturbed"] = True
        self.run_tool("--store", self.write("log", disturbed))
        page = (self.folder / "out.md").read_text()
        self.assertIn("commit 0123456789ab; rows taken on a core shared with others: 1\n", page)
        now = (ROOT / "doc/FIGURES.md").read_text().split("\n## Zen 4\n")[1]
        kept = re.search(r"\n(\| ECDSA verification, 4,096 rows \| [\d.]+ us .*)\n", now)[1]
        self.assertIn(kept, page)
        self.assertNotRegex(page.split("\n## Zen 4\n")[1].split("\n## ")[0], r"\d\\\*")
        # Where there is no other, a star marks it, in each of the tables.
        disturbed["header"]["cpu"] = "Made Up 3000 (family 9, model 9, stepping 9)"
        self.run_tool("--store", self.write("log", disturbed))
        page = (self.folder / "out.md").read_text()
        row = "| ECDSA verification, 4,096 rows | 2.00 us | 40.00 us | 20.0\\* | 19.9 | 20.1 |"
        self.assertIn(row, page)
        self.assertRegex(page, r"\| ECDSA verification, 4,096 rows \| 12.1 .* 20.0\\\* \|\n")
        self.assertRegex(page, r"\| Made Up 3000 \| x64_ifma \| .* 20.0\\\* \|")

    def test_the_peer_is_that_of_the_logs(self):
        for path in [*files(), ROOT / "README.md", ROOT / "doc/TIMING.md"]:
            text = path.read_text().replace("libsecp256k1 0.8.0", "libsecp256k1 0.9.1")
            (self.folder / path.name).write_text(text)
        self.run_tool()
        readme = (self.folder / "README.md").read_text()
        self.assertIn("| on one core | ours | libsecp256k1 0.9.1 | ratio |", readme)
        page = (self.folder / "out.md").read_text()
        self.assertIn("Every ratio is the time of libsecp256k1 0.9.1 divided by ours.", page)
        self.assertIn("| ECDSA verification, 4,096 rows | 2.25 us | 27.29 us | 12.1 |", page)
        self.run_tool("--store", self.write("log", log()))
        page = (self.folder / "out.md").read_text()
        self.assertIn("libsecp256k1 0.8.0 or libsecp256k1 0.9.1", page)
        self.run_tool("--store", self.write("log", log(peer=None)), code=2)

    def test_a_log_of_uncommitted_changes_is_refused(self):
        self.copy_results()
        before = sorted(path.name for path in self.folder.iterdir())
        dirty = self.write("log", log(commit="0123456789ab-dirty"))
        self.assertIn("--allow-dirty", self.run_tool("--store", dirty, code=2).stderr)
        after = sorted(path.name for path in self.folder.iterdir() if path.name != "log")
        self.assertEqual(before, after)
        made = self.run_tool("--store", dirty, "--allow-dirty").stdout.strip()
        self.assertEqual(json.loads(Path(made).read_text())["header"]["commit"][12:], "-dirty")

    def test_platforms_are_labelled(self):
        self.copy_results()
        self.run_tool()
        text = (self.folder / "out.md").read_text()
        self.assertIn(
            "| x86-64 Linux | 5 us | 110 us | measured on Zen 5 | 1.58 us | 8.38 us |", text
        )
        self.assertIn("| ARM64: RK3588 | 14 us | 131 us | emulated |  |  |", text)
        self.assertIn("| x86-64 Windows | 8 us | 42 us | emulated |  |  |", text)
        other = log(cpu="Made Up (family 9, model 9)", platform="aarch64-linux")
        other["rows"].append({**other["rows"][0], "name": "mul_gen", "n": 1})
        self.run_tool("--store", self.write("log", other))
        text = (self.folder / "out.md").read_text()
        self.assertIn("| ARM64: RK3588 | 14 us | 131 us | measured on Made Up | 2.00 us |  |", text)

    def write_run(self, *logs, clocks=CLOCKS):
        """A folder as tools/gpu_run.sh leaves it."""
        run = Path(tempfile.mkdtemp(dir=self.folder))
        (run / "compare").mkdir()
        for log in logs:
            head = log["header"]
            folder = run / "compare" if "other_device" in head else run
            stamp = head["date"].translate({ord(c): None for c in "-:Z"}).replace("T", "-")
            (folder / f"{head['report']}-{stamp}.json").write_text(json.dumps(log))
        if clocks:
            (run / "clocks.csv").write_text(clocks)
        return run

    def gpu_part(self):
        text = (self.folder / "out.md").read_text()
        return text.split("### NVIDIA Made Up 9\n")[1].split("\n### ")[0].split("\n## ")[0]

    def test_logs_of_gpus_become_results(self):
        self.copy_results()
        run = self.write_run(
            gpu_log(), gpu_log("opencl", 25.0), gpu_log(other="opencl", date="2030-01-02T04:00:00Z")
        )
        made = self.run_tool("--store-gpu", run).stdout.split()
        self.assertEqual(
            sorted(Path(path).name for path in made),
            [
                "made-up-9-compare-2030-01-02-040000.json",
                "made-up-9-cuda-2030-01-02-030405.json",
                "made-up-9-opencl-2030-01-02-030405.json",
            ],
        )
        kept = json.loads((self.folder / "gpu/made-up-9-cuda-2030-01-02-030405.json").read_text())
        self.assertEqual(
            kept["header"]["clocks"],
            {"samples": 3, "multiprocessors_mhz": [900, 970, 980], "memory_mhz": 500},
        )
        head = kept["header"]
        self.assertEqual((head["platform"], head["nvidia_driver"]), ("x86_64-Linux", "580.1.2"))
        self.assertNotIn("kinds", head)
        self.assertEqual([row["kind"] for row in kept["rows"]].count("step_x"), 0)
        part = self.gpu_part()
        for text in (
            "2030-01-02T03:04:05Z, secp256k1_cuda_bench a version, a compiler a flags, measured at "
            "commit 0123456789ab.",
            "NVIDIA Made Up 9, 100 units, 1000 MHz; driver 580.1.2.",
            "multiprocessors 970 MHz (900 to 980), memory 500 MHz; medians of the 3 samples",
            "4,096 rows of a batch; group: a group; bounds of CUDA's blocks: a cuda_bounds; "
            "definitions: a define; table for k\\*G: 1,024 bytes",
            "a passes passes in blocks of 20 ms; timer: a timer.",
            # 16,000 multiply-adds in 20 ns are a quarter of 32 a clock of 100 units at 1 GHz
            "|  | kernels, M/s | of the limit | end to end, M/s | 1 row, us | 256 rows, us |\n",
            "| k\\*G, public k | 50.00 | 0.25 | 25.00 | 0.02000 | 5.120 |\n",
            "| k\\*G, public k | 40.00 | 0.20 | 20.00 | 0.02500 | 6.400 |\n",
            "|  | in registers, G/s | of the limit |\n",
            "| field: product | 50.00 | 250.00 |\n",
            "|  | kernels | lower quartile | upper quartile | end to end | lower quartile | upper "
            "quartile |\n",
            "| k\\*G, public k | 1.250 | 1.200 | 1.300 | 1.250 | 1.200 | 1.300 |\n",
        ):
            self.assertIn(text, part)
        page = (self.folder / "out.md").read_text()
        self.assertIn("newest result file: 2030-01-02", page)
        ours = "measured on NVIDIA Made Up 9"
        self.assertIn(f"| CUDA: RTX 5060 Ti | 216 ns | 267 ns | {ours} | 20.0 ns |  |", page)
        self.assertIn(f"| OpenCL: RTX 5060 Ti | 295 ns |  | {ours} | 25.0 ns |  |", page)
        self.assertIn("| Metal: M3 Pro | 3.00 us | 2.94 us | emulated |  |  |", page)
        # The newest is shown; an interface without a log of its own is that of the comparison.
        (self.folder / "gpu/made-up-9-opencl-2030-01-02-030405.json").unlink()
        older = gpu_log(ns=99.0, date="2029-01-01T00:00:00Z")
        self.run_tool("--store-gpu", self.write_run(older, clocks=None))
        part = self.gpu_part()
        self.assertIn("| k\\*G, public k | 50.00 | 0.25 | 25.00 | 0.02000 | 5.120 |\n", part)
        self.assertIn("**Calls by OpenCL**\n\n|  | kernels, M/s | end to end, M/s |", part)
        newer = gpu_log(ns=10.0, date="2031-01-01T00:00:00Z")
        newer["header"]["multiply_adds_per_second"] *= 2  # 64 a clock, as programs had it
        self.run_tool("--store-gpu", self.write_run(newer, clocks=None))
        part = self.gpu_part()
        self.assertIn("| k\\*G, public k | 100.0 | 0.50 | 50.00 | 0.01000 | 2.560 |\n", part)
        self.assertIn("Nobody recorded its clocks.", part)

    def test_drift_of_gpus_is_found(self):
        self.copy_results()
        self.run_tool("--store-gpu", self.write_run(gpu_log()))
        self.run_tool("--check")
        page = self.folder / "out.md"
        before = page.read_text()
        for text in ("| 50.00 | 0.25 |", "970 MHz", "NVIDIA Made Up 9 | 20.0 ns"):
            self.assertIn(text, before)
            page.write_text(before.replace(text, text.replace("0", "1", 1).replace("9", "8", 1)))
            self.assertIn("make figures", self.run_tool("--check", code=1).stderr)
        page.write_text(before)
        path = self.folder / "gpu/made-up-9-cuda-2030-01-02-030405.json"
        path.write_text(path.read_text().replace('"ns_per_op": 20.0', '"ns_per_op": 16.0'))
        self.assertIn("+| k\\*G, public k | 62.50 |", self.run_tool("--check", code=1).stdout)
        for wrong in ("{", "[]", {"header": {}}, {**gpu_log(), "rows": 5}, gpu_log()):
            path.write_text(wrong if isinstance(wrong, str) else json.dumps(wrong))
            self.assertRegex(self.run_tool("--check", code=2).stderr, "^make_figures: .*made-up-9")

    def test_logs_of_gpus_are_refused(self):
        self.copy_results()
        before = sorted(path.name for path in (self.folder / "gpu").iterdir())
        failed, on_cpu, other = gpu_log(), gpu_log(), gpu_log("opencl")
        failed["failed"] = True
        on_cpu["header"]["device"]["is_cpu"] = True
        other["rows"][0]["sha256"] = "1" * 64
        dirty = self.write_run(gpu_log(commit="0123456789ab-dirty"))
        for run, why in (
            (self.write_run(failed), "failed"),
            (self.write_run(on_cpu), "on a CPU"),
            (self.write_run(gpu_log(), other), "verdicts must agree"),
            (self.write_run(), "no log"),
            (self.write_run(gpu_log(), clocks="timestamp, name\n"), "no sample"),
            (dirty, "--allow-dirty"),
        ):
            self.assertIn(why, self.run_tool("--store-gpu", run, code=2).stderr)
        after = sorted(path.name for path in (self.folder / "gpu").iterdir())
        self.assertEqual(before, after)
        self.run_tool("--store-gpu", dirty, "--allow-dirty")

    def test_what_constant_time_costs(self):
        self.copy_results()
        self.run_tool()
        before = (self.folder / "TIMING.md").read_text()
        # ECDH of Zen 5: 2.47 us; k*P: 1.97 us
        self.assertIn("| ECDH; k\\*P, one public k for all | 1.25 |", before)
        new = log(peer=None)
        one = {"n": 1, "peer": "constant time", "peer_ns_per_op": 3000.0, "ratio": 1.5}
        new["rows"] = [{**new["rows"][0], **one, "name": "ct_mul_gen"}]
        self.run_tool("--store", self.write("log", new))
        text = (self.folder / "TIMING.md").read_text()
        self.assertIn("| k\\*G | 2.00 us | 3.00 us | 1.50 | 19.9 | 20.1 |", text)
        self.assertIn("2030-01-02T03:04:05Z, 9.9.9, Clang 22.1.8", text)
        self.assertIn("| clock | 4.1 GHz |", (self.folder / "out.md").read_text())
        (self.folder / "TIMING.md").write_text(text.replace("3.00 us", "3.01 us"))
        self.assertIn("+| k\\*G | 2.00 us | 3.00 us |", self.run_tool("--check", code=1).stdout)
        (self.folder / "TIMING.md").write_text("no marks")
        self.assertIn("TIMING.md", self.run_tool(code=2).stderr)

    def test_measure(self):
        """It runs every supported engine with lanes or ADX, by a tool of this test's own."""
        self.copy_results()
        engines = [
            {"name": name, "supported": name != "x64_avxifma"} for name in make_figures.ENGINES
        ]
        tool = self.folder / "tool"
        tool.write_text(
            "#!/usr/bin/env python3\nimport json, os, sys\nsys.path.insert(0, "
            f"{str(ROOT / 'test')!r})\nfrom figures_test import log\n"
            f"if sys.argv[1] == 'info': print(json.dumps({{'engines': {engines!r}}}))\n"
            "elif sys.argv[1:] == ['bench', '--vs', 'libsecp256k1', '--json', '--no-file',"
            " '--quick']: print(json.dumps(log(engine=os.environ['UFSECP_ENGINE'])))\n"
            "else: sys.exit(2)\n"
        )
        tool.chmod(0o755)
        made = self.run_tool("--measure", "--quick", "--tool", tool).stdout.split()
        names = [f"zen4-{e}-clang-2030-01-02-030405.json" for e in made_engines(engines)]
        self.assertEqual([Path(path).name for path in made], names)
        self.assertIn("exit code 2", self.run_tool("--measure", "--tool", tool, code=2).stderr)

    def test_processors(self):
        for text, name in (
            ("AMD EPYC (family 25, model 1, stepping 1)", "Zen 3"),
            ("AMD EPYC (family 26, model 2, stepping 1)", "Zen 5"),
            ("Intel(R) Xeon(R) (family 6, model 85, stepping 7)", "Cascade Lake"),
            ("Intel(R) Xeon(R) (family 6, model 85, stepping 4)", "Skylake-SP"),
            ("Made Up 3000 (family 9, model 9, stepping 9)", "Made Up 3000"),
            ("AMD EPYC (Zen 4)", "Zen 4"),
            ("unknown", "unknown"),
        ):
            self.assertEqual(make_figures.cpu_of({"cpu": text}), name)

    def test_what_is_wrong_is_told(self):
        self.copy_results()
        for wrong in ("{", "[]", {"header": {}}, {**log(), "rows": []}, log(date=""), log(ns=-1.0)):
            self.assertRegex(
                self.run_tool("--store", self.write("log", wrong), code=2).stderr, "^make_figures: "
            )
        for wrong in ("{", {"rows": []}, {"header": {"cpu": "x"}, "rows": []}):
            self.write("bad.json", wrong)
            self.assertRegex(self.run_tool(code=2).stderr, r"^make_figures: bad\.json: ")
        (self.folder / "bad.json").unlink()
        (self.folder / "README.md").write_text("no table")
        self.assertIn("README.md", self.run_tool(code=2).stderr)
        (self.folder / "page.md.in").write_text("no places")
        self.assertIn("page.md.in", self.run_tool(code=2).stderr)

    def test_transcribed_figures_say_so(self):
        """A file without a date names the document and the commit that it was copied from."""
        for path in RESULTS.glob("*.json"):
            header = json.loads(path.read_text())["header"]
            if header.get("date"):
                self.assertTrue(header["commit"], path.name)
                continue
            origin = header["provenance"]
            self.assertIsNone(header["commit"], path.name)
            self.assertTrue(
                origin["transcribed_from"]
                and origin["of_commit"]
                and origin["written"]
                and origin["not_recorded"],
                path.name,
            )


if __name__ == "__main__":
    unittest.main()
