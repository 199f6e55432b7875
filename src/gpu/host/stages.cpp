// The layout of a chunk in memory, the generator's table, and the way of chunks over the queues of
// devices.
#include "gpu/host/stages.h"

#include "engine/threads.h"
#include "gpu/host/sums.h"

#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <bit>

namespace ufsecp {
namespace {

using UF_TARGET::from;

/* Bytes of a cache line of any device. */
constexpr size_t line = 256;
static_assert(std::endian::native == std::endian::little, "kernels load words");

/* A batch of more rows is cut, so that copies are hidden behind computing.  To be measured. */
constexpr size_t part_rows = size_t{1} << 15;

/* Rows that a thread of the host copies at a time: some hundred kilobytes. */
constexpr size_t copy_grain = 4096;

/* A chunk of m rows in the arena: inputs, verdicts, outputs (so far in staging too, at the same
 * places, unless it is the arena itself), columns. */
struct layout {
    gpu_args args{};
    size_t inputs[gpu_most_inputs] = {}, inputs_end, outputs_end, end = 0;

    layout(const gpu_call &call, size_t m) {
        const gpu_operation &what = *call.operation;
        for (unsigned i = 0; i < gpu_most_inputs && what.places[i]; i++) {
            inputs[i] = end;
            args.*what.places[i] = take(call.in[i].size, call.in[i].stride ? m : 1);
        }
        const gpu_sum_plan plan(m, what.sums);
        const size_t n = what.sums ? what.sums * m : m; /* rows of columns */
        inputs_end = end;
        args.ok = take(1, n);
        args.out =
            what.sums ? take(plan.out_bytes(), 1) : take(what.out_size * (1 + call.repeats), m);
        outputs_end = end;
        args.p = take(64, n);
        args.a = take(32, n);
        args.b = take(32, n);
        if (what.sums) {
            args.points = take(2 * 64, n);
            args.places = take(4, plan.buckets + 1);
            args.entries = take(8, plan.entries);
            args.buckets = take(96, plan.buckets);
            args.list = take(plan.list_bytes(0), 1);
            args.next = take(plan.list_bytes(1), 1);
        } else {
            args.q = args.points = take(96, m);
            if (std::ranges::count(what.steps, gpu_twist)) args.points = take(96, m);
            args.t = take(32, m);
            args.scratch = take(32, m);
        }
        args.n = (uint32_t)n;
        args.share = gpu_share_of(m);
        args.flags = call.flags;
        args.stride = (uint32_t)call.in[0].size;
        args.scalar_stride = call.in[0].stride ? args.stride : 0;
        args.key_stride = (uint32_t)call.in[what.places[1] == &gpu_args::keys].size;
    }

private:
    uint32_t take(size_t size, size_t m) {
        const size_t at = end;
        end += (size * m + line - 1) / line * line;
        return (uint32_t)at;
    }
};

/* Entries of the generator's table, 64 bytes each, in windows of so many bits. */
size_t table_entries(unsigned bits) { return (size_t)((256 + bits - 1) / bits) << (bits - 1); }

/* Bits of a window: 8 suit the caches of a CPU, with 262 KB; on a GPU 20, with 436 MB, 18 or 16, so
 * that the table takes no more than a 64th of the memory. */
unsigned window_bits(const gpu_device &device) {
    const char *text = getenv("UFSECP_GPU_WINDOW_BITS");
    unsigned bits = text ? (unsigned)atoi(text) : 0;
    if (bits >= 2 && bits <= 20) return bits;
    if (device.is_cpu) return 8;
    for (bits = 20; bits > 16 && 64 * table_entries(bits) > device.memory_bytes / 64;) bits -= 2;
    return bits;
}

/* count rows of an input, from `bytes` on. */
void gather(uint8_t *to, const gpu_input &in, const uint8_t *bytes, size_t count) {
    if (in.stride == in.size) return (void)memcpy(to, bytes, in.size * count);
    for (size_t i = 0; i < count; i++) memcpy(to + i * in.size, bytes + i * in.stride, in.size);
}

constexpr gpu_operation table = {
    .places = {&gpu_args::extra},
    .steps = {gpu_table_points, gpu_z_column, gpu_field_inv, gpu_affine, gpu_table_store}};

/* A byte where a verdict is to come: a driver may say that a copy is done that it never made. */
constexpr int no_verdict = 2;

}  // namespace

void gpu_put_point(uint8_t to[64], const uint64_t x[4], const uint64_t y[4]) {
    for (unsigned i = 0; i < 64; i++) to[i] = (uint8_t)((i < 32 ? x : y)[i % 32 / 8] >> i % 8 * 8);
}

void gpu_devices::assign(gpu_device *const *devices, unsigned count, const char *name,
                         const engine *cpu) {
    n_slots_ = count * gpu_queues;
    most_rows_ = least_rows_ = SIZE_MAX;
    least_products = least_signatures = 0;
    for (unsigned i = 0; i < n_slots_; i++) {
        gpu_device *const device = devices[i % count];
        slots_[i] = {device, i / count, {}, &tables_[i % count], nullptr, nullptr, 0};
        tables_[i % count] = {};
        most_rows_ = std::min(most_rows_, device->most_rows);
        least_rows_ = std::min(least_rows_, device->least_rows);
        least_products = std::max(least_products, device->least_products);
        least_signatures = std::max(least_signatures, device->least_signatures);
    }
    room_rows_ = most_rows_;
    snprintf(name_, sizeof name_, "%s", name);
    cpu_ = cpu;
    lost_ = false;
    gpu_forked();
    note_ = nullptr;
}

bool gpu_devices::check(slot *s, bool worked) {
    if (!worked) failed_ = s->device;
    return worked;
}

/* Queues these kernels for so many rows.  The longest of most operations has its turn, so that
 * chunks end one after the other; the short ones before and behind it run beside others'. */
bool gpu_devices::launch(slot *s, std::initializer_list<gpu_kernel> steps, const gpu_args &args,
                         size_t rows) {
    gpu_device &device = *s->device;
    for (const gpu_kernel k : steps) {
        const size_t share = k == gpu_field_inv || k == gpu_scalar_inv ? args.share : 1;
        const bool turn = k == gpu_mul_point;
        if ((turn && !check(s, device.begin_turn(s->queue))) ||
            !check(s, device.launch(s->queue, k, s->arena, s->table->memory, args,
                                    (uint32_t)((rows + share - 1) / share), 0)) ||
            (turn && !check(s, device.end_turn(s->queue))))
            return false;
    }
    return true;
}

/* The table of d 2^(w j) G on the slot's device: entry after entry, as chunks. */
bool gpu_devices::make_table(slot *s) {
    const unsigned w = window_bits(*s->device), windows = (256 + w - 1) / w;
    const size_t entries = table_entries(w);
    uint8_t bases[64 * 128];
    for (unsigned j = 0; j < windows; j++) {
        uint64_t k[4] = {};
        point64 base;
        affine64 p;
        k[w * j / 64] = uint64_t{1} << w * j % 64;
        cpu_->point_mul_gen_var(&base, k);
        cpu_->point_to_affine_var(&p, &base);
        gpu_put_point(bases + 64 * j, p.x, p.y);
    }
    s->table->window = w;
    if (!check(s, s->device->allocate(&s->table->memory, 64 * entries))) return false;
    const gpu_call call = {&table, {{bases, 64 * windows, 0}}, nullptr, nullptr};
    bool made = true;
    const size_t chunk = chunk_rows(call, entries);
    for (size_t at = 0; at < entries && made; at += chunk)
        made = begin(s, call, at, std::min(entries - at, chunk)) &&
               check(s, s->device->wait(s->queue));
    if (made) return true;
    /* Only if memory ran out is there more to be done with the device. */
    if (failed_->no_memory && s->device->wait(s->queue)) s->device->release(&s->table->memory);
    s->table->memory = {};
    return false;
}

/* Rows of a chunk: no more than queues have memory for (a quarter of all is left to them), and all
 * of about one size. */
size_t gpu_devices::chunk_rows(const gpu_call &call, size_t n) const {
    size_t most = room_rows_ * call.operation->larger();
    for (unsigned i = 0; i < n_slots_; i++) {
        const gpu_device &device = *slots_[i].device;
        const uint64_t share = device.memory_bytes / (4 * gpu_queues);
        const uint64_t room = std::min({device.largest_buffer, share, (uint64_t)UINT32_MAX});
        while (most > 0 && layout(call, most).end > room) most -= most / 8 + 1;
    }
    /* An eighth of the batch, or half of it for a sum, but not too few rows for a device. */
    const size_t cut = std::max(n * call.operation->larger() / 8, part_rows);
    most = std::max({std::min(most, cut / (n_slots_ / gpu_queues)), least_rows_, size_t{1}});
    const size_t chunks = (n + most - 1) / most;
    return (n + chunks - 1) / chunks;
}

/* Queues all that makes m rows from `first` on.  Piece by piece they are gathered and copied, and
 * made the points of a sum. */
bool gpu_devices::begin(slot *s, const gpu_call &call, size_t first, size_t m) {
    const gpu_operation &what = *call.operation;
    gpu_device &device = *s->device;
    if (what.takes_table && !s->table->memory.size && !make_table(s)) return false;
    layout l(call, m);
    gpu_args &args = l.args;
    args.window = s->table->window;
    args.loops = (uint32_t)first;
    if (l.end > s->arena.size) {
        if (s->arena.size) device.release(&s->arena);
        const uint64_t size = std::min<uint64_t>(std::bit_ceil(l.end), device.largest_buffer);
        if (!check(s, device.allocate(&s->arena, std::max<size_t>(size, l.end)))) return false;
    }
    void *const shared = device.shared(s->arena);
    uint8_t *const host = static_cast<uint8_t *>(
        shared ? shared : device.staging(s->queue, std::bit_ceil(l.outputs_end)));
    if (!check(s, host)) return false;
    s->ok = static_cast<uint8_t *>(memset(host + args.ok, no_verdict, args.n));
    s->out = host + args.out;
    s->rows = m;
    for (size_t piece = 0; piece < m; piece += device.piece_rows) {
        const size_t rows = std::min(m - piece, device.piece_rows);
        for (unsigned i = 0; i < gpu_most_inputs && what.places[i]; i++) {
            const gpu_input &in = call.in[i];
            if (piece && !in.stride) continue;
            const size_t offset = l.inputs[i] + piece * in.size, count = in.stride ? rows : 1;
            const uint8_t *const bytes = in.bytes + (first + piece) * in.stride;
            run_rows(count, copy_grain, [&](size_t at, size_t each) {
                gather(host + offset + at * in.size, in, bytes + at * in.stride, each);
                return 1;
            });
            if (!check(s,
                       device.upload(s->queue, s->arena, offset, host + offset, in.size * count)))
                return false;
        }
        args.first = (uint32_t)(piece * what.sums);
        if (what.sums && !launch(s, what.steps, args, rows * what.sums)) return false;
    }
    args.first = 0;
    if (!(what.sums ? launch_sum(s, what.sums, args, m) : launch(s, what.steps, args, m)))
        return false;
    for (unsigned j = 0; j < call.repeats; j++) {
        args.out += (uint32_t)(what.out_size * m);
        args.extra += 64;
        if (!launch(s, what.again, args, m)) return false;
    }
    if (!what.cpu && !what.sums) return true; /* the table stays on the device */
    return check(
        s, device.download(s->queue, host + args.ok, s->arena, args.ok, l.outputs_end - args.ok));
}

/* Waits for the chunk of the slot and hands it out. */
bool gpu_devices::finish(slot *s, const gpu_call &call, size_t first, int *all) {
    if (!check(s, s->device->wait(s->queue))) return false;
    if (memchr(s->ok, no_verdict, s->rows)) {
        snprintf(s->device->error, sizeof s->device->error, "verdicts did not come");
        return check(s, s->device->no_memory = false);
    }
    const size_t size = call.operation->out_size;
    *all &= run_rows(s->rows, copy_grain, [&](size_t at, size_t count) {
        if (call.ok) memcpy(call.ok + first + at, s->ok + at, count);
        if (call.out) memcpy(call.out + (first + at) * size, s->out + at * size, count * size);
        return memchr(s->ok + at, 0, count) == nullptr;
    });
    if (call.done) call.done(call.context, first, s->rows, s->ok, s->out);
    return true;
}

/* Goes on with row *done, until all are done or something failed. */
bool gpu_devices::pass(const gpu_call &call, size_t n, size_t chunk, size_t *done, int *all) {
    size_t begun = *done, in = 0, out = 0;
    while (*done < n) {
        if (begun < n && in - out < n_slots_) {
            const size_t m = std::min(n - begun, chunk);
            if (!begin(&slots_[in++ % n_slots_], call, begun, m)) return false;
            begun += m;
        } else {
            slot *const s = &slots_[out++ % n_slots_];
            if (!finish(s, call, *done, all)) return false;
            *done += s->rows;
        }
    }
    return true;
}

/* Rows from the first on; returns how many it did, fewer than n only after a failure. */
size_t gpu_devices::by_devices(const gpu_call &call, size_t n, int *all) {
    const driver_lock hold(lock_);
    size_t done = 0, again = 0;
    room_rows_ = std::min(most_rows_, 2 * room_rows_); /* others may have given some back */
    while (!lost_) {
        const size_t chunk = n ? chunk_rows(call, n) : 0;
        if (pass(call, n, chunk, &done, all)) return n;
        /* What is in flight behind the failure is dropped: it is done again. */
        lost_ = !failed_->no_memory;
        for (unsigned i = 0; i < n_slots_ && !lost_; i++)
            lost_ = !check(&slots_[i], slots_[i].device->wait(slots_[i].queue));
        bool freed = false;
        for (unsigned i = 0; i < n_slots_ && !lost_; i++)
            if (slots_[i].arena.size) slots_[i].device->release(&slots_[i].arena), freed = true;
        if (freed && again != chunk) { /* perhaps that was enough */
            again = chunk;
            continue;
        }
        const size_t half = chunk / 2 / call.operation->larger();
        if (lost_ || half == 0 || chunk / 2 < least_rows_) break;
        room_rows_ = half;
    }
    if (!note()) {
        snprintf(text_, sizeof text_, "%s: %s after %zu rows; the CPU engine %s did the rest",
                 name_, failed_->error, done, cpu_->name);
        note_.store(text_, std::memory_order_release);
    }
    return done;
}

size_t gpu_devices::do_rows(const gpu_call &call, size_t n, int *all) {
    const char *const forked = gpu_forked();
    return forked ? note_ = forked, 0 : by_devices(call, n, all);
}

int gpu_devices::run(const gpu_call &call, size_t n) {
    int all = 1;
    const size_t done = do_rows(call, n, &all);
    if (done == n) return all;
    return run_rows(n - done, least_grain,
                    [&](size_t at, size_t m) {
                        gpu_call rest = call;
                        at += done;
                        for (gpu_input &in : rest.in) in.bytes += in.stride * at;
                        rest.out = from(call.out, call.operation->out_size * at);
                        rest.ok = from(call.ok, at);
                        return call.operation->cpu(*cpu_, rest, at, m);
                    }) &
           all;
}

}  // namespace ufsecp
