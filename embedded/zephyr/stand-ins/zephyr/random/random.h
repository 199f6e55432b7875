/* What the module calls of Zephyr, with board.c's bytes, which are not random. */
#include <stddef.h>

extern "C" int getentropy(void *out, size_t len);
inline int sys_csrand_get(void *out, size_t len) { return getentropy(out, len); }
