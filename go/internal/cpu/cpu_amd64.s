// CPUID and XGETBV, for which Go has no words.

//go:build amd64 && !purego

#include "textflag.h"

// func cpuid(leaf, sub uint32) (a, b, c, d uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	MOVL sub+4(FP), CX
	CPUID
	MOVL AX, a+8(FP)
	MOVL BX, b+12(FP)
	MOVL CX, c+16(FP)
	MOVL DX, d+20(FP)
	RET

// func xgetbv() (low, high uint32)
TEXT ·xgetbv(SB), NOSPLIT, $0-8
	XORL CX, CX
	XGETBV
	MOVL AX, low+0(FP)
	MOVL DX, high+4(FP)
	RET

// func roundsFMA() bool
TEXT ·roundsFMA(SB), NOSPLIT, $8-1
	MOVQ $0x4328000000000000, AX // 3/4 of a last place of the sum
	VMOVQ AX, X0
	VBROADCASTSD X0, Y0
	MOVQ $0x3FF0000000000000, AX // 1
	VMOVQ AX, X1
	VBROADCASTSD X1, Y1
	MOVQ $0x4670000000000000, AX // 2^104
	VMOVQ AX, X2
	VBROADCASTSD X2, Y2
	VMOVDQA Y2, Y3
	STMXCSR found-8(SP)
	MOVL $0x7F80, towardsZero-4(SP)
	LDMXCSR towardsZero-4(SP)
	VFMADD231PD Y0, Y1, Y2
	LDMXCSR found-8(SP)
	VPCMPEQQ Y3, Y2, Y2
	VMOVMSKPD Y2, AX
	VZEROUPPER
	CMPL AX, $15
	SETEQ ret+0(FP)
	RET
