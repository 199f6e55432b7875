// The choice of the engine: the fastest that the CPU can run, or the one that was asked for by
// name.
#ifdef UF_ONE_ENGINE
#include "engine/engine.h"

namespace ufsecp {

bool select_engine(const char *name) {
    return strcmp(name, "auto") == 0 || strcmp(name, current_engine().name) == 0;
}

const engine *engine_at(size_t i, bool *supported, const char **text) {
    if (supported) *supported = i == 0;
    if (text) *text = nullptr;
    return i == 0 ? &current_engine() : nullptr;
}

const char *engine_note() { return nullptr; }

}  // namespace ufsecp
#else
#include <atomic>

#include "base/cpu.h"
#include "base/environment.h"
#include "base/target.h"
#include "engine/engine.h"

namespace ufsecp {
namespace {

struct candidate {
    const engine *built;
    bool (*runs_on)(const cpu_features &has);
    bool secrets_by_auto = true; /* false: secrets go to it only if it was asked for by name */
};

/* Fastest first.  The last one runs everywhere.  Where products of 64-bit words are calls, word32
 * is before portable: 1.33 against 4.17 million instructions of WebAssembly for an ECDSA
 * verification (tools/count_wasm.py). */
constexpr candidate candidates[] = {
#ifdef UF_HAVE_X64_LANES
    {&x64_ifma_engine, [](const cpu_features &has) { return has.adx && has.ifma; }},
#endif
#ifdef UF_HAVE_X64_AVXIFMA
    /* Nobody has timed it yet on a processor, nor run it there under a taint checker. */
    {&x64_avxifma_engine, [](const cpu_features &has) { return has.adx && has.avxifma; }, false},
#endif
#ifdef UF_HAVE_X64_LANES
    {&x64_avx512_engine, [](const cpu_features &has) { return has.adx && has.avx512; }},
    {&x64_fma_engine, [](const cpu_features &has) { return has.adx && has.fma; }},
#endif
#ifdef UF_HAVE_X64_ADX
    {&x64_adx_engine, [](const cpu_features &has) { return has.adx; }},
#endif
#ifdef UF_HAVE_A64
    {&a64_engine, [](const cpu_features &) { return true; }},
#endif
#ifdef UF_HAVE_RV64_V
    /* Nobody has timed its multiplications on a processor. */
    {&rv64_v_engine, [](const cpu_features &has) { return has.rvv; }, false},
#endif
#ifdef UF_HAVE_RV64
    {&rv64_zb_engine, [](const cpu_features &has) { return has.zb; }},
#endif
#ifdef UF_HAVE_RV64_LEAVES
    {&rv64_engine, [](const cpu_features &) { return true; }},
#endif
#ifdef UF_WIDE_PRODUCT
    {&portable_engine, [](const cpu_features &) { return true; }},
#endif
    {&word32_engine, [](const cpu_features &) { return true; }},
#if defined(__SIZEOF_INT128__) && !defined(UF_NO_INT128) && !defined(UF_WIDE_PRODUCT)
    {&portable_engine, [](const cpu_features &) { return true; }},
#endif
};
constexpr size_t count = sizeof candidates / sizeof candidates[0];

/* What e lacks is as the next engine does it. */
void complete(engine *e, const engine &next) {
    each_function([&](auto function, auto...) {
        if (!(e->*function)) e->*function = next.*function;
    });
}

/* The functions with secrets are as the next engine has them. */
void pass_secrets(engine *e, const engine &next) {
    each_function([&](auto function, engine_data data, auto...) {
        if (takes_secrets(data)) e->*function = next.*function;
    });
}

/* The engines, each completed from the next one that this CPU can run. */
struct engine_list {
    engine engines[count];
    bool supported[count];
    engine automatic; /* the first that runs, and never a GPU */

    explicit engine_list(const cpu_features &has) {
        const engine *next = nullptr, *next_for_secrets = nullptr;
        for (size_t i = count; i-- > 0;) {
            engines[i] = *candidates[i].built;
            supported[i] = candidates[i].runs_on(has);
            if (!supported[i]) continue;
            if (next) complete(&engines[i], *next);
            next = &engines[i];
            automatic = *next;
            if (candidates[i].secrets_by_auto) next_for_secrets = next;
            else pass_secrets(&automatic, *next_for_secrets);
        }
    }

    /* NULL if there is none. */
    const engine *find(const char *name) const {
        if (strcmp(name, "auto") == 0) return &automatic;
        for (size_t i = 0; i < count; i++)
            if (supported[i] && strcmp(name, engines[i].name) == 0) return &engines[i];
#ifdef UF_HAVE_GPU
        return gpu_engine(name, automatic);
#else
        return nullptr;
#endif
    }
};

const engine_list &list() {
    static const engine_list engines(cpu());
    return engines;
}

std::atomic<const engine *> selected{nullptr};

}  // namespace

engine automatic_engine(const cpu_features &has) { return engine_list(has).automatic; }

const engine &current_engine() {
    const engine *e = selected.load(std::memory_order_acquire);
    if (!e) [[unlikely]] {
        const char *name = environment("UFSECP_ENGINE");
        const engine *choice = name ? list().find(name) : nullptr;
        if (!choice) choice = list().find("auto");
        /* Another thread, or select_engine, may have been first: then its choice stands. */
        if (selected.compare_exchange_strong(e, choice, std::memory_order_acq_rel)) e = choice;
    }
    return *e;
}

bool select_engine(const char *name) {
    const engine *e = list().find(name);
    if (e) selected.store(e, std::memory_order_release);
    return e != nullptr;
}

const engine *engine_at(size_t i, bool *supported, const char **text) {
    if (text) *text = nullptr;
    if (i < count) {
        if (supported) *supported = list().supported[i];
        return &list().engines[i];
    }
#ifdef UF_HAVE_GPU
    return gpu_engine_at(i - count, list().automatic, supported, text);
#else
    return nullptr;
#endif
}

const char *engine_note() {
#ifdef UF_HAVE_GPU
    return gpu_engine_note(current_engine());
#else
    return nullptr;
#endif
}

}  // namespace ufsecp
#endif
