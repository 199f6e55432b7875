// The rows of the library as its users call it, beside libsecp256k1 and without it.
#include "bench/library_rows.h"

#include <cstdio>
#include <cstring>
#include <ctime>
#include <tuple>

#include "hash/keccak_lanes.h"
#include "hash/sha256_lanes.h"
#include "mult/comb_var.h"
#include "ufsecp/ufsecp.h"

namespace bench {

const std::vector<spec> mul_specs = {
    {"mul_gen", true, table::secret},
    {"mul_gen_var", false, table::secret},
    {"mul_point", true},
    {"mul_point_var", false},
    {"mul_point_plan", false, table::none, nullptr, "mul_point_fixed"},
    {"mul2", false, table::open},
};

namespace {

const std::vector<spec> field_specs = {
    {"field_mul", true},  {"field_mul_throughput", true},
    {"field_sqr", true},  {"field_sqr_throughput", true},
    {"field_add", true},  {"field_add_throughput", true},
    {"field_sub", true},  {"field_normalize", true},
    {"field_inv", true},  {"field_inv_var", false},
    {"field_sqrt", true},
};
const std::vector<spec> scalar_specs = {
    {"scalar_add", true}, {"scalar_mul", true},      {"scalar_mul_throughput", true},
    {"scalar_inv", true}, {"scalar_inv_var", false},
};
const std::vector<spec> point_specs = {
    {"point_double", false}, {"point_add", false}, {"point_add_mixed", false}};
const std::vector<spec> key_specs = {
    {"pubkey_create", true, table::secret},
    {"pubkey_decompress", false},
    {"ecdh", true},
    {"ecdh_x", true},
    {"ellswift_create", true, table::secret},
    {"ellswift_encode", false},
    {"ellswift_decode", false},
    {"ellswift_xdh", true},
};
/* Against the peer as shipped; *_hooked: against the peer with our SHA-256 compression; *_keypair:
 * with a keypair made beforehand on both sides. */
const std::vector<spec> sign_specs = {
    {"ecdsa_sign", true, table::secret},
    {"ecdsa_sign_hooked", true, table::secret, "ecdsa_sign"},
    {"schnorr_sign", true, table::secret},
    {"schnorr_sign_hooked", true, table::secret, "schnorr_sign"},
    {"schnorr_sign_keypair", true, table::secret},
};
/* From bytes to the verdict on both sides, a fresh key each time; *_one_key: the same signature
 * again and again; *_65: uncompressed keys; *_parsed: against the peer with key and signature
 * parsed beforehand, where ours reads an uncompressed or x-only key. */
const std::vector<spec> verify_specs = {
    {"ecdsa_verify", false, table::open},
    {"ecdsa_verify_one_key", false, table::open},
    {"ecdsa_verify_65", false, table::open},
    {"ecdsa_verify_parsed", false, table::open, "ecdsa_verify_65"},
    {"ecdsa_recover", false, table::open},
    {"schnorr_verify", false, table::open},
    {"schnorr_verify_one_key", false, table::open},
    {"schnorr_verify_parsed", false, table::open, "schnorr_verify"},
};
/* MuSig2, from bytes to bytes, with three signers: their keys to the aggregate key, and one
 * signer's calls. */
const std::vector<spec> musig_specs = {
    {"musig_pubkey_agg", false},  {"musig_nonce_gen", true, table::secret},
    {"musig_nonce_agg", false},   {"musig_nonce_process", false},
    {"musig_partial_sign", true}, {"musig_partial_sig_verify", false},
};
const std::vector<spec> secret_batch_specs = {
    {"pubkey_create", true, table::secret, "pubkey_create_batch", nullptr, bench_sets},
    {"ecdh", true, table::none, "ecdh_batch", nullptr, bench_sets},
    {"ecdsa_sign", true, table::secret, "ecdsa_sign_batch", nullptr, bench_sets},
    {"schnorr_sign", true, table::secret, "schnorr_sign_batch", nullptr, bench_sets},
};
/* A batch of public data, and the peer's calls (each after secp256k1_) for one row of it. */
struct batch_spec {
    const char *name;
    std::vector<std::size_t> sizes;
    table reads;
    const char *calls;
};
const std::vector<batch_spec> batch_specs = {
    {"ecdsa_verify",
     {8, 64, 4096},
     table::open,
     "ec_pubkey_parse, ecdsa_signature_parse_compact, ecdsa_verify"},
    {"schnorr_verify", {4096}, table::open, "xonly_pubkey_parse, schnorrsig_verify"},
    {"ecdsa_recover",
     {4096},
     table::open,
     "ecdsa_recoverable_signature_parse_compact, ecdsa_recover, ec_pubkey_serialize"},
    {"ecrecover_address",
     {4096},
     table::open,
     "the same, uncompressed, and our ufsecp_keccak256, as it has none"},
    {"pubkey_mul_add",
     {4096},
     table::open,
     "ec_pubkey_parse, ec_pubkey_tweak_mul, ec_pubkey_tweak_add, ec_pubkey_serialize: two "
     "multiplications, as no call takes both scalars"},
    {"pubkey_mul",
     {4096},
     table::none,
     "ec_pubkey_parse, ec_pubkey_tweak_mul, ec_pubkey_serialize"},
    {"pubkey_mul_one",
     {4096},
     table::none,
     "ec_pubkey_parse, ec_pubkey_tweak_mul, ec_pubkey_serialize; one scalar on both sides"},
    {"public_mul_gen",
     {4096},
     table::secret,
     "ec_pubkey_create, ec_pubkey_serialize: constant time, for secret scalars as well; ours takes "
     "public ones only"},
    {"bip32_children",
     {4096},
     table::secret,
     "our HMAC-SHA-512 with its key kept, as it has none; ec_pubkey_tweak_add of a key that is "
     "parsed already, ec_pubkey_serialize"},
    {"pubkey_decompress", {4096}, table::none, "ec_pubkey_parse, ec_pubkey_serialize"},
    {"pubkey_negate",
     {4096},
     table::none,
     "ec_pubkey_parse, ec_pubkey_negate, ec_pubkey_serialize"},
};
const std::vector<spec> own_specs = {
    {"field_neg", true, table::none, nullptr, ""},
    {"field_inv_fermat", true, table::none, nullptr, ""},
    {"scalar_sub", true, table::none, nullptr, ""},
    {"field_batch_inv", false, table::none, "field_batch_inv_100", "", 100},
    {"field_batch_inv", false, table::none, "field_batch_inv_1000", "", 1000},
    {"glv_split", true, table::none, nullptr, ""},
    {"point_to_affine", true, table::none, nullptr, ""},
    {"point_to_affine_var", false, table::none, nullptr, ""},
    {"sha256_64", true, table::none, nullptr, ""},
    {"tagged_hash_64", true, table::none, nullptr, ""},
    {"keccak256_64", true, table::none, nullptr, ""},
    {"ripemd160_32", true, table::none, nullptr, ""},
};

/* What lanes compute, if the engine has any: batches of public data that read a table of G read the
 * large comb then. Returns whether it has. */
bool on_lanes(row &r) {
    if (!lanes_of(ufsecp_engine())) return false;
    r.wide = true;
    if (!r.constant_time && r.table_bytes) r.table_bytes = ufsecp::comb_large_bytes;
    return true;
}

/* Hashes side by side, against one after the other. */
void add_hashes(std::vector<row> &rows) {
    const std::pair<std::string, const char *> names[] = {
        {"bip340_challenge", ufsecp::sha256_lanes_backend()},
        {"keccak256_64", ufsecp::keccak256_lanes_backend()}};
    for (const auto &[name, backend] : names) {
        rows.push_back(pair("hashes of a batch", name, must_find(hashes(), name + "_lanes"),
                            "one by one", must_find(hashes(), name + "_single"), true));
        rows.back().n = rows.back().ours.op->items;
        rows.back().wide = true;
        rows.back().engine = backend;
    }
}

/* The milliseconds that a process spends once on the table by which lanes compute multiples of G.
 */
double comb_ms() {
    static const double ms = [] {
        timespec t[2];
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t[0]);
        ufsecp::comb_for_var(SIZE_MAX);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t[1]);
        return (double)(t[1].tv_sec - t[0].tv_sec) * 1e3 +
               (double)(t[1].tv_nsec - t[0].tv_nsec) / 1e6;
    }();
    return ms;
}

