//! What tests share: the project's published vectors, and bytes that look random.
#![allow(dead_code)]

use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// n, the order of the group.
pub const N: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
/// p, the prime of the field.
pub const P: &str = "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f";

/// Bytes of hex digits.
pub fn hex(text: &str) -> Vec<u8> {
    assert_eq!(text.len() % 2, 0, "{text}");
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

/// The same, of a known size.
pub fn bytes<const LEN: usize>(text: &str) -> [u8; LEN] {
    hex(text).try_into().unwrap()
}

/// A case of a file of vectors: what is null is not there.
pub struct Case(HashMap<String, String>);

impl Case {
    pub fn get(&self, field: &str) -> Option<&str> {
        self.0.get(field).map(String::as_str)
    }

    pub fn text(&self, field: &str) -> &str {
        self.get(field).unwrap_or_else(|| panic!("no {field}"))
    }

    pub fn hex(&self, field: &str) -> Vec<u8> {
        hex(self.text(field))
    }

    pub fn bytes<const LEN: usize>(&self, field: &str) -> [u8; LEN] {
        bytes(self.text(field))
    }

    pub fn is(&self, field: &str) -> bool {
        self.text(field).parse().unwrap()
    }
}

/// The cases of test/vectors: a flat object on each line.
pub fn vectors(name: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/vectors");
    let text = fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
    let (_, cases) = text.split_once("\"cases\": [").unwrap();
    let cases: Vec<Case> = cases.lines().filter(|line| line.starts_with('{')).map(case).collect();
    assert!(!cases.is_empty());
    cases
}

/// Where a string ends, whose quotes inside have a backslash.
fn end(inside: &str) -> usize {
    let bytes = inside.as_bytes();
    (0..bytes.len()).find(|&i| bytes[i] == b'"' && (i == 0 || bytes[i - 1] != b'\\')).unwrap()
}

fn case(line: &str) -> Case {
    let mut fields = HashMap::new();
    let mut rest = &line[1..];
    while rest.starts_with('"') {
        let (name, value) = rest[1..].split_once("\":").unwrap();
        let (value, after) = match value.strip_prefix('"') {
            Some(inside) => inside.split_at(end(inside)),
            None if value.starts_with('[') => value.split_at(value.find(']').unwrap() + 1),
            None => value.split_at(value.find([',', '}']).unwrap()),
        };
        let after = after.strip_prefix('"').unwrap_or(after);
        if value != "null" {
            fields.insert(name.to_string(), value.to_string());
        }
        rest = after.strip_prefix(',').unwrap_or("");
    }
    Case(fields)
}

/// Bytes that look random: SHA-256 of words.
pub fn random(words: &[u64]) -> [u8; 32] {
    let text: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    ufsecp::sha256(&text)
}

/// How many rows are compared with another crate's.
pub fn count() -> u64 {
    std::env::var("UFSECP_ROWS").map_or(10_000, |text| text.parse().unwrap())
}

/// A change of 8 in 16 rows, to 64 bytes of a signature and what belongs to it.
pub fn spoil(i: u64, sig: &mut [u8; 64], hash: &mut [u8; 32], pubkey: &mut [u8]) {
    let at = random(&[30, i]);
    let last = pubkey.len() - 1;
    match i % 16 {
        0 => sig[usize::from(at[0]) % 64] ^= 1 << (at[1] % 8),
        2 => hash[usize::from(at[0]) % 32] ^= 1 << (at[1] % 8),
        4 => pubkey[usize::from(at[0]) % (last + 1)] ^= 1 << (at[1] % 8),
        6 => sig[..32].copy_from_slice(&[0; 32]),
        8 => sig[32..].copy_from_slice(&bytes::<32>(N)),
        10 => pubkey[..].fill(0xff),
        12 => sig[..32].copy_from_slice(&[0xff; 32]),
        14 => {
            let high = ufsecp::SecretKey::from_slice(&sig[32..]).unwrap().negate();
            sig[32..].copy_from_slice(high.as_bytes());
        }
        _ => {}
    }
}

/// Schnorr rows have these verdicts, by both batches; at least half of them are valid, not all.
pub fn schnorr_rows_are(rows: &[ufsecp::SchnorrRow], want: &[bool]) {
    assert_eq!(ufsecp::schnorr_batch(rows), want);
    assert_eq!(ufsecp::schnorr_batch_identify(rows, None), want);
    assert!(want.contains(&false) && want.iter().filter(|ok| **ok).count() * 2 >= rows.len());
}
