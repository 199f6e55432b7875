// Levels hide what is above them.

package cpu

import "testing"

func TestLower(t *testing.T) {
	all := Features{HasASM: true, HasADX: true, HasAVX2: true, HasFMA: true, HasAVX512: true,
		HasIFMA: true}
	for _, c := range []struct {
		level string
		want  Features
	}{
		{"", all},
		{"unknown", all},
		{"avx512", Features{HasASM: true, HasADX: true, HasAVX2: true, HasFMA: true,
			HasAVX512: true}},
		{"fma", Features{HasASM: true, HasADX: true, HasAVX2: true, HasFMA: true}},
		{"adx", Features{HasASM: true, HasADX: true, HasAVX2: true}},
		{"asm", Features{HasASM: true}},
		{"generic", Features{}},
	} {
		if got := lower(all, c.level); got != c.want {
			t.Errorf("%q: %+v, want %+v", c.level, got, c.want)
		}
	}
}

func TestHigherImpliesLower(t *testing.T) {
	f := detect()
	if f.HasIFMA && !f.HasAVX512 || (f.HasAVX512 || f.HasFMA) && !(f.HasADX && f.HasAVX2) ||
		(f.HasADX || f.HasAVX2) && !f.HasASM {
		t.Errorf("%+v", f)
	}
	t.Logf("detected %+v, in use %+v", detect(), This)
}
