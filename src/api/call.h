// How the APIs call the engine: what is secret is wiped from the stack, signatures are verified if
// the process asked for it, and the rows of a batch are shared by threads or given to a GPU whole.
#pragma once
#include "api/arguments.h"
#include "api/sign_check.h"
#include "api/stack.h"
#include "base/chunk.h"
#include "engine/threads.h"

namespace ufsecp::UF_TARGET {

/* A function with secrets, and what goes with it, chosen once for a call or batch:
 * secret_call<&engine::ecdh>{current_engine()}(out32, pk, pk_len, sk32). */
template <auto function>
struct secret_call {
    static constexpr bool signs = has_checked_form<function>;
    const engine &e;
    const bool check = signs && sign_check();

    template <class... A>
    [[gnu::always_inline]] int operator()(A... a) const {
        if constexpr (signs)
            if (check) return checked_form<function>(a...);
        return wiped(stack_for<function>(e), (e.*function)(a...));
    }
};

/* ---- Batches: what each argument is for rows i ... i + m - 1 ---- */

/* One element of `size` bytes a row, and extra_size more to the next one; NULL only if optional. */
template <class Byte>
struct column {
    Byte *first;
    size_t size, extra_size = 0;
    bool optional = false;

    bool usable(size_t n) const {
        return (n == 0 || optional || first) && rows_fit(n, size, extra_size);
    }
    Byte *at(size_t i, size_t) const { return from(first, (size + extra_size) * i); }
};
/* clang deduces the argument of an aggregate from version 17 on. */
template <class Byte>
column(Byte *, size_t, size_t = 0, bool = false) -> column<Byte>;
inline column<uint8_t> verdicts(uint8_t *ok) { return {ok, 1, 0, true}; }

/* One value for all rows; a pointer is not NULL. */
template <class T>
struct common {
    T value;

    bool usable(size_t) const {
        if constexpr (std::is_pointer_v<T>) return value != nullptr;
        else return true;
    }
    T at(size_t, size_t) const { return value; }
};
template <class T>
common(T) -> common<T>;

struct row_count {
    bool usable(size_t) const { return true; }
    size_t at(size_t, size_t m) const { return m; }
};

/* n rows, shared in grains (run_rows); 0, and nothing is touched, on misuse. */
template <auto function, class... Argument>
[[gnu::always_inline]] inline int batch(size_t n, size_t grain, const Argument &...argument) {
    if (!(argument.usable(n) && ...)) return 0;
    const engine &e = current_engine();
    if constexpr (takes_secrets(data_of<function>)) {
        const secret_call<function> call{e};
        const auto rows = [&](size_t i, size_t m)
                              __attribute__((always_inline)) { return call(argument.at(i, m)...); };
        return run_rows(n, grain, rows);
    } else {
        const auto rows = [&](size_t i, size_t m) __attribute__((always_inline)) {
            return (e.*function)(argument.at(i, m)...);
        };
        if constexpr (who_of<function> == engine_who::gpu)
            return run_public_rows(e, n, grain, rows);
        else return run_rows(n, grain, rows);
    }
}

}  // namespace ufsecp::UF_TARGET
