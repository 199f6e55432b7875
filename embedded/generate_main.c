/* Prints whether ufsecp_seckey_generate makes a key. Exit code 1 if it says so and gives none, or
 * gives one and says no. */
#include <stdio.h>
#include <string.h>
#include <ufsecp/ufsecp.h>

int main(void) {
    static const uint8_t zeros[32];
    uint8_t key[32];
    const int made = ufsecp_seckey_generate(key);
    printf(made ? "a key\n" : "no key\n");
    return made == (memcmp(key, zeros, 32) == 0);
}
