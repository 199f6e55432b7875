// Constant time, seen by an emulator: for every call that takes a secret, the same instructions run
// and the same addresses are read and written, in the same order, whatever the secret is.
//
// The program runs itself under valgrind's tool lackey, which prints each instruction and each
// access to memory, and compares what it prints between two marks, line by line as a hash, for
// edges and random secrets. Built with UF_CT_VALGRIND, as only then the engines of a CPU that
// valgrind does not fully describe are offered. It shows what the taint test cannot: that nothing
// undefined was overlooked, libraries included. Deliberate leaks must be seen. Exit code 77 where
// there is no valgrind.
//
// With UF_TRACER, a command, it runs itself by that instead: an emulator of another processor with
// tools/count_plugin.c, which hashes the same addresses (tools/trace_secrets.py). Then all calls
// are traced, on every engine.
#include <stdio.h>
#include <stdlib.h>

#include "ct_calls.h"
#include "ct_keys.h"
#include "ct_leaks.h"
#include "scale.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(thread_sanitizer)
#define CT_NO_TRACE 1 /* they have memory of their own, and instructions */
#endif
#endif
#if !defined(__linux__) || defined(__SANITIZE_ADDRESS__) || defined(CT_NO_TRACE)
int main() {
    printf("skipped: only for Linux, without sanitizers\n");
    return 77;
}
#else
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "ct_heap.h"

namespace {

/* Writes to this page are marks: at its begin before a run, at mark_end + result after it. */
uint8_t *const mark_page =
    reinterpret_cast<uint8_t *>((uintptr_t)0x31000000 << (sizeof(void *) > 4 ? 8 : 0));
constexpr size_t mark_end = 64;

/* A run that is compared with its like: a call or a leak for some secrets. */
struct job {
    const ct_calls::secret_call *call;
    const ufsecp_leaks::leak *leak;
    size_t secrets;
    const char *name() const { return call ? call->name : leak ? leak->name : "none"; }
};

std::vector<job> leak_jobs() {
    std::vector<job> jobs;
    for (const ufsecp_leaks::leak &l : ufsecp_leaks::all)
        for (size_t i = 0; i < 8; i++)
            jobs.push_back({nullptr, &l, ct_calls::edge_keys().size() + i});
    for (size_t i = 0; i < 8; i++)
        jobs.push_back({nullptr, nullptr, ct_calls::edge_keys().size() + i});
    return jobs;
}
/* What is traced in a short run: one call of each kind, and fewer on the engine that takes the most
 * instructions. */
bool is_short(const ct_calls::secret_call &call, const char *engine) {
    if (strncmp(call.name, "seckey_", 7) == 0 || strcmp(call.name, "ecdsa_sign with extra") == 0)
        return true;
    if (strcmp(engine, "word32") == 0) return false;
    for (const char *name : {"pubkey_create 33", "schnorr_sign with aux", "ecdh"})
        if (strcmp(call.name, name) == 0) return true;
    return false;
}
const char *tracer() { return getenv("UF_TRACER"); }
bool is_full() { return tracer() || scaled(10) >= 10; }
/* Calls with two sets of secrets. A full run traces all of them, with more sets; an emulator of
 * another processor traces the fastest. */
std::vector<job> call_jobs(const char *engine) {
    const size_t most = tracer() ? 12 : is_full() ? 4 : 2;
    std::vector<job> jobs;
    for (const ct_calls::secret_call &call : ct_calls::all)
        for (size_t i = 0; i < most && (is_full() || is_short(call, engine)); i++)
            jobs.push_back({&call, nullptr, i % 2 ? ct_calls::edge_keys().size() + i : i});
    return jobs;
}

ct_calls::secrets secrets, secrets_kept;
ct_calls::publics publics, publics_kept;
ct_calls::results results;
volatile job now; /* here, since its address must not tell which one it is */

[[gnu::noinline]] void run_marked() {
    volatile uint8_t *const mark = mark_page;
    ct_heap::begin();
    mark[0] = 1;
    const ct_calls::secret_call *const call = now.call;
    const ufsecp_leaks::leak *const leak = now.leak;
    const int result = call   ? call->run(secrets, publics, results)
                       : leak ? leak->run(secrets.key)
                              : ufsecp_leaks::none(secrets.key);
    mark[mark_end + (call && result == 1)] = 1;
    ct_heap::end();
}

/* What runs under lackey. */
int traced(const std::vector<job> &jobs, const char *engine) {
    if (mmap(mark_page, 4096, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != mark_page)
        return 1;
    if (!ct_calls::fill(secrets_kept, publics_kept, 3)) return 1;
    if (*engine && !ufsecp_engine_select(engine)) return 1;
    for (const ct_calls::secret_call &call : ct_calls::all) { /* whatever is set up once, is then */
        secrets = secrets_kept;
        if (jobs[0].call && (is_full() || is_short(call, engine)))
            call.run(secrets, publics_kept, results);
    }
    for (const job &j : jobs) {
        secrets = secrets_kept, publics = publics_kept;
        ct_calls::vary(secrets, publics, j.secrets);
        if (j.call) ct_calls::vary_pair(secrets, *j.call);
        now.call = j.call;
        now.leak = j.leak;
        run_marked();
    }
    return 0;
}

struct trace {
    uint64_t instructions = 0, accesses = 0, hash = 0;
    int result = 0;
    bool operator==(const trace &) const = default;
};

/* The traces of the jobs on an engine ("" for the leaks), from lackey or the tracer; empty if that
 * cannot run. */
std::vector<trace> trace_all(const char *engine) {
    int ends[2];
    if (pipe(ends) != 0) exit(1);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        char own[4096];
        const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
        own[length > 0 ? length : 0] = 0;
        const std::string log = "--log-fd=" + std::to_string(ends[1]);
        close(ends[0]);
        if (tracer()) {
            const std::string command = std::string("exec ") + tracer() + std::to_string(ends[1]) +
                                        " '" + own + "' --traced '" + engine + "'";
            execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            _exit(77);
        }
        execlp("valgrind", "valgrind", "--tool=lackey", "--trace-mem=yes", "--basic-counts=no",
               log.c_str(), own, "--traced", engine, nullptr);
        _exit(77);
    }
    close(ends[1]);
    FILE *const in = fdopen(ends[0], "r");
    std::vector<char> buffer(1 << 20);
    setvbuf(in, buffer.data(), _IOFBF, buffer.size());
    char line[256];
    std::vector<trace> traces;
    trace t;
    bool inside = false;
    while (fgets(line, sizeof line, in)) {
        unsigned long long run[3];
        if (sscanf(line, "run %d %llu %llu %llx", &t.result, &run[0], &run[1], &run[2]) == 4) {
            t.instructions = run[0], t.accesses = run[1], t.hash = run[2];
            traces.push_back(t);
            continue;
        }
        /* "I  0401a2b0,3", " L 1ffeffe7e8,8", " S ...", " M ..." */
        if (!(line[0] == 'I' || (line[0] == ' ' && strchr("LSM", line[1]))) || line[2] != ' ')
            continue;
        if (line[1] == 'S') {
            const unsigned long long address = strtoull(line + 3, nullptr, 16),
                                     page = reinterpret_cast<uintptr_t>(mark_page);
            if (address == page) {
                t = {}, inside = true;
                continue;
            }
            if (address == page + mark_end || address == page + mark_end + 1) {
                t.result = (int)(address - page - mark_end), inside = false;
                traces.push_back(t);
            }
        }
        if (!inside) continue;
        ++(line[0] == 'I' ? t.instructions : t.accesses);
        const std::string_view text(line);
        for (size_t at = 0; at < text.size(); at += 8) {
            uint64_t word = 0;
            memcpy(&word, text.data() + at, std::min<size_t>(8, text.size() - at));
            t.hash = (t.hash ^ word) * 0x9e3779b97f4a7c15;
            t.hash ^= t.hash >> 29;
        }
    }
    fclose(in);
    int status;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) traces.clear();
    return traces;
}

