// Whether something holds in a process of its own.
#pragma once
#if !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>

/* Whether ask() is true in a child, which ends by it. */
template <class Ask>
bool holds_in_child(const Ask &ask) {
    const pid_t child = fork();
    if (child == 0) _exit(ask() ? 0 : 1);
    int status = 1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}
#endif
