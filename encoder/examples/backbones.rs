//! Times the backbone of DIMACS files.
//!
//! `cargo run --release -p variscope-encoder --example backbones -- model.cnf ...`
#![allow(clippy::print_stdout, reason = "a program to be read from a terminal")]

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::time::Instant;

use variscope_encoder::backbone::backbone;
use variscope_encoder::{Budget, Var, dimacs};

fn main() -> Result<(), Box<dyn Error>> {
    for name in std::env::args().skip(1) {
        let cnf = dimacs::read_within(BufReader::new(File::open(&name)?), &Budget::unlimited())?.cnf;
        let vars: Vec<Var> = (0..cnf.var_count()).map(Var::new).collect();
        let start = Instant::now();
        let backbone = backbone(&cnf, &vars, &Budget::unlimited())?.unwrap_or_default();
        let core = backbone.fixed.iter().filter(|lit| lit.is_positive()).count();
        let dead = backbone.fixed.len() - core;
        println!("{:>9.2} ms  {name}: {core} core, {dead} dead", start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(())
}
