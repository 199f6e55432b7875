/** @file
 * The C++ interface of UltrafastSecp256k1: field elements, scalars, points, fixed-scalar plans.
 *
 * Namespace secp256k1::fast works in variable time on public data. secp256k1::ct offers the
 * operations that secrets need, in constant time. Both use the same types, so they mix freely.
 * Both are always compiled, on every platform but the profile tiny.
 *
 * - **Values.** All types are small (32 or 96 bytes of data), always valid and always reduced.
 * - **Threads.** Any thread may call anything. One object is one thread's.
 * - **Errors.** Nothing throws, but to_hex() without memory. A function that can fail returns a
 *   std::optional. Compilers warn of a call that drops a result.
 * - **Memory.** Only fast::msm(), functions that return a std::string, and what starts threads,
 *   once ufsecp_threads_set() allows them, allocate.
 * - **Encodings.** Bytes and hex digits are big-endian, limbs are little-endian (SEC 1, 2.3).
 *
 * Signatures, keys and batches are in ufsecp.h, which C++ uses as it is. For items there are spans:
 * make_item(), verify_ecdsa_items() and verify_schnorr_items(). Types for prepared and extended
 * keys, MuSig2 and adaptor signatures are in protocols.hpp.
 */
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

/** The C++ interface. */
namespace secp256k1 {
/** Variable time: for public data only. */
namespace fast {

class Point;
class KPlan;

/** An integer modulo the field prime p = 2^256 - 2^32 - 977 (SEC 2, 2.4.1). */
class UFSECP_API FieldElement {
public:
    /** Zero. */
    constexpr FieldElement() = default;
    /** 0 */
    [[nodiscard]] static constexpr FieldElement zero() { return {}; }
    /** 1 */
    [[nodiscard]] static constexpr FieldElement one() { return from_uint64(1); }
    /** A small value. */
    [[nodiscard]] static constexpr FieldElement from_uint64(std::uint64_t value) {
        FieldElement r;
        r.limbs_[0] = value;
        return r;
    }
    /** From four limbs, least significant first; values from p on are reduced. */
    [[nodiscard]] static FieldElement from_limbs(const std::array<std::uint64_t, 4> &limbs);
    /** From 32 bytes, big-endian; values from p on are reduced. */
    [[nodiscard]] static FieldElement from_bytes(const std::array<std::uint8_t, 32> &bytes);
    /** From 1 to 64 hex digits, "0x" allowed; values from p on are reduced.
     * @return zero for anything else */
    [[nodiscard]] static FieldElement from_hex(std::string_view hex);
    /** from_bytes() that refuses. @return nothing for a value of p or more */
    [[nodiscard]] static std::optional<FieldElement> parse_bytes(
        const std::array<std::uint8_t, 32> &bytes);
    /** from_hex() that refuses. @return nothing for p or more, or what is not 1 to 64 hex digits */
    [[nodiscard]] static std::optional<FieldElement> parse_hex(std::string_view hex);

    /** The value as four limbs, least significant first. */
    const std::array<std::uint64_t, 4> &limbs() const { return limbs_; }
    /** The value as 32 bytes, big-endian. */
    [[nodiscard]] std::array<std::uint8_t, 32> to_bytes() const;
    /** The value as 64 lower-case hex digits. */
    [[nodiscard]] std::string to_hex() const;
    /** Whether the value is 0. */
    [[nodiscard]] bool is_zero() const { return *this == zero(); }
    /** Whether the value, 0 ... p - 1, is odd. */
    [[nodiscard]] bool is_odd() const { return limbs_[0] & 1; }

    /** a + b */
    [[nodiscard]] friend FieldElement operator+(FieldElement a, const FieldElement &b) {
        return a += b;
    }
    /** a - b */
    [[nodiscard]] friend FieldElement operator-(FieldElement a, const FieldElement &b) {
        return a -= b;
    }
    /** a * b */
    [[nodiscard]] friend FieldElement operator*(FieldElement a, const FieldElement &b) {
        return a *= b;
    }
    /** -x */
    [[nodiscard]] FieldElement operator-() const { return negate(); }
    /** -x */
    [[nodiscard]] FieldElement negate() const;
    /** x^2 */
    [[nodiscard]] FieldElement square() const {
        FieldElement r = *this;
        r.square_inplace();
        return r;
    }
    /** 1/x, and 0 for 0. */
    [[nodiscard]] FieldElement inverse() const {
        FieldElement r = *this;
        r.inverse_inplace();
        return r;
    }
    /** The square root that is itself a square: x^((p+1)/4). @return nothing if x has no root */
    [[nodiscard]] std::optional<FieldElement> sqrt() const;

