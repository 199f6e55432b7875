# What cmake/tests.cmake takes for a declaration of a test: a misspelt word ends the configuration,
# and a test that lacks libsecp256k1 is there, and skipped.
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# A project without a compiler: nothing is built, and `tiny` selects no program of `uf_test`.
PROJECT = f"""cmake_minimum_required(VERSION 3.25)
project(declarations NONE)
enable_testing()
set(UFSECP_TEST_ONLY tiny CACHE STRING "")
set(UFSECP_SANITIZE "")
set(Python3_EXECUTABLE python3)
include("{ROOT}/cmake/tests.cmake")
uf_variant(portable)
uf_variant(wide FLAGS -mwide IF UF_TEST_LANES CPU wide LABELS lanes)
"""

WRONG = [
    ("uf_variant(a LABELS lane)", 'uf_variant(a): there is no label "lane"'),
    ("uf_variant(a FLAG -O1)", "uf_variant(a): what is FLAG;-O1?"),
    ("uf_variant(a IF UF_TEST_LANE)", 'uf_variant(a): there is no variable "UF_TEST_LANE"'),
    ("uf_variant(a ORDER)", "uf_variant(a): ORDER has no value"),
    ("uf_test(a LABELS units)", 'uf_test(a): there is no label "units"'),
    ("uf_test(a VARIANTS portable LABELS unti)", 'uf_test(a): there is no label "unti"'),
    ("uf_test(a CALL_ONLY)", "uf_test(a): what is CALL_ONLY?"),
    ("uf_test(a LINKS pear)", 'uf_test(a): there is no part to link with "pear"'),
    ("uf_test(a VARIANTS portabel)", 'uf_test(a): there is no variant "portabel"'),
    ('uf_test(a VARIANTS "b: wider -O1")', 'uf_test(a): there is no variant "wider"'),
    (
        'uf_test(a VARIANTS portable wide LABELS "slow: wdie")',
        'uf_test(a): there is no variant "wdie"',
    ),
    # A variant that there is, but not of this test.
    ('uf_test(a VARIANTS portable LABELS "slow: wide")', 'uf_test(a): there is no variant "wide"'),
    ("uf_test(a SOURCES)", "uf_test(a): SOURCES has no value"),
    ("uf_script(a LABELS onec COMMAND true)", 'uf_script(a): there is no label "onec"'),
    ("uf_script(a LONGER COMMAND true)", "uf_script(a): what is LONGER?"),
    ("uf_script(a LINKS gpu COMMAND true)", 'uf_script(a): there is no part to link with "gpu"'),
    ("uf_script(a LABELS once)", "uf_script(a): there is no COMMAND"),
    ("uf_script(a COMMAND true TIMEOUT)", "uf_script(a): TIMEOUT has no value"),
    ("uf_python_test(a LABELS slwo)", 'uf_script(a): there is no label "slwo"'),
    ("uf_python_test(a b)", "uf_python_test(a): what is b?"),
]
RIGHT = """
uf_test(a VARIANTS portable wide "b: wide -O1" "c:" LABELS unit "slow: b c" OWN_MAIN)
uf_test(p LINKS peer LABELS calls tiny)
uf_test(q LINKS peer LABELS calls)
uf_script(s LINKS peer LABELS tiny COMMAND false)
uf_script(t LABELS tiny COMMAND true TIMEOUT 7 ENVIRONMENT A=1 B=2)
uf_python_test(u LABELS tiny)
"""


@unittest.skipUnless(shutil.which("cmake") and shutil.which("ctest"), "no cmake")
class Declarations(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def configure(self, lines, *flags):
        (self.folder / "CMakeLists.txt").write_text(PROJECT + lines + "\n")
        return subprocess.run(
            ["cmake", "-S", self.folder, "-B", self.folder / "build", *flags],
            capture_output=True,
            text=True,
            timeout=60,
        )

    def test_what_is_misspelt_is_an_error(self):
        for line, message in WRONG:
            with self.subTest(line):
                done = self.configure(line)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(message, " ".join(done.stderr.split()))

    def test_sets_name_labels_that_there_are(self):
        for option in ("UFSECP_TEST_ONLY", "UFSECP_TEST_WITHOUT", "UFSECP_TEST_LEAVE"):
            good = ("-DUFSECP_TEST_ONLY=tiny", "-DUFSECP_TEST_WITHOUT=")
            done = self.configure("", *good, f"-D{option}=tiny;sloww")
            self.assertNotEqual(done.returncode, 0)
            message = f'{option}: there is no label "sloww"'
            self.assertIn(message, " ".join(done.stderr.split()))

    def test_labels_are_explained(self):
        text = (ROOT / "cmake/tests.cmake").read_text()
        labels = text.split("set(UF_LABELS ")[1].split(")")[0].split()
        comment = (ROOT / "test/CMakeLists.txt").read_text().split("set(")[0]
        for label in labels:
            self.assertRegex(comment, rf"(?m)^#  .*(?<![\w-]){label}  +\w", label)

    def test_without_the_peer_its_tests_are_skipped(self):
        done = self.configure(RIGHT)
        self.assertEqual(done.returncode, 0, done.stderr)
        build = self.folder / "build"
        ctest = ["ctest", "--test-dir", build]
        listed = subprocess.run(
            [*ctest, "--show-only=json-v1"], capture_output=True, text=True, check=True
        )
        tests = {test["name"]: test for test in json.loads(listed.stdout)["tests"]}
        self.assertEqual(sorted(tests), ["p", "s", "t", "u"])
        properties = {p["name"]: p["value"] for p in tests["t"]["properties"]}
        self.assertEqual(properties["ENVIRONMENT"], ["A=1", "B=2"])
        self.assertEqual((properties["TIMEOUT"], properties["LABELS"]), (7, ["tiny"]))
        report = build / "junit.xml"
        subprocess.run(
            [*ctest, "-R", "^[pst]$", "--output-junit", report], capture_output=True, check=True
        )
        sys.path.insert(0, str(ROOT / "tools"))
        import run_tests

        self.assertEqual(run_tests.count(report), (1, 0, 2))


if __name__ == "__main__":
    unittest.main()
