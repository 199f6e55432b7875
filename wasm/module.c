/* What the module has beside the C interface: room for arguments and results; and nothing in place
 * of what WASI would give, so that it imports nothing. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <ufsecp/ufsecp.h>

#define EXPORT(name) __attribute__((export_name(#name)))

/* At least n bytes for a call, aligned to 16; NULL if there is no memory.  They hold until more of
 * them are asked for, and come from the heap: it takes what memory there is for its own.  The host
 * may stop malloc and free where its stack is full: what the statics say is true then too. */
EXPORT(room) void *room(size_t n) {
    static _Alignas(16) uint8_t few[4096];
    static void *volatile many;
    static volatile size_t many_size;
    if (n <= sizeof few) return few;
    if (n > many_size) {
        void *const old = many;
        many_size = 0;
        many = NULL;
        free(old);
        many = malloc(n);
        many_size = many ? n : 0;
    }
    return many;
}

/* The host draws randomness, and there are no environment and no exit status. */
int getentropy(void *out, size_t len) {
    ufsecp_wipe(out, len);
    return -1;
}
char *getenv(const char *name) {
    (void)name;
    return NULL;
}
_Noreturn void __wasi_proc_exit(uint32_t status) {
    (void)status;
    __builtin_trap();
}