    /** x = x + b */
    FieldElement &operator+=(const FieldElement &b);
    /** x = x - b */
    FieldElement &operator-=(const FieldElement &b);
    /** x = x * b */
    FieldElement &operator*=(const FieldElement &b);
    /** x = x^2 */
    void square_inplace();
    /** x = 1/x, and 0 for 0. */
    void inverse_inplace();

    /** Whether two elements are equal. */
    [[nodiscard]] bool operator==(const FieldElement &) const = default;

private:
    std::array<std::uint64_t, 4> limbs_{};
};

/** Replaces every element by its inverse (0 stays 0), in place.
 * Costs 3 multiplications an element and one inversion for every 256. From 8,192 elements on it
 * works on as many threads as ufsecp_threads_set() allows. */
UFSECP_API void batch_invert(std::span<FieldElement> elements);
/** The same for a vector. */
inline void batch_invert(std::vector<FieldElement> &elements) {
    batch_invert(std::span<FieldElement>(elements));
}

/** An integer modulo the group order n (SEC 2, 2.4.1). */
class UFSECP_API Scalar {
public:
    /** Zero. */
    constexpr Scalar() = default;
    /** 0 */
    [[nodiscard]] static constexpr Scalar zero() { return {}; }
    /** 1 */
    [[nodiscard]] static constexpr Scalar one() { return from_uint64(1); }
    /** A small value. */
    [[nodiscard]] static constexpr Scalar from_uint64(std::uint64_t value) {
        Scalar r;
        r.limbs_[0] = value;
        return r;
    }
    /** From four limbs, least significant first; values from n on are reduced. */
    [[nodiscard]] static Scalar from_limbs(const std::array<std::uint64_t, 4> &limbs);
    /** From 32 bytes, big-endian; values from n on are reduced. Constant time. */
    [[nodiscard]] static Scalar from_bytes(const std::array<std::uint8_t, 32> &bytes);
    /** From 1 to 64 hex digits, "0x" allowed; values from n on are reduced.
     * @return zero for anything else */
    [[nodiscard]] static Scalar from_hex(std::string_view hex);
    /** from_bytes() that refuses. @return nothing for a value of n or more */
    [[nodiscard]] static std::optional<Scalar> parse_bytes(
        const std::array<std::uint8_t, 32> &bytes);
    /** from_hex() that refuses. @return nothing for n or more, or what is not 1 to 64 hex digits */
    [[nodiscard]] static std::optional<Scalar> parse_hex(std::string_view hex);

    /** The value as four limbs, least significant first. */
    const std::array<std::uint64_t, 4> &limbs() const { return limbs_; }
    /** The value as 32 bytes, big-endian. Constant time. */
    [[nodiscard]] std::array<std::uint8_t, 32> to_bytes() const;
    /** The value as 64 lower-case hex digits. */
    [[nodiscard]] std::string to_hex() const;
    /** Whether the value is 0. */
    [[nodiscard]] bool is_zero() const { return *this == zero(); }
    /** Whether the value, 0 ... n - 1, is odd. */
    [[nodiscard]] bool is_odd() const { return limbs_[0] & 1; }
    /** Bit i of the value; 0 from 256 on. */
    [[nodiscard]] bool bit(unsigned i) const { return i < 256 && (limbs_[i / 64] >> (i % 64) & 1); }

