// Tagged hashes: the midstates of the known tags, computed by the compiler.
#include "hash/tagged.h"

#include "base/bytes.h"
#include "base/chunk.h"
#include "base/ct.h"
#include "hash/sha256_lanes.h"
#include "hash/sha256_rounds.h"

namespace ufsecp {
using namespace UF_TARGET;
namespace {

constexpr int tag_count = (int)hash_tag::count;

/* In the order of hash_tag. */
constexpr const char *texts[] = {"BIP0340/challenge",
                                 "BIP0340/aux",
                                 "BIP0340/nonce",
                                 "TapLeaf",
                                 "TapBranch",
                                 "TapTweak",
                                 "TapSighash",
                                 "KeyAgg list",
                                 "KeyAgg coefficient",
                                 "MuSig/aux",
                                 "MuSig/nonce",
                                 "MuSig/noncecoef",
                                 "MuSig/deterministic/nonce",
                                 "bip324_ellswift_xonly_ecdh",
                                 "BIP0352/Inputs",
                                 "BIP0352/SharedSecret",
                                 "BIP0352/Label",
                                 "BIP0374/aux",
                                 "BIP0374/nonce",
                                 "BIP0374/challenge",
                                 "BIP0445/aux",
                                 "BIP0445/nonce",
                                 "BIP0445/noncecoef",
                                 "BIP0445/deterministic/nonce",
                                 "secp256k1_ellswift_encode",
                                 "secp256k1_ellswift_create"};
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

constexpr sha256_chain chain_of(hash_tag tag) { return sha256_chain_of(known.of[(int)tag].state); }
constexpr sha256_chain challenge_chain = chain_of(hash_tag::bip340_challenge);
constexpr sha256_chain nonce_chain = chain_of(hash_tag::bip340_nonce);

constexpr sha256_chain zero_aux_hash = [] {
    u32 w[16] = {};
    w[8] = 0x80000000, w[15] = (64 + 32) * 8;
    sha256_midstate m = known.of[(int)hash_tag::bip340_aux];
    sha256_compress_words(m.state, w);
    return sha256_chain_of(m.state);
}();

constexpr size_t most = sha256_most_lanes;

/* Texts of three parts of 32 bytes, padded. */
struct triples {
    u8 text[most][128];

    explicit triples(size_t n) {
        for (size_t i = 0; i < most && i < n; i++) sha256_pad(text[i], 96, 64);
    }

    /* out32s = the hashes of a || b || c of n rows, no more than at first. */
    void hash(u8 *out32s, const sha256_chain &tag, byte_rows a, byte_rows b, byte_rows c,
              size_t n) {
        for (size_t done = 0; done < n; done += most) {
            const size_t m = chunk_size(done, n, most);
            for (size_t i = 0; i < m; i++) {
                memcpy(text[i], a.row(done + i), 32);
                memcpy(text[i] + 32, b.row(done + i), 32);
                memcpy(text[i] + 64, c.row(done + i), 32);
            }
            sha256_chains(out32s + 32 * done, 32, {tag.b, 0}, {text[0], sizeof *text}, 2, m);
        }
    }
};

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

void bip340_challenge(u8 e32[32], const u8 rx32[32], const u8 px32[32], const u8 *msg,
                      size_t msg_len) {
    sha256 h;
    tagged_init(&h, hash_tag::bip340_challenge);
    sha256_update(&h, rx32, 32);
    sha256_update(&h, px32, 32);
    sha256_update(&h, msg, msg_len);
    sha256_final(&h, e32);
}
void bip340_challenges(u8 *e32s, byte_rows rx32, byte_rows pk32, byte_rows msg32, size_t n) {
    triples(n).hash(e32s, challenge_chain, rx32, pk32, msg32, n);
}

const u8 *bip340_zero_aux_hash() { return zero_aux_hash.b; }

void bip340_nonces(u8 *k32s, byte_rows key32, byte_rows pk32, byte_rows msg32, byte_rows aux32,
                   size_t n) {
    const u32 *aux_state = known.of[(int)hash_tag::bip340_aux].state;
    triples text(n);
    u8 t[most][32];
    for (size_t done = 0; done < n; done += most) {
        const size_t m = chunk_size(done, n, most);
        byte_rows masks = {zero_aux_hash.b, 0};
        if (aux32.first) {
            sha256_lanes(t[0], 32, aux_state, 64, aux32.from(done), 32, m);
            masks = {t[0], 32};
        }
        for (size_t i = 0; i < m; i++)
            for (size_t j = 0; j < 32; j++) t[i][j] = key32.row(done + i)[j] ^ masks.row(i)[j];
        text.hash(k32s + 32 * done, nonce_chain, {t[0], 32}, pk32.from(done), msg32.from(done), m);
    }
    wipe(t, sizeof t);
    wipe(text.text, sizeof text.text);
}

void bip324_secret(u8 out32[32], const u8 x32[32], const u8 ell_a64[64], const u8 ell_b64[64]) {
    sha256 h;
    tagged_init(&h, hash_tag::bip324_ellswift_xonly_ecdh);
    sha256_update(&h, ell_a64, 64);
    sha256_update(&h, ell_b64, 64);
    sha256_update(&h, x32, 32);
    sha256_final(&h, out32);
}

void bip352_output_tweaks(u8 *t32s, byte_rows s33, u32 k, u32 k_step, size_t n) {
    static constexpr sha256_chain tag = chain_of(hash_tag::bip352_shared_secret);
    u8 text[most][64];
    for (size_t i = 0; i < most && i < n; i++) sha256_pad(text[i], 37, 64);
    for (size_t done = 0; done < n; done += most) {
        const size_t m = chunk_size(done, n, most);
        for (size_t i = 0; i < m; i++, k += k_step) {
            memcpy(text[i], s33.row(done + i), 33);
            store_be32(text[i] + 33, k);
        }
        sha256_chains(t32s + 32 * done, 32, {tag.b, 0}, {text[0], sizeof *text}, 1, m);
    }
    wipe(text, sizeof text);
}

void bip341_tweaks(u8 *t32s, byte_rows xonly32, size_t n) {
    sha256_lanes(t32s, 32, known.of[(int)hash_tag::tap_tweak].state, 64, xonly32, 32, n);
}

void bip327_coefficients(u8 *a32s, const u8 list32[32], byte_rows pk33, size_t n) {
    static constexpr sha256_chain tag = chain_of(hash_tag::keyagg_coefficient);
    u8 text[most][128];
    for (size_t i = 0; i < most && i < n; i++) {
        memcpy(text[i], list32, 32);
        sha256_pad(text[i], 65, 64);
    }
    for (size_t done = 0; done < n; done += most) {
        const size_t m = chunk_size(done, n, most);
        for (size_t i = 0; i < m; i++) memcpy(text[i] + 32, pk33.row(done + i), 33);
        sha256_chains(a32s + 32 * done, 32, {tag.b, 0}, {text[0], sizeof *text}, 2, m);
    }
}

}  // namespace ufsecp
