# The benchmarks of GPUs from outside: names, logs, the table that is made of them, and the script
# that runs them all.
import copy
import functools
import hashlib
import json
import operator
import os
import re
import subprocess
import sys
import tempfile
import unittest

from bench_test import FOLDER, KEYS, TOOL, TOOLS, run

sys.path.insert(0, TOOLS)
import gpu_report  # noqa: E402

# The programs, their operations, and what is measured of each.
GPU = [
    program
    for program in ("secp256k1_cuda_bench", "opencl_benchmark", "metal_bench")
    if os.path.exists(os.path.join(FOLDER, program))
]
GPU_KERNELS = "field_add field_sub field_mul field_sqr field_inv point_add point_double".split()
GPU_CALLS = """
    pubkey_mul public_mul_gen pubkey_mul_add ecdsa_verify schnorr_verify ecdsa_recover
    ecrecover_address pubkey_decompress silent_scan_var
""".split()
GPU_SUMS = [
    "msm",
    "schnorr_batch",
]  # whose launches depend on the number of rows, so that no single step is timed
GPU_NAMES = (
    {
        f"{op}_{kind}"
        for op in GPU_KERNELS
        for kind in ("memory", "compute", "end_to_end", "end_to_end_pageable", "latency")
    }
    | {
        f"{op}_{kind}"
        for op in GPU_CALLS
        for kind in ("kernels", "steps", "copies", "end_to_end", "latency")
    }
    | {f"{op}_{kind}" for op in GPU_SUMS for kind in ("kernels", "copies", "end_to_end", "latency")}
)
GPU_KEYS = (
    KEYS
    + """
    kind launches min_ns quartiles_ns batch_us gigabytes_per_second multiply_adds
    of_bound cpu_ns_per_op sha256 checked_rows
""".split()
)


@functools.cache
def gpu_log():
    """What opencl_benchmark has for a few rows on the device that is there; None without one."""
    if "opencl_benchmark" not in GPU:
        return None
    done = subprocess.run(
        [
            os.path.join(FOLDER, "opencl_benchmark"),
            "--quick",
            "--json",
            "--rows",
            "300",
            "--max",
            "256",
            "--filter",
            "^(field_mul|pubkey_decompress)_",
        ],
        capture_output=True,
        text=True,
        timeout=300,
    )
    if done.returncode not in (0, 3):
        raise AssertionError(done.stderr)
    return None if done.returncode else json.loads(done.stdout)


def by_cuda(log, faster):
    """As secp256k1_cuda_bench would have it, so many times as fast."""
    log = copy.deepcopy(log)
    log["header"]["report"] = "secp256k1_cuda_bench"
    log["header"]["device"].update(api="cuda", engine="cuda:0", description="made up", is_cpu=False)
    log["header"]["multiply_adds_per_second"] = 4e9
    for row in log["rows"]:
        row.update(engine="cuda:0", ns_per_op=row["ns_per_op"] / faster)
        row["multiply_adds"] = row["ns_per_op"] / 2  # an eighth of 4 in a nanosecond
    return log


