// Keys that the tool holds: one locked region, wiped at the end and by signals that end it.
#include "secrets.h"

#include <cerrno>
#include <cstring>

#include <ufsecp/ufsecp.h>

#include "platform.h"

namespace {

secret_memory ordinary;
secret_memory *volatile held = nullptr;  // for the signal handler

void wipe_held() {
    if (held != nullptr) ufsecp_wipe(held, sizeof *held);
}

struct region {
    secret_memory *memory = static_cast<secret_memory *>(ufsecp_secret_alloc(sizeof *memory));
    bool locked = memory != nullptr;

    region() {
        if (!locked) memory = &ordinary;
        held = memory;
        os::keep_to_itself();
        os::at_sudden_end(wipe_held);
    }
    ~region() {
        ufsecp_wipe(memory, sizeof *memory);
        held = nullptr;
        if (locked) ufsecp_secret_free(memory);
    }
};

}  // namespace

secret_memory &secrets() {
    static region only;
    return *only.memory;
}

/* Not by the string's own growth, which leaves the old text behind. */
char *wiped_text::append(std::string_view more) {
    const std::size_t used = text_.size();
    if (more.size() > text_.capacity() - used) {
        std::string grown;
        grown.reserve(2 * (used + more.size()));
        grown = text_;
        ufsecp_wipe(text_.data(), used);
        text_.swap(grown);
    }
    text_ += more;
    return text_.data() + used;
}

void wiped_text::clear() {
    ufsecp_wipe(text_.data(), text_.size());
    text_.clear();
}

std::string why_not_locked() {
    void *const probe = ufsecp_secret_alloc(sizeof(secret_memory));
    if (probe == nullptr) return std::strerror(errno);
    ufsecp_secret_free(probe);
    return "";
}
