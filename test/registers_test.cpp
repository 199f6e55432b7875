// The registers that a calling convention promises to the caller survive the library's calls, on
// every engine: six general ones, on Windows RDI, RSI and XMM6 to XMM15 too, and the controls of
// floating point.
#include <cstddef>
#include <iterator>

#include "api.h"

#if !defined(__x86_64__)
TEST(Registers, Survive) { GTEST_SKIP() << "for x86-64 alone"; }
#else

namespace {

struct registers {
    uint64_t general[8]; /* RBX, RBP, R12 to R15, RDI, RSI */
    uint64_t vectors[20];
    uint32_t mxcsr;
    uint16_t x87;
};

}  // namespace

/* Calls f(argument) with these registers, and stores there what they are afterwards. */
extern "C" void uf_test_call(void (*f)(void *), void *argument, registers *r);

#if defined(_WIN32)
#define VECTORS_FROM(at, base)                                      \
    "movups " at "+0(" base "), %xmm6\n\tmovups " at "+16(" base    \
    "), %xmm7\n\t"                                                  \
    "movups " at "+32(" base "), %xmm8\n\tmovups " at "+48(" base   \
    "), %xmm9\n\t"                                                  \
    "movups " at "+64(" base "), %xmm10\n\tmovups " at "+80(" base  \
    "), %xmm11\n\t"                                                 \
    "movups " at "+96(" base "), %xmm12\n\tmovups " at "+112(" base \
    "), %xmm13\n\t"                                                 \
    "movups " at "+128(" base "), %xmm14\n\tmovups " at "+144(" base "), %xmm15\n\t"
#define VECTORS_TO(at, base)                                                \
    "movups %xmm6, " at "+0(" base ")\n\tmovups %xmm7, " at "+16(" base     \
    ")\n\t"                                                                 \
    "movups %xmm8, " at "+32(" base ")\n\tmovups %xmm9, " at "+48(" base    \
    ")\n\t"                                                                 \
    "movups %xmm10, " at "+64(" base ")\n\tmovups %xmm11, " at "+80(" base  \
    ")\n\t"                                                                 \
    "movups %xmm12, " at "+96(" base ")\n\tmovups %xmm13, " at "+112(" base \
    ")\n\t"                                                                 \
    "movups %xmm14, " at "+128(" base ")\n\tmovups %xmm15, " at "+144(" base ")\n\t"
__asm__(".text\n\t.globl uf_test_call\nuf_test_call:\n\t"
        "pushq %rbx\n\tpushq %rbp\n\tpushq %r12\n\tpushq %r13\n\tpushq %r14\n\tpushq %r15\n\t"
        "pushq %rdi\n\tpushq %rsi\n\tsubq $200, %rsp\n\tmovq %r8, 32(%rsp)\n\t" /* 32: for f */
        VECTORS_TO("40", "%rsp")
        "movq %rcx, %rax\n\tmovq %rdx, %rcx\n\t"
        "movq 0(%r8), %rbx\n\tmovq 8(%r8), %rbp\n\tmovq 16(%r8), %r12\n\tmovq 24(%r8), %r13\n\t"
        "movq 32(%r8), %r14\n\tmovq 40(%r8), %r15\n\tmovq 48(%r8), %rdi\n\tmovq 56(%r8), %rsi\n\t"
        VECTORS_FROM("64", "%r8")
        "call *%rax\n\tmovq 32(%rsp), %r8\n\t"
        "movq %rbx, 0(%r8)\n\tmovq %rbp, 8(%r8)\n\tmovq %r12, 16(%r8)\n\tmovq %r13, 24(%r8)\n\t"
        "movq %r14, 32(%r8)\n\tmovq %r15, 40(%r8)\n\tmovq %rdi, 48(%r8)\n\tmovq %rsi, 56(%r8)\n\t"
        VECTORS_TO("64", "%r8")
        "stmxcsr 224(%r8)\n\tfnstcw 228(%r8)\n\t"
        VECTORS_FROM("40", "%rsp")
        "addq $200, %rsp\n\tpopq %rsi\n\tpopq %rdi\n\t"
        "popq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\tpopq %rbp\n\tpopq %rbx\n\tret\n");
