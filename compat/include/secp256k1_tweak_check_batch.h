/* secp256k1_batch.h, by a name that programs written for libsecp256k1's proposal include. */
#ifndef SECP256K1_TWEAK_CHECK_BATCH_H
#define SECP256K1_TWEAK_CHECK_BATCH_H
#include "secp256k1_batch.h"
#include "secp256k1_schnorrsig.h"
#endif
