/* A plugin of QEMU's user-mode emulators: counts what a program runs between two marks, and hashes
 * the addresses that it runs and touches there. tools/count_instructions.py compiles and loads it.
 *
 * A mark is a store into a page at 0x3100000000, or 0x31000000 where pointers have 32 bits, or at
 * the hexadecimal address of the argument marks, a multiple of 128: at its begin before a run, at
 * its byte 64 + R after a run with the result R. For each run a line goes to the file descriptor of
 * the argument fd:
 *     run R INSTRUCTIONS ACCESSES HASH
 * ACCESSES and HASH are 0 unless trace=on. The hash covers the address of every instruction and of
 * every access in their order, but no value. With functions=on, lines follow it:
 *     in INSTRUCTIONS FUNCTION
 *
 * Instructions are counted by straight pieces of code, so that the pieces with the marks count
 * whole or not at all: the same for every run from the same place. A difference of two runs is
 * exact. Of the program's threads only the one that sets the mark is counted. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The part of QEMU's interface for plugins that is used here, the same in its versions 1 to 5. */
struct qemu_plugin_tb;
struct qemu_plugin_insn;
extern void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
                                                  void (*call)(uint64_t id,
                                                               struct qemu_plugin_tb *piece));
extern void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *piece,
                                                 void (*call)(unsigned cpu, void *data), int flags,
                                                 void *data);
extern void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
                                             void (*call)(unsigned cpu, uint32_t info,
                                                          uint64_t address, void *data),
                                             int flags, int what, void *data);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *piece);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *piece,
                                                        size_t i);
extern uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *piece);
extern const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *insn);
extern bool qemu_plugin_mem_is_store(uint32_t info);
enum { no_registers = 0, stores = 2, loads_and_stores = 3 };

#define EXPORT __attribute__((visibility("default")))
EXPORT int qemu_plugin_version = PLUGIN_VERSION;

/* A straight piece of code. */
struct piece {
    struct piece *next;
    const char *function;
    uint64_t address, instructions, times;
};

static struct piece *pieces;
static bool on, traces, names_functions;
static unsigned marked; /* the thread */
static uint64_t instructions, accesses, hash;
static uint64_t page[2] = {0x3100000000, 0x31000000};
static FILE *out;

static void note(uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
}

static void begin(unsigned cpu) {
    marked = cpu;
    for (struct piece *p = pieces; p; p = p->next) p->times = 0;
    instructions = accesses = hash = 0;
    on = true;
}

static void end(unsigned result) {
    if (!on) return;
    on = false;
    fprintf(out, "run %u %" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", result, instructions, accesses,
            hash);
    for (struct piece *p = names_functions ? pieces : NULL; p; p = p->next)
        if (p->times) fprintf(out, "in %" PRIu64 " %s\n", p->times * p->instructions, p->function);
    fflush(out);
}

static void on_run(unsigned cpu, void *data) {
    struct piece *const p = data;
    if (!on || cpu != marked) return;
    instructions += p->instructions;
    p->times++;
    if (traces) note(p->address), note(p->instructions);
}

static void on_access(unsigned cpu, uint32_t info, uint64_t address, void *data) {
    (void)data;
    const uint64_t at_128 = address & ~(uint64_t)127;
    if ((at_128 == page[0] || at_128 == page[1]) && qemu_plugin_mem_is_store(info)) {
        const unsigned at = address & 127;
        if (at == 0) begin(cpu);
        else if (at >= 64) end(at - 64);
        return;
    }
    if (!on || !traces || cpu != marked) return;
    accesses++;
    note(address);
}

static void on_piece(uint64_t id, struct qemu_plugin_tb *piece) {
    struct piece *const p = calloc(1, sizeof *p);
    const char *const name = qemu_plugin_insn_symbol(qemu_plugin_tb_get_insn(piece, 0));
    (void)id;
    if (!p) abort();
    p->function = name && *name ? strdup(name) : "?";
    p->address = qemu_plugin_tb_vaddr(piece);
    p->instructions = qemu_plugin_tb_n_insns(piece);
    p->next = pieces;
    pieces = p;
    qemu_plugin_register_vcpu_tb_exec_cb(piece, on_run, no_registers, p);
    for (size_t i = 0; i < p->instructions; i++)
        qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(piece, i), on_access, no_registers,
                                         traces ? loads_and_stores : stores, NULL);
}

EXPORT int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv) {
    (void)info;
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "fd=", 3) == 0) out = fdopen(atoi(argv[i] + 3), "w");
        else if (strncmp(argv[i], "marks=", 6) == 0)
            page[0] = page[1] = strtoull(argv[i] + 6, NULL, 16);
        else if (strcmp(argv[i], "trace=on") == 0) traces = true;
        else if (strcmp(argv[i], "functions=on") == 0) names_functions = true;
        else return fprintf(stderr, "count_plugin: what is %s?\n", argv[i]), 1;
    }
    if (!out) return fprintf(stderr, "count_plugin: which file descriptor (fd=N)?\n"), 1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_piece);
    return 0;
}
