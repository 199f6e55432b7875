"""What the figures show: the rows of result files in each table, and what a reader calls them."""

# What is shown: (row, batch size) and how a reader calls it. 0: the largest batch there is.
FIELD = [
    ("field_mul", 1, "field: product"),
    ("field_sqr", 1, "field: square"),
    ("field_add", 1, "field: sum, a chain"),
    ("field_add_throughput", 1, "field: independent sums"),
    ("field_sub", 1, "field: difference, a chain"),
    ("field_normalize", 1, "field: normalization"),
    ("field_inv", 1, "field: inverse"),
    ("field_sqrt", 1, "field: square root"),
    ("scalar_mul", 1, "scalar: product"),
    ("scalar_inv_var", 1, "scalar: inverse, variable time"),
    ("point_double", 1, "point: doubling"),
    ("point_add", 1, "point: addition"),
    ("point_add_mixed", 1, "point: mixed addition"),
    ("mul_gen", 1, "k*G, secret k"),
    ("mul_point", 1, "k*P, secret k"),
    ("mul_point_var", 1, "k*P, public k"),
    ("mul2", 1, "a*P + b*G"),
]
SINGLE = [
    ("ecdsa_verify", 1, "ECDSA verification"),
    ("schnorr_verify", 1, "Schnorr verification"),
    ("ecdsa_recover", 1, "key recovery"),
    ("pubkey_decompress", 1, "decompression"),
    ("pubkey_create", 1, "key creation"),
    ("ecdsa_sign", 1, "ECDSA signature"),
    ("ecdsa_sign_hooked", 1, "ECDSA signature, our SHA-256 lent to the peer"),
    ("schnorr_sign", 1, "Schnorr signature"),
    ("schnorr_sign_hooked", 1, "Schnorr signature, our SHA-256 lent to the peer"),
    ("ecdh", 1, "ECDH"),
    ("ecdh_x", 1, "ECDH, x only"),
    ("ellswift_create", 1, "ElligatorSwift: creation"),
    ("ellswift_encode", 1, "ElligatorSwift: encoding"),
    ("ellswift_decode", 1, "ElligatorSwift: decoding"),
    ("ellswift_xdh", 1, "ElligatorSwift: shared secret of BIP-324"),
    ("musig_pubkey_agg", 1, "MuSig2: keys of 3 signers aggregated"),
    ("musig_nonce_gen", 1, "MuSig2: nonces"),
    ("musig_nonce_agg", 1, "MuSig2: nonces of 3 signers aggregated"),
    ("musig_nonce_process", 1, "MuSig2: session"),
    ("musig_partial_sign", 1, "MuSig2: partial signature"),
    ("musig_partial_sig_verify", 1, "MuSig2: partial signature verified"),
]
BATCH = [
    ("ecdsa_verify", 8, "ECDSA verification, 8 rows"),
    ("ecdsa_verify", 64, "ECDSA verification, 64 rows"),
    ("ecdsa_verify", 4096, "ECDSA verification, 4,096 rows"),
    ("schnorr_verify", 4096, "Schnorr verification"),
    ("ecdsa_recover", 4096, "key recovery"),
    ("ecrecover_address", 4096, "recovery of an Ethereum address"),
    ("pubkey_mul_add", 4096, "a*P + b*G (peer: two calls)"),
    ("pubkey_mul", 4096, "k*P, a k for each"),
    ("pubkey_mul_one", 4096, "k*P, one k for all"),
    ("public_mul_gen", 4096, "k*G, public k (peer: constant time)"),
    ("pubkey_decompress", 4096, "decompression"),
    ("point_double", 8, "doubling of eight points, time of one"),
    ("point_add_mixed", 8, "addition to eight points, time of one"),
]
SECRET = [
    ("pubkey_create", 0, "key creation"),
    ("ecdh", 0, "ECDH"),
    ("ecdsa_sign", 0, "ECDSA signature"),
    ("schnorr_sign", 0, "Schnorr signature"),
    ("pubkey_mul_secret", 0, "k*P, one secret k (peer: not constant time)"),
]
MANY = [
    *(
        ("schnorr_batch_verify", n, f"one verdict for {n:,} Schnorr signatures")
        for n in (8, 64, 256, 1024, 8192)
    ),
    ("ecdsa_batch_verify", 1024, "one verdict for 1,024 ECDSA signatures with recovery id"),
    ("taproot_batch_verify", 1024, "one verdict for 1,024 taproot tweaks"),
    *(
        (f"msm_{n}", n, f"sum of {n:,} products, time of one")
        for n in (32, 64, 128, 256, 1024, 8192, 32768)
    ),
    ("silent_scan_var", 4096, "silent payment scan, a row"),
    ("silent_scan_var_xy", 4096, "the same, x and y given"),
    ("silent_scan", 4096, "silent payment scan in constant time"),
    ("silent_scan_xy", 4096, "the same, x and y given"),
    ("bip32_children", 4096, "a child of an extended public key (BIP-32)"),
]
COMPAT = [
    ("compat_pubkey_parse", 1, "ec_pubkey_parse, 33 bytes"),
    ("compat_pubkey_create", 1, "ec_pubkey_create"),
    ("compat_pubkey_tweak_add", 1, "ec_pubkey_tweak_add"),
    ("compat_ecdsa_sign", 1, "ecdsa_sign"),
    ("compat_ecdsa_verify", 1, "ecdsa_verify"),
    ("compat_ecdsa_verify_33", 1, "ecdsa_verify, key of 33 bytes and signature parsed with it"),
    ("compat_ecdsa_verify_65", 1, "ecdsa_verify, key of 65 bytes and signature parsed with it"),
    ("compat_ecdsa_recover", 1, "ecdsa_recover"),
    ("compat_ecdh", 1, "ecdh"),
    ("compat_ecdh_33", 1, "ecdh, key of 33 bytes parsed with it"),
    ("compat_schnorr_sign", 1, "schnorrsig_sign32"),
    ("compat_schnorr_verify", 1, "schnorrsig_verify"),
    ("compat_schnorr_verify_32", 1, "schnorrsig_verify, key of 32 bytes parsed with it"),
    ("compat_ellswift_create", 1, "ellswift_create"),
    ("compat_ellswift_xdh", 1, "ellswift_xdh of BIP-324"),
    ("compat_musig_partial_sign", 1, "musig_partial_sign"),
    ("compat_silent_scan", 1, "silentpayments_recipient_scan_outputs, 2 outputs"),
]
WRAPPED = [
    (f"wrapped_{name}", 1, f"{what} through libsecp256k1's interface; by ufsecp.h")
    for name, what in (
        ("pubkey_parse", "a key parsed"),
        ("pubkey_create", "key creation"),
        ("ecdsa_sign", "ECDSA signature"),
        ("ecdsa_verify_33", "ECDSA verification, key of 33 bytes,"),
        ("ecdsa_verify_65", "ECDSA verification, key of 65 bytes,"),
        ("ecdsa_recover", "key recovery"),
        ("ecdh_33", "ECDH"),
        ("schnorr_sign", "Schnorr signature"),
        ("schnorr_verify_32", "Schnorr verification"),
        ("ellswift_create", "ElligatorSwift creation"),
        ("ellswift_xdh", "shared secret of BIP-324"),
        ("musig_partial_sign", "MuSig2 partial signature"),
    )
]
OWN = [
    *(
        (
            "schnorr_batch_verify_by_rows",
            n,
            f"one verdict for {n:,} Schnorr signatures; verdicts for each",
        )
        for n in (64, 256, 1024, 8192)
    ),
    (
        "ecdsa_batch_verify_by_rows",
        1024,
        "one verdict for 1,024 ECDSA signatures; verdicts for each",
    ),
    (
        "schnorr_batch_one_key",
        4096,
        "one verdict for 4,096 Schnorr signatures of one key; of as many keys",
    ),
    ("ecdsa_verify_2_threads", 4096, "ECDSA verification on two threads; on one"),
    ("ecdsa_verify_items", 4096, "ECDSA items, signatures of 64 bytes; packed rows"),
    ("ecdsa_verify_items_der", 4096, "ECDSA items, DER and keys of 65 bytes; packed rows"),
    ("schnorr_verify_items", 4096, "Schnorr items; packed rows"),
    ("ecdsa_verify_prepared", 1, "ECDSA verification, prepared key; the key itself"),
    ("schnorr_verify_prepared", 1, "Schnorr verification, prepared key; the key itself"),
    ("ecdsa_verify_prepared", 4096, "ECDSA, 4,096 of one key, prepared; rows of as many keys"),
    ("schnorr_verify_prepared", 4096, "Schnorr, 4,096 of one key, prepared; rows of as many keys"),
    *(
        (f"ecdsa_verify_repeat_{share}", 4096, f"ECDSA rows, {share} % of one key; of as many keys")
        for share in (10, 50, 90, 99, 100)
    ),
    ("schnorr_verify_repeat_100", 4096, "Schnorr rows of one key; of as many keys"),
    ("bip32_children_lanes", 4096, "children of an extended public key; without lanes"),
    ("pubkey_prepare", 1, "a key prepared and one verification; one verification"),
    *WRAPPED,
]
TABLES = [
    ("Field, scalars, points", FIELD),
    ("Single calls", SINGLE),
    ("Batches of public data", BATCH),
    ("Batches of secrets", SECRET),
    ("Many at once", MANY),
    ("Through libsecp256k1's interface, both shared libraries", COMPAT),
]
ACROSS = [*BATCH[2:5], *BATCH[7:11], *SECRET[:4], MANY[4], MANY[11], MANY[14]]
HISTORY = [
    ("ecdsa_verify", 1, "verify, one call"),
    ("ecdsa_sign", 1, "sign, one call"),
    ("pubkey_create", 1, "key, one call"),
    ("ecdsa_verify", 4096, "verify, batch"),
    ("ecdsa_sign", 0, "sign, batch"),
    ("schnorr_batch_verify", 8192, "one verdict"),
]