int failures = 0;

void check_leaks() {
    const std::vector<job> jobs = leak_jobs();
    const std::vector<trace> traces = trace_all("");
    if (traces.size() != jobs.size()) {
        if (tracer()) return printf("FAILED: the tracer gives no traces\n"), failures++, void();
        printf("skipped: valgrind does not run here\n");
        exit(77);
    }
    for (size_t i = 0; i < jobs.size(); i += 8) {
        bool seen = false;
        for (size_t j = 1; j < 8; j++) seen |= traces[i + j] != traces[i];
        const bool leaks = jobs[i].leak != nullptr;
        printf("leak by %s: %s%s\n", jobs[i].name(),
               seen == leaks ? "" : "FAILED: ", seen ? "seen" : "not seen");
        failures += seen != leaks;
    }
}

void check_engine(const char *engine) {
    const std::vector<job> jobs = call_jobs(engine);
    const std::vector<trace> traces = trace_all(engine);
    if (traces.size() != jobs.size()) {
        printf("FAILED: %s gives %zu traces of %zu\n", engine, traces.size(), jobs.size());
        failures++;
        return;
    }
    printf("%-36s %12s %12s\n", engine, "instructions", "accesses");
    const trace *want[2] = {};
    for (size_t i = 0; i < jobs.size(); i++) {
        const trace &t = traces[i];
        if (i == 0 || jobs[i].call != jobs[i - 1].call) {
            want[0] = want[1] = nullptr;
            printf("  %-34s %12llu %12llu\n", jobs[i].name(), (unsigned long long)t.instructions,
                   (unsigned long long)t.accesses);
        }
        if (!want[t.result]) want[t.result] = &t;
        const bool last = i + 1 == jobs.size() || jobs[i + 1].call != jobs[i].call;
        if (last && !want[jobs[i].call->want]) {
            printf("FAILED: %s on %s never gives %d\n", jobs[i].name(), engine, jobs[i].call->want);
            failures++;
        }
        if (*want[t.result] == t) continue;
        printf(
            "FAILED: %s on %s with secrets %zu: %llu instructions, %llu accesses, or other ones\n",
            jobs[i].name(), engine, jobs[i].secrets, (unsigned long long)t.instructions,
            (unsigned long long)t.accesses);
        failures++;
    }
    fflush(stdout);
}

}  // namespace

int main(int argc, char **argv) {
    ufsecp_threads_set(1);
    if (argc > 2 && strcmp(argv[1], "--traced") == 0)
        return traced(argv[2][0] ? call_jobs(argv[2]) : leak_jobs(), argv[2]);
#ifndef UF_CT_VALGRIND
    if (!tracer()) {
        printf("skipped: not built for valgrind, and no UF_TRACER\n");
        return 77;
    }
#endif
    check_leaks();
    int supported;
    if (tracer())
        for (size_t e = 0; const char *name = ufsecp_engine_at(e, &supported); e++)
            if (supported) check_engine(name);
    /* Not what this CPU runs, but what valgrind does. */
    for (const char *engine : {"x64_adx", "portable", "word32"}) {
        bool built = false;
        for (size_t e = 0; const char *name = ufsecp_engine_at(e, nullptr); e++)
            built |= strcmp(name, engine) == 0;
        if (built && !tracer()) check_engine(engine);
    }
    return failures != 0;
}
#endif
