// How a library is loaded on Windows.

package ufsecp

import "syscall"

// load and symbol are the system's LoadLibrary and GetProcAddress.
func load(name string) (uintptr, error) {
	handle, err := syscall.LoadLibrary(name)
	return uintptr(handle), err
}

func symbol(handle uintptr, name string) (uintptr, error) {
	return syscall.GetProcAddress(syscall.Handle(handle), name)
}
