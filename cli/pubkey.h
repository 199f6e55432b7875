// The forms in which public keys are written.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

/* The Ethereum address of a public key of 33 or 65 bytes, with its checksum in the case of the
 * letters (EIP-55); "" if the key is not valid. */
std::string ethereum_text(const std::uint8_t *pubkey, std::size_t n);
