// What the tool asks of the operating system, in one set of words: platform_posix.cpp and
// platform_windows.cpp answer. Paths and arguments are UTF-8 where the system has it otherwise;
// descriptors are those of the C library; what fails leaves its reason in errno.
#pragma once
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <string>
#include <vector>

/* From here on Ctrl-C, and what else asks the process to end, asks for a stop and does not end it;
 * a second does.  What the caller ignores, as nohup and shells for background jobs do, stays
 * ignored. */
void catch_signals();
bool stop_requested();

namespace os {

/* The first call: the arguments after the program's name.  From here on standard streams carry
 * bytes, a closed reader shows as a failed write, and what the caller closed has a descriptor whose
 * use fails: no file that is opened later may take its place.  Throws unusable. */
std::vector<std::string> begin(int argc, char **argv);

/* Calls wipe() before Ctrl-C, or what else asks the process to end, ends it. */
void at_sudden_end(void (*wipe)());
/* Keeps the memory of the process from other programs, as far as the system allows. */
void keep_to_itself();

/* ---- Terminals. */

/* Whether it is a terminal; for output, one that knows escape sequences. */
bool terminal(int fd);

/* ---- Files. */

struct file_state {
    bool regular = false, directory = false;
    std::uint64_t size = 0, device = 0, file = 0; /* of a file: device and number name it */
    unsigned mode = 0;                            /* permission bits, 0 where there are none */

    bool same_file(const file_state &other) const {
        return device == other.device && file == other.file;
    }
};
/* false if there is no such file; links are followed. */
bool state_of(const std::string &path, file_state &out);
bool state_of(int fd, file_state &out);
bool readable(const std::string &path);
bool exists(const std::string &path);

/* A descriptor, or -1.  flags: O_RDONLY, O_WRONLY, O_RDWR with O_APPEND, O_CREAT, O_EXCL; a new
 * file is the owner's alone if `owner_only`, where files have permission bits. */
int open_file(const std::string &path, int flags, bool owner_only = false);
/* To read, without waiting where it is a named pipe. */
int open_without_waiting(const std::string &path);
/* Makes room in a pipe, where the system lets one. */
void widen_pipe(int fd);
/* false if the system tells now that earlier writes failed. */
bool close_file(int fd);

/* Bytes read: fewer than n where fewer are there, 0 at the end; -1.  EINTR and EAGAIN are for the
 * caller. */
std::ptrdiff_t read_some(int fd, void *out, std::size_t n);
/* The same of a regular file, from there on. */
std::ptrdiff_t read_at(int fd, void *out, std::size_t n, std::uint64_t at);
/* Bytes written, at least one: it waits, also where the descriptor does not; -1, EINTR as well. */
std::ptrdiff_t write_some(int fd, const void *from, std::size_t n);
/* Whether the C library just failed to write because the reader is gone. */
bool reader_is_gone();
/* Waits so many milliseconds for something to read, be it the end, or for a stop: 1; 0 if nothing
 * came; -1. */
int wait_to_read(int fd, int milliseconds);

/* Empties it. */
bool truncate(int fd);
/* false if the disk has not got it, though it could. */
bool to_disk(int fd);
/* The same of the name of a file that was made. */
bool name_to_disk(const std::string &path);
enum class lock { taken, taken_by_another, impossible };
/* Until the file is closed, or the process ends, however it does. */
lock lock_file(int fd);
/* Makes a file of the owner alone, whose name is `name` and what it adds; -1. */
int make_temporary(std::string &name);
/* `next`, open as new_fd, takes the name `path`, whose file is open as old_fd: one that is closed
 * on success.  On failure it may be closed as well. */
bool replace(const std::string &next, const std::string &path, int &old_fd);
void remove(const std::string &path);

}  // namespace os
