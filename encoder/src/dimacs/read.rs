//! The reader: one pass over the lines.

use std::io::BufRead;

use super::token::{DimacsWord, Line, LineReader};
use super::{Dimacs, DimacsError, DimacsProblem};
use crate::budget::Ticker;
use crate::{Budget, Cnf, Lit, Var};

/// Some nanoseconds that reading a literal takes, in steps of a [`Ticker`].
const LITERAL: usize = 4;

/// Reads a file as long as the budget lasts; it is looked at after every few thousand literals and lines, so that small files
/// are read in any case.
///
/// Tolerated: clauses that span lines or share one, comments between clauses, `\r\n`, and the trailer `%` of SATLIB.
///
/// # Errors
/// [`DimacsError`] with the first place that is not DIMACS CNF, the failure of `input`, or that the budget is used up.
pub fn read_within(input: impl BufRead, budget: &Budget) -> Result<Dimacs, DimacsError> {
    let mut lines = LineReader::new(input);
    let mut reader = DimacsReader::new(budget);
    while let Some(line) = lines.next()? {
        if reader.line(line)? == Next::End {
            break;
        }
    }
    let header = reader.result.places.header as usize;
    let run_on = reader.run_on.map_or(header, |lines| lines.first as usize);
    reader.finish().map_err(|problem| match problem {
        // What the header says is what does not fit, wherever the file ends.
        DimacsProblem::ClauseCount { .. } => DimacsError::Syntax { line: header, column: 1, problem },
        DimacsProblem::RunOnClause { .. } => DimacsError::Syntax { line: run_on, column: 1, problem },
        problem => lines.error_at_end(problem),
    })
}

/// Whether lines after this one belong to the formula.
#[derive(PartialEq, Eq)]
enum Next {
    Line,
    End,
}

/// Numbers of the line `p cnf`.
#[derive(Clone, Copy)]
struct Header {
    variables: usize,
    clauses: usize,
}

/// The lines of the first clause that ends in another line than it begins, and how many such clauses there are.
#[derive(Clone, Copy)]
struct RunOn {
    first: u32,
    end: u32,
    clauses: usize,
}

struct DimacsReader<'a> {
    ticker: Ticker<'a>,
    header: Option<Header>,
    /// Literals of the clause that is not closed yet.
    open: Vec<Lit>,
    /// The line in which it begins.
    open_line: u32,
    run_on: Option<RunOn>,
    /// Literals of all closed clauses.
    literal_count: usize,
    /// Variables that a projection named before the header, with the error to report should they be out of range.
    early: Vec<(Var, DimacsError)>,
    result: Dimacs,
}

impl<'a> DimacsReader<'a> {
    fn new(budget: &'a Budget) -> Self {
        let (ticker, result) = (Ticker::new(budget), Dimacs::default());
        let (open, early) = (Vec::new(), Vec::new());
        Self { ticker, header: None, open, open_line: 0, run_on: None, literal_count: 0, early, result }
    }

    fn line(&mut self, mut line: Line<'_>) -> Result<Next, DimacsError> {
        self.ticker.spend(LITERAL)?;
        let start = line;
        let Some(word) = line.word() else { return Ok(Next::Line) };
        match word.bytes[0] {
            b'c' => self.comment(word, line)?,
            b'p' => self.header(word, line)?,
            b'%' => return Ok(Next::End),
            _ => self.literals(start)?,
        }
        Ok(Next::Line)
    }

    fn header(&mut self, first: DimacsWord<'_>, mut line: Line<'_>) -> Result<(), DimacsError> {
        if self.header.is_some() {
            return Err(line.error_at(first, DimacsProblem::SecondHeader));
        }
        let header = parse_header(first, &mut line).ok_or_else(|| line.error_at(first, DimacsProblem::BadHeader))?;
        if header.variables > Var::MAX_COUNT {
            return Err(line.error_at(first, DimacsProblem::TooManyVariables));
        }
        self.header = Some(header);
        self.result.places.header = line.number();
        self.result.cnf = Cnf::with_vars(header.variables);
        match self.early.drain(..).find(|(var, _)| var.index() >= header.variables) {
            Some((var, error)) => Err(with_range(error, var, header.variables)),
            None => Ok(()),
        }
    }

    fn literals(&mut self, mut line: Line<'_>) -> Result<(), DimacsError> {
        while let Some(word) = line.word() {
            self.ticker.spend(LITERAL)?;
            if self.open.is_empty() {
                self.open_line = line.number();
                self.result.places.begin(self.result.cnf.len(), line.number());
            }
            let Some(header) = self.header else { return Err(line.error_at(word, DimacsProblem::MissingHeader)) };
            let number = word.integer().ok_or_else(|| line.error_at(word, DimacsProblem::NotALiteral(word.text())))?;
            match Lit::from_dimacs(number) {
                Some(lit) if lit.var().index() < header.variables => self.open.push(lit),
                None if number == 0 => {
                    self.literal_count += self.open.len();
                    if u32::try_from(self.literal_count).is_err() {
                        return Err(line.error_at(word, DimacsProblem::TooManyLiterals));
                    }
                    self.result.cnf.add(&self.open);
                    self.open.clear();
                    if self.open_line != line.number() {
                        let lines = RunOn { first: self.open_line, end: line.number(), clauses: 0 };
                        self.run_on.get_or_insert(lines).clauses += 1;
                    }
                }
                _ => {
                    let problem = DimacsProblem::OutOfRange { literal: number, declared: header.variables };
                    return Err(line.error_at(word, problem));
                }
            }
        }
        Ok(())
    }

