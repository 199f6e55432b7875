// Block files as Bitcoin nodes write them (blk*.dat): frames, and a key that hides them.
#pragma once
#include <array>
#include <functional>

#include "bytes_reader.h"
#include "io.h"

/* Byte i of a file was combined with byte i modulo 8 of this by exclusive or. */
using xor_key = std::array<std::uint8_t, 8>;

/* Whether a block file of one of the known networks begins so. */
bool begins_block_file(std::string_view bytes);

/* The frames of one file, a frame in memory at a time.  A frame that is damaged is left out: the
 * next one is looked for, byte by byte, as nodes do. */
class block_file {
public:
    /* report: called with an offset and what is wrong there, once for each run of damage. */
    using reporter = std::function<void(std::uint64_t offset, const std::string &what)>;
    block_file(buffered_input &in, const xor_key &key, reporter report)
        : in_(in), key_(key), report_(std::move(report)) {}

    /* The bytes of the next block; false at the end, or if a stop was requested.  Good until the
     * next call, before which the caller says whether the block was one. */
    bool next(byte_view &block);
    /* Of the block that next() gave: where in the file it begins. */
    std::uint64_t offset() const { return start_ + at_ + 8; }
    void accept();
    void reject(std::uint64_t offset, const std::string &what);

private:
    bool have(std::size_t n);  // from at_ on; reads more if need be
    byte_view rest() const { return byte_view(plain_).subspan(at_); }
    std::uint8_t raw(std::size_t i) const { return plain_[i] ^ key_[(start_ + i) % 8]; }
    void damage(std::uint64_t offset, const std::string &what);

    buffered_input &in_;
    xor_key key_;
    reporter report_;
    std::vector<std::uint8_t> plain_;
    std::size_t at_ = 0, size_ = 0;
    std::uint64_t start_ = 0;  // the place of plain_[0] in the file
    std::uint32_t magic_ = 0;  // of the file's network, once a block was good
    bool searching_ = false, ended_ = false;
};
