// Signatures that are verified before they are given out: one that a fault in the computation made
// wrong may tell the key.
#include "api/sign_check.h"

#include <atomic>

#include "api/stack.h"
#include "base/chunk.h"
#include "engine/threads.h"

namespace ufsecp {

using namespace UF_TARGET;

namespace {

std::atomic<bool> checking{false};

/* Passes on what a verification found, and overwrites what it held on the stack: a signature that
 * failed is as secret as the key. */
[[gnu::always_inline]] inline int verified(const engine &e, int good) {
    return wiped(stack_of(e).ecdh, good);
}

/* Gives the signature out if it is good, else zeros. */
int give(u8 *out, const u8 *sig, bool good, size_t size = 64) {
    if (good) memcpy(out, sig, size);
    else memset(out, 0, size);
    return good;
}

/* Whether recovery leads from the signature, whose s is low and stays as it is, back to the public
 * key: then it also verifies. */
bool recovers_var(u8 *sig64, int recid, const u8 *msg32, const u8 *pk33) {
    const engine &e = current_engine();
    u8 found33[33];
    int was_high;
    return e.ecdsa_sig_normalize_var(sig64, &was_high) && !was_high &&
           e.recover_var(found33, 33, sig64, recid, msg32) == UFSECP_OK &&
           memcmp(found33, pk33, 33) == 0;
}

/* A piece of a batch; and how many bytes of stack its verification uses. */
#ifdef UF_TINY
constexpr size_t piece = 1;
constexpr size_t verify_depth(const engine &e) { return stack_of(e).batch; }
#else
constexpr size_t piece = least_grain;
constexpr size_t verify_depth(const engine &e) { return (e.lanes > 1 ? 200 : 96) << 10; }
#endif
struct batch_piece {
    u8 sigs64[64 * piece], pks33[33 * piece], rows[129 * piece], made[piece], good[piece];
};

/* Signs n rows, a piece at a time: sign(p, at, m) makes the signatures of rows at ... at + m - 1,
 * row(out, i, pk33, sig64) writes row i as verify(p, m) reads it. */
template <class Sign, class Row, class Verify>
int sign_batch_checked(const engine &e, u8 *sigs64, u8 *ok, const u8 *sks32, size_t n,
                       size_t stride, const Sign &sign, const Row &row, const Verify &verify) {
    secret<batch_piece> p;
    int all = 1;
    for (size_t at = 0; at < n; at += piece) {
        const size_t m = chunk_size(at, n, piece);
        sign(p, at, m);
        e.pubkey_create_batch(p.pks33, nullptr, sks32 + 32 * at, m);
        wipe_stack(stack_of(e).batch);
        for (size_t i = 0; i < m; i++)
            row(p.rows + stride * i, at + i, p.pks33 + 33 * i, p.sigs64 + 64 * i);
        verify(p, m);
        for (size_t i = 0; i < m; i++) {
            const int good =
                give(sigs64 + 64 * (at + i), p.sigs64 + 64 * i, p.made[i] == 1 && p.good[i] == 1);
            if (ok) ok[at + i] = (u8)good;
            all &= good;
        }
        if (!all) wipe_stack(verify_depth(e));
    }
    return all;
}

/* Signs by the nonce that `sign` derives with extra32, or that is extra32. */
template <auto sign>
int ecdsa_checked(u8 *sig64, int *recid, const u8 *msg32, const u8 *sk32, const u8 *extra32) {
    const engine &e = current_engine();
    secret_bytes<64> sig;
    u8 pk33[33];
    int id = 0;
    const bool good =
        wiped(stack_of(e).sign, (e.*sign)(sig.b, recid ? &id : nullptr, msg32, sk32, extra32) &&
                                    e.pubkey_create(pk33, 33, sk32)) &&
        verified(e, recid ? recovers_var(sig.b, id, msg32, pk33)
                          : e.ecdsa_check_var(sig.b, msg32, pk33, 33, UFSECP_LOW_S) == UFSECP_OK);
    if (recid) *recid = good ? id : 0;
    return give(sig64, sig.b, good);
}
template <auto sign>
int keypair_checked(u8 *sig64, const u8 *msg, size_t msg_len, const u8 *keypair65,
                    const u8 *extra32) {
    const engine &e = current_engine();
    secret_bytes<64> sig;
    u8 px32[32];
    memcpy(px32, keypair65 + 33, 32);
    declassify(px32, 32, "the public key in a keypair");
    return give(sig64, sig.b,
                wiped(stack_of(e).sign, (e.*sign)(sig.b, msg, msg_len, keypair65, extra32)) &&
                    verified(e, e.schnorr_check_var(sig.b, msg, msg_len, px32) == UFSECP_OK));
}

}  // namespace

bool sign_check() { return checking.load(std::memory_order_relaxed); }
void set_sign_check(bool on) { checking.store(on, std::memory_order_relaxed); }

int ecdsa_sign_checked(u8 *sig64, int *recid, const u8 *msg32, const u8 *sk32, const u8 *extra32) {
    return ecdsa_checked<&engine::ecdsa_sign>(sig64, recid, msg32, sk32, extra32);
}
int ecdsa_sign_nonce_checked(u8 *sig64, int *recid, const u8 *msg32, const u8 *sk32,
                             const u8 *nonce32) {
    return ecdsa_checked<&engine::ecdsa_sign_nonce>(sig64, recid, msg32, sk32, nonce32);
}

int schnorr_sign_checked(u8 *sig64, const u8 *msg, size_t msg_len, const u8 *sk32,
                         const u8 *aux32) {
    const engine &e = current_engine();
    secret_bytes<64> sig;
    u8 px32[32];
    int parity;
    return give(sig64, sig.b,
                wiped(stack_of(e).sign, e.schnorr_sign(sig.b, msg, msg_len, sk32, aux32) &&
                                            e.xonly_create(px32, &parity, sk32)) &&
                    verified(e, e.schnorr_check_var(sig.b, msg, msg_len, px32) == UFSECP_OK));
}
int schnorr_sign_keypair_checked(u8 *sig64, const u8 *msg, size_t msg_len, const u8 *keypair65,
                                 const u8 *aux32) {
    return keypair_checked<&engine::schnorr_sign_keypair>(sig64, msg, msg_len, keypair65, aux32);
}
int schnorr_sign_nonce_checked(u8 *sig64, const u8 *msg, size_t msg_len, const u8 *keypair65,
                               const u8 *nonce32) {
    return keypair_checked<&engine::schnorr_sign_nonce>(sig64, msg, msg_len, keypair65, nonce32);
}

int ecdsa_sign_batch_checked(u8 *sigs64, u8 *ok, const u8 *msgs32, const u8 *sks32, size_t n) {
    const engine &e = host_of(current_engine());
    return sign_batch_checked(
        e, sigs64, ok, sks32, n, 129,
        [&](batch_piece &p, size_t at, size_t m) {
            e.ecdsa_sign_batch(p.sigs64, p.made, msgs32 + 32 * at, sks32 + 32 * at, m);
        },
        [&](u8 *row, size_t i, const u8 *pk33, const u8 *sig64) {
            memcpy(row, msgs32 + 32 * i, 32);
            memcpy(row + 32, pk33, 33);
            memcpy(row + 65, sig64, 64);
        },
        [&](batch_piece &p, size_t m) {
            e.ecdsa_verify_rows_var(p.good, p.rows, 129, m, UFSECP_LOW_S);
        });
}

int schnorr_sign_batch_checked(u8 *sigs64, u8 *ok, const u8 *msgs32, const u8 *sks32,
                               const u8 *auxs32, size_t n) {
    const engine &e = host_of(current_engine());
    return sign_batch_checked(
        e, sigs64, ok, sks32, n, 128,
        [&](batch_piece &p, size_t at, size_t m) {
            e.schnorr_sign_batch(p.sigs64, p.made, msgs32 + 32 * at, sks32 + 32 * at,
                                 from(auxs32, 32 * at), m);
        },
        [&](u8 *row, size_t i, const u8 *pk33, const u8 *sig64) {
            memcpy(row, pk33 + 1, 32);
            memcpy(row + 32, msgs32 + 32 * i, 32);
            memcpy(row + 64, sig64, 64);
        },
        [&](batch_piece &p, size_t m) { e.schnorr_verify_rows_var(p.good, p.rows, 128, m); });
}

int dleq_prove_checked(u8 *proof64, const u8 *sk32, const u8 *b33, const u8 *base33,
                       const u8 *msg32, const u8 *aux32) {
    const engine &e = current_engine();
    secret_bytes<64> proof;
    secret_bytes<66> points; /* nobody but the caller may publish a*B */
    const auto points_are_made = [&] {
        const int made = (base33 ? e.pubkey_mul_secret_batch(points.b, nullptr, sk32, base33, 1)
                                 : e.pubkey_create(points.b, 33, sk32)) &&
                         e.pubkey_mul_secret_batch(points.b + 33, nullptr, sk32, b33, 1);
        declassify(points.b, 66, "the points that a proof is of");
        return made;
    };
    return give(proof64, proof.b,
                wiped(stack_of(e).batch + proof_frame,
                      e.dleq_prove(proof.b, sk32, b33, base33, msg32, aux32) && points_are_made() &&
                          e.dleq_check_var(proof.b, points.b, b33, points.b + 33, base33, msg32) ==
                              UFSECP_OK));
}

int ecdsa_adaptor_encrypt_checked(u8 *sig162, const u8 *msg32, const u8 *sk32, const u8 *enc33,
                                  const u8 *aux32) {
    const engine &e = current_engine();
    secret_bytes<162> sig;
    u8 pk33[33];
    const size_t depth = stack_for<&engine::ecdsa_adaptor_encrypt>(e);
    const int made = wiped(depth, e.ecdsa_adaptor_encrypt(sig.b, msg32, sk32, enc33, aux32) &&
                                      e.pubkey_create(pk33, 33, sk32));
    return give(
        sig162, sig.b,
        made && wiped(depth, e.ecdsa_adaptor_check_var(sig.b, msg32, pk33, enc33) == UFSECP_OK),
        162);
}

int schnorr_adaptor_presign_checked(u8 *presig65, const u8 *msg, size_t msg_len, const u8 *sk32,
                                    const u8 *t33, const u8 *aux32) {
    const engine &e = current_engine();
    secret_bytes<65> sig;
    u8 px32[32];
    int parity;
    const int made =
        wiped(stack_of(e).sign, e.schnorr_adaptor_presign(sig.b, msg, msg_len, sk32, t33, aux32) &&
                                    e.xonly_create(px32, &parity, sk32));
    return give(presig65, sig.b,
                made && verified(e, e.schnorr_adaptor_check_var(sig.b, msg, msg_len, px32, t33) ==
                                        UFSECP_OK),
                65);
}

}  // namespace ufsecp
