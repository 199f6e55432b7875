// The rows of every report.
#include "bench/rows.h"
#include "bench/targets.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <stdexcept>

#include "hash/keccak_lanes.h"
#include "hash/sha256.h"
#include "hash/sha256_lanes.h"
#include "mult/comb_var.h"
#include "ufsecp/ufsecp.h"
#ifdef UF_HAVE_PEER
#include "bench/vs/libsecp256k1.h"
#endif

namespace bench {
namespace {

/* The peer's operation, if a peer is wanted, built in, and has it. */
subject peer(const options &o, const std::string &name) {
#ifdef UF_HAVE_PEER
    if (!o.vs.empty() && !name.empty())
        return must_find(*peer_libsecp256k1(ufsecp::sha256_compress, ufsecp_keccak256), name);
#else
    (void)o, (void)name;
#endif
    return {};
}

enum tables { none, ct, var };
std::size_t bytes(tables t) {
    return t == ct ? ufsecp_table_bytes_ct() : t == var ? ufsecp_table_bytes_var() : 0;
}

/* A row of the library, ours and the peer's: operations of that name unless others are given. */
struct spec {
    const char *name;
    bool constant_time;
    tables table = none;
    const char *ours = nullptr, *theirs = nullptr;  // theirs "": the peer has nothing like it
    std::size_t n = 1;
};

const char *ours_of(const spec &s) { return s.ours ? s.ours : s.name; }

void add(std::vector<row> &rows, const options &o, const char *group,
         const std::vector<spec> &specs) {
    for (const spec &s : specs) {
        row r;
        r.name = s.name;
        r.group = group;
        r.engine = ufsecp_engine();
        r.ours = find(api(), ours_of(s));
        r.reference = r.ours ? must_find(api_on_word32(), ours_of(s))
                             : must_find(reference().ops, ours_of(s));
        if (!r.ours) r.ours = inner_op(&r.engine, ours_of(s));
        r.other = peer(o, s.theirs ? s.theirs : s.name);
        r.other_name = "libsecp256k1 0.8.0";
        r.n = s.n;
        r.table_bytes = bytes(s.table);
        r.constant_time = s.constant_time;
        rows.push_back(r);
    }
}

/* A row of two operations of ours. */
row pair(const char *group, const std::string &name, const subject &ours,
         const std::string &other_name, const subject &other, bool constant_time,
         tables table = none) {
    row r;
    r.name = name;
    r.group = group;
    r.engine = ufsecp_engine();
    r.ours = ours;
    r.other = other;
    r.other_name = other_name;
    r.table_bytes = bytes(table);
    r.constant_time = constant_time;
    return r;
}
row inner_pair(const char *group, const std::string &name, const std::string &ours,
               const std::string &other_name, const std::string &other, bool constant_time = false,
               tables table = none) {
    std::string engine, of_other;
    subject first = inner_op(&engine, ours), second = inner_op(&of_other, other);
    if (engine != of_other) {  // like with like
        engine = inner_engine();
        first = must_find(inner().ops, ours), second = must_find(inner().ops, other);
    }
    row r = pair(group, name, first, other_name, second, constant_time, table);
    r.engine = engine;
    r.reference = must_find(reference().ops, other);
    return r;
}

const std::vector<spec> field_specs = {
    {"field_mul", true},  {"field_mul_throughput", true},
    {"field_sqr", true},  {"field_sqr_throughput", true},
    {"field_add", true},  {"field_normalize", true},
    {"field_inv", true},  {"field_inv_var", false},
    {"field_sqrt", true},
};
const std::vector<spec> scalar_specs = {
    {"scalar_add", true}, {"scalar_mul", true},      {"scalar_mul_throughput", true},
    {"scalar_inv", true}, {"scalar_inv_var", false},
};
const std::vector<spec> point_specs = {
    {"point_double", false}, {"point_add", false}, {"point_add_mixed", false}};
const std::vector<spec> mul_specs = {
    {"mul_gen", true, ct},
    {"mul_gen_var", false, ct},
    {"mul_point", true},
    {"mul_point_var", false},
    {"mul_point_plan", false, none, nullptr, "mul_point_fixed"},
    {"mul2", false, var},
};
const std::vector<spec> key_specs = {
    {"pubkey_create", true, ct},
    {"pubkey_decompress", false},
    {"ecdh", true},
    {"ecdh_x", true},
};
/* Against the peer as shipped; *_hooked: against the peer with our SHA-256 compression; *_keypair:
 * with a keypair made beforehand on both sides. */
const std::vector<spec> sign_specs = {
    {"ecdsa_sign", true, ct},           {"ecdsa_sign_hooked", true, ct, "ecdsa_sign"},
    {"schnorr_sign", true, ct},         {"schnorr_sign_hooked", true, ct, "schnorr_sign"},
    {"schnorr_sign_keypair", true, ct},
};
/* From bytes to the verdict on both sides, a fresh key each time; *_one_key: the same signature
 * again and again; *_65: uncompressed keys; *_parsed: against the peer with key and signature
 * parsed beforehand, where ours reads an uncompressed or x-only key. */
const std::vector<spec> verify_specs = {
    {"ecdsa_verify", false, var},           {"ecdsa_verify_one_key", false, var},
    {"ecdsa_verify_65", false, var},        {"ecdsa_verify_parsed", false, var, "ecdsa_verify_65"},
    {"ecdsa_recover", false, var},          {"schnorr_verify", false, var},
    {"schnorr_verify_one_key", false, var}, {"schnorr_verify_parsed", false, var, "schnorr_verify"},
};
const std::vector<spec> secret_batch_specs = {
    {"pubkey_create", true, ct, "pubkey_create_batch", nullptr, bench_sets},
    {"ecdh", true, none, "ecdh_batch", nullptr, bench_sets},
    {"ecdsa_sign", true, ct, "ecdsa_sign_batch", nullptr, bench_sets},
    {"schnorr_sign", true, ct, "schnorr_sign_batch", nullptr, bench_sets},
};
/* A batch of public data, and the peer's calls (each after secp256k1_) for one row of it. */
struct batch_spec {
    const char *name;
    std::vector<std::size_t> sizes;
    tables table;
    const char *calls;
};
const std::vector<batch_spec> batch_specs = {
    {"ecdsa_verify",
     {8, 64, 4096},
     var,
     "ec_pubkey_parse, ecdsa_signature_parse_compact, ecdsa_verify"},
    {"schnorr_verify", {4096}, var, "xonly_pubkey_parse, schnorrsig_verify"},
    {"ecdsa_recover",
     {4096},
     var,
     "ecdsa_recoverable_signature_parse_compact, ecdsa_recover, ec_pubkey_serialize"},
    {"ecrecover_address",
     {4096},
     var,
     "the same, uncompressed, and our ufsecp_keccak256, as it has none"},
    {"pubkey_mul_add",
     {4096},
     var,
     "ec_pubkey_parse, ec_pubkey_tweak_mul, ec_pubkey_tweak_add, ec_pubkey_serialize: two "
     "multiplications, as no call takes both scalars"},
    {"pubkey_mul", {4096}, none, "ec_pubkey_parse, ec_pubkey_tweak_mul, ec_pubkey_serialize"},
    {"pubkey_mul_one",
     {4096},
     none,
     "ec_pubkey_parse, ec_pubkey_tweak_mul, ec_pubkey_serialize; one scalar on both sides"},
    {"public_mul_gen",
     {4096},
     ct,
     "ec_pubkey_create, ec_pubkey_serialize: constant time, for secret scalars as well; ours takes "
     "public ones only"},
    {"pubkey_decompress", {4096}, none, "ec_pubkey_parse, ec_pubkey_serialize"},
};
const std::vector<spec> own_specs = {
    {"field_neg", true, none, nullptr, ""},
    {"field_inv_fermat", true, none, nullptr, ""},
    {"scalar_sub", true, none, nullptr, ""},
    {"field_batch_inv", false, none, "field_batch_inv_100", "", 100},
    {"field_batch_inv", false, none, "field_batch_inv_1000", "", 1000},
    {"glv_split", true, none, nullptr, ""},
    {"point_to_affine", true, none, nullptr, ""},
    {"point_to_affine_var", false, none, nullptr, ""},
    {"sha256_64", true, none, nullptr, ""},
    {"tagged_hash_64", true, none, nullptr, ""},
    {"keccak256_64", true, none, nullptr, ""},
    {"ripemd160_32", true, none, nullptr, ""},
};

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
    const bool lanes = lanes_of(ufsecp_engine()) != nullptr;
    const char *const group = "batches against libsecp256k1's single calls, on one thread";
    for (const batch_spec &s : batch_specs)
        for (std::size_t n : s.sizes) {
            const std::string one = std::string(s.name) + "_row";
            row r = pair(group, s.name,
                         must_find(batches(), std::string(s.name) + "_" + std::to_string(n)),
                         "libsecp256k1 0.8.0", peer(o, one), false, s.table);
            r.reference = must_find(batches(), one);
            r.n = n;
            r.wide = lanes;
            if (r.other) r.note = std::string("peer: ") + s.calls;
            if (std::strcmp(s.name, "schnorr_verify") == 0)
                r.note += std::string(r.other ? "; " : "") + "SHA-256: ours " +
                          (lanes ? ufsecp::sha256_lanes_backend() : ufsecp::sha256_backend()) +
                          (r.other ? ", the peer's its own" : "");
            if (lanes && r.table_bytes) {
                char text[60];
                std::snprintf(text, sizeof text, "%sour table was made once, in %.1f ms",
                              r.note.empty() ? "" : "; ", comb_ms());
                r.table_bytes = ufsecp::comb_large_bytes;
                r.note += text;
            }
            rows.push_back(r);
        }
    add(rows, o, group, secret_batch_specs);
    row twin = pair(group, "pubkey_mul_secret", must_find(batches(), "pubkey_mul_secret_1024"),
                    "libsecp256k1 0.8.0", peer(o, "pubkey_mul_one_row"), true);
    twin.reference = must_find(batches(), "pubkey_mul_one_row");
    twin.n = 1024;
    twin.wide = lanes;
    if (twin.other)
        twin.note =
            "one secret scalar; peer: ec_pubkey_parse, ec_pubkey_tweak_mul (not constant "
            "time), ec_pubkey_serialize";
    rows.push_back(twin);
    for (const char *name :
         {"silent_scan_var", "silent_scan_var_xy", "silent_scan", "silent_scan_xy"}) {
        const bool constant_time = std::strstr(name, "_var") == nullptr;
        row r = pair(group, name, must_find(scans(), name), "libsecp256k1 0.8.0",
                     peer(o, "silent_scan_row"), constant_time, constant_time ? ct : var);
        r.reference = must_find(scans(), "silent_scan_row");
        r.n = 4096;
        r.wide = lanes;
        if (r.other)
            r.note =
                "peer: ec_pubkey_parse, ec_pubkey_tweak_mul (not constant time), "
                "ec_pubkey_serialize, tagged_sha256, ec_pubkey_create, ec_pubkey_combine, "
                "ec_pubkey_serialize";
        if (lanes && !constant_time) r.table_bytes = ufsecp::comb_large_bytes;
        rows.push_back(r);
    }
}

/* Verification by sums: against the peer's single calls, which know no batch, against our own rows,
 * and with one false row of 8,192 against none. */
void add_claims(std::vector<row> &rows, const options &o) {
    const auto batch = [&](const char *group, const std::string &name, const std::string &ours,
                           const std::string &other_name, const subject &other, std::size_t n,
                           const subject &single = must_find(batches(), "schnorr_verify_row")) {
        row r = pair(group, name, must_find(claims(), ours), other_name, other, false, var);
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
    batch("batch verification with one false row", "schnorr_batch_one_false",
          "batch_one_false_8192", "all valid", must_find(claims(), "batch_8192"), 8192);
}

/* A sum of many multiples, time of one product: the peer's is internal to it. */
void add_sums(std::vector<row> &rows, const options &o) {
    for (std::size_t n : {32, 64, 128, 256, 1024, 8192, 32768}) {
        const std::string name = "msm_" + std::to_string(n);
        row r = pair("sums of many multiples, time of one", name, must_find(sums(), name),
                     "libsecp256k1 0.8.0", peer(o, name), false, var);
        r.reference = must_find(sums(), "msm_few_" + std::to_string(n));
        r.n = n;
        r.wide = lanes_of(ufsecp_engine()) != nullptr;
        if (r.other)
            r.note = "peer: ecmult_multi_var, of points and scalars, 64 MiB of scratch space";
        rows.push_back(r);
    }
    row r = pair("sums of many multiples, time of one", "msm_bytes",
                 must_find(sums(), "msm_bytes_1024"), "points given", must_find(sums(), "msm_1024"),
                 false, var);
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
             "1 thread", must_find(batches(), "ecdsa_verify_4096"), false, var);
    r.n = 4096;
    r.threads = 2;
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
                            must_find(batches(), name + "_4096_without_lanes"), false, s.table));
        rows.back().n = 4096;
        rows.back().wide = true;
        if (rows.back().table_bytes) rows.back().table_bytes = ufsecp::comb_large_bytes;
    }
}

