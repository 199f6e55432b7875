//! Keys and signatures as objects: algebra, bad bytes, and that secrets are wiped.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use common::{N, P, bytes, random};
use ufsecp::*;

/// The system's allocator, which looks for the byte of the test's secret in what is freed.
struct Watch;

const MARK: [u8; 32] = [0x5a; 32];
static FREED: AtomicUsize = AtomicUsize::new(0);
static UNWIPED: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all memory is the system's.
unsafe impl GlobalAlloc for Watch {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        if (32..=256).contains(&layout.size()) {
            FREED.fetch_add(1, Ordering::Relaxed);
            for i in 0..=layout.size() - 32 {
                // SAFETY: the block is not freed yet. It may be not initialised: a test alone.
                let same = (0..32).all(|j| unsafe { at.add(i + j).read_volatile() } == MARK[j]);
                UNWIPED.fetch_add(usize::from(same), Ordering::Relaxed);
            }
        }
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static WATCH: Watch = Watch;

#[test]
fn secrets_are_wiped() {
    let freed = FREED.load(Ordering::Relaxed);
    drop(black_box(Box::new(MARK)));
    let planted = UNWIPED.load(Ordering::Relaxed);
    assert!(planted > 0, "the check sees nothing");
    {
        let key = SecretKey::from_bytes(&MARK).unwrap();
        let copy = key.clone();
        let pair = Keypair::new(&copy);
        let moved = key;
        assert_eq!(moved, copy);
        drop((pair, moved.to_bytes()));
        assert!(moved.tweak_add(&bytes(N)).is_err());
        assert!(pubkey_batch(&[moved, copy]).len() == 2);
    }
    assert!(FREED.load(Ordering::Relaxed) >= freed + 5);
    assert_eq!(UNWIPED.load(Ordering::Relaxed), planted, "a secret was freed as it was");
}

/// How often 8 bytes of a secret lie where calls before this one had their locals.
#[inline(never)]
fn left_below(secret: &[u8; 32]) -> usize {
    let here = 0u8;
    let top = &raw const here as usize;
    let is = |at: usize, part: &[u8]| {
        // SAFETY: it is this thread's stack, of 2 MiB. What lies there is a test's alone to ask.
        (0..8).all(|j| unsafe { ((at + j) as *const u8).read_volatile() } == part[j])
    };
    (1024..65536).filter(|i| secret.chunks(8).any(|part| is(top - i, part))).count()
}

/// Calls below the part of the stack that `left_below` and what it calls write to.
#[inline(never)]
fn deep(call: &dyn Fn()) {
    let room = black_box([0u8; 4096]);
    call();
    black_box(&room);
}

/// What `secret` returns, made by another thread, whose stack is not looked at.
fn elsewhere(secret: fn() -> [u8; 32]) -> Box<[u8; 32]> {
    thread::spawn(move || Box::new(secret())).join().unwrap()
}

#[test]
fn secrets_are_not_left_on_the_stack() {
    fn key() -> SecretKey {
        SecretKey::from_bytes(&[0x77; 32]).unwrap()
    }
    fn theirs() -> PublicKey {
        SecretKey::from_bytes(&[0x66; 32]).unwrap().public_key()
    }
    let (hashed, x) =
        (elsewhere(|| *key().ecdh(&theirs())), elsewhere(|| *key().ecdh_x(&theirs())));
    let made = SecretKey::generate().unwrap();
    type Call<'a> = (&'a str, &'a [u8; 32], &'a dyn Fn());
    let calls: [Call; 4] = [
        ("a local array", &hashed, &|| _ = black_box(*hashed)),
        ("ecdh", &hashed, &|| drop(black_box(key().ecdh(&theirs())))),
        ("ecdh_x", &x, &|| drop(black_box(key().ecdh_x(&theirs())))),
        ("to_bytes", made.as_bytes(), &|| drop(black_box(made.to_bytes()))),
    ];
    for (i, (name, secret, call)) in calls.into_iter().enumerate() {
        deep(&|| _ = black_box([0u8; 65536]));
        assert_eq!(left_below(secret), 0, "{name}: before the call");
        deep(call);
        assert_eq!(left_below(secret) > 0, i == 0, "{name}");
    }
}

