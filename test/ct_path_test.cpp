// Constant time, seen by the processor: for every call that takes a secret, on every engine that
// this CPU runs, the same instructions run in the same order whatever the secret is: edges and
// random ones.
//
// The program is the library as it ships, vector and hash instructions included. Before a call
// every conditional jump and every indirect jump or call of the library's machine code is replaced
// by a trap; the handler notes where it is and where it goes on, and goes on there. Between two
// such places there is one way, so that equal notes mean equal paths, and so equal numbers of
// instructions. Notes are hashed: a call has a count and a hash. What the C library does inside
// (memcpy, memset) is not noted. Each call runs for 100 keys, and in `make test-all` for 50. Jumps
// that it passes often, those of its loops, hold traps for 32 edges, there for 16, and then for one
// key in 128, since they cost nearly all of the time; all others, and those that it never passes,
// for every key. With --all, all do.
//
// The second check needs no disassembler and sees the C library too: the processor's single steps,
// each instruction's address hashed. It is slow, and done for a few calls on each engine; --steps
// does it for all, and --steps ENGINE on that engine alone. --only-steps ENGINE does nothing else,
// for a few calls and without a disassembler: for an emulated processor. On Windows this is done
// for every engine, and nothing else.
//
// Deliberate leaks must be seen by both. Exit code 77 where there is nothing to check: not x86-64,
// another system, sanitizers, no objdump, no leave to change code.
#include <stdio.h>
#include <stdlib.h>

#include "ct_calls.h"
#include "ct_keys.h"
#include "ct_leaks.h"
#include "scale.h"
#ifndef UF_TINY
#include "ufsecp/secp256k1.hpp"
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(thread_sanitizer)
#define CT_NO_PATH "instrumented code is not what ships"
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(UF_CT_VALGRIND) || \
    defined(UF_VERIFY)
#undef CT_NO_PATH
#define CT_NO_PATH "instrumented code is not what ships"
#elif !defined(__x86_64__) || !(defined(__linux__) || defined(_WIN32))
#define CT_NO_PATH "only for x86-64, and Linux or Windows"
#endif

#ifdef CT_NO_PATH
int main() {
    printf("skipped: %s\n", CT_NO_PATH);
    return 77;
}
#else
#if defined(_WIN32)
#include "base/windows_api.h"
#pragma GCC diagnostic ignored "-Wunused" /* what jumps alone need */
#else
#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#endif

#include <utility>

#include "ct_heap.h"

