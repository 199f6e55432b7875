// Silent payments as an engine does them: the secrets of sender and receiver in chunks, and the
// sums of points by which labels are found.
#include "group/many_var.h"
#include "proto/silent_var.h"

namespace ufsecp::UF_TARGET {

static int engine_silent_input_seckey(u8 *out32, const u8 *outpoint36, const u8 *taproot32,
                                      size_t n_taproot, const u8 *plain32, size_t n_plain) {
    return tell(silent_input_seckey<secret_chunk>(out32, outpoint36, taproot32, n_taproot, plain32,
                                                  n_plain));
}

static int engine_silent_tweak_var(u8 *tweak33, const u8 *outpoint36, const u8 *xonly32s,
                                   size_t n_xonly, const u8 *pks33, size_t n_plain) {
    ge p;
    const ufsecp_status status =
        silent_tweak_var(&p, outpoint36, xonly32s, n_xonly, pks33, n_plain);
    return put_pubkey_var(tweak33, 33, &p, status) == UFSECP_OK;
}

static int engine_silent_outputs(ge_row *r, u8 *t32s, const u8 *s33, const ge_row *spends,
                                 size_t step, u32 k, size_t n) {
    ge p[secret_chunk], spend[secret_chunk];
    mask valid = mask_all();
    for (size_t at = 0; at < n; at += secret_chunk) {
        const size_t m = chunk_size(at, n, secret_chunk);
        for (size_t i = 0; i < m; i++) ge_set_row(&spend[i], &spends[step * (at + i)]);
        valid = valid & silent_output_points<secret_chunk>(p, t32s + 32 * at, s33, spend, 1,
                                                           k + (u32)at, m);
        for (size_t i = 0; i < m; i++) ge_get_row(&r[at + i], &p[i]);
    }
    declassify(r, n * sizeof *r, "the key that an output would have: one has it, or nobody");
    return tell(valid);
}

/* Sums that share an inversion, or a few. */
static constexpr size_t silent_pairs = 1024;

template <class Many>
static void silent_sums_var(ge_row *sums, const ge_row *rows, size_t first, size_t n, int signs) {
    row_pair pairs[silent_pairs];
    const size_t most = silent_pairs / (size_t)signs;
    for (size_t at = 0; at < n; at += most) {
        const size_t m = chunk_size(at, n, most);
        for (size_t i = 0; i < m; i++)
            for (int s = 0; s < signs; s++)
                pairs[signs * i + s] = {0, (u32)(first + at + i) << 1 | (u32)s};
        Many::add_pairs_var(sums + signs * at, rows, pairs, signs * m);
    }
}
static constexpr auto engine_silent_sums_var = silent_sums_var<many_scalar>;

}  // namespace ufsecp::UF_TARGET