#[test]
fn secrets_are_not_shown() {
    let key = SecretKey::from_bytes(&MARK).unwrap();
    assert_eq!(format!("{key:?}"), "SecretKey(..)");
    assert_eq!(format!("{:?}", Keypair::new(&key)), "Keypair(..)");
    assert_eq!(format!("{:?}", key.ecdh(&key.public_key())), "SecretBytes(..)");
    let other = SecretKey::from_bytes(&[0x5b; 32]).unwrap();
    assert!(key == key.clone() && key != other);
    assert_ne!(SecretKey::generate().unwrap(), SecretKey::generate().unwrap());
}

#[test]
fn bad_secret_keys() {
    let above = bytes::<32>(N).map(|byte| byte | 1);
    for bad in [[0; 32], bytes(N), [0xff; 32], above] {
        assert_eq!(SecretKey::from_bytes(&bad).unwrap_err(), Error::SecretKey);
    }
    for len in [0, 1, 31, 33, 64, 1000] {
        assert_eq!(SecretKey::from_slice(&vec![1; len]).unwrap_err(), Error::SecretKey);
        assert!(SecretKey::try_from(vec![1; len].as_slice()).is_err());
    }
}

#[test]
fn bad_public_keys() {
    let good = SecretKey::from_bytes(&[1; 32]).unwrap().public_key();
    for len in [0, 1, 32, 34, 64, 66, 10_000] {
        assert_eq!(PublicKey::from_slice(&vec![2; len]), Err(Error::PubkeyFormat));
    }
    for prefix in [0, 1, 4, 5, 6, 7, 255] {
        let mut bad = good.to_bytes();
        bad[0] = prefix;
        assert_eq!(PublicKey::from_slice(&bad), Err(Error::PubkeyFormat));
    }
    let mut range = [2; 33];
    range[1..].copy_from_slice(&bytes::<32>(P));
    assert_eq!(PublicKey::from_slice(&range), Err(Error::PubkeyRange));
    let mut off = good.to_uncompressed();
    off[64] ^= 2;
    assert_eq!(PublicKey::from_slice(&off), Err(Error::PubkeyOffCurve));
    assert_eq!(XOnlyPublicKey::from_bytes(&bytes(P)), Err(Error::PubkeyRange));
    assert_eq!(XOnlyPublicKey::from_slice(&[1; 33]), Err(Error::PubkeyFormat));
    let mut hybrid = good.to_uncompressed();
    hybrid[0] = 6 + (hybrid[64] & 1);
    assert_eq!(PublicKey::from_slice(&hybrid), Err(Error::PubkeyFormat));
    assert_eq!(PublicKey::from_slice_hybrid(&hybrid), Ok(good));
    hybrid[0] ^= 1;
    assert_eq!(PublicKey::from_slice_hybrid(&hybrid), Err(Error::PubkeyFormat));
}

#[test]
fn algebra() {
    for i in 0..20 {
        let key = SecretKey::from_bytes(&random(&[1, i])).unwrap();
        let other = SecretKey::from_bytes(&random(&[2, i])).unwrap();
        let (point, tweak) = (key.public_key(), *other.as_bytes());
        assert_eq!(point.tweak_add(&tweak), Ok(key.tweak_add(&tweak).unwrap().public_key()));
        assert_eq!(point.tweak_mul(&tweak), Ok(key.tweak_mul(&tweak).unwrap().public_key()));
        assert_eq!(point.negate(), key.negate().public_key());
        let sum = PublicKey::combine(&[point, other.public_key()]);
        assert_eq!(sum, point.tweak_add(&tweak));
        assert_eq!(PublicKey::combine(&[point, point.negate()]), Err(Error::NoPoint));
        assert_eq!(PublicKey::combine(&[]), Err(Error::NoPoint));
        assert_eq!(key.tweak_add(key.negate().as_bytes()).unwrap_err(), Error::Tweak);
        assert_eq!(point.tweak_add(key.negate().as_bytes()), Err(Error::Tweak));
        assert_eq!(key.tweak_mul(&[0; 32]).unwrap_err(), Error::Tweak);
        assert_eq!(point.tweak_mul(&bytes(N)), Err(Error::Tweak));
        assert_eq!(key.tweak_add(&[0; 32]).unwrap(), key);

        assert_eq!(*key.ecdh(&other.public_key()), *other.ecdh(&point));
        assert_eq!(*key.ecdh_x(&other.public_key()), *other.ecdh_x(&point));
        let shared = other.public_key().tweak_mul(key.as_bytes()).unwrap();
        assert_eq!(*key.ecdh(&other.public_key()), sha256(&shared.to_bytes()));
        assert_eq!(*key.ecdh_x(&other.public_key()), shared.xonly().0.to_bytes());

        let (x, parity) = point.xonly();
        assert_eq!(x.public_key(parity), point);
        assert_eq!(PublicKey::from_slice(&point.to_bytes()), Ok(point));
        assert_eq!(PublicKey::from_slice(&point.to_uncompressed()), Ok(point));
        let address = keccak256(&point.to_uncompressed()[1..]);
        assert_eq!(point.ethereum_address(), address[12..]);
        let secret = key.taproot_output_key(None).unwrap();
        assert_eq!(secret.xonly_public_key(), x.taproot_output_key(None).unwrap());
    }
}

