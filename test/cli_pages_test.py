# What is made of the pages of help: completions of bash, zsh and fish, and manual pages.
import json
import os
import pty
import re
import select
import shutil
import subprocess
import time
import unittest

import cli_tool
from cli_tool import Case, run

PAGE_OPTION = re.compile(r"^    (-h, --help|--[a-z0-9-]+)( [A-Z][A-Z=,.|]*)?$", re.M)


def text_of(*args):
    done = run(*args)
    assert done.returncode == 0, (args, done.stderr)
    return done.stdout.decode()


def commands():
    """The names that the tool's own page lists, in its order."""
    section = text_of("--help").split("\nCOMMANDS\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in section.splitlines()]


def options(command):
    """{"--json": whether a value follows} of a page of help."""
    page = text_of(command, "--help") if command else text_of("--help")
    return {name.split(", ")[-1]: bool(value) for name, value in PAGE_OPTION.findall(page)}


def engines():
    return [e["name"] for e in json.loads(text_of("info", "--json"))["engines"]]


class PagesCase(Case):
    def need(self, program):
        if not shutil.which(program):
            print(f"cli_pages_test: {program} is not installed: skipped", flush=True)
            self.skipTest(f"{program} is not installed")


class Bash(PagesCase):
    def complete(self, *words, cwd=None):
        """What bash's completion function offers for these words, the last of them unfinished."""
        self.need("bash")
        script = self.path("ufsecp.bash", text_of("completion", "bash"))
        program = (
            'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ufsecp; '
            'printf "%s\\n" "${COMPREPLY[@]}"'
        )
        done = subprocess.run(
            ["bash", "--norc", "-uc", program, "bash", script, "ufsecp", *words],
            capture_output=True,
            text=True,
            timeout=60,
            cwd=cwd,
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return [line for line in done.stdout.split("\n") if line]

    def test_commands(self):
        self.assertEqual(self.complete(""), [*commands(), "help"])
        self.assertEqual(self.complete("ver"), ["verify"])
        self.assertEqual(self.complete("--v"), ["--version"])
        self.assertEqual(self.complete("no-such"), [])
        self.assertEqual(self.complete("help", "sel"), ["selftest"])
        self.assertEqual(self.complete("man", ""), commands())
        self.assertEqual(self.complete("completion", ""), ["bash", "zsh", "fish"])

    def test_options_are_those_of_the_pages(self):
        for command in commands():
            self.assertEqual(self.complete(command, "--"), list(options(command)), command)

    def test_values(self):
        self.assertEqual(self.complete("verify", "--scheme", ""), ["ecdsa", "schnorr"])
        self.assertEqual(self.complete("verify", "--scheme", "=", "s"), ["schnorr"])
        self.assertEqual(self.complete("verify", "--scheme", "="), ["ecdsa", "schnorr"])
        self.assertEqual(self.complete("bench", "--vs", "lib"), ["libsecp256k1"])
        self.assertEqual(self.complete("index", "--tweak-size", "6"), ["64"])
        for command in commands():
            if "--engine" in options(command):
                self.assertEqual(self.complete(command, "--engine", ""), ["auto", *engines()])
        for free in ("--extra", "--max-reported", "--threads"):
            self.assertEqual(self.complete("verify", free, ""), [], free)

    def test_files(self):
        for name in ("sums.rows", "two words.rows", "s*r", "-dash"):
            self.path(name, b"")
        os.mkdir(self.path("sub"))
        here = self.folder.name
        self.assertEqual(
            sorted(self.complete("verify", "s", cwd=here)), ["s*r", "sub", "sums.rows"]
        )
        self.assertEqual(self.complete("verify", "two", cwd=here), ["two words.rows"])
        self.assertEqual(self.complete("verify", "--output", "su", cwd=here), ["sub", "sums.rows"])
        self.assertEqual(self.complete("bench", "--output", "su", cwd=here), ["sub"])
        self.assertEqual(self.complete("keygen", "--count", "su", cwd=here), [])
        self.assertIn("--count", self.complete("keygen", "", cwd=here))


class OtherShells(PagesCase):
    def script(self, shell, name):
        self.need(shell)
        path = self.path(name, text_of("completion", shell))
        done = subprocess.run([shell, "-n", path], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        return path

    def test_fish(self):
        path = self.script("fish", "ufsecp.fish")
        self.path("sums.rows", b"")

        def complete(line):
            done = subprocess.run(
                ["fish", "--no-config", "-c", f"source {path}; complete -C '{line}'"],
                capture_output=True,
                text=True,
                timeout=60,
                cwd=self.folder.name,
                env={**os.environ, "HOME": self.folder.name},
            )
            self.assertEqual(done.stderr, "")
            return [line.split("\t")[0] for line in done.stdout.splitlines()]

        self.assertEqual(complete("ufsecp "), sorted([*commands(), "help"]))
        self.assertEqual(complete("ufsecp verify --scheme "), ["ecdsa", "schnorr"])
        self.assertEqual(complete("ufsecp sign --engine "), sorted(["auto", *engines()]))
        self.assertEqual(complete("ufsecp help selft"), ["selftest"])
        self.assertEqual(complete("ufsecp verify sum"), ["sums.rows"])
        self.assertEqual(complete("ufsecp info sum"), [])
        for command in commands():
            want = sorted([*options(command), "-h"])
            self.assertEqual(sorted(complete(f"ufsecp {command} -")), want, command)

    def test_zsh(self):
        """A shell on a terminal completes what is typed."""
        path = self.script("zsh", "_ufsecp")
        self.path("sums.rows", b"")
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.folder.name)
            os.environ.update(HOME=self.folder.name, PROMPT="> ", TERM="dumb")
            os.execvp("zsh", ["zsh", "-f", "-i"])

        def expect(typed, wanted):
            os.write(terminal, typed.encode())
            seen, end = "", time.monotonic() + 60
            while wanted not in seen:
                left = end - time.monotonic()
                self.assertGreater(left, 0, (typed, seen))
                if select.select([terminal], [], [], left)[0]:
                    seen += os.read(terminal, 65536).decode(errors="replace")

        try:
            expect(
                f"unsetopt zle; autoload -Uz compinit; compinit -u -D; source {path}; "
                "setopt zle; echo re''ady\n",
                "ready",
            )
            for typed, wanted in {
                "echo ufsecp; ufsecp selft\t": "selftest",
                "ufsecp verify --scheme=sch\t": "--scheme=schnorr",
                "ufsecp verify --max\t": "--max-reported=",
                "ufsecp sign --engine por\t": "portable",
                "ufsecp help recov\t": "recover",
                "ufsecp verify sum\t": "sums.rows",
            }.items():
                expect(typed, wanted)
                expect("\x15echo do''ne\n", "done")
        finally:
            os.close(terminal)
            os.kill(child, 9)
            os.waitpid(child, 0)

    def test_wrong_arguments(self):
        for args in ((), ("tcsh",), ("bash", "zsh"), ("",)):
            done = self.expect(2, "completion", *args)
            self.assertEqual(done.stdout, b"")
            self.assertTrue(done.stderr)


class Manual(PagesCase):
    def pages(self):
        return {
            command: text_of("man", *([command] if command else []))
            for command in ["", *commands()]
        }

    def test_list(self):
        names = ["ufsecp", *(f"ufsecp-{command}" for command in commands())]
        self.assertEqual(text_of("man", "--list").splitlines(), names)
        for wrong in (["verify", "sign"], ["nothing"], [""]):
            self.assertEqual(self.expect(2, "man", *wrong).stdout, b"")

    def test_same_sections_and_options(self):
        for command, page in self.pages().items():
            text = text_of(*([command] if command else []), "--help")
            headings = re.findall(r"^[A-Z][A-Z ]+$", text, re.M)
            found = [name.strip('"') for name in re.findall(r"^\.SH (.*)$", page, re.M)]
            self.assertEqual(found, [*headings, "SEE ALSO"], command)
            plain = page.replace("\\-", "-")
            for name in options(command):
                self.assertIn(f"\\fB{name}\\fR", plain, command)

    def test_escapes(self):
        """No line of text is taken as a request, and no hyphen or quote is changed."""
        requests = {"SH", "B", "BR", "PP", "TP", "EX", "EE", "nf", "fi", "br"}
        for command, page in self.pages().items():
            for line in page.splitlines()[1:]:
                self.assertFalse(line.startswith("'"), line)
                if line.startswith("."):
                    self.assertIn(line[1:].split()[0], requests, line)
                self.assertNotRegex(line, r"(?<!\\)-|(?<!\\)'|(?<!\\)`", f"{command}: {line}")
                for escape in re.findall(r"\\(\(?..?)", line):
                    self.assertRegex(escape, r"^(-|e|&|f[BIR]|\((aq|ga|ha|ti))")

    def rendered(self, page):
        done = subprocess.run(
            ["groff", "-ww", "-man", "-Tascii", "-P-cbou", "-rLL=100n"],
            input=page,
            capture_output=True,
            text=True,
            timeout=60,
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_groff(self):
        """No warning; and every word of the page of help is there."""
        self.need("groff")
        for command, page in self.pages().items():
            words = re.sub(r"-\n\s+", "-", self.rendered(page)).split()
            text = text_of(*([command] if command else []), "--help")
            if not command:
                text = re.sub(r"\nCOMMANDS\n.*?\n\n", "\nCOMMANDS\n\n", text, flags=re.S)
            missing = [word for word in text.split() if word not in words]
            hyphenated = 4 + len(words) // 200
            self.assertLess(len(missing), hyphenated, (command, missing))

    def test_mandoc(self):
        self.need("mandoc")
        for command, page in self.pages().items():
            done = subprocess.run(
                ["mandoc", "-T", "lint", "-W", "warning"],
                input=page,
                capture_output=True,
                text=True,
                timeout=60,
            )
            # A page has no day of its own: it is that of the tool that prints it.
            wrong = [x for x in done.stdout.splitlines() if "missing date" not in x]
            self.assertEqual(wrong, [], command)


if __name__ == "__main__":
    cli_tool.main()
