//! The declarations against the C headers: names, values, the sizes of structs and their fields.

use std::collections::BTreeSet;
use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, mem};

use ufsecp_sys::*;

const HEADERS: [&str; 7] = [
    "ufsecp.h",
    "ufsecp_adaptor.h",
    "ufsecp_batch.h",
    "ufsecp_bip32.h",
    "ufsecp_frost.h",
    "ufsecp_musig.h",
    "ufsecp_prepared.h",
];

fn include() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let packed = here.join("native/include");
    if packed.exists() { packed } else { here.join("../../include") }
}

/// The names before `(` of the declarations that begin with `UFSECP_API`.
fn declared() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for header in HEADERS {
        let text = fs::read_to_string(include().join("ufsecp").join(header)).unwrap();
        for part in text.split("\nUFSECP_API ").skip(1) {
            let before = part.split('(').next().unwrap();
            let name = before.rsplit([' ', '*', '\n']).next().unwrap();
            assert!(names.insert(name.to_string()), "{name} is declared twice");
        }
    }
    names
}

#[test]
fn names_are_those_of_the_headers() {
    let ours: BTreeSet<String> = FUNCTIONS.iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(ours, declared());
    assert!(ours.len() >= 150);
    let known: Vec<&str> = HEADERS.to_vec();
    for file in fs::read_dir(include().join("ufsecp")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(!name.ends_with(".h") || known.contains(&name.as_str()), "{name} is left out");
    }
}

#[test]
fn the_library_has_every_function() {
    let addresses: BTreeSet<usize> = FUNCTIONS.iter().map(|(_, at)| *at as usize).collect();
    assert!(!addresses.contains(&0));
    assert_eq!(addresses.len(), FUNCTIONS.len(), "two names have one address");
}

#[test]
fn the_library_is_of_this_version() {
    let version = unsafe { CStr::from_ptr(ufsecp_version()) };
    assert_eq!(version.to_str().unwrap(), UFSECP_VERSION);
    assert_eq!(UFSECP_VERSION, env!("CARGO_PKG_VERSION"));
}

/// Lines that a C program prints, as `sizes!` has them.
fn of_the_compiler(expressions: &[String]) -> Vec<u64> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (source, program) = (folder.join("sizes.c"), folder.join("sizes"));
    let mut text =
        String::from("#include <stdio.h>\n#include <ufsecp/ufsecp.h>\nint main(void) {\n");
    for expression in expressions {
        text += &format!("    printf(\"%llu\\n\", (unsigned long long)({expression}));\n");
    }
    text += "    return 0;\n}\n";
    fs::write(&source, text).unwrap();
    let compiler = env::var("CC").unwrap_or("cc".into());
    let done = Command::new(compiler)
        .args(["-x", "c", "-std=c11", "-I"])
        .arg(include())
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .status()
        .unwrap();
    assert!(done.success());
    let printed = Command::new(program).output().unwrap();
    let lines = String::from_utf8(printed.stdout).unwrap();
    lines.lines().map(|line| line.parse().unwrap()).collect()
}

macro_rules! layout {
    ($of:ident { $($kind:ident: $($field:ident),+;)+ }) => {
        $(
            $of.push((format!("sizeof({})", stringify!($kind)), mem::size_of::<$kind>() as u64));
            $of.push((
                format!("_Alignof({})", stringify!($kind)),
                mem::align_of::<$kind>() as u64,
            ));
            $($of.push((
                format!("offsetof({}, {})", stringify!($kind), stringify!($field)),
                mem::offset_of!($kind, $field) as u64,
            ));)+
        )+
    };
}

macro_rules! values {
    ($of:ident: $($name:ident)+) => {
        $($of.push((stringify!($name).to_string(), $name as i64 as u64));)+
    };
}

#[test]
fn structs_and_values_are_those_of_the_compiler() {
    let mut all: Vec<(String, u64)> = Vec::new();
    layout!(all {
        ufsecp_keypair: opaque;
        ufsecp_item: sig, sig_len, pubkey, pubkey_len, msg, msg_len;
        ufsecp_silent_found: output, label, k, tweak32;
        ufsecp_silent_index: tweaks, tweak_size, outputs, output_size, outputs_at, n;
        ufsecp_silent_scan_key: scan_seckey32, spend_pubkey33, label33s, n_labels;
        ufsecp_silent_match: row, output, key, label, k, tweak32;
        ufsecp_frost_key: opaque;
        ufsecp_frost_secnonce: opaque;
        ufsecp_frost_session: opaque;
        ufsecp_frost_signers: ids32, pubshares33, pubnonces66, n;
        ufsecp_musig_keyagg: opaque;
        ufsecp_musig_secnonce: opaque;
        ufsecp_musig_session: opaque;
        ufsecp_prepared_pubkey: opaque;
        ufsecp_bip32_children: pubkeys33, hashes20, outputs32, xpubs78;
    });
    all.push(("sizeof(ufsecp_status)".into(), mem::size_of::<ufsecp_status>() as u64));
    all.push(("sizeof(ufsecp_frost_suite)".into(), mem::size_of::<ufsecp_frost_suite>() as u64));
    values!(all: UFSECP_OK UFSECP_BAD_SIGNATURE UFSECP_MISUSE UFSECP_PUBKEY_FORMAT
        UFSECP_PUBKEY_RANGE UFSECP_PUBKEY_OFF_CURVE UFSECP_R_ZERO UFSECP_R_RANGE UFSECP_S_ZERO
        UFSECP_S_RANGE UFSECP_S_HIGH UFSECP_RECID UFSECP_NO_POINT UFSECP_DER UFSECP_SIG_FORMAT
        UFSECP_LOW_S UFSECP_ALLOW_HYBRID UFSECP_SILENT_LIMIT UFSECP_SIG_DER UFSECP_SIG_DER_LAX
        UFSECP_SIG_HASH_TYPE UFSECP_BIP32_HARDENED UFSECP_BIP32_TESTNET UFSECP_FROST_RFC9591
        UFSECP_FROST_BIP445);
    let text: String = HEADERS
        .map(|name| fs::read_to_string(include().join("ufsecp").join(name)).unwrap())
        .concat();
    let structs = text.matches("\ntypedef struct ").count() - 1; // ufsecp_batch is opaque
    assert_eq!(all.iter().filter(|(what, _)| what.starts_with("_Alignof")).count(), structs);
    let expressions: Vec<String> = all.iter().map(|(what, _)| what.clone()).collect();
    for ((what, ours), theirs) in all.iter().zip(of_the_compiler(&expressions)) {
        assert_eq!(*ours, theirs, "{what}");
    }
}

#[test]
fn a_call_works() {
    let name = CString::new("auto").unwrap();
    assert_eq!(unsafe { ufsecp_engine_select(name.as_ptr()) }, 1);
    let mut hash = [1u8; 32];
    assert_eq!(unsafe { ufsecp_sha256(hash.as_mut_ptr(), core::ptr::null(), 0) }, 1);
    assert_eq!(hash[..4], [0xe3, 0xb0, 0xc4, 0x42]);
    // Misuse writes nothing.
    assert_eq!(unsafe { ufsecp_sha256(core::ptr::null_mut(), hash.as_ptr(), 32) }, 0);
}
