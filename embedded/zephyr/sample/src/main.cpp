// Prints the self-test; then makes a key of the board's random bytes, signs and verifies.
#include <stdio.h>

#include "selftest.h"
#include "ufsecp/ufsecp.h"

int main() {
    unsigned ran = 0, failed = 0;
    for (; const selftest_check *check = selftest_at(ran); ran++) {
        const bool passed = check->run();
        failed += !passed;
        printf("%s %s\n", passed ? "ok     " : "FAILED ", check->name);
    }
    printf("%u checks, %u failed\n", ran, failed);

    const uint8_t text[] = "a message";
    uint8_t seckey[32], pubkey[33], hash[32], sig[64];
    if (!ufsecp_seckey_generate(seckey)) {
        printf("no random bytes: this board has no source for keys\n");
        return 1;
    }
    const bool good = ufsecp_sha256(hash, text, sizeof text - 1) &&
                      ufsecp_pubkey_create(pubkey, sizeof pubkey, seckey) &&
                      ufsecp_ecdsa_sign(sig, hash, seckey, nullptr) &&
                      ufsecp_ecdsa_verify(sig, hash, pubkey, sizeof pubkey, UFSECP_LOW_S);
    ufsecp_wipe(seckey, sizeof seckey);
    printf("the signature is %s\n", good ? "valid" : "NOT valid");
    return failed != 0 || !good;
}