def gpu_table(logs, *args, code=0):
    """What gpu_table.py prints of those logs: JSON or text, or lines."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, f"{i}.json") for i in range(len(logs))]
        for path, log in zip(paths, logs):
            with open(path, "w") as file:
                file.write(log if isinstance(log, str) else json.dumps(log))
        done = subprocess.run(
            [sys.executable, os.path.join(TOOLS, "gpu_table.py"), *paths, *args],
            capture_output=True,
            text=True,
            timeout=60,
        )
    if done.returncode != code:
        raise AssertionError(
            f"gpu_table: exit code {done.returncode}, not {code}\n{done.stdout}\n{done.stderr}"
        )
    return done


class GpuBench(unittest.TestCase):
    def test_gpu_programs_without_a_device(self):
        """A device that is not there is told in a sentence, also as JSON, with an exit code of its
        own; names and help need none."""
        for program in GPU:
            with self.subTest(program):
                self.assertIn("3: no such device", " ".join(run(program, "--help").stdout.split()))
                self.assertEqual(set(run(program, "--list").stdout.split()), GPU_NAMES)
                done = run(program, "--quick", "--device", "250", code=3)
                self.assertRegex(
                    done.stderr,
                    rf"^{program}: no [^\n]+\n$|^{program}: the library was built without OpenCL",
                )
                self.assertEqual(done.stdout, "")
                out = json.loads(
                    run(program, "--quick", "--json", "--device", "250", code=3).stdout
                )
                self.assertEqual(
                    (out["header"]["device"], out["rows"], out["failed"]), (None, [], False)
                )
                self.assertIn(out["skipped"][0]["why"], done.stderr)
                for args in (
                    ["--filter", "no_such_row"],
                    ["--filter", "("],
                    ["--rows", "0"],
                    ["--group", "x"],
                    ["--define", "-DX"],
                    ["--colour"],
                ):
                    self.assertTrue(run(program, *args, code=2).stderr, args)

    def test_gpu_rows(self):
        """On each device that is there, few rows: each kind of row, what it must hold, and the hash
        of what the CPU gives."""
        found_one = False
        for program in GPU:
            args = [
                "--quick",
                "--json",
                "--rows",
                "300",
                "--max",
                "4",
                "--filter",
                "^(field_(mul|inv)|point_add|ecdsa_verify|silent_scan_var)_",
            ]
            with tempfile.TemporaryDirectory() as folder:
                done = subprocess.run(
                    [os.path.join(FOLDER, program), *args, "--output", folder],
                    capture_output=True,
                    text=True,
                    timeout=300,
                )
                if done.returncode == 3:
                    continue
                found_one = True
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertRegex(
                    run(program, "--group", "65536", code=2).stderr,
                    r"--group 65536: kernels on .* take groups of \d+ at most",
                )
                out = json.loads(done.stdout)
                text, log = sorted(os.listdir(folder), key=lambda name: name.endswith(".json"))
                with open(os.path.join(folder, log)) as file:
                    self.assertEqual(json.load(file), out)
                with open(os.path.join(folder, text)) as file:
                    self.assertIn(out["header"]["device"]["name"], file.read())
            rows = out["rows"]
            self.assertEqual(
                {row["kind"].split("_")[0] for row in rows},
                {"memory", "compute", "kernels", "step", "copies", "end", "latency"},
            )
            self.assertEqual(len({(row["name"], row["n"]) for row in rows}), len(rows))
            for row in rows:
                self.assertEqual(list(row), GPU_KEYS)
                low, high = row["quartiles_ns"]
                self.assertTrue(0 < row["min_ns"] <= low <= row["ns_per_op"] <= high, row)
                self.assertGreaterEqual(row["passes"], 3)
                self.assertEqual(
                    row["sha256"] is None,
                    row["kind"] == "copies" or row["kind"].startswith("step_"),
                )
            self.assertRegex(out["header"]["commit"], r"^([0-9a-f]{12}(-dirty)?|unknown)$")
            self.assertEqual(out["header"]["cuda_bounds"], "128,4")
            by_name = {row["name"]: row for row in rows if row["kind"] != "latency"}
            self.assertEqual(
                [row["n"] for row in rows if row["name"] == "ecdsa_verify_latency"], [1, 2, 4]
            )
            self.assertIn("ecdsa_verify_step_mul_point", by_name)
            self.assertGreater(by_name["field_mul_memory"]["gigabytes_per_second"], 0)
            self.assertEqual(by_name["field_mul_compute"]["multiply_adds"], 73)
            self.assertAlmostEqual(
                by_name["ecdsa_verify_step_mul_point"]["multiply_adds"],
                sum(map(operator.mul, gpu_report.work(1, 16)["k*P"], gpu_report.COSTS.values())),
            )
            self.assertEqual(by_name["ecdsa_verify_end_to_end"]["checked_rows"], 300)
            self.assertGreater(by_name["ecdsa_verify_kernels"]["table_bytes"], 0)
            # of 300 rows 4 have a wrong signature and one has r = 0
            verdicts = bytes(i % 64 != 63 and i % 256 != 100 for i in range(300))
            self.assertEqual(
                by_name["ecdsa_verify_end_to_end"]["sha256"], hashlib.sha256(verdicts).hexdigest()
            )
        if not found_one:
            self.skipTest("no GPU, and no OpenCL on a CPU")

    def test_gpu_host_side(self):
        """What the host's part costs is measured without a device, for every call."""
        for program in GPU[:1]:
            lines = [
                line.split()
                for line in run(program, "--host", "--rows", "2000").stdout.splitlines()[2:]
            ]
            self.assertEqual(
                {f"{line[0]}_end_to_end" for line in lines},
                {
                    name
                    for name in GPU_NAMES
                    if not name.startswith(("field", "point_")) and name.endswith("_end_to_end")
                },
            )
            for line in lines:
                self.assertTrue(int(line[1]) >= 3 and float(line[2]) > 0, line)

    def test_gpu_run_without_a_gpu(self):
        """The one script for a machine with a GPU ends politely where there is none, and runs its
        steps on what --any lets it take."""
        script = os.path.join(TOOLS, "gpu_run.sh")
        if not GPU or not os.path.exists(os.path.join(FOLDER, "..", "test", "gpu_device_test")):
            self.skipTest("no GPU programs")
        with tempfile.TemporaryDirectory() as folder:
            args = [script, "--from", os.path.join(FOLDER, ".."), "--output", folder, "--quick"]
            none = {**os.environ, "CUDA_VISIBLE_DEVICES": "", "OCL_ICD_VENDORS": "/nowhere/"}
            done = subprocess.run(args, capture_output=True, text=True, timeout=60, env=none)
            self.assertEqual(
                (done.returncode, done.stdout, done.stderr.splitlines()[-1]),
                (2, "", "gpu_run: no GPU"),
                done.stderr,
            )
            for wrong in (["fly"], ["--colour"], ["--from", "/nowhere"]):
                self.assertEqual(
                    subprocess.run([script, *wrong], capture_output=True, timeout=60).returncode, 2
                )
            done = subprocess.run(
                [*args, "--any", "info", "vectors"], capture_output=True, text=True, timeout=120
            )
            if "no GPU" not in done.stderr:
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertIn("info: done", done.stdout)
                with open(os.path.join(folder, "gpu_run.log")) as file:
                    self.assertIn("info: done", file.read())

    def test_gpu_run_makes_the_table(self):
        """Of what its step measured, by a program that measures less, and not of a log that lay
        there."""
        if not gpu_log() or not os.path.exists(
            os.path.join(FOLDER, "..", "test", "gpu_device_test")
        ):
            self.skipTest("no GPU, and no OpenCL on a CPU")
        with tempfile.TemporaryDirectory() as folder:
            programs, output = os.path.join(folder, "programs"), os.path.join(folder, "output")
            os.mkdir(programs), os.mkdir(output)
            for name in ("ufsecp", "test/gpu_device_test", "bench/secp256k1_cuda_bench"):
                os.symlink(
                    os.path.realpath(os.path.join(FOLDER, "..", name)),
                    os.path.join(programs, os.path.basename(name)),
                )
            with open(os.path.join(programs, "opencl_benchmark"), "w") as file:
                file.write(
                    f'#!/bin/sh\ncase "$*" in *--filter*) ;; *) set -- "$@" --filter '
                    f"^field_sqr_memory ;; esac\n"
                    f'exec "{FOLDER}/opencl_benchmark" "$@"\n'
                )
                os.fchmod(file.fileno(), 0o755)
            with open(os.path.join(output, "metal_bench-20200101-000000.json"), "w") as file:
                file.write("not of this run")
            os.utime(file.name, (0, 0))
            done = subprocess.run(
                [
                    os.path.join(TOOLS, "gpu_run.sh"),
                    "--from",
                    programs,
                    "--output",
                    output,
                    "--quick",
                    "--any",
                    "opencl",
                ],
                capture_output=True,
                text=True,
                timeout=120,
            )
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn(f"gpu_run: table in {output}/table.md\n", done.stdout)
            with open(os.path.join(output, "table.md")) as file:
                lines = [
                    line
                    for line in file.read().splitlines()
                    if line.startswith("| field") or line.startswith("- `")
                ]
            self.assertEqual(len(lines), 2, lines)
            self.assertIn("| field_sqr | memory |", lines[1])

    def test_gpu_table_of_one_log(self):
        """Each cell is the log's own value, and what nobody measured is said to be that."""
        log = gpu_log()
        if not log:
            self.skipTest("no GPU, and no OpenCL on a CPU")
        rows = {
            (row["name"].removesuffix("_" + row["kind"]), row["kind"]): row
            for row in log["rows"]
            if row["kind"] in ("memory", "compute", "kernels", "end_to_end")
            or row["kind"] == "latency"
            and row["n"] == 256
        }
        self.assertEqual(len(rows), 7)
        found = json.loads(gpu_table([log], "--json").stdout)
        self.assertEqual({(row["operation"], row["kind"]) for row in found["rows"]}, set(rows))
        for row in found["rows"]:
            own, cell = rows[row["operation"], row["kind"]], row["cells"]["opencl"]
            self.assertAlmostEqual(
                cell["value"],
                own["batch_us"] if row["kind"] == "latency" else own["per_second"] / 1e6,
                delta=cell["value"] / 1e9,
            )
            self.assertEqual(
                (cell["n"], cell["ns"], cell["spread_percent"]),
                (own["n"], own["ns_per_op"], 100 * own["spread"]),
            )
            self.assertEqual(
                (row["cells"]["cuda"], row["cells"]["metal"], row["ratio"]), (None, None, None)
            )
        text = gpu_table([log]).stdout
        for fact in ("commit", "compiler", "date", "rows"):
            self.assertIn(f"  - {fact}: {log['header'][fact]}\n", text)
        self.assertIn(log["header"]["device"]["description"], text)
        self.assertRegex(text, r"left out: .*\d+ rows of latency of other rows")
        title = "OpenCL (a CPU)" if log["header"]["device"]["is_cpu"] else "OpenCL"
        self.assertIn(
            f"| operation | kind | rows | CUDA | {title} | Metal | CUDA / OpenCL |\n", text
        )
        lines = [
            [cell.strip() for cell in line.split("|")[1:-1]]
            for line in text.splitlines()
            if re.match(r"\| (field|pubkey)", line)
        ]
        self.assertEqual(len(lines), len(rows))
        for operation, kind, n, cuda, opencl, metal, ratio in lines:
            own = rows[operation, kind.replace(" ", "_")]
            self.assertEqual(
                (n, cuda, metal, ratio),
                (str(own["n"]), "not measured by us", "not measured by us", ""),
            )
            value, unit, spread = re.match(r"([\d.]+)( us)? \((\d+\.\d)%\)", opencl).groups()
            self.assertEqual(bool(unit), kind == "latency")
            self.assertLess(
                abs(float(value) / (own["batch_us"] if unit else own["per_second"] / 1e6) - 1), 6e-4
            )
            self.assertAlmostEqual(float(spread), 100 * own["spread"], delta=0.051)

    def test_gpu_table_ratio(self):
        """One log by another only of the same device, commit and rows; in turns comes first;
        verdicts must agree."""
        log = gpu_log()
        if not log:
            self.skipTest("no GPU, and no OpenCL on a CPU")
        log = copy.deepcopy(log)
        log["header"]["commit"] = "0123456789ab"  # that of a build is unknown outside a checkout
        cuda = by_cuda(log, 4)
        ratios = [
            row["ratio"] for row in json.loads(gpu_table([log, cuda], "--json").stdout)["rows"]
        ]
        self.assertEqual(
            [(ratio["by"], round(ratio["value"], 9)) for ratio in ratios], 7 * [("two logs", 4)]
        )
        text = gpu_table([log, cuda]).stdout
        self.assertEqual(text.count(", 12.5% of bound | "), 7)
        self.assertEqual(text.count(" | 4.000 by two logs |"), 7)
        for key, value in (
            ("commit", "ba9876543210"),
            ("commit", "unknown"),
            ("platform", "another"),
            ("define", "X=1"),
            ("device", None),
        ):
            other, same = copy.deepcopy(cuda), copy.deepcopy(log)
            if key == "device":
                other["header"]["device"]["name"] = "another"
            else:
                other["header"][key] = value
            if value == "unknown":
                same["header"][key] = value
            text = gpu_table([same, other]).stdout
            self.assertRegex(text, rf"(?m)^- no ratio of two logs: the logs differ in {key} \(")
            self.assertNotRegex(text, r"\d by two logs \|")
        fewer = copy.deepcopy(cuda)
        for row in fewer["rows"]:
            if row["kind"] == "memory":
                row["n"] -= 1
        found = json.loads(gpu_table([log, fewer], "--json").stdout)
        self.assertEqual({row["kind"] for row in found["rows"] if not row["ratio"]}, {"memory"})
        self.assertIn("the number of rows differs in 1 ", found["no_ratio"][0])
        turns = copy.deepcopy(cuda)  # as --compare has it
        turns["header"]["other_device"] = log["header"]["device"]
        turns["rows"] = [row for row in turns["rows"] if row["kind"] != "latency"]
        for row in turns["rows"]:
            row.update(
                peer="opencl:0",
                peer_ns_per_op=5 * row["ns_per_op"],
                ratio=5.0,
                ratio_quartiles=[4.5, 5.5],
            )
        text = gpu_table([log, cuda, turns]).stdout
        self.assertEqual(
            (text.count("| 5.000 [4.500, 5.500] |"), text.count(" by two logs |")), (5, 2)
        )
        self.assertEqual(gpu_table([turns]).stdout.count("| 5.000 [4.500, 5.500] |"), 5)
        turns["header"]["commit"] = "ba9876543210"
        text = gpu_table([log, cuda, turns]).stdout
        self.assertEqual(
            (text.count("[4.500, 5.500]"), text.count(" | 4.000 by two logs |")), (0, 7)
        )
        turns["header"].update(
            device=log["header"]["device"],
            other_device=cuda["header"]["device"],
            report="opencl_benchmark",
        )
        self.assertEqual(gpu_table([turns]).stdout.count("| 0.2000 [0.1818, 0.2222] |"), 5)

    def test_gpu_table_refuses(self):
        log = gpu_log()
        if not log:
            self.skipTest("no GPU, and no OpenCL on a CPU")
        wrong = by_cuda(log, 2)
        [row] = [row for row in wrong["rows"] if row["name"] == "pubkey_decompress_end_to_end"]
        row["sha256"] = "0" * 64
        done = gpu_table([log, wrong], code=1)
        self.assertEqual(done.stdout, "")
        self.assertRegex(
            done.stderr, r"pubkey_decompress_end_to_end, 300 rows: SHA-256 .*verdicts must agree\n$"
        )
        row["n"] = row["checked_rows"] = 299  # of other rows other verdicts are right
        [loop] = [row for row in wrong["rows"] if row["kind"] == "compute"]
        loop.update(sha256="1" * 64, note="1" + loop["note"])  # and of more loops
        gpu_table([log, wrong])
        failed = {**log, "failed": True}
        done = gpu_table([failed], code=1)
        self.assertIn("| field_mul | memory |", done.stdout)
        self.assertIn("this run failed", done.stdout)
        self.assertIn("the run failed", done.stderr)
        nothing = {
            "header": {"report": "metal_bench", "version": "", "device": None},
            "rows": [],
            "skipped": [{"name": "metal", "why": "no Mac"}],
            "failed": False,
        }
        self.assertRegex(gpu_table([nothing], code=2).stderr, "metal: no Mac")
        self.assertEqual(gpu_table([log, nothing]).stdout.count("| not measured by us |"), 14)
        for nonsense in (
            "",
            "{",
            "[]",
            '{"header": {"report": "bench_ct"}}',
            json.dumps({**log, "rows": [{"name": "x"}]}),
            json.dumps({**log, "rows": 5}),
        ):
            done = gpu_table([log, nonsense], code=2)
            self.assertEqual((done.stdout, done.stderr.count("\n")), ("", 1), done.stderr)
            self.assertRegex(done.stderr, "^gpu_table: .*1.json: not a ")
        with tempfile.TemporaryDirectory() as folder:
            script = [sys.executable, os.path.join(TOOLS, "gpu_table.py")]
            self.assertEqual(
                subprocess.run([*script, folder], capture_output=True, timeout=60).returncode, 2
            )
            older = copy.deepcopy(log)
            older["header"]["date"], older["header"]["commit"] = "2020-01-01T00:00:00Z", "0lder"
            for first, second, left in (
                (log, older, "2-2"),
                (older, log, "1-1"),
            ):  # by the date in the log
                for name, text in (
                    ("1-1", json.dumps(first)),
                    ("2-2", json.dumps(second)),
                    ("3-3", "{"),
                ):
                    with open(os.path.join(folder, f"opencl_benchmark-{name}.json"), "w") as file:
                        file.write(text)
                done = subprocess.run([*script, folder], capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertRegex(
                    done.stdout,
                    rf"(?s)- left out: [^\n]*3-3.json: not a file of JSON.*{left}.json: there is "
                    rf"a newer one",
                )
                self.assertNotIn("0lder", done.stdout)


if __name__ == "__main__":
    if not GPU:
        print(f"no benchmarks of GPUs beside {TOOL}: skipped")
        sys.exit(77)
    unittest.main()
