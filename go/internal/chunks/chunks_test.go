package chunks

import (
	"math"
	"runtime"
	"sync/atomic"
	"testing"
)

// Every row belongs to one chunk, no room has two chunks at a time, and however many threads are asked
// for, no more goroutines work than Go runs at once.
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
