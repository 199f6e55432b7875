# The benchmarks from outside: names, JSON shape, every program's quick run, result files, and that
# a wrong argument is told.
import functools
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
sys.path.insert(0, TOOLS)
from figure_rows import COMPAT, WRAPPED  # noqa: E402

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
    ellswift_create ellswift_encode ellswift_decode ellswift_xdh
    musig_pubkey_agg musig_nonce_gen musig_nonce_agg musig_nonce_process musig_partial_sign
    musig_partial_sig_verify
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
    "bip32_children": ({4096}, "ec_pubkey_tweak_add"),
    "pubkey_decompress": ({4096}, "ec_pubkey_serialize"),
    "pubkey_negate": ({4096}, "ec_pubkey_negate"),
    "silent_scan_var": ({4096}, "tagged_sha256"),
    "silent_scan_var_xy": ({4096}, "tagged_sha256"),
}
# What our rows are set beside where it is not libsecp256k1.
OWN = {
    "1 thread",
    "all valid",
    "ecdsa_verify_rows",
    "of as many keys",
    "rows of as many keys",
    "points given",
    "schnorr_verify_rows",
    "the key itself",
}
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

    def test_interface_of_libsecp256k1(self):
        """Every call beside the peer's, and what our own interface has as well beside that."""
        if not os.path.exists(os.path.join(FOLDER, "bench_compat")):
            self.skipTest("bench_compat needs libsecp256k1 and SECP256K1_BUILD_COMPAT")
        found = rows("bench_compat")
        self.check_rows(found)
        peers = {row["name"]: row["peer"] for row in found}
        for name, _, _ in COMPAT:
            self.assertEqual(peers.pop(name), "libsecp256k1 0.8.0")
        for name, _, _ in WRAPPED:
            self.assertIn(
                peers.pop(name), HEAD_TO_HEAD + ["ecdsa_verify_65", "schnorr_sign_keypair"]
            )
        self.assertEqual(peers, {})
        secret = "create|sign|ecdh|xdh|scan"
        for row in found:
            self.assertEqual(row["constant_time"], bool(re.search(secret, row["name"])), row)

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
        for name in ("ecdsa_verify_items", "ecdsa_verify_items_der", "schnorr_verify_items"):
            [items] = [row for row in found if row["name"] == name]
            self.assertEqual(items["peer"], name[: name.index("_items")] + "_rows")
            self.assertEqual((items["n"], items["constant_time"]), (4096, False))
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
        self.assertEqual(names("bench_comprehensive_riscv"), names("bench_comprehensive"))
        for wrong in ([], ["no_such_report"], ["--json"]):
            self.assertIn("bench_vs_libsecp", run("ufsecp-bench", *wrong, code=2).stderr)

    def test_empty_values(self):
        """An option whose value is empty is refused, and never counts as not given."""
        with tempfile.TemporaryDirectory() as folder:
            for name in ("--filter", "--vs", "--engine", "--output", "--passes"):
                for args in ([name, ""], [name + "="], [name + "=", "x"], [name], [name, "--json"]):
                    for more in ([], ["--leakage"] if name == "--engine" else ["--quick"]):
                        done = run("bench_ct", *more, *args, code=2, cwd=folder)
                        self.assertRegex(done.stderr, f"{name}: the value is (empty|missing)")
                        self.assertEqual((done.stdout, os.listdir(folder)), ("", []))

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
                for silent in (["--no-file"], ["--list"]):
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
