// The C++ API: field elements and scalars on four saturated limbs, points through the engine in
// use.
#define UF_TARGET cpp_api
#define UF_FIELD UF_FE4X64
#define UF_SCALAR UF_SC4X64
#include "ufsecp/secp256k1.hpp"

#include <bit>

#include "api/msm.h"
#include "api/stack.h"
#include "base/bytes.h"
#include "base/chunk.h"
#include "base/public_var.h"
#include "engine/threads.h"
#include "field/fe_inv.h"
#include "field/fe_inv_var.h"
#include "field/field.h"
#include "field/pow.h"
#include "scalar/glv.h"
#include "scalar/sc_inv.h"
#include "scalar/sc_inv_var.h"
#include "scalar/scalar.h"

namespace secp256k1 {

using namespace ufsecp;
using namespace ufsecp::cpp_api;

namespace {

using fast::FieldElement;
using fast::Point;
using fast::Scalar;
using limbs64 = std::array<u64, 4>;
using bytes32 = std::array<u8, 32>;

/* ---- Between the public types and the inner ones: a public object is its canonical limbs. */

void load(fe *r, const FieldElement &a) { fe_set_limbs64(r, a.limbs().data()); }
void load(sc *r, const Scalar &a) { sc_set_limbs64(r, a.limbs().data()); }
void load(point64 *r, const Point &a) { *r = std::bit_cast<point64>(a); }

FieldElement store(fe *a) {
    limbs64 limbs;
    fe_normalize(a);
    fe_get_limbs64(limbs.data(), a);
    return std::bit_cast<FieldElement>(limbs);
}
Scalar store(const sc *a) {
    limbs64 limbs;
    sc_get_limbs64(limbs.data(), a);
    return std::bit_cast<Scalar>(limbs);
}
Point store(const point64 *a) { return std::bit_cast<Point>(*a); }

/* op on inner copies of a (and b), whose result op leaves in its first argument.  Inner is fe, sc
 * or point64, or a secret one: then the copies are wiped. */
template <class Inner, class Value, class Op>
Value apply(Op op, const Value &a) {
    Inner r;
    load(&r, a);
    op(&r);
    return store(&r);
}
template <class Inner, class Value, class Op>
Value apply(Op op, const Value &a, const Value &b) {
    Inner r, c;
    load(&r, a);
    load(&c, b);
    op(&r, &c);
    return store(&r);
}
template <class Inner, class Value, class Op>
bool holds(Op op, const Value &a, const Value &b) {
    Inner r, c;
    load(&r, a);
    load(&c, b);
    return op(&r, &c);
}

/* As apply and holds, with secrets. */
template <class Inner, class Op, class Value, class... More>
Value apply_ct(size_t depth, Op op, const Value &a, const More &...b) {
    return wiped_after(depth, [&] { return apply<secret<Inner>>(op, a, b...); });
}
template <class Inner, class Op, class Value>
bool holds_ct(size_t depth, Op op, const Value &a, const Value &b) {
    return wiped_after(depth, [&] { return holds<secret<Inner>>(op, a, b); });
}

/* Bytes of stack below a function of namespace ct that does without the engine. */
constexpr size_t few = 512, inverse_depth = 1024;
/* Below those that add and compare points: of every engine. */
constexpr size_t point_depth = scalar_stack.point;
static_assert(scalar_stack.point >= lanes_stack.point);

constexpr auto add_fe = [](fe *r, const fe *b) { fe_add(r, r, b); };
constexpr auto sub_fe = [](fe *r, const fe *b) { fe_sub(r, r, b, 1); };
constexpr auto mul_fe = [](fe *r, const fe *b) { fe_mul(r, r, b); };
constexpr auto neg_fe = [](fe *r) { fe_neg(r, r, 1); };
constexpr auto sqr_fe = [](fe *r) { fe_sqr(r, r); };
constexpr auto add_sc = [](sc *r, const sc *b) { sc_add(r, r, b); };
constexpr auto sub_sc = [](sc *r, const sc *b) { sc_sub(r, r, b); };
constexpr auto mul_sc = [](sc *r, const sc *b) { sc_mul(r, r, b); };
constexpr auto neg_sc = [](sc *r) { sc_neg(r, r); };

/* The point of affine coordinates; a has none if `finite` is 0. */
Point point_of(const affine64 &a, int finite) {
    const point64 p = {
        {a.x[0], a.x[1], a.x[2], a.x[3]}, {a.y[0], a.y[1], a.y[2], a.y[3]}, {(u64)finite, 0, 0, 0}};
    return store(&p);
}

/* ---- Bytes and digits. */

bytes32 to_big_endian(const limbs64 &limbs) {
    bytes32 r;
    limbs_get_b32(r.data(), limbs.data());
    return r;
}

std::string hex_of(const bytes32 &bytes) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string r(64, '0');
    for (size_t i = 0; i < 32; i++) {
        r[2 * i] = digits[bytes[i] >> 4];
        r[2 * i + 1] = digits[bytes[i] & 15];
    }
    return r;
}

/* 1 to 64 hex digits, big-endian, "0x" allowed. */
std::optional<bytes32> bytes_of(std::string_view hex) {
    if (hex.starts_with("0x") || hex.starts_with("0X")) hex.remove_prefix(2);
    if (hex.empty() || hex.size() > 64) return std::nullopt;
    bytes32 r{};
    for (size_t i = 0; i < hex.size(); i++) {
        const char c = hex[hex.size() - 1 - i];
        int v;
        if (c >= '0' && c <= '9') v = c - '0';
        else if (c >= 'a' && c <= 'f') v = c - 'a' + 10;
        else if (c >= 'A' && c <= 'F') v = c - 'A' + 10;
        else return std::nullopt;
        r[31 - i / 2] |= (u8)(v << (4 * (i % 2)));
    }
    return r;
}

}  // namespace

