/* The smallest program that uses an installed library: the public key of secret key 1 is the
 * generator. */
#include <string.h>
#include <ufsecp/ufsecp.h>

int main(void) {
    unsigned char key[32] = {0};
    unsigned char public_key[33];
    key[31] = 1;
    static const unsigned char start[5] = {0x02, 0x79, 0xbe, 0x66, 0x7e};
    return ufsecp_pubkey_create(public_key, 33, key) == 1 && memcmp(public_key, start, 5) == 0 ? 0
                                                                                               : 1;
}