std::vector<row> head_to_head(const options &o) {
    std::vector<row> rows;
    add(rows, o, "field", field_specs);
    add(rows, o, "scalar", scalar_specs);
    add(rows, o, "point", point_specs);
    add(rows, o, "multiplication", mul_specs);
    add(rows, o, "keys", key_specs);
    add(rows, o, "signing", sign_specs);
    add(rows, o, "verification", verify_specs);
    add_batches(rows, o);
    add_claims(rows, o);
    add_sums(rows, o);
    add_threads(rows);
    add_lanes(rows, o);
    return rows;
}

/* Rows of one representation against another: the operation's name in the targets, and as it is
 * shown. */
std::vector<row> representations(const bench_inner &ours, const bench_inner &other,
                                 const std::vector<std::pair<std::string, std::string>> &names) {
    std::vector<row> rows;
    for (const auto &[shown, name] : names) {
        rows.push_back(pair("field representations", shown, must_find(ours.ops, name),
                            other.ops.name, must_find(other.ops, name), true));
        rows.back().engine = ours.ops.name;
    }
    return rows;
}

double of(const std::vector<result> &results, const std::string &name) {
    for (const result &x : results)
        if (x.of->name == name) return x.ns;
    return 0;
}

/* The bytes of windows of w bits for scalars of so many bits: signed digits, one window more for
 * the carry, 64 bytes a row. */
