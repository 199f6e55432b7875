# What of long and of damaged input is read.
import gzip
import json
import random

import cli_tool
from cli_rows_test import HASH, KEY, SIG, Rows
from cli_tool import Case, verify_json

HEX = f"{HASH} {KEY} {SIG}\n"
CSV = f"hash,pubkey,sig,extra\n{HASH},{KEY},{SIG},"


class Long(Rows):
    def test_long_runs_without_a_row(self):
        """What is passed over does not end the input, however much it is."""
        comments, bad = ("#" + "x" * 999 + "\n") * 3000, HEX.replace(SIG, "00" * 64)
        for text in (f"{HEX}{comments}{bad}", f"{CSV}\n{comments}{HASH},{KEY},{'00' * 64},\n"):
            done = self.expect(1, "verify", "--json", stdin=text.encode())
            self.assertEqual(json.loads(done.stdout)["invalid_rows"][0]["row"], 1)
        self.valid("hash,pubkey,sig\n" + comments + f"{HASH},{KEY},{SIG}", name="a.csv", rows=1)


class Damaged(Case):
    def test_lines_behind_an_open_quote(self):
        """Those that were read before the input fails have their verdicts."""
        good = f"{HASH},{KEY},{SIG},x\n"
        for before, behind in ((0, 3), (2, 1), (2, 90)):
            lines = good * before + good.replace(",x", ',"x') + good * behind
            draw = random.Random(5)  # what is hard to compress, and cut off
            packed = gzip.compress((lines + "#" + draw.randbytes(40000).hex()).encode(), mtime=0)
            path = self.path("cut.csv.gz", packed[:-2000])
            code, out, err = verify_json(path)
            self.assertIn("cut off", err)
            self.assertEqual((code, len(out["errors"])), (2, 1))
            self.assertEqual((out["rows"], out["valid"]), (before + 1 + behind, before + behind))
            [bad] = out["invalid_rows"]
            self.assertEqual(bad["line"], before + 1)
            self.assertIn("a quote that is not closed", bad["reason"])


if __name__ == "__main__":
    cli_tool.main()
