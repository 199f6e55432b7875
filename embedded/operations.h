/* The operations whose instructions are counted, and the two libraries that have them. */
#ifndef UFSECP_EMBEDDED_OPERATIONS_H
#define UFSECP_EMBEDDED_OPERATIONS_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* run() reads the inputs and returns 1 if all went well. Its result is in out, or show() brings it
 * there, which is not counted. */
struct operation {
    const char *name;
    int (*run)(uint8_t out[64]);
    void (*show)(uint8_t out[64]);
};
extern const struct operation operations[];
extern const int operation_count;
extern const char operation_library[];

/* What each library makes once of the inputs; 1 if it could. */
int operation_prepare(void);

struct operation_inputs {
    uint8_t seckey[32], msg[32], aux[32], a[32], b[32];    /* given */
    uint8_t pubkey[33], xonly[32], ecdsa[64], schnorr[64]; /* by operation_prepare */
};
extern struct operation_inputs in;

#ifdef __cplusplus
}
#endif
#endif
