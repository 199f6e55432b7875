// The operating system where it is Windows: Unicode paths, files that others may read, rename and
// remove meanwhile, as on POSIX; consoles.
#if defined(_WIN32)
#include "platform.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <io.h>

#include "base/windows_api.h"
/* after windows.h */
#include <shellapi.h>

#include "command.h"

namespace {

/* ---- Text: the tool has UTF-8; what is no UTF-16, as a file's name may be, cannot be said. */

std::wstring wide(const std::string &text) {
    std::wstring out((std::size_t)MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text.data(),
                                                      (int)text.size(), nullptr, 0),
                     0);
    MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text.data(), (int)text.size(), out.data(),
                        (int)out.size());
    return out;
}
std::string narrow(const wchar_t *text) {
    const int n = (int)wcslen(text);
    std::string out(
        (std::size_t)WideCharToMultiByte(CP_UTF8, 0, text, n, nullptr, 0, nullptr, nullptr), 0);
    WideCharToMultiByte(CP_UTF8, 0, text, n, out.data(), (int)out.size(), nullptr, nullptr);
    return out;
}

/* ---- Errors: those that callers ask for, or whose text helps. */

int as_errno(DWORD error) {
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_NETPATH: return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_WRITE_PROTECT: return EACCES;
    case ERROR_LOCK_VIOLATION: return EWOULDBLOCK;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: return EEXIST;
    case ERROR_TOO_MANY_OPEN_FILES: return EMFILE;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY: return ENOMEM;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL: return ENOSPC;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
    case ERROR_PIPE_NOT_CONNECTED: return EPIPE;
    case ERROR_INVALID_HANDLE: return EBADF;
    case ERROR_FILENAME_EXCED_RANGE: return ENAMETOOLONG;
    default: return EIO;
    }
}
int failed(DWORD error = GetLastError()) {
    errno = as_errno(error);
    return -1;
}
HANDLE handle_of(int fd) { return reinterpret_cast<HANDLE>(_get_osfhandle(fd)); }

/* ---- Ctrl-C. */

volatile bool caught = false, stop_flag = false;
volatile bool reading = false;  // the thread of main() is in a read, or about to be
HANDLE main_thread = nullptr;
void (*volatile wipe_at_end)() = nullptr;

/* In a thread of its own.  FALSE: the process ends. */
BOOL WINAPI on_request(DWORD) {
    if (caught && !stop_flag) {
        stop_flag = true;
        for (int i = 0; i < 500 && reading; i++) {
            CancelSynchronousIo(main_thread);
            Sleep(10);
        }
        return TRUE;
    }
    if (wipe_at_end != nullptr) wipe_at_end();
    return FALSE;
}

bool knows_escapes[3] = {};
UINT code_page_before = 0;

}  // namespace

void catch_signals() {
    if (caught) return;
    DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &main_thread, 0,
                    FALSE, DUPLICATE_SAME_ACCESS);
    caught = true;
    SetConsoleCtrlHandler(on_request, TRUE);
}

bool stop_requested() { return stop_flag; }

