// Tagged hashes: the midstates of the known tags, computed by the compiler.
#include "hash/tagged.h"

#include "base/bytes.h"
#include "base/ct.h"
#include "hash/sha256_lanes.h"
#include "hash/sha256_rounds.h"

namespace ufsecp {
using namespace UF_TARGET;
namespace {

constexpr int tag_count = (int)hash_tag::count;

/* In the order of hash_tag. */
constexpr const char *texts[] = {
    "BIP0340/challenge", "BIP0340/aux", "BIP0340/nonce",
    "TapLeaf", "TapBranch", "TapTweak", "TapSighash",
    "KeyAgg list", "KeyAgg coefficient",
    "MuSig/aux", "MuSig/nonce", "MuSig/noncecoef", "MuSig/deterministic/nonce",
    "bip324_ellswift_xonly_ecdh",
    "BIP0352/Inputs", "BIP0352/SharedSecret", "BIP0352/Label",
    "BIP0374/aux", "BIP0374/nonce", "BIP0374/challenge"};
static_assert(sizeof texts / sizeof *texts == tag_count);

/* The state after the block SHA256(text) || SHA256(text); text has at most 55 bytes, so its own
 * hash is one block. */
constexpr sha256_midstate midstate_of(const char *text) {
    u32 w[16] = {}, len = 0;
    for (; text[len]; len++) w[len / 4] |= (u32)(u8)text[len] << (24 - len % 4 * 8);
    w[len / 4] |= (u32)0x80 << (24 - len % 4 * 8);
    w[15] = len * 8;
    sha256_midstate digest = sha256_midstate_iv(), m = digest;
    sha256_compress_words(digest.state, w);
    for (int i = 0; i < 16; i++) w[i] = digest.state[i % 8];
    sha256_compress_words(m.state, w);
    return m;
}

struct midstates {
    sha256_midstate of[tag_count];
};

constexpr midstates known = [] {
    midstates m{};
    for (int i = 0; i < tag_count; i++) m.of[i] = midstate_of(texts[i]);
    return m;
}();

}  // namespace

const char *tag_text(hash_tag tag) { return texts[(int)tag]; }

void tagged_init(sha256 *h, hash_tag tag) { sha256_init_midstate(h, known.of[(int)tag].state, 64); }

void tagged_init_any(sha256 *h, const u8 *tag, size_t len) {
    u8 digest[32];
    sha256_hash(digest, tag, len);
    sha256_init(h);
    sha256_update(h, digest, 32);
    sha256_update(h, digest, 32);
    wipe(digest, sizeof digest);
}

void bip340_challenges(u8 *e32s, byte_rows rx32, byte_rows pk32, byte_rows msg32, size_t n) {
    constexpr size_t most = sha256_most_lanes;
    const u32 *midstate = known.of[(int)hash_tag::bip340_challenge].state;
    u8 text[most][128];
    const u8 *at[most];
    for (size_t i = 0; i < most && i < n; i++) {
        memset(text[i] + 96, 0, 32);
        text[i][96] = 0x80;
        store_be64(text[i] + 120, (64 + 96) * 8);
        at[i] = text[i];
    }
    for (size_t done = 0; done < n; done += most) {
        const size_t m = n - done < most ? n - done : most;
        for (size_t i = 0; i < m; i++) {
            memcpy(text[i], rx32.first + (done + i) * rx32.stride, 32);
            memcpy(text[i] + 32, pk32.first + (done + i) * pk32.stride, 32);
            memcpy(text[i] + 64, msg32.first + (done + i) * msg32.stride, 32);
        }
        sha256_lanes_padded(e32s + 32 * done, 32, midstate, {at, 2}, {}, m);
    }
}

}  // namespace ufsecp
