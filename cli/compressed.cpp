// Gzip and zstd, member after member; the first bytes of files that no reader takes.
#include "compressed.h"

#include <algorithm>
#include <cstring>
#include <new>

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "command.h"
#include "text.h"

namespace {

using namespace std::string_view_literals;

constexpr std::size_t step_bytes = 1 << 16;
constexpr int most_window = 27;  // of zstd: 128 MiB

/* With the flags and the extra flags that RFC 1952 has, as rows may begin with any three bytes. */
bool is_gzip(std::string_view first) {
    return first.starts_with("\x1f\x8b\x08"sv) && (first.size() < 4 || (first[3] & 0xe0) == 0) &&
           (first.size() < 9 || first[8] == 0 || first[8] == 2 || first[8] == 4);
}

/* A frame, or one that is skipped. */
bool is_zstd(std::string_view first) {
    return first.starts_with("\x28\xb5\x2f\xfd"sv) ||
           (first.size() >= 4 && ((unsigned char)first[0] & 0xf0) == 0x50 &&
            first.substr(1, 3) == "\x2a\x4d\x18"sv);
}

/* Whether every second byte, from the one at `from` on, is zero, and the others are not. */
bool every_second_zero(std::string_view text, std::size_t from) {
    for (std::size_t i = 0; i < std::min<std::size_t>(text.size() & ~(std::size_t)1, 32); i++)
        if ((text[i] == 0) != (i % 2 == from)) return false;
    return text.size() >= 2;
}

/* With its mark, or at least 16 letters without one. */
bool is_utf16(std::string_view first) {
    const bool little = first.starts_with("\xff\xfe"sv), big = first.starts_with("\xfe\xff"sv);
    if (first.size() == 2) return little || big;
    if (little || big) return every_second_zero(first.substr(2), little ? 1 : 0);
    return first.size() >= 32 && (every_second_zero(first, 1) || every_second_zero(first, 0));
}

struct kind_of_file {
    std::size_t at;
    std::string_view magic;
    const char *what;
};

const kind_of_file kinds[] = {
    {0, "SPIX\1"sv, "a scan index: ufsecp scan reads it"},
    {0, "\xfd\x37\x7a\x58\x5a\0"sv, "an xz file: decompress it first (xz -d)"},
    {4, "\x31\x41\x59\x26\x53\x59"sv, "a bzip2 file: decompress it first (bzip2 -d)"},
    {4, "\x17\x72\x45\x38\x50\x90"sv, "a bzip2 file: decompress it first (bzip2 -d)"},
    {0, "\x04\x22\x4d\x18"sv, "an lz4 file: decompress it first (lz4 -d)"},
    {0, "PK\3\4"sv, "a zip archive: unpack it first (unzip)"},
    {0, "PK\5\6"sv, "a zip archive: unpack it first (unzip)"},
    {0, "PK\7\x08"sv, "a zip archive: unpack it first (unzip)"},
    {0, "7z\xbc\xaf\x27\x1c"sv, "a 7z archive: unpack it first (7z x)"},
    {257, "ustar"sv, "a tar archive: unpack it first (tar -x)"},
    {0, "PAR1"sv,
     "a Parquet file: write its table as CSV; of a table of tweaks, "
     "examples/index_from_parquet.py makes an index for ufsecp scan"},
    {0, "PARE"sv, "an encrypted Parquet file: write its table as CSV"},
    {0, "ARROW1\0\0"sv, "an Arrow file: write its table as CSV, or as Parquet for an index"},
    {0, "FEA1"sv, "a Feather file: write its table as CSV, or as Parquet for an index"},
    {0, "SQLite format 3\0"sv,
     "an SQLite database: write the table as CSV (sqlite3 -csv -header FILE 'SELECT ...')"},
    {8, "DUCK"sv,
     "a DuckDB database: write the table as CSV (COPY ... TO 'FILE.csv'); of tweaks as Frigate "
     "keeps them, scan reads it with --index-format frigate"},
    {0, "\xff\xfe\0\0"sv, "text in UTF-32: convert it (iconv -f UTF-32 -t UTF-8)"},
    {0, "\0\0\xfe\xff"sv, "text in UTF-32: convert it (iconv -f UTF-32 -t UTF-8)"},
};

/* The continuation mark, the length of the schema, and its flatbuffer's first offset. */
bool is_arrow_stream(std::string_view first) {
    return first.size() >= 12 && first.starts_with("\xff\xff\xff\xff"sv) &&
           first.substr(6, 2) == "\0\0"sv && first.substr(9, 3) == "\0\0\0"sv;
}

}  // namespace

std::string foreign_file(std::string_view first) {
    const bool text = is_text(first.substr(0, 32));  // then a magic of letters is a word of it
    for (const kind_of_file &kind : kinds)
        if (!(text && kind.at < 32) && first.size() >= kind.at &&
            first.substr(kind.at).starts_with(kind.magic))
            return kind.what;
    if (is_utf16(first)) return "text in UTF-16: convert it (iconv -f UTF-16 -t UTF-8)";
    if (is_arrow_stream(first))
        return "an Arrow stream: write its table as CSV, or as Parquet for an index";
    if (is_gzip(first)) return "a gzip file: decompress it first (gzip -d)";
    if (is_zstd(first)) return "a zstd file: decompress it first (zstd -d)";
    return {};
}

bool is_compressed(std::string_view first) { return is_gzip(first) || is_zstd(first); }