VERDICTS = [8, 64, 256, 1024, 8192]
SUMS = [32, 64, 128, 256, 1024, 8192, 32768]
MATRICES = [
    (
        "One verdict for n Schnorr signatures, times libsecp256k1's verification one by one",
        [("schnorr_batch_verify", n, f"{n:,}") for n in VERDICTS],
    ),
    (
        "One verdict for n Schnorr signatures, times our own verdicts for each",
        [("schnorr_batch_verify_by_rows", n, f"{n:,}") for n in VERDICTS],
    ),
    (
        "A sum of n products, times libsecp256k1's ecmult_multi_var",
        [(f"msm_{n}", n, f"{n:,}") for n in SUMS],
    ),
    (
        "A row of an index scanned for silent payments, no match, times libsecp256k1's calls",
        [
            ("silent_scan_var", 4096, "variable time"),
            ("silent_scan_var_xy", 4096, "x and y given"),
            ("silent_scan", 4096, "constant time"),
            ("silent_scan_xy", 4096, "x and y given"),
        ],
    ),
]
HEADLINE = [
    ("ecdsa_verify", 1, "verify one ECDSA signature", ""),
    ("ecdsa_verify", 4096, "verify many, each with its own verdict", " each"),
    ("ecdsa_sign", 1, "sign with ECDSA, constant time", ""),
]
# What constant time costs: rows of `ufsecp-bench bench_ct`; and calls with secrets beside calls
# that compute the same of public data, by the rows of one result file.
CONSTANT_TIME = [
    ("ct_mul_gen", "k*G"),
    ("ct_mul_point", "k*P"),
    ("ct_point_add", "point: addition"),
    ("ct_point_add_mixed", "point: mixed addition"),
    ("ct_point_double", "point: doubling"),
    ("ct_point_to_affine", "point: to affine"),
    ("ct_scalar_inv", "scalar: inverse"),
    ("ct_scalar_mul", "scalar: product"),
    ("ct_scalar_add", "scalar: sum"),
    ("ct_field_inv", "field: inverse"),
    ("ct_field_mul", "field: product"),
    ("ct_field_sqr", "field: square"),
]
SECRET_CALLS = [
    (("pubkey_create", 0), ("public_mul_gen", 4096), "k*G: key creation; public k"),
    (("pubkey_mul_secret", 0), ("pubkey_mul_one", 4096), "k*P, one k for all; public k"),
    (("ecdh", 0), ("pubkey_mul_one", 4096), "ECDH; k*P, one public k for all"),
    (("silent_scan", 4096), ("silent_scan_var", 4096), "silent payment scan; a public scan key"),
]
# Of GPUs: the operations of their programs.
GPU_CALLS = [
    ("ecdsa_verify", "ECDSA verification"),
    ("schnorr_verify", "Schnorr verification"),
    ("schnorr_batch", "one verdict for all Schnorr signatures"),
    ("ecdsa_recover", "key recovery"),
    ("ecrecover_address", "recovery of an Ethereum address"),
    ("pubkey_mul", "k*P, a k for each"),
    ("public_mul_gen", "k*G, public k"),
    ("pubkey_mul_add", "a*P + b*G"),
    ("msm", "sum of all k*P"),
    ("pubkey_decompress", "decompression"),
    ("silent_scan_var", "silent payment scan, a row"),
]
GPU_OPERATIONS = [
    ("field_mul", "field: product"),
    ("field_sqr", "field: square"),
    ("field_add", "field: sum"),
    ("field_sub", "field: difference"),
    ("field_inv", "field: inverse"),
    ("point_double", "point: doubling"),
    ("point_add", "point: addition"),
]
# The platforms of the page that UltrafastSecp256k1 v3.3 published: its k*G and k*P, the platform in
# our result files or the interface of a GPU, and our state where there is none of it.
PLATFORMS = [
    ("x86-64 Linux", "5 us", "110 us", "x86_64-linux", "not measured"),
    ("x86-64 Windows", "8 us", "42 us", "x86_64-windows", "emulated"),
    ("RISC-V, 64 bits", "40 us", "672 us", "riscv64-linux", "emulated"),
    ("ARM64: RK3588", "14 us", "131 us", "aarch64-linux", "emulated"),
    ("ESP32-S3", "2483 us", "", None, "not measured"),
    ("ESP32-PICO-D4", "6203 us", "", None, "not measured"),
    ("STM32F103: Cortex-M3", "37982 us", "", None, "emulated"),
    ("CUDA: RTX 5060 Ti", "216 ns", "267 ns", "cuda", "emulated"),
    ("OpenCL: RTX 5060 Ti", "295 ns", "", "opencl", "emulated"),
    ("Metal: M3 Pro", "3.00 us", "2.94 us", "metal", "emulated"),
]
