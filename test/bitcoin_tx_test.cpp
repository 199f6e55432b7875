// The signature hashes of Bitcoin transactions that `ufsecp extract` computes, against published
// vectors; and transactions and blocks that are none.
#include <gtest/gtest.h>

#include "../cli/bitcoin_tx.cpp"
#include "vectors.h"

namespace {

using bytes = std::vector<uint8_t>;

bitcoin_tx parse(const bytes &text) {
    bytes_reader r(text);
    bitcoin_tx tx = take_transaction(r);
    if (r.left() > 0) throw damaged(r.at(), "more");
    return tx;
}

std::string hex_of(const hash32 &hash) { return to_hex(hash.data(), hash.size()); }

/* The cases of one kind, each with its transaction. */
template <class F>
void each(const char *kind, size_t at_least, const F &check) {
    size_t n = 0;
    for (const nlohmann::json &c : load_vectors("sighash.json").at("cases")) {
        if (c.at("kind") != kind) continue;
        const bytes text = from_hex(c.at("tx"));
        check(c, parse(text), c.at("input").get<size_t>());
        n++;
    }
    EXPECT_GE(n, at_least) << kind;
}

TEST(BitcoinTx, LegacyHashes) {
    each("legacy", 70, [](const nlohmann::json &c, const bitcoin_tx &tx, size_t input) {
        const bytes script = from_hex(c.at("script"));
        EXPECT_EQ(hex_of(legacy_hash(tx, input, script, c.at("type").get<uint32_t>())),
                  c.at("sighash").get<std::string>());
    });
}

TEST(BitcoinTx, HashesOfWitnessVersion0) {
    each("bip143", 12, [](const nlohmann::json &c, const bitcoin_tx &tx, size_t input) {
        const bytes script = from_hex(c.at("script"));
        witness_hasher hasher(tx);
        EXPECT_EQ(hex_of(hasher.version0(input, script, c.at("amount").get<uint64_t>(),
                                         c.at("type").get<uint8_t>())),
                  c.at("sighash").get<std::string>());
    });
}

TEST(BitcoinTx, HashesOfTaproot) {
    each("bip341", 7, [](const nlohmann::json &c, const bitcoin_tx &tx, size_t input) {
        std::vector<bytes> scripts;
        for (const auto &output : c.at("prevouts"))
            scripts.push_back(from_hex(output.at("script")));
        std::vector<spent_output> spent;
        for (size_t i = 0; i < scripts.size(); i++)
            spent.push_back({c.at("prevouts")[i].at("amount").get<uint64_t>(), scripts[i]});
        witness_hasher hasher(tx);
        hash32 hash;
        ASSERT_TRUE(hasher.taproot(hash, input, spent, {}, c.at("type").get<uint8_t>()));
        EXPECT_EQ(hex_of(hash), c.at("sighash").get<std::string>());
        int known = 0;
        for (unsigned type = 0; type < 256; type++)
            known += hasher.taproot(hash, input, spent, {}, static_cast<uint8_t>(type));
        EXPECT_EQ(known, input < tx.outputs.size() ? 7 : 5) << "0, 1, 2, 81, 82, and 3, 83";
    });
}

/* One input and two, the second without an output of its number. */
bytes small_transaction(int inputs) {
    bytes t = {1, 0, 0, 0, static_cast<uint8_t>(inputs)};
    for (int i = 0; i < inputs; i++) {
        t.insert(t.end(), 36, static_cast<uint8_t>(7 + i));
        t.insert(t.end(), {1, 0x51, 0xff, 0xff, 0xff, 0xff});
    }
    t.insert(t.end(), {1, 5, 0, 0, 0, 0, 0, 0, 0, 1, 0x51, 0, 0, 0, 0});
    return t;
}

TEST(BitcoinTx, SingleWithoutItsOutputSignsOne) {
    const bytes text = small_transaction(2);
    const bitcoin_tx tx = parse(text);
    const bytes script = {0xac};
    const std::string one = "01" + std::string(62, '0');
    for (uint32_t type : {3u, 0x83u, 0x43u, 0x1000003u})
        EXPECT_EQ(hex_of(legacy_hash(tx, 1, script, type)), one) << type;
    for (uint32_t type : {0u, 1u, 2u, 4u, 0x81u})
        EXPECT_NE(hex_of(legacy_hash(tx, 1, script, type)), one) << type;
    EXPECT_NE(hex_of(legacy_hash(tx, 0, script, 3)), one);
}

TEST(BitcoinTx, SeparatorsAreLeftOutWhereTheyAreOperations) {
    const bytes text = small_transaction(1);
    const bitcoin_tx tx = parse(text);
    const auto hash = [&](const bytes &script) { return hex_of(legacy_hash(tx, 0, script, 1)); };
    EXPECT_EQ(hash({0xab, 0x51, 0xab, 0xac, 0xab}), hash({0x51, 0xac}));
    EXPECT_NE(hash({1, 0xab, 0xac}), hash({1, 0xac}));              // pushed
    EXPECT_NE(hash({0x4c, 1, 0xab, 0xac}), hash({0x4c, 1, 0xac}));  // pushed with OP_PUSHDATA1
    EXPECT_NE(hash({0x4b, 0xab}), hash({0x4b}));                    // a push that is cut off
    EXPECT_NE(hash({0x4e, 0xff, 0xff, 0xff, 0xff, 0xab}), hash({0x4e, 0xff, 0xff, 0xff, 0xff}));
}

TEST(BitcoinTx, AnnexIsSigned) {
    const bytes text = small_transaction(1), script = {0x51}, annex = {0x50, 1};
    const bitcoin_tx tx = parse(text);
    const std::vector<spent_output> spent = {{9, script}};
    witness_hasher hasher(tx);
    hash32 with, without;
    ASSERT_TRUE(hasher.taproot(with, 0, spent, annex, 0));
    ASSERT_TRUE(hasher.taproot(without, 0, spent, {}, 0));
    EXPECT_NE(with, without);
}

/* Every beginning of a transaction is refused, and so is one byte more. */
TEST(BitcoinTx, Ends) {
    std::vector<bytes> all = {small_transaction(1), small_transaction(3)};
    for (const nlohmann::json &c : load_vectors("spends.json").at("cases"))
        if (all.size() < 12) all.push_back(from_hex(c.at("tx")));
    for (bytes text : all) {
        EXPECT_NO_THROW(parse(text));
        for (size_t n = 0; n < text.size(); n++)
            EXPECT_THROW(parse(bytes(text.begin(), text.begin() + static_cast<ptrdiff_t>(n))),
                         damaged);
        text.push_back(0);
        EXPECT_THROW(parse(text), damaged);
    }
}

TEST(BitcoinTx, WhatIsNone) {
    const bytes good = small_transaction(1);
    const auto changed = [&](size_t at, const bytes &instead) {
        bytes text(good.begin(), good.begin() + static_cast<ptrdiff_t>(at));
        text.insert(text.end(), instead.begin(), instead.end());
        text.insert(text.end(), good.begin() + static_cast<ptrdiff_t>(at) + 1, good.end());
        return text;
    };
    for (const bytes &text : {
             changed(4, {0xfd, 1, 0}),        // more bytes than the number needs
             changed(4, {0xfe, 1, 0, 0, 0}),  // the same
             changed(4, {0xff, 1, 0, 0, 0, 0, 0, 0, 0}),
             changed(4, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}),  // so many inputs
             changed(4, {0xfe, 0xff, 0xff, 0xff, 0x7f}),
             changed(41, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}),  // a script
             changed(47, {0xfe, 0xff, 0xff, 0xff, 0x7f}),  // so many outputs
             changed(4, {0, 0, 1}),                        // BIP-144's mark with a wrong flag
             changed(4, {0, 1, 0}),                        // and without inputs
             bytes{1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
         })
        EXPECT_THROW(parse(text), damaged) << to_hex(text.data(), text.size());
    bytes empty_witness = changed(4, {0, 1, 1});
    empty_witness.insert(empty_witness.end() - 4, 0);
    EXPECT_THROW(parse(empty_witness), damaged);
    bytes witness = changed(4, {0, 1, 1});
    const bytes items = {2, 1, 9, 0};
    witness.insert(witness.end() - 4, items.begin(), items.end());
    EXPECT_EQ(parse(witness).inputs[0].witness_items, 2u);
    EXPECT_EQ(parse(witness).id(), parse(good).id());
}