/* On one thread; another key and signature in every row. */
void add_batches(std::vector<row> &rows, const options &o) {
    const char *const group = "batches against libsecp256k1's single calls, on one thread";
    for (const batch_spec &s : batch_specs)
        for (std::size_t n : s.sizes) {
            const std::string one = std::string(s.name) + "_row";
            row r = pair(group, s.name,
                         must_find(batches(), std::string(s.name) + "_" + std::to_string(n)),
                         "libsecp256k1 0.8.0", peer(o, one), false, s.reads);
            r.reference = must_find(batches(), one);
            r.n = n;
            const bool lanes = on_lanes(r);
            if (r.other) r.note = std::string("peer: ") + s.calls;
            if (std::strcmp(s.name, "schnorr_verify") == 0)
                r.note += std::string(r.other ? "; " : "") + "SHA-256: ours " +
                          (lanes ? ufsecp::sha256_lanes_backend() : ufsecp::sha256_backend()) +
                          (r.other ? ", the peer's its own" : "");
            if (lanes && r.table_bytes) {
                char text[60];
                std::snprintf(text, sizeof text, "%sour table was made once, in %.1f ms",
                              r.note.empty() ? "" : "; ", comb_ms());
                r.note += text;
            }
            rows.push_back(r);
        }
    const std::size_t first = rows.size();
    add(rows, o, group, secret_batch_specs);
    for (std::size_t i = first; i < rows.size(); i++) on_lanes(rows[i]);
    row twin = pair(group, "pubkey_mul_secret", must_find(batches(), "pubkey_mul_secret_1024"),
                    "libsecp256k1 0.8.0", peer(o, "pubkey_mul_one_row"), true);
    twin.reference = must_find(batches(), "pubkey_mul_one_row");
    twin.n = 1024;
    on_lanes(twin);
    if (twin.other)
        twin.note =
            "one secret scalar; peer: ec_pubkey_parse, ec_pubkey_tweak_mul (not constant "
            "time), ec_pubkey_serialize";
    rows.push_back(twin);
    for (const char *name :
         {"silent_scan_var", "silent_scan_var_xy", "silent_scan", "silent_scan_xy"}) {
        const bool constant_time = std::strstr(name, "_var") == nullptr;
        row r = pair(group, name, must_find(scans(), name), "libsecp256k1 0.8.0",
                     peer(o, "silent_scan_row"), constant_time,
                     constant_time ? table::secret : table::open);
        r.reference = must_find(scans(), "silent_scan_row");
        r.n = 4096;
        on_lanes(r);
        if (r.other)
            r.note =
                "peer: ec_pubkey_parse, ec_pubkey_tweak_mul (not constant time), "
                "ec_pubkey_serialize, tagged_sha256, ec_pubkey_create, ec_pubkey_combine, "
                "ec_pubkey_serialize";
        rows.push_back(r);
    }
}

