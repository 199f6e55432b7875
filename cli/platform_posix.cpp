// The operating system where it is POSIX.
#if !defined(_WIN32)
#include "platform.h"

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <poll.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include "command.h"

namespace {

volatile std::sig_atomic_t stop_flag = 0;
int stop_pipe[2] = {-1, -1};  // readable once a stop was requested: a poll cannot miss it

constexpr int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};
struct sigaction before_stop[std::size(stop_signals)];  // what a second one does

void on_signal(int signal) {
    const int saved = errno;
    for (std::size_t i = 0; i < std::size(stop_signals); i++)
        if (stop_signals[i] == signal) sigaction(signal, &before_stop[i], nullptr);
    stop_flag = 1;
    const ssize_t written = ::write(stop_pipe[1], "", 1);
    (void)written;
    errno = saved;
}

void (*volatile wipe_at_end)() = nullptr;

void on_end(int signal) {
    if (wipe_at_end != nullptr) wipe_at_end();
    raise(signal);  // the handler is gone: on return this ends the process as without it
}

}  // namespace

void catch_signals() {
    if (stop_pipe[0] >= 0) return;
    if (pipe(stop_pipe) != 0)
        throw unusable(std::string("cannot make a pipe: ") + std::strerror(errno));
    for (int end : stop_pipe) fcntl(end, F_SETFD, FD_CLOEXEC);
    struct sigaction action = {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < std::size(stop_signals); i++)
        if (sigaction(stop_signals[i], nullptr, &before_stop[i]) == 0 &&
            before_stop[i].sa_handler != SIG_IGN)
            sigaction(stop_signals[i], &action, nullptr);
}

bool stop_requested() { return stop_flag != 0; }

namespace os {

std::vector<std::string> begin(int argc, char **argv) {
    std::signal(SIGPIPE, SIG_IGN);
    for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(fd, F_GETFD) >= 0) continue;
        // the lowest free number is fd: those below it are in use
        if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            throw unusable("standard streams are closed, and /dev/null cannot stand in");
    }
    return {argv + (argc > 0), argv + argc};
}

void at_sudden_end(void (*wipe)()) {
    wipe_at_end = wipe;
    struct sigaction action = {}, before = {};
    action.sa_handler = on_end;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    for (int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM})
        if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(signal, &action, nullptr);
}

/* Failures are no reason to stop: what is left is what every process has. */
void keep_to_itself() {
    const rlimit none = {0, 0};
    (void)setrlimit(RLIMIT_CORE, &none);
#if defined(__linux__)
    (void)prctl(PR_SET_DUMPABLE, 0);  // a core that is piped to a program knows no limit
#endif
}

bool terminal(int fd) { return isatty(fd) == 1; }

static bool told(int error, const struct stat &st, file_state &out) {
    if (error != 0) return false;
    out.regular = S_ISREG(st.st_mode), out.directory = S_ISDIR(st.st_mode);
    out.size = (std::uint64_t)st.st_size, out.mode = st.st_mode & 0777;
    out.device = (std::uint64_t)st.st_dev, out.file = (std::uint64_t)st.st_ino;
    return true;
}
bool state_of(const std::string &path, file_state &out) {
    struct stat st = {};
    return told(stat(path.c_str(), &st), st, out);
}
bool state_of(int fd, file_state &out) {
    struct stat st = {};
    return told(fstat(fd, &st), st, out);
}
bool readable(const std::string &path) { return access(path.c_str(), R_OK) == 0; }
bool exists(const std::string &path) { return access(path.c_str(), F_OK) == 0; }

int open_file(const std::string &path, int flags, bool owner_only) {
    return open(path.c_str(), flags | O_CLOEXEC, owner_only ? 0600 : 0666);
}
int open_without_waiting(const std::string &path) {
    return open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}
void widen_pipe([[maybe_unused]] int fd) {
#ifdef F_SETPIPE_SZ
    constexpr int room = 1 << 20;
    struct stat st = {};
    if (fstat(fd, &st) == 0 && S_ISFIFO(st.st_mode) && fcntl(fd, F_GETPIPE_SZ) < room)
        fcntl(fd, F_SETPIPE_SZ, room);
#endif
}
bool close_file(int fd) { return close(fd) == 0 || errno == EINTR; }

std::ptrdiff_t read_some(int fd, void *out, std::size_t n) { return ::read(fd, out, n); }
std::ptrdiff_t read_at(int fd, void *out, std::size_t n, std::uint64_t at) {
    return pread(fd, out, n, (off_t)at);
}
std::ptrdiff_t write_some(int fd, const void *from, std::size_t n) {
    for (;;) {
        const std::ptrdiff_t wrote = ::write(fd, from, n);
        if (wrote >= 0 || errno != EAGAIN) return wrote;
        pollfd room = {fd, POLLOUT, 0};
        if (poll(&room, 1, -1) < 0) return -1;
    }
}

bool reader_is_gone() { return errno == EPIPE; }

int wait_to_read(int fd, int milliseconds) {
    pollfd waits[2] = {{fd, POLLIN, 0}, {stop_pipe[0], POLLIN, 0}};  // poll skips a negative fd
    const int some = poll(waits, 2, milliseconds);
    return some < 0 ? -1 : waits[0].revents != 0 || stop_requested();
}

bool truncate(int fd) { return ftruncate(fd, 0) == 0; }
bool to_disk(int fd) {
    return fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}
bool name_to_disk(const std::string &path) {
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == path.npos ? "." : path.substr(0, slash + 1);
    const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return errno == EACCES;  // a folder that may be changed and not read
    const bool done = to_disk(fd);
    const int error = errno;
    close(fd);
    errno = error;
    return done;
}
lock lock_file(int fd) {
    while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return lock::taken_by_another;
        if (errno != EINTR) return lock::impossible;
    }
    return lock::taken;
}
int make_temporary(std::string &name) {
    name += ".XXXXXX";
    const int fd = mkstemp(name.data());
    if (fd >= 0) fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
}
bool replace(const std::string &next, const std::string &path, int &old_fd) {
    if (std::rename(next.c_str(), path.c_str()) != 0 || !name_to_disk(path)) return false;
    close(old_fd);
    old_fd = -1;
    return true;
}
void remove(const std::string &path) { unlink(path.c_str()); }

}  // namespace os

#endif