std::size_t window_bytes(int w, int bits) {
    return (std::size_t)64 * (std::size_t)(bits / w + 1) << (w - 1);
}

/* The bytes that a table may take: a quarter of the memory that is free. */
std::size_t memory_limit() {
    std::ifstream in("/proc/meminfo");
    std::string key, unit;
    for (std::size_t value; in >> key >> value; std::getline(in, unit))
        if (key == "MemAvailable:") return value * 1024 / 4;
    return (std::size_t)1 << 28;
}

}  // namespace

int engine_lanes(const char *engine) { return lanes_of(engine) ? 8 : 1; }

report vs_libsecp() { return {"bench_vs_libsecp", head_to_head}; }

report comprehensive() {
    return {"bench_comprehensive", [](const options &o) {
                std::vector<row> rows = head_to_head(o);
                add(rows, o, "more", own_specs);
                add_hashes(rows);
                add_without_lanes(rows);
                return rows;
            }};
}

report short_report() {
    return {"ufsecp bench", [](const options &o) {
                if (!o.quick) return comprehensive().rows(o);
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
                add(rows, o, "signing",
                    {sign_specs[0], sign_specs[1], sign_specs[2], sign_specs[3]});
                add(rows, o, "verification",
                    {verify_specs[0], verify_specs[3], verify_specs[4], verify_specs[5]});
                add_batches(rows, o);
                add_threads(rows);
                add_lanes(rows, o);
                return rows;
            }};
}