/* Verification by sums: against the peer's single calls, which know no batch, against our own rows,
 * and with one false row of 8,192 against none. */
void add_claims(std::vector<row> &rows, const options &o) {
    const auto batch = [&](const char *group, const std::string &name, const std::string &ours,
                           const std::string &other_name, const subject &other, std::size_t n,
                           const subject &single = must_find(batches(), "schnorr_verify_row")) {
        row r = pair(group, name, must_find(claims(), ours), other_name, other, false, table::open);
        r.reference = single;
        r.n = n;
        r.wide = lanes_of(ufsecp_engine()) != nullptr;
        rows.push_back(r);
    };
    for (std::size_t n : {8, 64, 256, 1024, 8192}) {
        batch("batch verification, time of one signature", "schnorr_batch_verify",
              "batch_" + std::to_string(n), "libsecp256k1 0.8.0", peer(o, "schnorr_verify_row"), n);
        if (rows.back().other) rows.back().note = "peer: xonly_pubkey_parse, schnorrsig_verify";
    }
    for (std::size_t n : {8, 64, 256, 1024, 8192})
        batch("batch verification against rows", "schnorr_batch_verify_by_rows",
              "batch_" + std::to_string(n), "schnorr_verify_rows",
              must_find(claims(), "rows_" + std::to_string(n)), n);
    const subject ecdsa_row = must_find(batches(), "ecdsa_verify_row"),
                  taproot_row = must_find(claims(), "taproot_row");
    batch("batch verification, time of one signature", "ecdsa_batch_verify", "ecdsa_1024",
          "libsecp256k1 0.8.0", peer(o, "ecdsa_verify_row"), 1024, ecdsa_row);
    if (rows.back().other)
        rows.back().note =
            "ours knows the recovery id; peer: ec_pubkey_parse, "
            "ecdsa_signature_parse_compact, ecdsa_verify";
    batch("batch verification, time of one signature", "taproot_batch_verify", "taproot_1024",
          "libsecp256k1 0.8.0", peer(o, "taproot_row"), 1024, taproot_row);
    if (rows.back().other)
        rows.back().note =
            "output keys; peer: xonly_pubkey_parse, tagged_sha256, "
            "xonly_pubkey_tweak_add_check";
    batch("batch verification against rows", "ecdsa_batch_verify_by_rows", "ecdsa_1024",
          "ecdsa_verify_rows", must_find(claims(), "ecdsa_rows_1024"), 1024, ecdsa_row);
    const char *const one_key = "batch verification of one key's signatures";
    row r = pair(one_key, "schnorr_batch_one_key",
                 must_find(batches(), "schnorr_batch_one_key_4096"), "of as many keys",
                 must_find(batches(), "schnorr_batch_many_keys_4096"), false, table::open);
    r.n = 4096;
    r.wide = lanes_of(ufsecp_engine()) != nullptr;
    rows.push_back(r);
    batch("batch verification with one false row", "schnorr_batch_one_false",
          "batch_one_false_8192", "all valid", must_find(claims(), "batch_8192"), 8192);
}