namespace os {

std::vector<std::string> begin(int, char **) {
    for (int fd : {0, 1, 2}) {
        _setmode(fd, O_BINARY);
        DWORD mode = 0;
        knows_escapes[fd] = fd != 0 && GetConsoleMode(handle_of(fd), &mode) &&
                            SetConsoleMode(handle_of(fd), mode | ENABLE_PROCESSED_OUTPUT |
                                                              ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
    if (GetConsoleOutputCP() != 0 && GetConsoleOutputCP() != CP_UTF8) {
        code_page_before = GetConsoleOutputCP();
        SetConsoleOutputCP(CP_UTF8);
        std::atexit([] { SetConsoleOutputCP(code_page_before); });
    }
    int count = 0;
    wchar_t **const words = CommandLineToArgvW(GetCommandLineW(), &count);
    if (words == nullptr) throw unusable("the arguments cannot be read");
    std::vector<std::string> out;
    for (int i = 1; i < count; i++) {
        out.push_back(narrow(words[i]));
        SecureZeroMemory(words[i], wcslen(words[i]) * sizeof *words[i]);
    }
    LocalFree(words);
    return out;
}

void at_sudden_end(void (*wipe)()) {
    wipe_at_end = wipe;
    if (!caught) SetConsoleCtrlHandler(on_request, TRUE);
}

/* Reports of a crash hold memory: none is written, nor does one ask. */
void keep_to_itself() { SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX); }

bool terminal(int fd) {
    DWORD mode = 0;
    return fd == 0 ? GetConsoleMode(handle_of(0), &mode) != 0
                   : fd > 0 && fd < 3 && knows_escapes[fd];
}

/* ---- Files. */

static bool state_of(HANDLE handle, file_state &out) {
    if (GetFileType(handle) != FILE_TYPE_DISK) return GetFileType(handle) != FILE_TYPE_UNKNOWN;
    BY_HANDLE_FILE_INFORMATION found;
    if (!GetFileInformationByHandle(handle, &found)) return failed() == 0;
    out.directory = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    out.regular = !out.directory;
    out.size = (std::uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow;
    out.device = found.dwVolumeSerialNumber;
    out.file = (std::uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow;
    return true;
}
static HANDLE opened(const std::string &path, DWORD access, DWORD how, DWORD flags = 0) {
    return CreateFileW(wide(path).c_str(), access,
                       FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, how,
                       FILE_ATTRIBUTE_NORMAL | flags, nullptr);
}
bool state_of(const std::string &path, file_state &out) {
    const HANDLE handle = opened(path, 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
    if (handle == INVALID_HANDLE_VALUE) return failed() == 0;
    const bool there = state_of(handle, out);
    CloseHandle(handle);
    return there;
}
bool state_of(int fd, file_state &out) { return state_of(handle_of(fd), out); }
bool exists(const std::string &path) {
    return GetFileAttributesW(wide(path).c_str()) != INVALID_FILE_ATTRIBUTES;
}
bool readable(const std::string &path) {
    const HANDLE handle = opened(path, GENERIC_READ, OPEN_EXISTING);
    if (handle == INVALID_HANDLE_VALUE) return false;
    CloseHandle(handle);
    return true;
}

int open_file(const std::string &path, int flags, bool) {
    const DWORD write =
        flags & O_APPEND ? FILE_APPEND_DATA | SYNCHRONIZE | FILE_WRITE_ATTRIBUTES : GENERIC_WRITE;
    const DWORD access = (flags & (O_WRONLY | O_RDWR)) == 0 ? GENERIC_READ
                         : flags & O_RDWR                   ? GENERIC_READ | write
                                                            : write;
    const DWORD how = !(flags & O_CREAT) ? OPEN_EXISTING
                      : flags & O_EXCL   ? CREATE_NEW
                                         : OPEN_ALWAYS;
    /* A folder is opened too, so that what it is can be said. */
    const HANDLE handle =
        opened(path, access, how, access == GENERIC_READ ? FILE_FLAG_BACKUP_SEMANTICS : 0);
    if (handle == INVALID_HANDLE_VALUE) return failed();
    const int fd = _open_osfhandle(reinterpret_cast<intptr_t>(handle), O_BINARY | _O_NOINHERIT);
    if (fd < 0) CloseHandle(handle);
    return fd;
}
int open_without_waiting(const std::string &path) { return open_file(path, O_RDONLY); }
void widen_pipe(int) {}
bool close_file(int fd) { return _close(fd) == 0; }

/* A stop ends it as the end of the file does. */
static std::ptrdiff_t read_from(HANDLE handle, void *out, std::size_t n, OVERLAPPED *at) {
    DWORD got = 0, error = 0;
    reading = true;
    if (!stop_flag && !ReadFile(handle, out, (DWORD)n, &got, at)) error = GetLastError();
    reading = false;
    if (error == 0 || error == ERROR_BROKEN_PIPE || error == ERROR_HANDLE_EOF ||
        error == ERROR_OPERATION_ABORTED)
        return (std::ptrdiff_t)got;
    return failed(error);
}
std::ptrdiff_t read_some(int fd, void *out, std::size_t n) {
    return read_from(handle_of(fd), out, n, nullptr);
}
std::ptrdiff_t read_at(int fd, void *out, std::size_t n, std::uint64_t at) {
    OVERLAPPED place = {};
    place.Offset = (DWORD)at, place.OffsetHigh = (DWORD)(at >> 32);
    return read_from(handle_of(fd), out, n, &place);
}
std::ptrdiff_t write_some(int fd, const void *from, std::size_t n) {
    DWORD wrote = 0;
    return WriteFile(handle_of(fd), from, (DWORD)n, &wrote, nullptr) ? (std::ptrdiff_t)wrote
                                                                     : failed();
}

/* The C library knows some of the words that the system has for it. */
bool reader_is_gone() { return errno == EPIPE || as_errno(_doserrno) == EPIPE; }

/* Nothing tells when a pipe has bytes: it is looked at, and less often the longer none come.  Who
 * waits for a console without an end waits in the read itself. */
int wait_to_read(int fd, int milliseconds) {
    const HANDLE handle = handle_of(fd);
    const DWORD kind = GetFileType(handle);
    DWORD mode = 0, there = 0;
    const bool console = kind == FILE_TYPE_CHAR && GetConsoleMode(handle, &mode);
    if (kind != FILE_TYPE_PIPE && !(console && milliseconds < INT_MAX)) return 1;
    const ULONGLONG end = GetTickCount64() + (ULONGLONG)milliseconds;
    for (DWORD looked = 0; !stop_flag; looked++) {
        if (console ? WaitForSingleObject(handle, 0) == WAIT_OBJECT_0
                    : !PeekNamedPipe(handle, nullptr, 0, nullptr, &there, nullptr) || there > 0)
            return 1;
        if (GetTickCount64() >= end) return 0;
        Sleep(looked < 1000 ? 0 : 5);
    }
    return 1;
}

bool truncate(int fd) {
    const LARGE_INTEGER start = {};
    return (SetFilePointerEx(handle_of(fd), start, nullptr, FILE_BEGIN) &&
            SetEndOfFile(handle_of(fd))) ||
           failed() == 0;
}
bool to_disk(int fd) {
    return FlushFileBuffers(handle_of(fd)) || GetFileType(handle_of(fd)) != FILE_TYPE_DISK ||
           failed() == 0;
}
bool name_to_disk(const std::string &) { return true; }  // FlushFileBuffers has written it
/* A byte behind any end: locked bytes cannot be read by others. */
lock lock_file(int fd) {
    OVERLAPPED place = {};
    place.OffsetHigh = 0x7fffffff;
    if (LockFileEx(handle_of(fd), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
                   &place))
        return lock::taken;
    failed();
    return errno == EWOULDBLOCK ? lock::taken_by_another : lock::impossible;
}
int make_temporary(std::string &name) {
    for (int attempt = 0; attempt < 100; attempt++) {
        const std::string next =
            name + "." + std::to_string(GetCurrentProcessId()) + "-" + std::to_string(attempt);
        /* DELETE: what has no such right cannot be renamed while it is open. */
        const HANDLE handle = opened(next, GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW);
        if (handle == INVALID_HANDLE_VALUE && GetLastError() == ERROR_FILE_EXISTS) continue;
        if (handle == INVALID_HANDLE_VALUE) return failed();
        name = next;
        return _open_osfhandle(reinterpret_cast<intptr_t>(handle), O_BINARY | _O_NOINHERIT);
    }
    errno = EEXIST;
    return -1;
}
/* An open file keeps its name.  Who opens and locks it between the two steps makes the second fail,
 * so that one of the two goes on. */
bool replace(const std::string &next, const std::string &path, int &old_fd) {
    _close(old_fd);
    old_fd = -1;
    return MoveFileExW(wide(next).c_str(), wide(path).c_str(),
                       MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) ||
           failed() == 0;
}
void remove(const std::string &path) { DeleteFileW(wide(path).c_str()); }

}  // namespace os

#endif
