// Fuzzes field arithmetic: a random program over eight registers, run in every representation at
// once and in the reference model.
#include "field/field.h"

#include "field/fe10x26.h"
#include "field/fe4x64.h"
#include "field/fe8x32.h"
#ifdef UF_INT128
#include "field/fe5x52.h"
#endif
#include <tuple>

#include "field/fe_inv.h"
#include "field/fe_inv_var.h"
#include "field/pow.h"
#include "fuzz.h"

using namespace hostile;
using namespace ufsecp::UF_TARGET;

namespace {

#ifdef UF_INT128
using machine = std::tuple<fe5x52[8], fe4x64[8], fe10x26[8], fe8x32[8]>;
#else
using machine = std::tuple<fe4x64[8], fe10x26[8], fe8x32[8]>;
#endif

/* Runs the same generic step on the registers of every representation. */
template <class Step>
void each(machine &m, const Step &step) {
    std::apply([&](auto &...registers) { (step(registers), ...); }, m);
}

num model[8];
int magnitudes[8]; /* as the lazy representations count them */
std::string history;

num sum(const num &a, const num &b) { return reference::mod_add(a, b, reference::p); }
num product(const num &a, const num &b) { return reference::mod_mul(a, b, reference::p); }

/* Register r holds the model's value in every representation, read in every way. */
void check(machine &m, size_t r) {
    const bytes want = to_bytes(model[r]);
    each(m, [&](auto &f) {
        auto t = f[r];
        u8 b[32];
        u64 limbs[4];
        fe_normalize(&t);
        fe_get_b32(b, &t);
        REQUIRE(bytes(b, b + 32) == want, history + " gives " + hex(b, 32) + " for " + hex(want));
        fe_get_limbs64(limbs, &t);
        REQUIRE(num::of_limbs(limbs) == model[r], history);
        REQUIRE(is_true_var(fe_is_odd(&t)) == model[r].bit(0), history);
        REQUIRE(is_true_var(fe_is_zero(&f[r])) == model[r].is_zero() &&
                    fe_is_zero_var(&f[r]) == model[r].is_zero(),
                history);
        REQUIRE(is_true_var(fe_equal(&f[r], &t)), history);
        t = f[r];
        fe_normalize_weak(&t);
        REQUIRE(is_true_var(fe_equal(&t, &f[r])), history);
    });
}

/* Brings register r to magnitude 1 in every representation. */
void weaken(machine &m, size_t r) {
    each(m, [&](auto &f) { fe_normalize_weak(&f[r]); });
    magnitudes[r] = 1;
}

void load(machine &m, size_t r, const bytes &b) {
    const num a = num::of_bytes(b.data());
    model[r] = reference::mod(a, reference::p), magnitudes[r] = 1;
    each(m, [&](auto &f) {
        REQUIRE(is_true_var(fe_set_b32(&f[r], b.data())) == (a < reference::p), history);
    });
}

void step(machine &m, source &s) {
    const size_t op = s.below(16), r = s.below(8), a = s.below(8), b = s.below(8), c = s.below(8),
                 d = s.below(8);
    history += " " + std::to_string(op) + ":";
    for (size_t x : {r, a, b, c, d}) history += static_cast<char>('0' + x);
    if (op >= 5 && op <= 9) /* products take magnitudes up to 8, and their sum up to 64 */
        for (size_t x : {a, b, c, d})
            if (magnitudes[x] > (op < 7 ? 8 : 5)) weaken(m, x);
    int &out = magnitudes[r];
    switch (op) {
    case 0: load(m, r, number(s, 2)); return;
    case 1:
        if (magnitudes[a] + magnitudes[b] > 32) weaken(m, a), weaken(m, b);
        model[r] = sum(model[a], model[b]), out = magnitudes[a] + magnitudes[b];
        return each(m, [&](auto &f) { fe_add(&f[r], &f[a], &f[b]); });
    case 2: {
        if (magnitudes[a] + magnitudes[b] > 31) weaken(m, a), weaken(m, b);
        const int mb = magnitudes[b];
        model[r] = reference::mod_sub(model[a], model[b], reference::p),
        out = magnitudes[a] + mb + 1;
        return each(m, [&](auto &f) { fe_sub(&f[r], &f[a], &f[b], mb); });
    }
    case 3: {
        if (magnitudes[a] > 31) weaken(m, a);
        const int ma = magnitudes[a];
        model[r] = reference::mod_neg(model[a], reference::p), out = ma + 1;
        return each(m, [&](auto &f) { fe_neg(&f[r], &f[a], ma); });
    }
    case 4: {
        const int k =
            static_cast<int>(s.below(static_cast<size_t>(32 / std::max(1, magnitudes[a])) + 1));
        model[r] = product(model[a], num(static_cast<uint64_t>(k))), out = magnitudes[a] * k;
        if (out == 0) out = 1;
        return each(m, [&](auto &f) { fe_mul_int(&f[r], &f[a], k); });
    }
    case 5:
        model[r] = product(model[a], model[b]), out = 1;
        return each(m, [&](auto &f) { fe_mul(&f[r], &f[a], &f[b]); });
    case 6:
        model[r] = product(model[a], model[a]), out = 1;
        return each(m, [&](auto &f) { fe_sqr(&f[r], &f[a]); });
    case 7:
        model[r] = sum(product(model[a], model[b]), product(model[c], model[d])), out = 1;
        return each(m, [&](auto &f) { fe_mul2(&f[r], &f[a], &f[b], &f[c], &f[d]); });
    case 8:
        model[r] = sum(product(model[a], model[b]), product(model[c], model[c])), out = 1;
        return each(m, [&](auto &f) { fe_mul_sqr(&f[r], &f[a], &f[b], &f[c]); });
    case 9:
        model[r] = sum(product(model[a], model[a]), model[c]), out = 1;
        return each(m, [&](auto &f) { fe_sqr_add(&f[r], &f[a], &f[c]); });
    case 10:
        if (magnitudes[a] > 31) weaken(m, a);
        model[r] = reference::mod_half(model[a], reference::p), out = magnitudes[a] / 2 + 1;
        return each(m, [&](auto &f) { fe_half(&f[r], &f[a]); });
    case 11: {
        const bool take = s.one_in(2);
        if (take) model[r] = model[a];
        out = std::max(out, magnitudes[a]);
        return each(m, [&](auto &f) { fe_cmov(&f[r], &f[a], take ? mask_all() : mask_none()); });
    }
    case 12: {
        u64 limbs[4];
        const num x = num::of_bytes(number(s, 2).data());
        x.to_limbs(limbs);
        model[r] = reference::mod(x, reference::p), out = 1;
        return each(m, [&](auto &f) { fe_set_limbs64(&f[r], limbs); });
    }
    case 13: return weaken(m, r);
    case 14: out = 1; return each(m, [&](auto &f) { fe_normalize(&f[r]); });
    default:
        if (!s.one_in(4)) return; /* the slow ones, less often */
        if (magnitudes[a] > 8) weaken(m, a);
        const num x = model[a];
        const size_t how = s.below(3);
        each(m, [&](auto &f) {
            auto t = f[a];
            how == 0   ? fe_inv(&t, &f[a])
            : how == 1 ? fe_inv_var(&t, &f[a])
                       : fe_inv_fermat(&t, &f[a]);
            auto one = t;
            fe_mul(&one, &t, &f[a]);
            fe_normalize(&one);
            u64 limbs[4];
            fe_get_limbs64(limbs, &one);
            REQUIRE(num::of_limbs(limbs) == num(x.is_zero() ? 0 : 1), history);
            const bool square = is_true_var(fe_sqrt(&t, &f[a]));
            fe_sqr(&t, &t); /* a, or -a */
            fe_normalize(&t);
            fe_get_limbs64(limbs, &t);
            REQUIRE(num::of_limbs(limbs) == (square ? x : reference::mod_neg(x, reference::p)),
                    history);
        });
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    machine m;
    history.clear();
    for (size_t r = 0; r < 8; r++)
        load(m, r, number(s, 2)), history += " " + hex(to_bytes(model[r]));
    for (size_t i = 8 + s.below(64); i > 0; i--) {
        step(m, s);
        if (s.one_in(4)) check(m, s.below(8));
    }
    for (size_t r = 0; r < 8; r++) check(m, r);
    return 0;
}
