// The compile-time choices of one translation unit: its target namespace and its field and scalar
// representations.
//
// An engine's .cpp sets UF_TARGET, UF_FIELD and UF_SCALAR before its first include; every other
// file takes the defaults below. All code of src/ that a target compiles lives in namespace
// ufsecp::UF_TARGET, so that the same text built with different machine flags never shares a
// symbol.
#pragma once

#define UF_FE5X52 1  /* 64-bit with a 128-bit integer */
#define UF_FE4X64 2  /* 64-bit, saturated; assembly with UF_ADX (x86-64), UF_A64 (AArch64) */
#define UF_FE10X26 3 /* 32-bit */
#define UF_FE8X32 4  /* 32-bit, saturated: the GPU's, testable on the host; Cortex-M's */

#define UF_SC4X64 1
#define UF_SC8X32 2
#define UF_SC_SMALL 3 /* a group of order UF_SMALL_ORDER (7, 13, 199): exhaustive tests */

#ifndef UF_TARGET
#define UF_TARGET base_target
#endif

/* A product of two 64-bit words is a few instructions here.  On WebAssembly without wide arithmetic
 * the compiler has 128-bit integers, but each product is a call of four products. */
#if defined(__SIZEOF_INT128__) && !defined(UF_NO_INT128) && \
    (!defined(__wasm__) || defined(__wasm_wide_arithmetic__))
#define UF_WIDE_PRODUCT 1
#endif

/* The field of 32-bit words: 8x32 where its leaves are assembly (Cortex-M), else 10x26. */
#ifdef UF_THUMB_LEAVES
#define UF_WORD32_FIELD UF_FE8X32
#else
#define UF_WORD32_FIELD UF_FE10X26
#endif

#ifndef UF_FIELD
#ifdef UF_WIDE_PRODUCT
#define UF_FIELD UF_FE5X52
#else
#define UF_FIELD UF_WORD32_FIELD
#endif
#endif

#ifndef UF_SCALAR
#ifdef UF_WIDE_PRODUCT
#define UF_SCALAR UF_SC4X64
#else
#define UF_SCALAR UF_SC8X32
#endif
#endif

#ifdef UF_WORD32_LANES
#define UF_SECRET_LANES
#endif

/* The profile tiny (UF_TINY): hashes and engines without the instructions that are asked for at run
 * time. */
#if defined(__x86_64__) && !defined(UF_TINY)
#define UF_X86_HASHES 1
#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !defined(UF_TINY)
#define UF_ARM_HASHES 1
#endif

namespace ufsecp::UF_TARGET {

/* What the target computes side by side, as its engine says: secrets in eight rows
 * (UF_SECRET_LANES), and the four products of a point formula too (UF_QUAD), which is for single
 * calls. lanes/choose.h and lanes/choose_var.h ask it. */
struct target {
#ifdef UF_SECRET_LANES
    static constexpr bool secret_lanes = true;
#else
    static constexpr bool secret_lanes = false;
#endif
#ifdef UF_QUAD
    static constexpr bool quads = true;
#else
    static constexpr bool quads = false;
#endif
};

}  // namespace ufsecp::UF_TARGET
