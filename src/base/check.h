// Checks of stated invariants, compiled in verify builds (UF_VERIFY) only.
#pragma once
#ifdef UF_VERIFY
#include <stdio.h>
#include <stdlib.h>
#define UF_CHECK(condition)                                                               \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            fprintf(stderr, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                      \
        }                                                                                 \
    } while (0)
#define UF_VERIFY_ONLY(...) __VA_ARGS__
#else
#define UF_CHECK(condition) ((void)0)
#define UF_VERIFY_ONLY(...)
#endif
/* x < 2^n */
#define UF_BITS(x, n) UF_CHECK(((x) >> (n)) == 0)