report scalar_mul() {
    return {"bench_scalar_mul", [](const options &o) {
                std::vector<row> rows;
                add(rows, o, "multiplication", mul_specs);
                rows.push_back(inner_pair("k*P", "mul_point_glv", "mul_point_var",
                                          "wNAF without GLV", "mul_point_wnaf"));
                rows.push_back(inner_pair("k*P", "mul_point_with_plan", "mul_point_plan",
                                          "without a plan", "mul_point_fixed"));
                return rows;
            }};
}

/* Ours is the variable-time form, other the constant-time one: the ratio is what constant time
 * costs. */
report constant_time() {
    return {
        "bench_ct",
        [](const options &) {
            std::vector<row> rows;
            const std::vector<std::array<const char *, 3>> names = {
                {"ct_field_mul", "field_mul", "field_mul"},
                {"ct_field_sqr", "field_sqr", "field_sqr"},
                {"ct_field_inv", "field_inv_var", "field_inv"},
                {"ct_scalar_add", "scalar_add", "scalar_add"},
                {"ct_scalar_sub", "scalar_sub", "scalar_sub"},
                {"ct_scalar_mul", "scalar_mul", "scalar_mul"},
                {"ct_scalar_inv", "scalar_inv_var", "scalar_inv"},
                {"ct_point_add", "point_add", "point_add_ct"},
                {"ct_point_add_mixed", "point_add_mixed", "point_add_mixed_ct"},
                {"ct_point_double", "point_double", "point_double_ct"},
                {"ct_point_to_affine", "point_to_affine_var", "point_to_affine"},
                {"ct_mul_point", "mul_point_var", "mul_point"},
                {"ct_mul_gen", "mul_gen_var", "mul_gen"}};
            for (const auto &[name, fast, slow] : names)
                rows.push_back(inner_pair("variable time", name, fast, "constant time", slow, false,
                                          std::strcmp(name, "ct_mul_gen") == 0 ? ct : none));
            return rows;
        },
        [](const std::vector<result> &) {
            return std::string(
                "\nours: variable time; ratio: what constant time costs. Field and scalar "
                "arithmetic but the inverse "
                "has one implementation, which is constant time.\n");
        }};
}

