/* What somebody does who has just installed the library: a signature that verifies, and one that
 * does not. */
#include <stdio.h>
#include <ufsecp/ufsecp.h>

int main(void) {
    uint8_t seckey[32] = {0}, pubkey[33], hash[32], sig[64];
    seckey[31] = 7;
    if (!ufsecp_pubkey_create(pubkey, 33, seckey) ||
        !ufsecp_sha256(hash, (const uint8_t *)"hello", 5) ||
        !ufsecp_ecdsa_sign(sig, hash, seckey, NULL))
        return 1;
    const int valid = ufsecp_ecdsa_verify(sig, hash, pubkey, 33, 0);
    hash[0] ^= 1;
    const int forged = ufsecp_ecdsa_verify(sig, hash, pubkey, 33, 0);
    printf("ufsecp %s, engine %s: %s\n", ufsecp_version(), ufsecp_engine(),
           valid && !forged ? "valid" : "wrong");
    return !valid || forged;
}
