//! DIMACS CNF as a feature model.
//!
//! Variables are features. They are named by lines `c <n> <name>`, or by their number; where lines `c p show` or `c ind`
//! list a projection, only the listed variables are features.

mod lines;

use variscope_encoder::Var;
use variscope_encoder::dimacs::{self, Dimacs, DimacsError};

use super::{Feature, FeatureModel, Form, Reading, Text};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Sources, Span};

/// More variables than any feature model has; a header may promise what memory cannot hold.
const MOST_VARIABLES: usize = 1 << 21;

/// The text of a file, where lines are looked up when an answer shows them.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    text: Text,
}

/// Reads a file.
pub(super) fn read(file: Text) -> Reading {
    if file.bytes.len() > Sources::MAX_FILE_SIZE {
        let message = format!("`{}` is longer than a gigabyte", file.name);
        return Reading::refused(Diagnostic::unplaced(Code::MalformedDimacs, message), Sources::new());
    }
    match dimacs::read(&file.bytes[..]) {
        Ok(dimacs) if dimacs.cnf.var_count() > MOST_VARIABLES => {
            let (line, problem) = (lines::header(&file.bytes), format!("more than {MOST_VARIABLES} variables"));
            refused(&file, line, 1, problem)
        }
        Ok(dimacs) => {
            let model = Some(model(dimacs, file));
            Reading { model, diagnostics: Vec::new(), sources: Sources::new() }
        }
        Err(DimacsError::Syntax { line, column, problem }) => refused(&file, line, column, problem.to_string()),
        // Bytes in memory can always be read.
        Err(DimacsError::Io(error)) => refused(&file, 1, 1, error.to_string()),
    }
}

fn model(dimacs: Dimacs, text: Text) -> FeatureModel {
    let Dimacs { cnf, mut names, projection } = dimacs;
    let mut feature = |var: Var| {
        let name = names.remove(&var).unwrap_or_else(|| var.positive().to_dimacs().to_string());
        Feature { name, var }
    };
    let features = match &projection {
        Some(vars) => vars.iter().map(|&var| feature(var)).collect(),
        None => (0..cnf.var_count()).map(|index| feature(Var::new(index))).collect(),
    };
    FeatureModel::read(features, Form::Clauses(cnf), projection, super::Origin::Dimacs(Origin { text }))
}

/// The error at a place, line and column from 1.
fn refused(file: &Text, line: usize, column: usize, problem: String) -> Reading {
    let start = lines::start(&file.bytes, line) + column - 1;
    let start = start.min(file.bytes.len());
    let word = file.bytes[start..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
    // The text that is shown may differ from the bytes where these are no UTF-8.
    let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).len();
    let (start, end) = (shown(&file.bytes[..start]), shown(&file.bytes[..start + word]));
    let mut sources = Sources::new();
    let id = sources.add(file.name.clone(), String::from_utf8_lossy(&file.bytes));
    Reading::refused(Diagnostic::new(Code::MalformedDimacs, Span::new(id, start, end), problem), sources)
}

impl Origin {
    /// By clause: the line where it begins.
    pub(super) fn clause_lines(&self) -> Vec<u32> {
        lines::clauses(&self.text.bytes)
    }

    /// A line, 1-based, without white space around it.
    pub(super) fn line(&self, number: u32) -> String {
        let start = lines::start(&self.text.bytes, number as usize);
        let line = self.text.bytes[start..].split(|byte| *byte == b'\n').next().unwrap_or_default();
        String::from_utf8_lossy(line.trim_ascii()).into_owned()
    }

    /// By feature: the line that names it.
    pub(super) fn feature_lines(&self, features: &[Feature]) -> Vec<Option<u32>> {
        let named = lines::names(&self.text.bytes);
        let line = |feature: &Feature| named.get(&feature.var).copied();
        features.iter().map(line).collect()
    }
}
