# Programs of MSVC's ABI: the public headers, as C and as C++, compile without a warning by clang,
# which takes cl's options; and, where the DLL is built and runs in an emulator (UFSECP_DLL,
# UFSECP_WINDOWS_RUN), a program calls it; another calls compat/'s DLL (UFSECP_COMPAT_DLL). They do
# without a C library, as MSVC's is not to be had.
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLANG = next((c for c in ("clang-22", "clang") if shutil.which(c)), None)
LLD = next((c for c in ("lld-link-22", "lld-link") if shutil.which(c)), None)
FOLDERS = [ROOT / "include", ROOT / "compat/include"]

# 1000 signatures of one key, one of them damaged; the exit code says which step was wrong. Words of
# 64 bits and a structure cross the border too: there the ABIs could differ.
PROGRAM = """
#include <ufsecp/ufsecp.h>
#include <ufsecp/ufsecp_batch.h>

enum { ROWS = 1000, ROW = 32 + 33 + 64 };
static uint8_t rows[ROWS * ROW], ok[ROWS], other[64], seckey[32];

static unsigned run(void) {
    uint8_t x_only[32];
    ufsecp_keypair pair;
    seckey[31] = 7;
    for (int i = 0; i < ROWS; i++) {
        uint8_t *const hash = rows + ROW * i;
        for (int j = 0; j < 32; j++) hash[j] = (uint8_t)(i >> j % 8);
        if (!ufsecp_pubkey_create(hash + 32, 33, seckey)) return 1;
        if (!ufsecp_ecdsa_sign(hash + 65, hash, seckey, 0)) return 2;
    }
    if (ufsecp_ecdsa_check(rows + 65, rows, rows + 32, 33, UFSECP_LOW_S) != UFSECP_OK) return 3;
    rows[ROW * 700 + 5] ^= 1;
    if (ufsecp_ecdsa_verify_rows(ok, rows, 0, ROWS, 0)) return 4;
    for (int i = 0; i < ROWS; i++)
        if (ok[i] != (i != 700)) return 5;
    if (!ufsecp_keypair_create(&pair, seckey)) return 6;
    if (!ufsecp_schnorr_sign_keypair(other, rows, 32, &pair, 0)) return 7;
    for (int i = 0; i < 32; i++) x_only[i] = rows[33 + i];
    if (!ufsecp_schnorr_verify(other, rows, 32, x_only)) return 8;
    other[63] ^= 1;
    return ufsecp_schnorr_verify(other, rows, 32, x_only) ? 9 : 0;
}
"""

# The DLL's variables cross the border too: a context and a nonce function.
COMPAT_PROGRAM = """
#include <secp256k1.h>

static unsigned told;
static void tell(const char *text, void *data) { told += text && data == &told; }

static unsigned run(void) {
    unsigned char seckey[32] = {7}, hash[32] = {9}, out[33];
    size_t size = 32;
    secp256k1_pubkey key;
    secp256k1_ecdsa_signature sig;
    secp256k1_context *const ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    if (!ctx || !secp256k1_ec_pubkey_create(ctx, &key, seckey)) return 1;
    const secp256k1_context *const fixed = secp256k1_context_static;
    const secp256k1_nonce_function nonce = secp256k1_nonce_function_rfc6979;
    if (!secp256k1_ecdsa_sign(ctx, &sig, hash, seckey, nonce, 0)) return 2;
    if (!secp256k1_ecdsa_verify(fixed, &sig, hash, &key)) return 3;
    hash[31] ^= 1;
    if (secp256k1_ecdsa_verify(fixed, &sig, hash, &key)) return 4;
    secp256k1_context_set_illegal_callback(ctx, tell, &told);
    if (secp256k1_ec_pubkey_serialize(ctx, out, &size, &key, SECP256K1_EC_COMPRESSED)) return 5;
    secp256k1_context_destroy(ctx);
    return told == 1 ? 0 : 6;
}
"""

START = """
__declspec(dllimport) void __stdcall ExitProcess(unsigned code);
void start(void) { ExitProcess(run()); }
"""


