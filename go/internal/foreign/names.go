// The names under which libsecp256k1 is installed.

package foreign

// Names are those that a system's loader is asked for, in turn, where no path is given: without a
// number, then with that of an interface that the library has had since 0.2.
func Names(system string) []string {
	all := map[string][]string{
		"darwin":  {"libsecp256k1.dylib"},
		"windows": {"libsecp256k1.dll", "secp256k1.dll"},
	}[system]
	if all == nil {
		all = []string{"libsecp256k1.so"}
	}
	for _, n := range []string{"7", "6", "5", "2", "1"} {
		switch system {
		case "darwin":
			all = append(all, "libsecp256k1."+n+".dylib")
		case "windows":
			all = append(all, "libsecp256k1-"+n+".dll", "secp256k1-"+n+".dll")
		default:
			all = append(all, "libsecp256k1.so."+n)
		}
	}
	return all
}
