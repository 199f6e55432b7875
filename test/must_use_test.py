# Results that must be used: a program that drops one does not compile with
# -Werror=unused-result, in any version of C and in C++, by clang and by gcc.
import re
import shutil
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADERS = sorted((ROOT / "include/ufsecp").glob("*.h"))
# By name; those that write `ok` are found by that.
NOT_MARKED = {
    # They fail by misuse alone.
    *("ufsecp_ellswift_decode", "ufsecp_sha256", "ufsecp_tagged_hash", "ufsecp_keccak256"),
    *("ufsecp_ripemd160", "ufsecp_musig_key_sort"),
    # Settings and what they are.
    *("ufsecp_engine_select", "ufsecp_threads_set", "ufsecp_sign_check_set", "ufsecp_sign_check"),
}
DECLARATION = re.compile(r"^UFSECP_API\s([^;(]*?)\b(ufsecp_\w+)\(([^;]*)\);", re.M)
COMPILERS = [c for c in ("clang-22", "clang", "gcc") if shutil.which(c)]

# In C++: a line each, and every one is to be refused.
DROPPED = """
fast::Point p;
fast::Scalar k;
fast::FieldElement x;
--
p.normalize();
p.negate();
p.add(p);
p + p;
p.is_infinity();
p.to_compressed();
p.scalar_mul(k);
fast::Point::parse(message);
fast::generator_mul(k);
ct::generator_mul(k);
ct::scalar_eq(k, k);
ct::scalar_add(k, k);
k.inverse();
k.is_zero();
k.to_hex();
fast::Scalar::parse_bytes(bytes);
fast::Scalar::from_bytes(bytes);
x.square();
x.sqrt();
verify_ecdsa_items({}, 0);
key.verify_ecdsa(sig, seckey);
key.check_schnorr(sig, message);
key.verify_schnorr_batch({}, {});
PreparedKey::make(message);
ExtendedPrivateKey::from_seed(message);
xprv.derive({1});
xprv.public_key();
xprv.to_text();
Keypair::make(seckey);
musig_sort({});
MusigKey::aggregate({});
musig_nonce_agg({});
dleq_prove(seckey, point);
frost_verify(frost, message, point);
"""
CPP = """
#include <ufsecp/frost.hpp>
#include <ufsecp/secp256k1.hpp>
using namespace secp256k1;
void f(const PreparedKey &key, const ExtendedPrivateKey &xprv, std::span<const uint8_t, 64> sig,
       std::span<const uint8_t, 65> frost, std::span<const uint8_t, 32> seckey,
       std::span<const uint8_t, 33> point, std::span<const uint8_t> message,
       const std::array<uint8_t, 32> &bytes) {
"""


class MustUse(unittest.TestCase):
    def refused(self, compiler, standard, program):
        """The lines that the compiler refuses, for a result that is dropped and nothing else."""
        language = "c++" if "++" in standard else "c"
        options = ["-S", "-o", "/dev/null", "-x", language, f"-std={standard}"]
        options += ["-ferror-limit=0", "-Wno-everything"] if "clang" in compiler else []
        done = subprocess.run(
            [compiler, *options, f"-I{ROOT}/include", "-Werror=unused-result", "-"],
            input=program,
            capture_output=True,
            text=True,
        )
        errors = re.findall(r"^(\S+?):(\d+):\d+: (?:fatal )?error: (.*)$", done.stderr, re.M)
        for file, _, what in errors:
            self.assertEqual(file, "<stdin>", what)
            self.assertIn("unused-result]", what)
        self.assertEqual(done.returncode != 0, bool(errors))
        return {int(line) for _, line, _ in errors}

    def test_c(self):
        names = [""]
        program = "#include <ufsecp/ufsecp.h>\n"
        marked = set()
        for header in HEADERS:
            text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
            for result, name, taken in DECLARATION.findall(text):
                result = " ".join(result.replace("UFSECP_MUST_USE", "").split())
                if result in ("void", "size_t", "unsigned", "const char *"):
                    continue
                values = [
                    "(ufsecp_frost_suite)0" if "ufsecp_frost_suite" in parameter else "0"
                    for parameter in taken.split(",")
                ]
                values = "" if taken == "void" else ", ".join(values)
                program += f"void f_{name}(void) {{ {name}({values}); }}\n"
                names.append(name)
                if name not in NOT_MARKED and not re.search(r"\buint8_t \*ok\b", taken):
                    marked.add(name)
        self.assertGreater(len(marked), 95)
        self.assertTrue(COMPILERS)
        for compiler in COMPILERS:
            for standard in ("c90", "c99", "c11", "c2x", "c++98", "c++20"):
                with self.subTest(compiler=compiler, standard=standard):
                    lines = self.refused(compiler, standard, program)
                    self.assertEqual({names[line - 1] for line in lines}, marked)

    def test_cpp(self):
        variables, dropped = DROPPED.strip().split("\n--\n")
        program = CPP + variables + "\n" + dropped + "\n}\n"
        first = program[: program.index(dropped)].count("\n") + 1
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                lines = self.refused(compiler, "c++20", program)
                for number, line in enumerate(dropped.split("\n"), first):
                    self.assertIn(number, lines, line)


if __name__ == "__main__":
    unittest.main()
