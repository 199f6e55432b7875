// Files and standard streams.
#include "io.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <utility>

#include <ufsecp/ufsecp.h>

#include "command.h"
#include "compressed.h"
#include "hex.h"
#include "secrets.h"
#include "text.h"

namespace {

constexpr int standard_input = 0, standard_output = 1;
constexpr std::size_t buffer_size = 1 << 16;

}  // namespace

std::uint64_t size_of(const std::string &path) {
    os::file_state state;
    return os::state_of(path, state) && state.regular ? state.size : 0;
}

std::uint64_t size_of_all(const std::vector<std::string> &paths) {
    std::uint64_t total = 0;
    for (const std::string &path : paths) {
        const std::uint64_t size = path == "-" ? 0 : size_of(path);
        if (size == 0) return 0;
        total += size;
    }
    return total;
}

bool overwrites(const std::string &out, const std::string &in) {
    os::file_state a, b;
    return (out == "-" ? os::state_of(standard_output, a) : os::state_of(out, a)) && a.regular &&
           (in == "-" ? os::state_of(standard_input, b) : os::state_of(in, b)) && a.same_file(b);
}

bool is_wif(std::string_view word) {
    constexpr std::string_view digits =
        "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    return (word.size() == 51 || word.size() == 52) &&
           word.find_first_not_of(digits) == word.npos &&
           std::string_view("5KL9c").find(word[0]) != std::string_view::npos;
}

bool is_extended_key(std::string_view word, std::string_view kind) {
    return !word.empty() && std::string_view("xtyzuvYZUV").find(word[0]) != word.npos &&
           word.substr(1).starts_with(kind);
}

namespace {

/* The names and forms by which wallets and libraries write secret keys. */
bool names_secret(std::string_view line) {
    for (const std::string_view word :
         {"seckey", "secret_key", "secretkey", "privkey", "private key", "private_key",
          "privatekey", "nsec1", "xprv"})
        if (std::search(line.begin(), line.end(), word.begin(), word.end(), [](char c, char low) {
                return (c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) == low;
            }) != line.end())
            return true;
    return false;
}

bool key_line(std::string_view line) {
    constexpr std::string_view blanks = " \t\r,";
    if (names_secret(line)) return true;
    constexpr std::size_t signature = 126, point = 130;  // digits: at least; of 65 bytes
    bool key = false;
    for (std::size_t i = 0;; i++) {
        line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
        if (line.empty()) return key;
        const std::string_view word = line.substr(0, line.find_first_of(blanks));
        line.remove_prefix(word.size());
        if (is_wif(word)) return true;
        const std::string_view hex = without_0x(word);
        if (i == 0) key = hex.size() == 64 && all_hex(hex);
        else if (hex.size() >= signature && hex.size() != point && all_hex(hex)) return false;
    }
}

}  // namespace

bool holds_key(const std::string &path) {
    os::file_state state;
    const int fd = os::open_without_waiting(path);
    if (fd < 0) return errno == EACCES;  // what cannot be looked at may be one
    char text[4096];
    const bool regular = os::state_of(fd, state) && state.regular;
    const std::ptrdiff_t got = regular ? os::read_some(fd, text, sizeof text) : 0;
    os::close_file(fd);
    std::string_view rest(text, got > 0 ? (std::size_t)got : 0);
    bool found = rest.size() == 32 && (state.mode & 0006) == 0;
    const std::size_t last = rest.find_last_of("\r\n");
    /* More follows: the last line may be cut within a signature. */
    if (rest.size() == sizeof text && last != rest.npos) rest = rest.substr(0, last);
    if (rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);
    while (!found && !rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find_first_of("\r\n"));
        found = key_line(line);
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    }
    ufsecp_wipe(text, sizeof text);
    return found;
}

input::input(const std::string &path) : fd_(-1), name_(path == "-" ? "standard input" : path) {
    fd_ = path == "-" ? standard_input : os::open_file(path, O_RDONLY);
    os::file_state state;
    if (fd_ < 0 || !os::state_of(fd_, state)) throw unusable(name_ + ": " + std::strerror(errno));
    if (state.directory) {
        if (fd_ != standard_input) os::close_file(fd_);
        throw unusable(name_ + ": is a directory");
    }
    if (state.regular) mode_ = state.mode;
    os::widen_pipe(fd_);
}

