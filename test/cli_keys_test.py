# The command line tool and secret keys: where they may come from, what is said of bad ones, what
# guards them while the tool runs.
import fcntl
import json
import os
import re
import resource
import signal
import stat
import subprocess
import sys
import time
import unittest

import cli_tool
from cli_tool import N

HASH = "11" * 32
SECRET = "5ec7e7" + "9b41d06f" * 7 + "a1"
assert len(SECRET) == 64


def locked_kib(pid):
    with open(f"/proc/{pid}/status") as f:
        return next(int(line.split()[1]) for line in f if line.startswith("VmLck:"))


class Case(cli_tool.Case):
    def key_file(self, content, mode=0o600, name="a.key"):
        path = self.path(name)
        if os.path.exists(path):
            os.unlink(path)
        self.path(name, content)
        os.chmod(path, mode)
        return path

    def assertSilentOn(self, done, secret):
        """No six bytes of the secret are in the output, as bytes or as digits."""
        shown = done.stdout + done.stderr
        digits = shown.lower()
        text = secret if isinstance(secret, bytes) else secret.encode()
        for at in range(0, max(len(text) - 11, 1)):
            if len(text) >= 12:
                self.assertNotIn(text[at : at + 12].lower(), digits, (done.args, shown))
        raw = (
            bytes.fromhex(secret)
            if isinstance(secret, str) and len(secret) == 64 and "z" not in secret
            else text
        )
        for at in range(0, len(raw) - 5):
            self.assertNotIn(raw[at : at + 6], shown, (done.args, shown))
            self.assertNotIn(raw[at : at + 6].hex().encode(), digits, (done.args, shown))


class Arguments(Case):
    def test_keys_are_refused_and_not_repeated(self):
        for form in (SECRET, SECRET.upper(), "0x" + SECRET):
            for command in (
                ["sign", "--hash", HASH],
                ["ecdh", "--pubkey", "02" + HASH],
                ["keygen"],
            ):
                given = [
                    [form],
                    ["--key-file", form],
                    ["--key-env", form],
                    ["--key-file=" + form],
                    ["--output", form],
                ]
                given += [
                    [name + "=" + form]
                    for name in (
                        "--seckey",
                        "--secret",
                        "--secret-key",
                        "--privkey",
                        "--private-key",
                    )
                ]
                given += [["--key", form]]
                for args in given:
                    done = self.expect(2, *command, *args)
                    self.assertIn(b"not taken as an argument", done.stderr)
                    option = {"keygen": b"", "scan": b"--keys"}.get(command[0], b"--key-file")
                    named = b"; give " + option + b" FILE, or - for standard input"
                    self.assertEqual(named in done.stderr, option != b"")
                    self.assertEqual(b"; give" in done.stderr, option != b"")
                    self.assertEqual(done.stdout, b"")
                    self.assertSilentOn(done, SECRET)
        self.assertIn(b"not taken as an argument", self.expect(2, "sign", "--key", "a.key").stderr)

    def test_nearly_keys_and_slips_are_not_repeated_either(self):
        for form in (SECRET[:-1], SECRET + "0", SECRET + SECRET, SECRET[:40]):
            for args in (
                ["sign", form],
                ["sign", "--hash", HASH, "--key-file", form],
                ["sign", "--hash", HASH, "--key-env", form],
                ["sign", "--hash", HASH, "x", form],
                ["sign", "--hsh", form],
                ["sign", "--hash", form + "x"],
                ["ecdh", form],
                ["ecdh", "--pubkey", form],
                ["sign", "--engine", form],
                ["sign", "--scheme", form],
                [form],
                [form, "sign"],
                ["sing", form],
                ["keygen", "--count", form],
                ["sign", "--" + form],
                ["sign", "--hash", HASH, "--aux", form],
            ):
                self.assertSilentOn(self.expect(2, *args), SECRET)

    def test_public_digits_and_files_are_welcome(self):
        key = self.key_file(SECRET)
        self.expect(0, "sign", "--key-file", key, "--hash", HASH)
        self.expect(0, "sign", "--key-file", key, "--hash=" + HASH)
        self.expect(
            0, "sign", "--key-file", key, "--scheme", "schnorr", "--hash", HASH, "--aux", HASH
        )
        self.path(HASH, b"a message in a file that is named by a hash")
        self.expect(0, "sign", "--key-file", key, HASH, cwd=self.folder.name)
        # commands that know no keys name what they were given in full
        self.assertIn(HASH.encode(), self.expect(2, "verify", HASH).stderr)


