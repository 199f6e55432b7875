#!/usr/bin/env python3
"""A standalone cluster of Apache Spark on this machine: a master and workers of one core each.

    python3 python/spark/cluster.py [--workers N] [--kill] COMMAND ...

runs the command with `--master spark://...` behind its words, in an environment that has pyspark
and what the command's tasks need. --kill kills one worker, and its executor with it, as soon as
that has done a task and is at another. The exit code is the command's; 1 if none was killed.
"""

import argparse
import importlib.util
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HOST = "127.0.0.1"
DEPLOY = "org.apache.spark.deploy"
PATIENCE = 180  # seconds for a program to say that it runs


class Cluster:
    """The processes of a cluster, and their logs in a folder. `url` is its master's."""

    def __init__(self, folder, workers=2):
        self.folder, self.workers, self.master = Path(folder), [], None
        spark = importlib.util.find_spec("pyspark")
        if spark is None:
            raise FileNotFoundError(f"{sys.executable} has no pyspark: pip install pyspark")
        self.spark_class = Path(spark.origin).parent / "bin/spark-class"
        try:
            self.master = self._start("master", "master.Master", "--port", "0")
            self.url = self._said("master", self.master, r"Starting Spark master at (spark://\S+)")
            for i in range(workers):
                words = ["--cores", "1", "--memory", "1g", "--work-dir", self._work(i), self.url]
                self.workers.append(self._start(f"worker{i}", "worker.Worker", *words))
            for i, worker in enumerate(self.workers):
                self._said(f"worker{i}", worker, r"(Successfully registered) with master")
        except BaseException:
            self.stop()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def _work(self, i):
        return self.folder / f"work{i}"

    def _start(self, name, program, *words):
        command = [self.spark_class, f"{DEPLOY}.{program}", "--host", HOST, "--webui-port", "0"]
        with open(self.folder / f"{name}.log", "wb") as log:
            # A group of its own, which its executors belong to.
            return subprocess.Popen(
                [str(word) for word in (*command, *words)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "SPARK_LOCAL_IP": HOST, "SPARK_DAEMON_MEMORY": "256m"},
                start_new_session=True,
            )

    def _said(self, name, process, pattern):
        """What a program says in its log."""
        log = self.folder / f"{name}.log"
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := re.search(pattern, log.read_text(errors="replace")):
                return found[1]
            if process.poll() is not None:
                break
            time.sleep(0.1)
        raise OSError(f"Spark's {name} does not run: {log.read_text(errors='replace')[-2000:]}")

    def tasks(self, i):
        """(tasks that were begun, tasks that were done) on a worker."""
        text = "".join(
            log.read_text(errors="replace") for log in self._work(i).glob("app-*/*/stderr")
        )
        return len(re.findall(r": Running task ", text)), len(re.findall(r": Finished task ", text))

    def kill(self, i):
        """Kills a worker and its executor, which get no time to say so."""
        os.killpg(self.workers[i].pid, signal.SIGKILL)
        self.workers[i].wait()

    def stop(self):
        for process in [*self.workers, self.master]:
            if process and process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
        for process in [*self.workers, self.master]:
            if process:
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()


def run(cluster, command, kill):
    """Runs the command on the cluster. Returns (its exit code, the worker that was killed or
    None)."""
    environment = {**os.environ, "SPARK_LOCAL_IP": HOST}
    process = subprocess.Popen([*command, "--master", cluster.url], env=environment)
    killed = None
    while process.poll() is None:
        for i in range(len(cluster.workers)) if kill and killed is None else ():
            begun, done = cluster.tasks(i)
            if done and begun > done:
                cluster.kill(i)
                killed = i
                print(f"killed worker {i}, which had done {done} of {begun} tasks", flush=True)
                break
        time.sleep(0.02)
    return process.returncode, killed


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--workers", type=int, default=2, metavar="N")
    parser.add_argument("--kill", action="store_true", help="kill a worker on the way")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    o = parser.parse_args()
    if not o.command or not 1 <= o.workers <= 64:
        parser.error("expected a command, and 1 to 64 workers")
    with tempfile.TemporaryDirectory() as folder:
        try:
            with Cluster(folder, o.workers) as cluster:
                status, killed = run(cluster, o.command, o.kill)
        except OSError as error:
            sys.exit(f"cluster.py: {error}")
    if o.kill and killed is None:
        print("the command ended before a worker was killed: give it more rows", file=sys.stderr)
        status = status or 1
    sys.exit(status)


if __name__ == "__main__":
    main()