report atomic_operations() {
    return {"bench_atomic_operations",
            [](const options &o) {
                std::vector<row> rows;
                const auto of_api = [](const char *name, const char *ours, const char *other_name,
                                       const char *other) {
                    return pair("points, C++ types", name, must_find(api(), ours), other_name,
                                must_find(api(), other), false);
                };
                rows.push_back(of_api("point_add_inplace", "point_add_inplace", "immutable",
                                      "point_add_immutable"));
                rows.push_back(of_api("point_double_inplace", "point_double_inplace", "immutable",
                                      "point_double_immutable"));
                rows.push_back(of_api("point_negate_inplace", "point_negate_inplace", "immutable",
                                      "point_negate"));
                rows.push_back(
                    of_api("point_triple", "point_triple", "dbl().add(p)", "point_double_and_add"));
                add(rows, o, "points, C++ types",
                    {{"point_next", false, none, nullptr, ""},
                     {"point_scalar_mul", false, none, nullptr, ""},
                     {"point_coordinates", false, none, nullptr, ""}});
                rows.push_back(inner_pair("inside", "point_to_affine_var", "point_to_affine_var",
                                          "constant time", "point_to_affine"));
                add(rows, o, "inside",
                    {{"field_mul", true, none, nullptr, ""},
                     {"field_sqr", true, none, nullptr, ""},
                     {"field_add", true, none, nullptr, ""},
                     {"field_inv", true, none, nullptr, ""}});
                for (const auto &[name, other] :
                     {std::pair{"i_over_m", "field_inv_var"}, std::pair{"s_over_m", "field_sqr"}}) {
                    rows.push_back(
                        inner_pair("ratios to one field_mul", name, "field_mul", other, other));
                    rows.back().same_output = false;
                    rows.back().reference = must_find(reference().ops, "field_mul");
                }
                return rows;
            },
            [](const std::vector<result> &results) {
                std::string out;
                for (const result &x : results)
                    if (x.of->group.starts_with("ratios")) {
                        char text[64];
                        const char *name = x.of->name == "i_over_m" ? "I/M" : "S/M";
                        std::snprintf(text, sizeof text, "%s%s ratio %.3f\n",
                                      out.empty() ? "\n" : "", name, x.ratio);
                        out += text;
                    }
                return out;
            }};
}