namespace fast {

/* ---- FieldElement ---- */

FieldElement FieldElement::from_limbs(const limbs64 &limbs) {
    fe r;
    fe_set_limbs64(&r, limbs.data());
    return store(&r);
}
FieldElement FieldElement::from_bytes(const bytes32 &bytes) {
    fe r;
    fe_set_b32(&r, bytes.data());
    return store(&r);
}
std::optional<FieldElement> FieldElement::parse_bytes(const bytes32 &bytes) {
    fe r;
    if (!is_true_var(fe_set_b32(&r, bytes.data()))) return std::nullopt;
    return store(&r);
}
FieldElement FieldElement::from_hex(std::string_view hex) {
    return from_bytes(bytes_of(hex).value_or(bytes32{}));
}
std::optional<FieldElement> FieldElement::parse_hex(std::string_view hex) {
    const auto bytes = bytes_of(hex);
    return bytes ? parse_bytes(*bytes) : std::nullopt;
}
bytes32 FieldElement::to_bytes() const { return to_big_endian(limbs_); }
std::string FieldElement::to_hex() const { return hex_of(to_bytes()); }

FieldElement &FieldElement::operator+=(const FieldElement &b) {
    return *this = apply<fe>(add_fe, *this, b);
}
FieldElement &FieldElement::operator-=(const FieldElement &b) {
    return *this = apply<fe>(sub_fe, *this, b);
}
FieldElement &FieldElement::operator*=(const FieldElement &b) {
    return *this = apply<fe>(mul_fe, *this, b);
}
FieldElement FieldElement::negate() const { return apply<fe>(neg_fe, *this); }
void FieldElement::square_inplace() { *this = apply<fe>(sqr_fe, *this); }
void FieldElement::inverse_inplace() {
    *this = apply<fe>([](fe *r) { fe_inv_var(r, r); }, *this);
}
std::optional<FieldElement> FieldElement::sqrt() const {
    fe r;
    load(&r, *this);
    if (!is_true_var(fe_sqrt(&r, &r))) return std::nullopt;
    return store(&r);
}

void batch_invert(std::span<FieldElement> all) {
    constexpr size_t chunk = 256;
    run_rows(all.size(), 16 * chunk, [&](size_t first, size_t count) {
        fe value[chunk], inverse[chunk];
        std::span<FieldElement> elements = all.subspan(first, count);
        while (!elements.empty()) {
            const std::span<FieldElement> part =
                elements.first(elements.size() < chunk ? elements.size() : chunk);
            for (size_t i = 0; i < part.size(); i++) load(&value[i], part[i]);
            fe_batch_inv_var(inverse, value, part.size());
            for (size_t i = 0; i < part.size(); i++) part[i] = store(&inverse[i]);
            elements = elements.subspan(part.size());
        }
        return 1;
    });
}

/* ---- Scalar ---- */

Scalar Scalar::from_limbs(const limbs64 &limbs) {
    sc r;
    sc4x64_subtract_order_if(&r, limbs.data(), sc4x64_overflows(limbs.data()));
    return store(&r);
}
Scalar Scalar::from_bytes(const bytes32 &bytes) {
    sc r;
    sc_set_b32(&r, bytes.data());
    return store(&r);
}
std::optional<Scalar> Scalar::parse_bytes(const bytes32 &bytes) {
    sc r;
    if (is_true_var(sc_set_b32(&r, bytes.data()))) return std::nullopt;
    return store(&r);
}
Scalar Scalar::from_hex(std::string_view hex) {
    return from_bytes(bytes_of(hex).value_or(bytes32{}));
}
std::optional<Scalar> Scalar::parse_hex(std::string_view hex) {
    const auto bytes = bytes_of(hex);
    return bytes ? parse_bytes(*bytes) : std::nullopt;
}
bytes32 Scalar::to_bytes() const { return to_big_endian(limbs_); }
std::string Scalar::to_hex() const { return hex_of(to_bytes()); }

Scalar &Scalar::operator+=(const Scalar &b) { return *this = apply<sc>(add_sc, *this, b); }
Scalar &Scalar::operator-=(const Scalar &b) { return *this = apply<sc>(sub_sc, *this, b); }
Scalar &Scalar::operator*=(const Scalar &b) { return *this = apply<sc>(mul_sc, *this, b); }
Scalar Scalar::negate() const { return apply<sc>(neg_sc, *this); }
Scalar Scalar::inverse() const {
    return apply<sc>([](sc *r) { sc_inv_var(r, r); }, *this);
}

GlvSplit glv_split(const Scalar &k) {
    sc whole, part[2];
    load(&whole, k);
    sc_split_lambda(&part[0], &part[1], &whole);
    const mask negative[2] = {sc_is_high(&part[0]), sc_is_high(&part[1])};
    for (int i = 0; i < 2; i++) sc_cond_neg(&part[i], negative[i]);
    return {store(&part[0]), store(&part[1]), is_true_var(negative[0]), is_true_var(negative[1])};
}

/* ---- Point ---- */

Point Point::generator() {
    /* SEC 2, section 2.4.1. */
    static constexpr affine64 g = {
        {0x59F2815B16F81798, 0x029BFCDB2DCE28D9, 0x55A06295CE870B07, 0x79BE667EF9DCBBAC},
        {0x9C47D08FFB10D4B8, 0xFD17B448A6855419, 0x5DA4FBFC0E1108A8, 0x483ADA7726A3C465}};
    return point_of(g, 1);
}

std::optional<Point> Point::from_affine(const FieldElement &x, const FieldElement &y) {
    if (y.square() != x.square() * x + FieldElement::from_uint64(7)) return std::nullopt;
    Point r;
    r.x_ = x, r.y_ = y, r.z_ = FieldElement::one();
    return r;
}

std::optional<Point> Point::parse(std::span<const u8> bytes) {
    u8 full[65];
    if (ufsecp_pubkey_convert(full, sizeof full, bytes.data(), bytes.size(), 0) != UFSECP_OK)
        return std::nullopt;
    bytes32 x, y;
    memcpy(x.data(), full + 1, 32);
    memcpy(y.data(), full + 33, 32);
    Point r;
    r.x_ = FieldElement::from_bytes(x), r.y_ = FieldElement::from_bytes(y),
    r.z_ = FieldElement::one();
    return r;
}

void Point::normalize_inplace() {
    point64 p;
    affine64 a;
    load(&p, *this);
    const int finite = current_engine().point_to_affine_var(&a, &p);
    *this = point_of(a, finite);
}

std::array<u8, 65> Point::to_uncompressed() const {
    std::array<u8, 65> r{};
    if (is_infinity()) return r;
    const Point a = normalize();
    const bytes32 x = a.x_.to_bytes(), y = a.y_.to_bytes();
    r[0] = 4;
    memcpy(&r[1], x.data(), 32);
    memcpy(&r[33], y.data(), 32);
    return r;
}
std::array<u8, 33> Point::to_compressed() const {
    std::array<u8, 33> r{};
    if (is_infinity()) return r;
    const Point a = normalize();
    const bytes32 x = a.x_.to_bytes();
    r[0] = (u8)(2 + a.y_.is_odd());
    memcpy(&r[1], x.data(), 32);
    return r;
}

void Point::add_inplace(const Point &b) {
    *this = apply<point64>(
        [](point64 *r, const point64 *c) { current_engine().point_add_var(r, r, c); }, *this, b);
}
void Point::dbl_inplace() {
    *this = apply<point64>([](point64 *r) { current_engine().point_dbl_var(r, r); }, *this);
}
bool Point::operator==(const Point &b) const {
    return holds<point64>(
        [](const point64 *p, const point64 *q) {
            return current_engine().point_equal_var(p, q) != 0;
        },
        *this, b);
}

Point Point::scalar_mul(const Scalar &k) const {
    return apply<point64>(
        [&k](point64 *r) { current_engine().point_mul_var(r, r, k.limbs().data()); }, *this);
}
Point Point::mul_add_generator(const Scalar &a, const Scalar &b) const {
    return apply<point64>(
        [&](point64 *r) {
            current_engine().point_mul2_var(r, r, a.limbs().data(), b.limbs().data());
        },
        *this);
}
Point Point::scalar_mul_with_plan(const KPlan &plan) const {
    return apply<point64>(
        [&plan](point64 *r) {
            const plan_buffer buffer = std::bit_cast<plan_buffer>(plan.plan_);
            static_cast<const engine *>(plan.engine_)->plan_mul_var(r, &buffer, r);
        },
        *this);
}
KPlan KPlan::from_scalar(const Scalar &k) {
    KPlan r;
    plan_buffer buffer{};
    const engine &e = current_engine();
    e.plan_build_var(&buffer, k.limbs().data());
    memcpy(r.plan_.data(), buffer.bytes, sizeof buffer.bytes);
    r.engine_ = &e;
    return r;
}

Point generator_mul(const Scalar &k) {
    point64 r;
    current_engine().point_mul_gen_var(&r, k.limbs().data());
    return store(&r);
}

void batch_normalize(std::span<Point> all) {
    constexpr size_t chunk = 128;
    const engine &e = current_engine();
    run_rows(all.size(), 16 * chunk, [&](size_t first, size_t count) {
        point64 point[chunk];
        affine64 affine[chunk];
        std::span<Point> points = all.subspan(first, count);
        while (!points.empty()) {
            const std::span<Point> part =
                points.first(points.size() < chunk ? points.size() : chunk);
            for (size_t i = 0; i < part.size(); i++) load(&point[i], part[i]);
            e.points_to_affine_var(affine, point, part.size());
            for (size_t i = 0; i < part.size(); i++)
                part[i] = point_of(affine[i], !part[i].is_infinity());
            points = points.subspan(part.size());
        }
        return 1;
    });
}

Point msm(std::span<const Scalar> scalars, std::span<const Point> points) {
    struct products {
        const Scalar *k;
        const Point *p;
    } const in = {scalars.data(), points.data()};
    const auto read = [](const void *context, const engine &e, affine64 *affine, u64(*scalars4)[4],
                         size_t first, size_t m) {
        constexpr size_t chunk = 128;
        const products &from = *static_cast<const products *>(context);
        for (size_t at = 0; at < m; at += chunk) {
            const size_t count = chunk_size(at, m, chunk);
            point64 point[chunk];
            for (size_t i = 0; i < count; i++) {
                load(&point[i], from.p[first + at + i]);
                memcpy(scalars4[at + i], from.k[first + at + i].limbs().data(), sizeof *scalars4);
            }
            e.points_to_affine_var(affine + at, point, count);
        }
        return m;
    };
    point64 sum;
    const size_t n = scalars.size() < points.size() ? scalars.size() : points.size();
    msm_sum(&sum, current_engine(), n, 0, read, &in);
    return store(&sum);
}

}  // namespace fast

