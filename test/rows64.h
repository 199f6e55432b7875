// The field's rows in limbs of 64 bits, as gpu/dialect/ptx.h has them in PTX: with them the host's
// device does several times as many rows a second. The portable rows of fe8x32.h have tests of
// their own.
#pragma once
#include "base/int.h"

#ifdef UF_INT128
#define UF_ROW_ADD_SUB 1
#define UF_MUL_WIDE 1
#define UF_SQR_WIDE 1
#define UF_REDUCE_WIDE 1

namespace ufsecp::UF_TARGET {

/* An integer of `size` limbs in memory of 32-bit limbs. */
template <int size>
struct limbs64 {
    u64 d[size];
    explicit limbs64(const u32 *from) { memcpy(d, from, sizeof d); }
    void put(u32 *to) const { memcpy(to, d, sizeof d); }
};
/* Adds up and carries. */
struct row_sum {
    unsigned __int128 t = 0;
    u64 add(unsigned __int128 x, u64 y = 0) {
        t += x;
        t += y;
        const u64 low = static_cast<u64>(t);
        t >>= 64;
        return low;
    }
};

static inline u32 fe8x32_row_add(u32 *r, const u32 *a, const u32 *b) {
    limbs64<4> x(a);
    const limbs64<4> y(b);
    row_sum s;
    for (int i = 0; i < 4; i++) x.d[i] = s.add(x.d[i], y.d[i]);
    x.put(r);
    return static_cast<u32>(s.t);
}
static inline u32 fe8x32_row_sub(u32 *r, const u32 *a, const u32 *b) {
    limbs64<4> x(a);
    const limbs64<4> y(b);
    unsigned __int128 t = 0;
    for (int i = 0; i < 4; i++) {
        t = static_cast<unsigned __int128>(x.d[i]) - y.d[i] - static_cast<u64>(t);
        x.d[i] = static_cast<u64>(t);
        t = t >> 127;
    }
    x.put(r);
    return static_cast<u32>(t);
}
static inline void fe8x32_mul_wide(u32 *w, const u32 *a, const u32 *b) {
    const limbs64<4> x(a), y(b);
    limbs64<8> t(w);
    u64 top = 0;
    for (int i = 0; i < 4; i++) {
        row_sum s;
        for (int j = 0; j < 4; j++)
            t.d[i + j] = s.add(static_cast<unsigned __int128>(x.d[j]) * y.d[i], t.d[i + j]);
        t.d[i + 4] = s.add(t.d[i + 4], top);
        top = static_cast<u64>(s.t);
    }
    t.put(w);
    w[16] += static_cast<u32>(top);
}
static inline void fe8x32_mul_set(u32 *w, const u32 *a, const u32 *b) {
    memset(w, 0, 68);
    fe8x32_mul_wide(w, a, b);
}
static inline void fe8x32_sqr_wide(u32 *w, const u32 *a) {
    const limbs64<4> x(a);
    const auto times = [&](int i, int j) {
        return static_cast<unsigned __int128>(x.d[i]) * x.d[j];
    };
    u64 t[8] = {};
    for (int i = 0; i < 3; i++) { /* x[i] x[j] for i < j */
        row_sum s;
        for (int j = i + 1; j < 4; j++) t[i + j] = s.add(times(i, j), t[i + j]);
        t[i + 4] = static_cast<u64>(s.t);
    }
    row_sum s;
    u64 above = 0; /* the bit that doubling moves up */
    for (int i = 0; i < 8; i++) {
        const unsigned __int128 square = times(i / 2, i / 2);
        const u64 twice = t[i] << 1 | above;
        above = t[i] >> 63;
        t[i] = s.add(twice, static_cast<u64>(i % 2 ? square >> 64 : square));
    }
    memcpy(w, t, 64);
    w[16] = 0;
}
static inline u64 fe8x32_reduce_wide(u32 *r, const u32 *w) {
    constexpr u64 c = (u64{1} << 32) + 977;
    const limbs64<4> high(w + 8);
    limbs64<4> low(w);
    row_sum s;
    for (int i = 0; i < 4; i++)
        low.d[i] = s.add(static_cast<unsigned __int128>(high.d[i]) * c, low.d[i]);
    low.put(r);
    return static_cast<u64>(s.t) + w[16] * c;
}

}  // namespace ufsecp::UF_TARGET
#endif
