//! DIMACS CNF as a feature model.
//!
//! Variables are features. They are named by lines `c <n> <name>`, or by their number; where lines `c p show` or `c ind`
//! list a projection, only the listed variables are features. The text is not kept: files of clauses are large, and what
//! answers show of them are lines, which have numbers.

use std::collections::BTreeMap;
use std::io::{BufRead, Read};

use variscope_encoder::dimacs::{self, Dimacs, DimacsError, Places};
use variscope_encoder::{Budget, Interrupted, Lit, Var};

use super::{Feature, FeatureModel, Form, ModelOrigin, Open, Reading, SourceText, comment};
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{Sources, Span, without_byte_order_mark};

/// More variables than any feature model has; a header may promise what memory cannot hold.
const MAX_VARIABLES: usize = 1 << 21;

/// A text by its name.
#[derive(Clone, Copy)]
struct Named<'a> {
    name: &'a str,
    open: Open<'a>,
}

/// Reads a text that is in memory anyway.
pub(super) fn read_text(text: &SourceText) -> Reading {
    let open = || Ok(Box::new(text.content()) as Box<dyn BufRead>);
    read(&text.name, &open, &Budget::unlimited()).expect("an unlimited budget suffices")
}

/// Reads a file, as long as the budget lasts.
pub(super) fn read<'a>(name: &'a str, open: Open<'a>, budget: &Budget) -> Result<Reading, Interrupted> {
    let open = || {
        let mut input = open()?;
        let start = input.fill_buf()?;
        let mark = start.len() - without_byte_order_mark(start).len();
        input.consume(mark);
        Ok(input)
    };
    let text = Named { name, open: &open };
    let mut input = match open() {
        Ok(input) => input.take(Sources::MAX_FILE_BYTES as u64 + 1),
        Err(error) => return Ok(text.unplaced(&format!("cannot be read: {error}"))),
    };
    let result = dimacs::read_within(&mut input, budget).map(named);
    if input.limit() == 0 {
        return Ok(text.unplaced("is longer than a gigabyte"));
    }
    match result {
        Ok(dimacs) if dimacs.cnf.var_count() > MAX_VARIABLES => {
            let problem = format!("more than {MAX_VARIABLES} variables");
            Ok(text.refused(dimacs.places.header as usize, 1, problem))
        }
        Ok(dimacs) if let Some(twice) = DuplicateName::of(&dimacs) => {
            Ok(text.refused_as(Code::DuplicateFeature, twice.line, 1, twice.message))
        }
        Ok(dimacs) => {
            let diagnostics = unread(name, &dimacs.places);
            Ok(Reading { model: Some(model(dimacs)), diagnostics, sources: Sources::new() })
        }
        Err(DimacsError::Syntax { line, column, problem }) => Ok(text.refused(line, column, problem.to_string())),
        Err(DimacsError::Io(error)) => Ok(text.unplaced(&format!("cannot be read: {error}"))),
        Err(DimacsError::Interrupted(interrupted)) => Err(interrupted),
    }
}

/// With the names that comments mean.
fn named(mut dimacs: Dimacs) -> Dimacs {
    dimacs.names.values_mut().for_each(|name| *name = comment::read(name));
    dimacs
}

fn model(dimacs: Dimacs) -> FeatureModel {
    let Dimacs { cnf, mut names, projection, places } = dimacs;
    let mut feature = |var: Var| {
        let name = names.remove(&var).unwrap_or_else(|| var.positive().to_dimacs().to_string());
        Feature { name, var }
    };
    let features = match &projection {
        Some(vars) => vars.iter().map(|&var| feature(var)).collect(),
        None => (0..cnf.var_count()).map(|index| feature(Var::new(index))).collect(),
    };
    // The others are helpers, unless they have a name.
    let hidden = names.into_iter().map(|(var, name)| Feature { name, var }).collect();
    FeatureModel { hidden, ..FeatureModel::read(features, Form::Clauses(cnf), projection, ModelOrigin::Dimacs(places)) }
}

