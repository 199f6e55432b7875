// DER encodings of ECDSA signatures: the strict form of BIP-66, the lax form of old consensus, and
// writing; variable time.
#pragma once
#include "base/int.h"
#include "proto/order.h"

namespace ufsecp::UF_TARGET {

/* A cursor over the bytes that are left. */
struct der_reader {
    const u8 *p;
    size_t len;
};

/* out32 = the next strict integer: tag 02, one length byte of 1 ... 33, no sign bit, no needless
 * leading zero, below 2^256. */
static inline bool der_read_int_strict_var(u8 out32[32], der_reader *in) {
    if (in->len < 3 || in->p[0] != 2) return false;
    size_t n = in->p[1];
    const u8 *v = in->p + 2;
    if (n < 1 || n > 33 || n > in->len - 2) return false;
    in->p += 2 + n, in->len -= 2 + n;
    if (v[0] & 0x80) return false;
    if (n > 1 && v[0] == 0) {
        if (!(v[1] & 0x80)) return false;
        v++, n--;
    }
    if (n > 32) return false;
    memset(out32, 0, 32 - n);
    memcpy(out32 + 32 - n, v, n);
    return true;
}

/* sig64 = r || s from strict DER (BIP-66, without its hash-type byte): 30, one length byte that
 * counts the rest exactly, two strict integers, nothing after them.  Whether r and s are below n is
 * left to verification. */
static inline bool der_parse_strict_var(u8 sig64[64], const u8 *der, size_t len) {
    if (len < 8 || len > 72 || der[0] != 0x30 || der[1] != len - 2) return false;
    der_reader in = {der + 2, len - 2};
    return der_read_int_strict_var(sig64, &in) && der_read_int_strict_var(sig64 + 32, &in) &&
           in.len == 0;
}

/* v, n = the contents of the next lax integer, leading zeros dropped: tag 02; a length byte below
 * 80 is the length; one of 80 + k is followed by k bytes of big-endian length, of which, leading
 * zeros dropped, at most 3 may remain. */
static inline bool der_read_int_lax_var(const u8 **v, size_t *n, der_reader *in) {
    if (in->len < 2 || in->p[0] != 2) return false;
    size_t size = in->p[1];
    in->p += 2, in->len -= 2;
    if (size & 0x80) {
        size_t k = size & 0x7f;
        if (k > in->len) return false;
        while (k > 0 && in->p[0] == 0) in->p++, in->len--, k--;
        if (k > 3) return false;
        for (size = 0; k > 0; k--) size = size << 8 | in->p[0], in->p++, in->len--;
    }
    if (size > in->len) return false;
    *v = in->p, *n = size;
    in->p += size, in->len -= size;
    while (*n > 0 && **v == 0) ++*v, --*n;
    return true;
}

/* sig64 = r || s from the lax form.  The rules, as consensus applied them before BIP-66:
   - the first byte is 30; the sequence's length may take many bytes (80 + k, then k bytes, all of
   which must be there), and its value is ignored;
   - two lax integers follow; their contents are unsigned (no sign bit) and may be empty (zero) or
   padded with zeros;
   - whatever follows is ignored;
   - if r or s is not below n, both become zero, which no verification accepts.
   sig64 is zeros too if it returns false. */
static inline bool der_parse_lax_var(u8 sig64[64], const u8 *der, size_t len) {
    memset(sig64, 0, 64);
    if (len < 2 || der[0] != 0x30) return false;
    der_reader in = {der + 2, len - 2};
    if (der[1] & 0x80) {
        const size_t k = der[1] & 0x7f;
        if (k > in.len) return false;
        in.p += k, in.len -= k;
    }
    const u8 *r, *s;
    size_t r_len, s_len;
    if (!der_read_int_lax_var(&r, &r_len, &in) || !der_read_int_lax_var(&s, &s_len, &in))
        return false;
    if (r_len > 32 || s_len > 32) return true;
    memcpy(sig64 + 32 - r_len, r, r_len);
    memcpy(sig64 + 64 - s_len, s, s_len);
    if (memcmp(sig64, order_b32, 32) >= 0 || memcmp(sig64 + 32, order_b32, 32) >= 0)
        memset(sig64, 0, 64);
    return true;
}

/* Writes the shortest integer of a 32-byte value at p: tag, length, contents; returns its size, 3
 * ... 35. */
static inline size_t der_write_int_var(u8 *p, const u8 v32[32]) {
    size_t skip = 0;
    while (skip < 31 && v32[skip] == 0) skip++;
    const size_t pad = v32[skip] >> 7, n = 32 - skip;
    p[0] = 2, p[1] = (u8)(pad + n), p[2] = 0;
    memcpy(p + 2 + pad, v32 + skip, n);
    return 2 + pad + n;
}

/* der = the strict DER of r || s; returns its size, 8 ... 72. */
static inline size_t der_serialize_var(u8 der[72], const u8 sig64[64]) {
    size_t n = 2;
    n += der_write_int_var(der + n, sig64);
    n += der_write_int_var(der + n, sig64 + 32);
    der[0] = 0x30, der[1] = (u8)(n - 2);
    return n;
}

}  // namespace ufsecp::UF_TARGET
