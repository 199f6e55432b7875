#!/usr/bin/env python3
"""Fuzzes each reader of files until it had an hour of CPU time, in as many runs as that takes.

Usage: tools/fuzz_hours.py [--minutes N] [--json] [READER ...]   an hour each of all readers
       tools/fuzz_hours.py --list

It builds the preset `fuzz` and runs a reader on each core, in turns of five minutes. The inputs
that it found worth keeping stay in build/fuzz/hours/READER, and the CPU time of each reader at each
commit in build/fuzz/hours/hours.json: a run that was interrupted goes on where it ended, and only
its last turns are lost. An input that fails is kept in build/fuzz/hours/found, and its reader is
not run again.
Exit code: 0 all had their time, 1 an input failed, 2 wrong arguments or no build, 130 interrupted.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from run_tests import outcome

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/fuzz"
HOURS = BUILD / "hours"
TURN = 300  # seconds
STOPS = [getattr(signal, n) for n in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, n)]

# name -> (program, format that it keeps to)
READERS = {
    "hex": ("rows", "hex"),
    "csv": ("rows", "csv"),
    "jsonl": ("rows", "jsonl"),
    "rows": ("rows", ""),
    **{name: (name, "") for name in ("nostr", "index", "keys", "blocks", "rlp", "unpack")},
}


class Hours:
    """The CPU time that each reader had, written after every turn."""

    def __init__(self, file):
        self.file = file
        self.of = json.loads(file.read_text()) if file.is_file() else {}

    def cpu(self, name):
        return sum(turn["cpu"] for turn in self.of.get(name, {}).values())

    def runs(self, name):
        return sum(turn["runs"] for turn in self.of.get(name, {}).values())

    def add(self, name, commit, cpu, runs):
        turn = self.of.setdefault(name, {}).setdefault(commit, {"cpu": 0, "runs": 0})
        turn["cpu"] += cpu
        turn["runs"] += runs
        fresh = self.file.with_suffix(".new")
        fresh.write_text(json.dumps(self.of, indent=1) + "\n")
        fresh.replace(self.file)


class Fuzzing:
    """Turns of the readers that are to have some more time, on every core."""

    def __init__(self, names, minutes, hours, commit):
        self.waiting, self.minutes, self.hours, self.commit = list(names), minutes, hours, commit
        self.lock = threading.Lock()
        self.running, self.failed, self.stopped = {}, {}, False

    def take(self):
        """The waiting reader that had the least time, and the seconds that it lacks."""
        with self.lock:
            lacks = {n: self.minutes * 60 - self.hours.cpu(n) for n in self.waiting}
            self.waiting = [n for n in self.waiting if lacks[n] > 0 and n not in self.failed]
            if not self.waiting or self.stopped:
                return None, 0
            name = max(self.waiting, key=lacks.get)
            self.waiting.remove(name)
            return name, lacks[name]

    def turn(self, name, seconds):
        program, kept_to = READERS[name]
        corpus = HOURS / name
        corpus.mkdir(exist_ok=True)
        command = [
            BUILD / f"test/fuzz_{program}",
            f"-max_total_time={max(1, min(TURN, round(seconds)))}",
            "-timeout=10",
            "-rss_limit_mb=2048",
            "-print_final_stats=1",
            f"-artifact_prefix={HOURS}/found/{name}-",
            corpus,
        ]
        with open(HOURS / f"{name}.log", "w") as log:
            child = subprocess.Popen(
                command,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=HOURS,
                env={**os.environ, "UFSECP_FUZZ_FORMAT": kept_to},
                start_new_session=True,  # a Ctrl-C is for this script
            )
            self.running[name] = child
            if self.stopped:  # meanwhile
                child.kill()
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            del self.running[name]
        if self.stopped:
            return
        text = (HOURS / f"{name}.log").read_text(errors="replace")
        if child.returncode:
            self.failed[name] = text[-3000:]
        else:
            runs = re.search(r"stat::number_of_executed_units: (\d+)", text)
            cpu = used.ru_utime + used.ru_stime
            with self.lock:
                self.hours.add(name, self.commit, cpu, int(runs[1]) if runs else 0)
        with self.lock:
            self.waiting.append(name)

    def work(self):
        while True:
            name, seconds = self.take()
            if name is None:
                return
            self.turn(name, seconds)

    def run(self):
        threads = [threading.Thread(target=self.work) for _ in range(os.cpu_count() or 1)]
        for thread in threads:
            thread.start()
        try:
            told = time.monotonic()
            while any(thread.is_alive() for thread in threads):
                time.sleep(0.2)
                if time.monotonic() - told >= 60:
                    told = time.monotonic()
                    print(self.line(), file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            self.stopped = True
            for number in STOPS:
                signal.signal(number, signal.SIG_IGN)
            for child in list(self.running.values()):
                child.kill()
        for thread in threads:
            thread.join()

    def line(self):
        had = ", ".join(f"{n} {self.hours.cpu(n) / 60:.0f}" for n in self.hours.of)
        return f"CPU minutes of {self.minutes:g}: {had or 'none yet'}"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=60, help="of CPU time for each (60)")
    parser.add_argument("--json", action="store_true", help="the table as JSON")
    parser.add_argument("--list", action="store_true", help="the names of the readers")
    parser.add_argument("readers", nargs="*", metavar="READER")
    options = parser.parse_args()
    if options.list:
        print(*READERS, sep="\n")
        return 0
    for name in options.readers:
        if name not in READERS:
            parser.error(f"unknown reader {name}; there are: {' '.join(READERS)}")
    names = list(dict.fromkeys(options.readers or READERS))
    programs = sorted({f"fuzz_{READERS[name][0]}" for name in names})
    build = ["cmake", "--build", "--preset", "fuzz", "--target", *programs]
    for command in (["cmake", "--preset", "fuzz"], build):
        status, text = outcome(command)
        if status:
            print(text[-3000:], file=sys.stderr)
            return 2
    commit = outcome(["git", "describe", "--always", "--dirty"])[1].strip() or "no commit"
    (HOURS / "found").mkdir(parents=True, exist_ok=True)
    for number in STOPS:  # all as Ctrl-C: no reader goes on alone
        signal.signal(number, signal.default_int_handler)
    fuzzing = Fuzzing(names, options.minutes, Hours(HOURS / "hours.json"), commit)
    fuzzing.run()
    rows = [
        {
            "reader": name,
            "cpu_minutes": round(fuzzing.hours.cpu(name) / 60, 1),
            "runs": fuzzing.hours.runs(name),
            "inputs_kept": len(list((HOURS / name).glob("*"))),
            "commits": list(fuzzing.hours.of.get(name, {})),
            "failed": name in fuzzing.failed,
        }
        for name in names
    ]
    if options.json:
        print(json.dumps(rows, indent=1))
    else:
        print(f"{'reader':<8} {'CPU minutes':>11} {'runs':>13} {'kept':>6}")
        for row in rows:
            print(
                f"{row['reader']:<8} {row['cpu_minutes']:>11} {row['runs']:>13,} "
                f"{row['inputs_kept']:>6}{'  FAILED' if row['failed'] else ''}"
            )
    for name, text in fuzzing.failed.items():
        print(f"\n{name} failed; the input is in {HOURS}/found:\n{text}", file=sys.stderr)
    return 1 if fuzzing.failed else 130 if fuzzing.stopped else 0


if __name__ == "__main__":
    sys.exit(main())
