// Index files for ufsecp scan: the binary form and text lines become columns of rows; who is looked
// for, and how a payment is printed.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <ufsecp/ufsecp.h>

#include "hash/sha256.h"
#include "index_text.h"
#include "io.h"
#include "secrets.h"

/* The binary form, numbers little-endian: a header of 16 bytes,
 *     4 "SPIX" | 1 version, 1 | 1 tweak size, 33 or 64 | 1 output size, 8 or 32 | 1 zero
 *     | 8 number of rows, all ones if it is not known
 * then the rows: tweak | 2 number of outputs | outputs. */
constexpr std::size_t index_header_bytes = 16;
struct index_header {
    static constexpr std::uint64_t unknown = ~(std::uint64_t)0;
    std::size_t tweak_size = 0, output_size = 0;
    std::uint64_t rows = unknown;

    void put(std::uint8_t out[index_header_bytes]) const;
    /* Throws unusable, after the name of the file. */
    static index_header parse(const std::uint8_t in[index_header_bytes], const std::string &name);
};

/* Rows in columns, as ufsecp_silent_scan takes them. */
struct index_chunk {
    std::vector<std::uint8_t> tweaks, outputs;
    std::vector<std::uint64_t> at;  // n + 1
    std::size_t n = 0;
    /* Of text, the cells of other columns, row after row, and where each ends. */
    std::string others;
    std::vector<std::size_t> others_at;

    void clear();
    ufsecp_silent_index index(const index_header &sizes) const;
    /* Continues a hash of rows one after the other, whatever pieces they are read in. */
    void add_to(ufsecp::sha256 &hash) const;
};

class index_reader {
public:
    /* Reads the header of a binary index.  frigate: as of index_text.  growing: a last line without
     * an end is none yet. */
    explicit index_reader(const std::string &path, bool frigate = false, bool growing = false);

    /* The next rows, at least one and at most `most`; fewer where their outputs take 64 MiB, or
     * more do not come until the time given.  false at the end, or if a stop was requested.
     * Throws unusable, naming the byte offset or the line, once every row before it has been
     * handed out. */
    bool next(index_chunk &chunk, std::size_t most, input::time until);

    /* Of text they are 0 before its first row, or output. */
    const index_header &sizes() const { return sizes_; }
    /* The other columns of a row that next() gave: name and content. */
    std::vector<std::pair<std::string, std::string>> others(const index_chunk &chunk,
                                                            std::size_t row) const;
    /* Of the file, for progress. */
    std::uint64_t bytes_done() const { return in_.taken_of_file(); }
    const std::string &name() const { return in_.name(); }

private:
    bool take_binary(index_chunk &chunk, input::time until);
    bool take_line(index_chunk &chunk, input::time until);
    void check_byte_order(const index_chunk &chunk) const;

    buffered_input in_;
    index_header sizes_;
    index_text lines_;
    std::uint64_t rows_ = 0;
    bool text_ = false, frigate_ = false, growing_ = false;
    std::unique_ptr<std::string> failure_;
};

/* Of all receivers of a scan. */
inline constexpr std::size_t most_labels = 1 << 20;

/* The numbers 0 to count - 1, then those of the file, each once; "" is no file.  Throws unusable,
 * also if a stop is requested. */
std::vector<std::uint32_t> label_numbers(std::uint32_t count, const std::string &file);

/* The receivers of a key file, scan keys in the memory for secrets (secrets.h). */
struct receiver_list {
    std::vector<std::uint8_t> spend33s, label33s;
    std::vector<std::uint32_t> labels;  // m of each label, the same for all receivers
    std::size_t n = 0;

    /* A line each: scan secret key, spend public key.  "-" is standard input.  Throws unusable,
     * also if a stop is requested. */
    void read(const std::string &path);
    /* Throws unusable, also if a stop is requested. */
    void make_labels(const std::vector<std::uint32_t> &numbers);
    std::vector<ufsecp_silent_scan_key> keys() const;
    /* SHA-256 of what is looked for, made of public keys and labels alone. */
    std::string digest() const;
};

/* A payment, as scan and index print it, with more fields at its end; the output has `size` bytes.
 */
void add_payment(wiped_text &to, const ufsecp_silent_match &match, const std::uint8_t *output,
                 std::size_t size, const std::vector<std::uint32_t> &labels, bool tweak,
                 const std::vector<std::pair<std::string, std::string>> &more = {});

/* Whether writing to `out` would destroy `in`: by the file, or by the path while it is not there.
 */
bool same_file(const std::string &out, const std::string &in);
