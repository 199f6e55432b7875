// What a scan writes: payments, and the state that knows of them; one run at a time has each.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "io.h"

/* Payments go to standard output ("" and "-"), or are appended to a file of payments alone, which
 * its owner alone can read if it is new. */
class payment_file {
public:
    /* Throws unusable: another run writes to the file, or, unless forced, it holds something that
     * is no payment.  One that looks like a file of secret keys is refused always.  secret: what
     * is written has tweaks, of which no copy is left in memory. */
    payment_file(const std::string &path, bool force, bool secret);
    ~payment_file();
    payment_file(const payment_file &) = delete;
    payment_file &operator=(const payment_file &) = delete;

    bool standard() const { return path_.empty(); }
    std::uint64_t size() const;
    /* Which file it is, for a state in the file `state`: its path from there, device and inode;
     * null for standard output. */
    nlohmann::ordered_json identity(const std::string &state) const;
    /* Whether a state with this identity knows of this file: by its path, or by the file. */
    bool is(const nlohmann::ordered_json &identity, const std::string &state) const;
    /* The state knows of `known` bytes, which must be there.  After an incomplete scan, what
     * follows them was written by a run that was killed before it could save the next state, or
     * by somebody else: write() decides.  Returns whether something does. */
    bool resume(std::uint64_t known, bool complete);
    /* Makes the file if it is not there: to be called before the first write. */
    void begin();
    /* All of the text is on its way to the disk on return.  After resume() the first text, be it
     * empty, must begin with what is there already, and only the rest is written: nothing is ever
     * cut. */
    void write(std::string_view text);
    void to_disk();

private:
    void open_file(int flags);
    std::size_t there_already(std::string_view text);
    std::string read_at(std::uint64_t at, std::size_t n) const;
    [[noreturn]] void fail() const;

    std::string path_;
    int fd_ = -1;
    bool regular_ = true;
    std::uint64_t known_ = 0, tail_ = 0;
    output standard_{"-"};
};

/* A file that is replaced as a whole, and locked for this process as long as this object lives. */
class state_file {
public:
    /* "" is no file.  Throws unusable: another run has it, or it is no file; unwritable. */
    explicit state_file(const std::string &path);
    ~state_file();  // a file that was made and never written goes
    state_file(const state_file &) = delete;
    state_file &operator=(const state_file &) = delete;

    bool wanted() const { return fd_ >= 0; }
    /* Whether the file stood there before this run. */
    bool was_there() const { return wanted() && !made_; }
    /* Without links. */
    const std::string &path() const { return path_; }
    /* Up to 1 MiB; "" for a file that is new or empty. */
    std::string read() const;
    /* By a new file that its owner alone can read, under a name that was free, on its disk. */
    void replace(std::string_view text);

private:
    std::string path_;
    int fd_ = -1;
    bool made_ = false;
};
