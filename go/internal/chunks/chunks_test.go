package chunks

import (
	"math"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// Every row belongs to one chunk, no room has two chunks at a time, and however many threads are
// asked for, no more goroutines work than Go runs at once.
func TestEachRowOnce(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	type room struct{ busy atomic.Bool }
	var rooms Rooms[room]
	for _, threads := range []int{-1, 0, 1, 2, 3, 100, math.MaxInt} {
		most := int64(threads)
		if threads <= 0 || threads > 3 {
			most = 3
		}
		for n := range 3*Most + 2 {
			rows, working := make([]int, n), atomic.Int64{}
			rooms.Each(n, threads, func(r *room, first, size int) {
				if r.busy.Swap(true) {
					t.Error("two chunks in one room")
				}
				if working.Add(1) > most {
					t.Errorf("more than %d at work", most)
				}
				if size < 1 || size > Most {
					t.Errorf("a chunk of %d", size)
				}
				for i := range size {
					rows[first+i]++
				}
				for range 20 { // the others may come in
					runtime.Gosched()
				}
				working.Add(-1)
				r.busy.Store(false)
			})
			for i, times := range rows {
				if times != 1 {
					t.Fatalf("%d rows, %d threads: row %d came %d times", n, threads, i, times)
				}
			}
		}
	}
}

// As many threads as are asked for are at work at once.
func TestThreadsWorkTogether(t *testing.T) {
	const threads = 3
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	var rooms Rooms[struct{}]
	var inside atomic.Int64
	all, late := make(chan struct{}), make(chan struct{})
	defer time.AfterFunc(10*time.Second, func() { close(late) }).Stop()
	rooms.Each(threads*Most, threads, func(*struct{}, int, int) {
		if inside.Add(1) == threads {
			close(all)
		}
		select {
		case <-all:
		case <-late:
			t.Error("the others do not come")
		}
	})
}
