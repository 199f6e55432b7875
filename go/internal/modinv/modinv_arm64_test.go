// The assembly of arm64 by the names that tests give it.

//go:build arm64 && !purego

package modinv

func assembled() bool { return true }

var stepsAssembly, updateFGAssembly, updateDEAssembly = stepsASM, updateFGASM, updateDEASM
