// The engines cuda, opencl and metal: batches of public data by the devices that their name says,
// all else by the fastest engine of the CPU.
#include <stdio.h>
#include <stdlib.h>

#include <new>

#include "base/environment.h"
#include "proto/silent_task.h"
#include "engine/threads.h"
#include "gpu/host/sums.h"

namespace ufsecp {
namespace {

using u8 = uint8_t;

/* Engines of devices that are open, each once for all calls. */
constexpr unsigned most_engines = 4;
constinit struct {
    gpu_devices devices;
    engine functions;
    char text[512]; /* what the devices are */
} opened[most_engines] = {};
std::mutex opening; /* held where one is looked for, made or opened */

/* ---- Operations: inputs, bytes of an output, kernels (gpu/kernel/entry.h), by the CPU ---- */

// clang-format off
constexpr gpu_operation ecdsa_verify = {
    {&gpu_args::rows}, 0, true,
    {gpu_ecdsa_load, gpu_scalar_inv, gpu_scale, gpu_twist, gpu_add_gen, gpu_mul_point,
     gpu_ecdsa_meet, gpu_field_inv, gpu_ecdsa_check},
    {},
    [](const engine &e, const gpu_call &c, size_t, size_t n) {
        return e.ecdsa_verify_rows_var(c.ok, c.in[0].bytes, c.in[0].stride, n, c.flags);
    }};
constexpr gpu_operation schnorr_verify = {
    {&gpu_args::rows}, 0, true,
    {gpu_schnorr_load, gpu_twist, gpu_add_gen, gpu_mul_point, gpu_schnorr_meet, gpu_field_inv,
     gpu_schnorr_check},
    {},
    [](const engine &e, const gpu_call &c, size_t, size_t n) {
        return e.schnorr_verify_rows_var(c.ok, c.in[0].bytes, c.in[0].stride, n);
    }};
constexpr gpu_operation recover = {
    {&gpu_args::rows}, 33, true,
    {gpu_recover_load, gpu_scalar_inv, gpu_scale, gpu_lift, gpu_mul_point, gpu_add_gen,
     gpu_z_column, gpu_field_inv, gpu_affine, gpu_put_key33},
    {},
    [](const engine &e, const gpu_call &c, size_t, size_t n) {
        return e.recover_rows_var(c.out, c.ok, c.in[0].bytes, c.in[0].stride, n);
    }};
constexpr gpu_operation ecrecover = {
    {&gpu_args::rows}, 20, true,
    {gpu_recover_load, gpu_scalar_inv, gpu_scale, gpu_lift, gpu_mul_point, gpu_add_gen,
     gpu_z_column, gpu_field_inv, gpu_affine, gpu_put_address20},
    {},
    [](const engine &e, const gpu_call &c, size_t, size_t n) {
        return e.ecrecover_rows_var(c.out, c.ok, c.in[0].bytes, c.in[0].stride, n);
    }};
constexpr gpu_operation decompress = {
    {&gpu_args::keys}, 65, false, {gpu_key_load, gpu_lift, gpu_put_key65}, {},
    [](const engine &e, const gpu_call &c, size_t, size_t n) {
        return e.pubkey_decompress_batch_var(c.out, c.ok, c.in[0].bytes, n);
    }};
constexpr gpu_operation mul = {
    {&gpu_args::scalars, &gpu_args::keys}, 33, false,
    {gpu_mul_load, gpu_lift, gpu_mul_point, gpu_z_column, gpu_field_inv, gpu_affine, gpu_put_key33},
    {},
    [](const engine &e, const gpu_call &c, size_t, size_t n) {
        return (c.in[0].stride ? e.pubkey_mul_batch_var : e.pubkey_mul_one_batch_var)(
            c.out, c.ok, c.in[0].bytes, c.in[1].bytes, n);
    }};
constexpr gpu_operation mul_add = {
    {&gpu_args::scalars, &gpu_args::keys, &gpu_args::extra}, 33, true,
    {gpu_mul_add_load, gpu_lift, gpu_mul_point, gpu_add_gen, gpu_z_column, gpu_field_inv,
     gpu_affine, gpu_put_key33},
    {},
    [](const engine &e, const gpu_call &c, size_t, size_t n) {
        return e.pubkey_mul_add_batch_var(c.out, c.ok, c.in[0].bytes, c.in[1].bytes, c.in[2].bytes,
                                          n);
    }};
constexpr gpu_operation mul_gen = {
    {&gpu_args::scalars}, 33, true,
    {gpu_gen_load, gpu_add_gen, gpu_z_column, gpu_field_inv, gpu_affine, gpu_put_key33},
    {},
    [](const engine &e, const gpu_call &c, size_t, size_t n) {
        return e.mul_gen_batch_var(c.out, c.ok, c.in[0].bytes, n);
    }};

/* ---- Silent payments: devices make the points that a row may pay to, the host compares ---- */

/* A receiver with more labels is scanned for on the CPU, as 8 bytes a label and row come back.  And
 * a row with more outputs than `most_compared`, times the points, is flagged instead of compared:
 * to be read by hash costs less. */
constexpr size_t most_labels = 64, most_compared = 16384;

/* The scan for one receiver of a task. */
struct silent_part {
    const silent_scan_task *task;
    size_t first, key, points;

