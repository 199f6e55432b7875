/* Calls what a small device needs of the library. Linked alone, with what it does not call dropped,
 * it tells the size of the profile tiny; with UF_PROBE_RESULTS it also checks the results, for
 * stack_probe.c. tools/print_sizes.py builds both. */
#include <string.h>
#include <ufsecp/ufsecp.h>

/* What the calls read and write. Every result goes into `all`, in the order of the calls. */
static uint8_t seckey[32], tweak[32], msg[32], pk33[33], other33[33], pk65[65], x32[32], sig[64],
    out32[32];
static int number;
static ufsecp_keypair pair;
static uint8_t all[1024];
static size_t used;
static int good = 1;

static void keep(int result, const void *bytes, size_t len) {
    good &= result;
    memcpy(all + used, bytes, len);
    used += len;
}

static void do_start(void) {
    for (int i = 0; i < 32; i++)
        seckey[i] = (uint8_t)(i * 7 + 1), tweak[i] = (uint8_t)(i * 3 + 2),
        msg[i] = (uint8_t)(i * 5 + 3);
    used = 0, good = 1;
}
static void do_seckeys(void) {
    static uint8_t sk[32];
    memcpy(sk, seckey, 32);
    good &=
        ufsecp_seckey_verify(sk) & ufsecp_seckey_negate(sk) & ufsecp_seckey_tweak_add(sk, tweak);
    keep(ufsecp_seckey_tweak_mul(sk, tweak), sk, 32);
    keep(ufsecp_pubkey_create(other33, 33, sk), other33, 33);
}
static void do_pubkey_create(void) { keep(ufsecp_pubkey_create(pk65, 65, seckey), pk65, 65); }
static void do_pubkeys(void) {
    keep(ufsecp_pubkey_convert(pk33, 33, pk65, 65, 0) == UFSECP_OK, pk33, 33);
    keep(ufsecp_xonly_create(x32, &number, seckey), x32, 32);
    keep(ufsecp_pubkey_negate(pk65, 65, pk33, 33), pk65, 65);
    keep(ufsecp_pubkey_tweak_add(pk65, 65, pk33, 33, tweak), pk65, 65);
    keep(ufsecp_pubkey_tweak_mul(pk65, 65, pk33, 33, tweak), pk65, 65);
}
static void do_ecdsa_sign(void) { keep(ufsecp_ecdsa_sign(sig, msg, seckey, 0), sig, 64); }
static void do_ecdsa_verify(void) { good &= ufsecp_ecdsa_verify(sig, msg, pk33, 33, UFSECP_LOW_S); }
static void do_ecdsa_recover(void) {
    keep(ufsecp_ecdsa_sign_recoverable(sig, &number, msg, seckey, tweak), sig, 64);
    keep(ufsecp_ecdsa_recover(pk65, 65, sig, number, msg) == UFSECP_OK, pk65, 65);
}
static void do_schnorr_sign(void) {
    keep(ufsecp_schnorr_sign(sig, msg, 32, seckey, tweak), sig, 64);
}
static void do_schnorr_verify(void) { good &= ufsecp_schnorr_verify(sig, msg, 32, x32); }
static void do_keypair(void) {
    good &= ufsecp_keypair_create(&pair, seckey);
    keep(ufsecp_schnorr_sign_keypair(sig, msg, 32, &pair, 0), sig, 64);
}
static void do_ecdh(void) { keep(ufsecp_ecdh(out32, other33, 33, seckey), out32, 32); }
static void do_ecdh_x(void) { keep(ufsecp_ecdh_x(out32, other33, 33, seckey), out32, 32); }
static void do_taproot(void) {
    keep(ufsecp_taproot_output_key(out32, &number, x32, tweak), out32, 32);
    keep(ufsecp_taproot_output_seckey(out32, seckey, tweak), out32, 32);
}
static void do_hashes(void) {
    keep(ufsecp_tagged_hash(out32, msg, 3, msg, 32), out32, 32);
    keep(ufsecp_sha256(out32, all, used), out32, 32);
}

static void (*const steps[])(void) = {
    do_start,        do_seckeys,       do_pubkey_create, do_pubkeys,        do_ecdsa_sign,
    do_ecdsa_verify, do_ecdsa_recover, do_schnorr_sign,  do_schnorr_verify, do_keypair,
    do_ecdh,         do_ecdh_x,        do_taproot,       do_hashes};

/* The entry point of the size. */
int probe(void);
int probe(void) {
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) steps[i]();
    return good;
}

#ifdef UF_PROBE_RESULTS
/* Whether all results are those of the profile default: SHA-256 of them. */
int probe_right(void);
int probe_right(void) {
    static const uint8_t want[32] = {0x98, 0x37, 0x32, 0x29, 0x07, 0x70, 0xe8, 0xe1,
                                     0xfc, 0xb6, 0xd1, 0x8e, 0xd1, 0x31, 0xe3, 0x81,
                                     0x61, 0x3c, 0x30, 0xea, 0xc3, 0x3e, 0xc2, 0x5f,
                                     0x16, 0x61, 0x8c, 0x6a, 0x29, 0xd5, 0x2a, 0x42};
    return probe() && memcmp(out32, want, 32) == 0;
}
#endif
