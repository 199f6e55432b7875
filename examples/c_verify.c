/* Verifies one ECDSA signature, then a batch of rows with one bad row in it. */
#include <stdio.h>
#include <string.h>

#include <ufsecp/ufsecp.h>

enum { ROWS = 1000, ROW = 32 + 33 + 64 }; /* hash | public key | r||s */

static uint8_t rows[ROWS * ROW], ok[ROWS];

int main(void) {
    for (int i = 0; i < ROWS; i++) { /* somebody signs: here it is us */
        uint8_t seckey[32] = {0}, *hash = rows + ROW * i, *pubkey = hash + 32, *sig = pubkey + 33;
        seckey[30] = (uint8_t)(i / 255), seckey[31] = (uint8_t)(i % 255 + 1);
        if (!ufsecp_sha256(hash, seckey, sizeof seckey) ||
            !ufsecp_pubkey_create(pubkey, 33, seckey) ||
            !ufsecp_ecdsa_sign(sig, hash, seckey, NULL))
            return 1;
    }

    /* One signature, with the reason if it is not valid. */
    const ufsecp_status status = ufsecp_ecdsa_check(rows + 65, rows, rows + 32, 33, UFSECP_LOW_S);
    printf("one signature: %s\n", ufsecp_status_text(status));

    /* A batch: one verdict a row; a bad row does not disturb the others. */
    rows[ROW * 700] ^= 1;
    const int all = ufsecp_ecdsa_verify_rows(ok, rows, 0, ROWS, 0);
    int bad = 0, first = -1;
    for (int i = ROWS; i-- > 0;)
        if (!ok[i]) bad++, first = i;
    printf("batch of %d rows on engine %s: all valid: %s, %d bad, the first is row %d\n", ROWS,
           ufsecp_engine(), all ? "yes" : "no", bad, first);
    return !(status == UFSECP_OK && !all && bad == 1 && first == 700);
}
