// An independent model of modular arithmetic on 256-bit numbers, written to be obviously right: the
// oracle of the arithmetic tests.
//
// It shares nothing with src/. Digits are 32 bits, products are schoolbook, reduction subtracts
// multiples of the modulus. The modulus is any m with 2^255 <= m < 2^256; mod_inv needs it prime.
#pragma once
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <compare>
#include <ostream>

namespace reference {

struct num {
    uint32_t d[8] = {}; /* the lowest digit first */

    constexpr num() = default;
    constexpr num(uint64_t low) : d{static_cast<uint32_t>(low), static_cast<uint32_t>(low >> 32)} {}
    constexpr num(uint64_t w3, uint64_t w2, uint64_t w1, uint64_t w0) {
        const uint64_t w[4] = {w0, w1, w2, w3};
        for (size_t i = 0; i < 8; i++) d[i] = static_cast<uint32_t>(w[i / 2] >> (32 * (i % 2)));
    }
    static num of_limbs(const uint64_t w[4]) { return num(w[3], w[2], w[1], w[0]); }
    static num of_bytes(const uint8_t b[32]) {
        num r;
        for (size_t i = 0; i < 32; i++) r.d[7 - i / 4] = r.d[7 - i / 4] << 8 | b[i];
        return r;
    }
    static num power_of_2(unsigned k) {
        num r;
        r.d[k / 32] = uint32_t(1) << (k % 32);
        return r;
    }
    void to_limbs(uint64_t w[4]) const {
        for (size_t i = 0; i < 4; i++) w[i] = static_cast<uint64_t>(d[2 * i + 1]) << 32 | d[2 * i];
    }
    void to_bytes(uint8_t b[32]) const {
        for (size_t i = 0; i < 32; i++)
            b[i] = static_cast<uint8_t>(d[7 - i / 4] >> (24 - 8 * (i % 4)));
    }
    bool bit(unsigned k) const { return d[k / 32] >> (k % 32) & 1; }
    bool is_zero() const { return *this == num(); }
    bool operator==(const num &) const = default;
    std::strong_ordering operator<=>(const num &b) const {
        for (size_t i = 8; i-- > 0;)
            if (d[i] != b.d[i]) return d[i] <=> b.d[i];
        return std::strong_ordering::equal;
    }
};

inline std::ostream &operator<<(std::ostream &o, const num &a) {
    static const char hex[] = "0123456789abcdef";
    for (unsigned i = 64; i-- > 0;) o << hex[a.d[i / 8] >> (4 * (i % 8)) & 15];
    return o;
}

/* p of secp256k1's field, and n, the order of its group (SEC 2, version 2.0). */
inline constexpr num p(0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF,
                       0xFFFFFFFEFFFFFC2F);
inline constexpr num n(0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFE, 0xBAAEDCE6AF48A03B,
                       0xBFD25E8CD0364141);

/* a + b and a - b modulo 2^256; *carry, if wanted, takes the carry or borrow. */
inline num plus(const num &a, const num &b, bool *carry = nullptr) {
    num r;
    uint64_t t = 0;
    for (size_t i = 0; i < 8; i++) {
        t += static_cast<uint64_t>(a.d[i]) + b.d[i];
        r.d[i] = static_cast<uint32_t>(t);
        t >>= 32;
    }
    if (carry) *carry = t != 0;
    return r;
}
inline num minus(const num &a, const num &b, bool *borrow = nullptr) {
    num r;
    int64_t t = 0;
    for (size_t i = 0; i < 8; i++) {
        t += static_cast<int64_t>(a.d[i]) - b.d[i];
        r.d[i] = static_cast<uint32_t>(t);
        t >>= 32;
    }
    if (borrow) *borrow = t != 0;
    return r;
}

/* The number with these digits, lowest first, modulo m: the uppermost eight as they are, the others
 * digit by digit from the top, r = r * 2^32 + digit; then multiples of m that are surely not
 * greater than r are taken away until r < m. */
inline num reduce(const uint32_t *digits, size_t count, const num &m) {
    assert(m.d[7] >> 31 && count >= 8);
    num r;
    for (size_t j = 0; j < 8; j++) r.d[j] = digits[count - 8 + j];
    while (r >= m) r = minus(r, m);
    for (size_t i = count - 8; i-- > 0;) {
        uint32_t top = r.d[7]; /* r is top * 2^256 + r */
        for (size_t j = 7; j > 0; j--) r.d[j] = r.d[j - 1];
        r.d[0] = digits[i];
        while (top != 0) { /* top * m <= top * 2^256 <= r */
            uint64_t product = 0;
            int64_t difference = 0;
            for (size_t j = 0; j < 8; j++) {
                product += static_cast<uint64_t>(top) * m.d[j];
                difference += static_cast<int64_t>(r.d[j]) - static_cast<uint32_t>(product);
                r.d[j] = static_cast<uint32_t>(difference);
                product >>= 32, difference >>= 32;
            }
            top = static_cast<uint32_t>(top - static_cast<int64_t>(product) + difference);
        }
        while (r >= m) r = minus(r, m);
    }
    return r;
}

/* Operands of all of these: any 256-bit number; results: below m. */
inline num mod(const num &a, const num &m) { return reduce(a.d, 8, m); }
inline num mod_add(const num &a, const num &b, const num &m) {
    uint32_t w[9];
    bool carry;
    num s = plus(a, b, &carry);
    for (size_t i = 0; i < 8; i++) w[i] = s.d[i];
    w[8] = carry;
    return reduce(w, 9, m);
}
inline num mod_neg(const num &a, const num &m) {
    num r = mod(a, m);
    return r.is_zero() ? r : minus(m, r);
}
inline num mod_sub(const num &a, const num &b, const num &m) {
    return mod_add(a, mod_neg(b, m), m);
}
inline num mod_mul(const num &a, const num &b, const num &m) {
    uint32_t w[16] = {};
    for (size_t i = 0; i < 8; i++) {
        uint64_t t = 0;
        for (size_t j = 0; j < 8; j++) {
            t += static_cast<uint64_t>(a.d[i]) * b.d[j] + w[i + j];
            w[i + j] = static_cast<uint32_t>(t);
            t >>= 32;
        }
        w[i + 8] = static_cast<uint32_t>(t);
    }
    return reduce(w, 16, m);
}
inline num mod_pow(const num &a, const num &e, const num &m) {
    num r(1);
    for (unsigned k = 256; k-- > 0;) {
        r = mod_mul(r, r, m);
        if (e.bit(k)) r = mod_mul(r, a, m);
    }
    return r;
}
/* 1/a, or 0 for 0; m prime (Fermat). */
inline num mod_inv(const num &a, const num &m) { return mod_pow(a, minus(m, num(2)), m); }
/* a/2; m odd. */
inline num mod_half(const num &a, const num &m) {
    num r = mod(a, m);
    bool carry = false;
    if (r.bit(0)) r = plus(r, m, &carry);
    for (size_t i = 0; i < 8; i++)
        r.d[i] = r.d[i] >> 1 | (i < 7 ? r.d[i + 1] : static_cast<uint32_t>(carry)) << 31;
    return r;
}

}  // namespace reference
