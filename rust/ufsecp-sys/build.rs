//! Finds the library in UFSECP_LIB_DIR.

use std::env;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=UFSECP_LIB_DIR");
    match env::var_os("UFSECP_LIB_DIR").filter(|folder| !folder.is_empty()) {
        Some(folder) => link(Path::new(&folder)),
        None => panic!("UFSECP_LIB_DIR is not set: it is the folder of libufsecp.a"),
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
    if fixed.is_some() {
        match target("OS").as_str() {
            "macos" | "ios" => println!("cargo:rustc-link-lib=c++"),
            "windows" => {
                println!("cargo:rustc-link-lib=stdc++");
                println!("cargo:rustc-link-lib=bcrypt");
            }
            _ => println!("cargo:rustc-link-lib=stdc++"),
        }
    }
}
