use std::io::{self, BufRead, BufReader, Read};

use super::*;
use crate::{Budget, Lit};

fn read(input: impl BufRead) -> Result<Dimacs, DimacsError> {
    read_within(input, &Budget::unlimited())
}

fn parse(text: &str) -> Result<Dimacs, DimacsError> {
    read(text.as_bytes())
}

fn clauses(dimacs: &Dimacs) -> Vec<Vec<i32>> {
    dimacs.cnf.clauses().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect()).collect()
}

fn problem(text: &str) -> (usize, usize, DimacsProblem) {
    match parse(text) {
        Err(DimacsError::Syntax { line, column, problem }) => (line, column, problem),
        other => panic!("expected a syntax error, got {other:?}"),
    }
}

#[test]
fn clauses_may_span_lines_and_share_them() {
    let dimacs = parse("c hello\r\np  cnf 3 4\n1 -2\n\n0 3 0 0\nc 3 x y \n-3 3 3 0\n%\n0\n").unwrap();
    assert_eq!(clauses(&dimacs), [vec![1, -2], vec![3], vec![], vec![-3, 3, 3]]);
    assert_eq!(dimacs.cnf.var_count(), 3);
    assert_eq!(dimacs.names.get(&Var::new(2)).map(String::as_str), Some("x y"));
    assert_eq!(dimacs.projection, None);
}

#[test]
fn clauses_and_names_have_lines() {
    let dimacs = parse("c 2 two\np cnf 3 6\n1 0\n2\n3 0 -1\nc x\n0 0\nc 2 too\n\n-2 0\n-3 0\n").unwrap();
    let lines: Vec<u32> = (0..dimacs.cnf.len()).filter_map(|clause| dimacs.places.clause(clause)).collect();
    assert_eq!(lines, [3, 4, 5, 7, 10, 11]);
    assert_eq!(dimacs.places.names.into_iter().collect::<Vec<_>>(), [(Var::new(1), 8)]);
    assert_eq!(dimacs.places.header, 2);
    assert_eq!(Dimacs::default().places.clause(0), None);
}

/// Clauses without end, and how many bytes of them were read.
struct Endless {
    read: usize,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let text = if self.read == 0 { &b"p cnf 9 9\n"[..] } else { b"1 -9 0\n" };
        buffer[..text.len()].copy_from_slice(text);
        self.read += text.len();
        Ok(text.len())
    }
}

#[test]
fn a_reader_stops_soon_after_its_budget() {
    let mut read_after = |checks| {
        let mut input = Endless { read: 0 };
        let result = read_within(BufReader::new(&mut input), &Budget::unlimited().with_checks(checks));
        assert!(matches!(result, Err(DimacsError::Interrupted(Interrupted))));
        input.read
    };
    let looks: Vec<usize> = (0..3).map(&mut read_after).collect();
    let most_between = looks[0].max(looks[1] - looks[0]).max(looks[2] - looks[1]);
    assert!(looks.is_sorted() && most_between < 1 << 17, "{looks:?}");
}

#[test]
fn projections_add_up() {
    let show = |text| parse(text).unwrap().projection.unwrap().iter().map(|var| var.index() + 1).collect::<Vec<_>>();
    assert_eq!(show("c p show 4 2 0\np cnf 5 0\nc ind 1 0 5\nc ind 2\nc p show 0\n"), [1, 2, 4]);
    assert!(show("p cnf 5 0\nc p show 0\n").is_empty());
    assert_eq!(parse("c ind is short\nc p weight 1\np cnf 5 0\n").unwrap().projection, None);
}

#[test]
fn names_out_of_range_are_comments() {
    let dimacs = parse("c 7 seven\nc 2 two\nc -1 x\nc 1997 someone\np cnf 2 0\n").unwrap();
    assert_eq!(dimacs.names.into_iter().collect::<Vec<_>>(), [(Var::new(1), "two".to_owned())]);
}

