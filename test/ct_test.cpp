// Constant time, seen by a taint checker: secrets are marked, then every call that takes one runs
// on every engine.
//
// Built with UF_CT_VALGRIND (and run under valgrind) or with MemorySanitizer, as the library must
// be too: a branch or an address that depends on a marked byte is an error there. With --leak NAME
// the program does what must be reported, which tests the checker. Without a checker there is
// nothing to see, and the test is skipped (exit code 77).
#include <stdio.h>
#include <string.h>

#include "base/ct.h"
#include "ct_calls.h"
#include "ct_leaks.h"

using namespace ufsecp::UF_TARGET;

namespace {

int failures = 0;

/* A result: marked public here, then compared with what must come out. */
void expect(int got, int want, const char *call) {
    declassify(&got, sizeof got, "the test looks at it");
    if (got == want) return;
    printf("%s on %s: %d, not %d\n", call, ufsecp_engine(), got, want);
    failures++;
}

/* Valgrind is slow, and has no engine with lanes: two groups of hashes side by side are enough rows
 * there. */
#ifdef UF_CT_VALGRIND
constexpr size_t rows = 9;
#else
constexpr size_t rows = ct_calls::most_rows;
#endif

/* A call with the same secrets as any other, filled in and classified anew, so that no call lives
 * on what an earlier one declassified. */
void run(const ct_calls::secret_call &call) {
    ct_calls::secrets s;
    ct_calls::publics p;
    ct_calls::results r;
    expect(ct_calls::fill(s, p, rows), 1, "the inputs");
    classify(&s, sizeof s);
    expect(call.run(s, p, r), call.want, call.name);
    if (ct_calls::is_batch(call))
        for (size_t i = 0; i < p.rows; i++) expect(r.ok[i], i != 1, call.name);
#ifndef UF_SECRET_FUNCTIONS
    if (strcmp(call.name, "ecdsa_sign_recoverable") == 0) {
        uint8_t pk[33];
        expect(ufsecp_ecdsa_recover(pk, 33, r.bytes, r.number, p.msg), UFSECP_OK,
               "a recovery from it");
    }
#endif
}
void run_all() {
    for (const ct_calls::secret_call &call : ct_calls::all) run(call);
    for (const ct_calls::secret_call &call : ct_calls::found) run(call);
#ifndef UF_SECRET_FUNCTIONS /* the engines of tools/taint.py verify and recover nothing */
    for (const ct_calls::secret_call &call : ct_calls::checked) run(call);
#endif
}

/* The leak of that name, or "all", on a secret. */
int leak(const char *name) {
    ct_calls::secrets s;
    ct_calls::publics p;
    ct_calls::fill(s, p, 0);
    classify(&s, sizeof s);
    int found = 0;
    for (const ufsecp_leaks::leak &l : ufsecp_leaks::all) {
        if (strcmp(l.name, name) != 0 && strcmp("all", name) != 0) continue;
        l.run(s.key);
        printf("leaked by %s\n", l.name);
        found++;
    }
    if (!found) printf("no leak is called %s\n", name);
    return found ? 0 : 2;
}

}  // namespace

int main(int argc, char **argv) {
    if (!taint_is_checked()) {
        printf("skipped: not under a taint checker\n");
        return 77;
    }
    if (argc > 2 && strcmp(argv[1], "--leak") == 0) return leak(argv[2]);
    int supported;
    for (size_t i = 0; const char *name = ufsecp_engine_at(i, &supported); i++) {
        if (!supported) continue;
        expect(ufsecp_engine_select(name), 1, "engine_select");
        run_all();
        printf("%s: done\n", name);
    }
    return failures != 0;
}
