// Constant time, seen by a taint checker: secrets are marked, then every call that takes one runs on every engine.
//
// Built with UF_CT_VALGRIND (and run under valgrind) or with MemorySanitizer, as the library must be too: a branch or an address that depends
// on a marked byte is an error there. With --leak the program does what must be reported, which tests the checker. Without a checker
// there is nothing to see, and the test is skipped (exit code 77).
#include <stdio.h>
#include <string.h>

#include "base/ct.h"
#include "ufsecp/ufsecp.h"

using namespace ufsecp::UF_TARGET;

namespace {

bool checked() {
#if defined(UF_CT_VALGRIND)
    return RUNNING_ON_VALGRIND;
#elif defined(UF_CT_MSAN)
    return true;
#else
    return false;
#endif
}

int failures = 0;

/* A result, and the output that came with it: marked public here, then compared with what must come out. */
void expect(int got, int want, const char *call) {
    declassify(&got, sizeof got, "the test looks at it");
    if (got == want) return;
    printf("%s on %s: %d, not %d\n", call, ufsecp_engine(), got, want);
    failures++;
}

/* Equal secrets classified anew for each call, so that no call lives on what an earlier one declassified. */
struct inputs {
    u8 key[32], bad_key[32], tweak[32], aux[32], keys[96], auxs[96];

