// The word of instructions that valgrind listens to: four rotations of DI by 128 bits together, and
// an exchange of BX with itself. AX points to the request and its five arguments, DX takes the
// answer.

//go:build valgrind && linux

#include "textflag.h"

// func request(code, a, b, c, d, e uintptr) (answer uintptr)
TEXT ·request(SB), NOSPLIT, $0-56
	LEAQ code+0(FP), AX
	XORL DX, DX
	ROLQ $3, DI
	ROLQ $13, DI
	ROLQ $61, DI
	ROLQ $51, DI
	XCHGQ BX, BX
	MOVQ DX, answer+48(FP)
	RET
