// What our headers of libsecp256k1's interface say.
#include "../compat/include/secp256k1_ecdh.h"
#include "../compat/include/secp256k1_ellswift.h"
#include "../compat/include/secp256k1_musig.h"
#include "../compat/include/secp256k1_preallocated.h"
#include "../compat/include/secp256k1_recovery.h"
#include "../compat/include/secp256k1_schnorrsig.h"
#include "../compat/include/secp256k1_silentpayments.h"
#define ABI_OF abi_of_ours
#include "compat_abi.h"
