// The operations that rows are made of: the public interfaces, batches, scans, sums, hashes.
#pragma once
#include "bench/harness.h"
#include "bench/inner.h"

namespace bench {

/* The public interfaces on the engine in use, and the same forced onto the engine word32, to check
 * against. */
const bench_target &api();
const bench_target &api_on_word32();
/* Public data in batches, as NAME_n for n rows at a time, and one row after the other, as NAME_row.
 * NAME_4096_on_2: with two threads; NAME_4096_without_lanes: on the fastest engine without any. */
const bench_target &batches();
/* 4,096 rows of an index scanned for silent payments, as NAME and NAME_xy, which has both
 * coordinates of the tweak points; one row after the other as silent_scan_row. */
const bench_target &scans();
/* Schnorr signatures verified by a sum, as batch_n for n rows at a time, and row by row, as rows_n;
 * ECDSA signatures and taproot output keys in a batch as they come, and row by row. */
const bench_target &claims();
/* Sums of n multiples of distinct scalars as msm_n, a few at a time as msm_few_n, and from bytes as
 * msm_bytes_n. */
const bench_target &sums();
/* Verification as ecdsa_verify_N and schnorr_verify_N in batches of N = 1, 2, 4, ... curve_rows, as
 * *_threads in batches of curve_rows on the threads that curve_threads sets, and as *_row one after
 * the other. */
const bench_target &curves();
constexpr std::size_t curve_rows = 16384;
void curve_threads(unsigned n);
/* Hashes of many messages, as *_lanes and *_single. */
const bench_target &hashes();

}  // namespace bench
