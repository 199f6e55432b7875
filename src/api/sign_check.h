// Signatures that are verified before they are given out, as ufsecp_sign_check_set asks.
#pragma once
#include "engine/engine.h"

namespace ufsecp {

/* Whether signatures are to be verified: the process-wide switch, off at first.  Thread-safe. */
bool sign_check();
void set_sign_check(bool on);

/* As the rows of the engine of the same names, and in the end the engine verifies what it made.
 * What does not verify never reaches the caller's memory: it gets 0 (or ok = 0 for its row) and
 * zeros.  Keys are seen by the constant-time rows alone; the public key is made from the secret one
 * once more, except in a keypair, whose own is used.  recid may be NULL. */
int ecdsa_sign_checked(uint8_t *sig64, int *recid, const uint8_t *msg32, const uint8_t *sk32,
                       const uint8_t *extra32);
int schnorr_sign_checked(uint8_t *sig64, const uint8_t *msg, size_t msg_len, const uint8_t *sk32,
                         const uint8_t *aux32);
int schnorr_sign_keypair_checked(uint8_t *sig64, const uint8_t *msg, size_t msg_len,
                                 const uint8_t *keypair65, const uint8_t *aux32);
int ecdsa_sign_batch_checked(uint8_t *sigs64, uint8_t *ok, const uint8_t *msgs32,
                             const uint8_t *sks32, size_t n);
int schnorr_sign_batch_checked(uint8_t *sigs64, uint8_t *ok, const uint8_t *msgs32,
                               const uint8_t *sks32, const uint8_t *auxs32, size_t n);

}  // namespace ufsecp
