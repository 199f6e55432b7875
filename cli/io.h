// Files and standard streams: reads that Ctrl-C ends, writes whose failure is never lost.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "counted.h"
#include "platform.h"

/* Output could not be written (a full disk ...): no report can follow, main exits with 2. */
struct unwritable : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/* Standard output was closed by its reader: the tool ends without a word. */
struct broken_pipe {};

/* The size of a regular file, else 0.  Opens nothing: a named pipe can be opened only once. */
std::uint64_t size_of(const std::string &path);
/* Of all of them, 0 if one has none. */
std::uint64_t size_of_all(const std::vector<std::string> &paths);
/* Whether writing to `out` would destroy the regular file `in` ("-" is standard output, or standard
 * input). */
bool overwrites(const std::string &out, const std::string &in);

/* Whether a regular file looks as if it held secret keys: a line in its first 4,096 bytes begins
 * with 64 hexadecimal digits and has no signature behind them, as keygen writes keys and scan reads
 * them, or is one of keygen's JSON, or names a secret, as headers of tables, PEM, nsec and xprv do,
 * or has a key in WIF; or it has 32 bytes that not everyone can read or change.  No output replaces
 * such a file. */
bool holds_key(const std::string &path);
/* Whether the word has the form of a secret key in WIF, as wallets export it. */
bool is_wif(std::string_view word);
/* Whether the word begins as an extended key of that kind, "pub" or "prv", of BIP-32 or with one of
 * SLIP-132's versions, by which wallets name the type of addresses too. */
bool is_extended_key(std::string_view word, std::string_view kind);

/* A file, or standard input for "-". */
class input {
public:
    using time = std::chrono::steady_clock::time_point;
    static constexpr time forever = time::max();
    /* Throws unusable: not there, not readable, a directory. */
    explicit input(const std::string &path);
    ~input();
    input(const input &) = delete;
    input &operator=(const input &) = delete;

    /* Up to n bytes, waiting for at least one; 0 at the end, or if a stop was requested.  Throws
     * unusable. */
    std::size_t read(void *out, std::size_t n);
    /* Waits until then for something to read, be it the end; false if nothing came, or if a stop
     * was requested.  Throws unusable. */
    bool ready(time until);
    /* Permission bits of a regular file, else 0. */
    unsigned mode() const { return mode_; }
    const std::string &name() const { return name_; }

private:
    int fd_;
    unsigned mode_ = 0;
    std::string name_;
};

/* Readers of lines take a file for another kind if none of its first lines can be read. */
constexpr std::size_t lines_to_judge = 100;

class decompressor;

/* An input of which all that was read and not taken yet lies in one piece.  Of a gzip or zstd file
 * it is what the file holds.  The first fill() throws unusable for a file of another kind that no
 * reader takes (foreign_file), unless it begins with `magic`. */
class buffered_input {
public:
    explicit buffered_input(const std::string &path, std::string_view magic = {});
    ~buffered_input();

    /* Reads more, and waits for it; false at the end, or if a stop was requested. */
    bool fill();
    /* As of input. */
    bool ready(input::time until);
    /* Read and not taken yet; the view is good until the next fill(). */
    std::string_view left() const { return std::string_view(bytes_).substr(start_); }
    void take(std::size_t n) { start_ += n; }
    /* Bytes taken so far. */
    std::uint64_t taken() const { return read_ - left().size(); }
    /* The same, in bytes of the file, which are fewer where it is compressed. */
    std::uint64_t taken_of_file() const;

    enum class line_state { line, too_long, waiting, end };
    /* Takes a line, good until the next fill(): without its end (LF, CR LF or CR), the first
     * without a byte order mark.  waiting: a whole line is not there, and more does not come until
     * the time given.  too_long: it has more than `longest` bytes, and is skipped. */
    line_state next_line(std::string_view &line, std::size_t longest, input::time until);
    /* Throws unusable, naming the line that was taken last, from 1. */
    [[noreturn]] void malformed(const std::string &what) const;
    std::uint64_t line() const { return line_; }
    /* Whether the line that was taken last had an end, and not the end of the file alone. */
    bool line_ended() const { return ended_; }
    /* Of a compressed file, it says that offsets and lines are those of what it holds. */
    const std::string &name() const { return name_; }

private:
    void begin();
    bool read_some();

    input in_;
    std::unique_ptr<decompressor> unpacked_;
    std::string name_, magic_, bytes_;
    std::size_t start_ = 0;
    std::uint64_t read_ = 0, line_ = 0;
    bool begun_ = false, end_ = false;
    bool after_cr_ = false;  // the last line ended with CR: a LF here belongs to it
    bool ended_ = true;      // the last line had an end
    bool skipping_ = false;  // what comes up to the next end is of a line that was too long
};

/* Buffered output to a file, or to standard output for "-".  Throws unwritable or broken_pipe. */
class output {
public:
    enum class access {
        everyone,  // also over a file that is there, unless it looks like a file of secret keys
        new_only,  // a file must not exist yet; a device or a pipe may
        owner_only_new  // mode 0600, and nothing may be there yet
    };
    explicit output(const std::string &path, access who = access::everyone);
    ~output();  // flushes what is left; errors at this point are lost, so call close() first
    output(const output &) = delete;
    output &operator=(const output &) = delete;

    void write(std::string_view text);
    void flush();
    /* The same, and a file (not a pipe) is on its disk, with its name, when this returns. */
    void flush_to_disk();
    /* The last call, at which some file systems tell that earlier writes failed. */
    void close();
    bool terminal() const;
    /* From here on, before the first write, text waits in the memory for secrets (secrets.h) and is
     * wiped there when it is written: for one output at a time. */
    void hold_secrets();

private:
    [[noreturn]] void fail() const;

    int fd_;
    bool standard_, named_, secret_ = false;  // named_: its name is on the disk
    std::string path_;
    std::vector<char> own_;
    char *buffer_ = nullptr;
    std::size_t room_ = 0, used_ = 0;
};
