// Table look-up by a secret index: every entry is read, one is kept.
#pragma once
#include "group/point.h"
#include "scalar/recode.h"

namespace ufsecp::UF_TARGET {

/* *r = table[index], index < entries.
 * time: depends on entries only, and so do the addresses that are read. */
static inline void scan_entry(ge_entry *r, const ge_entry *table, u32 entries, u32 index) {
#if defined(UF_THUMB_LEAVES)
    ufsecp_thumb_scan(r, table, entries, index);
#elif defined(__AVX2__)
    /* A coordinate fills a register, and comparing all of its words is one instruction. */
    typedef u64 words __attribute__((vector_size(32), may_alias));
    const words *entry = reinterpret_cast<const words *>(table);
    const words wanted = words{} + value_barrier((u64)index);
    words x{}, y{}, at{};
    for (u32 i = 0; i < entries; i++, entry += 2, at += 1) {
        const words keep = (words)(at == wanted);
        x |= entry[0] & keep;
        y |= entry[1] & keep;
    }
    words *out = reinterpret_cast<words *>(r);
    out[0] = x, out[1] = y;
#else
    /* Vectors of 16 bytes, which compilers cut to what the target has. */
    typedef u64 words __attribute__((vector_size(16), may_alias));
    const words *entry = reinterpret_cast<const words *>(table);
    words a0{}, a1{}, a2{}, a3{};
#if defined(__aarch64__)
    const words wanted = words{} + value_barrier((u64)index);
    words at{};
#endif
    for (u32 i = 0; i < entries; i++, entry += 4) {
#if defined(__aarch64__)
        const words keep = (words)(at == wanted);
        at += 1;
#else
        const words keep = words{} + mask_is_equal(i, index).bits;
#endif
        a0 |= entry[0] & keep;
        a1 |= entry[1] & keep;
        a2 |= entry[2] & keep;
        a3 |= entry[3] & keep;
    }
    words *out = reinterpret_cast<words *>(r);
    out[0] = a0, out[1] = a1, out[2] = a2, out[3] = a3;
#endif
}

/* r = the summand that d names: its entry of the table, negated where d is negative.  *entry is
 * left with that entry. */
static inline void scan_summand(ge *r, ge_entry *entry, const ge_entry *table, u32 entries,
                                odd_digit d) {
    scan_entry(entry, table, entries, d.index);
    ge_set_entry(r, entry);
    ge_cond_neg(r, d.negative);
}

}  // namespace ufsecp::UF_TARGET
