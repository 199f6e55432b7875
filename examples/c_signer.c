/* A signer: a key in locked memory, signatures that are verified before they leave, a key pair. */
#include <stdio.h>
#include <string.h>

#include <ufsecp/ufsecp.h>

typedef struct signer {
    uint8_t seckey[32];
    ufsecp_keypair pair; /* Schnorr signatures in half the time: it holds the public key */
} signer;

/* A fresh key; NULL if there is no locked memory or no randomness. */
static signer *signer_new(void) {
    signer *s = ufsecp_secret_alloc(sizeof *s);
    if (!s) perror("locked memory");
    if (s && ufsecp_seckey_generate(s->seckey) && ufsecp_keypair_create(&s->pair, s->seckey))
        return s;
    ufsecp_secret_free(s);
    return NULL;
}

/* The ECDSA signature of a message in DER; 0, and nothing is written, if there is none. */
static int sign_der(const signer *s, const char *text, uint8_t der[72], size_t *der_len) {
    uint8_t hash[32], sig[64];
    *der_len = 72;
    return ufsecp_sha256(hash, (const uint8_t *)text, strlen(text)) &&
           ufsecp_ecdsa_sign(sig, hash, s->seckey, NULL) &&
           ufsecp_ecdsa_sig_serialize_der(der, der_len, sig);
}

int main(void) {
    /* A fault in the computation then gives no signature, instead of one that reveals the key. */
    if (!ufsecp_sign_check_set(1)) return 1;
    signer *s = signer_new();
    if (!s) return 1;

    /* ECDSA: a hash is signed, r and s travel as DER. */
    const char *text = "pay 1 coin to bob";
    uint8_t pubkey[33], hash[32], der[72], sig[64];
    size_t der_len = 0;
    int ok =
        ufsecp_pubkey_create(pubkey, sizeof pubkey, s->seckey) && sign_der(s, text, der, &der_len);
    ok = ok && ufsecp_ecdsa_sig_parse_der(sig, der, der_len) &&
         ufsecp_sha256(hash, (const uint8_t *)text, strlen(text)) &&
         ufsecp_ecdsa_verify(sig, hash, pubkey, sizeof pubkey, UFSECP_LOW_S);
    printf("ECDSA, %zu bytes of DER: %s\n", der_len, ok ? "valid" : "failed");

    /* Schnorr: the message itself is signed. aux32 may be NULL; fresh bytes harden the nonce. */
    uint8_t xonly[32], aux[32], schnorr[64];
    int schnorr_ok =
        ufsecp_xonly_create(xonly, NULL, s->seckey) && ufsecp_seckey_generate(aux) &&
        ufsecp_schnorr_sign_keypair(schnorr, (const uint8_t *)text, strlen(text), &s->pair, aux) &&
        ufsecp_schnorr_verify(schnorr, (const uint8_t *)text, strlen(text), xonly);
    printf("Schnorr: %s\n", schnorr_ok ? "valid" : "failed");

    ufsecp_secret_free(s); /* wipes it */
    return !(ok && schnorr_ok);
}
