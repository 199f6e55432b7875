// Payments and state of a scan: locks, and what is never overwritten.
#include "scan_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <ufsecp/ufsecp.h>

#include "command.h"
#include "text.h"

namespace {

using nlohmann::ordered_json;

/* All of the text; false and errno if it cannot be written. */
bool write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const std::ptrdiff_t wrote = os::write_some(fd, text.data(), text.size());
        if (wrote >= 0) text.remove_prefix((std::size_t)wrote);
        else if (errno != EINTR) return false;
    }
    return true;
}

/* Up to n bytes from there on. */
std::string read_file(int fd, std::uint64_t at, std::size_t n) {
    std::string out(n, 0);
    std::size_t done = 0;
    while (done < n) {
        const std::ptrdiff_t got = os::read_at(fd, out.data() + done, n - done, at + done);
        if (got == 0 || (got < 0 && errno != EINTR)) break;
        if (got > 0) done += (std::size_t)got;
    }
    out.resize(done);
    return out;
}

/* The lock ends with the process, however it ends.  false: another process has it. */
bool lock_file(int fd, const std::string &path) {
    const os::lock got = os::lock_file(fd);
    if (got == os::lock::impossible)
        complain("warning: " + path + " cannot be locked (" + std::strerror(errno) +
                 "): run one scan at a time");
    return got != os::lock::taken_by_another;
}

std::filesystem::path canonical(const std::string &path) {
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::absolute(path, error),
                                out = std::filesystem::weakly_canonical(whole, error);
    return error ? whole : out;
}

/* Whether a file begins as a file of payments does, or stops before that can be told. */
bool begins_as_payments(std::string_view text) {
    constexpr std::string_view first = "{\"row\":", second = ",\"output\":";
    if (text.size() < first.size()) return first.starts_with(text);
    if (!text.starts_with(first)) return false;
    text.remove_prefix(first.size());
    text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
    return text.size() < second.size() ? second.starts_with(text) : text.starts_with(second);
}

}  // namespace

payment_file::payment_file(const std::string &path, bool force, bool secret)
    : path_(path == "-" ? "" : path) {
    os::file_state state;
    if (standard() && secret) standard_.hold_secrets();
    if (standard() || !os::state_of(path_, state)) return;  // begin() makes it
    regular_ = state.regular;
    open_file(regular_ ? O_RDWR : O_WRONLY);
    /* Of payments, other columns of the index may say anything. */
    if (!regular_ || begins_as_payments(read_at(0, 64))) return;
    if (holds_key(path_))
        throw unusable(path_ + ": looks like a file of secret keys, and nothing is written to it");
    if (force) return;
    throw unusable(path_ +
                   ": is not a file of payments, and is kept as it is: name another file, "
                   "or give --force to append to it");
}

payment_file::~payment_file() {
    if (fd_ >= 0) os::close_file(fd_);
}

void payment_file::open_file(int flags) {
    fd_ = os::open_file(path_, flags | O_APPEND, true);
    if (fd_ < 0) fail();
    if (regular_ && !lock_file(fd_, path_))
        throw unusable(path_ +
                       ": another run writes to it: wait for its end, or name another file");
}

void payment_file::begin() {
    if (standard()) return;
    if (fd_ < 0) open_file(O_RDWR | O_CREAT);
    const std::uint64_t there = size();
    if (tail_ == 0 && there > 0 && read_at(there - 1, 1) != "\n")
        throw unusable(path_ +
                       ": ends within a line, and is kept as it is: was a scan killed that "
                       "wrote there?  Let that scan continue first, or name another file");
}

std::uint64_t payment_file::size() const {
    os::file_state state;
    return fd_ >= 0 && regular_ && os::state_of(fd_, state) ? state.size : 0;
}

std::string payment_file::read_at(std::uint64_t at, std::size_t n) const {
    return read_file(fd_, at, n);
}

ordered_json payment_file::identity(const std::string &state) const {
    if (standard()) return nullptr;
    os::file_state file;
    if (fd_ >= 0) (void)os::state_of(fd_, file);
    const std::filesystem::path from = std::filesystem::path(state).parent_path(),
                                whole = canonical(path_), near = whole.lexically_relative(from);
    return {{"path", (near.empty() ? whole : near).string()},  // empty: on another drive
            {"device", file.device},
            {"inode", file.file}};
}

