//! The tasks under criterion. A run of its own is another state of the machine: for ratios run the
//! program of this crate.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ufsecp_bench::{ROWS, tasks};

fn crates(criterion: &mut Criterion) {
    for mut task in tasks() {
        let mut group = criterion.benchmark_group(task.name);
        group.throughput(Throughput::Elements(ROWS as u64));
        for way in &mut task.ways {
            group.bench_function(way.name, |bencher| bencher.iter(&mut way.run));
        }
        group.finish();
    }
}

criterion_group!(benches, crates);
criterion_main!(benches);