/// What makes no difference. The text is not kept, so that there is nothing to point into.
fn unread(name: &str, places: &Places) -> Vec<Diagnostic> {
    let warning =
        |code: Code, message: String| Diagnostic { severity: Severity::Warning, ..Diagnostic::unplaced(code, message) };
    let renamed = places.renamed.map(|line| {
        let message = format!("`{name}` gives a variable another name (line {line}): the last one counts");
        warning(Code::DuplicateFeature, message)
    });
    let undeclared = places.undeclared.map(|line| {
        let message =
            format!("`{name}` names a variable above the number in its header (line {line}): it is no feature");
        warning(Code::MalformedDimacs, message)
    });
    let weights = places.weights.map(|line| {
        let message = format!(
            "`{name}` has weights of literals (line {line}), which are not read: variants are counted, each as one"
        );
        Diagnostic::unplaced(Code::UnreadWeights, message)
    });
    [renamed, undeclared, weights].into_iter().flatten().collect()
}

/// Two features with one name.
struct DuplicateName {
    line: usize,
    message: String,
}

impl DuplicateName {
    /// The first name that a second feature has, whether it was written or is the number of a variable.
    fn of(dimacs: &Dimacs) -> Option<Self> {
        let is_feature = |var: &Var| dimacs.projection.as_ref().is_none_or(|vars| vars.binary_search(var).is_ok());
        let mut known: BTreeMap<&str, Var> = BTreeMap::new();
        for (&var, name) in dimacs.names.iter().filter(|(var, _)| is_feature(var)) {
            let number = name.parse().ok().and_then(Lit::from_dimacs).map(Lit::var);
            let is_unnamed = |other: &Var| {
                let is_there = other.index() < dimacs.cnf.var_count() && is_feature(other);
                is_there && !dimacs.names.contains_key(other) && other.positive().to_dimacs().to_string() == *name
            };
            let Some(other) = known.insert(name, var).or(number.filter(is_unnamed)) else { continue };
            let numbers = [other, var].map(|var| var.positive().to_dimacs());
            return Some(Self {
                line: *dimacs.places.names.get(&var)? as usize,
                message: format!("variables {} and {} are both called \"{name}\"", numbers[0], numbers[1]),
            });
        }
        None
    }
}

impl Named<'_> {
    /// The error about all of it.
    fn unplaced(self, problem: &str) -> Reading {
        let message = format!("`{}` {problem}", self.name);
        Reading::refused(Diagnostic::unplaced(Code::MalformedDimacs, message), Sources::new())
    }

    /// The error at a place, line and column from 1.
    fn refused(self, line: usize, column: usize, problem: String) -> Reading {
        self.refused_as(Code::MalformedDimacs, line, column, problem)
    }

    fn refused_as(self, code: Code, line: usize, column: usize, problem: String) -> Reading {
        let mut bytes = Vec::new();
        let again = (self.open)().and_then(|input| input.take(Sources::MAX_FILE_BYTES as u64).read_to_end(&mut bytes));
        if again.is_err() {
            return self.unplaced(&format!("is malformed in line {line}, column {column}: {problem}"));
        }
        let start = start(&bytes, line).saturating_add(column - 1).min(bytes.len());
        let word = bytes[start..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        // The text that is shown may differ from the bytes where these are no UTF-8.
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).len();
        let (start, end) = (shown(&bytes[..start]), shown(&bytes[..start + word]));
        let mut sources = Sources::new();
        let id = sources.add_lossy(self.name, &bytes);
        let shown = sources.file(id).text().len();
        let (start, end) = (start.min(shown), end.min(shown));
        Reading::refused(Diagnostic::new(code, Span::new(id, start, end), problem), sources)
    }
}

/// The offset at which a line, 1-based, begins; the end when there are fewer.
fn start(bytes: &[u8], line: usize) -> usize {
    let breaks = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(breaks).nth(line - 1).unwrap_or(bytes.len())
}
