// Prints the self-test, and how long key creation, signing and verification take on this chip.
#include <cinttypes>
#include <cstdio>

#include "esp_timer.h"
#include "selftest.h"
#include "ufsecp/ufsecp.h"

namespace {

/* Microseconds of one call, from 16. */
template <class Call>
void print_time(const char *name, const Call &call) {
    int good = 1;
    const std::int64_t begin = esp_timer_get_time();
    for (int i = 0; i < 16; i++) good &= call();
    std::printf("%-16s %8" PRId64 " us%s\n", name, (esp_timer_get_time() - begin) / 16,
                good ? "" : " FAILED");
}

}  // namespace

extern "C" void app_main() {
    std::size_t ran = 0, failed = 0;
    for (; const selftest_check *check = selftest_at(ran); ran++) {
        const bool passed = check->run();
        failed += !passed;
        std::printf("%s %s\n", passed ? "ok     " : "FAILED ", check->name);
    }
    std::printf("%u checks, %u failed\n", (unsigned)ran, (unsigned)failed);

    const std::uint8_t key[32] = {1, 2, 3}, hash[32] = {4, 5, 6};
    std::uint8_t pubkey[33], sig[64], shared[32];
    print_time("k*G", [&] { return ufsecp_pubkey_create(pubkey, 33, key); });
    print_time("ECDSA signature", [&] { return ufsecp_ecdsa_sign(sig, hash, key, nullptr); });
    print_time("ECDSA verify", [&] { return ufsecp_ecdsa_verify(sig, hash, pubkey, 33, 0); });
    print_time("ECDH", [&] { return ufsecp_ecdh(shared, pubkey, 33, key); });
}
