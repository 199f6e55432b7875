//go:build !race

package p256k1

const raceDetector = false
