# The other commands of the tool from outside: keys, signatures, recovery, ECDH, self-test, engines.
import json
import os
import random
import re
import signal
import stat
import subprocess

import cli_tool
from cli_tool import ALL, P, ROW, Case, der, run, uncompressed, verify_json


G = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"


class Keys(Case):
    def keygen(self, name="my.key"):
        key = self.path(name)
        pubkey = self.expect(0, "keygen", "--output", key).stdout.decode().strip()
        return key, pubkey

    def test_keygen(self):
        key, pubkey = self.keygen()
        self.assertEqual(stat.S_IMODE(os.stat(key).st_mode), 0o600)
        with open(key) as f:
            self.assertRegex(f.read(), rf"^[0-9a-f]{{64}} {pubkey}\n$")
        self.assertIn(b"File exists", self.expect(2, "keygen", "--output", key).stderr)
        lines = [
            json.loads(line)
            for line in self.expect(0, "keygen", "--count", "5", "--json").stdout.splitlines()
        ]
        self.assertEqual(len({line["seckey"] for line in lines}), 5)
        self.assertTrue(all(line["pubkey"][2:] == line["xonly"] for line in lines))
        public = self.expect(
            0, "keygen", "--json", "--output", self.path("b.key"), "--uncompressed"
        ).stdout
        self.assertEqual(set(json.loads(public)), {"pubkey", "xonly"})
        self.assertEqual(len(json.loads(public)["pubkey"]), 130)

    def test_known_signature(self):
        one = {"UFSECP_SECKEY": "00" * 31 + "01"}
        sig = (
            "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8"
            "2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5"
        )
        message = b"Satoshi Nakamoto"
        self.assertEqual(self.expect(0, "sign", stdin=message, env=one).stdout.decode(), sig + "\n")
        self.assertEqual(
            self.expect(0, "sign", self.path("m", message), env=one).stdout.decode(), sig + "\n"
        )
        text = self.expect(0, "sign", "--der", stdin=message, env=one).stdout.decode()
        self.assertEqual(text, der(bytes.fromhex(sig)).hex() + "\n")

    def test_known_schnorr_signature(self):  # BIP-340 vector 0
        three = {"MY_KEY": "00" * 31 + "03"}
        args = [
            "sign",
            "--scheme",
            "schnorr",
            "--key-env",
            "MY_KEY",
            "--hash",
            "00" * 32,
            "--aux",
            "00" * 32,
        ]
        sig = (
            "e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca8215"
            "25f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0"
        )
        self.assertEqual(self.expect(0, *args, env=three).stdout.decode(), sig + "\n")

    def test_sign_verify_recover(self):
        key, pubkey = self.keygen()
        message = self.path("letter.txt", random.Random(3).randbytes(100000))
        line = self.expect(0, "sign", "--key-file", key, "--json", "--recoverable", message).stdout
        signed = json.loads(line)
        self.assertEqual(signed["pubkey"], pubkey)
        self.expect(0, "verify", "--low-s", stdin=line)
        self.expect(
            1,
            "verify",
            stdin=line.replace(
                b'"hash":"', b'"hash":"0' if b'"hash":"0' not in line else b'"hash":"1', 1
            ).replace(signed["hash"].encode(), signed["hash"][:-1].encode()),
        )
        der_line = self.expect(0, "sign", "--key-file", key, "--json", "--der", message).stdout
        self.expect(0, "verify", stdin=der_line)
        with open(key, "rb") as f:
            plain = self.expect(
                0,
                "sign",
                "--key-file",
                "-",
                "--hash",
                signed["hash"],
                "--recoverable",
                stdin=f.read(),
            ).stdout
        self.assertEqual(plain.decode().strip(), signed["sig"] + "%02x" % signed["recid"])
        for args in (
            ["--sig", plain.decode().strip()],
            ["--sig", signed["sig"], "--recid", str(signed["recid"])],
        ):
            out = self.expect(0, "recover", "--hash", signed["hash"], *args).stdout.decode()
            self.assertEqual(out.strip(), pubkey)
        self.assertEqual(self.expect(0, "recover", stdin=line).stdout.decode().strip(), pubkey)
        other = self.expect(
            0,
            "recover",
            "--hash",
            signed["hash"],
            "--sig",
            signed["sig"],
            "--recid",
            str(signed["recid"] ^ 1),
        )
        self.assertNotEqual(other.stdout.decode().strip(), pubkey)

    def test_schnorr_round_trip(self):
        key, pubkey = self.keygen()
        for size in (0, 1, 32, 1000):
            message = self.path("m", random.Random(size).randbytes(size))
            line = self.expect(
                0, "sign", "--scheme", "schnorr", "--json", "--key-file", key, message
            ).stdout
            signed = json.loads(line)
            self.assertEqual(signed["pubkey"], pubkey[2:])
            self.expect(0, "verify", "--scheme", "schnorr", stdin=line)
            bad = json.dumps(dict(signed, msg=signed["msg"] + "00")).encode()
            code, out, _ = verify_json("--scheme", "schnorr", stdin=line + bad)
            self.assertEqual((code, out["valid"], out["invalid_rows"][0]["status"]), (1, 1, 0))
            if size == 32:
                row = bytes.fromhex(signed["pubkey"] + signed["msg"] + signed["sig"])
                code, out, _ = verify_json(
                    "--scheme", "schnorr", stdin=row * 3 + P.to_bytes(32, "big") + row[32:]
                )
                self.assertEqual(
                    (code, out["valid"], out["first_invalid"], out["scheme"]), (1, 3, 3, "schnorr")
                )
                self.assertEqual(out["invalid_rows"][0]["status"], -3)
                self.expect(
                    0,
                    "verify",
                    "--scheme",
                    "schnorr",
                    "--format",
                    "csv",
                    stdin=f"{pubkey},{signed['msg']},{signed['sig']}\n".encode(),
                )

    def test_recover_rows(self):
        rows, keys = b"", []
        for i in range(5):
            key, pubkey = self.keygen(f"{i}.key")
            digest = random.Random(i).randbytes(32)
            sig = (
                self.expect(0, "sign", "--recoverable", "--key-file", key, "--hash", digest.hex())
                .stdout.decode()
                .strip()
            )
            rows += digest + bytes.fromhex(sig) + bytes([i])
            keys.append(pubkey)
        out = (
            self.expect(0, "recover", "--extra", "1", "--ethereum", stdin=rows)
            .stdout.decode()
            .splitlines()
        )
        self.assertEqual([line.split()[0] for line in out], keys)
        self.assertTrue(all(re.fullmatch("0x[0-9a-fA-F]{40}", line.split()[1]) for line in out))
        bad = rows[:96] + b"\4" + rows[97:]
        done = self.expect(1, "recover", "--extra", "1", stdin=bad)
        self.assertEqual(done.stdout.decode().splitlines(), ["-"] + keys[1:])
        self.assertIn(b"row 0: ", done.stderr)
        lines = [
            json.loads(line)
            for line in self.expect(
                1, "recover", "--extra", "1", "--json", stdin=bad
            ).stdout.splitlines()
        ]
        self.assertEqual([line["valid"] for line in lines], [False] + [True] * 4)
        self.assertEqual(
            (lines[0]["status"], lines[0]["extra"], lines[1]["pubkey"]), (-10, "00", keys[1])
        )
        many, spoiled = rows * 250, bytearray(rows * 250)
        spoiled[98 * 700 + 96] = 4
        opencl = [
            ["--engine", e["name"]]
            for e in json.loads(run("info", "--json").stdout)["engines"]
            if e["name"] == "opencl" and e["supported"]
        ]
        for args in (["--threads", "1"], ["--threads", "3"], *opencl):
            done = self.expect(0, "recover", "--extra", "1", *args, stdin=many)
            self.assertEqual(done.stdout.decode().splitlines(), keys * 250)
            used = rf"{args[1]} threads?" if args[0] == "--threads" else r"\d+ threads?"
            self.assertRegex(
                done.stderr.decode(),
                rf"^1,250 rows: 1,250 keys, 0 without \(\d+\.\d+ s, engine \w+, {used}\)\n$",
            )
            self.assertEqual(
                self.expect(0, "recover", "--extra", "1", "--quiet", *args, stdin=many).stderr, b""
            )
            done = self.expect(1, "recover", "--extra", "1", *args, stdin=bytes(spoiled))
            self.assertEqual(
                [i for i, line in enumerate(done.stdout.decode().splitlines()) if line == "-"],
                [700],
            )
        process = subprocess.Popen(
            [cli_tool.TOOL, "recover", "--extra", "1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for i in range(3):  # each answered before the next one is written
            process.stdin.write(rows[98 * i : 98 * i + 98])
            process.stdin.flush()
            self.assertEqual(process.stdout.readline().decode().strip(), keys[i])
        process.stdin.write(rows[:50])
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        self.assertEqual(
            (process.communicate(timeout=20)[1], process.returncode),
            (b"ufsecp: interrupted after 3 rows\n", 130),
        )
        self.assertIn(
            b"byte offset 392", self.expect(2, "recover", "--extra", "1", stdin=rows[:-1]).stderr
        )
        self.expect(2, "recover")

    def test_ethereum(self):
        one = {"UFSECP_SECKEY": "00" * 31 + "01"}
        sig = (
            self.expect(0, "sign", "--recoverable", "--hash", "11" * 32, env=one)
            .stdout.decode()
            .strip()
        )
        for v in (sig, sig[:-2] + "%02x" % (27 + int(sig[-2:], 16))):
            out = self.expect(
                0, "recover", "--ethereum", "--hash", "11" * 32, "--sig", v
            ).stdout.decode()
            self.assertEqual(out.split()[1], "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf")

    def test_ecdh(self):
        (a, pub_a), (b, pub_b) = self.keygen("a.key"), self.keygen("b.key")
        for args in ([], ["--raw-x"]):
            ab = self.expect(0, "ecdh", *args, "--key-file", a, "--pubkey", pub_b).stdout
            ba = self.expect(
                0,
                "ecdh",
                *args,
                "--key-file",
                b,
                "--pubkey",
                uncompressed(bytes.fromhex(pub_a)).hex(),
            ).stdout
            self.assertEqual(ab, ba)
            self.assertRegex(ab.decode(), "^[0-9a-f]{64}\n$")
        self.assertEqual(
            set(json.loads(run("ecdh", "--json", "--key-file", a, "--pubkey", pub_b).stdout)),
            {"secret"},
        )
        self.expect(2, "ecdh", "--key-file", a, "--pubkey", "02" + "ff" * 32)

    def test_key_sources(self):
        key, _ = self.keygen()
        os.chmod(key, 0o644)
        self.assertIn(
            b"everyone on this machine",
            self.expect(2, "sign", "--key-file", key, "--hash", "11" * 32).stderr,
        )
        os.chmod(key, 0o640)
        self.assertIn(
            b"warning", self.expect(0, "sign", "--key-file", key, "--hash", "11" * 32).stderr
        )
        many = self.path("many.key", b"01" * 32 + b"\n" + b"02" * 32 + b"\n")
        raw = self.path("raw.key", b"\1" * 32)
        for path in (many, raw):
            os.chmod(path, 0o600)
        self.expect(2, "sign", "--key-file", many, "--hash", "11" * 32)
        same = [
            self.expect(0, "sign", "--key-file", raw, "--hash", "11" * 32).stdout,
            self.expect(0, "sign", "--hash", "11" * 32, env={"UFSECP_SECKEY": "01" * 32}).stdout,
        ]
        self.assertEqual(same[0], same[1])
        for bad in ("00" * 32, "ff" * 32, "01" * 31, "", "zz" * 32):
            self.expect(2, "sign", "--hash", "11" * 32, env={"UFSECP_SECKEY": bad})
        self.assertIn(
            b"no secret key",
            self.expect(2, "sign", "--hash", "11" * 32, "--key-env", "NOT_SET").stderr,
        )
        self.expect(2, "sign", "--key-file", "-", stdin=b"01" * 32)


FORMS = ["compressed", "uncompressed", "xonly", "taproot", "ethereum"]


class Pubkey(Case):
    def vectors(self, name):
        with open(os.path.join(cli_tool.ROOT, "test", "vectors", name)) as f:
            return json.load(f)["cases"]

    def key_file(self, content):
        path = self.path("a.key", content)
        os.chmod(path, 0o600)
        return path

    def test_known_forms(self):
        """BIP-341's wallet vectors, EIP-55's sums of letters, keys of EIP-155's transactions."""
        for case in self.vectors("bip341.json"):
            if case["merkle_root"] is None:
                args = ["pubkey", "--json", "--pubkey", "02" + case["internal"]]
                out = json.loads(self.expect(0, *args).stdout)
                self.assertEqual((out["xonly"], out["taproot"]), (case["internal"], case["output"]))
        for case in self.vectors("ethereum.json")[:8]:
            key = self.key_file(case["seckey"])
            done = self.expect(0, "pubkey", "--json", "--key-file", key)
            out = json.loads(done.stdout)
            self.assertEqual(out["ethereum"].lower(), "0x" + case["address"])
            self.assertEqual(list(out), FORMS)
            self.assertEqual(
                out["uncompressed"], uncompressed(bytes.fromhex(out["compressed"])).hex()
            )
            self.assertEqual(out["compressed"][2:], out["xonly"])
            self.assertNotIn(case["seckey"], (done.stdout + done.stderr).decode())
            for public in (
                out["compressed"],
                out["uncompressed"],
                "0x" + out["compressed"].upper(),
            ):
                again = self.expect(0, "pubkey", "--json", "--pubkey", public).stdout
                self.assertEqual(again, done.stdout)
        text = self.expect(0, "pubkey", "--pubkey", G).stdout.decode()
        self.assertEqual([line.split()[0] for line in text.splitlines()], FORMS)
        self.assertIn(" 0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf\n", text)

    def test_a_secret_key_is_asked_for_by_name(self):
        env = {"UFSECP_SECKEY": "07" * 32, "MY_KEY": "07" * 32}
        want = self.expect(0, "pubkey", "--key-env", "MY_KEY", env=env).stdout
        key = self.key_file("07" * 32)
        self.assertEqual(self.expect(0, "pubkey", "--key-file", key).stdout, want)
        self.assertEqual(self.expect(0, "pubkey", "--key-file", "-", stdin=b"07" * 32).stdout, want)
        for args in ([], ["--json"], ["--pubkey", G, key], ["--key-file", key, key]):
            done = self.expect(2, "pubkey", *args, env=env, stdin=b"07" * 32)
            self.assertIn(b"give one of --pubkey HEX, --key-file", done.stderr)
            self.assertEqual(done.stdout, b"")
        done = self.expect(2, "pubkey", "--key-env", "NOT_SET", env=env)
        self.assertEqual((done.stdout, b"NOT_SET" in done.stderr), (b"", True))

    def test_a_secret_key_is_never_shown(self):
        """Not even if it is taken for a public one: of an option, of a file, of keygen's file."""
        secret = "5ec7e7" + "9b41d06f" * 7 + "a1"
        key = self.path("many.key")
        public = self.expect(0, "keygen", "--count", "3", "--output", key).stdout
        with open(key) as f:
            made = [line.split()[0] for line in f]
        for args, stdin in (
            (["--pubkey", secret], b""),
            ([secret], b""),
            (["-"], secret.encode()),
            (["--json", "-"], secret.encode() + b"\n"),
            (["-"], f"{secret} {G}\n".encode()),
            ([key], b""),
            (["--json", key], b""),
        ):
            done = run("pubkey", *args, stdin=stdin)
            self.assertIn(done.returncode, (1, 2))
            for hidden in (secret, *made):
                self.assertNotIn(hidden[:12], (done.stdout + done.stderr).decode())
        self.assertEqual(
            self.expect(0, "pubkey", "--json", "-", stdin=public).stdout.count(b"\n"), 3
        )

    def test_many(self):
        """A line that is no key costs no other its forms."""
        bad = ["", "zz", "02", G[:-1], "05" + G[2:], "02" + "ff" * 32, "04" + G[2:] * 2, "x" * 3000]
        bad += [G[2:], G + " " + G, "\x1b[2J", "\u202e"]
        lines = ["# keys", "", G, *(text for text in bad if text), "  " + G + "\t\r", G[:-1] + "8"]
        for number, text in enumerate(("\ufeff" + "\n".join(lines), "\n".join(lines) + "\n")):
            path = self.path(f"{number}.txt", text)
            out = self.expect(1, "pubkey", "--json", path).stdout
            rows = [json.loads(line) for line in out.splitlines()]
            self.assertEqual([row["line"] for row in rows], list(range(3, len(lines) + 1)))
            valid = [row["line"] for row in rows if row["valid"]]
            self.assertEqual(valid, [3, len(lines) - 1, len(lines)])
            self.assertTrue(all(row["reason"] for row in rows if not row["valid"]))
            done = self.expect(1, "pubkey", path)
            self.assertEqual(done.stdout.count(b"compressed    " + G.encode()), 3)
            said = done.stderr.decode().splitlines()
            self.assertEqual(len(said), len(bad) - 1)
            self.assertTrue(said[0].startswith(f"ufsecp: {path}: line 4: "))
            self.assertNotIn("\x1b", done.stderr.decode())
        for data in (b"", b"\n\n", b"# none\n"):
            done = self.expect(2, "pubkey", "-", stdin=data)
            self.assertIn(b"standard input: no public key is in it", done.stderr)
        for key in ("02" + "ff" * 32, "zz", "02", "06" + uncompressed(bytes.fromhex(G)).hex()[2:]):
            done = self.expect(2, "pubkey", "--pubkey", key)
            self.assertEqual((b"--pubkey: " in done.stderr, done.stdout), (True, b""))
        self.assertIn(b"as --pubkey HEX", self.expect(2, "pubkey", G).stderr)

    def test_as_it_comes(self):
        process = subprocess.Popen(
            [cli_tool.TOOL, "pubkey", "--json", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for _ in range(3):
            process.stdin.write(G.encode() + b"\n")
            process.stdin.flush()
            self.assertEqual(json.loads(process.stdout.readline())["compressed"], G)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=20), 130)
        process.stdin.close(), process.stdout.close()


class EmptyValues(Case):
    """An empty value, such as an unset variable of a shell, is never taken for none."""

    def options(self):
        """Every command with each of its options that take a value."""
        top = self.expect(0, "--help").stdout.decode()
        commands = re.findall(r"^    ([a-z]+) +\S", top.split("\nCOMMANDS\n")[1], re.M)
        for command in commands[: commands.index("bench") + 1]:
            page = self.expect(0, command, "--help").stdout.decode()
            for name in re.findall(r"^    (--[a-z-]+) [A-Z]+$", page, re.M):
                yield command, name

    def test_every_option_of_every_command(self):
        """Nothing is read or written, no key of the environment is used, and none is shown."""
        folder = self.folder.name
        self.path("rows", self.data[: 3 * ROW])
        env = {"UFSECP_SECKEY": "07" * 32}
        tried = list(self.options())
        self.assertGreater(len(tried), 45)
        for command, name in tried:
            for args in ([name, ""], [name + "="], [name + "=", "rows"], ["rows", name + "="]):
                if (command, name) == ("sign", "--hash"):
                    args = ["--scheme", "ecdsa", *[arg for arg in args if arg != "rows"]]
                with self.subTest(command=command, args=args):
                    done = self.expect(2, command, *args, env=env, cwd=folder)
                    self.assertIn(f"ufsecp: {name}: the value is empty", done.stderr.decode())
                    self.assertEqual(done.stdout, b"")
                    self.assertEqual(os.listdir(folder), ["rows"])
        with open(self.path("rows"), "rb") as f:
            self.assertEqual(f.read(), self.data[: 3 * ROW])

    def test_an_option_is_no_value(self):
        """--output $UNSET --json: no file of the name --json is written."""
        folder = self.folder.name
        self.path("rows", self.data[: 3 * ROW])
        for command, name in self.options():
            for follows in ("--help", "-h", "--"):
                with self.subTest(command=command, name=name, follows=follows):
                    done = self.expect(2, command, name, follows, "rows", cwd=folder)
                    self.assertIn(f"{name}: the value is missing: {follows} ", done.stderr.decode())
                    self.assertEqual((done.stdout, os.listdir(folder)), (b"", ["rows"]))
            done = self.expect(2, command, name, cwd=folder)
            self.assertIn(f"{name}: the value is missing", done.stderr.decode())
        self.expect(0, "verify", "--output=--json", "rows", cwd=folder)
        self.assertEqual(sorted(os.listdir(folder)), ["--json", "rows"])
        self.expect(0, "verify", "--", "rows", cwd=folder)
        done = self.expect(2, "verify", "--json=", "rows", cwd=folder)
        self.assertIn(b"--json: takes no value", done.stderr)

    def test_arguments(self):
        for command in ("verify", "sign", "recover", "scan", "index"):
            done = self.expect(2, command, "", env={"UFSECP_SECKEY": "07" * 32})
            self.assertIn(b"FILE: the value is empty", done.stderr)
            self.assertEqual(done.stdout, b"")
        self.assertIn(b"FILE: the value is empty", self.expect(2, "verify", "--", "").stderr)
        for command in ("keygen", "ecdh", "selftest", "info", "bench"):
            done = self.expect(2, command, "")
            self.assertEqual((b"an argument is empty" in done.stderr, done.stdout), (True, b""))
        self.assertIn(b"the first argument is empty", self.expect(2, "").stderr)

    def test_an_empty_message_is_a_message(self):
        """For Schnorr signatures alone, and never the text of standard input."""
        key = {"UFSECP_SECKEY": "07" * 32}
        schnorr = ["sign", "--scheme", "schnorr"]
        want = self.expect(0, *schnorr, self.path("m", b""), env=key).stdout
        for args in (["--hash", ""], ["--hash="], ["--hash", "0x"]):
            self.assertEqual(
                self.expect(0, *schnorr, *args, stdin=b"hello", env=key).stdout, want, args
            )
            done = self.expect(2, "sign", *args, stdin=b"hello", env=key)
            self.assertEqual((done.stdout, b"--hash: " in done.stderr), (b"", True))
            done = self.expect(2, *schnorr, *args, self.path("m"), env=key)
            self.assertIn(b"--hash or a file, not both", done.stderr)
        done = self.expect(2, *schnorr, "--hash=", self.path("m"), env=key)
        self.assertEqual((done.stdout, b"not both" in done.stderr), (b"", True))

    def test_variables(self):
        """An empty key is refused; an empty engine or number of threads says nothing."""
        for name, args in (("UFSECP_SECKEY", []), ("MY_KEY", ["--key-env", "MY_KEY"])):
            for command in (["sign", "--hash", "11" * 32], ["ecdh", "--pubkey", G]):
                done = self.expect(2, *command, *args, env={name: ""})
                self.assertIn(
                    f"ufsecp: {name}: not a secret key: the variable is set, but empty",
                    done.stderr.decode(),
                )
                self.assertEqual(done.stdout, b"")
        empty = {"UFSECP_ENGINE": "", "UFSECP_THREADS": ""}
        out = json.loads(self.expect(0, "info", "--json", env=empty).stdout)
        full = {k: v for k, v in os.environ.items() if k not in empty}
        want = json.loads(
            subprocess.run([cli_tool.TOOL, "info", "--json"], env=full, capture_output=True).stdout
        )
        self.assertEqual((out["engine"], out["threads"]), (want["engine"], want["threads"]))

    def test_digits(self):
        """The message names the option, and what is wrong with its value."""
        for digits, what in (
            ("11" * 31, "62 hexadecimal digits, not 64"),
            ("11" * 33, "66 hexadecimal digits, not 64"),
            ("1" * 63, "63 hexadecimal digits, not 64"),
            ("zz" * 32, "not 64 hexadecimal digits"),
            ("11" * 31 + "1 ", "not 64 hexadecimal digits"),
        ):
            done = self.expect(2, "recover", "--hash", digits, "--sig", "11" * 65)
            self.assertIn(f"ufsecp: --hash: {what}\n", done.stderr.decode())
        for sig in ("123", "x"):
            done = self.expect(2, "recover", "--hash", "11" * 32, "--sig", sig)
            self.assertIn("ufsecp: --sig: the signature is not hex", done.stderr.decode())


class Machine(Case):
    def test_pages_need_no_engine(self):
        wrong = {name: "nope" for name in ("ENGINE", "THREADS", "CPU", "GPU_DEVICE")}
        for command in (
            ["man", "verify"],
            ["completion", "bash"],
            ["--help"],
            ["verify", "--help"],
        ):
            self.expect(0, *command, env={f"UFSECP_{k}": v for k, v in wrong.items()})

    def test_variables_that_mean_nothing(self):
        """Every command that computes names the variable and the words that it may have."""
        with open(os.path.join(cli_tool.ROOT, "src", "base", "cpu.h")) as f:
            clusters = re.findall(r'\{"([a-z0-9]+)", &cpu_features::', f.read())
        words = ["-" + name for name in clusters] + ["none"]
        self.assertGreater(len(words), 6)
        fund = b"01" * 40
        for name, wrong, says in (
            ("ENGINE", ("nonsense", "x64", "auto,", " auto"), ("there are: auto, ", "portable")),
            ("CPU", ("zzz", "avx512", "-avx512,", "-avx512 -fma", "-AVX2", ","), words),
            ("GPU_DEVICE", ("abc", "", "0,", "-1", "0 1", "256", "None", "0x1"), ("none",)),
        ):
            for value in wrong:
                env = {f"UFSECP_{name}": value}
                for command in (["verify", cli_tool.ROWS], ["info"], ["extract"]):
                    done = self.expect(2, *command, env=env, stdin=fund)
                    said = done.stderr.decode()
                    self.assertEqual((done.stdout, len(said.splitlines())), (b"", 1), said)
                    self.assertIn(value, said)
                    for word in says:
                        self.assertIn(word, said)
        for value in words + [",".join(words[:2]), ""]:
            self.expect(0, "verify", cli_tool.ROWS, env={"UFSECP_CPU": value})
        for value in ("none", "0", "0,1", "255"):
            self.expect(0, "pubkey", "--pubkey", G, env={"UFSECP_GPU_DEVICE": value})
        # an option is asked before the variable
        env = {"UFSECP_ENGINE": "nonsense"}
        self.expect(0, "verify", "--engine", "portable", cli_tool.ROWS, env=env)

    def test_selftest(self):
        names = self.expect(0, "selftest", "--list").stdout.decode().splitlines()
        self.assertGreaterEqual(len(names), 35)
        self.assertEqual(len(set(names)), len(names))
        for wanted in (
            "scalar_mul==fast",
            "generator_mul==fast",
            "k=1",
            "k=2",
            "G on curve",
            "point_eq",
            "field_cmov",
            "complete_add dbl",
        ):
            self.assertIn("ct " + wanted, names)
        out = json.loads(self.expect(0, "selftest", "--json").stdout)
        self.assertEqual((out["passed"], out["failed"]), (len(names), 0))
        self.assertEqual([c["name"] for c in out["checks"]], names)
        every = json.loads(self.expect(0, "selftest", "--json", "--all-engines").stdout)
        self.assertEqual(every["passed"], len(names) * len(every["engines"]))
        self.assertEqual(
            self.expect(0, "selftest", "--list", "--filter", "bip340").stdout.count(b"\n"), 2
        )

    def test_info(self):
        out = json.loads(self.expect(0, "info", "--json").stdout)
        self.assertEqual(out["version"], out["library_version"])
        selected = [e["name"] for e in out["engines"] if e["selected"]]
        self.assertEqual(selected, [out["engine"]])
        self.assertGreater(out["table_bytes"]["constant_time"], 0)
        self.assertLess(
            {"bmi2", "adx", "avx2", "sha_ni", "avx512ifma"}, set(out["cpu"]["features"])
        )
        lanes = {e["name"]: e["lanes"] for e in out["engines"]}
        self.assertEqual(
            lanes,
            {
                name: 8 if name in ("x64_ifma", "x64_avxifma", "x64_avx512", "x64_fma") else 1
                for name in lanes
            },
        )
        has = out["cpu"]["clusters"]
        clusters = ["avx2", "adx", "sha", "fma", "avx512", "avxifma", "ifma", "ifma2"]
        self.assertEqual(list(has), clusters)
        runs = {e["name"]: e["supported"] for e in out["engines"]}
        self.assertEqual(
            (
                runs.get("x64_adx", has["adx"]),
                runs.get("x64_fma", has["adx"] and has["fma"]),
                runs.get("x64_avx512", has["adx"] and has["avx512"]),
                runs.get("x64_ifma", has["adx"] and has["ifma"]),
            ),
            (
                has["adx"],
                has["adx"] and has["fma"],
                has["adx"] and has["avx512"],
                has["adx"] and has["ifma"],
            ),
        )
        self.assertEqual(out["table_bytes"]["comb"], 22 * 2048 * 64)
        text = self.expect(0, "info").stdout.decode()
        self.assertRegex(text, rf"\nengines .*\b{out['engine']} \((8 lanes, )?in use\)")
        self.assertRegex(text, r"\nclusters   ( [+-]\w+){8}\n")
        self.assertIn("2,883,584", text)
        self.assertEqual("8 lanes" in text, 8 in lanes.values())
        none = subprocess.run(
            [cli_tool.TOOL, "info", "--json"],
            env=os.environ | {"UFSECP_CPU": "none"},
            capture_output=True,
        ).stdout
        self.assertFalse(any(json.loads(none)["cpu"]["clusters"].values()))

    def test_number_of_threads(self):
        """The option, else the variable, else all cores."""
        variable = "UFSECP_THREADS"
        cases = [
            ([], None, ALL),
            (["--threads", "5"], None, 5),
            (["--threads", "0"], "3", ALL),
            (["--threads", "2"], "3", 2),
            ([], "3", 3),
            ([], "0", ALL),
            ([], "", ALL),
            (["--threads", "2"], "x", 2),
            ([], "1024", 1024),
        ]
        for args, value, want in cases:
            env = {k: v for k, v in os.environ.items() if k != variable} | (
                {variable: value} if value is not None else {}
            )
            out = subprocess.run(
                [cli_tool.TOOL, "info", "--json", *args], env=env, capture_output=True
            ).stdout
            self.assertEqual(json.loads(out)["threads"], want, (args, value))
        for value in ("x", "2x", "-2", " 2", "1025", "99999999999"):
            self.assertIn(b"UFSECP_THREADS", self.expect(2, "info", env={variable: value}).stderr)
        one = subprocess.run(
            ["taskset", "-c", str(min(os.sched_getaffinity(0))), cli_tool.TOOL, "info"],
            capture_output=True,
        ).stdout.decode()
        self.assertRegex(one, r"\nthreads +1 for batches\n")

    def test_a_leading_zero(self):
        """It makes no octal number."""
        with open(cli_tool.ROWS, "rb") as f:
            rows = [f.read(129) + b"0123456789" for _ in range(3)]
        self.expect(0, "verify", "--extra", "010", stdin=b"".join(rows))
        keys = self.expect(0, "keygen", "--count", "012", "--json").stdout
        self.assertEqual(keys.count(b"\n"), 12)
        eight, also_eight, ten = (
            self.expect(0, "index", "--rows", n, "-").stdout for n in ("8", "08", "010")
        )
        self.assertEqual(eight, also_eight)
        self.assertGreater(len(ten), len(eight))
        done = self.expect(0, "verify", "--json", "--threads", "01", cli_tool.ROWS)
        self.assertEqual(json.loads(done.stdout)["threads"], 1)

    def test_every_engine(self):
        for engine in json.loads(run("info", "--json").stdout)["engines"]:
            code, out, _ = (
                verify_json("--engine", engine["name"], stdin=self.data[: 20 * ROW] + b"\0" * ROW)
                if engine["supported"]
                else (None, None, None)
            )
            if engine["supported"]:
                self.assertEqual(
                    (code, out["engine"], out["valid"], out["invalid"]), (1, engine["name"], 20, 1)
                )
            else:
                why = (engine["text"] or "cannot run on this CPU").encode()
                self.assertIn(
                    why, self.expect(2, "verify", "--engine", engine["name"], cli_tool.ROWS).stderr
                )
                self.assertIn(
                    why,
                    self.expect(
                        2, "verify", cli_tool.ROWS, env={"UFSECP_ENGINE": engine["name"]}
                    ).stderr,
                )
        self.assertIn(
            b"engine warp", self.expect(2, "selftest", env={"UFSECP_ENGINE": "warp"}).stderr
        )
        word32 = {"UFSECP_ENGINE": "word32"}
        self.assertIn(
            b'"engine":"word32"',
            self.expect(0, "verify", "--json", cli_tool.ROWS, env=word32).stdout,
        )
        self.assertIn(
            b'"engine":"portable"',
            self.expect(
                0, "verify", "--json", "--engine", "portable", cli_tool.ROWS, env=word32
            ).stdout,
        )


if __name__ == "__main__":
    cli_tool.main()