#else
__asm__(
    ".text\n\t.globl uf_test_call\n\t.hidden uf_test_call\nuf_test_call:\n\tendbr64\n\t"
    "pushq %rbx\n\tpushq %rbp\n\tpushq %r12\n\tpushq %r13\n\tpushq %r14\n\tpushq %r15\n\t"
    "pushq %rdx\n\tmovq %rdi, %rax\n\tmovq %rsi, %rdi\n\t"
    "movq 0(%rdx), %rbx\n\tmovq 8(%rdx), %rbp\n\tmovq 16(%rdx), %r12\n\t"
    "movq 24(%rdx), %r13\n\tmovq 32(%rdx), %r14\n\tmovq 40(%rdx), %r15\n\t"
    "call *%rax\n\tpopq %rdx\n\t"
    "movq %rbx, 0(%rdx)\n\tmovq %rbp, 8(%rdx)\n\tmovq %r12, 16(%rdx)\n\t"
    "movq %r13, 24(%rdx)\n\tmovq %r14, 32(%rdx)\n\tmovq %r15, 40(%rdx)\n\t"
    "stmxcsr 224(%rdx)\n\tfnstcw 228(%rdx)\n\t"
    "popq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\tpopq %rbp\n\tpopq %rbx\n\tret\n");
#endif
static_assert(sizeof(registers) == 232 && offsetof(registers, mxcsr) == 224);

namespace {

/* Batches of secrets and of public data large enough for the lanes, and single calls. */
struct work {
    static constexpr size_t n = 40;
    bytes keys, messages, pubkeys = bytes(33 * n), sigs = bytes(64 * n), ok = bytes(n),
                          rows = bytes(129 * n), points = bytes(33 * n);
    int good = 0;

    work() {
        for (size_t i = 0; i < n; i++) {
            const bytes key = draw("key", i), message = draw("message", i),
                        row = message + pubkey_of(key) + ecdsa_sign(message, key);
            keys = keys + key, messages = messages + message;
            std::copy(row.begin(), row.end(), &rows[129 * i]);
        }
    }
    static void run(void *self) {
        work &w = *static_cast<work *>(self);
        uint8_t key[33], sig[64], shared[32];
        const uint8_t *const secret = w.keys.data(), *const message = w.messages.data();
        w.good = ufsecp_pubkey_create_batch(w.pubkeys.data(), w.ok.data(), secret, n) &&
                 ufsecp_ecdsa_sign_batch(w.sigs.data(), w.ok.data(), message, secret, n) &&
                 ufsecp_ecdsa_verify_rows(w.ok.data(), w.rows.data(), 0, n, 0) &&
                 ufsecp_pubkey_mul_add_batch(w.points.data(), w.ok.data(), secret, w.pubkeys.data(),
                                             message, n) &&
                 ufsecp_pubkey_create(key, 33, secret) &&
                 ufsecp_ecdh(shared, key, 33, secret + 32) &&
                 ufsecp_ecdsa_sign(sig, message, secret, nullptr);
    }
};

class Registers : public EachEngine {};
ON_EACH_ENGINE(Registers);

TEST_P(Registers, Survive) {
    work w;
    registers before{}, after;
    uint64_t x = 0x9e3779b97f4a7c15;
    for (uint64_t &value : before.general) value = x *= 0xd1342543de82ef95;
    for (uint64_t &value : before.vectors) value = x *= 0xd1342543de82ef95;
    __asm__("stmxcsr %0" : "=m"(before.mxcsr));
    __asm__("fnstcw %0" : "=m"(before.x87));
    after = before;
    uf_test_call(work::run, &w, &after);
    EXPECT_EQ(w.good, 1);
    for (size_t i = 0; i < std::size(before.general); i++)
        EXPECT_EQ(after.general[i], before.general[i]) << "general register " << i;
    for (size_t i = 0; i < std::size(before.vectors); i++)
        EXPECT_EQ(after.vectors[i], before.vectors[i]) << "half " << i << " of the vectors";
    EXPECT_EQ(after.mxcsr & ~0x3fu, before.mxcsr & ~0x3fu) << "but for its flags";
    EXPECT_EQ(after.x87, before.x87);
}

}  // namespace

#endif