/* Items, where they lie, against packed rows of the same signatures. */
void add_items(std::vector<row> &rows) {
    for (const auto &[name, protocol, note] :
         {std::tuple{"ecdsa_verify_items", "ecdsa_verify", "compact signatures, keys of 33 bytes"},
          {"ecdsa_verify_items_der", "ecdsa_verify", "DER with a hash type, keys of 65 bytes"},
          {"schnorr_verify_items", "schnorr_verify", "messages of 32 bytes"}}) {
        row r = pair("items against rows", name, must_find(batches(), std::string(name) + "_4096"),
                     std::string(protocol) + "_rows",
                     must_find(batches(), std::string(protocol) + "_4096"), false, table::open);
        r.reference = must_find(batches(), std::string(protocol) + "_row");
        r.n = 4096;
        on_lanes(r);
        r.note = note;
        rows.push_back(r);
    }
}

/* Rows of which a share has one key against rows of as many keys. */
void add_repeating(std::vector<row> &rows) {
    for (const std::string name :
         {"ecdsa_verify_repeat_10", "ecdsa_verify_repeat_50", "ecdsa_verify_repeat_90",
          "ecdsa_verify_repeat_99", "ecdsa_verify_repeat_100", "ecdsa_verify_items_repeat_100",
          "schnorr_verify_repeat_100"}) {
        const std::string plain = name.substr(0, name.find("_repeat"));
        row r = pair("rows in which a key comes again, time of one", name,
                     must_find(batches(), name + "_4096"), "of as many keys",
                     must_find(batches(), plain + "_4096"), false, table::open);
        r.n = 4096;
        on_lanes(r);
        r.note = name.substr(name.rfind('_') + 1) + " % of the rows have one key";
        rows.push_back(r);
    }
}

