// Fuzzes extended keys: any bytes and any text are one on every engine or on none, text and bytes
// stand for each other, a public child is the public key of the private one, and many children at
// once are those of calls for one.
#include "fuzz.h"

using namespace hostile;

namespace {

/* Everything that the calls make of 78 bytes. */
bytes calls(const bytes &key, const std::vector<uint32_t> &path, const std::string &what) {
    bytes child(78), pub(78), pub_child(78), other(78), text(112), print(4);
    char *const characters = reinterpret_cast<char *>(text.data());
    const int valid = ufsecp_bip32_verify(key.data());
    const int derived = ufsecp_bip32_derive(child.data(), key.data(), path.data(), path.size());
    REQUIRE(ufsecp_bip32_public(pub.data(), key.data()) == valid, what);
    REQUIRE(ufsecp_bip32_fingerprint(print.data(), key.data()) == valid, what);
    REQUIRE(ufsecp_bip32_text_get(characters, key.data()) == valid, what);
    REQUIRE(valid >= derived, what);
    const int both = ufsecp_bip32_derive(pub_child.data(), pub.data(), path.data(), path.size());
    if (valid) {
        REQUIRE(ufsecp_bip32_text_set(other.data(), characters, 111) == 1 && other == key, what);
        REQUIRE(ufsecp_bip32_verify(pub.data()) == 1, what);
    } else {
        REQUIRE(pub == bytes(78) && text == bytes(112) && print == bytes(4), what);
    }
    if (derived) REQUIRE(ufsecp_bip32_public(other.data(), child.data()) == 1, what);
    else REQUIRE(child == bytes(78), what);
    if (both) REQUIRE(derived && pub_child == other, what);
    return key + child + pub + pub_child + text + print;
}

/* Extended children first ... first + n - 1 of each branch, their verdicts and the result are those
 * of calls for one; zeros where the key has no such child, or is of the other kind. */
void check_rows(const bytes &key, bool right_kind, const std::vector<uint32_t> &branches,
                uint32_t first, size_t n, const bytes &rows78, const bytes &ok, int all,
                const std::string &what) {
    int every = 1;
    for (size_t i = 0; i < ok.size(); i++) {
        bytes child(78);
        std::vector<uint32_t> path;
        if (!branches.empty()) path.push_back(branches[i / n]);
        path.push_back(first + static_cast<uint32_t>(i % n));
        if (right_kind)
            (void)!ufsecp_bip32_derive(child.data(), key.data(), path.data(), path.size());
        const int good = child != bytes(78);
        every &= good;
        REQUIRE(ok[i] == good, what);
        REQUIRE(slice(rows78, 78 * i, 78) == child, what);
    }
    REQUIRE(ok.empty() || all == every, what);
}

/* Children first ... first + n - 1 of each branch. */
bytes children(const bytes &key, const std::vector<uint32_t> &branches, uint32_t first, size_t n,
               const std::string &what) {
    const size_t parents = std::max<size_t>(branches.size(), 1), rows = parents * n;
    bytes keys(33 * rows, 1), hashes(20 * rows, 1), outputs(32 * rows, 1), xpubs(78 * rows, 1),
        ok(rows, 1);
    const ufsecp_bip32_children out = {keys.data(), hashes.data(), outputs.data(), xpubs.data()};
    const int all = ufsecp_bip32_public_children(&out, ok.data(), key.data(), branches.data(),
                                                 branches.size(), first, n);
    bool possible = first <= UFSECP_BIP32_HARDENED && n <= UFSECP_BIP32_HARDENED - first;
    for (const uint32_t branch : branches) possible = possible && branch < UFSECP_BIP32_HARDENED;
    const bytes everything = keys + hashes + outputs + xpubs + ok;
    if (!possible) {
        REQUIRE(all == 0 && everything == bytes(everything.size(), 1), what);
        return everything;
    }
    for (size_t i = 0; i < rows; i++)
        REQUIRE(slice(keys, 33 * i, 33) == slice(xpubs, 78 * i + 45, 33), what);
    check_rows(key, key[45] != 0, branches, first, n, xpubs, ok, all, what);
    return everything;
}
/* The same of a private key. */
bytes private_children(const bytes &key, const std::vector<uint32_t> &branches, uint32_t first,
                       size_t n, const std::string &what) {
    const size_t rows = std::max<size_t>(branches.size(), 1) * n;
    bytes keys(32 * rows, 1), xprvs(78 * rows, 1), ok(rows, 1);
    const int all = ufsecp_bip32_private_children(keys.data(), xprvs.data(), ok.data(), key.data(),
                                                  branches.data(), branches.size(), first, n);
    const uint64_t end = uint64_t(UFSECP_BIP32_HARDENED) << (first >= UFSECP_BIP32_HARDENED);
    const bytes everything = keys + xprvs + ok;
    if (first + n > end) {
        REQUIRE(all == 0 && everything == bytes(everything.size(), 1), what);
        return everything;
    }
    for (size_t i = 0; i < rows; i++)
        REQUIRE(slice(keys, 32 * i, 32) == slice(xprvs, 78 * i + 46, 32), what);
    check_rows(key, key[45] == 0, branches, first, n, xprvs, ok, all, what);
    return everything;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    static const uint32_t versions[] = {0x0488ade4, 0x0488b21e, 0x04358394, 0x043587cf};
    bytes key(78), pk(33);
    const uint32_t version = versions[s.below(4)];
    const bytes sk = seckey(s), chain = s.string(32);
    for (size_t i = 0; i < 4; i++) key[i] = static_cast<uint8_t>(version >> (24 - 8 * i));
    if (s.one_in(2)) put(key, 4, bytes{static_cast<uint8_t>(s.byte() | 1)} + s.string(8));
    put(key, 13, chain);
    if (version == versions[0] || version == versions[2]) {
        put(key, 46, sk);
    } else {
        (void)!ufsecp_pubkey_create(pk.data(), 33, sk.data());
        put(key, 45, pk);
    }
    if (s.one_in(2)) key[s.below(78)] ^= static_cast<uint8_t>(1 << s.below(8));
    if (s.one_in(8)) put(key, 46, number(s));
    std::vector<uint32_t> path(s.below(4));
    for (uint32_t &number : path)
        number = static_cast<uint32_t>(s.byte()) << (s.one_in(2) ? 24 : 0) | s.byte();
    /* A text: that of the key, a character of it another, or any. */
    std::string text(112, ' ');
    (void)!ufsecp_bip32_text_get(text.data(), key.data());
    text.resize(s.one_in(8) ? s.below(113) : 111);
    if (!text.empty() && s.one_in(2)) text[s.below(text.size())] = static_cast<char>(s.byte());
    std::string what = hex(key) + " path";
    for (const uint32_t number : path) what += " " + std::to_string(number);
    what += " text " + hex(bytes(text.begin(), text.end()));

    std::vector<uint32_t> branches(s.below(3));
    for (uint32_t &number : branches)
        number = static_cast<uint32_t>(s.byte()) << (s.one_in(2) ? 24 : 0);
    const uint32_t from = s.one_in(3) ? UFSECP_BIP32_HARDENED - s.byte() % 20 : s.byte();
    const size_t n = s.below(20);
    bytes first;
    on_each_engine([&] {
        bytes read(78), again(112);
        const int valid = ufsecp_bip32_text_set(read.data(), text.data(), text.size());
        REQUIRE(valid ? text.size() == 111 : read == bytes(78), what);
        if (valid) {
            REQUIRE(ufsecp_bip32_text_get(reinterpret_cast<char *>(again.data()), read.data()) == 1,
                    what);
            REQUIRE(slice(again, 0, 111) == bytes(text.begin(), text.end()), what);
        }
        const bytes all = read + calls(key, path, what) + children(key, branches, from, n, what) +
                          private_children(key, branches, from, n, what);
        if (first.empty()) first = all;
        REQUIRE(all == first, what);
    });
    return 0;
}