class Files(Case):
    def test_bad_keys(self):
        range_text, form_text = "zero or not below the group order", "not one secret key"
        number = [b"%064x" % value for value in (0, N, N + 1, 2**256 - 1)]
        bad = [(text + end, range_text) for text in number for end in (b"", b"\n")]
        bad += [(bytes.fromhex(text.decode()), range_text) for text in number]
        secret = SECRET.encode()
        bad += [
            (text, form_text)
            for text in (
                b"",
                b"\n",
                secret[:-1],
                secret[:-2],
                secret[:32],
                secret[:31] + b"\n",
                secret + b"0",
                secret + b"00",
                b"zz" + secret[2:],
                secret[:32] + b" " + secret[32:],
                secret + b"\n" + secret + b"\n",
                b"key " + secret,
                bytes.fromhex(SECRET)[:31],
                bytes.fromhex(SECRET) + b"\1",
                secret * 2,
                b"# comment\n" + secret,
                b'"' + secret + b'"',
                b"\0" + secret,
                secret + b" " * 5000,
            )
        ]
        for content, reason in bad:
            path = self.key_file(content)
            for command in (
                ["sign", "--hash", HASH],
                ["sign", "--scheme", "schnorr", "--hash", HASH],
                ["ecdh", "--pubkey", self.pubkey()],
            ):
                done = self.expect(2, *command, "--key-file", path)
                self.assertEqual(done.stdout, b"")
                self.assertRegex(done.stderr.decode(), rf"^ufsecp: {path}: .*{reason}")
                self.assertSilentOn(done, content)
                self.assertSilentOn(done, SECRET)
            done = self.expect(2, "sign", "--hash", HASH, "--key-file", "-", stdin=content)
            self.assertRegex(done.stderr.decode(), rf"^ufsecp: standard input: .*{reason}")
            self.assertSilentOn(done, content)
            if (
                b"\0" not in content
                and len(content) < 4096
                and not (len(content) == 32 and reason == range_text)
            ):
                done = self.expect(
                    2, "sign", "--hash", HASH, env={"UFSECP_SECKEY": os.fsdecode(content)}
                )
                self.assertRegex(
                    done.stderr.decode(),
                    rf"^ufsecp: UFSECP_SECKEY: .*({range_text}|not a secret key)",
                )
                self.assertSilentOn(done, content)
                self.assertSilentOn(done, SECRET)

    def pubkey(self):
        return "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"

    def test_last_good_key(self):
        for value in (1, N - 1):
            self.expect(0, "sign", "--hash", HASH, "--key-file", self.key_file(b"%064x\n" % value))
            self.expect(
                0, "sign", "--hash", HASH, "--key-file", self.key_file(value.to_bytes(32, "big"))
            )

    def test_modes(self):
        for mode in range(0o400, 0o1000):
            path = self.key_file(SECRET, mode)
            done = cli_tool.run("sign", "--hash", HASH, "--key-file", path)
            said = done.stderr.decode()
            self.assertEqual(done.returncode, 2 if mode & 0o006 else 0, (oct(mode), said))
            self.assertEqual(
                "refused: everyone on this machine can " in said, mode & 0o006 != 0, oct(mode)
            )
            self.assertEqual(
                "by its group" in said, mode & 0o006 == 0 and mode & 0o060 != 0, oct(mode)
            )
            if not mode & 0o066:
                self.assertEqual(said, "")

    def test_keygen_writes_for_its_owner_alone(self):
        for umask in (0, 0o077):
            path = self.path(f"{umask}.key")
            old = os.umask(umask)
            try:
                self.expect(0, "keygen", "--output", path)
            finally:
                os.umask(old)
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        target, link = self.path("target"), self.path("link")
        os.symlink(target, link)
        self.assertIn(b"File exists", self.expect(2, "keygen", "--output", link).stderr)
        self.assertFalse(os.path.exists(target))

    def test_many_keys(self):
        """More than the buffer for secrets holds, to a file and to a pipe."""
        path = self.path("many.key")
        shown = self.expect(0, "keygen", "--count", "100", "--output", path).stdout.decode().split()
        with open(path) as f:
            lines = [line.split() for line in f]
        self.assertEqual([line[1] for line in lines], shown)
        piped = [
            line.split()
            for line in self.expect(0, "keygen", "--count", "100").stdout.decode().splitlines()
        ]
        for secret, public in lines[::20] + piped[::20]:
            signed = json.loads(
                self.expect(
                    0, "sign", "--json", "--hash", HASH, "--key-file", "-", stdin=secret.encode()
                ).stdout
            )
            self.assertEqual(signed["pubkey"], public)
        self.assertEqual(len({line[0] for line in lines + piped}), 200)

    def test_no_public_key_before_its_secret_is_on_the_disk(self):
        path = self.path("slow.key")
        with subprocess.Popen(
            [cli_tool.TOOL, "keygen", "--count", "4000", "--output", path], stdout=subprocess.PIPE
        ) as process:
            shown, kept = b"", 0
            while shown or kept == 0 or process.poll() is None:
                shown = os.read(
                    process.stdout.fileno(), 1 << 16
                )  # the pipe holds as much: then the tool waits
                kept += shown.count(b"\n")
                with open(path, "rb") as f:
                    self.assertGreaterEqual(f.read().count(b"\n"), kept)
        self.assertEqual((process.returncode, kept), (0, 4000))

    def test_interruption(self):
        """Whole lines, no public key without its secret, and how far it came."""
        path = self.path("many.key")
        for output in (["--output", path], []):
            with subprocess.Popen(
                [cli_tool.TOOL, "keygen", "--count", "100000000", *output],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            ) as process:
                shown = os.read(process.stdout.fileno(), 1 << 16)
                process.send_signal(signal.SIGINT)
                rest, err = process.communicate(timeout=60)
            shown = (shown + rest).decode()
            self.assertEqual((process.returncode, shown[-1]), (130, "\n"))
            [made] = re.findall(
                r"^ufsecp: interrupted after ([\d,]+) of 100,000,000 keys\n$", err.decode()
            )
            self.assertEqual(shown.count("\n"), int(made.replace(",", "")))
        with open(path) as f:
            lines = f.read().splitlines()
        self.assertEqual({len(line) for line in lines}, {64 + 1 + 66})

    def test_full_disk(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [cli_tool.TOOL, "keygen", "--count", "200"], stdout=full, stderr=subprocess.PIPE
            )
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr.decode(), "^ufsecp: cannot write standard output: [^0-9]*\n$")


