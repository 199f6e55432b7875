// No kernels: other processors, and the build tag purego.

//go:build !amd64 || purego

package lanes

// engine is the body in use.
func engine() int { return twin }

func run(sums []walk, toY uint32, doublings int) { runTwins(sums, toY, doublings) }
