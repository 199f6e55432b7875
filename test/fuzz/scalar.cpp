// Fuzzes scalar arithmetic: a random program over six registers, run in both representations and in
// the reference model.
#include "scalar/sc4x64.h"
#include "scalar/sc8x32.h"

#include <tuple>

#include "fuzz.h"
#include "scalar/glv.h"
#include "scalar/recode_var.h"
#include "scalar/sc_inv.h"
#include "scalar/sc_inv_var.h"

using namespace hostile;
using namespace ufsecp::UF_TARGET;

namespace {

using machine = std::tuple<sc4x64[6], sc8x32[6]>;

template <class Step>
void each(machine &m, const Step &step) {
    step(std::get<0>(m));
    step(std::get<1>(m));
}

num model[6];
std::string history;
const num half = reference::mod_half(num(1), reference::n); /* (n + 1)/2: high from there on */

num sum(const num &a, const num &b) { return reference::mod_add(a, b, reference::n); }
num product(const num &a, const num &b) { return reference::mod_mul(a, b, reference::n); }

template <class S>
num value(const S &a) {
    u8 b[32];
    u64 limbs[4];
    sc_get_b32(b, &a);
    sc_get_limbs64(limbs, &a);
    REQUIRE(num::of_limbs(limbs) == num::of_bytes(b), history);
    return num::of_limbs(limbs);
}

void check(machine &m, size_t r) {
    const num &want = model[r];
    each(m, [&](auto &f) {
        const num got = value(f[r]);
        REQUIRE(got == want,
                history + " gives " + hex(to_bytes(got)) + " for " + hex(to_bytes(want)));
        REQUIRE(is_true_var(sc_is_zero(&f[r])) == want.is_zero() &&
                    is_true_var(sc_is_one(&f[r])) == (want == num(1)),
                history);
        REQUIRE(is_true_var(sc_is_odd(&f[r])) == want.bit(0) &&
                    is_true_var(sc_is_high(&f[r])) == (want >= half),
                history);
        for (size_t k = 0; k < 6; k++)
            REQUIRE(is_true_var(sc_equal(&f[r], &f[k])) == (want == model[k]), history);
    });
}

void load(machine &m, size_t r, const bytes &b) {
    const num a = num::of_bytes(b.data());
    model[r] = reference::mod(a, reference::n);
    each(m, [&](auto &f) {
        auto t = f[r];
        REQUIRE(is_true_var(sc_set_b32_seckey(&t, b.data())) == (!a.is_zero() && a < reference::n),
                history);
        REQUIRE(is_true_var(sc_set_b32(&f[r], b.data())) == (a >= reference::n), history);
    });
}

/* The value of signed digits, or of its negative if the scalar's bit 255 is set: the digits then
 * are those of n - k, negated. */
template <class Digit>
num of_digits(const Digit *digits, int len) {
    num r;
    for (int i = len - 1; i >= 0; i--) {
        r = sum(r, r);
        const num d(static_cast<uint64_t>(std::abs(digits[i])));
        r = digits[i] < 0 ? reference::mod_sub(r, d, reference::n) : sum(r, d);
    }
    return r;
}

/* The split by lambda has short halves that give the scalar back, and the signed digits have their
 * form and their value. */
void split_and_recode(machine &m, source &s, size_t a, size_t b) {
    const num lambda = num::of_limbs(glv_lambda), k = model[a];
    const int w = 2 + static_cast<int>(s.below(14)), offset = static_cast<int>(s.below(256));
    const int bits = 1 + static_cast<int>(s.below(static_cast<size_t>(std::min(31, 256 - offset))));
    each(m, [&](auto &f) {
        auto r1 = f[a], r2 = f[a];
        sc_split_lambda(&r1, &r2, &f[a]);
        REQUIRE(sum(value(r1), product(lambda, value(r2))) == k, history);
        for (const auto &r : {r1, r2}) {
            const num x = value(r), y = reference::mod_neg(x, reference::n);
            REQUIRE((x < y ? x : y) < num::power_of_2(128), history);
        }
        sc_split_128(&r1, &r2, &f[a]);
        REQUIRE(value(r1) < num::power_of_2(128) && value(r2) < num::power_of_2(128), history);
        REQUIRE(sum(value(r1), product(num::power_of_2(128), value(r2))) == k, history);

        u32 want = 0;
        for (int i = 0; i < bits; i++)
            want |= static_cast<u32>(k.bit(static_cast<unsigned>(offset + i))) << i;
        REQUIRE(sc_get_bits(&f[a], offset, bits) == want, history);

        int wnaf[257];
        const int used = sc_wnaf_var(wnaf, 257, &f[a], w);
        REQUIRE(of_digits(wnaf, 257) == k, history);
        int last = -w;
        for (int i = 0; i < 257; i++) {
            if (wnaf[i] == 0) continue;
            REQUIRE((wnaf[i] & 1) && std::abs(wnaf[i]) < 1 << (w - 1) && i - last >= w && i < used,
                    history + " width " + std::to_string(w));
            last = i;
        }
        REQUIRE(used == 0 || wnaf[used - 1] != 0, history);
        signed char d1[257], d2[257];
        sc_jsf_var(d1, d2, &f[a], &f[b]);
        REQUIRE(of_digits(d1, 257) == k && of_digits(d2, 257) == model[b], history);
    });
}

void step(machine &m, source &s) {
    const size_t op = s.below(12), r = s.below(6), a = s.below(6), b = s.below(6);
    history +=
        " " + std::to_string(op) + ":" + std::to_string(r) + std::to_string(a) + std::to_string(b);
    switch (op) {
    case 0: return load(m, r, number(s, 2));
    case 1:
        model[r] = sum(model[a], model[b]);
        return each(m, [&](auto &f) { sc_add(&f[r], &f[a], &f[b]); });
    case 2:
        model[r] = reference::mod_sub(model[a], model[b], reference::n);
        return each(m, [&](auto &f) { sc_sub(&f[r], &f[a], &f[b]); });
    case 3:
    case 4:
        model[r] = product(model[a], model[b]);
        return each(m, [&](auto &f) { sc_mul(&f[r], &f[a], &f[b]); });
    case 5:
        model[r] = product(model[a], model[a]);
        return each(m, [&](auto &f) { sc_sqr(&f[r], &f[a]); });
    case 6:
        model[r] = reference::mod_neg(model[a], reference::n);
        return each(m, [&](auto &f) { sc_neg(&f[r], &f[a]); });
    case 7:
        model[r] = reference::mod_half(model[a], reference::n);
        return each(m, [&](auto &f) { sc_half(&f[r], &f[a]); });
    case 8: {
        const bool take = s.one_in(2);
        if (take) model[r] = model[a];
        return each(m, [&](auto &f) { sc_cmov(&f[r], &f[a], take ? mask_all() : mask_none()); });
    }
    case 9: {
        const bool negate = s.one_in(2);
        if (negate) model[r] = reference::mod_neg(model[r], reference::n);
        return each(m, [&](auto &f) { sc_cond_neg(&f[r], negate ? mask_all() : mask_none()); });
    }
    case 10: {
        const bool variable = s.one_in(2);
        const num x = model[a];
        each(m, [&](auto &f) {
            auto t = f[a];
            variable ? sc_inv_var(&t, &f[a]) : sc_inv(&t, &f[a]);
            REQUIRE(product(value(t), x) == num(x.is_zero() ? 0 : 1), history);
            f[r] = t;
        });
        model[r] = value(std::get<0>(m)[r]);
        return;
    }
    default:
        if (s.one_in(2)) split_and_recode(m, s, a, b);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    machine m;
    history.clear();
    for (size_t r = 0; r < 6; r++)
        load(m, r, number(s, 2)), history += " " + hex(to_bytes(model[r]));
    for (size_t i = 8 + s.below(32); i > 0; i--) {
        step(m, s);
        check(m, s.below(6));
    }
    for (size_t r = 0; r < 6; r++) check(m, r);
    return 0;
}
