// The C++ interface of UltrafastSecp256k1: field elements, scalars, points, fixed-scalar plans.
//
// Namespace secp256k1::fast works in variable time on public data; secp256k1::ct offers the
// operations that secrets need, in constant time, over the same types, so that both mix freely.
// Both are always compiled, on every platform.
//
// All types are small values (32 or 96 bytes of data), always valid and always reduced; nothing
// here throws, allocates (except for std::string results and msm) or keeps state: use them from any
// thread.
// Numbers as bytes and hex are big-endian, limbs little-endian. Signatures, keys and batches are in
// ufsecp.h, which C++ uses as it is.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ufsecp/ufsecp.h"

namespace secp256k1 {
namespace fast {

class Point;
class KPlan;

/* An integer modulo the field prime p = 2^256 - 2^32 - 977. */
class UFSECP_API FieldElement {
public:
    /* Zero. */
    constexpr FieldElement() = default;
    static constexpr FieldElement zero() { return {}; }
    static constexpr FieldElement one() { return from_uint64(1); }
    static constexpr FieldElement from_uint64(std::uint64_t value) {
        FieldElement r;
        r.limbs_[0] = value;
        return r;
    }
    /* Four limbs, least significant first; values from p on are reduced. */
    static FieldElement from_limbs(const std::array<std::uint64_t, 4> &limbs);
    /* 32 bytes, big-endian; values from p on are reduced. */
    static FieldElement from_bytes(const std::array<std::uint8_t, 32> &bytes);
    /* At most 64 hex digits, big-endian, "0x" allowed; values from p on are reduced; anything else
     * gives zero. */
    static FieldElement from_hex(std::string_view hex);
    /* The strict readers: nothing for a value of p or more, or for what is not 1 to 64 hex digits.
     */
    static std::optional<FieldElement> parse_bytes(const std::array<std::uint8_t, 32> &bytes);
    static std::optional<FieldElement> parse_hex(std::string_view hex);

    const std::array<std::uint64_t, 4> &limbs() const { return limbs_; }
    std::array<std::uint8_t, 32> to_bytes() const;
    std::string to_hex() const;
    bool is_zero() const { return *this == zero(); }
    bool is_odd() const { return limbs_[0] & 1; }

    FieldElement operator+(const FieldElement &b) const {
        FieldElement r = *this;
        return r += b;
    }
    FieldElement operator-(const FieldElement &b) const {
        FieldElement r = *this;
        return r -= b;
    }
    FieldElement operator*(const FieldElement &b) const {
        FieldElement r = *this;
        return r *= b;
    }
    FieldElement operator-() const { return negate(); }
    FieldElement negate() const;
    FieldElement square() const {
        FieldElement r = *this;
        r.square_inplace();
        return r;
    }
    /* 1/x, and 0 for 0. */
    FieldElement inverse() const {
        FieldElement r = *this;
        r.inverse_inplace();
        return r;
    }
    /* The square root whose own square root exists, if there is one: x^((p+1)/4). */
    std::optional<FieldElement> sqrt() const;

    FieldElement &operator+=(const FieldElement &b);
    FieldElement &operator-=(const FieldElement &b);
    FieldElement &operator*=(const FieldElement &b);
    void square_inplace();
    void inverse_inplace();

    bool operator==(const FieldElement &) const = default;

private:
    std::array<std::uint64_t, 4> limbs_{};
};

/* Replaces every element by its inverse (0 stays 0): 3 multiplications an element, and an inversion
 * for every 256. From 8,192 elements on it works on as many threads as ufsecp_threads_set allows.
 */
UFSECP_API void batch_invert(std::span<FieldElement> elements);
inline void batch_invert(std::vector<FieldElement> &elements) {
    batch_invert(std::span<FieldElement>(elements));
}

/* An integer modulo the group order n. */
class UFSECP_API Scalar {
public:
    /* Zero. */
    constexpr Scalar() = default;
    static constexpr Scalar zero() { return {}; }
    static constexpr Scalar one() { return from_uint64(1); }
    static constexpr Scalar from_uint64(std::uint64_t value) {
        Scalar r;
        r.limbs_[0] = value;
        return r;
    }
    /* As in FieldElement, modulo n. */
    static Scalar from_limbs(const std::array<std::uint64_t, 4> &limbs);
    static Scalar from_bytes(const std::array<std::uint8_t, 32> &bytes);
    static Scalar from_hex(std::string_view hex);
    static std::optional<Scalar> parse_bytes(const std::array<std::uint8_t, 32> &bytes);
    static std::optional<Scalar> parse_hex(std::string_view hex);

