# The headers of libsecp256k1's interface have its attributes: a program that compiles with its
# headers and -Werror compiles with ours.
import re
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEER = Path(sys.argv.pop())


def declared(folder):
    """(warns of an unused result, the arguments that are not NULL, deprecated) by function."""
    found = {}
    for header in folder.glob("secp256k1*.h"):
        text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
        text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
        for before, name, after in re.findall(
            r"SECP256K1_API\b([^;]*?)\b(secp256k1_\w+)\s*\(([^;]*);", text
        ):
            nonnull = sorted(map(int, re.findall(r"NONNULL\((\d+)\)", after)))
            found[name] = "WARN_UNUSED" in before, nonnull, "DEPRECATED" in before + after
    return found


class Headers(unittest.TestCase):
    def test_attributes(self):
        ours, theirs = declared(ROOT / "compat/include"), declared(PEER)
        self.assertGreater(len(theirs), 75)
        for name, attributes in theirs.items():
            self.assertEqual(ours.get(name), attributes, name)


if __name__ == "__main__":
    unittest.main()
