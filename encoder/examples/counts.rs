//! Counts the models of DIMACS files, and says what it took.
//!
//! `cargo run --release -p variscope-encoder --example counts -- [--all | --vars LIST] model.cnf ...` counts over the
//! projection of each file, over all variables, or over those that the file LIST names by their numbers.
#![allow(clippy::print_stdout, reason = "a program to be read from a terminal")]

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::time::{Duration, Instant};

use variscope_encoder::count::{CountLimits, count};
use variscope_encoder::{Budget, Lit, Var, dimacs};

/// A count that takes longer is stopped.
const TIME: Duration = Duration::from_secs(120);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    let all = arguments.next_if(|argument| argument == "--all").is_some();
    let listed = match arguments.next_if(|argument| argument == "--vars") {
        Some(_) => Some(read_vars(&arguments.next().unwrap_or_default())?),
        None => None,
    };
    for name in arguments {
        let start = Instant::now();
        let file = dimacs::read_within(BufReader::new(File::open(&name)?), &Budget::unlimited())?;
        let limits = CountLimits { budget: Budget::unlimited().with_time(TIME), ..CountLimits::default() };
        let projection = if all { None } else { listed.as_ref().or(file.projection.as_ref()) };
        let counted = count(&file.cnf, projection.map(Vec::as_slice), &limits);
        let number = counted.exact().map_or_else(|| format!(">= {}", counted.lower()), ToString::to_string);
        println!("{:>9.2} ms  {name}: {number}  {:?}", start.elapsed().as_secs_f64() * 1e3, counted.effort());
    }
    Ok(())
}

/// Numbers of variables, separated by white space.
fn read_vars(name: &str) -> Result<Vec<Var>, Box<dyn Error>> {
    let numbers: Vec<i64> =
        std::fs::read_to_string(name)?.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    Ok(numbers.into_iter().filter_map(Lit::from_dimacs).map(Lit::var).collect())
}