    static void compare(const void *part, size_t at, size_t m, const u8 *ok, const u8 *out) {
        const silent_part &p = *static_cast<const silent_part *>(part);
        run_rows(m, 8 * least_grain, [&](size_t first, size_t count) {
            for (size_t i = first; i < first + count; i++) {
                const size_t row = p.first + at + i;
                if (p.task->ok) p.task->ok[row] = ok[i];
                if (ok[i] && p.pays(row, out + 8 * i, 8 * m)) p.flag(row);
            }
            return 1;
        });
    }
    /* Whether an output of the row begins with the first 8 bytes of the x of one of the points. */
    bool pays(size_t row, const u8 *x8, size_t pitch) const {
        const size_t begin = task->outputs_at(row), end = task->outputs_at(row + 1);
        if (end - begin > most_compared / points) return true;
        for (size_t j = 0; j < points; j++, x8 += pitch)
            for (size_t i = begin; i < end; i++)
                if (memcmp(task->output(i), x8, 8) == 0) return true;
        return false;
    }
    void flag(size_t row) const { task->flag(task->context, row, key); }

    static int by_cpu(const engine &e, const gpu_call &c, size_t at, size_t n) {
        const silent_part *const p = static_cast<const silent_part *>(c.context);
        silent_scan_task alone = *p->task;
        alone.receivers += p->key;
        alone.n_receivers = 1;
        alone.context = const_cast<silent_part *>(p);
        alone.flag = [](void *part, size_t row, size_t) {
            static_cast<silent_part *>(part)->flag(row);
        };
        return e.silent_scan_var(&alone, p->first + at, n);
    }
};

/* Outputs are 8 bytes of the x that would be paid to: by the spend key, then by each label. */
constexpr gpu_operation silent = {
    {&gpu_args::scalars, &gpu_args::keys, &gpu_args::extra}, 8, true,
    {gpu_mul_load, gpu_lift, gpu_mul_point, gpu_z_column, gpu_field_inv, gpu_affine,
     gpu_silent_hash, gpu_add_gen, gpu_z_column, gpu_field_inv, gpu_affine, gpu_silent_point},
    {gpu_silent_label, gpu_field_inv, gpu_silent_labelled},
    silent_part::by_cpu};
// clang-format on

int silent_scan(gpu_devices &devices, const silent_scan_task *task, size_t first, size_t n) {
    int all = 1;
    bool fits = task->n_receivers > 0;
    for (size_t key = 0; key < task->n_receivers; key++)
        fits &= task->receivers[key].n_labels <= most_labels;
    if (!fits)
        return run_rows(n, least_grain, [&](size_t at, size_t count) {
            return devices.cpu().silent_scan_var(task, first + at, count);
        });
    for (size_t key = 0; key < task->n_receivers; key++) {
        const silent_receiver &who = task->receivers[key];
        const silent_part part = {task, first, key, 1 + who.n_labels};
        const size_t size = task->index->tweak_size;
        u8 points[64 * (1 + most_labels)];
        gpu_put_point(points, who.spend.x, who.spend.y);
        for (size_t j = 0; j < who.n_labels; j++)
            gpu_put_point(points + 64 * (j + 1), who.labels[j].x, who.labels[j].y);
        const gpu_call call = {.operation = &silent,
                               .in = {{who.scan_seckey32, 32, 0},
                                      {task->tweak(first), size, size},
                                      {points, 64 * part.points, 0}},
                               .context = &part,
                               .repeats = (unsigned)who.n_labels,
                               .done = silent_part::compare};
        all &= devices.run(call, n);
    }
    return all;
}

/* ---- Functions of the engine opened[which] ---- */

template <unsigned which>
void fill(engine *e) {
    static gpu_devices &devices = opened[which].devices;
    e->ecdsa_verify_rows_var = [](u8 *ok, const u8 *rows, size_t stride, size_t n, unsigned flags) {
        return devices.run({&ecdsa_verify, {{rows, 129, stride}}, nullptr, ok, flags}, n);
    };
    e->schnorr_verify_rows_var = [](u8 *ok, const u8 *rows, size_t stride, size_t n) {
        return devices.run({&schnorr_verify, {{rows, 128, stride}}, nullptr, ok}, n);
    };
    e->recover_rows_var = [](u8 *out, u8 *ok, const u8 *rows, size_t stride, size_t n) {
        return devices.run({&recover, {{rows, 97, stride}}, out, ok}, n);
    };
    e->ecrecover_rows_var = [](u8 *out, u8 *ok, const u8 *rows, size_t stride, size_t n) {
        return devices.run({&ecrecover, {{rows, 97, stride}}, out, ok}, n);
    };
    e->pubkey_decompress_batch_var = [](u8 *out, u8 *ok, const u8 *pks, size_t n) {
        return devices.run({&decompress, {{pks, 33, 33}}, out, ok}, n);
    };
    e->pubkey_mul_batch_var = [](u8 *out, u8 *ok, const u8 *as, const u8 *pks, size_t n) {
        return devices.run({&mul, {{as, 32, 32}, {pks, 33, 33}}, out, ok}, n);
    };
    e->pubkey_mul_one_batch_var = [](u8 *out, u8 *ok, const u8 *a, const u8 *pks, size_t n) {
        return devices.run({&mul, {{a, 32, 0}, {pks, 33, 33}}, out, ok}, n);
    };
    e->pubkey_mul_add_batch_var = [](u8 *out, u8 *ok, const u8 *as, const u8 *pks, const u8 *bs,
                                     size_t n) {
        return devices.run({&mul_add, {{as, 32, 32}, {pks, 33, 33}, {bs, 32, 32}}, out, ok}, n);
    };
    e->mul_gen_batch_var = [](u8 *out, u8 *ok, const u8 *as, size_t n) {
        return devices.run({&mul_gen, {{as, 32, 32}}, out, ok}, n);
    };
    e->msm_rows_var = [](auto... in) { return gpu_msm_rows(devices, in...); };
    e->msm_var = [](auto... in) { return gpu_msm(devices, in...); };
    e->schnorr_sum_rows_var = [](auto... in) {
        return gpu_schnorr_sum_rows(devices, schnorr_verify, in...);
    };
    e->claims_sum_var = [](auto... in) { return gpu_claims_sum(devices, in...); };
    e->silent_scan_var = [](const silent_scan_task *task, size_t first, size_t n) {
        return silent_scan(devices, task, first, n);
    };
}
constexpr void (*fillers[most_engines])(engine *) = {fill<0>, fill<1>, fill<2>, fill<3>};

/* The place of the engine of that name, else a free one, else most_engines.  opening is held. */
unsigned place_of(const char *name) {
    unsigned i = 0;
    while (i < most_engines && opened[i].functions.name &&
           strcmp(opened[i].functions.name, name) != 0)
        i++;
    return i;
}

/* The engine of that name, if it is open.  opening is held. */
const engine *open_engine(const char *name) {
    const unsigned at = place_of(name);
    return at < most_engines && opened[at].functions.name ? &opened[at].functions : nullptr;
}

const engine *make(const char *name, gpu_device *const *devices, unsigned count,
                   const engine &cpu) {
    const unsigned at = place_of(name);
    if (at == most_engines) return nullptr;
    opened[at].devices.assign(devices, count, name, &cpu);
    opened[at].functions = cpu;
    opened[at].functions.host = &cpu;
    fillers[at](&opened[at].functions);
    opened[at].functions.name = opened[at].devices.name();
    size_t end = 0;
    for (unsigned i = 0; i < count && end < sizeof opened[at].text; i++)
        end += (size_t)snprintf(opened[at].text + end, sizeof opened[at].text - end, "%s%s",
                                i ? "; " : "", devices[i]->description);
    return &opened[at].functions;
}

/* ---- Names ---- */

/* An interface; once its engine without numbers was asked for, why there is none. */
struct interface {
    const char *name;
    gpu_device *(*open)(int index, char *why, size_t size);
    bool asked = false;
    char why[256] = {};
    engine unopened = {}; /* has a name only */
} interfaces[] = {
    {"cuda", gpu_open_cuda},
    {"opencl", gpu_open_opencl},
#ifdef __APPLE__
    {"metal", gpu_open_metal},
#endif
};
constexpr size_t n_interfaces = sizeof interfaces / sizeof interfaces[0];

/* Why the last engine that was asked for by name, in vain, is not in use; those before it may still
 * be read (ufsecp.h says how many). */
char refusals[8][320];
unsigned refused = 0;
std::atomic<const char *> refusal{nullptr};

/* Opens the devices "0,2" of an interface; NULL, and the reason, if one of them is not there. */
const engine *open(const interface &by, const char *name, const char *list, const engine &cpu,
                   char *why, size_t size) {
    gpu_device *devices[gpu_most_devices];
    unsigned count = 0;
    if (const char *const forked = gpu_forked()) return snprintf(why, size, "%s", forked), nullptr;
    do {
        char *rest;
        const long index = strtol(list, &rest, 10);
        const char *wrong = nullptr;
        if (rest == list || (*rest && *rest != ',') || index < 0 || index > 255)
            wrong = "is no number of a device";
        else if (count == gpu_most_devices || strlen(name) >= gpu_devices::name_size)
            wrong = "is one device too many";
        else if (place_of(name) == most_engines) wrong = "would be one engine of devices too many";
        if (wrong) snprintf(why, size, "\"%s\" %s", list, wrong);
        gpu_device *const device = wrong ? nullptr : by.open((int)index, why, size);
        if (!device) {
            while (count > 0) delete devices[--count];
            return nullptr;
        }
        devices[count++] = device;
        list = rest + 1;
    } while (list[-1]);
    return make(name, devices, count, cpu);
}

/* The engine of that name; opens it if it is not open, or says why it cannot.  opening is held. */
const engine *find(const char *name, const engine &cpu, char *why, size_t size) {
    if (const engine *e = open_engine(name)) return e;
    const char *const numbers = getenv("UFSECP_GPU_DEVICE");
    const char *off = nullptr;
    if (numbers && strcmp(numbers, "none") == 0) off = "switched off by UFSECP_GPU_DEVICE";
    /* Drivers load code that the environment names. */
    if (privileged()) off = "not in a program with rights that its caller has not";
    for (interface &by : interfaces) {
        const char *list = name + strlen(by.name);
        if (strncmp(name, by.name, strlen(by.name)) != 0 || (*list && *list != ':')) continue;
        if (off) snprintf(by.why, sizeof by.why, "%s", off);
        else if (*list) return open(by, name, list + 1, cpu, why, size);
        else if (!by.asked) {
            by.asked = true;
            if (const engine *e =
                    open(by, name, numbers ? numbers : "0", cpu, by.why, sizeof by.why))
                return e;
        }
        snprintf(why, size, "%s", by.why);
    }
    return nullptr;
}

}  // namespace

const engine *gpu_make_engine(const char *name, gpu_device *const *devices, unsigned count,
                              const engine &cpu) {
    const driver_lock hold(opening);
    return make(name, devices, count, cpu);
}

const engine *gpu_engine(const char *name, const engine &cpu) {
    const driver_lock hold(opening);
    char why[256] = "";
    const engine *e = find(name, cpu, why, sizeof why);
    if (!e && *why) {
        char *const text = refusals[refused++ % 8];
        snprintf(text, sizeof refusals[0], "%.32s: %s", name, why);
        refusal = text;
    }
    return e;
}

const engine *gpu_engine_at(size_t i, const engine &cpu, bool *supported, const char **text) {
    const driver_lock hold(opening);
    const engine *e = nullptr;
    char why[256];
    if (i < n_interfaces) {
        interface &by = interfaces[i];
        by.unopened.name = by.name;
        e = text ? find(by.name, cpu, why, sizeof why) : open_engine(by.name);
        if (text) *text = by.why;
        if (!e) {
            if (supported) *supported = false;
            return &by.unopened;
        }
    }
    size_t numbered = n_interfaces; /* those that were opened by names with numbers follow */
    for (const auto &o : opened) {
        if (o.functions.name && strchr(o.functions.name, ':') && numbered++ == i) e = &o.functions;
        if (&o.functions == e && text) *text = o.text;
    }
    if (supported) *supported = e;
    return e;
}

const char *gpu_engine_note(const engine &e) {
    for (const auto &o : opened)
        if (&o.functions == &e) return o.devices.note();
    return refusal;
}

/* The thread that may hold `opening` is not in the child.  What it left half done is a device or an
 * engine without a name yet, and gpu_forked() keeps the child from making either. */
void gpu_in_forked_child() { new (&opening) std::mutex; }

}  // namespace ufsecp
