// Every secret that the tool holds: one locked region, wiped at the end and by signals that end it.
#include "secrets.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/resource.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include <ufsecp/ufsecp.h>

namespace {

secret_memory ordinary;
secret_memory *volatile held = nullptr;  // for the signal handler

void on_end(int signal) {
    if (held != nullptr) ufsecp_wipe(held, sizeof *held);
    raise(signal);  // the handler is gone: on return this ends the process as without it
}

void watch_signals() {
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

struct region {
    secret_memory *memory = static_cast<secret_memory *>(ufsecp_secret_alloc(sizeof *memory));
    bool locked = memory != nullptr;

    region() {
        if (!locked) memory = &ordinary;
        held = memory;
        keep_to_itself();
        watch_signals();
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

std::string why_not_locked() {
    void *const probe = ufsecp_secret_alloc(sizeof(secret_memory));
    if (probe == nullptr) return std::strerror(errno);
    ufsecp_secret_free(probe);
    return "";
}
