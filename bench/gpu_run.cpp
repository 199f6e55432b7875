// What all rows of a GPU program share.
#include "bench/gpu_run.h"

#include "ufsecp/ufsecp.h"

namespace bench::gpu {

run::run(options options, std::vector<side> devices, std::string name)
    : o(std::move(options)),
      sides(std::move(devices)),
      title(std::move(name)),
      cpu(ufsecp_engine()),
      filter(o.filter),
      in(o.rows),
      said(title, o, sides, cpu) {}

result run::row(const std::string &op, const std::string &kind, size_t n) const {
    result r;
    r.name = op + "_" + kind;
    r.kind = kind;
    r.engine = sides[0].engine;
    r.n = n;
    if (sides.size() > 1) r.other_name = sides[1].engine;
    return r;
}

void run::measured(result r, const std::vector<runner> &runners, double operations,
                   double seconds) {
    measure(&r, runners, operations, o.quick ? seconds / 20 : seconds, o.quick);
    r.table_bytes = r.kind == "memory" || r.kind == "compute" ? 0 : sides[0].device->table_bytes;
    said.add(std::move(r));
}

bool run::compare(const result &r, const side &s, const bytes &got, const bytes &want,
                  const bytes &got_ok, const bytes &want_ok) {
    if (got == want && got_ok == want_ok) return true;
    size_t bad = 0;
    for (size_t i = 0; i < want_ok.size(); i++) bad += got_ok[i] != want_ok[i];
    const std::string text =
        format("%s: %s on %s, %zu rows: not what the CPU's %s gives (%zu verdicts differ)",
               title.c_str(), r.name.c_str(), s.engine.c_str(), r.n, cpu.c_str(), bad);
    said.complain(text);
    wrong++;
    return false;
}

}  // namespace bench::gpu
