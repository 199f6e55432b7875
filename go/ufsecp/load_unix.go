// How a library is loaded on Unix.

//go:build darwin || freebsd || linux || netbsd

package ufsecp

import "github.com/ebitengine/purego"

// load, symbol and unload are the system's dlopen, dlsym and dlclose. Names stay local to the
// library: a program may have another copy linked in.
func load(name string) (uintptr, error) {
	return purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
}

func symbol(handle uintptr, name string) (uintptr, error) { return purego.Dlsym(handle, name) }

func unload(handle uintptr) { purego.Dlclose(handle) }