@unittest.skipUnless(sys.platform == "linux", "looks into /proc")
class Guards(Case):
    def waiting(self, prepare=None, **more):
        """A `sign` that holds its memory for secrets and waits for its key on standard input."""
        process = subprocess.Popen(
            [cli_tool.TOOL, "sign", "--hash", HASH, "--key-file", "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=prepare,
            **more,
        )
        self.addCleanup(process.communicate)
        for _ in range(1000):
            with open(f"/proc/{process.pid}/limits") as f:
                ready = [
                    line.split()[4:6] for line in f if line.startswith("Max core file size")
                ] == [["0", "0"]]
            with open(
                f"/proc/{process.pid}/status"
            ) as f:  # SIGTERM is caught: the last thing that is prepared
                ready = ready and any(
                    line.startswith("SigCgt:")
                    and int(line.split()[1], 16) >> signal.SIGTERM - 1 & 1
                    for line in f
                )
            if ready:
                return process
            time.sleep(0.01)
        self.fail("the tool does not prepare itself for secrets")

    def locks(self):
        return json.loads(self.expect(0, "info", "--json").stdout)["locked_memory"]

    def test_memory_is_locked(self):
        process = self.waiting()
        self.assertEqual(locked_kib(process.pid) >= 8, self.locks())
        out, _ = process.communicate(SECRET.encode(), timeout=60)
        self.assertEqual((process.returncode, len(out)), (0, 129))
        self.assertRegex(
            self.expect(0, "info").stdout.decode(), r"\nsecrets +in (locked|ordinary) memory"
        )

    def test_no_core_and_no_debugger(self):
        process = self.waiting(
            lambda: resource.setrlimit(
                resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1])
            )
        )
        # what a debugger needs belongs to root now
        self.assertEqual(os.stat(f"/proc/{process.pid}/mem").st_uid, 0)
        process.communicate(SECRET.encode(), timeout=60)

    def test_signals_end_it(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            process = self.waiting()
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
            self.assertEqual((process.returncode, out, err), (-number, b"", b""))
        process = self.waiting(
            lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
        )  # as nohup does
        process.send_signal(signal.SIGHUP)
        out, _ = process.communicate(SECRET.encode(), timeout=60)
        self.assertEqual((process.returncode, len(out)), (0, 129))

    def test_without_locked_memory(self):
        """The same signature, and info tells."""

        def prepare():
            resource.setrlimit(resource.RLIMIT_MEMLOCK, (0, 0))
            if os.getuid() == 0:
                (
                    os.setgroups([]),
                    os.setgid(65534),
                    os.setuid(65534),
                )  # root may lock whatever the limit

        try:
            info = subprocess.run(
                [cli_tool.TOOL, "info", "--json"], capture_output=True, preexec_fn=prepare
            )
        except (PermissionError, subprocess.SubprocessError):
            self.skipTest("another user cannot run the tool here")
        self.assertFalse(json.loads(info.stdout)["locked_memory"])
        text = subprocess.run(
            [cli_tool.TOOL, "info"], capture_output=True, preexec_fn=prepare
        ).stdout.decode()
        self.assertRegex(text, r"\nsecrets +in ordinary memory: \w+")
        process = self.waiting(prepare)
        self.assertEqual(locked_kib(process.pid), 0)
        out, _ = process.communicate(SECRET.encode(), timeout=60)
        self.assertEqual(
            out,
            self.expect(0, "sign", "--hash", HASH, "--key-file", "-", stdin=SECRET.encode()).stdout,
        )

    def test_key_from_a_descriptor(self):
        """As <(command) of a shell gives it: opened when the process already belongs to root in
        /proc."""
        reader, writer = os.pipe()
        os.write(writer, SECRET.encode())
        os.close(writer)
        args = ["sign", "--hash", HASH, "--key-file", f"/dev/fd/{reader}"]
        done = subprocess.run([cli_tool.TOOL, *args], pass_fds=[reader], capture_output=True)
        os.close(reader)
        self.assertEqual((done.returncode, len(done.stdout)), (0, 129), done.stderr)

    def test_variable_is_emptied(self):
        reader, writer = os.pipe()
        fcntl.fcntl(writer, fcntl.F_SETFL, os.O_NONBLOCK)
        try:
            while True:
                os.write(writer, b"x" * 4096)
        except BlockingIOError:
            os.set_blocking(writer, True)
        process = subprocess.Popen(
            [cli_tool.TOOL, "sign", "--hash", HASH],
            stdout=writer,
            env=dict(os.environ, UFSECP_SECKEY=SECRET),
        )
        os.close(writer)
        try:
            for _ in range(1000):
                with open(f"/proc/{process.pid}/syscall") as f:
                    if f.read().split()[0] == "1":  # it writes its signature, and waits
                        break
                time.sleep(0.01)
            with open(f"/proc/{process.pid}/environ", "rb") as f:
                found = f.read()
        except PermissionError:
            self.skipTest("only root looks into a process that guards itself")
        finally:
            process.kill()
            process.wait()
            os.close(reader)
        self.assertIn(b"UFSECP_SECKEY=\0", found)
        self.assertNotIn(SECRET[:12].encode(), found)


if __name__ == "__main__":
    cli_tool.main()
