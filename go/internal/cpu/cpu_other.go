// No features: other processors, and the build tag purego.

//go:build (!amd64 && !arm64) || purego

package cpu

func environment() string { return "" }

func detect() Features { return Features{} }
