// Package chunks shares out the rows of a batch: goroutines take them chunk by chunk, and each
// works in a room of its own, which is kept for the calls to come. Results have room made for them.
package chunks

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Most is how many rows are in a chunk at most.
const Most = 128

// Rooms keeps the rooms that nobody works in. The zero value is ready, and safe for goroutines.
type Rooms[R any] struct{ pool sync.Pool }

// Get returns a room, as it was left or new.
func (p *Rooms[R]) Get() *R {
	if room, ok := p.pool.Get().(*R); ok {
		return room
	}
	return new(R)
}

// Put gives a room back.
func (p *Rooms[R]) Put(room *R) { p.pool.Put(room) }

// Each splits n rows into chunks and calls work once for each, on so many threads (0, or too many:
// as many as Go runs), the caller's own among them. All have ended when it returns.
func (p *Rooms[R]) Each(n, threads int, work func(room *R, first, n int)) {
	if most := runtime.GOMAXPROCS(0); threads <= 0 || threads > most {
		threads = most
	}
	size := min(Most, max(16, (n/threads+7)&^7))
	chunks := (n + size - 1) / size
	var next atomic.Int64
	some := func() {
		room := p.Get()
		defer p.Put(room)
		for {
			i := int(next.Add(1)) - 1
			if i >= chunks {
				return
			}
			work(room, i*size, min(size, n-i*size))
		}
	}
	var helpers sync.WaitGroup
	for range min(threads, chunks) - 1 {
		helpers.Add(1)
		go func() {
			defer helpers.Done()
			some()
		}()
	}
	some()
	helpers.Wait()
}

// Resize returns s with n elements, in new memory if it has no room for them.
func Resize[T any](s []T, n int) []T {
	if cap(s) >= n {
		return s[:n]
	}
	return make([]T, n)
}