report field_52() {
    return {"bench_field_52", [](const options &) {
                const std::vector<std::pair<std::string, std::string>> names = {
                    {"Multiplication", "field_mul"},
                    {"Squaring", "field_sqr"},
                    {"Addition", "field_add"},
                    {"Negation", "field_neg"},
                    {"Add chain (4 ops)", "add_chain_4"},
                    {"Add chain (8 ops)", "add_chain_8"},
                    {"Add chain (16 ops)", "add_chain_16"},
                    {"Add chain (32 ops)", "add_chain_32"},
                    {"Add chain (64 ops)", "add_chain_64"},
                    {"Point-Add simulation", "point_add"},
                    {"256 squarings", "squarings_256"}};
#ifdef UF_HAVE_INT128
                return representations(ufsecp::bench_portable::bench_inner_target,
                                       ufsecp::bench_4x64::bench_inner_target, names);
#else
                return (void)names, std::vector<row>();
#endif
            }};
}

report field_26() {
    return {"bench_field_26", [](const options &) {
                return representations(ufsecp::bench_word32::bench_inner_target,
                                       ufsecp::bench_4x64::bench_inner_target,
                                       {{"Addition", "field_add"},
                                        {"Multiplication", "field_mul"},
                                        {"Add chain (16 ops)", "add_chain_16"}});
            }};
}

report field_mul_kernels() {
    return {"bench_field_mul_kernels", [](const options &) {
                const bench_inner &base = ufsecp::bench_4x64::bench_inner_target,
                                  &word32 = ufsecp::bench_word32::bench_inner_target;
                std::vector<const bench_inner *> kernels = {&ufsecp::bench_8x32::bench_inner_target,
                                                            &word32};
#ifdef UF_HAVE_INT128
                kernels.push_back(&ufsecp::bench_portable::bench_inner_target);
#endif
#ifdef UF_HAVE_X64_ADX
                int supported = 0;
                for (std::size_t i = 0; const char *name = ufsecp_engine_at(i, &supported); i++)
                    if (supported && std::strcmp(name, "x64_adx") == 0)
                        kernels.push_back(&ufsecp::bench_x64_adx::bench_inner_target);
#endif
                std::vector<row> rows;
                for (const char *name :
                     {"field_mul", "field_mul_throughput", "field_sqr", "field_sqr_throughput"}) {
                    rows.push_back(
                        pair("field kernels", name, must_find(base.ops, name), "", {}, true));
                    rows.back().engine = base.ops.name;
                    rows.back().reference = must_find(word32.ops, name);
                    for (const bench_inner *kernel : kernels)
                        for (row &r : representations(*kernel, base, {{name, name}}))
                            rows.push_back(r);
                }
                for (row &r : rows) r.group = "field kernels";
                return rows;
            }};
}