#[test]
fn errors_have_places() {
    let out = |literal, declared| DimacsProblem::OutOfRange { literal, declared };
    assert_eq!(problem(""), (1, 1, DimacsProblem::MissingHeader));
    assert_eq!(problem("c x\n 1 0\n"), (2, 2, DimacsProblem::MissingHeader));
    assert_eq!(problem("p cnf 2\n"), (1, 1, DimacsProblem::BadHeader));
    assert_eq!(problem("p wcnf 2 1\n"), (1, 1, DimacsProblem::BadHeader));
    assert_eq!(problem("p cnf -2 1\n"), (1, 1, DimacsProblem::BadHeader));
    assert_eq!(problem("p cnf 2 1 9\n"), (1, 1, DimacsProblem::BadHeader));
    assert_eq!(problem("p cnf 1 0\np cnf 1 0\n"), (2, 1, DimacsProblem::SecondHeader));
    assert_eq!(problem("p cnf 9999999999 0\n"), (1, 1, DimacsProblem::TooManyVariables));
    assert_eq!(problem("p cnf 2 1\n1 -3 0\n"), (2, 3, out(-3, 2)));
    assert_eq!(problem("p cnf 2 1\n1 9999999999 0\n"), (2, 3, out(9_999_999_999, 2)));
    assert_eq!(problem("p cnf 2 1\n1 x2 0\n"), (2, 3, DimacsProblem::NotALiteral("x2".into())));
    assert_eq!(problem("p cnf 2 1\n1 2- 0\n"), (2, 3, DimacsProblem::NotALiteral("2-".into())));
    assert_eq!(problem("p cnf 2 1\n1 2\n"), (3, 1, DimacsProblem::OpenClause));
    assert_eq!(problem("p cnf 2 2\n1 2 0\n"), (1, 1, DimacsProblem::ClauseCount { declared: 2, found: 1 }));
    let run_on = DimacsProblem::RunOnClause { end: 4, declared: 3, found: 2 };
    assert_eq!(problem("p cnf 3 3\n1 0\n1 2\n-1 3 0\n"), (3, 1, run_on));
    assert_eq!(problem("p cnf 3 2\n1\n2 0\n"), (2, 1, DimacsProblem::RunOnClause { end: 3, declared: 2, found: 1 }));
    assert_eq!(problem("p cnf 3 2\n1\n2 0\n1\n3 0\n1 0"), (1, 1, DimacsProblem::ClauseCount { declared: 2, found: 3 }));
    assert_eq!(problem("p cnf 2 0\n1 2 0\n"), (1, 1, DimacsProblem::ClauseCount { declared: 0, found: 1 }));
    assert_eq!(problem("p cnf 2 0\nc p show 3 0\n"), (2, 10, out(3, 2)));
    assert_eq!(problem("c ind 1 3 0\np cnf 2 0\n"), (1, 9, out(3, 2)));
    assert_eq!(problem("p cnf 2 0\nc p show -1 0\n"), (2, 10, out(-1, 2)));
    assert_eq!(problem("p cnf 2 0\nc p show a 0\n"), (2, 10, DimacsProblem::NotALiteral("a".into())));
}

#[test]
fn what_is_written_is_read_back() {
    let mut dimacs =
        Dimacs { cnf: Cnf::with_vars(5), projection: Some(vec![Var::new(0), Var::new(4)]), ..Dimacs::default() };
    dimacs.names.insert(Var::new(3), "a name".into());
    for clause in [&[1, -5][..], &[], &[2, 2, -2]] {
        dimacs.cnf.add(&clause.iter().filter_map(|&number| Lit::from_dimacs(number)).collect::<Vec<_>>());
    }
    let mut bytes = Vec::new();
    write(&dimacs, &mut bytes).unwrap();
    let back = read(&bytes[..]).unwrap();
    assert_eq!(clauses(&back), clauses(&dimacs));
    assert_eq!(back.cnf.var_count(), 5);
    assert_eq!(back.names, dimacs.names);
    assert_eq!(back.projection, dimacs.projection);
}
