//! The tasks in alternating rounds of a few milliseconds, one thread: processor time a row in
//! microseconds, and the ratio to the first line of a task, its median and quartiles.
//!
//! cargo run --release [ROUNDS]

use cpu_time::ThreadTime;
use ufsecp_bench::{ROWS, Task, tasks};

fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [1, 2, 3].map(|part| values[(values.len() - 1) * part / 4])
}

fn compare(mut task: Task, rounds: usize) {
    let mut times = vec![Vec::new(); task.ways.len()];
    for round in 0..=rounds {
        for (way, times) in task.ways.iter_mut().zip(&mut times) {
            let began = ThreadTime::now();
            (way.run)();
            if round > 0 {
                times.push(began.elapsed().as_secs_f64() * 1e6 / ROWS as f64);
            }
        }
    }
    for (way, own) in task.ways.iter().zip(&times) {
        let [_, time, _] = quartiles(own.clone());
        let [low, ratio, high] = quartiles(own.iter().zip(&times[0]).map(|(a, b)| a / b).collect());
        println!(
            "{:<20} {:<24} {time:8.2} us  {ratio:6.2} ({low:.2} to {high:.2})",
            task.name, way.name
        );
    }
}

fn main() {
    let rounds = std::env::args().nth(1).map_or(31, |text| text.parse().expect("ROUNDS, a number"));
    println!("engine {}, {ROWS} rows, {rounds} rounds", ufsecp::engine());
    for task in tasks() {
        compare(task, rounds.max(1));
    }
}
