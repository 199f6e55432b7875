// Gzip and zstd files as what they hold, and other files that no reader takes, told by name.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "io.h"

/* What a file is that begins so, where no reader of rows takes it, and how to go on; "" for text
 * and for bytes that say nothing.  32 bytes are enough, or all of a shorter file. */
std::string foreign_file(std::string_view first);

/* Whether a file that begins so is gzip or zstd; 4 bytes are enough. */
bool is_compressed(std::string_view first);

/* The path without the ending of a compressed file: a.csv of a.csv.gz. */
std::string_view without_compression(std::string_view path);
/* Throws unusable if an output's path has such an ending: what is written is not compressed. */
void refuse_compressed_output(const std::string &path);

/* What a gzip or zstd input holds, its members or frames one after the other, in constant memory:
 * a frame whose window is larger than 128 MiB is refused. */
class decompressor {
public:
    /* `first` was read from `in` already. */
    decompressor(input &in, std::string first);
    ~decompressor();
    decompressor(const decompressor &) = delete;
    decompressor &operator=(const decompressor &) = delete;

    /* Both as of input; read() throws unusable, naming the offset in the compressed bytes, once all
     * that comes before the damage was handed out. */
    std::size_t read(void *out, std::size_t n);
    bool ready(input::time until);
    /* Compressed bytes that were used so far. */
    std::uint64_t taken() const { return before_ + at_; }

private:
    enum class member { none, gzip, zstd };
    struct streams;

    bool step();
    bool begin_member();
    void inflate_some();
    void zstd_some();
    bool feed();
    void fail(const std::string &what);

    input &in_;
    std::unique_ptr<streams> streams_;
    member member_ = member::none;
    std::string raw_, out_;
    std::size_t at_ = 0, out_at_ = 0, out_end_ = 0;
    std::uint64_t before_ = 0;  // of raw_
    bool raw_end_ = false, done_ = false;
    std::string failure_;
};
