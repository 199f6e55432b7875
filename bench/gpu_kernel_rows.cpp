// The rows of a kernel by itself: from memory, in registers, from host memory and back, for few.
#include <stdexcept>

#include "bench/gpu_run.h"
#include "bench/gpu_work.h"

namespace bench::gpu {

static void whole_batches(run &b, const kernel_op &op) {
    const size_t rows = b.o.rows, memory_rows = op.points ? rows : 2 * rows;
    for (const std::string kind : {"memory", "compute", "end_to_end", "end_to_end_pageable"}) {
        result r = b.row(op.name, kind, kind == "memory" ? memory_rows : rows);
        if (!b.wanted(r.name)) continue;
        const bool end_to_end = kind.starts_with("end_to_end"), pageable = kind.ends_with("able");
        uint32_t loops = 0;
        std::vector<std::unique_ptr<columns>> there;
        std::vector<runner> runners;
        bool right = true;
        for (const side &s : b.sides) {
            there.push_back(std::make_unique<columns>(*s.device, op, r.n, b.in, pageable));
            columns *const c = there.back().get();
            /* Repetitions, of an odd number so that inverses are no identity: enough that loads and
             * stores do not count. */
            if (kind == "compute" && loops == 0) {
                timed({[&](size_t) { return c->launch(1, 1); }}, 1);
                for (double took = 0; took < (b.o.quick ? 2e6 : 2e7) && loops < 5461;)
                    took = timed({[&](size_t) { return c->launch(1, loops = 4 * loops + 1); }}, 1);
            }
            c->load();
            if (!(end_to_end ? c->transfer(1) : c->launch(1, loops)))
                throw std::runtime_error(s.device->error);
            const size_t count = kind == "compute" ? 64 : 1024;
            const bytes got = c->output(count), want = c->expected(count, loops);
            r.checked = want.size() / (op.points ? 33 : 32);
            r.sha256 = sha256({}, want);
            right = b.compare(r, s, got, want) && right;
            runners.push_back({[=](size_t times) {
                return end_to_end ? c->transfer(times) : c->launch(times, loops);
            }});
        }
        if (!right) continue;
        if (kind == "memory") r.bytes = op.traffic;
        if (end_to_end) r.bytes = (double)(op.in_to - op.in_from + op.out_to - op.out_from);
        const std::string counted =
            (kind == "compute" ? "loop_" : "") +
            std::string(op.points && kind == "compute" && op.loop == ufsecp::gpu_loop_point_dbl
                            ? "point_dbl"
                            : op.name);
        r.multiply_adds = work_of(counted, there[0]->share(), 16).multiply_adds();
        if (kind == "compute") r.note = std::to_string(loops) + " times in registers";
        else if (end_to_end) r.note = pageable ? "pageable memory" : "columns in pinned memory";
        if (op.memory == ufsecp::gpu_field_inv && kind != "compute")
            r.note += (r.note.empty() ? "" : "; ") + std::to_string(there[0]->share()) +
                      " rows share an inversion";
        b.measured(r, runners, (double)r.n * std::max(loops, 1u), 2);
    }
}

/* Few rows from and to pinned memory, and more and more. */
static void latency(run &b, const kernel_op &op) {
    for (size_t n = 1; n <= b.o.max; n *= 2) {
        result r = b.row(op.name, "latency", n);
        if (!b.wanted(r.name)) return;
        std::vector<std::unique_ptr<columns>> there;
        std::vector<runner> runners;
        bool right = true;
        for (const side &s : b.sides) {
            there.push_back(std::make_unique<columns>(*s.device, op, n, b.in));
            columns *const c = there.back().get();
            if (!c->transfer(1)) throw std::runtime_error(s.device->error);
            const bytes want = c->expected(256, 0);
            r.checked = want.size() / (op.points ? 33 : 32);
            r.sha256 = sha256({}, want);
            right = b.compare(r, s, c->output(256), want) && right;
            runners.push_back({[=](size_t times) { return c->transfer(times); }});
        }
        if (right) b.measured(r, runners, (double)n, 0.2);
    }
}

void kernel_rows(run &b, const kernel_op &op) {
    whole_batches(b, op);
    latency(b, op);
}

}  // namespace bench::gpu
