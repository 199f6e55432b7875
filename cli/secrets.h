// Every key that the tool holds, in one place: locked where possible, wiped at the end.  And text
// with secrets that is too long for it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/* A key, what is made from it, and the text that they are read from and written as. */
struct secret_memory {
    std::uint8_t key[32], shared[32], scan_keys[256][32];
    char digits[64], input[4096], output[4096];
};

/* The only one; zeros at first.  The first call also keeps the process out of core dumps and away
 * from debuggers.  It is wiped when the process ends by itself, and on SIGHUP, SIGINT, SIGQUIT and
 * SIGTERM before they end it.  Where no memory can be locked it is ordinary memory. */
secret_memory &secrets();

/* Text with secrets of any length, such as the tweaks of a scan's payments: in ordinary memory,
 * which is wiped before it is given back. */
class wiped_text {
public:
    wiped_text() = default;
    ~wiped_text() { clear(); }
    wiped_text(const wiped_text &) = delete;
    wiped_text &operator=(const wiped_text &) = delete;

    /* Where the copy begins; good until the next append. */
    char *append(std::string_view more);
    void clear();
    std::string_view view() const { return text_; }

private:
    std::string text_;
};

/* Why secrets would lie in ordinary memory; "" if they can be locked. */
std::string why_not_locked();