/* A prepared key against the key itself, for the same signatures; rows of a prepared key against
 * rows of as many keys. */
void add_prepared(std::vector<row> &rows) {
    const char *const group = "prepared keys, time of one verification";
    for (const std::string scheme : {"ecdsa_verify", "schnorr_verify"})
        for (const std::string of : {"_row", "_4096"}) {
            const bool single = of == "_row";
            row r = pair(
                group, scheme + "_prepared", must_find(batches(), scheme + "_prepared" + of),
                single ? "the key itself" : "rows of as many keys",
                must_find(batches(), scheme + (single ? "_hot" : "") + of), false, table::open);
            r.n = single ? 1 : 4096;
            if (!single) on_lanes(r);
            r.note = "a table of 53,312 bytes for the key";
            rows.push_back(r);
        }
    row r =
        pair(group, "pubkey_prepare", must_find(batches(), "pubkey_prepare_row"), "the key itself",
             must_find(batches(), "ecdsa_verify_hot_row"), false, table::open);
    r.note = "a key prepared, and one verification by it";
    rows.push_back(r);
}

/* A sum of many multiples, time of one product: the peer's is internal to it. */
void add_sums(std::vector<row> &rows, const options &o) {
    for (std::size_t n : {32, 64, 128, 256, 1024, 8192, 32768}) {
        const std::string name = "msm_" + std::to_string(n);
        row r = pair("sums of many multiples, time of one", name, must_find(sums(), name),
                     "libsecp256k1 0.8.0", peer(o, name), false, table::open);
        r.reference = must_find(sums(), "msm_few_" + std::to_string(n));
        r.n = n;
        r.wide = lanes_of(ufsecp_engine()) != nullptr;
        if (r.other)
            r.note = "peer: ecmult_multi_var, of points and scalars, 64 MiB of scratch space";
        rows.push_back(r);
    }
    row r = pair("sums of many multiples, time of one", "msm_bytes",
                 must_find(sums(), "msm_bytes_1024"), "points given", must_find(sums(), "msm_1024"),
                 false, table::open);
    r.reference = must_find(sums(), "msm_few_1024");
    r.n = 1024;
    r.wide = rows.back().wide;
    r.note = "ufsecp_msm, from keys of 33 bytes";
    rows.push_back(r);
}

/* What a second thread brings. */
void add_threads(std::vector<row> &rows) {
    row r =
        pair("threads", "ecdsa_verify_2_threads", must_find(batches(), "ecdsa_verify_4096_on_2"),
             "1 thread", must_find(batches(), "ecdsa_verify_4096"), false, table::open);
    r.n = 4096;
    r.threads = 2;
    on_lanes(r);
    if (!ufsecp_threads_set(2)) r.skip = "this build works on one thread only";
    else if (ufsecp_threads_set(0) && ufsecp_threads() < 2) r.skip = "there is one core only";
    ufsecp_threads_set(1);
    rows.push_back(r);
}

/* The engine's lane arithmetic, each lane one of the peer's eight independent chains. */
void add_lanes(std::vector<row> &rows, const options &o) {
    const bench_target *lanes = lanes_of(ufsecp_engine());
    if (!lanes) return;
    for (const std::string name :
         {"field_mul", "field_sqr", "field_sqrt", "point_double", "point_add_mixed"}) {
        const std::string op = name + "_throughput";
        row r = pair("eight lanes, time of one", name, must_find(*lanes, op), "libsecp256k1 0.8.0",
                     peer(o, op), false);
        r.reference = must_find(reference().ops, op);
        r.n = 8;
        r.wide = true;
        r.note =
            "one vector in flight, as a chain; the peer: eight chains, one after the other or "
            "overlapping as the core can";
        rows.push_back(r);
    }
}

