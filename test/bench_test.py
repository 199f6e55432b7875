# The benchmarks from outside: names, JSON shape, every program's quick run, result files, and that
# a wrong argument is told.
import copy
import functools
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

TOOL = os.environ.get("UFSECP_TOOL") or os.path.join(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "build", "release", "ufsecp"
)
FOLDER = os.path.join(os.path.dirname(os.path.abspath(TOOL)), "bench")
TOOLS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tools")
PROGRAMS = """
    bench_comprehensive bench_scalar_mul bench_ct bench_atomic_operations bench_field_52
    bench_field_26 bench_field_mul_kernels bench_ecdsa_multiscalar bench_jsf_vs_shamir
    bench_adaptive_glv bench_glv_decomp_profile bench_vs_libsecp
""".split()
HEAD_TO_HEAD = """
    field_mul field_sqr field_add field_add_throughput field_sub field_normalize field_inv
    field_inv_var field_sqrt
    scalar_add scalar_mul scalar_inv scalar_inv_var point_double point_add point_add_mixed
    mul_gen mul_point mul_point_plan mul2 pubkey_create ecdsa_sign ecdsa_verify ecdsa_recover
    schnorr_sign schnorr_verify ecdh pubkey_decompress
""".split()
KEYS = """
    name engine n threads ns_per_op per_second spread peer peer_ns_per_op ratio ratio_quartiles
    table_bytes constant_time disturbed passes note
""".split()
# Batches of public data: the sizes, and a word of what the peer calls for one row.
BATCHES = {
    "ecdsa_verify": ({8, 64, 4096}, "ecdsa_verify"),
    "schnorr_verify": ({4096}, "schnorrsig_verify"),
    "ecdsa_recover": ({4096}, "ecdsa_recover,"),
    "ecrecover_address": ({4096}, "ufsecp_keccak256"),
    "pubkey_mul_add": ({4096}, "ec_pubkey_tweak_add"),
    "pubkey_mul": ({4096}, "ec_pubkey_tweak_mul"),
    "pubkey_mul_one": ({4096}, "one scalar"),
    "public_mul_gen": ({4096}, "constant time"),
    "pubkey_decompress": ({4096}, "ec_pubkey_serialize"),
    "silent_scan_var": ({4096}, "tagged_sha256"),
    "silent_scan_var_xy": ({4096}, "tagged_sha256"),
}
# On GPUs: the programs, their operations, and what is measured of each.
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
# What our rows are set beside where it is not libsecp256k1.
OWN = {"1 thread", "all valid", "schnorr_verify_rows", "ecdsa_verify_rows", "points given"}
LANES = {"field_mul", "field_sqr", "field_sqrt", "point_double", "point_add_mixed"}
COMB_BYTES = 22 * 2048 * 64


ELSEWHERE = tempfile.TemporaryDirectory()  # where programs leave their result files


def run(program, *args, code=0, cwd=ELSEWHERE.name):
    path = TOOL if program == "ufsecp" else os.path.join(FOLDER, program)
    done = subprocess.run(
        [path, *(["bench"] if program == "ufsecp" else []), *args],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=cwd,
    )
    if done.returncode != code:
        raise AssertionError(
            f"{program} {args}: exit code {done.returncode}, not {code}\n{done.stdout}\n"
            f"{done.stderr}"
        )
    return done


@functools.cache
def report(program, *args):
    return json.loads(run(program, "--quick", "--passes", "1", "--json", *args).stdout)


def rows(program, *args):
    return report(program, *args)["rows"]


def names(program, *args):
    """The names of its rows, as --list gives them."""
    return run(program, "--quick", "--list", *args).stdout.split("\n")[:-1]


@functools.cache
def what_to_run(program):
    """Arguments: no row is timed twice, and bench_comprehensive has every row of
    bench_vs_libsecp."""
    if program != "bench_comprehensive":
        return ()
    own = set(names(program)) - set(names("bench_vs_libsecp"))
    return "--filter", f"^({'|'.join(map(re.escape, sorted(own)))})$"


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
    for row in log["rows"]:
        row.update(engine="cuda:0", ns_per_op=row["ns_per_op"] / faster, of_bound=0.125)
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


@functools.cache
def info():
    return json.loads(
        subprocess.run([TOOL, "info", "--json"], capture_output=True, text=True, timeout=60).stdout
    )


