// The Jacobi symbol in variable time, for any odd modulus below 2^256: the binary gcd of
// modinv_var.h, and the sign that each of its steps brings.
//
// For odd b, (a/b) is that of a modulo |b|.  Then, for signed a and odd b without a common factor,
//     (a/b) = (2/b) (a/2 / b), and (2/b) = -1 if b is 3 or 5 mod 8
//     (a/b) = (a-b / b)
//     (a/b) = (b/a), times -1 if both are 3 mod 4, unless both are negative
//     (-a/b) = (a/b), times -1 if |b| is 3 mod 4, and (a/-b) = (a/b)
// Within a batch a wrong comparison may make a negative, then an exchange b, but never both.  So
// the three lowest bits decide; K - 2 halvings of K right bits leave as many until the last one.
#pragma once
#include "base/modinv_var.h"

namespace ufsecp::UF_TARGET {

template <int W, int K>
static inline int jacobi_limbs_var(const u64 a[4], const modinv_modulus_of<W> *m) {
    if ((a[0] | a[1] | a[2] | a[3]) == 0) return 0;
    modinv_num<W> x, y;
    modinv_from_u64<W>(&x, a);
    modinv_carry_var(&y, m);
    u64 sign = 0;
    modinv_halvings unused;
    for (int len = modinv_limbs<W>::count; len != 0;)
        sign ^= modinv_batch_var<W, K, true>(&unused, &x, &y, &len);
    return 1 - 2 * (int)(sign & 1);
}

/* (a/m) for a prime m: 1 if a is a square modulo m, -1 if not, 0 for 0.
 * in: a < m.
 * time: variable. */
static inline int jacobi_var(const u64 a[4], const modinv_modulus *m) {
#ifdef UF_INT128
    return jacobi_limbs_var<62, 31>(a, m);
#else
    return jacobi_limbs_var<30, 30>(a, m);
#endif
}
UF_PUBLIC_ONLY(jacobi_var);

}  // namespace ufsecp::UF_TARGET
