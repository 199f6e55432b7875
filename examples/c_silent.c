/* A silent payment (BIP-352), end to end: sent, put into an index, found by a scan, spendable. */
#include <stdio.h>
#include <string.h>

#include <ufsecp/ufsecp.h>

enum { ROWS = 1000, PAID = 700 };

static uint8_t tweaks[ROWS * 33], outputs[ROWS * 32], ok[ROWS];

int main(void) {
    /* The receiver: two secret keys. The address is their public keys, in bech32m. */
    uint8_t scan_key[32], spend_key[32], address[66];
    if (!ufsecp_seckey_generate(scan_key) || !ufsecp_seckey_generate(spend_key) ||
        !ufsecp_pubkey_create(address, 33, scan_key) ||
        !ufsecp_pubkey_create(address + 33, 33, spend_key))
        return 1;

    /* 1,000 transactions with one input and one taproot output each. One of them pays us. */
    for (int i = 0; i < ROWS; i++) {
        uint8_t input_key[32], input_pubkey[33], outpoint[36] = {0};
        outpoint[0] = (uint8_t)i, outpoint[1] = (uint8_t)(i >> 8);
        if (!ufsecp_seckey_generate(input_key) ||
            !ufsecp_pubkey_create(input_pubkey, sizeof input_pubkey, input_key))
            return 1;
        /* The server computes the tweak from public data alone, and stores it. */
        if (!ufsecp_silent_tweak(tweaks + 33 * i, outpoint, NULL, 0, input_pubkey, 1)) return 1;
        /* The sender makes the output; to others it looks like any taproot output. */
        uint8_t *output = outputs + 32 * i;
        if (i == PAID
                ? !ufsecp_silent_outputs_create(output, address, 1, outpoint, NULL, 0, input_key, 1)
                : !ufsecp_xonly_create(output, NULL, input_key))
            return 1;
        ufsecp_wipe(input_key, sizeof input_key);
    }

    /* The scan: constant time in the scan key. Label 0 is that of the receiver's own change. */
    uint8_t change[33], change_tweak[32];
    if (!ufsecp_silent_label(change, change_tweak, scan_key, 0)) return 1;
    const ufsecp_silent_index index = {tweaks, 33, outputs, 32, NULL, ROWS};
    const ufsecp_silent_scan_key key = {scan_key, address + 33, change, 1};
    ufsecp_silent_match match[8];
    size_t found = 0;
    if (!ufsecp_threads_set(0)) return 1; /* all cores */
    if (!ufsecp_silent_scan(match, 8, &found, ok, &index, &key, 1)) return 1;
    printf("%zu payment in %d rows, in row %d\n", found, ROWS, found ? (int)match[0].row : -1);
    if (found != 1 || match[0].row != PAID) return 1;

    /* The key that spends it: the spend key plus the tweak; of change, plus change_tweak too. */
    uint8_t xonly[32];
    if (!ufsecp_seckey_tweak_add(spend_key, match[0].tweak32) ||
        !ufsecp_xonly_create(xonly, NULL, spend_key))
        return 1;
    const int spendable = memcmp(xonly, outputs + 32 * PAID, 32) == 0;
    printf("its secret key: %s\n", spendable ? "known" : "not known");
    ufsecp_wipe(change_tweak, sizeof change_tweak);
    ufsecp_wipe(scan_key, sizeof scan_key);
    ufsecp_wipe(spend_key, sizeof spend_key);
    return !spendable;
}