    const std::array<std::uint64_t, 4> &limbs() const { return limbs_; }
    std::array<std::uint8_t, 32> to_bytes() const;
    std::string to_hex() const;
    bool is_zero() const { return *this == zero(); }
    bool is_odd() const { return limbs_[0] & 1; }
    /* Bit i of the value; 0 from 256 on. */
    bool bit(unsigned i) const { return i < 256 && (limbs_[i / 64] >> (i % 64) & 1); }

    Scalar operator+(const Scalar &b) const {
        Scalar r = *this;
        return r += b;
    }
    Scalar operator-(const Scalar &b) const {
        Scalar r = *this;
        return r -= b;
    }
    Scalar operator*(const Scalar &b) const {
        Scalar r = *this;
        return r *= b;
    }
    Scalar operator-() const { return negate(); }
    Scalar negate() const;
    /* 1/x, and 0 for 0. */
    Scalar inverse() const;

    Scalar &operator+=(const Scalar &b);
    Scalar &operator-=(const Scalar &b);
    Scalar &operator*=(const Scalar &b);

    bool operator==(const Scalar &) const = default;

private:
    std::array<std::uint64_t, 4> limbs_{};
};

/* k = k1 + lambda k2 with |k1|, |k2| < 2^128, where lambda (x, y) = (beta x, y).  A half is given
 * by its absolute value and its sign. */
struct GlvSplit {
    Scalar k1, k2;
    bool negative1, negative2;
};
UFSECP_API GlvSplit glv_split(const Scalar &k);

/* A point of secp256k1 or infinity, held in Jacobian coordinates (x/z^2, y/z^3). */
class UFSECP_API Point {
public:
    /* Infinity. */
    Point() = default;
    static Point infinity() { return {}; }
    static Point generator();
    /* Nothing if (x, y) is not on the curve. */
    static std::optional<Point> from_affine(const FieldElement &x, const FieldElement &y);
    /* SEC 1 encodings: 33 or 65 bytes. Nothing if they are no point. */
    static std::optional<Point> parse(std::span<const std::uint8_t> bytes);

    bool is_infinity() const { return z_.is_zero(); }
    /* The same point with z = 1, or infinity.  After it the readers below need no inversion; else
     * each makes one. */
    Point normalize() const {
        Point r = *this;
        r.normalize_inplace();
        return r;
    }
    void normalize_inplace();
    /* Affine coordinates; zero for infinity. */
    FieldElement x() const { return normalize().x_; }
    FieldElement y() const { return normalize().y_; }
    /* SEC 1 encodings; all zero for infinity. */
    std::array<std::uint8_t, 33> to_compressed() const;
    std::array<std::uint8_t, 65> to_uncompressed() const;

    Point add(const Point &b) const {
        Point r = *this;
        r.add_inplace(b);
        return r;
    }
    Point sub(const Point &b) const {
        Point r = *this;
        r.sub_inplace(b);
        return r;
    }
    Point dbl() const {
        Point r = *this;
        r.dbl_inplace();
        return r;
    }
    /* 3P */
    Point triple() const { return dbl().add(*this); }
    Point negate() const {
        Point r = *this;
        r.negate_inplace();
        return r;
    }
    /* P + G, P - G: the steps of a walk through consecutive keys. */
    Point next() const { return add(generator()); }
    Point prev() const { return sub(generator()); }
    /* k P */
    Point scalar_mul(const Scalar &k) const;
    /* k P for the k of a plan: what of the work depends on k only was done once. */
    Point scalar_mul_with_plan(const KPlan &plan) const;
    /* a P + b G */
    Point mul_add_generator(const Scalar &a, const Scalar &b) const;

