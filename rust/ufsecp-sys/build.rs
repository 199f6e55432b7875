//! Compiles the library from native/, or finds one that is built already.
//!
//! sources.txt says what is compiled, and by which flags: rust/make_sources.py writes it.

use std::env;
use std::path::{Path, PathBuf};
use std::thread;

use cc::Build;

fn main() {
    println!("cargo:rerun-if-env-changed=UFSECP_LIB_DIR");
    println!("cargo:rerun-if-env-changed=UFSECP_ONE_ENGINE");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    for file in ["build.rs", "sources.txt", "native"] {
        if here.join(file).exists() {
            println!("cargo:rerun-if-changed={file}");
        }
    }
    match env::var_os("UFSECP_LIB_DIR").filter(|folder| !folder.is_empty()) {
        Some(folder) => link(Path::new(&folder)),
        None if here.join("native").is_dir() => compile(&here),
        None => panic!(
            "there are no sources beside this crate: set UFSECP_LIB_DIR to the folder of \
             libufsecp.a, or use the crates that `rust/make_sources.py --package` writes"
        ),
    }
}

fn target(what: &str) -> String {
    env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default()
}

/// Links a library that is there.
fn link(folder: &Path) {
    println!("cargo:rustc-link-search=native={}", folder.display());
    let find = |names: &[&str]| -> Option<PathBuf> {
        names.iter().map(|name| folder.join(name)).find(|file| file.exists())
    };
    let fixed = find(&["libufsecp.a"]);
    let shared = find(&["libufsecp.so", "libufsecp.dylib", "libufsecp.dll.a"]);
    match (&fixed, &shared) {
        (Some(_), _) => println!("cargo:rustc-link-lib=static=ufsecp"),
        (None, Some(_)) => println!("cargo:rustc-link-lib=dylib=ufsecp"),
        (None, None) => panic!(
            "UFSECP_LIB_DIR={}: there is neither libufsecp.a nor a shared library there",
            folder.display()
        ),
    }
    if let Some(file) = fixed.as_ref().or(shared.as_ref()) {
        println!("cargo:rerun-if-changed={}", file.display());
    }
    // What libufsecp.a needs, which ufsecp.pc names in Libs.private.
    if fixed.is_some() {
        let needed: &[&str] = match target("OS").as_str() {
            "macos" | "ios" => &["c++", "framework=Metal", "framework=Foundation"],
            "freebsd" | "openbsd" => &["c++"],
            "windows" => &["stdc++", "bcrypt"],
            "linux" => &["stdc++", "dl"],
            _ => &["stdc++"],
        };
        for name in needed {
            println!("cargo:rustc-link-lib={name}");
        }
    }
}

/// What all files are compiled with.
fn compiler(native: &Path) -> Build {
    let mut build = Build::new();
    build.cpp(true).std("gnu++20").opt_level(2).debug(false).warnings(false);
    build.flags(["-w", "-Wno-psabi"]);
    build.include(native.join("src")).include(native.join("include")).include(native);
    build
}

/// The name that sources.txt has for the target: processor-engines-system-compiler-age.
fn name(probe: &Build) -> String {
    let tool = probe.get_compiler();
    if target("FAMILY") != "unix" || !(tool.is_like_gnu() || tool.is_like_clang()) {
        panic!("this is compiled by g++ or clang, for Unix; elsewhere set UFSECP_LIB_DIR");
    }
    if !takes(probe, "old", OLD) {
        panic!("this compiler is too old, or none: g++ 12 or clang 14, or set UFSECP_LIB_DIR");
    }
    let wide = target("POINTER_WIDTH") == "64";
    let arch = target("ARCH");
    let one = env::var_os("UFSECP_ONE_ENGINE").is_some_and(|text| !text.is_empty() && text != "0");
    let processor = match arch.as_str() {
        "x86_64" if wide => "x86_64",
        "aarch64" | "riscv64" if wide && !one => &arch,
        _ => "portable",
    };
    let system = if target("OS") == "linux" && wide { "linux" } else { "other" };
    let youngest = match processor {
        _ if one => return format!("{processor}-one-{system}-any-any"),
        "x86_64" => "-mavxifma",
        "riscv64" => "-march=rv64gc_zba_zbb_zicbop",
        _ => return format!("{processor}-all-{system}-any-any"),
    };
    let age = if knows(probe, youngest) { "new" } else { "old" };
    let compiler = if tool.is_like_clang() { "clang" } else { "gnu" };
    format!("{processor}-all-{system}-{compiler}-{age}")
}

fn knows(probe: &Build, flag: &str) -> bool {
    probe.is_flag_supported(flag).unwrap_or(false)
}

/// Whether the compiler takes a text.
fn takes(probe: &Build, name: &str, text: &str) -> bool {
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let file = PathBuf::from(out).join(format!("{name}.cpp"));
    std::fs::write(&file, text).expect("OUT_DIR can be written");
    probe.clone().file(&file).try_expand().is_ok()
}

/// The oldest compilers are those of CMakeLists.txt.
const OLD: &str = "#if defined __clang__
#if !defined __apple_build_version__ && __clang_major__ < 14
#error
#endif
#elif __GNUC__ < 12
#error
#endif
";

fn matches(pattern: &str, name: &str) -> bool {
    pattern.split('-').zip(name.split('-')).all(|(a, b)| a == "*" || a == b)
}

/// Compiles what sources.txt names: the files of one set of flags in one thread.
fn compile(here: &Path) {
    let native = here.join("native");
    let mut all = compiler(&native);
    let name = name(&all);
    let opencl = "#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\n";
    let has_opencl = takes(&all, "opencl", opencl);
    println!("sources.txt: {name}; OpenCL: {has_opencl}");
    let text = std::fs::read_to_string(here.join("sources.txt")).expect("sources.txt");
    let mut groups: Vec<(Vec<&str>, Vec<PathBuf>)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (pattern, rest) = line.split_once(' ').expect("a pattern and a flag or a file");
        if !matches(pattern, &name) {
            continue;
        }
        let mut words = rest.split(' ').peekable();
        let file = words.next_if(|word| !word.starts_with('-'));
        let mut flags: Vec<&str> = words.collect();
        // The headers of OpenCL are the system's; without them that engine is left out.
        flags.retain(|flag| *flag != "-DUF_HAVE_OPENCL" || has_opencl);
        let Some(file) = file.map(|file| native.join(file)) else {
            all.flags(&flags);
            continue;
        };
        match groups.iter_mut().find(|(own, _)| *own == flags) {
            Some((_, files)) => files.push(file),
            None => groups.push((flags, vec![file])),
        }
    }
    let objects: Vec<PathBuf> = thread::scope(|scope| {
        let run = |(flags, files): (Vec<&str>, Vec<PathBuf>)| {
            let mut build = all.clone();
            build.flags(&flags).files(&files);
            move || build.compile_intermediates()
        };
        let running: Vec<_> = groups.into_iter().map(|group| scope.spawn(run(group))).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("a compiler")).collect()
    });
    all.objects(objects).compile("ufsecp");
}
