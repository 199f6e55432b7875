// Bitcoin transactions and blocks, and the hashes that their signatures sign.
#pragma once
#include <array>
#include <vector>

#include "bytes_reader.h"

using hash32 = std::array<std::uint8_t, 32>;

/* What an input or an output is, as views of the transaction's bytes. */
struct bitcoin_input {
    byte_view outpoint;  // 36: the transaction spent from, and the number of its output
    byte_view script, sequence;
    byte_view witness;  // its items, each with its length
    std::uint64_t witness_items = 0;

    std::uint32_t vout() const { return (std::uint32_t)bytes_reader(outpoint.last(4)).little(4); }
    bool coinbase() const;
};
struct bitcoin_output {
    byte_view whole, script;  // whole: 8 bytes of the amount, then the script with its length
};

struct bitcoin_tx {
    byte_view version, body, outputs_bytes, locktime;  // body: inputs and outputs with their counts
    std::vector<bitcoin_input> inputs;
    std::vector<bitcoin_output> outputs;

    /* Its bytes as they are hashed; it is shown the other way round. */
    hash32 id() const;
};

/* CompactSize, in as few bytes as it needs.  Throws damaged. */
std::uint64_t take_compact_size(bytes_reader &r);
/* Reads one transaction (BIP-144 where it has a witness).  Throws damaged. */
bitcoin_tx take_transaction(bytes_reader &r);
/* The transactions of a block; r stands behind it then.  whole: it must be all that r has.  Throws
 * damaged, also where the transactions are not those of the header. */
std::vector<byte_view> take_block(bytes_reader &r, bool whole);
/* What damaged bytes were meant to be: whether they begin as a transaction of a version in use
 * does, or as a block, with the proof of work of a header or with a transaction behind it. */
bool looks_like_transaction(byte_view bytes);
bool looks_like_block(byte_view bytes);

/* An output that an input spends. */
struct spent_output {
    std::uint64_t amount;
    byte_view script;
};

enum sighash : std::uint32_t { sighash_none = 2, sighash_single = 3, sighash_anyone = 0x80 };

/* What a signature signs that has no witness; script_code: the script that checks it. */
hash32 legacy_hash(const bitcoin_tx &tx, std::size_t index, byte_view script_code,
                   std::uint32_t type);

/* What signatures in the witness of one transaction sign; parts that inputs share are hashed once.
 * The transaction and the outputs must outlive it. */
class witness_hasher {
public:
    explicit witness_hasher(const bitcoin_tx &tx) : tx_(tx) {}

    /* BIP-143. */
    hash32 version0(std::size_t index, byte_view script_code, std::uint64_t amount,
                    std::uint8_t type);
    /* BIP-341, for a key: spent has all outputs that the transaction spends, in order; with
     * sighash_anyone only that of `index` counts.  annex: as it stands in the witness, or empty.
     * false: consensus knows no such type, or the output that it needs is not there. */
    bool taproot(hash32 &out, std::size_t index, const std::vector<spent_output> &spent,
                 byte_view annex, std::uint8_t type);

private:
    /* Hashes of a part of all inputs; each once, and twice over where version 0 wants it. */
    struct shared {
        hash32 once, twice;
        bool known = false;
    };
    template <class F>
    const shared &all(shared &part, const F &add);
    const shared &outpoints();
    const shared &sequences();
    const shared &outputs();

    const bitcoin_tx &tx_;
    shared outpoints_, sequences_, outputs_, amounts_, scripts_;
};