input::~input() {
    if (fd_ != standard_input) os::close_file(fd_);
}

std::size_t input::read(void *out, std::size_t n) {
    while (ready(forever)) {
        const std::ptrdiff_t got = os::read_some(fd_, out, n);
        if (got >= 0) return (std::size_t)got;
        if (errno != EINTR && errno != EAGAIN) throw unusable(name_ + ": " + std::strerror(errno));
    }
    return 0;
}

bool input::ready(time until) {
    using namespace std::chrono;
    for (;;) {
        const auto left = duration_cast<milliseconds>(until - steady_clock::now()).count();
        const int some = os::wait_to_read(fd_, (int)std::clamp<long long>(left, 0, INT_MAX));
        if (stop_requested()) return false;
        if (some < 0 && errno != EINTR) throw unusable(name_ + ": " + std::strerror(errno));
        if (some > 0) return true;
        if (left <= 0) return false;
    }
}

buffered_input::buffered_input(const std::string &path, std::string_view magic)
    : in_(path), name_(in_.name()), magic_(magic) {}

buffered_input::~buffered_input() = default;

bool buffered_input::ready(input::time until) {
    return unpacked_ ? unpacked_->ready(until) : in_.ready(until);
}

std::uint64_t buffered_input::taken_of_file() const {
    return unpacked_ ? unpacked_->taken() : taken();
}

bool buffered_input::fill() {
    if (end_) return false;
    if (begun_) return read_some();
    begin();
    return !bytes_.empty();
}

bool buffered_input::read_some() {
    bytes_.erase(0, start_);
    start_ = 0;
    const std::size_t had = bytes_.size();
    std::size_t got = 0;
    bytes_.resize(had + buffer_size);
    try {
        got = unpacked_ ? unpacked_->read(bytes_.data() + had, buffer_size)
                        : in_.read(bytes_.data() + had, buffer_size);
    } catch (...) {
        bytes_.resize(had);
        throw;
    }
    bytes_.resize(had + got);
    read_ += got;
    end_ = got == 0;
    return !end_;
}

/* The first LF or CR from there on, npos if there is none.  In short pieces: where lines end with
 * CR alone, the search for LF would read all of the buffer for every line. */
static std::size_t line_end(std::string_view text, std::size_t from) {
    constexpr std::size_t piece = 1024;
    for (; from < text.size(); from += piece) {
        const std::string_view part = text.substr(from, piece);
        const std::size_t lf = part.find('\n'), cr = part.substr(0, lf).find('\r');
        if (cr != part.npos || lf != part.npos) return from + (cr != part.npos ? cr : lf);
    }
    return text.npos;
}

/* Reads what tells the kind of file: a line of text, or 32 bytes. */
void buffered_input::begin() {
    begun_ = true;
    const auto told = [&] {
        constexpr std::size_t enough = 32;
        return bytes_.size() >= enough ||
               (bytes_.find_first_of("\r\n") != bytes_.npos && is_text(bytes_));
    };
    while (!told() && read_some()) {}
    if (is_compressed(bytes_)) {
        unpacked_ = std::make_unique<decompressor>(in_, std::exchange(bytes_, {}));
        name_ += " (decompressed)";
        read_ = 0, end_ = false;
        while (!told() && read_some()) {}
    }
    if (!magic_.empty() && bytes_.starts_with(magic_)) return;
    const std::string what = foreign_file(bytes_);
    if (what.empty()) return;
    end_ = true;
    bytes_.clear();
    throw unusable(name() + ": is " + what);
}