namespace {

/* A place of the machine code where it can go two ways or more. */
struct place {
    uint8_t *at;
    uint8_t first;                /* the byte that the trap replaces */
    uint8_t condition;            /* of a conditional jump, as in its opcode; else `indirect` */
    const uint8_t *target, *next; /* of a conditional jump */
    uint32_t passed;              /* in the run */
    bool often;                   /* in the first run of the call */
};
constexpr uint8_t indirect = 0xff;

/* A run: how many places it passed (or steps it made), and the hash of all of them in order. */
struct path {
    uint64_t count, hash;
    bool operator==(const path &) const = default;
};

std::vector<place> places;
std::vector<uint32_t>
    place_at; /* by offset from text_begin: index into places plus 1, 0 for none */
uint8_t *text_begin, *text_end;

/* What the handler works on; it calls nothing, since what it calls might hold traps. */
place *handler_places;
const uint32_t *handler_index;
place *stepping_over; /* an indirect jump that runs for one step, its trap taken out */
bool stepping;
path run_path;

void note(uint64_t what) {
    run_path.count++;
    run_path.hash = (run_path.hash ^ what) * 0x9e3779b97f4a7c15;
    run_path.hash ^= run_path.hash >> 29;
}

#if defined(_WIN32)
/* The system takes the flag that makes the next step back with each. */
LONG CALLBACK on_exception(EXCEPTION_POINTERS *e) {
    if (e->ExceptionRecord->ExceptionCode != EXCEPTION_SINGLE_STEP)
        return EXCEPTION_CONTINUE_SEARCH;
    constexpr DWORD trap_flag = 0x100;
    if (stepping) note(e->ContextRecord->Rip);
    e->ContextRecord->EFlags =
        stepping ? e->ContextRecord->EFlags | trap_flag : e->ContextRecord->EFlags & ~trap_flag;
    return EXCEPTION_CONTINUE_EXECUTION;
}
#else
[[noreturn]] void skip(const char *why) {
    printf("skipped: %s\n", why);
    exit(77);
}

/* Whether the condition of an x86 opcode (its low four bits) holds. */
bool holds(unsigned condition, uint64_t flags) {
    const bool carry = flags & 1, parity = flags >> 2 & 1, zero = flags >> 6 & 1,
               sign = flags >> 7 & 1, overflow = flags >> 11 & 1;
    bool r;
    switch (condition >> 1) {
    case 0: r = overflow; break;
    case 1: r = carry; break;
    case 2: r = zero; break;
    case 3: r = carry || zero; break;
    case 4: r = sign; break;
    case 5: r = parity; break;
    case 6: r = sign != overflow; break;
    default: r = zero || sign != overflow; break;
    }
    return r != (condition & 1);
}

constexpr greg_t trap_flag = 0x100;

void on_trap(int, siginfo_t *, void *context) {
    greg_t *const regs = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
    const uint64_t base = reinterpret_cast<uint64_t>(text_begin);
    if (stepping) {
        note(static_cast<uint64_t>(regs[REG_RIP]) - base);
        return;
    }
    if (stepping_over) {
        *stepping_over->at = 0xcc;
        stepping_over = nullptr;
        regs[REG_EFL] &= ~trap_flag;
        note(static_cast<uint64_t>(regs[REG_RIP]) - base);
        return;
    }
    const uint64_t offset = static_cast<uint64_t>(regs[REG_RIP]) - 1 - base;
    const uint32_t i =
        offset < static_cast<uint64_t>(text_end - text_begin) ? handler_index[offset] : 0;
    if (!i) _exit(3); /* a trap of someone else */
    place &p = handler_places[i - 1];
    p.passed++;
    if (p.condition == indirect) {
        *p.at = p.first;
        stepping_over = &p;
        regs[REG_RIP]--;
        regs[REG_EFL] |= trap_flag;
        return;
    }
    const bool taken = holds(p.condition, static_cast<uint64_t>(regs[REG_EFL]));
    regs[REG_RIP] = reinterpret_cast<greg_t>(taken ? p.target : p.next);
    note(offset << 1 | taken);
}

/* Where the program was loaded, against the addresses in its file. */
uint64_t load_base() {
    uint64_t base = 0;
    dl_iterate_phdr([](dl_phdr_info *info, size_t,
                       void *data) { return *static_cast<uint64_t *>(data) = info->dlpi_addr, 1; },
                    &base);
    return base;
}

/* Fills places from the disassembly of this program: all of functions whose symbol names the
 * library. */
void find_places() {
    char own[4096], command[4200], line[4096];
    const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (length <= 0) skip("no /proc");
    own[length] = 0;
    snprintf(command, sizeof command, "objdump -d -j .text --no-show-raw-insn '%s' 2>/dev/null",
             own);
    FILE *const in = popen(command, "r");
    if (!in) skip("cannot start objdump");
    const uint64_t base = load_base();
    bool wanted = false;
    size_t functions = 0;
    while (fgets(line, sizeof line, in)) {
        unsigned long long address;
        char word[32];
        if (sscanf(line, "%llx <", &address) == 1 && strstr(line, ">:")) {
            wanted = strstr(line, "ufsecp") != nullptr;
            functions += wanted;
        } else if (wanted && sscanf(line, " %llx:\t%31s", &address, word) == 2) {
            uint8_t *const at = reinterpret_cast<uint8_t *>(base + address);
            const bool star = strchr(line, '*') != nullptr;
            const char *mnemonic = line + strcspn(line, "\t") + 1;
            if (strncmp(mnemonic, "notrack ", 8) == 0) mnemonic += 8;
            if (star && (strncmp(mnemonic, "jmp", 3) == 0 || strncmp(mnemonic, "call", 4) == 0)) {
                places.push_back({at, *at, indirect, nullptr, nullptr, 0, false});
            } else if (mnemonic[0] == 'j' && strncmp(mnemonic, "jmp", 3) != 0) {
                int32_t far;
                memcpy(&far, at + 2, sizeof far);
                if (at[0] >> 4 == 7)
                    places.push_back({at, at[0], (uint8_t)(at[0] & 15), at + 2 + (int8_t)at[1],
                                      at + 2, 0, false});
                else if (at[0] == 0x0f && at[1] >> 4 == 8)
                    places.push_back(
                        {at, at[0], (uint8_t)(at[1] & 15), at + 6 + far, at + 6, 0, false});
                else {
                    printf("a jump that this test does not know: %s", line);
                    exit(1);
                }
            } else if (strncmp(mnemonic, "loop", 4) == 0) {
                printf("a jump that this test does not know: %s", line);
                exit(1);
            }
        }
    }
    pclose(in);
    if (!functions || places.empty()) skip("objdump shows no code");
    text_begin = places.front().at, text_end = places.front().at + 1;
    for (const place &p : places)
        text_begin = std::min(text_begin, p.at), text_end = std::max(text_end, p.at + 1);
    place_at.resize(static_cast<size_t>(text_end - text_begin));
    for (size_t i = 0; i < places.size(); i++)
        place_at[static_cast<size_t>(places[i].at - text_begin)] = (uint32_t)(i + 1);
    handler_places = places.data(), handler_index = place_at.data();
    const uintptr_t page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE)),
                    from = reinterpret_cast<uintptr_t>(text_begin) & ~(page - 1);
    if (mprotect(reinterpret_cast<void *>(from), reinterpret_cast<uintptr_t>(text_end) - from,
                 PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
        skip("code may not be changed here");
    printf("%zu jumps in %zu functions\n", places.size(), functions);
}

#endif

enum class by { jumps, rare_jumps, steps };
constexpr uint32_t rare = 4;   /* the most times that a rare jump is passed */
constexpr size_t few_rows = 3; /* as few as show a batch */

/* The path of f(); its result comes back through *result. The same memory is used every time, and
 * the stack starts at the same place. */
template <class F>
[[gnu::noinline]] path follow(by how, const F &f, int *result) {
    run_path = {};
    if (how != by::steps) {
        for (place &p : places) {
            p.passed = 0;
            if (how == by::jumps || !p.often) *p.at = 0xcc;
        }
        *result = f();
        for (const place &p : places) *p.at = p.first;
    } else {
        ct_heap::begin();
        stepping = true;
        __asm__ volatile("pushf\n\torl $0x100, (%%rsp)\n\tpopf" ::: "memory", "cc");
        *result = f();
        __asm__ volatile("pushf\n\tandl $~0x100, (%%rsp)\n\tpopf" ::: "memory", "cc");
        stepping = false;
        ct_heap::end();
    }
    return run_path;
}

ct_calls::secrets secrets, secrets_kept;
ct_calls::publics publics, publics_kept;
ct_calls::results results;
int failures = 0;
bool always_all = false;

/* Follows the call for count sets of secrets, by all jumps for the first `full` of them and some of
 * the others. The result is public, so that each of its values has a path of its own. The path of
 * the first set, if it is `known`, ends it: then this is the code of an engine that was checked. */
path check(by how, const ct_calls::secret_call &call, size_t count, size_t full,
           const path &known = {}) {
    path expected[2] = {}, expected_rare[2] = {};
    bool seen[2][2] = {};
    for (size_t i = 0; i < count; i++) {
        int result = 0;
        const bool all = how == by::steps || always_all || i < full || i % 128 == 0;
        for (bool ready = i != 0;; ready = true) {
            secrets = secrets_kept, publics = publics_kept;
            ct_calls::vary(secrets, publics, i);
            ct_calls::vary_pair(secrets, call);
            if (ready) break;
            call.run(secrets, publics, results); /* whatever is set up once, is now */
        }
        const path found = follow(
            all ? how : by::rare_jumps, [&] { return call.run(secrets, publics, results); },
            &result);
        if (i == 0)
            for (place &p : places) p.often = p.passed > rare;
        path &want = (all ? expected : expected_rare)[result == 1];
        if (!std::exchange(seen[all][result == 1], true)) want = found;
        if (i == 0 && found == known) return found;
        if (found == want) continue;
        printf("FAILED: %s on %s: secrets %zu pass %llu %s, others %llu%s\n", call.name,
               ufsecp_engine(), i, (unsigned long long)found.count,
               how != by::steps ? "jumps" : "instructions", (unsigned long long)want.count,
               found.count == want.count ? ", another way" : "");
        failures++;
        break;
    }
    if (!seen[false][call.want] && !seen[true][call.want]) {
        printf("FAILED: %s on %s never gives %d\n", call.name, ufsecp_engine(), call.want);
        failures++;
    }
    return expected[call.want].count ? expected[call.want] : expected[!call.want];
}

/* Every leak that changes the path is seen, and nothing else. */
void check_leaks(by how) {
    const auto differs = [&](int (*run)(const uint8_t *)) {
        path first{};
        for (size_t i = 0; i < 8; i++) {
            int result;
            ct_calls::vary(secrets, publics, ct_calls::edge_keys().size() + i);
            const path found = follow(how, [&] { return run(secrets.key); }, &result);
            if (i == 0) first = found;
            if (found != first) return true;
        }
        return false;
    };
    for (const ufsecp_leaks::leak &l : ufsecp_leaks::all) {
        const bool seen = differs(l.run);
        printf("leak by %s: %s\n", l.name,
               seen        ? "seen"
               : l.on_path ? "FAILED: not seen"
                           : "not on the path");
        failures += seen != l.on_path;
    }
    if (differs(ufsecp_leaks::none)) {
        printf("FAILED: a leak is seen where none is\n");
        failures++;
    }
}

#ifndef UF_TINY
/* A complete addition goes one way, in jumps and in single steps, for its five cases: P + Q, P + P,
 * P + O, O + Q, P + (-P). */
void check_addition() {
    using secp256k1::fast::Point;
    static Point a, b, sum;
    const Point
        p = secp256k1::fast::generator_mul(secp256k1::fast::Scalar::from_uint64(0x123456789)).dbl(),
        q = p.dbl() + p, infinity;
    const std::pair<Point, Point> cases[] = {{p, q}, {p, p}, {p, infinity}, {infinity, q}, {p, -p}};
    for (const by how : {by::jumps, by::steps}) {
        path first = {};
        for (size_t i = 0; i < std::size(cases); i++) {
            const auto &[x, y] = cases[i];
            int result = 0;
            a = x, b = y;
            new (&sum) Point(
                secp256k1::ct::point_add_complete(a, b)); /* whatever is set up once, is now */
            const path found = follow(
                how, [] { return new (&sum) Point(secp256k1::ct::point_add_complete(a, b)), 1; },
                &result);
            if (!first.count) first = found;
            if (found == first && sum == x + y) continue;
            printf("FAILED: a complete addition on %s: case %zu takes %llu, the first %llu\n",
                   ufsecp_engine(), i, (unsigned long long)found.count,
                   (unsigned long long)first.count);
            failures++;
        }
        if (how == by::jumps)
            printf("  %-34s %12llu %8zu", "point_add_complete", (unsigned long long)first.count,
                   std::size(cases));
        else printf(" %14llu\n", (unsigned long long)first.count);
    }
}
#endif

/* A few calls are stepped in every run: cheap ones, and the one that does nearly all there is to
 * do; this, where tests are scaled down, on the fastest engine only. */
bool stepped_always(const ct_calls::secret_call &call, bool fastest) {
    return strncmp(call.name, "seckey_", 7) == 0 ||
           (strcmp(call.name, "ecdsa_sign") == 0 && (fastest || long_cases()));
}

}  // namespace