std::string_view without_compression(std::string_view path) {
    for (const std::string_view ending : {".gz", ".gzip", ".zst", ".zstd"})
        if (path.ends_with(ending)) return path.substr(0, path.size() - ending.size());
    return path;
}

void refuse_compressed_output(const std::string &path) {
    if (without_compression(path) != path)
        throw unusable(path + ": nothing compressed is written: write to - and compress that");
}

struct decompressor::streams {
    z_stream gzip = {};
    ZSTD_DCtx *zstd = nullptr;
    bool gzip_made = false;

    ~streams() {
        if (gzip_made) inflateEnd(&gzip);
        ZSTD_freeDCtx(zstd);
    }
};

decompressor::decompressor(input &in, std::string first)
    : in_(in), streams_(std::make_unique<streams>()), raw_(std::move(first)), out_(step_bytes, 0) {}

decompressor::~decompressor() = default;

std::size_t decompressor::read(void *out, std::size_t n) {
    while (out_at_ == out_end_) {
        if (!failure_.empty()) throw unusable(failure_);
        if (done_ || (!step() && !feed())) return 0;
    }
    n = std::min(n, out_end_ - out_at_);
    std::memcpy(out, out_.data() + out_at_, n);
    out_at_ += n;
    return n;
}

bool decompressor::ready(input::time until) {
    while (out_at_ == out_end_ && failure_.empty() && !done_)
        if (!step() && !(in_.ready(until) && feed())) return false;
    return !stop_requested();
}

/* More of the compressed bytes; false if a stop was requested. */
bool decompressor::feed() {
    raw_.erase(0, at_);
    before_ += at_, at_ = 0;
    const std::size_t had = raw_.size();
    raw_.resize(had + step_bytes);
    const std::size_t got = in_.read(raw_.data() + had, step_bytes);
    raw_.resize(had + got);
    raw_end_ = got == 0 && !stop_requested();
    return got > 0 || raw_end_;
}

/* Comes nearer to some output, the end or a failure; false where that takes more input. */
bool decompressor::step() {
    if (member_ == member::none) return begin_member();
    const char *const name = member_ == member::gzip ? "gzip" : "zstd";
    if (member_ == member::gzip) inflate_some();
    else zstd_some();
    if (out_at_ < out_end_ || member_ == member::none || !failure_.empty()) return true;
    if (!raw_end_) return false;
    fail(std::string("the ") + name + " data ends before its end: the file is cut off");
    return true;
}

/* Zeros may follow a member, as a tape's last block has them. */
bool decompressor::begin_member() {
    at_ = std::min(raw_.find_first_not_of('\0', at_), raw_.size());
    const std::string_view rest = std::string_view(raw_).substr(at_);
    if (rest.size() < 4 && !raw_end_) return false;
    if (is_gzip(rest)) {
        z_stream &gzip = streams_->gzip;
        constexpr int gzip_alone = 16 + MAX_WBITS;
        if ((streams_->gzip_made ? inflateReset(&gzip) : inflateInit2(&gzip, gzip_alone)) != Z_OK)
            throw std::bad_alloc();
        streams_->gzip_made = true;
        member_ = member::gzip;
    } else if (is_zstd(rest)) {
        if (streams_->zstd == nullptr) streams_->zstd = ZSTD_createDCtx();
        if (streams_->zstd == nullptr) throw std::bad_alloc();
        ZSTD_DCtx_reset(streams_->zstd, ZSTD_reset_session_only);
        ZSTD_DCtx_setParameter(streams_->zstd, ZSTD_d_windowLogMax, most_window);
        member_ = member::zstd;
    } else if (rest.empty()) {
        done_ = true;
    } else {
        fail("what follows the compressed data is neither gzip nor zstd");
    }
    return true;
}

void decompressor::inflate_some() {
    z_stream &gzip = streams_->gzip;
    gzip.next_in = reinterpret_cast<Bytef *>(raw_.data() + at_);
    gzip.avail_in = (uInt)(raw_.size() - at_);
    gzip.next_out = reinterpret_cast<Bytef *>(out_.data());
    gzip.avail_out = (uInt)out_.size();
    const int result = inflate(&gzip, Z_NO_FLUSH);
    at_ = raw_.size() - gzip.avail_in;
    out_at_ = 0, out_end_ = out_.size() - gzip.avail_out;
    if (result == Z_STREAM_END) member_ = member::none;
    else if (result == Z_MEM_ERROR) throw std::bad_alloc();
    else if (result != Z_OK && result != Z_BUF_ERROR)
        fail(std::string("the gzip data is damaged (") +
             (gzip.msg != nullptr ? gzip.msg : "it needs a dictionary") + ")");
}

void decompressor::zstd_some() {
    ZSTD_inBuffer from = {raw_.data() + at_, raw_.size() - at_, 0};
    ZSTD_outBuffer to = {out_.data(), out_.size(), 0};
    const std::size_t result = ZSTD_decompressStream(streams_->zstd, &to, &from);
    at_ += from.pos;
    out_at_ = 0, out_end_ = to.pos;
    if (result == 0) member_ = member::none;
    if (!ZSTD_isError(result)) return;
    if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    if (ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge)
        fail(
            "the zstd data needs a window of more than 128 MiB: decompress it first "
            "(zstd -d --long=31)");
    else fail(std::string("the zstd data is damaged (") + ZSTD_getErrorName(result) + ")");
}

void decompressor::fail(const std::string &what) {
    failure_ = in_.name() + ": at byte offset " + std::to_string(taken()) + " of the file: " + what;
}
