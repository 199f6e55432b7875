// Silent payments (BIP-352) with many keys: the input secret of a sender, and outputs, a chunk at a
// time.  Constant time.
#pragma once
#include "group/ge_entry.h"
#include "proto/silent.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

static int engine_silent_input_seckey(u8 *out32, const u8 *outpoint36, const u8 *taproot32,
                                      size_t n_taproot, const u8 *plain32, size_t n_plain) {
    return tell(silent_input_seckey<secret_chunk>(out32, outpoint36, taproot32, n_taproot, plain32,
                                                  n_plain));
}

static int engine_silent_outputs(ge_entry *r, u8 *t32s, const u8 *s33, const ge_entry *spends,
                                 size_t step, u32 k, size_t n) {
    ge p[secret_chunk], spend[secret_chunk];
    mask valid = mask_all();
    for (size_t at = 0; at < n; at += secret_chunk) {
        const size_t m = chunk_size(at, n, secret_chunk);
        for (size_t i = 0; i < m; i++) ge_set_entry(&spend[i], &spends[step * (at + i)]);
        valid = valid & silent_output_points<secret_chunk>(p, t32s + 32 * at, s33, spend, 1,
                                                           k + (u32)at, m);
        for (size_t i = 0; i < m; i++) ge_get_entry(&r[at + i], &p[i]);
    }
    declassify(r, n * sizeof *r, "the key that an output would have: one has it, or nobody");
    return tell(valid);
}

}  // namespace ufsecp::UF_TARGET
