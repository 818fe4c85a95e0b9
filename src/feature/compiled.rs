//! Compiled models: a circuit with the names and the projection of its features in comments, as DIMACS has them.
//!
//! The circuit is in the format of the compiler d4, so that other tools can read it.

use std::collections::BTreeMap;

use variscope_encoder::circuit::Circuit;
use variscope_encoder::circuit::nnf::{self, NnfError};
use variscope_encoder::{Lit, Var};

use super::{Feature, FeatureModel, Form, ModelOrigin, Reading, SourceText, comment};
use crate::answer::Caveat;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::{Sources, Span};

/// Variables of a circuit, at most.
const MAX_VARIABLES: usize = 1 << 21;

/// What is open where no comment says which variables there are.
const UNSAID: &str = "the circuit does not say how many variables there are, and those behind the largest one in it are left out: a first line \
                      such as `c p show 1 2 3 0` lists all";

/// Reads a file.
pub(super) fn read(file: &SourceText) -> Reading {
    let text = String::from_utf8_lossy(file.content()).into_owned();
    let refused = |line: usize, problem: String| {
        let mut sources = Sources::new();
        let start = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let end = start + text[start..].find('\n').unwrap_or(text.len() - start);
        let id = sources.add(file.name.clone(), text.as_str());
        Reading::refused(Diagnostic::new(Code::MalformedCircuit, Span::new(id, start, end), problem), sources)
    };
    if text.len() > Sources::MAX_FILE_BYTES {
        let message = format!("`{}` is longer than a gigabyte", file.name);
        return Reading::refused(Diagnostic::unplaced(Code::MalformedCircuit, message), Sources::new());
    }
    let (vars, is_said) = match vars(&text) {
        Ok(found) => found,
        Err(line) => return refused(line, "expected numbers of variables, closed by 0".to_owned()),
    };
    match nnf::read(text.as_bytes(), &vars) {
        Ok(circuit) => {
            // No variant is none whatever else there is.
            let is_open = !is_said && !circuit.is_unsatisfiable();
            let caveats = if is_open { vec![Caveat { message: UNSAID.to_owned(), line: None }] } else { Vec::new() };
            let model = Some(FeatureModel { caveats, ..model(circuit, names(&text)) });
            Reading { model, diagnostics: Vec::new(), sources: Sources::new() }
        }
        Err(NnfError::Syntax { line, problem }) => refused(line.min(text.lines().count().max(1)), problem.to_string()),
        // Bytes in memory can always be read.
        Err(NnfError::Io(error)) => refused(1, error.to_string()),
    }
}

fn model(circuit: Circuit, mut names: BTreeMap<Var, String>) -> FeatureModel {
    let mut feature = |&var: &Var| {
        let name = names.remove(&var).unwrap_or_else(|| var.positive().to_dimacs().to_string());
        Feature { name, var }
    };
    let features = circuit.vars().iter().map(&mut feature).collect();
    let projection = Some(circuit.vars().to_vec());
    FeatureModel::read(features, Form::Circuit(circuit), projection, ModelOrigin::Compiled)
}

/// The variables that comments list, or all up to the largest that is mentioned, and whether comments say so; else the line that is
/// wrong.
fn vars(text: &str) -> Result<(Vec<Var>, bool), usize> {
    let (mut listed, mut largest) = (None, 0);
    for (line, number) in text.lines().zip(1usize..) {
        if let Some(list) = line.strip_prefix("c p show") {
            let words = list.split_ascii_whitespace().take_while(|word| *word != "0");
            let vars: Option<Vec<Var>> = words.map(variable).collect();
            listed.get_or_insert_with(Vec::new).extend(vars.ok_or(number)?);
        } else if line.starts_with(|letter: char| letter.is_ascii_digit()) {
            let literals = line.split_ascii_whitespace().skip(2);
            let vars = literals.filter_map(|word| variable(word.trim_start_matches('-')));
            largest = vars.map(|var| var.index() + 1).max().unwrap_or(0).max(largest);
        }
    }
    let is_said = listed.is_some();
    Ok((listed.unwrap_or_else(|| (0..largest).map(Var::new).collect()), is_said))
}

fn variable(word: &str) -> Option<Var> {
    let lit = Lit::from_dimacs(word.parse().ok()?)?;
    (lit.is_positive() && lit.var().index() < MAX_VARIABLES).then_some(lit.var())
}

/// The names that comments give to variables.
fn names(text: &str) -> BTreeMap<Var, String> {
    let named = |line: &str| {
        let (number, name) = line.strip_prefix("c ")?.split_once(' ')?;
        Some((variable(number)?, comment::read(name)))
    };
    text.lines().filter_map(named).collect()
}
