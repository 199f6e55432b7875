// The leaves of fe5x52 in assembly of RISC-V (tools/make_leaves.py writes them): the products of
// fe5x52_sums.h, which is their twin.  Constant time.
//
// A leaf changes registers that a function of the ABI would have to save, so it is called by
// assembly that names them all: then a formula saves them once, and not each product of it.
#pragma once
#include "field/fe5x52.h"

extern "C" {
void ufsecp_rv64_mul();
void ufsecp_rv64_sqr();
void ufsecp_rv64_sqr_add();
void ufsecp_rv64_mul_sqr();
void ufsecp_rv64_mul2();
}

namespace ufsecp::UF_TARGET {

/* Link-time optimisation does not see what assembly calls. */
[[gnu::used]] static void (*const rv64_leaves[])() = {
    ufsecp_rv64_mul, ufsecp_rv64_sqr, ufsecp_rv64_sqr_add, ufsecp_rv64_mul_sqr, ufsecp_rv64_mul2};

/* The operands of the leaf that are in the registers a0 ... a4. */
#define UF_RV64_OPERAND(n, value) register const fe5x52 *x##n __asm__("a" #n) = value
#define UF_RV64_CHANGED                                                                       \
    "a5", "a6", "a7", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "s2", "s3", "s4", "s5", "s6", \
        "s7", "s8", "s9", "s10", "s11", "memory"
#define UF_RV64_CALL(leaf, ...) __asm__ volatile("call t0, ufsecp_rv64_" leaf : __VA_ARGS__)

static inline void fe_mul(fe5x52 *r, const fe5x52 *a, const fe5x52 *b) {
    UF_RV64_OPERAND(0, r);
    UF_RV64_OPERAND(1, a);
    UF_RV64_OPERAND(2, b);
    UF_RV64_CALL("mul", "+r"(x0), "+r"(x1), "+r"(x2) : : "a3", "a4", UF_RV64_CHANGED);
}
static inline void fe_sqr(fe5x52 *r, const fe5x52 *a) {
    UF_RV64_OPERAND(0, r);
    UF_RV64_OPERAND(1, a);
    UF_RV64_CALL("sqr", "+r"(x0), "+r"(x1) : : "a2", "a3", "a4", UF_RV64_CHANGED);
}
static inline void fe_sqr_add(fe5x52 *r, const fe5x52 *a, const fe5x52 *c) {
    UF_RV64_OPERAND(0, r);
    UF_RV64_OPERAND(1, a);
    UF_RV64_OPERAND(2, c);
    UF_RV64_CALL("sqr_add", "+r"(x0), "+r"(x1), "+r"(x2) : : "a3", "a4", UF_RV64_CHANGED);
}
static inline void fe_mul_sqr(fe5x52 *r, const fe5x52 *a, const fe5x52 *b, const fe5x52 *c) {
    UF_RV64_OPERAND(0, r);
    UF_RV64_OPERAND(1, a);
    UF_RV64_OPERAND(2, b);
    UF_RV64_OPERAND(3, c);
    UF_RV64_CALL("mul_sqr", "+r"(x0), "+r"(x1), "+r"(x2), "+r"(x3) : : "a4", UF_RV64_CHANGED);
}
static inline void fe_mul2(fe5x52 *r, const fe5x52 *a, const fe5x52 *b, const fe5x52 *c,
                           const fe5x52 *d) {
    UF_RV64_OPERAND(0, r);
    UF_RV64_OPERAND(1, a);
    UF_RV64_OPERAND(2, b);
    UF_RV64_OPERAND(3, c);
    UF_RV64_OPERAND(4, d);
    UF_RV64_CALL("mul2", "+r"(x0), "+r"(x1), "+r"(x2), "+r"(x3), "+r"(x4) : : UF_RV64_CHANGED);
}

#undef UF_RV64_OPERAND
#undef UF_RV64_CHANGED
#undef UF_RV64_CALL

}  // namespace ufsecp::UF_TARGET
