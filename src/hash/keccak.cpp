// Keccak-256: the sponge with rate 136.
#include "hash/keccak.h"

#include "base/bytes.h"
#include "hash/keccak_rounds.h"

namespace ufsecp {
using namespace UF_TARGET;
namespace {

constexpr size_t rate = 136;

void absorb(u64 a[25], const u8 block[rate]) {
    for (size_t i = 0; i < rate / 8; i++) a[i] ^= load_le64(block + 8 * i);
    keccak_permute(a);
}

}  // namespace

void keccak256(u8 out32[32], const u8 *data, size_t len) {
    u64 a[25] = {};
    for (; len >= rate; data += rate, len -= rate) absorb(a, data);
    u8 last[rate] = {};
    if (len) memcpy(last, data, len);
    last[len] = 0x01;
    last[rate - 1] |= 0x80;
    absorb(a, last);
    for (int i = 0; i < 4; i++) store_le64(out32 + 8 * i, a[i]);
}

}  // namespace ufsecp
