// What the rows of reports are made of.
#include "bench/child_hash.h"
#include "bench/row_makers.h"

#include "hash/sha256.h"
#include "ufsecp/ufsecp.h"
#ifdef UF_HAVE_PEER
#include "bench/vs/libsecp256k1.h"
#endif

namespace bench {

subject peer(const options &o, const std::string &name) {
#ifdef UF_HAVE_PEER
    if (!o.vs.empty() && !name.empty())
        return must_find(
            *peer_libsecp256k1(ufsecp::sha256_compress, ufsecp_keccak256, bench::child_hash), name);
#else
    (void)o, (void)name;
#endif
    return {};
}

std::size_t table_bytes(table t) {
    return t == table::secret ? ufsecp_table_bytes_ct()
           : t == table::open ? ufsecp_table_bytes_var()
                              : 0;
}

static const char *ours_of(const spec &s) { return s.ours ? s.ours : s.name; }

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
        r.table_bytes = bench::table_bytes(s.reads);
        r.constant_time = s.constant_time;
        rows.push_back(r);
    }
}

row pair(const char *group, const std::string &name, const subject &ours,
         const std::string &other_name, const subject &other, bool constant_time, table reads) {
    row r;
    r.name = name;
    r.group = group;
    r.engine = ufsecp_engine();
    r.ours = ours;
    r.other = other;
    r.other_name = other_name;
    r.table_bytes = bench::table_bytes(reads);
    r.constant_time = constant_time;
    return r;
}
row inner_pair(const char *group, const std::string &name, const std::string &ours,
               const std::string &other_name, const std::string &other, bool constant_time,
               table reads) {
    std::string engine, of_other;
    subject first = inner_op(&engine, ours), second = inner_op(&of_other, other);
    if (engine != of_other) {  // like with like
        engine = inner_engine();
        first = must_find(inner().ops, ours), second = must_find(inner().ops, other);
    }
    row r = pair(group, name, first, other_name, second, constant_time, reads);
    r.engine = engine;
    r.reference = must_find(reference().ops, other);
    return r;
}

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

}  // namespace bench
