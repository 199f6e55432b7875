// Every secret that the tool holds, in one place: locked where possible, wiped at the end.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

/* A key, what is made from it, and the text that they are read from and written as. */
struct secret_memory {
    std::uint8_t key[32], shared[32], scan_keys[256][32];
    char digits[64], input[4096], output[4096];
};

/* The only one; zeros at first.  The first call also keeps the process out of core dumps and away
 * from debuggers.  It is wiped when the process ends by itself, and on SIGHUP, SIGINT, SIGQUIT and
 * SIGTERM before they end it.  Where no memory can be locked it is ordinary memory. */
secret_memory &secrets();

/* Why secrets would lie in ordinary memory; "" if they can be locked. */
std::string why_not_locked();
