// RIPEMD-160, for Bitcoin's HASH160.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace ufsecp {

/* time: depends on len only. */
void ripemd160(uint8_t out20[20], const uint8_t *data, size_t len);

}  // namespace ufsecp
