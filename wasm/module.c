/* What the module has beside the C interface: room for arguments and results; and nothing in place
 * of what WASI would give, so that it imports nothing. */
#include <stddef.h>
#include <stdint.h>

#include <ufsecp/ufsecp.h>

#define EXPORT(name) __attribute__((export_name(#name)))

/* At least n bytes for a call, aligned to 16; NULL if there is no memory.  They hold until more of
 * them are asked for.  Memory never shrinks, so the last piece is kept, and grows where it can. */
EXPORT(room) uint8_t *room(size_t n) {
    static _Alignas(16) uint8_t few[4096];
    static size_t many, many_size;
    const size_t page = 65536;
    if (n <= sizeof few) return few;
    if (n > many_size) {
        const size_t end = __builtin_wasm_memory_size(0) * page;
        const size_t kept = many + many_size == end ? many_size : 0;
        const size_t pages = (n - kept) / page + 1;
        if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return NULL;
        if (!kept) many = end;
        many_size = kept + pages * page;
    }
    return (uint8_t *)many;
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
