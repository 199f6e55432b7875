// The reports: which rows each has, and what it says after them.
#include "bench/reports.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "bench/library_rows.h"
#include "cli/bench.h"
#include "ufsecp/ufsecp.h"

namespace bench {
namespace {

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

/* The lazy 5x52 field beside the 4x64 one; no rows in a build without 128-bit integers. */
std::vector<row> rows_52() {
#ifdef UF_HAVE_INT128
    return representations(ufsecp::bench_portable::bench_inner_target,
                           ufsecp::bench_4x64::bench_inner_target,
                           {{"Multiplication", "field_mul"},
                            {"Squaring", "field_sqr"},
                            {"Addition", "field_add"},
                            {"Subtraction", "field_sub"},
                            {"Negation", "field_neg"},
                            {"Add chain (4 ops)", "add_chain_4"},
                            {"Add chain (8 ops)", "add_chain_8"},
                            {"Add chain (16 ops)", "add_chain_16"},
                            {"Add chain (32 ops)", "add_chain_32"},
                            {"Add chain (64 ops)", "add_chain_64"},
                            {"Point-Add simulation", "point_add"},
                            {"256 squarings", "squarings_256"}});
#else
    return {};
#endif
}
std::vector<row> rows_26() {
    return representations(ufsecp::bench_word32::bench_inner_target,
                           ufsecp::bench_4x64::bench_inner_target,
                           {{"Addition", "field_add"},
                            {"Subtraction", "field_sub"},
                            {"Multiplication", "field_mul"},
                            {"Add chain (16 ops)", "add_chain_16"}});
}

report vs_libsecp() {
    return {"bench_vs_libsecp",
            "every row that this library and libsecp256k1 have in common",
            head_to_head,
            {},
            false,
            "libsecp256k1"};
}

report comprehensive() {
    return {"bench_comprehensive", "every row of the library, and the 5x52 and 10x26 fields",
            [](const options &o) {
                std::vector<row> rows = library_rows(o);
                for (const std::vector<row> &more : {rows_52(), rows_26()})
                    rows.insert(rows.end(), more.begin(), more.end());
                return rows;
            }};
}

/* What `ufsecp bench` shows: the main rows with --quick, else all of the library. */
report of_the_tool() {
    return {"ufsecp bench", "", [](const options &o) {
                std::vector<row> rows = o.quick ? main_rows(o) : comprehensive().rows(o);
                if (o.html.empty()) return rows;
                const std::vector<row> more = curve_rows_of();
                rows.insert(rows.end(), more.begin(), more.end());
                return rows;
            }};
}

report scalar_mul() {
    return {
        "bench_scalar_mul", "k*G and k*P in all their forms", [](const options &o) {
            std::vector<row> rows;
            add(rows, o, "multiplication", mul_specs);
            rows.push_back(inner_pair("k*P", "mul_point_glv", "mul_point_var", "wNAF without GLV",
                                      "mul_point_wnaf"));
            rows.push_back(inner_pair("k*P", "mul_point_with_plan", "mul_point_plan",
                                      "without a plan", "mul_point_fixed"));
            rows.push_back(inner_pair("k*G", "mul_gen_with_table", "mul_gen_var", "without a table",
                                      "mul_gen_without_table", false, table::secret));
            add(rows, o, "digits", {{"wnaf_digits", false, table::none, nullptr, ""}});
            return rows;
        }};
}

/* Ours is the variable-time form, other the constant-time one: the ratio is what constant time
 * costs. */
report constant_time() {
    return {"bench_ct", "what constant time costs; --leakage: whether times tell keys apart",
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
                    rows.push_back(inner_pair(
                        "variable time", name, fast, "constant time", slow, false,
                        std::strcmp(name, "ct_mul_gen") == 0 ? table::secret : table::none));
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
    return {"bench_atomic_operations", "single steps through the C++ types, in place and by value",
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
                for (const char *name : {"add", "sub", "mul", "sqr", "inv"}) {
                    const std::string op = std::string("field_") + name;
                    rows.push_back(pair("field elements, C++ types", op + "_inplace",
                                        must_find(api(), op + "_inplace"), "immutable",
                                        must_find(api(), op + "_immutable"), true));
                }
                rows.push_back(
                    of_api("point_triple", "point_triple", "dbl().add(p)", "point_double_and_add"));
                add(rows, o, "points, C++ types",
                    {{"point_next", false, table::none, nullptr, ""},
                     {"point_scalar_mul", false, table::none, nullptr, ""},
                     {"point_coordinates", false, table::none, nullptr, ""}});
                rows.push_back(inner_pair("inside", "point_to_affine_var", "point_to_affine_var",
                                          "constant time", "point_to_affine"));
                add(rows, o, "inside",
                    {{"field_mul", true, table::none, nullptr, ""},
                     {"field_sqr", true, table::none, nullptr, ""},
                     {"field_add", true, table::none, nullptr, ""},
                     {"field_inv", true, table::none, nullptr, ""}});
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
    return {"bench_field_52", "the lazy 5x52 field beside the saturated 4x64 one",
            [](const options &) { return rows_52(); }};
}

report field_26() {
    return {"bench_field_26", "the 10x26 field of 32-bit targets beside the 4x64 one",
            [](const options &) { return rows_26(); }};
}

report field_mul_kernels() {
    return {"bench_field_mul_kernels", "products and squares of every field representation",
            [](const options &) {
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
    return {"bench_ecdsa_multiscalar", "k1*G + k2*Q in four ways, beside that of the library",
            [](const options &) {
                std::vector<row> rows;
                const std::pair<const char *, const char *> ways[] = {
                    {"Shamir interleaved", "mul2_shamir"},
                    {"Windowed Shamir", "mul2_shamir_windowed"},
                    {"Separate (prod-like)", "mul2_separate_plan"},
                    {"Separate (variable)", "mul2_separate"}};
                for (const auto &[name, op] : ways)
                    rows.push_back(inner_pair(
                        "k1*G + k2*Q", name, op, "mul2 of the library", "mul2", false,
                        std::strncmp(name, "Sep", 3) == 0 ? table::secret : table::none));
                return rows;
            }};
}

report jsf_vs_shamir() {
    return {"bench_jsf_vs_shamir",
            "the joint sparse form beside Shamir's trick, for one fixed base and for two bases",
            [](const options &) {
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
            "fixed-base windows of growing width, with and without the endomorphism, as CSV",
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
    return {"bench_glv_decomp_profile", "how much of k*P the split of the scalar takes",
            [](const options &o) {
                std::vector<row> rows;
                const char *group = "k*P with GLV, its parts";
                add(rows, o, group,
                    {{"glv_split", true, table::none, nullptr, ""},
                     {"glv_digits", false, table::none, nullptr, ""}});
                add(rows, o, group,
                    {{"mul_point_plan", false, table::none, nullptr, ""},
                     {"mul_point_var", false, table::none, nullptr, ""}});
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

}  // namespace

const std::vector<report> &reports() {
    static const std::vector<report> all = {
        vs_libsecp(),        comprehensive(), scalar_mul(),   constant_time(),
        atomic_operations(), field_52(),      field_26(),     field_mul_kernels(),
        ecdsa_multiscalar(), jsf_vs_shamir(), adaptive_glv(), glv_decomp_profile(),
    };
    return all;
}

const report *report_of(const std::string &name) {
    for (const report &r : reports())
        if (name == r.title || name == r.title + "_riscv") return &r;
    return nullptr;
}

}  // namespace bench

const bool uf_has_bench = true;

int uf_bench_main(const bench_options &o) {
    return bench::run(bench::of_the_tool(),
                      {o.json, o.quick, o.list, o.passes, o.filter, o.vs, o.no_file ? "" : o.output,
                       "", o.html, o.color, o.progress});
}