#[test]
fn reasons() {
    let key = SecretKey::from_bytes(&[3; 32]).unwrap();
    let (point, hash) = (key.public_key(), [9; 32]);
    let good = key.sign_ecdsa(&hash).unwrap();
    assert_eq!(point.verify_ecdsa(&hash, &good), Ok(()));
    assert_eq!(point.verify_ecdsa(&[8; 32], &good), Err(Error::BadSignature));
    let with = |at: usize, part: &[u8; 32]| {
        let mut bad = good.to_bytes();
        bad[at..at + 32].copy_from_slice(part);
        Signature::from_bytes(&bad)
    };
    let check = |signature: &Signature| point.verify_ecdsa(&hash, signature).unwrap_err();
    assert_eq!(check(&with(0, &[0; 32])), Error::RZero);
    assert_eq!(check(&with(0, &bytes(N))), Error::RRange);
    assert_eq!(check(&with(32, &[0; 32])), Error::SZero);
    assert_eq!(check(&with(32, &[0xff; 32])), Error::SRange);
    let s = SecretKey::from_slice(&good.as_bytes()[32..]).unwrap();
    let high = with(32, s.negate().as_bytes());
    assert_eq!(point.verify_ecdsa(&hash, &high), Ok(()));
    assert_eq!(point.verify_ecdsa_low_s(&hash, &high), Err(Error::SHigh));
    assert_eq!(high.normalize(), Ok(good));
    assert_eq!(with(32, &[0xff; 32]).normalize(), Err(Error::SignatureFormat));
    assert_eq!(Signature::from_slice(&[1; 63]), Err(Error::SignatureFormat));
    assert_eq!(Signature::from_der(&[]), Err(Error::Der));
    assert_eq!(Signature::from_der(&[0x30; 5000]), Err(Error::Der));
    assert_eq!(RecoverableSignature::new(good, 4), Err(Error::RecoveryId));
    assert_eq!(RecoverableSignature::new(good, 27), Err(Error::RecoveryId));
    let recoverable = key.sign_recoverable(&hash).unwrap();
    assert_eq!(RecoverableSignature::from_bytes(&recoverable.to_bytes()), Ok(recoverable));
    assert_eq!(SchnorrSignature::from_slice(&[]), Err(Error::SignatureFormat));
    let schnorr = key.sign_schnorr(b"", None).unwrap();
    assert_eq!(point.xonly().0.verify_schnorr(b"", &schnorr), Ok(()));
    assert_eq!(point.xonly().0.verify_schnorr(b"x", &schnorr), Err(Error::BadSignature));

    let texts: std::collections::BTreeSet<String> = [
        Error::BadSignature,
        Error::PubkeyFormat,
        Error::RZero,
        Error::Der,
        Error::SecretKey,
        Error::Tweak,
        Error::Random,
        Error::SignCheck,
        Error::Setting,
        Error::Unknown(-1000),
    ]
    .iter()
    .map(|error| Box::<dyn std::error::Error + Send + Sync>::from(*error).to_string())
    .collect();
    assert_eq!(texts.len(), 10, "{texts:?}");
    assert!(texts.iter().all(|text| text.len() > 3));
}

#[test]
fn settings() {
    assert_eq!(version(), env!("CARGO_PKG_VERSION"));
    assert_eq!(set_engine("no such engine"), Err(Error::Setting));
    assert_eq!(set_engine("a\0b"), Err(Error::Setting));
    assert_eq!(set_engine("portable"), Ok(()));
    assert_eq!(engine(), "portable");
    assert_eq!(set_engine("auto"), Ok(()));
    assert_eq!(set_threads(1025), Err(Error::Setting));
    set_sign_check(true);
    let key = SecretKey::from_bytes(&[3; 32]).unwrap();
    assert!(key.sign_ecdsa(&[1; 32]).is_ok() && key.sign_schnorr(b"a", None).is_ok());
    set_sign_check(false);
}