TEST(BitcoinTx, BlocksFitTheirHeader) {
    const auto numbered = [](uint8_t i) {
        bytes tx = small_transaction(1);
        tx[tx.size() - 4] = i; /* of the lock time */
        return tx;
    };
    for (uint8_t count : {1, 2, 3}) {
        std::vector<hash32> level;
        for (uint8_t i = 0; i < count; i++) level.push_back(parse(numbered(i)).id());
        while (level.size() > 1) {
            if (level.size() % 2 != 0) level.push_back(level.back());
            std::vector<hash32> above;
            for (size_t i = 0; i < level.size(); i += 2) {
                bytes pair(level[i].begin(), level[i].end());
                pair.insert(pair.end(), level[i + 1].begin(), level[i + 1].end());
                uint8_t once[32];
                above.emplace_back();
                ufsecp_sha256(once, pair.data(), pair.size());
                ufsecp_sha256(above.back().data(), once, 32);
            }
            level = above;
        }
        bytes block(36, 3);
        block.insert(block.end(), level[0].begin(), level[0].end());
        block.resize(80);
        block.push_back(count);
        for (uint8_t i = 0; i < count; i++) {
            const bytes tx = numbered(i);
            block.insert(block.end(), tx.begin(), tx.end());
        }
        bytes_reader r(block);
        EXPECT_EQ(take_block(r, true).size(), count);
        for (size_t at : {size_t{40}, block.size() - 1}) {
            bytes other = block;
            other[at] ^= 1;
            bytes_reader damaged_block(other);
            EXPECT_THROW(take_block(damaged_block, true), damaged) << at;
        }
        if (count == 3) { /* the last one twice, which has the same root (CVE-2012-2459) */
            bytes twice = block;
            const bytes last = numbered(2);
            twice[80] = 4;
            twice.insert(twice.end(), last.begin(), last.end());
            bytes_reader mutated(twice);
            EXPECT_THROW(take_block(mutated, true), damaged);
        }
        block.push_back(0);
        bytes_reader longer(block), first(block);
        EXPECT_THROW(take_block(longer, true), damaged);
        EXPECT_EQ(take_block(first, false).size(), count);
        EXPECT_EQ(first.left(), 1u);
    }
    bytes none(81, 0);
    bytes_reader r(none);
    EXPECT_THROW(take_block(r, true), damaged);
}

}  // namespace
