/* Batch verification, by the name that programs written for libsecp256k1's proposal include. */
#ifndef SECP256K1_BATCH_H
#define SECP256K1_BATCH_H
#include "secp256k1_tweak_check_batch.h"
#endif
