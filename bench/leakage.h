// The timing report of secret calls: does the time of a fixed key differ from that of random ones?
#pragma once

namespace bench {

/* main of `bench_ct --leakage`.  Returns 1 if even the control, a call that is not constant time,
 * shows nothing, 2 for a wrong argument; what it finds about the others is a report, not a verdict.
 */
int leakage(int argc, char **argv);

}  // namespace bench