namespace ct {

FieldElement field_select(bool choose, const FieldElement &a, const FieldElement &b) {
    const mask m = mask_of_bit(choose);
    return apply_ct<fe>(few, [m](fe *r, const fe *c) { fe_cmov(r, c, m); }, b, a);
}
FieldElement field_add(const FieldElement &a, const FieldElement &b) {
    return apply_ct<fe>(few, add_fe, a, b);
}
FieldElement field_sub(const FieldElement &a, const FieldElement &b) {
    return apply_ct<fe>(few, sub_fe, a, b);
}
FieldElement field_neg(const FieldElement &a) { return apply_ct<fe>(few, neg_fe, a); }
FieldElement field_mul(const FieldElement &a, const FieldElement &b) {
    return apply_ct<fe>(few, mul_fe, a, b);
}
FieldElement field_sqr(const FieldElement &a) { return apply_ct<fe>(few, sqr_fe, a); }
FieldElement field_inv(const FieldElement &a) {
    return apply_ct<fe>(inverse_depth, [](fe *r) { fe_inv(r, r); }, a);
}
bool field_eq(const FieldElement &a, const FieldElement &b) {
    return holds_ct<fe>(
        few,
        [](const fe *x, const fe *y) {
            return declassify(fe_equal(x, y), "whether two elements are equal is the return value");
        },
        a, b);
}

Scalar scalar_select(bool choose, const Scalar &a, const Scalar &b) {
    const mask m = mask_of_bit(choose);
    return apply_ct<sc>(few, [m](sc *r, const sc *c) { sc_cmov(r, c, m); }, b, a);
}
Scalar scalar_add(const Scalar &a, const Scalar &b) { return apply_ct<sc>(few, add_sc, a, b); }
Scalar scalar_sub(const Scalar &a, const Scalar &b) { return apply_ct<sc>(few, sub_sc, a, b); }
Scalar scalar_neg(const Scalar &a) { return apply_ct<sc>(few, neg_sc, a); }
Scalar scalar_mul(const Scalar &a, const Scalar &b) { return apply_ct<sc>(few, mul_sc, a, b); }
Scalar scalar_inv(const Scalar &a) {
    return apply_ct<sc>(inverse_depth, [](sc *r) { sc_inv(r, r); }, a);
}
bool scalar_eq(const Scalar &a, const Scalar &b) {
    return holds_ct<sc>(
        few,
        [](const sc *x, const sc *y) {
            return declassify(sc_equal(x, y), "whether two scalars are equal is the return value");
        },
        a, b);
}

Point point_select(bool choose, const Point &a, const Point &b) {
    const mask m = mask_of_bit(choose);
    return apply_ct<point64>(
        few,
        [m](point64 *r, const point64 *c) {
            for (size_t i = 0; i < 4; i++) {
                r->x[i] = select(m, c->x[i], r->x[i]);
                r->y[i] = select(m, c->y[i], r->y[i]);
                r->z[i] = select(m, c->z[i], r->z[i]);
            }
        },
        b, a);
}
Point point_add_complete(const Point &p, const Point &q) {
    return apply_ct<point64>(
        point_depth, [](point64 *r, const point64 *b) { current_engine().point_add(r, r, b); }, p,
        q);
}
Point point_dbl(const Point &p) {
    return apply_ct<point64>(point_depth, [](point64 *r) { current_engine().point_dbl(r, r); }, p);
}
Point point_neg(const Point &p) {
    return apply_ct<point64>(
        few,
        [](point64 *r) {
            secret<fe> y;
            fe_set_limbs64(&y, r->y);
            fe_neg(&y, &y, 1);
            fe_normalize(&y);
            fe_get_limbs64(r->y, &y);
        },
        p);
}
Point point_normalize(const Point &p) {
    const engine &e = current_engine();
    return wiped_after(stack_for<&engine::point_to_affine>(e), [&] {
        secret<point64> in;
        secret<affine64> a;
        load(&in, p);
        const int finite = e.point_to_affine(&a, &in);
        return point_of(a, finite);
    });
}
bool point_eq(const Point &p, const Point &q) {
    return holds_ct<point64>(
        point_depth,
        [](const point64 *a, const point64 *b) { return current_engine().point_equal(a, b) != 0; },
        p, q);
}
Point scalar_mul(const Point &p, const Scalar &k) {
    const engine &e = current_engine();
    return apply_ct<point64>(
        stack_for<&engine::point_mul>(e), [&](point64 *r) { e.point_mul(r, r, k.limbs().data()); },
        p);
}
Point generator_mul(const Scalar &k) {
    const engine &e = current_engine();
    return wiped_after(stack_for<&engine::point_mul_gen>(e), [&] {
        secret<point64> r;
        e.point_mul_gen(&r, k.limbs().data());
        return store(&r);
    });
}

}  // namespace ct
}  // namespace secp256k1