bool payment_file::is(const ordered_json &other, const std::string &state) const {
    const ordered_json mine = identity(state);
    if (mine.is_null() || other.is_null()) return mine == other;
    return mine.at("path") == other.at("path") ||
           (fd_ >= 0 && mine.at("device") == other.at("device") &&
            mine.at("inode") == other.at("inode"));
}

bool payment_file::resume(std::uint64_t known, bool complete) {
    if (standard() || !regular_) return false;
    if (size() < known)
        throw unusable(path_ + (fd_ < 0 ? ": was removed" : ": is shorter than the state says") +
                       ": payments that were found would be missing there: put the file back, or "
                       "remove the state too, to begin anew");
    if (complete) return false;
    known_ = known, tail_ = size() - known;
    return tail_ > 0;
}

void payment_file::write(std::string_view text) {
    if (standard()) {
        standard_.write(text);
        standard_.flush();
        return;
    }
    if (tail_ > 0) text.remove_prefix(there_already(text));
    if (!write_all(fd_, text)) fail();
}

void payment_file::to_disk() {
    if (fd_ >= 0 && !os::to_disk(fd_)) fail();
}

std::size_t payment_file::there_already(std::string_view text) {
    std::string tail = tail_ <= text.size() ? read_at(known_, (std::size_t)tail_) : std::string();
    const std::string known = std::to_string(known_);
    const bool same = tail.size() == tail_ && text.starts_with(tail);
    ufsecp_wipe(tail.data(), tail.size());  // it may have tweaks
    if (!same)
        throw unusable(path_ + ": what follows its first " + known +
                       " bytes is not what this scan writes there, and is kept: did another "
                       "scan, or one with other options, write it?  Give each its own --out; "
                       "to continue with this one, copy it and then truncate it to " +
                       known + " bytes");
    tail_ = 0;
    return tail.size();
}

void payment_file::fail() const {
    throw unwritable("cannot write " + path_ + ": " + std::strerror(errno));
}

/* The file that is locked may have been replaced meanwhile by the process that had it. */
state_file::state_file(const std::string &path) : path_(path) {
    if (path.empty()) return;
    for (;;) {
        os::file_state named, opened;
        if (os::state_of(path, named) && !named.regular)
            throw unusable(path + ": cannot be read as a state (name another state)");
        fd_ = os::open_file(path, O_RDWR);
        if (fd_ < 0 && errno == EACCES) fd_ = os::open_file(path, O_RDONLY);
        if (fd_ < 0 && errno == ENOENT) {
            fd_ = os::open_file(path, O_RDWR | O_CREAT | O_EXCL, true);
            made_ = fd_ >= 0;
            if (fd_ < 0 && errno == EEXIST && os::state_of(path, named)) continue;
        }
        if (fd_ < 0) throw unwritable("cannot write " + path + ": " + std::strerror(errno));
        const bool locked = lock_file(fd_, path);
        if (locked && os::state_of(fd_, opened) && os::state_of(path, named) &&
            opened.same_file(named))
            break;
        made_ = false;
        os::close_file(fd_);
        fd_ = -1;
        if (!locked)
            throw unusable(path +
                           ": another run uses this state: wait for its end, or name "
                           "another state");
    }
    path_ = canonical(path).string();
}

state_file::~state_file() {
    os::file_state state;
    if (made_ && os::state_of(fd_, state) && state.size == 0) os::remove(path_);
    if (fd_ >= 0) os::close_file(fd_);
}

std::string state_file::read() const { return read_file(fd_, 0, 1 << 20); }

/* The new file is locked before it bears the name: no other run finds it free. */
void state_file::replace(std::string_view text) {
    std::string next = path_;
    const int fd = os::make_temporary(next);
    const bool written = fd >= 0 && lock_file(fd, next) && write_all(fd, text) && os::to_disk(fd) &&
                         os::replace(next, path_, fd_);
    const std::string why = written ? "" : std::strerror(errno);
    if (fd >= 0 && !written) os::close_file(fd), os::remove(next);
    if (!written) throw unwritable("cannot write " + path_ + ": " + why);
    fd_ = fd;
    made_ = false;
}
