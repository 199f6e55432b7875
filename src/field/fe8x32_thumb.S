// The leaves of fe8x32 in assembly for Cortex-M: products by UMAAL where there is the DSP extension
// (Cortex-M4, M7, M33), else by UMULL and UMLAL (Cortex-M3); sums on the one carry flag.
//
// UMULL and UMLAL take time by their operands on a Cortex-M3; MUL takes one cycle.  So with
// UF_CT_MULTIPLY products are made of halves of words by MUL, and the compiler, which then writes
// code for a processor without long products, calls __aeabi_lmul for them.
//
// fe8x32_thumb.h declares them; fe8x32.h is their twin in C.  No branch and no address depends on
// data.
#if defined(__arm__) && defined(UF_THUMB_LEAVES)
    .syntax unified
    .thumb

    .macro leaf name
    .section .text.ufsecp_thumb_\name, "ax", %progbits
    .balign 4
    .global ufsecp_thumb_\name
    .hidden ufsecp_thumb_\name
    .type ufsecp_thumb_\name, %function
    .thumb_func
ufsecp_thumb_\name:
    .endm

#if defined(UF_CT_MULTIPLY)
    // t, u = x * y from the halves x0 + 2^16 x1 and y0 + 2^16 y1; x0 and x1 are free then.
    .macro product_of_halves t, u, x0, x1, y0, y1
    mul \t, \x0, \y0
    mul \u, \x1, \y1
    mul \x0, \x0, \y1
    mul \x1, \x1, \y0
    adds \t, \t, \x0, lsl #16
    adc \u, \u, \x0, lsr #16
    adds \t, \t, \x1, lsl #16
    adc \u, \u, \x1, lsr #16
    .endm

    // r1 r0 = r1 r0 * r3 r2 mod 2^64.
    .section .text.__aeabi_lmul, "ax", %progbits
    .balign 4
    .global __aeabi_lmul
    .type __aeabi_lmul, %function
    .thumb_func
__aeabi_lmul:
    mul r1, r1, r2
    mul r3, r3, r0
    add r1, r1, r3
    push {r1, r4, r5}
    uxth r3, r0
    lsr r12, r0, #16
    uxth r4, r2
    lsr r5, r2, #16
    product_of_halves r0, r1, r3, r12, r4, r5
    pop {r3, r4, r5}
    add r1, r1, r3
    bx lr

    // mul_wide(w, a, b): w += a * b, w of 17 words; mul_set: w = a * b; sqr_wide: w = a^2.  Rows,
    // one after the other: r4, r5 the halves of the word of b; r8 what goes to the next word.
    leaf sqr_wide
    mov r2, r1
    b ufsecp_thumb_mul_set
    leaf mul_set
    mov r3, #0
    mov r12, #16
