// The outputs that transactions may spend: from a list, and from transactions that were read.
#pragma once
#include <optional>
#include <string>
#include <unordered_map>

#include "bitcoin_tx.h"

class prevouts {
public:
    /* Reads a list, CSV or JSON lines.  Throws unusable. */
    void read(const std::string &path);
    /* The outputs of a transaction.  Of those that were read so, the last 1,048,576 at least are
     * kept, unless their scripts are long. */
    void add(const bitcoin_tx &tx);
    /* Good until the next add. */
    std::optional<spent_output> find(byte_view outpoint) const;

private:
    struct place {
        std::uint64_t amount;
        std::size_t at, size;  // of the script
    };
    struct table {
        std::unordered_map<std::string, place> places;  // by the 36 bytes of an outpoint
        std::string scripts;

        /* false: it is there with another amount or script. */
        bool add(std::string outpoint, std::uint64_t amount, byte_view script);
        std::optional<spent_output> find(const std::string &outpoint) const;
    };
    table listed_, seen_, seen_before_;
};