/* What lanes bring: the same batch on the engine without them. */
void add_without_lanes(std::vector<row> &rows) {
    if (!lanes_of(ufsecp_engine())) return;
    for (const batch_spec &s : batch_specs) {
        const std::string name = s.name;
        rows.push_back(pair("batches with lanes and without", name + "_lanes",
                            must_find(batches(), name + "_4096"), "without lanes",
                            must_find(batches(), name + "_4096_without_lanes"), false, s.reads));
        rows.back().n = 4096;
        on_lanes(rows.back());
    }
}

}  // namespace

std::vector<row> head_to_head(const options &o) {
    std::vector<row> rows;
    add(rows, o, "field", field_specs);
    for (row &r : rows)
        if (r.other && r.engine == "x64_adx" && (r.name == "field_add" || r.name == "field_sub"))
            r.note =
                "a chain: ours carries through four words and reduces below 2^256, the peer adds "
                "five words without carries; products gain more than that costs";
    add(rows, o, "scalar", scalar_specs);
    add(rows, o, "point", point_specs);
    add(rows, o, "multiplication", mul_specs);
    add(rows, o, "keys", key_specs);
    add(rows, o, "signing", sign_specs);
    add(rows, o, "verification", verify_specs);
    add(rows, o, "MuSig2", musig_specs);
    add_batches(rows, o);
    add_claims(rows, o);
    add_items(rows);
    add_repeating(rows);
    add_prepared(rows);
    add_sums(rows, o);
    add_threads(rows);
    add_lanes(rows, o);
    return rows;
}

std::vector<row> main_rows(const options &o) {
    std::vector<row> rows;
    add(rows, o, "field and scalar",
        {{"field_mul", true},
         {"field_sqr", true},
         {"field_inv", true},
         {"scalar_mul", true},
         {"scalar_inv_var", false}});
    add(rows, o, "point", point_specs);
    add(rows, o, "multiplication", mul_specs);
    add(rows, o, "keys", key_specs);
    add(rows, o, "signing", {sign_specs[0], sign_specs[1], sign_specs[2], sign_specs[3]});
    add(rows, o, "verification",
        {verify_specs[0], verify_specs[3], verify_specs[4], verify_specs[5]});
    add_batches(rows, o);
    add_threads(rows);
    add_lanes(rows, o);
    return rows;
}

std::vector<row> curve_rows_of() {
    std::vector<row> rows;
    const auto add_row = [&rows](const char *group, const std::string &scheme, const char *name,
                                 const std::string &op, std::size_t n) -> row & {
        row r = pair(group, scheme + name, must_find(curves(), scheme + op), "", {}, false,
                     table::open);
        r.reference = must_find(curves(), scheme + "_row");
        r.n = n;
        on_lanes(r);
        return rows.emplace_back(r);
    };
    for (const std::string scheme : {"ecdsa_verify", "schnorr_verify"})
        for (std::size_t n = 1; n <= curve_rows; n *= 2)
            add_row("batches of every size, time of one row", scheme, "_by_size",
                    "_" + std::to_string(n), n);
    const unsigned cores = ufsecp_threads_set(0) ? ufsecp_threads() : 1;
    ufsecp_threads_set(1);
    std::vector<unsigned> counts;  // 1, 2, 3, 4, 6, 8, 12, 16, ... and all
    for (unsigned n = 1; n < cores; n += n < 4 ? 1 : (n & (n - 1)) == 0 ? n / 2 : n / 3)
        counts.push_back(n);
    counts.push_back(cores);
    for (const std::string scheme : {"ecdsa_verify", "schnorr_verify"})
        for (unsigned n : counts) {
            row &r =
                add_row("threads, time of one row", scheme, "_by_threads", "_threads", curve_rows);
            r.threads = n;
            r.prepare = [n] {
                curve_threads(n);
                return std::string();
            };
        }
    return rows;
}

std::vector<row> library_rows(const options &o) {
    std::vector<row> rows = head_to_head(o);
    add(rows, o, "more", own_specs);
    add_hashes(rows);
    add_without_lanes(rows);
    return rows;
}

}  // namespace bench
