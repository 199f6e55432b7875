// The rows of a call of the library: as a whole, by its kernels, copies and steps, and for few.
#include <algorithm>
#include <stdexcept>

#include "bench/gpu_run.h"
#include "bench/gpu_work.h"

namespace bench::gpu {

/* Nanoseconds of one call for all rows on that engine. */
static double run_call(run &b, const std::string &engine, const batch_op &op, bytes *out,
                       bytes *ok) {
    ufsecp_engine_select(engine.c_str());
    out->assign(op.out_size * b.o.rows, 0xa5);
    ok->assign(b.o.rows, 0xa5);
    const double took = timed({[&](size_t) {
                                  op.call(b.in, out->data(), ok->data(), 0, b.o.rows);
                                  return true;
                              }},
                              1);
    ufsecp_engine_select(b.cpu.c_str());
    return took;
}

/* Throws if a device left anything to the CPU, whose figures would then be the row's. */
static void on_devices(const run &b) {
    for (const side &s : b.sides) {
        ufsecp_engine_select(s.engine.c_str());
        const char *const note = ufsecp_engine_note();
        ufsecp_engine_select(b.cpu.c_str());
        if (note) throw std::runtime_error(note);
    }
}

/* What one call told the first device, done again: kernels, each kernel by itself, copies. */
static void devices_alone(run &b, const batch_op &op, const result &like) {
    recorder &first = *b.sides[0].device;
    double share = 1, window = 16, copied = 0;
    for (const auto &l : first.launches)
        share = l.args.share, window = l.args.window ? l.args.window : window;
    for (const auto &c : first.copies) copied += (double)c.size;
    result r = b.row(op.name, "kernels", b.o.rows);
    r.sha256 = like.sha256, r.checked = like.checked;
    r.multiply_adds = work_of(op.name, share, window).multiply_adds();
    r.note = format("%zu launch%s", first.launches.size(), first.launches.size() == 1 ? "" : "es");
    if (!op.is_sum) r.note += format(", %.0f rows share an inversion", share);
    std::vector<runner> runners;
    for (const side &s : b.sides)
        runners.push_back({[d = s.device.get()](size_t times) { return d->launch_again(times); }});
    if (b.wanted(r.name)) b.measured(r, runners, (double)b.o.rows, 2);
    if (!op.is_sum && b.wanted(std::string(op.name) + "_steps")) {
        std::vector<gpu_kernel> steps;
        for (const auto &l : first.launches)
            if (std::find(steps.begin(), steps.end(), l.kernel) == steps.end())
                steps.push_back(l.kernel);
        for (const gpu_kernel k : steps) {
            r = b.row(op.name, std::string("step_") + kernel_names[k], b.o.rows);
            r.multiply_adds = work_of(kernel_names[k], share, window).multiply_adds();
            runners.clear();
            for (const side &s : b.sides)
                runners.push_back(
                    {[=, d = s.device.get()](size_t t) { return d->launch_again(t, k); }});
            b.measured(r, runners, (double)b.o.rows, 0.5);
        }
    }
    r = b.row(op.name, "copies", b.o.rows);
    r.bytes = copied / (double)b.o.rows;
    r.note = format("%zu copies, between pinned memory and the device", first.copies.size());
    runners.clear();
    for (const side &s : b.sides)
        runners.push_back({[d = s.device.get()](size_t times) { return d->copy_again(times); }});
    if (b.wanted(r.name) && !first.copies.empty()) b.measured(r, runners, (double)b.o.rows, 1);
}

/* Calls for 1, 2, 4 ... rows, the next ones each time. */
static void latency(run &b, const batch_op &op, const bytes &all_out, const bytes &all_ok) {
    bytes out(all_out), ok(all_ok), got(out.size()), got_ok(ok.size());
    for (size_t n = 1; n <= b.o.max; n *= 2) {
        if (op.is_sum) op.call(b.in, out.data(), ok.data(), 0, n);  // by the CPU
        result r = b.row(op.name, "latency", n);
        r.sha256 = sha256(ok, out);
        r.checked = b.o.rows;
        std::vector<runner> runners;
        size_t at = 0, end = 0; /* of the rows that calls were for */
        for (const side &s : b.sides)
            runners.push_back(
                {[&](size_t times) {
                     while (times--) {
                         at = at + 2 * n <= b.o.rows && !op.is_sum ? at + n : 0;
                         end = std::max(end, at + n);
                         op.call(b.in, got.data() + op.out_size * at, &got_ok[at], at, n);
                     }
                     return true;
                 },
                 [&] {
                     std::fill(got.begin(), got.end(), 0xa5);
                     std::fill(got_ok.begin(), got_ok.end(), 0xa5);
                     at = b.o.rows, end = 0;
                     ufsecp_engine_select(s.engine.c_str());
                 },
                 [&] {
                     return std::equal(ok.data(), ok.data() + end, got_ok.data()) &&
                            std::equal(out.data(), out.data() + op.out_size * end, got.data());
                 }});
        b.measured(r, runners, (double)n, 0.2);
        ufsecp_engine_select(b.cpu.c_str());
    }
}

void call_rows(run &b, const batch_op &op) {
    bool any = false;
    for (const char *kind : {"_kernels", "_steps", "_copies", "_end_to_end", "_latency"})
        any |= b.wanted(std::string(op.name) + kind);
    if (!any) return;
    bytes out, ok, got, got_ok;
    result r = b.row(op.name, "end_to_end", b.o.rows);
    run_call(b, b.cpu, op, &out, &ok);  // makes rows and tables, too
    r.cpu_ns = run_call(b, b.cpu, op, &out, &ok) / (double)b.o.rows;
    r.sha256 = sha256(ok, out);
    r.checked = b.o.rows;
    bool right = true;
    for (const side &s : b.sides) {
        run_call(b, s.engine, op, &got, &got_ok);  // makes the table
        s.device->clear();
        s.device->recording = true;
        run_call(b, s.engine, op, &got, &got_ok);
        s.device->recording = false;
        right = b.compare(r, s, got, out, got_ok, ok) && right;
    }
    if (!right) return;
    on_devices(b);
    devices_alone(b, op, r);
    size_t chunks = 0;
    for (const auto &c : b.sides[0].device->copies) chunks += !c.up;
    r.bytes = (double)(op.in_size + op.out_size + 1);
    r.note = format("%zu chunks of %zu rows, pageable memory; CPU %.1f ns a row, all threads",
                    chunks, (b.o.rows + chunks - 1) / std::max(chunks, size_t{1}), r.cpu_ns);
    std::vector<runner> runners;
    for (const side &s : b.sides)
        runners.push_back({[&](size_t times) {
                               while (times--)
                                   op.call(b.in, got.data(), got_ok.data(), 0, b.o.rows);
                               return true;
                           },
                           [&] { ufsecp_engine_select(s.engine.c_str()); },
                           [&] { return got == out && got_ok == ok; }});
    if (b.wanted(r.name)) b.measured(r, runners, (double)b.o.rows, 3);
    ufsecp_engine_select(b.cpu.c_str());
    if (b.wanted(std::string(op.name) + "_latency")) latency(b, op, out, ok);
    on_devices(b);
}

}  // namespace bench::gpu
