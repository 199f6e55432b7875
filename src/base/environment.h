// The variables of the environment, in a program that may listen to its caller.
#pragma once
#include <stdlib.h>
#if defined(__linux__)
#include <sys/auxv.h>
#define UF_PRIVILEGED (getauxval(AT_SECURE) != 0)
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__)
#include <unistd.h>
#define UF_PRIVILEGED (issetugid() != 0)
#else
#define UF_PRIVILEGED false
#endif

namespace ufsecp {

/* Whether the program has rights that its caller has not (set-user-ID). */
static inline bool privileged() { return UF_PRIVILEGED; }

/* The value of a variable; NULL if there is none, or the program is such a one. */
static inline const char *environment(const char *name) {
    return privileged() ? nullptr : getenv(name);
}

}  // namespace ufsecp
