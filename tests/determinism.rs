//! The same bytes for any number of threads and on every run.

use std::process::{Command, Output};

fn run(threads: usize, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_variscope"))
        .args(arguments)
        .env("RAYON_NUM_THREADS", threads.to_string())
        .output()
        .expect("the program starts")
}

#[test]
fn tests_report_the_same_for_any_number_of_threads() {
    let arguments = ["test", "tests/cases", "tests/csar"];
    let first = run(1, &arguments);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stdout));
    for threads in [1, 2, 8] {
        assert_eq!(run(threads, &arguments).stdout, first.stdout, "{threads} threads");
    }
}

#[test]
fn documents_are_the_same_for_any_number_of_threads() {
    for (csar, preset) in [("webshop", "prod"), ("webshop", "dev"), ("elastic-pipeline", ""), ("edge-analytics", "")] {
        let path = format!("tests/csar/{csar}");
        let mut arguments = vec!["resolve", &path];
        if !preset.is_empty() {
            arguments.extend(["--preset", preset]);
        }
        let first = run(1, &arguments);
        for threads in [1, 2, 8] {
            let other = run(threads, &arguments);
            assert_eq!((other.stdout, other.stderr), (first.stdout.clone(), first.stderr.clone()), "{csar}");
        }
    }
}
