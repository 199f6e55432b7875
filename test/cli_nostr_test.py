#!/usr/bin/env python3
"""Tests of `ufsecp verify` on Nostr events: forms, ids and signatures, and what else files hold."""

import json
import os
import random
import sys
import unittest

sys.dont_write_bytecode = True
from cli_tool import ROOT, Case, main, run, verify_json

sys.path[:0] = [os.path.join(ROOT, "tools"), os.path.join(ROOT, "python")]
from nostr_vectors import SIGNED_OTHER, WRONG_ID, WRONG_SIG, signed, wire

GOOD = wire(signed())
NOSTR = ("--format", "nostr")


def verdicts(*args, stdin=b"", **more):
    """Exit status and the verdict of each row."""
    if isinstance(stdin, str):
        stdin = stdin.encode()
    done = run("verify", "--output", "-", *args, stdin=stdin, **more)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


class NostrTest(Case):
    def test_vectors(self):
        with open(os.path.join(ROOT, "test", "vectors", "nostr.json")) as f:
            cases = json.load(f)["cases"]
        self.assertGreater(len(cases), 250)
        lines = [
            bytes.fromhex(c["hex"]) if c["line"] is None else c["line"].encode() for c in cases
        ]
        for end in (b"\n", b"\r\n"):
            for threads in ("1", "2"):
                code, rows = verdicts(*NOSTR, "--threads", threads, stdin=end.join(lines))
                self.assertEqual((code, len(rows)), (1, len(cases)))
                for i, (case, row) in enumerate(zip(cases, rows)):
                    with self.subTest(case["name"]):
                        self.check(case, row, i)

    def check(self, case, row, i):
        self.assertEqual((row["row"], row["line"]), (i, i + 1))
        self.assertIs(row["id_valid"], case["id_valid"])
        self.assertIs(row["sig_valid"], case["sig_valid"])
        valid = case["id_valid"] is True and case["sig_valid"] is True
        self.assertIs(row["valid"], valid)
        self.assertEqual("reason" in row, not valid)
        if valid:
            return
        self.assertTrue(row["reason"])
        if case["reason"] is not None:
            self.assertEqual(row["reason"], case["reason"])
        if case["id_valid"] is None:
            self.assertNotIn("id", row)
            self.assertEqual(row["status"], -1)
        elif case["sig_valid"]:
            self.assertEqual(row["status"], 1)

    def test_alone(self):
        """Each case in a file of its own, found by its form: nothing depends on other lines."""
        with open(os.path.join(ROOT, "test", "vectors", "nostr.json")) as f:
            cases = json.load(f)["cases"]
        for case in cases[:: max(1, len(cases) // 40)]:
            if case["line"] is None or case["reason"] is None or not case["line"].startswith("{"):
                continue
            with self.subTest(case["name"]):
                code, rows = verdicts(*NOSTR, stdin=case["line"])
                if case["line"] == "{}":
                    self.assertEqual((code, rows), (2, []))
                    continue
                self.assertEqual(code, 1 if case["reason"] else 0)
                self.check(case, rows[0], 0)

    def test_id_of_something_else(self):
        """An event whose signature is right for an id that is not its own."""
        event = json.loads(SIGNED_OTHER)
        path = self.path("event.jsonl", SIGNED_OTHER + "\n")
        want = {
            "row": 0,
            "valid": False,
            "id_valid": False,
            "sig_valid": True,
            "status": 1,
            "reason": WRONG_ID,
            "id": event["id"],
            "line": 1,
        }
        self.assertEqual(verdicts(path), (1, [want]))
        code, summary, _ = verify_json(path)
        self.assertEqual((code, summary["scheme"], summary["invalid"]), (1, "schnorr", 1))
        del want["valid"]
        self.assertEqual(summary["invalid_rows"], [want])
        text = self.expect(1, "verify", path).stdout.decode()
        self.assertIn(f"row 0 (line 1): {WRONG_ID} [{event['id']}]\n", text)
        self.expect(1, "verify", "--output", self.path("out.csv"), path)
        with open(self.path("out.csv")) as f:
            self.assertEqual(f.read().splitlines()[1], f"0,0,1,{WRONG_ID},{event['id']},1,")

    def test_both_wrong(self):
        bad = {**signed(), "content": "x", "sig": "00" * 64}
        code, rows = verdicts(*NOSTR, stdin=wire(bad))
        self.assertEqual(code, 1)
        self.assertEqual((rows[0]["id_valid"], rows[0]["sig_valid"]), (False, False))
        self.assertEqual(rows[0]["reason"], f"{WRONG_ID}; {WRONG_SIG}")

    def test_valid_rows(self):
        code, rows = verdicts(*NOSTR, stdin=GOOD + "\n")
        want = {"row": 0, "valid": True, "id_valid": True, "sig_valid": True}
        self.assertEqual((code, rows), (0, [{**want, "id": signed()["id"], "line": 1}]))

    def test_found_by_itself(self):
        for name, text in (
            ("a.jsonl", GOOD),
            ("a.json", "\n \r\n" + GOOD),
            ("a.ndjson", "\ufeff" + GOOD),
            ("events", GOOD + "\n" + GOOD),
            ("log", json.dumps(["EVENT", "sub", signed()])),
            ("wrong", json.dumps({**signed(), "id": "", "tags": None})),
            ("cr", "\r" + GOOD + "\r" + GOOD),
        ):
            for args in ((), ("--scheme", "schnorr"), ("--format", "auto")):
                with self.subTest(name + " ".join(args)):
                    code, rows = verdicts(*args, self.path(name, text))
                    self.assertEqual(code, 1 if name == "wrong" else 0)
                    self.assertIn("id_valid", rows[0])
        code, rows = verdicts("-", stdin=GOOD)
        self.assertEqual((code, rows[0]["id_valid"]), (0, True))

    def test_rows_stay_rows(self):
        """JSON lines that are no events, and options that ask for other rows."""
        event = signed()
        row = {"pubkey": event["pubkey"], "msg": event["id"], "sig": event["sig"]}
        for more in ({}, {"id": "a", "kind": 1, "content": "", "tags": [], "created_at": None}):
            path = self.path("a.jsonl", wire({**row, **more}))
            if more:
                code, rows = verdicts("--format", "jsonl", "--scheme", "schnorr", path)
            else:
                code, rows = verdicts("--scheme", "schnorr", path)
            self.assertEqual(code, 0, rows)
            self.assertNotIn("id_valid", rows[0])
        path = self.path("event.jsonl", GOOD)
        for args in (
            ("--scheme", "ecdsa"),
            ("--low-s",),
            ("--lax-der",),
            ("--allow-hybrid",),
            ("--extra", "8"),
            ("--columns", "msg=id"),
            ("--signature-format", "der"),
            ("--format", "jsonl"),
        ):
            with self.subTest(args):
                done = run("verify", *args, path)
                self.assertNotEqual(done.returncode, 0)
                self.assertNotIn(b"nostr", done.stderr)

    def test_refused_options(self):
        path = self.path("event.jsonl", GOOD)
        for args, word in (
            (("--scheme", "ecdsa"), "--scheme"),
            (("--low-s",), "--low-s"),
            (("--lax-der",), "--lax-der"),
            (("--extra", "8"), "--extra"),
            (("--columns", "msg=id"), "--columns"),
            (("--signature-format", "der"), "--signature-format"),
            (("--signature-format", "compact"), "--signature-format"),
        ):
            with self.subTest(args):
                done = self.expect(2, "verify", *NOSTR, *args, path)
                self.assertIn(word, done.stderr.decode())
                self.assertEqual(done.stdout, b"")
        self.assertEqual(verdicts(*NOSTR, "--scheme", "schnorr", path)[0], 0)

    def test_messages(self):
        event = signed()
        held = (
            ["EVENT", event],
            ["EVENT", 'a\u0000"b', event],
            ["EVENT", "", event],
            ["AUTH", event],
        )
        empty = (
            ["EOSE", "sub"],
            ["OK", event["id"], True, ""],
            ["NOTICE", "slow down"],
            ["CLOSED", "sub", "error: \ud83d\ude00"],
            ["AUTH", "challenge"],
            ["COUNT", "sub", {"count": 1}],
        )
        lines = [json.dumps(m) for pair in zip(held * 2, empty) for m in pair]
        code, rows = verdicts(*NOSTR, stdin="\n".join(lines))
        self.assertEqual((code, len(rows)), (0, 6))
        self.assertEqual([row["line"] for row in rows], [1, 3, 5, 7, 9, 11])
        wrong = (
            ["EVENT"],
            ["EVENT", "sub"],
            ["EVENT", "sub", None],
            ["EVENT", "sub", event, 1],
            ["EVENT", event, event],
            ["EVENT", event, 1],
            ["EVENT", None, event],
            ["AUTH", event, event],
            ["AUTH"],
            ["EVENT", ["sub"], event],
            ["event", "sub", event],
            ["EVENTS", "sub", event],
            ["REQ", "sub", {}],
            [event],
            [event, event],
            [],
            [["EVENT", "sub", event]],
            [None, "sub", event],
        )
        texts = ['["EVENT","sub",' + GOOD, '["EVENT","\\x",' + GOOD + "]"]
        text = "\n".join([GOOD, *map(json.dumps, wrong), *texts, GOOD])
        code, rows = verdicts(*NOSTR, stdin=text)
        self.assertEqual((code, len(rows)), (1, len(wrong) + 4))
        for message, row in zip([*wrong, *texts], rows[1:]):
            with self.subTest(message):
                self.assertEqual((row["valid"], row["id_valid"], row["status"]), (False, None, -1))
        self.assertTrue(rows[0]["valid"] and rows[-1]["valid"])
        self.assertEqual(verdicts(*NOSTR, stdin='["EOSE","sub"]\n')[0], 2)  # no row
        self.assertEqual(verdicts(*NOSTR, "--allow-empty", stdin='["EOSE","sub"]\n')[0], 0)

    def test_one_bad_line_ends_nothing(self):
        huge = wire({**signed(), "content": "x" * (1 << 24)})
        deep = GOOD[:-1] + ',"x":' + "[" * 300000 + "]" * 300000 + "}"
        unclosed = GOOD[:-1] + ',"x":' + "[" * 300000 + "}"
        for name, line, reason in (
            ("longer than is read", huge.encode(), "longer than 16,777,216 bytes"),
            ("brackets that do not close", unclosed.encode(), None),
            ("latin-1", GOOD.replace("hi", "\xe9").encode("latin-1"), "not UTF-8"),
            ("zero bytes", b"\0" * 100, None),
            ("0xff", b"\xff" * 1000, None),
            ("quotes", b'"' * 1001, None),
            ("backslashes", b'{"' + b"\\" * 1001, None),
            ("brackets", b"[" * 100000, None),
            ("braces", b"{" * 100000, None),
            ("keys", b'{"a":' * 100000, None),
            ("half", GOOD[: len(GOOD) // 2].encode(), None),
            ("another row", b'{"msg":"00","pubkey":"00","sig":"00"}', "the event has no id"),
        ):
            with self.subTest(name):
                good = GOOD.encode()
                code, rows = verdicts(*NOSTR, stdin=b"\n".join([good, line, good]))
                self.assertEqual((code, len(rows)), (1, 3))
                self.assertTrue(rows[0]["valid"] and rows[2]["valid"])
                self.assertEqual((rows[1]["valid"], rows[1]["id_valid"]), (False, None))
                if reason:
                    self.assertEqual(rows[1]["reason"], reason)
        code, rows = verdicts(*NOSTR, stdin=deep)
        self.assertEqual((code, rows[0]["valid"]), (0, True))

    def test_large_events(self):
        for n in (1 << 20, 3 << 20):
            event = signed(content='a\n"' * (n // 3), tags=[["p", "x" * 64]] * 2000)
            code, rows = verdicts(*NOSTR, stdin=wire(event) + "\n" + GOOD)
            self.assertEqual((code, [row["valid"] for row in rows]), (0, [True, True]))
            event["content"] += "a"
            code, rows = verdicts(*NOSTR, stdin=wire(event))
            self.assertEqual((code, rows[0]["reason"]), (1, WRONG_ID))

    def test_foreign_files(self):
        """What has no event is refused as a whole, at once, and says so."""
        for name, text in (
            ("rows.csv", "msg,pubkey,sig\n00,00,00\n"),
            ("keys", "00" * 32 + "\n"),
            ("rows.jsonl", '{"msg":"00","pubkey2":"00"}\n' * 1000),
            ("text", "some words\n" * 1000),
            ("array", "[\n" + GOOD + ",\n" + "x\n" * 200 + "]\n"),
            ("binary", bytes(range(256)) * 10),
            ("empty", ""),
            ("blank", "\n \r\n"),
        ):
            with self.subTest(name):
                path = self.path(name, text)
                code, summary, stderr = verify_json(*NOSTR, path)
                self.assertEqual((code, summary["rows"]), (2, 0))
                self.assertIn(name, stderr)

    def test_many_with_some_wrong(self):
        """More than a chunk, on threads, with verdicts in their places."""
        bad = [
            wire({**signed(), "content": "no"}),
            wire({**signed(), "sig": "00" * 64}),
            wire({**signed(), "kind": -1}),
            "{}",
        ]
        lines = [GOOD] * 9000
        wrong = {i: bad[i % 4] for i in range(7, 9000, 613)}
        for i, line in wrong.items():
            lines[i] = line
        for threads in ("1", "2"):
            code, rows = verdicts(*NOSTR, "--threads", threads, stdin="\n".join(lines))
            self.assertEqual((code, len(rows)), (1, 9000))
            for i, row in enumerate(rows):
                self.assertEqual(row["valid"], i not in wrong)
                if i in wrong:
                    want = [(False, True), (True, False), (None, None), (None, None)][i % 4]
                    self.assertEqual((row["id_valid"], row["sig_valid"]), want)

    def test_several_files(self):
        rows = self.path("a.rows", self.rows[0])
        events, wrong = self.path("b.jsonl", GOOD), self.path("c.jsonl", SIGNED_OTHER)
        code, summary, _ = verify_json(rows, events, wrong)
        self.assertEqual((code, summary["rows"], summary["invalid"]), (1, 3, 1))
        self.assertEqual((summary["scheme"], summary["first_invalid"]), ("mixed", 2))
        self.assertEqual(summary["invalid_rows"][0]["file"], wrong)
        code, summary, _ = verify_json(events, rows)
        self.assertEqual((code, summary["scheme"]), (0, "mixed"))
        code, summary, _ = verify_json(events, events)
        self.assertEqual((code, summary["scheme"]), (0, "schnorr"))
        self.assertEqual(verify_json(rows)[1]["scheme"], "ecdsa")

    def test_changed_lines(self):
        """Lines with bytes changed at random: each has a verdict, and none says another event."""
        draw = random.Random(5)
        good = wire(signed(content='a\n"é', tags=[["t", "\\"], ["e", "x"]])).encode()
        lines = [good]
        for _ in range(3000):
            line = bytearray(good)
            for _ in range(draw.randrange(1, 4)):
                at, cut = draw.randrange(len(line)), draw.randrange(3)
                some = draw.choice(
                    [b"", b'"', b"\\", b"]", b"}", b",", b"\\u", b"\xff", b"0", b"\0"]
                )
                line[at : at + cut] = some
            lines.append(bytes(line).replace(b"\n", b"").replace(b"\r", b""))
        code, rows = verdicts(*NOSTR, stdin=b"\n".join(lines))
        self.assertEqual((code, len(rows)), (1, len(lines)))
        for line, row in zip(lines, rows):
            if row["valid"]:
                event = json.loads(line)
                self.assertEqual(event, json.loads(good))


if __name__ == "__main__":
    main()