buffered_input::line_state buffered_input::next_line(std::string_view &line, std::size_t longest,
                                                     input::time until) {
    for (std::size_t searched = 0;;) {
        if (after_cr_ && !left().empty()) {
            if (left()[0] == '\n') take(1);
            after_cr_ = false;
        }
        const std::string_view all = left();
        const std::size_t end = line_end(all, searched);
        const bool last = end == all.npos && end_ && !all.empty() && !stop_requested();
        if (end != all.npos || last) {
            line = all.substr(0, end);
            take(line.size() + (last ? 0 : 1));
            after_cr_ = !last && all[end] == '\r';
            if (skipping_) {
                skipping_ = false, searched = 0;
                continue;
            }
            if (line_++ == 0 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
            ended_ = !last;
            return line.size() > longest ? line_state::too_long : line_state::line;
        }
        if (end_) return line_state::end;
        searched = all.size();
        if (skipping_ || searched > longest + 3) {  // 3: of the byte order mark
            const bool more = skipping_;
            skipping_ = true, searched = 0;
            line = all;
            take(all.size());
            if (!more) {
                line_++;
                return line_state::too_long;
            }
        }
        if (!ready(until)) return line_state::waiting;
        fill();
    }
}

void buffered_input::malformed(const std::string &what) const {
    throw unusable(name() + ": line " + std::to_string(line_) + ": " + what);
}

output::output(const std::string &path, access who)
    : fd_(standard_output),
      standard_(path == "-"),
      named_(standard_),
      path_(standard_ ? "standard output" : path) {
    if (standard_) return;
    os::file_state state;
    const bool there = os::state_of(path, state), device = there && !state.regular;
    if (who == access::everyone && holds_key(path))
        throw unwritable("cannot write " + path_ +
                         ": it looks like a file of secret keys, and is never overwritten");
    const bool fresh = who == access::owner_only_new || (who == access::new_only && !device);
    fd_ = os::open_file(path, O_WRONLY | O_CREAT | (fresh ? O_EXCL : 0),
                        who == access::owner_only_new);
    int error = fd_ < 0 ? errno : 0;
    if (error == 0 && !device) {
        if (os::lock_file(fd_) == os::lock::taken_by_another) {
            os::close_file(fd_);
            throw unwritable("cannot write " + path_ + ": another run writes it");
        }
        if (!fresh && !os::truncate(fd_)) error = errno;
    }
    if (error == EEXIST)
        throw unwritable("cannot write " + path_ + ": File exists (name another file" +
                         (who == access::new_only ? ", or give --force to overwrite it)" : ")"));
    if (error != 0) throw unwritable("cannot write " + path_ + ": " + std::strerror(error));
}

output::~output() {
    try {
        flush();
    } catch (...) {}
    if (!standard_ && fd_ >= 0) os::close_file(fd_);
}

void output::close() {
    if (fd_ < 0) return;
    flush();
    if (!standard_ && !os::close_file(std::exchange(fd_, -1))) fail();
}

void output::fail() const {
    throw unwritable("cannot write " + path_ + ": " + std::strerror(errno));
}

void output::hold_secrets() {
    buffer_ = secrets().output, room_ = sizeof secrets().output;
    secret_ = true;
}

void output::write(std::string_view text) {
    if (room_ == 0) {
        own_.resize(buffer_size);
        buffer_ = own_.data(), room_ = buffer_size;
    }
    while (!text.empty()) {
        if (used_ == room_) flush();
        const std::size_t n = std::min(text.size(), room_ - used_);
        std::memcpy(buffer_ + used_, text.data(), n);
        used_ += n;
        text.remove_prefix(n);
    }
}

void output::flush() {
    std::size_t done = 0;
    int error = 0;
    while (done < used_ && error == 0) {
        const std::ptrdiff_t wrote = os::write_some(fd_, buffer_ + done, used_ - done);
        if (wrote >= 0) done += (std::size_t)wrote;
        else if (errno != EINTR) error = errno;
    }
    if (secret_) ufsecp_wipe(buffer_, used_);
    used_ = 0;
    if (error == EPIPE && standard_) throw broken_pipe{};
    errno = error;
    if (error != 0) fail();
}

void output::flush_to_disk() {
    flush();
    if (!os::to_disk(fd_) || (!std::exchange(named_, true) && !os::name_to_disk(path_))) fail();
}

bool output::terminal() const { return os::terminal(fd_); }