    /** a + b */
    [[nodiscard]] friend Scalar operator+(Scalar a, const Scalar &b) { return a += b; }
    /** a - b */
    [[nodiscard]] friend Scalar operator-(Scalar a, const Scalar &b) { return a -= b; }
    /** a * b */
    [[nodiscard]] friend Scalar operator*(Scalar a, const Scalar &b) { return a *= b; }
    /** -x */
    [[nodiscard]] Scalar operator-() const { return negate(); }
    /** -x */
    [[nodiscard]] Scalar negate() const;
    /** 1/x, and 0 for 0. */
    [[nodiscard]] Scalar inverse() const;

    /** x = x + b */
    Scalar &operator+=(const Scalar &b);
    /** x = x - b */
    Scalar &operator-=(const Scalar &b);
    /** x = x * b */
    Scalar &operator*=(const Scalar &b);

    /** Whether two scalars are equal. */
    [[nodiscard]] bool operator==(const Scalar &) const = default;

private:
    std::array<std::uint64_t, 4> limbs_{};
};

/** A scalar k = k1 + lambda k2 with |k1|, |k2| < 2^128, where lambda (x, y) = (beta x, y).
 * Gallant, Lambert, Vanstone: Faster Point Multiplication on Elliptic Curves with Efficient
 * Endomorphisms, CRYPTO 2001. */
struct GlvSplit {
    Scalar k1;      /**< |k1| */
    Scalar k2;      /**< |k2| */
    bool negative1; /**< k1 is negative */
    bool negative2; /**< k2 is negative */
};
/** Splits a public scalar in halves. */
[[nodiscard]] UFSECP_API GlvSplit glv_split(const Scalar &k);

/** A point of secp256k1 or infinity, held in Jacobian coordinates (x/z^2, y/z^3). */
class UFSECP_API Point {
public:
    /** Infinity. */
    Point() = default;
    /** Infinity. */
    [[nodiscard]] static Point infinity() { return {}; }
    /** The generator G (SEC 2, 2.4.1). */
    [[nodiscard]] static Point generator();
    /** The point (x, y). @return nothing if it is not on the curve */
    [[nodiscard]] static std::optional<Point> from_affine(const FieldElement &x,
                                                          const FieldElement &y);
    /** Reads 33 or 65 bytes (SEC 1, 2.3.4). @return nothing if they are no point */
    [[nodiscard]] static std::optional<Point> parse(std::span<const std::uint8_t> bytes);

    /** Whether the point is infinity. */
    [[nodiscard]] bool is_infinity() const { return z_.is_zero(); }
    /** The same point with z = 1, or infinity.
     * The readers below need no inversion then; otherwise each costs one. */
    [[nodiscard]] Point normalize() const {
        Point r = *this;
        r.normalize_inplace();
        return r;
    }
    /** normalize() in place. */
    void normalize_inplace();
    /** The affine x; zero for infinity. */
    [[nodiscard]] FieldElement x() const { return normalize().x_; }
    /** The affine y; zero for infinity. */
    [[nodiscard]] FieldElement y() const { return normalize().y_; }
    /** 33 bytes (SEC 1, 2.3.3); all zero for infinity. */
    [[nodiscard]] std::array<std::uint8_t, 33> to_compressed() const;
    /** 65 bytes (SEC 1, 2.3.3); all zero for infinity. */
    [[nodiscard]] std::array<std::uint8_t, 65> to_uncompressed() const;

    /** P + Q */
    [[nodiscard]] Point add(const Point &b) const {
        Point r = *this;
        r.add_inplace(b);
        return r;
    }
    /** P - Q */
    [[nodiscard]] Point sub(const Point &b) const {
        Point r = *this;
        r.sub_inplace(b);
        return r;
    }
    /** 2P */
    [[nodiscard]] Point dbl() const {
        Point r = *this;
        r.dbl_inplace();
        return r;
    }
    /** 3P */
    [[nodiscard]] Point triple() const { return dbl().add(*this); }
    /** -P */
    [[nodiscard]] Point negate() const {
        Point r = *this;
        r.negate_inplace();
        return r;
    }
    /** P + G: the step of a walk through consecutive keys. */
    [[nodiscard]] Point next() const { return add(generator()); }
    /** P - G: the step back. */
    [[nodiscard]] Point prev() const { return sub(generator()); }
    /** k P for a public k. */
    [[nodiscard]] Point scalar_mul(const Scalar &k) const;
    /** k P for the k of a plan, whose share of the work is already done. */
    [[nodiscard]] Point scalar_mul_with_plan(const KPlan &plan) const;
    /** a P + b G for public scalars, about as fast as one multiplication. */
    [[nodiscard]] Point mul_add_generator(const Scalar &a, const Scalar &b) const;