report ecdsa_multiscalar() {
    return {
        "bench_ecdsa_multiscalar", [](const options &) {
            std::vector<row> rows;
            const std::pair<const char *, const char *> ways[] = {
                {"Shamir interleaved", "mul2_shamir"},
                {"Windowed Shamir", "mul2_shamir_windowed"},
                {"Separate (prod-like)", "mul2_separate_plan"},
                {"Separate (variable)", "mul2_separate"}};
            for (const auto &[name, op] : ways)
                rows.push_back(inner_pair("k1*G + k2*Q", name, op, "mul2 of the library", "mul2",
                                          false, std::strncmp(name, "Sep", 3) == 0 ? ct : none));
            return rows;
        }};
}

report jsf_vs_shamir() {
    return {"bench_jsf_vs_shamir", [](const options &) {
                std::vector<row> rows;
                const auto add_to = [&rows](const char *group, const std::string &prefix,
                                            const char *library, const char *op) {
                    for (const char *how : {"shamir", "shamir_windowed", "jsf"})
                        rows.push_back(inner_pair(group, prefix + "_" + how,
                                                  std::string(op) + "_" + how, library, op));
                };
                add_to("fixed base: k*G", "fixed_base", "mul_gen_var", "mul_gen");
                add_to("two bases: k1*G + k2*Q", "two_base", "mul2", "mul2");
                return rows;
            }};
}

report adaptive_glv() {
    return {"bench_adaptive_glv",
            [](const options &o) {
                const bench_inner *target = &inner();
                std::vector<row> rows;
                for (int w = 8; w <= 20; w++) {
                    if (window_bytes(w, 256) > memory_limit() || (o.quick && w > 14)) break;
                    const std::string name = "glv_w" + std::to_string(w);
                    row r = inner_pair("fixed base, signed windows", name, "windows_glv",
                                       "without GLV", "windows_no_glv");
                    r.table_bytes = window_bytes(w, 128);
                    r.reference = must_find(reference().ops, "mul_gen");
                    r.prepare = [target, w] {
                        target->build_windows(w);
                        return std::string();
                    };
                    rows.push_back(r);
                }
                return rows;
            },
            [](const std::vector<result> &results) {
                std::string out =
                    "w,ns_no_glv,ns_glv,gain_percent,table_bytes_no_glv,table_bytes_glv\n";
                for (const result &x : results) {
                    const int w = std::stoi(x.of->name.substr(5));
                    char text[128];
                    std::snprintf(text, sizeof text, "%d,%.1f,%.1f,%.1f,%zu,%zu\n", w, x.other_ns,
                                  x.ns, 100 * (x.ratio - 1), window_bytes(w, 256),
                                  x.of->table_bytes);
                    out += text;
                }
                return out;
            },
            true};
}

report glv_decomp_profile() {
    return {
        "bench_glv_decomp_profile",
        [](const options &o) {
            std::vector<row> rows;
            const char *group = "k*P with GLV, its parts";
            add(rows, o, group,
                {{"glv_split", true, none, nullptr, ""}, {"glv_digits", false, none, nullptr, ""}});
            add(rows, o, group,
                {{"mul_point_plan", false, none, nullptr, ""},
                 {"mul_point_var", false, none, nullptr, ""}});
            return rows;
        },
        [](const std::vector<result> &results) {
            const double all = of(results, "mul_point_var"), split = of(results, "glv_split"),
                         digits = of(results, "glv_digits");
            if (all == 0 || split == 0 || digits == 0) return std::string();
            char text[200];
            std::snprintf(text, sizeof text,
                          "\nshare of mul_point_var: split %.2f %%, digits %.2f %%, point "
                          "operations %.2f %%\n",
                          100 * split / all, 100 * (digits - split) / all,
                          100 * (all - digits) / all);
            return std::string(text);
        }};
}

}  // namespace bench
