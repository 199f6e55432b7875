/* Calls what a small device needs of the library. Linked alone, with what it does not call dropped,
 * it tells the size of the profile tiny; with UF_PROBE_MAIN it is a program: the self-test of that
 * build, the stack that each call takes, and whether a secret is left on it. tools/print_sizes.py
 * builds both. */
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

static const struct {
    const char *name;
    void (*run)(void);
} steps[] = {{"", do_start},
             {"secret keys", do_seckeys},
             {"pubkey_create", do_pubkey_create},
             {"public keys", do_pubkeys},
             {"ecdsa_sign", do_ecdsa_sign},
             {"ecdsa_verify", do_ecdsa_verify},
             {"ecdsa_recover", do_ecdsa_recover},
             {"schnorr_sign", do_schnorr_sign},
             {"schnorr_verify", do_schnorr_verify},
             {"keypair", do_keypair},
             {"ecdh", do_ecdh},
             {"ecdh_x", do_ecdh_x},
             {"taproot", do_taproot},
             {"hashes", do_hashes}};
enum { count = sizeof steps / sizeof *steps };

/* The entry point of the size. */
int probe(void);
int probe(void) {
    for (int i = 0; i < count; i++) steps[i].run();
    return good;
}

#ifdef UF_PROBE_MAIN
#include <stdio.h>

/* SHA-256 of all results, as the library of the profile default gives them. */
static const char want[] = "983732290770e8e1fcb6d18ed131e381613c30eac33ec25f16618c6a29d52a42";

enum { depth = 48 * 1024, own = 512 };

/* The nonce of do_ecdsa_sign, by RFC 6979. */
static const char nonce_hex[] = "7dd22fdef29f2d60f9cc0b4b8d1f3c31212c89cc480f199515e82576b8eddda2";

/* What a step may not leave on the stack: the key, the tweak, that nonce, and the negatives of all.
 */
static uint8_t secrets[6][32];

static void fill_secrets(void) {
    static const char digits[] = "0123456789abcdef";
    memcpy(secrets[0], seckey, 32), memcpy(secrets[1], tweak, 32);
    for (int i = 0; i < 32; i++)
        secrets[2][i] = (uint8_t)((strchr(digits, nonce_hex[2 * i]) - digits) << 4 |
                                  (strchr(digits, nonce_hex[2 * i + 1]) - digits));
    memcpy(secrets[3], secrets, 96);
    for (int i = 3; i < 6; i++) good &= ufsecp_seckey_negate(secrets[i]);
}

/* Whether eight bytes of a secret in a row, in either order as numbers and bytes have them, lie
 * among these, which are `size`. */
static int found(const volatile uint8_t *bytes, long size) {
    for (long i = 0; i + 8 <= size; i++)
        for (int s = 0; s < 6; s++)
            for (int at = 0; at <= 24; at++) {
                int same = 0, reversed = 0;
                while (same < 8 && bytes[i + same] == secrets[s][at + same]) same++;
                while (reversed < 8 && bytes[i + reversed] == secrets[s][at + 7 - reversed])
                    reversed++;
                if (same == 8 || reversed == 8) return 1;
            }
    return 0;
}

/* A step that leaves what it should not. */
static void do_leave(void) {
    volatile uint8_t copy[1024];
    for (int i = 0; i < 1024; i++) copy[i] = secrets[2][31 - i % 32];
}

/* The bytes of stack below this frame that a step wrote over, and whether a secret is left there.
 */
static __attribute__((noinline)) long stack_of(void (*run)(void), int *left) {
    volatile uint8_t here = 0;
    volatile uint8_t *const bottom = &here - depth;
    for (long i = 0; i < depth - own; i++) bottom[i] = 0xa5;
    run();
    *left = found(bottom, depth - own);
    long i = 0;
    while (i < depth - own && bottom[i] == 0xa5) i++;
    return i == depth - own ? own : depth - i;
}

int main(void) {
    char digest[65];
    int left = 0, clean = 1;
    for (int i = 0; i < count; i++) {
        const long bytes = stack_of(steps[i].run, &left);
        if (i > 0)
            printf("stack %-14s %6ld bytes%s\n", steps[i].name, bytes,
                   left ? ", with a SECRET left" : "");
        if (i == 0) fill_secrets();
        clean &= !left;
    }
    stack_of(do_leave, &left);
    if (!left) printf("what is left is NOT seen\n");
    clean &= left;
    for (int i = 0; i < 32; i++) snprintf(digest + 2 * i, 3, "%02x", out32[i]);
    const int right = good && clean && strcmp(digest, want) == 0;
    printf("engine %s, results %s: %s\n", ufsecp_engine(), digest, right ? "right" : "WRONG");
    return !right;
}
#endif
