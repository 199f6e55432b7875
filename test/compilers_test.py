# The compiler that cmake/clang.cmake chooses; and what CMake says of one that is too old: one that
# is there, which says that it is of another version.
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLANG = next((c for c in ("clang++-22", "clang++") if shutil.which(c)), None)


class Compilers(unittest.TestCase):
    def configure(self, compiler, macro, version):
        with tempfile.TemporaryDirectory() as folder:
            fake = Path(folder, "c++")
            words = f"-Wno-builtin-macro-redefined -U{macro} -D{macro}={version}"
            fake.write_text(f'#!/bin/sh\nexec {compiler} {words} "$@"\n')
            fake.chmod(0o755)
            # Nothing but the library: what follows the compiler's version is soon done.
            off = ["BUILD_TESTS", "BUILD_BENCH", "BUILD_CLI", "BUILD_EXAMPLES", "USE_GPU"]
            command = ["cmake", "-S", ROOT, "-B", Path(folder, "build")]
            command += [f"-DSECP256K1_{name}=OFF" for name in off]
            environment = {k: v for k, v in os.environ.items() if not k.startswith("CMAKE_")}
            done = subprocess.run(
                [*command, f"-DCMAKE_CXX_COMPILER={fake}"],
                env=environment,
                capture_output=True,
                text=True,
            )
            return done.returncode, " ".join(done.stderr.split())

    def test_choice(self):
        """clang, if nobody names another; scikit-build-core sets CXX, which is no choice."""
        if not CLANG or not shutil.which("g++"):
            self.skipTest("needs g++ and clang")
        for variable, named, chosen in (
            (None, (), "clang"),
            ("g++", (), "g++"),
            ("g++", ("-DSKBUILD=2",), "clang"),
            ("clang++", ("-DSKBUILD=2", "-DCMAKE_CXX_COMPILER=g++"), "g++"),
        ):
            with self.subTest(CXX=variable, named=named), tempfile.TemporaryDirectory() as folder:
                Path(folder, "CMakeLists.txt").write_text(
                    "cmake_minimum_required(VERSION 3.25)\nproject(choice CXX)\n"
                    'file(WRITE "${CMAKE_BINARY_DIR}/chosen" "${CMAKE_CXX_COMPILER}")\n'
                )
                environment = {k: v for k, v in os.environ.items() if k not in ("CC", "CXX")}
                if variable:
                    environment["CXX"] = variable
                toolchain = f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/clang.cmake"
                command = ["cmake", "-S", folder, "-B", Path(folder, "build"), toolchain, *named]
                subprocess.run(command, env=environment, check=True, capture_output=True)
                compiler = Path(Path(folder, "build/chosen").read_text()).name
                self.assertTrue(compiler.startswith(chosen), compiler)

    def test_too_old(self):
        compilers = [("g++", "__GNUC__", "GNU", 12), (CLANG, "__clang_major__", "Clang", 14)]
        for compiler, macro, name, oldest in compilers:
            if not compiler or not shutil.which(compiler):
                self.skipTest("needs g++ and clang")
            with self.subTest(compiler):
                code, said = self.configure(compiler, macro, oldest - 1)
                self.assertNotEqual(code, 0)
                self.assertIn(f"is {name} {oldest - 1}.", said)
                self.assertIn("needs g++ 12, clang 14 or a newer one", said)
                self.assertIn("-DCMAKE_CXX_COMPILER=", said)
                self.assertEqual(self.configure(compiler, macro, oldest)[0], 0)


if __name__ == "__main__":
    unittest.main()
