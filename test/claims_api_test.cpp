// The calls of batch verification by sums: rows that lie apart, misuse, and memory not there.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>

#include "claims.h"
#include "no_memory.h"

#if defined(__GLIBC__) && !defined(UF_SANITIZED) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define UF_COUNTS_MEMORY 1
/* What is asked for while it is counted, when there is none. */
static size_t asked;
static bool counted;
extern "C" void *__libc_malloc(size_t size);
extern "C" void *malloc(size_t size) {
    if (!counted) return __libc_malloc(size);
    asked += size;
    return nullptr;
}
#endif

namespace {

using namespace batches;

TEST(ClaimsApi, RowsMayBeFollowedByOtherBytes) {
    const size_t n = 200;
    bytes rows;
    for (size_t i = 0; i < n; i++) rows = rows + slice(valid_rows(), 128 * i, 128) + bytes(5, 0xff);
    bytes ok(n);
    EXPECT_EQ(ufsecp_schnorr_batch_verify(rows.data(), 5, n, nullptr), 1);
    rows[133 * 77 + 3] ^= 1;
    EXPECT_EQ(ufsecp_schnorr_batch_identify(ok.data(), rows.data(), 5, n, nullptr), 0);
    for (size_t i = 0; i < n; i++) EXPECT_EQ(ok[i], i != 77);
}

TEST(ClaimsApi, Misuse) {
    const uint8_t *const row = valid_rows().data();
    EXPECT_EQ(ufsecp_schnorr_batch_verify(nullptr, 0, 1, nullptr), 0);
    EXPECT_EQ(ufsecp_schnorr_batch_verify(row, SIZE_MAX - 100, 1, nullptr), 0);
    EXPECT_EQ(ufsecp_schnorr_batch_verify(row, 0, SIZE_MAX / 64, nullptr), 0);
    ufsecp_batch_free(nullptr);
    EXPECT_EQ(ufsecp_batch_count(nullptr), 0u);
    EXPECT_EQ(ufsecp_batch_finish(nullptr, nullptr), 0);
    ufsecp_batch *const b = ufsecp_batch_new(nullptr);
    for (int i = 0; i < 4; i++) {
        ufsecp_batch *const to = i == 0 ? nullptr : b;
        const uint8_t *const first = i == 1 ? nullptr : row + 64,
                             *const second = i == 2 ? nullptr : row,
                             *const msg = i == 3 ? nullptr : row + 32;
        EXPECT_EQ(ufsecp_batch_add_schnorr(to, first, msg, 32, second), 0);
        EXPECT_EQ(ufsecp_batch_add_ecdsa(to, first, 0, msg, second, 0), 0);
        EXPECT_EQ(ufsecp_batch_add_taproot(to, first, 0, second, nullptr), i == 3);
        EXPECT_EQ(ufsecp_batch_add_tweak(to, first, 0, second, msg), 0);
    }
    EXPECT_EQ(ufsecp_batch_add_ecdsa(b, row, 0, row, row, UFSECP_ALLOW_HYBRID), 0);
    EXPECT_EQ(ufsecp_batch_count(b),
              1u); /* the taproot claim that takes no message, which is false */
    EXPECT_EQ(ufsecp_batch_finish(b, nullptr), 0);
    EXPECT_EQ(ufsecp_batch_finish(b, nullptr), 1);
    uint8_t sig[64], sk[32] = {1}, pk[32];
    (void)!ufsecp_schnorr_sign(sig, nullptr, 0, sk, nullptr);
    (void)!ufsecp_xonly_create(pk, nullptr, sk);
    EXPECT_EQ(ufsecp_batch_add_schnorr(b, sig, nullptr, 0, pk), 1);
    EXPECT_EQ(ufsecp_batch_finish(b, nullptr), 1);
    ufsecp_batch_free(b);
}

#ifdef UF_COUNTS_MEMORY
/* A call asks for no more than ufsecp_batch.h says. */
TEST(ClaimsApi, MemoryIsWhatTheHeaderSays) {
    std::ifstream file(UF_SOURCE_DIR "/include/ufsecp/ufsecp_batch.h");
    const std::string header(std::istreambuf_iterator<char>(file), {});
    const std::regex sentence(
        "about (\\d+) bytes a row and up to ([\\d.]+) MiB more, never\\s+\\* "
        "more than (\\d+) MiB a thread");
    std::smatch said;
    ASSERT_TRUE(std::regex_search(header, said, sentence));
    const double a_row = std::stod(said[1]), more = std::stod(said[2]) * (1 << 20),
                 most = std::stod(said[3]) * (1 << 20);
    constexpr size_t chunk = 8192;
    const bytes rows(128 * chunk);
    size_t largest = 0;
    for (size_t n = 256; n <= chunk; n += 256) {
        asked = 0, counted = true;
        const int all = ufsecp_schnorr_batch_verify(rows.data(), 0, n, nullptr);
        counted = false;
        EXPECT_EQ(all, 0);
        EXPECT_LE((double)asked, a_row * (double)n + more) << n;
        largest = std::max(largest, asked);
    }
    EXPECT_LE((double)largest, most);
    EXPECT_GT((double)largest, 0.9 * most);
}
#endif

/* Without memory for sums the verdicts are the same. */
TEST(ClaimsApi, MemoryThatIsNotThere) {
    SKIP_UNLESS_MEMORY_CAN_BE_TAKEN();
    const size_t n = 1024;
    bytes rows = first_rows(n), ok(n);
    row_of(rows, 700)[40] ^= 1;
    ufsecp_batch *b = nullptr;
    const auto first = [&] {
        (void)!ufsecp_schnorr_batch_verify(rows.data(), 0, 8, nullptr);
        b = ufsecp_batch_new(nullptr);
        for (size_t i = 0; i < n; i++)
            (void)!ufsecp_batch_add_schnorr(b, row_of(rows, i) + 64, row_of(rows, i) + 32, 32,
                                            row_of(rows, i));
    };
    const auto as_they_are = [&] {
        for (size_t i = 0; i < n; i++)
            if (ok[i] != (i != 700)) return false;
        return true;
    };
    EXPECT_TRUE(holds_without_memory(first, [&] {
        return ufsecp_batch_new(nullptr) == nullptr &&
               ufsecp_schnorr_batch_identify(ok.data(), rows.data(), 0, n, nullptr) == 0 &&
               as_they_are() && ufsecp_batch_finish(b, ok.data()) == 0 && as_they_are();
    }));
}

}  // namespace