class Bench(unittest.TestCase):
    def check_rows(self, found):
        for row in found:
            self.assertEqual(list(row), KEYS)
            self.assertGreater(row["ns_per_op"], 0, row)
            self.assertGreaterEqual(row["spread"], 0, row)
            self.assertEqual(row["threads"], 2 if row["name"].endswith("_2_threads") else 1)
            self.assertGreaterEqual(row["passes"], 1)
            self.assertIsInstance(row["constant_time"], bool)
            if row["peer"] is None:
                self.assertIsNone(row["ratio"])
            else:
                low, high = row["ratio_quartiles"]
                self.assertTrue(0 < low <= row["ratio"] <= high, row)
                self.assertGreater(row["peer_ns_per_op"], 0, row)
        names = [(row["name"], row["engine"], row["n"]) for row in found]
        self.assertEqual(len(names), len(set(names)), "two rows of one name, engine and batch size")

    def test_every_program_runs(self):
        for program in PROGRAMS:
            with self.subTest(program):
                args = what_to_run(program)
                found = rows(program, *args)
                skipped = report(program, *args)["skipped"]
                self.check_rows(found)
                for row in skipped:
                    self.assertTrue(row["why"])
                listed = names(program, *args)
                self.assertEqual(
                    sorted(set(listed)), sorted({row["name"] for row in found + skipped})
                )
                self.assertEqual(len(listed), len(set(listed)))

    def test_head_to_head_has_every_row(self):
        found = rows("bench_vs_libsecp")
        self.assertEqual(set(HEAD_TO_HEAD) - {row["name"] for row in found}, set())
        peers = {row["peer"] for row in found}
        own = OWN & peers
        if peers - own != {None}:
            self.assertEqual(
                peers, {"libsecp256k1 0.8.0"} | own, "a row without a figure of the peer"
            )
        signing = {
            row["name"] for row in found if row["name"].startswith(("ecdsa_sign", "schnorr_sign"))
        }
        self.assertLessEqual(
            {"ecdsa_sign", "ecdsa_sign_hooked", "schnorr_sign", "schnorr_sign_hooked"}, signing
        )
        by_name = {row["name"]: row for row in found if row["n"] == 1}
        for name in ("mul_gen", "pubkey_create", "ecdsa_sign", "schnorr_sign"):
            self.assertTrue(by_name[name]["constant_time"])
            self.assertGreater(by_name[name]["table_bytes"], 0)
        self.assertFalse(by_name["ecdsa_verify"]["constant_time"])

    def test_batches(self):
        """Every batch is there, beside calls that its note names, on the engine in use; threads and
        lanes where there are any."""
        found, skipped = rows("bench_vs_libsecp"), report("bench_vs_libsecp")["skipped"]
        engine = report("bench_vs_libsecp")["header"]["engine"]
        [lanes] = [e["lanes"] for e in info()["engines"] if e["name"] == engine]
        for name, (sizes, calls) in BATCHES.items():
            batches = [
                row
                for row in found
                if row["name"] == name
                and row["n"] > 8
                or row["n"] == 8
                and name == row["name"] == "ecdsa_verify"
            ]
            self.assertEqual({row["n"] for row in batches}, sizes, name)
            for row in batches:
                self.assertEqual((row["engine"], row["constant_time"]), (engine, False))
                if row["peer"]:
                    self.assertRegex(row["note"], f"^peer: .*{calls}")
        [comb] = [row for row in found if row["name"] == "public_mul_gen"]
        self.assertEqual(comb["table_bytes"] == COMB_BYTES, lanes > 1)
        if lanes > 1:
            self.assertRegex(comb["note"], r"our table was made once, in \d+\.\d ms$")
        [schnorr] = [row for row in found if row["name"] == "schnorr_verify" and row["n"] == 4096]
        self.assertRegex(schnorr["note"], r"SHA-256: ours \w+")
        in_lanes = {
            row["name"]
            for row in found
            if row["n"] == 8 and not row["name"].startswith(("ecdsa_verify", "schnorr_batch"))
        }
        self.assertEqual(in_lanes, LANES if lanes > 1 else set())
        threaded = [row for row in found + skipped if row["name"] == "ecdsa_verify_2_threads"]
        self.assertEqual(len(threaded), 1)
        self.assertEqual("why" in threaded[0], info()["threads"] == 1)

    def test_batches_without_lanes(self):
        self.assertLessEqual(set(names("bench_vs_libsecp")), set(names("bench_comprehensive")))
        found = rows("bench_comprehensive", *what_to_run("bench_comprehensive"))
        without = {row["name"] for row in found if row["peer"] == "without lanes"}
        selected = next(e for e in info()["engines"] if e["selected"])
        lanes = {f"{name}_lanes" for name in BATCHES if not name.startswith("silent")}
        self.assertEqual(without, lanes if selected["lanes"] > 1 else set())

    def test_one_core(self):
        core = str(min(os.sched_getaffinity(0)))
        done = subprocess.run(
            [
                "taskset",
                "-c",
                core,
                os.path.join(FOLDER, "bench_vs_libsecp"),
                "--quick",
                "--filter",
                "_2_threads",
            ],
            capture_output=True,
            text=True,
            timeout=60,
            cwd=ELSEWHERE.name,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(
            done.stdout,
            r"ecdsa_verify_2_threads is left out: (there is one core only|this build works on "
            r"one thread only)\n",
        )

    def test_short_report(self):
        """It is chosen from the rows of bench_vs_libsecp, which the other tests look at."""
        with_peer = "--vs", "libsecp256k1"
        selected = next(e for e in info()["engines"] if e["selected"])
        listed = set(names("ufsecp", *with_peer))
        self.assertGreaterEqual(len(listed), 20)
        self.assertLessEqual(listed, set(names("bench_vs_libsecp")))
        self.assertLessEqual(
            {*BATCHES, "ecdsa_verify_2_threads", *(LANES if selected["lanes"] > 1 else ())}, listed
        )
        found = rows("ufsecp", *with_peer, "--filter", "^(field_mul|point_double|ecdsa_verify)$")
        self.check_rows(found)
        self.assertEqual(
            {row["n"] for row in found if row["name"] == "ecdsa_verify"},
            {1, *BATCHES["ecdsa_verify"][0]},
        )
        self.assertEqual(
            {row["n"] for row in found if row["name"] in LANES},
            {1, 8} if selected["lanes"] > 1 else {1},
        )
        of_vs = rows("bench_vs_libsecp")
        self.assertEqual(
            {row["peer"] for row in found},
            {row["peer"] for row in of_vs if row["threads"] == 1} - OWN,
        )
        text = run("ufsecp", "--quick", "--vs", "libsecp256k1", "--filter", "field_mul").stdout
        for word in (
            "platform",
            "cpu",
            "compiler",
            "flags",
            "engine",
            "sha256",
            "sha256_batch",
            "passes",
            "warm_up",
            "clock",
            "field_mul",
        ):
            self.assertIn(word, text)
        self.assertNotIn("ecdsa_verify", text)

    def test_names(self):
        """Each published name is the program ufsecp-bench with that report; it lists them."""
        listed = run("ufsecp-bench", "--help").stdout.split("\n\n", 1)[1].splitlines()
        self.assertEqual(sorted(line.split()[0] for line in listed), sorted(PROGRAMS))
        for line in listed:
            self.assertRegex(line, r"^\w+ +\S.{10,}")
        for program in PROGRAMS:
            done = subprocess.run(
                [os.path.join(FOLDER, "ufsecp-bench"), program, "--quick", "--list"],
                capture_output=True,
                text=True,
                timeout=60,
            )
            self.assertEqual(
                (done.returncode, done.stdout.splitlines()), (0, names(program)), program
            )
        for wrong in ([], ["no_such_report"], ["--json"]):
            self.assertIn("bench_vs_libsecp", run("ufsecp-bench", *wrong, code=2).stderr)

    def test_result_file(self):
        """A run leaves its log without being asked: the text that it shows, or the JSON."""
        args = "--quick", "--filter", "^ct_field_mul$"
        for more, ending in ((), "txt"), (("--json",), "json"):
            with tempfile.TemporaryDirectory() as folder:
                done = run("bench_ct", *args, *more, cwd=folder)
                [name] = os.listdir(folder)
                self.assertRegex(
                    name, rf"^benchmark-[a-z0-9_]+-[a-z0-9]+-\d{{8}}-\d{{6}}\.{ending}$"
                )
                self.assertEqual(done.stderr, f"writing {name}\n")
                with open(os.path.join(folder, name)) as file:
                    self.assertEqual(file.read(), done.stdout)
                if more:
                    report = json.loads(done.stdout)
                    self.assertEqual(report["header"]["passes"], 31)
                    self.assertIn(
                        report["rows"][0]["passes"], range(1, 32)
                    )  # fewer where other programs took the core meanwhile
                    self.assertEqual(
                        len(re.findall(r'^    \{"name"', done.stdout, re.M)),
                        len(report["rows"]),
                        "a row a line",
                    )
                else:
                    self.assertRegex(
                        done.stdout, r"(?s)platform.*compiler.*table_bytes.*ct_field_mul.*x "
                    )
                run("bench_ct", *args, "--output", "logs", *more, cwd=folder)
                self.assertEqual(sorted(os.listdir(folder)), sorted([name, "logs"]))
                self.assertEqual(len(os.listdir(os.path.join(folder, "logs"))), 1)
                for silent in (["--output", ""], ["--list"]):
                    run("bench_ct", *args, *silent, *more, cwd=os.path.join(folder, "logs"))
                self.assertEqual(len(os.listdir(os.path.join(folder, "logs"))), 1)

    def test_stamps(self):
        """Every log has version, commit, day, processor, compiler, flags, peer and tables."""
        head = report("bench_vs_libsecp")["header"]
        self.assertRegex(head["version"], r"^\d+\.\d+\.\d+$")
        self.assertRegex(head["commit"], r"^([0-9a-f]{7,40}(-dirty)?|unknown)$")
        self.assertRegex(head["date"], r"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        for key in ("cpu", "compiler", "flags", "platform", "engine", "clock"):
            self.assertTrue(head[key], key)
        self.assertIn("libsecp256k1", head["peer"])
        self.assertGreater(head["table_bytes_constant_time"], 0)
        self.assertGreater(head["table_bytes_variable_time"], 0)

    def test_representations(self):
        """bench_comprehensive has every row of the 5x52 and of the 10x26 field."""
        for program in ("bench_field_52", "bench_field_26"):
            self.assertLessEqual(set(names(program)), set(names("bench_comprehensive")), program)
            self.assertIn("Subtraction", names(program))

    def test_in_place(self):
        """Operations in place stand beside those by value; 5 of field elements, 3 of points."""
        beside = [
            row for row in rows("bench_atomic_operations") if row["name"].endswith("_inplace")
        ]
        self.assertEqual({row["peer"] for row in beside}, {"immutable"})
        self.assertEqual(len(beside), 8)

    def test_sweep_is_csv(self):
        lines = run("bench_adaptive_glv", "--quick").stdout.splitlines()
        self.assertEqual(
            lines[0], "w,ns_no_glv,ns_glv,gain_percent,table_bytes_no_glv,table_bytes_glv"
        )
        self.assertEqual(
            [int(line.split(",")[0]) for line in lines[1:]], list(range(8, 8 + len(lines) - 1))
        )
        self.assertGreaterEqual(len(lines), 6)
        for line in lines[1:]:
            no_glv, glv = (int(cell) for cell in line.split(",")[4:])
            self.assertTrue(0 < glv < no_glv)

    def test_ratios_are_printed(self):
        text = run("bench_atomic_operations", "--quick").stdout
        self.assertTrue(
            re.search(r"I/M ratio \d+\.\d+", text) and re.search(r"S/M ratio 0\.\d+", text), text
        )

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
            self.assertEqual(
                (out["header"]["cuda_bounds"], out["header"]["gpu_window"]), ("128, 4", "5")
            )
            by_name = {row["name"]: row for row in rows if row["kind"] != "latency"}
            self.assertEqual(
                [row["n"] for row in rows if row["name"] == "ecdsa_verify_latency"], [1, 2, 4]
            )
            self.assertIn("ecdsa_verify_step_mul_point", by_name)
            self.assertGreater(by_name["field_mul_memory"]["gigabytes_per_second"], 0)
            self.assertEqual(by_name["field_mul_compute"]["multiply_adds"], 73)
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

    def test_wrong_arguments(self):
        for args in (
            ["--filter", "no_such_row"],
            ["--filter", "("],
            ["--engine", "abacus"],
            ["--vs", "nobody"],
            ["--passes", "0"],
            ["--colour"],
        ):
            with self.subTest(args):
                self.assertTrue(run("bench_ct", *args, code=2).stderr)


if __name__ == "__main__":
    if not os.path.exists(os.path.join(FOLDER, "bench_ct")):
        print(f"no benchmarks beside {TOOL}: skipped")
        sys.exit(77)
    unittest.main()
