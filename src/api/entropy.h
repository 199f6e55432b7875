// Random bytes from the operating system.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace ufsecp {

/* Fills out with len <= 256 bytes of the system's cryptographic generator, waiting until it is
 * seeded; false if it fails. */
bool os_entropy(uint8_t *out, size_t len);

}  // namespace ufsecp