    void add_inplace(const Point &b);
    void sub_inplace(const Point &b) { add_inplace(b.negate()); }
    void dbl_inplace();
    void negate_inplace() { y_ = y_.negate(); }
    void next_inplace() { add_inplace(generator()); }
    void prev_inplace() { sub_inplace(generator()); }

    Point operator+(const Point &b) const { return add(b); }
    Point operator-(const Point &b) const { return sub(b); }
    Point operator-() const { return negate(); }
    bool operator==(const Point &b) const;

private:
    FieldElement x_, y_, z_;
};

/* k G for a public k. */
UFSECP_API Point generator_mul(const Scalar &k);

/* Normalizes all points, with an inversion for every 128; infinity stays. From 4,096 points on it
 * works on as many threads as ufsecp_threads_set allows. */
UFSECP_API void batch_normalize(std::span<Point> points);

/* The sum of scalars[i] * points[i], public scalars, over the shorter of the two spans. As
 * ufsecp_msm: it allocates up to 16 MiB on each thread that ufsecp_threads_set allows, and does
 * without, at a fraction of the speed, where there is none. */
UFSECP_API Point msm(std::span<const Scalar> scalars, std::span<const Point> points);

/* A public scalar, split and recoded once, to multiply many points with. It reads as variable-time
 * work on the scalar: never make one from a secret. About 1 KiB; copyable. */
class UFSECP_API KPlan {
public:
    static KPlan from_scalar(const Scalar &k);

private:
    friend class Point;
    KPlan() = default;
    alignas(16) std::array<unsigned char, 1024> plan_{};
    const void *engine_ = nullptr;
};

}  // namespace fast

/* Constant time: no branch and no memory address depends on the values of scalars, field elements
 * or points; a bool that is returned is public. What a call works with is wiped, and so is the
 * stack that it used; but arguments and results are plain values: wipe those that you no longer
 * need.
 *
 * The z of a secret multiple tells about the scalar, and the readers of Point run in variable time:
 * normalize here, then read. Write ct::generator_mul in full: without its namespace the name means
 * the one in fast, by the rules of argument-dependent lookup. */
namespace ct {

using fast::FieldElement;
using fast::Point;
using fast::Scalar;

/* r = choose ? a : b */
UFSECP_API FieldElement field_select(bool choose, const FieldElement &a, const FieldElement &b);
UFSECP_API FieldElement field_add(const FieldElement &a, const FieldElement &b);
UFSECP_API FieldElement field_sub(const FieldElement &a, const FieldElement &b);
UFSECP_API FieldElement field_neg(const FieldElement &a);
UFSECP_API FieldElement field_mul(const FieldElement &a, const FieldElement &b);
UFSECP_API FieldElement field_sqr(const FieldElement &a);
/* 1/a, and 0 for 0. */
UFSECP_API FieldElement field_inv(const FieldElement &a);
UFSECP_API bool field_eq(const FieldElement &a, const FieldElement &b);

UFSECP_API Scalar scalar_select(bool choose, const Scalar &a, const Scalar &b);
UFSECP_API Scalar scalar_add(const Scalar &a, const Scalar &b);
UFSECP_API Scalar scalar_sub(const Scalar &a, const Scalar &b);
UFSECP_API Scalar scalar_neg(const Scalar &a);
UFSECP_API Scalar scalar_mul(const Scalar &a, const Scalar &b);
/* 1/a, and 0 for 0. */
UFSECP_API Scalar scalar_inv(const Scalar &a);
UFSECP_API bool scalar_eq(const Scalar &a, const Scalar &b);

UFSECP_API Point point_select(bool choose, const Point &a, const Point &b);
/* P + Q for all inputs, P = Q, P = -Q and infinity included, on one path. */
UFSECP_API Point point_add_complete(const Point &p, const Point &q);
UFSECP_API Point point_dbl(const Point &p);
UFSECP_API Point point_neg(const Point &p);
/* The same point with z = 1, or infinity (which of the two is public). */
UFSECP_API Point point_normalize(const Point &p);
/* Whether they are the same point. */
UFSECP_API bool point_eq(const Point &p, const Point &q);
/* k P */
UFSECP_API Point scalar_mul(const Point &p, const Scalar &k);
/* k G */
UFSECP_API Point generator_mul(const Scalar &k);

}  // namespace ct
}  // namespace secp256k1