    inputs() {
        for (size_t i = 0; i < 32; i++) {
            key[i] = (u8)(i * 11 + 1), tweak[i] = (u8)(i * 5 + 3), aux[i] = (u8)(i * 3 + 7), bad_key[i] = 0xff;
            for (size_t j = 0; j < 3; j++) keys[32 * j + i] = j == 1 ? 0 : (u8)(key[i] + j), auxs[32 * j + i] = (u8)(aux[i] ^ j);
        }
        classify(this, sizeof *this);
    }
};

int custom_hash(u8 *out, const u8 x[32], const u8 y[32], void *) {
    for (size_t i = 0; i < 32; i++) out[i] = x[i] ^ y[i];
    return 1;
}

void run_all() {
    u8 msg[96], pk33[99], pk65[65], x32[32], sig[64], sigs[192], out[96], ok[3], plain_key[32];
    int number;
    memset(msg, 0x35, sizeof msg);
    memset(plain_key, 0x17, sizeof plain_key);
    expect(ufsecp_pubkey_create(pk65, 65, plain_key), 1, "pubkey_create of a public key");
    expect(ufsecp_pubkey_create(pk33, 33, plain_key), 1, "pubkey_create of a public key");
    memcpy(pk33 + 33, pk33, 33);
    memcpy(pk33 + 66, pk33, 33);
    pk33[33] = 9;

    { inputs s; expect(ufsecp_seckey_verify(s.key), 1, "seckey_verify"); }
    { inputs s; expect(ufsecp_seckey_verify(s.bad_key), 0, "seckey_verify of a bad key"); }
    { inputs s; expect(ufsecp_seckey_negate(s.key), 1, "seckey_negate"); }
    { inputs s; expect(ufsecp_seckey_negate(s.bad_key), 0, "seckey_negate of a bad key"); }
    { inputs s; expect(ufsecp_seckey_tweak_add(s.key, s.tweak), 1, "seckey_tweak_add"); }
    { inputs s; expect(ufsecp_seckey_tweak_add(s.key, s.bad_key), 0, "seckey_tweak_add of a bad tweak"); }
    { inputs s; expect(ufsecp_seckey_tweak_mul(s.key, s.tweak), 1, "seckey_tweak_mul"); }
    { inputs s; expect(ufsecp_seckey_tweak_mul(s.bad_key, s.tweak), 0, "seckey_tweak_mul of a bad key"); }
    { inputs s; u8 p[65]; expect(ufsecp_pubkey_create(p, 33, s.key), 1, "pubkey_create 33"); }
    { inputs s; u8 p[65]; expect(ufsecp_pubkey_create(p, 65, s.key), 1, "pubkey_create 65"); }
    { inputs s; u8 p[65]; expect(ufsecp_pubkey_create(p, 65, s.bad_key), 0, "pubkey_create of a bad key"); }
    { inputs s; expect(ufsecp_xonly_create(x32, &number, s.key), 1, "xonly_create"); }
    { inputs s; expect(ufsecp_ecdsa_sign(sig, msg, s.key, nullptr), 1, "ecdsa_sign"); }
    { inputs s; expect(ufsecp_ecdsa_sign(sig, msg, s.key, s.aux), 1, "ecdsa_sign with extra"); }
    { inputs s; expect(ufsecp_ecdsa_sign(sig, msg, s.bad_key, nullptr), 0, "ecdsa_sign with a bad key"); }
    { inputs s; expect(ufsecp_ecdsa_sign_recoverable(sig, &number, msg, s.key, nullptr), 1, "ecdsa_sign_recoverable"); }
    expect(ufsecp_ecdsa_recover(out, 33, sig, number, msg) == UFSECP_OK, 1, "a recovery from it");
    { inputs s; expect(ufsecp_schnorr_sign(sig, msg, 32, s.key, nullptr), 1, "schnorr_sign"); }
    { inputs s; expect(ufsecp_schnorr_sign(sig, msg, 70, s.key, s.aux), 1, "schnorr_sign with aux"); }
    { inputs s; expect(ufsecp_schnorr_sign(sig, msg, 32, s.bad_key, s.aux), 0, "schnorr_sign with a bad key"); }
    {
        inputs s;
        ufsecp_keypair pair;
        expect(ufsecp_keypair_create(&pair, s.key), 1, "keypair_create");
        expect(ufsecp_schnorr_sign_keypair(sig, msg, 32, &pair, s.aux), 1, "schnorr_sign_keypair");
        expect(ufsecp_keypair_create(&pair, s.bad_key), 0, "keypair_create of a bad key");
    }
    { inputs s; expect(ufsecp_ecdh(out, pk33, 33, s.key), 1, "ecdh"); }
    { inputs s; expect(ufsecp_ecdh(out, pk65, 65, s.bad_key), 0, "ecdh with a bad key"); }
    { inputs s; expect(ufsecp_ecdh_x(out, pk65, 65, s.key), 1, "ecdh_x"); }
    { inputs s; expect(ufsecp_ecdh_custom(out, pk33, 33, s.key, custom_hash, nullptr), 1, "ecdh_custom"); }
    { inputs s; expect(ufsecp_taproot_output_seckey(out, s.key, nullptr), 1, "taproot_output_seckey"); }
    { inputs s; expect(ufsecp_taproot_output_seckey(out, s.key, msg), 1, "taproot_output_seckey with a root"); }
    { inputs s; expect(ufsecp_pubkey_create_batch(sigs, ok, s.keys, 3), 0, "pubkey_create_batch"); }
    { inputs s; expect(ufsecp_ecdsa_sign_batch(sigs, ok, msg, s.keys, 3), 0, "ecdsa_sign_batch"); }
    { inputs s; expect(ufsecp_schnorr_sign_batch(sigs, ok, msg, s.keys, s.auxs, 3), 0, "schnorr_sign_batch"); }
    expect(ok[0] == 1 && ok[1] == 0 && ok[2] == 1, 1, "its verdicts");
    { inputs s; expect(ufsecp_ecdh_batch(out, ok, pk33, s.key, 3), 0, "ecdh_batch"); }
    expect(ok[0] == 1 && ok[1] == 0 && ok[2] == 1, 1, "its verdicts");
}

/* A branch on a secret byte, and a table read at its address: both must be reported. */
int leak() {
    static volatile u8 table[256];
    inputs s;
    if (s.key[0] & 1) table[1] = 1;
    return table[s.key[1]];
}

}  // namespace

int main(int argc, char **argv) {
    if (!checked()) {
        printf("skipped: not under a taint checker\n");
        return 77;
    }
    if (argc > 1 && strcmp(argv[1], "--leak") == 0) {
        printf("leaked: %d\n", leak());
        return 0;
    }
    int supported;
    run_all();
    for (size_t i = 0; const char *name = ufsecp_engine_at(i, &supported); i++) {
        if (!supported) continue;
        expect(ufsecp_engine_select(name), 1, "engine_select");
        run_all();
        printf("%s: done\n", name);
    }
    return failures != 0;
}