    /** P = P + Q */
    void add_inplace(const Point &b);
    /** P = P - Q */
    void sub_inplace(const Point &b) { add_inplace(b.negate()); }
    /** P = 2P */
    void dbl_inplace();
    /** P = -P */
    void negate_inplace() { y_ = y_.negate(); }
    /** P = P + G */
    void next_inplace() { add_inplace(generator()); }
    /** P = P - G */
    void prev_inplace() { sub_inplace(generator()); }

    /** P + Q */
    [[nodiscard]] Point operator+(const Point &b) const { return add(b); }
    /** P - Q */
    [[nodiscard]] Point operator-(const Point &b) const { return sub(b); }
    /** -P */
    [[nodiscard]] Point operator-() const { return negate(); }
    /** Whether they are the same point, whatever their z. */
    [[nodiscard]] bool operator==(const Point &b) const;

private:
    FieldElement x_, y_, z_;
};

/** k G for a public k. */
[[nodiscard]] UFSECP_API Point generator_mul(const Scalar &k);

/** Normalizes all points in place, with one inversion for every 128; infinity stays.
 * From 4,096 points on it works on as many threads as ufsecp_threads_set() allows. */
UFSECP_API void batch_normalize(std::span<Point> points);

/** The sum of scalars[i] * points[i] for public scalars, over the shorter of the two spans.
 * As ufsecp_msm(), it allocates up to 16 MiB on each thread that ufsecp_threads_set() allows.
 * Without memory it does the same at a fraction of the speed. */
[[nodiscard]] UFSECP_API Point msm(std::span<const Scalar> scalars, std::span<const Point> points);

/** A public scalar, split and recoded once, to multiply many points by.
 * Making it takes variable time: never make one from a secret. 272 bytes; copyable. */
class UFSECP_API KPlan {
public:
    /** The plan of a scalar, for Point::scalar_mul_with_plan(). */
    [[nodiscard]] static KPlan from_scalar(const Scalar &k);

private:
    friend class Point;
    KPlan() = default;
    alignas(16) std::array<unsigned char, 256> plan_{};
    const void *engine_ = nullptr;
};

}  // namespace fast

/** Constant time: no branch and no memory address depends on scalars, field elements or points.
 *
 * **In and out.** Scalar::from_bytes() makes a secret scalar, and Scalar::to_bytes() gives its
 * bytes, in constant time too. from_bytes() reduces: ufsecp_seckey_verify() checks a key before.
 * All else in secp256k1::fast is for public values, its operators too.
 *
 * A bool that is returned is public. The functions wipe what they work with and the stack that they
 * used. Arguments and results are plain values: wipe those that you no longer need.
 *
 * The z of a secret multiple tells about the scalar, and the readers of fast::Point run in variable
 * time: call point_normalize() first, then read.
 *
 * Write ct::generator_mul in full. Without its namespace the name means the one in
 * secp256k1::fast, by argument-dependent lookup. */
namespace ct {

using fast::FieldElement;
using fast::Point;
using fast::Scalar;

/** choose ? a : b */
[[nodiscard]] UFSECP_API FieldElement field_select(bool choose, const FieldElement &a,
                                                   const FieldElement &b);
/** a + b */
[[nodiscard]] UFSECP_API FieldElement field_add(const FieldElement &a, const FieldElement &b);
/** a - b */
[[nodiscard]] UFSECP_API FieldElement field_sub(const FieldElement &a, const FieldElement &b);
/** -a */
[[nodiscard]] UFSECP_API FieldElement field_neg(const FieldElement &a);
/** a * b */
[[nodiscard]] UFSECP_API FieldElement field_mul(const FieldElement &a, const FieldElement &b);
/** a^2 */
[[nodiscard]] UFSECP_API FieldElement field_sqr(const FieldElement &a);
/** 1/a, and 0 for 0. */
[[nodiscard]] UFSECP_API FieldElement field_inv(const FieldElement &a);
/** Whether a = b; the answer is public. */
[[nodiscard]] UFSECP_API bool field_eq(const FieldElement &a, const FieldElement &b);

/** choose ? a : b */
[[nodiscard]] UFSECP_API Scalar scalar_select(bool choose, const Scalar &a, const Scalar &b);
/** a + b */
[[nodiscard]] UFSECP_API Scalar scalar_add(const Scalar &a, const Scalar &b);
/** a - b */
[[nodiscard]] UFSECP_API Scalar scalar_sub(const Scalar &a, const Scalar &b);
/** -a */
[[nodiscard]] UFSECP_API Scalar scalar_neg(const Scalar &a);
/** a * b */
[[nodiscard]] UFSECP_API Scalar scalar_mul(const Scalar &a, const Scalar &b);
/** 1/a, and 0 for 0. */
[[nodiscard]] UFSECP_API Scalar scalar_inv(const Scalar &a);
/** Whether a = b; the answer is public. */
[[nodiscard]] UFSECP_API bool scalar_eq(const Scalar &a, const Scalar &b);

/** choose ? a : b */
[[nodiscard]] UFSECP_API Point point_select(bool choose, const Point &a, const Point &b);
/** P + Q for all inputs, P = Q, P = -Q and infinity included, on one path. */
[[nodiscard]] UFSECP_API Point point_add_complete(const Point &p, const Point &q);
/** 2P */
[[nodiscard]] UFSECP_API Point point_dbl(const Point &p);
/** -P */
[[nodiscard]] UFSECP_API Point point_neg(const Point &p);
/** The same point with z = 1, or infinity; which of the two is public. */
[[nodiscard]] UFSECP_API Point point_normalize(const Point &p);
/** Whether P and Q are the same point; the answer is public. */
[[nodiscard]] UFSECP_API bool point_eq(const Point &p, const Point &q);
/** k P for a secret k. */
[[nodiscard]] UFSECP_API Point scalar_mul(const Point &p, const Scalar &k);
/** k G for a secret k. */
[[nodiscard]] UFSECP_API Point generator_mul(const Scalar &k);

}  // namespace ct

/** A signature with its key and message, as verify_ecdsa_items() takes them. It owns none of them:
 * they stay in place until it was verified. */
[[nodiscard]] inline ufsecp_item make_item(std::span<const std::uint8_t> sig,
                                           std::span<const std::uint8_t> pubkey,
                                           std::span<const std::uint8_t> msg) {
    return {sig.data(), sig.size(), pubkey.data(), pubkey.size(), msg.data(), msg.size()};
}
/** ufsecp_ecdsa_verify_items(). ok and statuses may be empty; else each has an element an item.
 * @return whether all are valid; false, and nothing is written, on misuse */
[[nodiscard]] inline bool verify_ecdsa_items(std::span<const ufsecp_item> items, unsigned flags,
                                             std::span<std::uint8_t> ok = {},
                                             std::span<ufsecp_status> statuses = {}) {
    const bool fits = (ok.empty() || ok.size() == items.size()) &&
                      (statuses.empty() || statuses.size() == items.size());
    return fits && ufsecp_ecdsa_verify_items(ok.empty() ? nullptr : ok.data(),
                                             statuses.empty() ? nullptr : statuses.data(),
                                             items.data(), items.size(), flags);
}
/** ufsecp_schnorr_verify_items(), with the arguments of verify_ecdsa_items().
 * @return as verify_ecdsa_items() */
[[nodiscard]] inline bool verify_schnorr_items(std::span<const ufsecp_item> items, unsigned flags,
                                               std::span<std::uint8_t> ok = {},
                                               std::span<ufsecp_status> statuses = {}) {
    const bool fits = (ok.empty() || ok.size() == items.size()) &&
                      (statuses.empty() || statuses.size() == items.size());
    return fits && ufsecp_schnorr_verify_items(ok.empty() ? nullptr : ok.data(),
                                               statuses.empty() ? nullptr : statuses.data(),
                                               items.data(), items.size(), flags);
}
}  // namespace secp256k1