def clang_cl(source, language, *options):
    folder = subprocess.run([CLANG, "-print-resource-dir"], capture_output=True, text=True).stdout
    command = [CLANG, "--driver-mode=cl", "--target=x86_64-pc-windows-msvc", "/nologo"]
    command += [
        "/W4",
        "/WX",
        "/GS-",
        "/c",
        language,
        "-imsvc",
        Path(folder.strip(), "include"),
        *options,
        source,
    ]
    command += [f"/I{include}" for include in FOLDERS]
    return subprocess.run(command, capture_output=True, text=True)


@unittest.skipUnless(CLANG, "needs clang")
class Msvc(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def compile(self, text, language="/TC", object="program.obj"):
        source = self.folder / "program.c"
        source.write_text(text)
        return clang_cl(source, language, f"/Fo{self.folder / object}")

    def test_headers(self):
        headers = [h.relative_to(f) for f in FOLDERS for h in sorted(f.rglob("*.h"))]
        self.assertGreater(len(headers), 15)
        for header in headers:
            for language in ("/TC", "/TP"):
                with self.subTest(header=header, language=language):
                    done = self.compile(f'#include "{header.as_posix()}"\n', language)
                    self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))

    def test_a_warning_is_an_error(self):
        self.assertNotEqual(self.compile("int f(unsigned a) { return a == -1; }\n").returncode, 0)

    def test_libraries_have_names_of_their_own(self):
        """An import library has the name of its DLL, so that a static one needs another."""
        if not CLANG or not LLD or not shutil.which("ninja"):
            self.skipTest("needs clang, lld-link and ninja")
        options = {"SYSTEM_NAME": "Windows", "SYSTEM_PROCESSOR": "x86_64", "LINKER": LLD}
        options |= {"TRY_COMPILE_TARGET_TYPE": "STATIC_LIBRARY", "BUILD_TYPE": "Release"}
        options |= {"MT": shutil.which("true"), "RC_COMPILER": shutil.which("true")}
        for language, compiler in (("C", CLANG), ("CXX", CLANG.replace("clang", "clang++"))):
            options |= {f"{language}_COMPILER": compiler, f"{language}_COMPILER_WORKS": "1"}
            options[f"{language}_COMPILER_TARGET"] = "x86_64-pc-windows-msvc"
        words = [f"-DCMAKE_{name}={value}" for name, value in options.items()]
        words += [f"-DSECP256K1_BUILD_{part}=OFF" for part in ("TESTS", "BENCH", "CLI", "EXAMPLES")]
        words += ["-DSECP256K1_BUILD_SHARED=ON", "-DSECP256K1_BUILD_COMPAT=ON"]
        for command in (
            ["cmake", "-S", ROOT, "-B", self.folder, "-G", "Ninja", *words],
            ["ninja", "-C", self.folder, "-t", "targets", "all"],
        ):
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for name in ("ufsecp", "compat/secp256k1"):
            for end in (".lib", "_static.lib"):
                self.assertIn(f"\n{name}{end}: ", done.stdout)

    def test_program_calls_the_dll(self):
        self.calls("DLL", PROGRAM)

    def test_program_calls_libsecp256k1(self):
        self.calls("COMPAT_DLL", COMPAT_PROGRAM)

    def calls(self, library, text):
        dll, emulator = (os.environ.get(f"UFSECP_{name}") for name in (library, "WINDOWS_RUN"))
        if not dll or not emulator or not LLD:
            self.skipTest("needs the DLL, an emulator of Windows and lld-link")
        done = self.compile(text + START)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        kernel32 = Path("/usr/x86_64-w64-mingw32/lib/libkernel32.a")
        imports = Path(dll.rsplit("-", 1)[0] + ".dll.a")
        program = self.folder / "program.exe"
        command = [LLD, "/nodefaultlib", "/entry:start", "/subsystem:console", f"/out:{program}"]
        command += [self.folder / "program.obj", imports, kernel32]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        shutil.copy(dll, self.folder)
        self.assertEqual(subprocess.run([emulator, program], timeout=300).returncode, 0)


if __name__ == "__main__":
    unittest.main()
