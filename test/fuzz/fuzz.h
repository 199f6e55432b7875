// What the fuzz targets share: a check that reports its input, every engine in turn, and files in
// memory.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hostile.h"
#include "ufsecp/ufsecp.h"

/* Ends the program, and so fails the target, unless the condition holds; `what` is a std::string
 * with the input. */
#define REQUIRE(condition, what)                                                         \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            fprintf(stderr, "%s:%d: [%s] %s: %s\n", __FILE__, __LINE__, ufsecp_engine(), \
                    #condition, (what).c_str());                                         \
            abort();                                                                     \
        }                                                                                \
    } while (0)

/* The engine in use afterwards is the default one. */
template <class F>
void on_each_engine(const F &run) {
    for (const std::string &name : hostile::engines()) {
        if (!ufsecp_engine_select(name.c_str())) abort();
        run();
    }
    ufsecp_engine_select("auto");
}

/* Text of the right words in a wrong order, numbers of digits() bytes in hexadecimal, or any bytes.
 */
template <size_t N, class F>
std::string any_text(hostile::source &s, const char *const (&words)[N], const F &digits) {
    std::string text;
    for (size_t i = s.below(40); i > 0; i--) {
        if (s.one_in(3)) text += hostile::hex(s.string(digits()));
        else if (s.one_in(8)) text += static_cast<char>(s.byte());
        else text += words[s.below(N)];
    }
    return text;
}

/* Lives as long as this object; nobody else can read it. */
struct memory_file {
    int fd = memfd_create("fuzz", 0);
    explicit memory_file(const std::string &text) {
        if (fd < 0 || fchmod(fd, 0600) != 0 ||
            write(fd, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
            abort();
    }
    ~memory_file() { close(fd); }
    memory_file(const memory_file &) = delete;
    memory_file &operator=(const memory_file &) = delete;
    std::string path() const { return "/proc/self/fd/" + std::to_string(fd); }
};
