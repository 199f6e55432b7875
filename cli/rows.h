// Readers of signature rows: binary, hex lines, CSV and JSON lines become chunks of binary rows.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <ufsecp/ufsecp.h>

#include "io.h"
#include "progress.h"

/* ecdsa: 32 hash | 33 key | 64 r||s.  schnorr: 32 x-only key | 32 message | 64 signature.
 * recover: 32 hash | 64 r||s | 1 recovery id. */
enum class row_kind { ecdsa, schnorr, recover };
enum class row_format { automatic, binary, hex, csv, jsonl };

constexpr std::size_t row_bytes(row_kind kind) {
    return kind == row_kind::ecdsa ? 129 : kind == row_kind::schnorr ? 128 : 97;
}

struct row_options {
    row_kind kind = row_kind::ecdsa;
    row_format format = row_format::automatic;
    std::size_t extra =
        0;  // bytes of the caller's own after each binary row (or hex row in one piece)
    bool allow_hybrid = false;  // text rows: 65-byte keys with prefix 06 or 07
    bool lax_der = false;       // text rows: DER as consensus read it before BIP-66
};

/* A run of rows in binary form.  Text can say things that a binary row cannot: these rows stand in
 * bytes as zeros or in part, and the maps, by index in the chunk, say the rest. */
struct row_chunk {
    std::size_t n = 0, stride = 0;                 // stride: bytes a row, with its extra
    std::vector<std::uint8_t> bytes;               // at least n * stride
    std::map<std::size_t, ufsecp_status> refused;  // rows already known to be bad, with the reason
    std::map<std::size_t, std::vector<std::uint8_t>>
        messages;                      // Schnorr messages that are not 32 bytes
    std::vector<std::string> notes;    // text rows: the extra of each
    std::vector<std::uint64_t> lines;  // text rows: the line of each, from 1

    const std::uint8_t *row(std::size_t i) const { return bytes.data() + i * stride; }
    /* The row's extra: binary as hex, text as it stands. */
    std::string extra(std::size_t i, row_kind kind) const;
    void clear();
};

/* Streams one file: a chunk and a buffer in memory, whatever the file's size. */
class row_reader {
public:
    row_reader(const std::string &path, const row_options &options);

    /* The next rows, at least one; as many as are there or come while the caller, who has done the
     * last ones now, would do them again (200 ms at most), up to what takes some tenths of a
     * second.  false at the end, or if a stop was requested.  Throws unusable, naming the byte
     * offset or the line, once every row before it has been handed out. */
    bool next(row_chunk &chunk);

    std::uint64_t bytes_done() const { return in_.taken(); }
    const std::string &name() const { return in_.name(); }

private:
    enum class role { message, pubkey, sig, recid, note, other };
    struct cells {
        const std::string *at[5] = {};  // by role
        const std::string &operator[](role r) const;
    };

    void detect(const std::string &path);
    bool read(row_chunk &chunk);
    bool next_binary(row_chunk &chunk);
    bool next_text(row_chunk &chunk);
    void parse_hex(row_chunk &chunk, std::string_view line);
    void parse_csv(row_chunk &chunk, std::string_view line);
    void parse_json(row_chunk &chunk, std::string_view line);
    void parse_cells(row_chunk &chunk, const std::vector<role> &roles,
                     const std::vector<std::string> &texts);
    void add_row(row_chunk &chunk, const cells &fields);
    std::vector<std::uint8_t> hex_cell(const cells &fields, role r) const;
    const std::vector<role> &row_order() const;
    static role role_named(std::string name);
    static const char *role_name(role r);
    [[noreturn]] void malformed(const std::string &what) const { in_.malformed(what); }

    buffered_input in_;
    row_options options_;
    static constexpr std::size_t bytes_for_a_row = 256;  // a chunk has no more than so many each
    pace pace_{2048};
    std::vector<role> columns_;  // CSV: what each column is, once the first line was seen
    std::unique_ptr<std::string> failure_;  // what to throw at the next call
};

/* Why a row failed, in words for those who wrote the row. */
const char *reason_text(ufsecp_status status);

/* "auto", "binary", "hex", "csv", "jsonl". */
row_format format_named(const std::string &name);
