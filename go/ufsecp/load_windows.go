// How a library is loaded on Windows.

package ufsecp

import "syscall"

// load, symbol and unload are the system's LoadLibrary, GetProcAddress and FreeLibrary.
func load(name string) (uintptr, error) {
	handle, err := syscall.LoadLibrary(name)
	return uintptr(handle), err
}

func symbol(handle uintptr, name string) (uintptr, error) {
	return syscall.GetProcAddress(syscall.Handle(handle), name)
}

func unload(handle uintptr) { syscall.FreeLibrary(syscall.Handle(handle)) }
