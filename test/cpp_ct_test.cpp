// Constant time of namespace secp256k1::ct, seen by a taint checker as in ct_test.cpp: every
// function on secret arguments, on every engine.
#include <stdio.h>

#include "base/ct.h"
#include "ufsecp/secp256k1.hpp"

using namespace ufsecp::UF_TARGET;
using namespace secp256k1::ct;

namespace {

int failures = 0;

/* Marks a result public and compares it. */
template <class T>
void expect(T got, const T &want, const char *call) {
    declassify(&got, sizeof got, "the test looks at it");
    if (got == want) return;
    printf("%s on %s is wrong\n", call, ufsecp_engine());
    failures++;
}

/* A value that is secret from here on. */
template <class T>
T hidden(T a) {
    classify(&a, sizeof a);
    return a;
}

void run_all() {
    const FieldElement a = FieldElement::from_hex("123456789abcdef0fedcba9876543210"),
                       b = a.square() + FieldElement::one();
    const Scalar k = Scalar::from_hex("fedcba98765432100f1e2d3c4b5a6978"),
                 l = k * k - Scalar::one();
    const Point p = secp256k1::fast::generator_mul(k), q = p.dbl(), infinity;

    expect(field_add(hidden(a), hidden(b)), a + b, "field_add");
    expect(field_sub(hidden(a), hidden(b)), a - b, "field_sub");
    expect(field_neg(hidden(a)), -a, "field_neg");
    expect(field_mul(hidden(a), hidden(b)), a * b, "field_mul");
    expect(field_sqr(hidden(a)), a * a, "field_sqr");
    expect(field_inv(hidden(a)), a.inverse(), "field_inv");
    expect(field_inv(hidden(FieldElement::zero())), FieldElement::zero(), "field_inv of zero");
    expect(field_select(hidden(true), hidden(a), hidden(b)), a, "field_select");
    expect(field_select(hidden(false), hidden(a), hidden(b)), b, "field_select");
    expect(field_eq(hidden(a), hidden(b)), false, "field_eq");
    expect(field_eq(hidden(a), hidden(a)), true, "field_eq");

    std::array<uint8_t, 32> ones;
    ones.fill(0xff);
    expect(Scalar::from_bytes(hidden(k.to_bytes())), k, "from_bytes");
    expect(Scalar::from_bytes(hidden(ones)), Scalar::from_bytes(ones), "from_bytes of n and more");
    expect(hidden(k).to_bytes(), k.to_bytes(), "to_bytes");
    expect(scalar_add(hidden(k), hidden(l)), k + l, "scalar_add");
    expect(scalar_sub(hidden(k), hidden(l)), k - l, "scalar_sub");
    expect(scalar_neg(hidden(k)), -k, "scalar_neg");
    expect(scalar_mul(hidden(k), hidden(l)), k * l, "scalar_mul");
    expect(scalar_inv(hidden(k)), k.inverse(), "scalar_inv");
    expect(scalar_select(hidden(true), hidden(k), hidden(l)), k, "scalar_select");
    expect(scalar_select(hidden(false), hidden(k), hidden(l)), l, "scalar_select");
    expect(scalar_eq(hidden(k), hidden(l)), false, "scalar_eq");
    expect(scalar_eq(hidden(k), hidden(k)), true, "scalar_eq");

    expect(point_select(hidden(true), hidden(p), hidden(q)), p, "point_select");
    expect(point_select(hidden(false), hidden(p), hidden(q)), q, "point_select");
    expect(point_add_complete(hidden(p), hidden(q)), p + q, "point_add_complete");
    expect(point_add_complete(hidden(p), hidden(p)), q, "point_add_complete of equal points");
    expect(point_add_complete(hidden(p), hidden(-p)), infinity,
           "point_add_complete of opposite points");
    expect(point_add_complete(hidden(p), hidden(infinity)), p, "point_add_complete of infinity");
    expect(point_add_complete(hidden(infinity), hidden(q)), q, "point_add_complete to infinity");
    expect(point_add_complete(hidden(infinity), hidden(infinity)), infinity,
           "point_add_complete of infinity twice");
    expect(point_dbl(hidden(p)), q, "point_dbl");
    expect(point_neg(hidden(p)), -p, "point_neg");
    expect(point_normalize(hidden(q)), q, "point_normalize");
    expect(point_eq(hidden(p), hidden(q)), false, "point_eq");
    expect(point_eq(hidden(p), hidden(p)), true, "point_eq");
    expect(scalar_mul(hidden(q), hidden(l)), q.scalar_mul(l), "scalar_mul of a point");
    expect(scalar_mul(hidden(q), hidden(Scalar::zero())), infinity,
           "scalar_mul of a point by zero");
    expect(scalar_mul(hidden(infinity), hidden(l)), infinity, "scalar_mul of infinity");
    expect(secp256k1::ct::generator_mul(hidden(l)), secp256k1::fast::generator_mul(l),
           "generator_mul");
    expect(secp256k1::ct::generator_mul(hidden(Scalar::zero())), infinity, "generator_mul by zero");
}

}  // namespace

int main() {
    if (!taint_is_checked()) {
        printf("skipped: not under a taint checker\n");
        return 77;
    }
    int supported;
    for (size_t i = 0; const char *name = ufsecp_engine_at(i, &supported); i++) {
        if (!supported || !ufsecp_engine_select(name)) continue;
        run_all();
        printf("%s: done\n", name);
    }
    return failures != 0;
}