    /// A comment may name a variable or list a projection; any other text is none of our business.
    fn comment(&mut self, first: DimacsWord<'_>, mut line: Line<'_>) -> Result<(), DimacsError> {
        if first.bytes != b"c" {
            return Ok(());
        }
        let Some(word) = line.word() else { return Ok(()) };
        match word.bytes {
            b"ind" => {
                let mut ahead = line;
                let listed = ahead.word().is_some_and(|word| word.integer().is_some());
                if listed { self.projection(line) } else { Ok(()) }
            }
            b"p" => match line.word().map(|word| word.bytes) {
                Some(b"show") => self.projection(line),
                Some(b"weight") => {
                    self.weights(line);
                    Ok(())
                }
                _ => Ok(()),
            },
            b"t" => {
                if let Some(b"wmc" | b"pwmc") = line.word().map(|word| word.bytes) {
                    self.weights(line);
                }
                Ok(())
            }
            _ => {
                self.name(word, line);
                Ok(())
            }
        }
    }

    /// Weights are not read, and it can be said where they begin.
    fn weights(&mut self, line: Line<'_>) {
        self.result.places.weights.get_or_insert(line.number());
    }

    /// `FeatureIDE` writes a `$` behind the numbers of some features.
    fn name(&mut self, number: DimacsWord<'_>, line: Line<'_>) {
        let var = number.without(b'$').integer().and_then(Lit::from_dimacs).filter(|lit| lit.is_positive());
        let name = line.rest();
        if let Some(lit) = var
            && !name.is_empty()
        {
            let name = String::from_utf8_lossy(name).into_owned();
            let Dimacs { names, places, .. } = &mut self.result;
            if names.get(&lit.var()).is_some_and(|before| *before != name) {
                places.renamed.get_or_insert(line.number());
            }
            names.insert(lit.var(), name);
            places.names.insert(lit.var(), line.number());
        }
    }

    /// Variables up to 0 or the end of the line.
    fn projection(&mut self, mut line: Line<'_>) -> Result<(), DimacsError> {
        self.result.projection.get_or_insert_default();
        while let Some(word) = line.word() {
            let number = word.integer().ok_or_else(|| line.error_at(word, DimacsProblem::NotALiteral(word.text())))?;
            if number == 0 {
                break;
            }
            let declared = self.header.map_or(Var::MAX_COUNT, |header| header.variables);
            let error = line.error_at(word, DimacsProblem::OutOfRange { literal: number, declared });
            let lit = Lit::from_dimacs(number).filter(|lit| lit.is_positive() && lit.var().index() < declared);
            let Some(lit) = lit else { return Err(error) };
            if self.header.is_none() {
                self.early.push((lit.var(), error));
            }
            self.result.projection.get_or_insert_default().push(lit.var());
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Dimacs, DimacsProblem> {
        let header = self.header.ok_or(DimacsProblem::MissingHeader)?;
        if !self.open.is_empty() {
            return Err(DimacsProblem::OpenClause);
        }
        let found = self.result.cnf.len();
        if let Some(RunOn { end, clauses, .. }) = self.run_on
            && found + clauses <= header.clauses
        {
            return Err(DimacsProblem::RunOnClause { end, declared: header.clauses, found });
        }
        if found != header.clauses {
            return Err(DimacsProblem::ClauseCount { declared: header.clauses, found });
        }
        let declared = header.variables;
        let Dimacs { names, places, .. } = &mut self.result;
        // Several words behind a number may be prose.
        let is_name = |name: &str| !name.contains([' ', '\t']);
        let undeclared = names.iter().filter(|(var, name)| var.index() >= declared && is_name(name));
        places.undeclared = undeclared.filter_map(|(var, _)| places.names.get(var)).min().copied();
        names.retain(|var, _| var.index() < declared);
        if let Some(vars) = &mut self.result.projection {
            vars.sort_unstable();
            vars.dedup();
        }
        Ok(self.result)
    }
}

fn parse_header(first: DimacsWord<'_>, line: &mut Line<'_>) -> Option<Header> {
    if first.bytes != b"p" || line.word()?.bytes != b"cnf" {
        return None;
    }
    let variables = usize::try_from(line.word()?.integer()?).ok()?;
    let clauses = usize::try_from(line.word()?.integer()?).ok()?;
    line.rest().is_empty().then_some(Header { variables, clauses })
}

/// An error at the place of `error`, with the range that the header turned out to declare.
fn with_range(error: DimacsError, var: Var, declared: usize) -> DimacsError {
    match error {
        DimacsError::Syntax { line, column, .. } => {
            let literal = i64::from(var.positive().to_dimacs());
            DimacsError::Syntax { line, column, problem: DimacsProblem::OutOfRange { literal, declared } }
        }
        DimacsError::Io(_) | DimacsError::Interrupted(_) => error,
    }
}
