// Ethereum transactions in RLP, and the hashes that their signatures sign.
#pragma once
#include <string>
#include <vector>

#include "bytes_reader.h"

/* A row for ufsecp recover. */
struct recover_row {
    std::uint8_t hash32[32], sig64[64];
    std::uint8_t recid;
    std::string id;  // the transaction's hash; for an authorization then :auth: and its number
};

struct ethereum_counts {
    std::uint64_t blocks = 0, transactions = 0, authorizations = 0;
    std::uint64_t unsigned_types = 0;  // transactions of types without a known signature
    std::uint64_t malformed = 0;  // authorizations that no chain takes: zeros stand in their rows
};

/* Whether bytes are one item of RLP, or begin as an Ethereum transaction or block does: as no
 * Bitcoin transaction or block of a version that is in use, and as other bytes hardly ever. */
bool looks_like_ethereum(byte_view bytes);

/* The size of the RLP item that begins here, as far as its first bytes tell it; 0 if more of them
 * are needed.  Throws damaged. */
std::size_t rlp_item_size(byte_view bytes, std::size_t start);

/* Appends the rows of one transaction, as it is sent or stored, or of one block in RLP.  Of a
 * transaction that is damaged no row is appended.  Throws damaged; what is wrong with a transaction
 * of a block goes to `errors`, and the others have their rows. */
void extract_ethereum(std::vector<recover_row> &rows, ethereum_counts &counts,
                      std::vector<damaged> &errors, byte_view bytes, std::size_t start);