/* Single steps alone, of the calls that the others are made of, and of a batch that fills the
 * lanes. */
int only_steps(const char *engine) {
    const char *const names[] = {"pubkey_create 33", "ecdsa_sign", "schnorr_sign", "ecdh",
                                 "pubkey_create_batch"};
    if (!ufsecp_engine_select(engine))
        return printf("FAILED: no engine is called %s, or this CPU cannot run it\n", engine), 1;
    check_leaks(by::steps);
    publics_kept.rows = 8;
    size_t found = 0;
    for (const ct_calls::secret_call &call : ct_calls::all) {
        if (std::none_of(std::begin(names), std::end(names),
                         [&](const char *name) { return strcmp(call.name, name) == 0; }))
            continue;
        printf("  %-34s %14llu\n", call.name,
               (unsigned long long)check(by::steps, call, 2, 2).count);
        found++;
    }
    return failures != 0 || found != std::size(names);
}

int main(int argc, char **argv) {
    const bool step_all = argc > 1 && strcmp(argv[1], "--steps") == 0;
    always_all = argc > 1 && strcmp(argv[1], "--all") == 0;
    const char *const only = step_all && argc > 2 ? argv[2] : nullptr;
    ufsecp_threads_set(1);
    if (!ct_calls::fill(secrets_kept, publics_kept, ct_calls::most_rows)) return 1;
    secrets = secrets_kept, publics = publics_kept;
    for (const ct_calls::number &key : ct_calls::edge_keys())
        if (!ufsecp_seckey_verify(key.b)) return printf("FAILED: an edge is no key\n"), 1;
#if defined(_WIN32)
    AddVectoredExceptionHandler(1, on_exception);
    int engines = 0, supported;
    for (size_t e = 0; const char *name = ufsecp_engine_at(e, &supported); e++)
        if (supported && ++engines && only_steps(name) != 0) failures++;
    return failures != 0 || engines == 0;
#else
    struct sigaction action = {};
    action.sa_sigaction = on_trap;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGTRAP, &action, nullptr);
    if (argc > 2 && strcmp(argv[1], "--only-steps") == 0) return only_steps(argv[2]);
    find_places();
    check_leaks(by::jumps);
    check_leaks(by::steps);

    const auto some = [](int least, int most) {
        return (size_t)std::min(most, std::max(least, scaled(2 * most)));
    };
    const size_t sets = some(8, 100), full_sets = some(4, 32);
    const size_t batch_sets = some(3, 28), full_batch_sets = some(2, 4);
    const size_t steps = step_all ? some(2, 8) : 2;
    std::vector<path> before(std::size(ct_calls::all)); /* of the engine before */
    int supported;
    for (size_t e = 0; const char *name = ufsecp_engine_at(e, &supported); e++) {
        const bool fastest = !before[0].count;
        if (!supported || (only && strcmp(only, name) != 0) || !ufsecp_engine_select(name))
            continue;
        printf("%-36s %12s %8s %14s\n", name, "jumps", "secrets", "instructions");
        /* one row after the other, as engines without lanes go: where tests are scaled down, no
         * more than shows it */
        const size_t rows =
            !long_cases() && strncmp(name, "x64_", 4) != 0 ? few_rows : ct_calls::most_rows;
        publics_kept.rows = rows;
        for (size_t i = 0; i < std::size(ct_calls::all); i++) {
            const ct_calls::secret_call &call = ct_calls::all[i];
            const bool slow =
                ct_calls::is_batch(call) || strcmp(call.name, "silent_outputs_create") == 0;
            const size_t count = slow ? batch_sets : sets;
            const path jumps =
                check(by::jumps, call, count, slow ? full_batch_sets : full_sets, before[i]);
            printf("  %-34s %12llu", call.name, (unsigned long long)jumps.count);
            if (jumps == before[i]) printf("    same code as above");
            else printf(" %8zu", count);
            if (jumps != before[i] && (step_all || stepped_always(call, fastest))) {
                publics_kept.rows = few_rows;
                printf(" %14llu", (unsigned long long)check(by::steps, call, steps, steps).count);
                publics_kept.rows = rows;
            }
            printf("\n");
            before[i] = jumps;
        }
#ifndef UF_TINY
        check_addition();
#endif
        fflush(stdout);
    }
    if (!before[0].count)
        return printf("FAILED: no engine is called %s, or this CPU cannot run it\n", only), 1;
    return failures != 0;
#endif
}
#endif