1:  str r3, [r0, r12, lsl #2]
    subs r12, r12, #1
    bpl 1b
    b ufsecp_thumb_mul_wide
    leaf mul_wide
    push {r4-r11, lr}
    mov lr, #8
    mov r8, #0 // the carry into the word above the row's
    push {r8}
2:  ldr r5, [r2], #4
    uxth r4, r5
    lsr r5, r5, #16
    mov r8, #0
    .irp at, 0, 4, 8, 12, 16, 20, 24, 28
    ldr r6, [r1, #\at]
    uxth r3, r6
    lsr r6, r6, #16
    product_of_halves r7, r9, r3, r6, r4, r5
    ldr r10, [r0, #\at]
    adds r7, r7, r8
    adc r9, r9, #0
    adds r7, r7, r10
    adc r8, r9, #0
    str r7, [r0, #\at]
    .endr
    ldr r10, [r0, #32]
    ldr r11, [sp]
    adds r8, r8, r11
    mov r11, #0
    adc r11, r11, #0
    adds r8, r8, r10
    adc r11, r11, #0
    str r11, [sp]
    str r8, [r0, #32]
    add r0, r0, #4
    subs lr, lr, #1
    bne 2b
    pop {r11}
    ldr r10, [r0, #32]
    add r10, r10, r11
    str r10, [r0, #32]
    pop {r4-r11, pc}

    // lo, hi = x * 977.
    .macro times_977 lo, hi, x
    uxth \lo, \x
    lsr \hi, \x, #16
    mul \lo, \lo, r12
    mul \hi, \hi, r12
    adds \lo, \lo, \hi, lsl #16
    lsr \hi, \hi, #16
    adc \hi, \hi, #0
    .endm
#else
    // A row adds x * r12 to the words w of a sum, for the words x of a number: mac0 for the first
    // word, mac1 for the others, top for the word above.  A product and two words more fit in two
    // words.  UMAAL adds both; UMLAL one, and the high word of the step before (old) comes by ADCS.
    .macro mac0 w, x, h
#if defined(__ARM_FEATURE_DSP)
    mov r3, #0
    umaal \w, r3, \x, r12
#else
    mov \h, #0
    umlal \w, \h, \x, r12
#endif
    .endm
    .macro mac1 w, x, h, old, add=adcs
#if defined(__ARM_FEATURE_DSP)
    umaal \w, r3, \x, r12
#else
    mov \h, #0
    umlal \w, \h, \x, r12
    \add \w, \w, \old
#endif
    .endm
    .macro top w, h
#if defined(__ARM_FEATURE_DSP)
    mov \w, r3
#else
    adc \w, \h, #0
#endif
    .endm
    // The same for a word to which nothing has been added yet.
    .macro put w, next, x, t, add=adcs
    umull \t, \next, \x, r12
    \add \w, \w, \t
    .endm

    // w0..w7 += a * b[i]; the lowest word is final, and w0 becomes the word above.
    .macro row i, w0, w1, w2, w3, w4, w5, w6, w7
    ldr r12, [sp, #32]
    ldr r12, [r12, #4*\i]
    ldrd r1, lr, [sp]
    mac0 \w0, r1, r0
    str \w0, [r2, #4*\i]
    mac1 \w1, lr, r3, r0, adds
    ldrd r1, lr, [sp, #8]
    mac1 \w2, r1, r0, r3
    mac1 \w3, lr, r3, r0
    ldrd r1, lr, [sp, #16]
    mac1 \w4, r1, r0, r3
    mac1 \w5, lr, r3, r0
    ldrd r1, lr, [sp, #24]
    mac1 \w6, r1, r0, r3
    mac1 \w7, lr, r3, r0
    top \w0, r3
    .endm

    // What rows need: r2 = w, and a frame of 8 words for a, one for b, one for where they return
    // to.
    // in: r0 = w, r1 = a, r2 = b.
    .macro product_frame
    push {r4-r11, lr}
    sub sp, #40
    str r2, [sp, #32]
    mov r2, r0
    ldm r1, {r4-r11}
    stm sp, {r4-r11}
    .endm

    // The rows but the first: the lower half of the sum to w, the upper in r4-r11.
    .section .text.thumb_rows, "ax", %progbits
    .balign 4
    .type thumb_rows, %function
    .thumb_func
thumb_rows:
    str lr, [sp, #36]
    row 1, r5, r6, r7, r8, r9, r10, r11, r4
    row 2, r6, r7, r8, r9, r10, r11, r4, r5
    row 3, r7, r8, r9, r10, r11, r4, r5, r6
    row 4, r8, r9, r10, r11, r4, r5, r6, r7
    row 5, r9, r10, r11, r4, r5, r6, r7, r8
    row 6, r10, r11, r4, r5, r6, r7, r8, r9
    row 7, r11, r4, r5, r6, r7, r8, r9, r10
    ldr pc, [sp, #36]

    // mul_set(w, a, b): w = a * b, 17 words; w is neither a nor b.
    leaf mul_set
    product_frame
    ldr r12, [sp, #32]
    ldr r12, [r12]
    ldrd r1, lr, [sp]
    umull r4, r5, r1, r12
    str r4, [r2]
    put r5, r6, lr, r0, adds
    ldrd r1, lr, [sp, #8]
    put r6, r7, r1, r0
    put r7, r8, lr, r0
    ldrd r1, lr, [sp, #16]
    put r8, r9, r1, r0
    put r9, r10, lr, r0
    ldrd r1, lr, [sp, #24]
    put r10, r11, r1, r0
    put r11, r4, lr, r0
    adc r4, r4, #0
    bl thumb_rows
    mov r12, #0
    add r2, #32
    stm r2, {r4-r12}
    add sp, #40
    pop {r4-r11, pc}

    // mul_wide(w, a, b): w += a * b, w of 17 words, neither a nor b.  The rows begin with the lower
    // half of w; its upper half is added in the end.
    leaf mul_wide
    product_frame
    ldm r2, {r4-r11}
    row 0, r4, r5, r6, r7, r8, r9, r10, r11
    bl thumb_rows
    add r0, r2, #32
    ldm r0!, {r1, r3, r12, lr}
    adds r4, r4, r1
    adcs r5, r5, r3
    adcs r6, r6, r12
    adcs r7, r7, lr
    ldm r0, {r0, r1, r3, r12, lr}
    adcs r8, r8, r0
    adcs r9, r9, r1
    adcs r10, r10, r3
    adcs r11, r11, r12
    adc r12, lr, #0
    add r2, #32
    stm r2, {r4-r12}
    add sp, #40
    pop {r4-r11, pc}

    // sqr_wide(w, a): w = a^2, 17 words: the products of different words, twice, and the squares.
    leaf sqr_wide
    push {r4-r11, lr}
    ldrd r12, r2, [r1]
    umull r4, r5, r2, r12
    ldrd r2, lr, [r1, #8]
    put r5, r6, r2, r3, adds
    put r6, r7, lr, r3
    ldrd r2, lr, [r1, #16]
    put r7, r8, r2, r3
    put r8, r9, lr, r3
    ldrd r2, lr, [r1, #24]
    put r9, r10, r2, r3
    put r10, r11, lr, r3
    adc r11, r11, #0
    strd r4, r5, [r0, #4]
    ldrd r12, r2, [r1, #4]
    mac0 r6, r2, r3
    ldrd r2, lr, [r1, #12]
    mac1 r7, r2, r5, r3, adds
    mac1 r8, lr, r3, r5
    strd r6, r7, [r0, #12]
    ldrd r2, lr, [r1, #20]
    mac1 r9, r2, r5, r3
    mac1 r10, lr, r3, r5
    ldr r2, [r1, #28]
    mac1 r11, r2, r5, r3
    top r4, r5
    ldrd r12, r2, [r1, #8]
    mac0 r8, r2, r3
    ldrd r2, lr, [r1, #16]
    mac1 r9, r2, r5, r3, adds
    mac1 r10, lr, r3, r5
    strd r8, r9, [r0, #20]
    ldrd r2, lr, [r1, #24]
    mac1 r11, r2, r5, r3
    mac1 r4, lr, r3, r5
    top r6, r3
    ldrd r12, r2, [r1, #12]
    mac0 r10, r2, r3
    ldrd r2, lr, [r1, #20]
    mac1 r11, r2, r5, r3, adds
    mac1 r4, lr, r3, r5
    strd r10, r11, [r0, #28]
    ldr r2, [r1, #28]
    mac1 r6, r2, r5, r3
    top r7, r5
    ldrd r12, r2, [r1, #16]
    mac0 r4, r2, r3
    ldrd r2, lr, [r1, #24]
    mac1 r6, r2, r5, r3, adds
    strd r4, r6, [r0, #36]
    mac1 r7, lr, r4, r5
    top r8, r4
    ldrd r12, r2, [r1, #20]
    mac0 r7, r2, r3
    ldr lr, [r1, #28]
    mac1 r8, lr, r5, r3, adds
    strd r7, r8, [r0, #44]
    top r9, r5
    ldr r12, [r1, #24]
    mac0 r9, lr, r3
    // twice the words 1 to 14, of which the last are in r9 and r3
    add r12, r0, #4
    ldm r12, {r4-r8, r10, r11, lr}
    adds r4, r4, r4
    adcs r5, r5, r5
    adcs r6, r6, r6
    adcs r7, r7, r7
    adcs r8, r8, r8
    adcs r10, r10, r10
    adcs r11, r11, r11
    adcs lr, lr, lr
    stm r12!, {r4-r8, r10, r11, lr}
    ldm r12, {r4-r7}
    adcs r4, r4, r4
    adcs r5, r5, r5
    adcs r6, r6, r6
    adcs r7, r7, r7
    adcs r9, r9, r9
    adcs r3, r3, r3
    mov r8, #0
    adc r10, r8, #0
    stm r12, {r4-r7, r9}
    strd r3, r10, [r0, #56]
    str r8, [r0, #64]
    // the squares
    ldm r1, {r4-r11}
    umull r2, r3, r4, r4
    ldr lr, [r0, #4]
    adds r3, r3, lr
    strd r2, r3, [r0], #8
    .irp a, r5, r6, r7, r8, r9, r10, r11
    umull r2, r3, \a, \a
    ldrd r12, lr, [r0]
    adcs r2, r2, r12
    adcs r3, r3, lr
    strd r2, r3, [r0], #8
    .endr
    pop {r4-r11, pc}

    .macro times_977 lo, hi, x
    umull \lo, \hi, \x, r12
    .endm
#endif

    // Words += carry * C, into r: with the carry, what is left is so small that word 2 ends it.
    // in: r12 = 977; words w0.. after the flags' carry into w3; s, t are free.
    .macro fold_carry s, t, w0, w1, w2, w3, w4, w5, w6, w7
    adcs \w3, \w3, #0
    adcs \w4, \w4, #0
    adcs \w5, \w5, #0
    adcs \w6, \w6, #0
    adcs \w7, \w7, #0
    mov \s, #0
    adc \s, \s, #0
    mul \t, \s, r12
    adds \w0, \w0, \t
    adcs \w1, \w1, \s
    adc \w2, \w2, #0
    stm r0, {\w0, \w1, \w2, \w3, \w4, \w5, \w6, \w7}
    .endm
    // Words += (k0 + 2^32 k1) * C, where h is still to be added to k0; h is free then.
    .macro fold k0, k1, h, t, w0, w1, w2, w3, w4, w5, w6, w7
    adds \k0, \k0, \h
    adc \k1, \k1, #0
    times_977 \h, \t, \k0
    mla \t, \k1, r12, \t
    adds \t, \t, \k0
    adc \k1, \k1, #0
    adds \w0, \w0, \h
    adcs \w1, \w1, \t
    adcs \w2, \w2, \k1
    fold_carry \h, \t, \w0, \w1, \w2, \w3, \w4, \w5, \w6, \w7
    .endm

    // reduce(r, w): r = w mod p, below 2^256; w of 17 words, the highest at most 1; r is not w.
    // With high the words from 8 on: low + 2^32 high, then + 977 high, then the words above 2^256,
    // below 2^34, once more.
    leaf reduce
    push {r4-r11, lr}
    add r2, r1, #32
    ldm r2, {r4-r11}
    ldrd r2, r3, [r1]
    adds r3, r3, r4
    strd r2, r3, [r0]
    ldrd r2, r3, [r1, #8]
    adcs r2, r2, r5
    adcs r3, r3, r6
    strd r2, r3, [r0, #8]
    ldrd r2, r3, [r1, #16]
    adcs r2, r2, r7
    adcs r3, r3, r8
    strd r2, r3, [r0, #16]
    ldrd r2, r3, [r1, #24]
    adcs r2, r2, r9
    adcs r3, r3, r10
    strd r2, r3, [r0, #24]
    ldr r1, [r1, #64]
    adcs r2, r11, #0
    adc r3, r1, #0
    movw r12, #977
    mul r1, r1, r12
    adds r2, r2, r1
    adc r3, r3, #0
    push {r2, r3}
#if defined(UF_CT_MULTIPLY)
    mov r3, #0
    .macro one at, w
    times_977 r1, r2, \w
    ldr lr, [r0, #\at]
    adds r1, r1, r3
    adc r2, r2, #0
    adds \w, r1, lr
    adc r3, r2, #0
    .endm
    one 0, r4
    one 4, r5
    one 8, r6
    one 12, r7
    one 16, r8
    one 20, r9
    one 24, r10
    one 28, r11
    pop {r1, r2}
    fold r1, r2, r3, lr, r4, r5, r6, r7, r8, r9, r10, r11
#elif defined(__ARM_FEATURE_DSP)
    // word j of the sum goes where the word before of the upper half was
    ldr r1, [r0]
    mac0 r1, r4, r3
    ldr r4, [r0, #4]
    mac1 r4, r5
    ldr r5, [r0, #8]
    mac1 r5, r6
    ldr r6, [r0, #12]
    mac1 r6, r7
    ldr r7, [r0, #16]
    mac1 r7, r8
    ldr r8, [r0, #20]
    mac1 r8, r9
    ldr r9, [r0, #24]
    mac1 r9, r10
    ldr r10, [r0, #28]
    mac1 r10, r11
    pop {r2, r11}
    fold r2, r11, r3, lr, r1, r4, r5, r6, r7, r8, r9, r10
#else
    ldrd r1, lr, [r0]
    mac0 r1, r4, r2
    mov r4, r1
    mac1 lr, r5, r3, r2, adds
    mov r5, lr
    .macro two at, w0, w1
    ldrd r1, lr, [r0, #\at]
    mov r2, #0
    umlal r1, r2, \w0, r12
    adcs \w0, r1, r3
    mov r3, #0
    umlal lr, r3, \w1, r12
    adcs \w1, lr, r2
    .endm
    two 8, r6, r7
    two 16, r8, r9
    two 24, r10, r11
    adc r3, r3, #0
    pop {r1, r2}
    fold r1, r2, r3, lr, r4, r5, r6, r7, r8, r9, r10, r11
#endif
    pop {r4-r11, pc}

    // add(r, a, b): r = a + b; the carry is worth C.
    leaf add
    push {r4-r11, lr}
    ldm r1, {r4-r11}
    ldm r2!, {r1, r3, r12, lr}
    adds r4, r4, r1
    adcs r5, r5, r3
    adcs r6, r6, r12
    adcs r7, r7, lr
    ldm r2, {r1, r3, r12, lr}
    adcs r8, r8, r1
    adcs r9, r9, r3
    adcs r10, r10, r12
    adcs r11, r11, lr
    mov r1, #0
    adc r1, r1, #0
    movw r12, #977
    mul r2, r1, r12
    adds r4, r4, r2
    adcs r5, r5, r1
    adcs r6, r6, #0
    fold_carry r1, r2, r4, r5, r6, r7, r8, r9, r10, r11
    pop {r4-r11, pc}

    // Ends r4-r11 after a subtraction: a borrow is worth C, and a second one leaves a value so near
    // 2^256 that word 1 ends it.
    .macro fold_borrow
    sbc r1, r1, r1
    movw r12, #977
    and r2, r1, r12
    and r1, r1, #1
    subs r4, r4, r2
    sbcs r5, r5, r1
    sbcs r6, r6, #0
    sbcs r7, r7, #0
    sbcs r8, r8, #0
    sbcs r9, r9, #0
    sbcs r10, r10, #0
    sbcs r11, r11, #0
    sbc r1, r1, r1
    and r2, r1, r12
    and r1, r1, #1
    subs r4, r4, r2
    sbc r5, r5, r1
    stm r0, {r4-r11}
    .endm

    // sub(r, a, b): r = a - b.
    leaf sub
    push {r4-r11, lr}
    ldm r1, {r4-r11}
    ldm r2!, {r1, r3, r12, lr}
    subs r4, r4, r1
    sbcs r5, r5, r3
    sbcs r6, r6, r12
    sbcs r7, r7, lr
    ldm r2, {r1, r3, r12, lr}
    sbcs r8, r8, r1
    sbcs r9, r9, r3
    sbcs r10, r10, r12
    sbcs r11, r11, lr
    fold_borrow
    pop {r4-r11, pc}

    // neg(r, a): r = -a.
    leaf neg
    push {r4-r11, lr}
    ldm r1, {r4-r11}
    rsbs r4, r4, #0
    mov r1, #0
    sbcs r5, r1, r5
    sbcs r6, r1, r6
    sbcs r7, r1, r7
    sbcs r8, r1, r8
    sbcs r9, r1, r9
    sbcs r10, r1, r10
    sbcs r11, r1, r11
    fold_borrow
    pop {r4-r11, pc}

    // subtract(r): r -= p if r >= p, that is if r + C carries; returns whether it was, 1 or 0.
    leaf subtract
    push {r4-r11, lr}
    ldm r0, {r4-r11}
    movw r12, #977
    adds r1, r4, r12
    adcs r1, r5, #1
    .irp word, r6, r7, r8, r9, r10, r11
    adcs r1, \word, #0
    .endr
    sbc r1, r1, r1
    bic r12, r12, r1
    mvn r2, r1
    and r2, r2, #1
    adds r4, r4, r12
    adcs r5, r5, r2
    .irp word, r6, r7, r8, r9, r10, r11
    adcs \word, \word, #0
    .endr
    stm r0, {r4-r11}
    mov r0, r2
    pop {r4-r11, pc}

    // half(r, a): r = a/2: p is added if a is odd, and the carry shifted in.
    leaf half
    push {r4-r11, lr}
    ldm r1, {r4-r11}
    and r1, r4, #1
    rsb r1, r1, #0
    movw r12, #0xfc2f
    movt r12, #0xffff
    and r2, r1, r12
    and r3, r1, #0xfffffffe
    adds r4, r4, r2
    adcs r5, r5, r3
    adcs r6, r6, r1
    adcs r7, r7, r1
    adcs r8, r8, r1
    adcs r9, r9, r1
    adcs r10, r10, r1
    adcs r11, r11, r1
    rrxs r11, r11
    rrxs r10, r10
    rrxs r9, r9
    rrxs r8, r8
    rrxs r7, r7
    rrxs r6, r6
    rrxs r5, r5
    rrx r4, r4
    stm r0, {r4-r11}
    pop {r4-r11, pc}

    // scan(r, table, entries, index): the entry of 16 words of that index; all are read.  Words are
    // multiplied by 1 or 0 and added, eight of an entry at a time.
    leaf scan
    push {r1-r3, r4-r11, lr}
    .macro scan_half
    .irp word, r4, r5, r6, r7, r8, r9, r10, r11
    mov \word, #0
    .endr
1:  clz r12, r3
    lsr r12, r12, #5
    sub r3, r3, #1
    .irp word, r4, r5, r6, r7, r8, r9, r10, r11
    ldr lr, [r1], #4
    mla \word, lr, r12, \word
    .endr
    add r1, r1, #32
    subs r2, r2, #1
    bne 1b
    stm r0!, {r4-r11}
    .endm
    scan_half
    ldm sp, {r1-r3}
    add r1, r1, #32
    scan_half
    add sp, #12
    pop {r4-r11, pc}
#endif
