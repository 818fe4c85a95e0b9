//! Features that are selected or left out before questions are asked.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;
use variscope_encoder::{Cnf, Lit, Var};

use super::configuration::{NamedDecision, read};
use super::features::{Decision, meant_names, nearest_name};
use super::{Feature, FeatureId, FeatureModel, FileLine, Form, SourceText};
use crate::source::Sources;
use crate::source::diagnostic::{Code, Diagnostic, or_meant};

/// Everything that is wrong with files that decide features, and what the diagnostics quote.
#[derive(Debug)]
pub struct WrongFiles {
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// The files.
    pub sources: Sources,
}

/// Why an argument decides no feature.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotGiven {
    /// Not of the form `FEATURE=true` or `FEATURE=false`.
    #[error("`{0}`: a feature is given as `FEATURE=true` or `FEATURE=false`")]
    Form(String),
    /// The model is a circuit, which stays as it is.
    #[error("a compiled model cannot be restricted: restrict the model that it was made of")]
    Compiled,
    /// It does not count.
    #[error("the feature \"{0}\" is not on the list of `--project`, so nothing is said of it")]
    LeftOut(String),
    /// The file does not show it.
    #[error("the feature \"{0}\" is hidden by `c p show`, so nothing is said of it")]
    Hidden(String),
    /// No feature of this name.
    #[error("there is no feature \"{name}\"{}", or_meant(.nearest.as_deref()))]
    Unknown {
        /// The name that was given.
        name: String,
        /// A name that is almost the same.
        nearest: Option<String>,
    },
}

impl FeatureModel {
    /// Decides features by arguments such as `gui=true`; of several decisions of one feature the last counts.
    ///
    /// # Errors
    /// [`NotGiven`] for the first argument that decides none.
    pub fn give<'a>(&mut self, arguments: impl IntoIterator<Item = &'a str>) -> Result<(), NotGiven> {
        let mut decided = Vec::new();
        for argument in arguments {
            let (name, value) = argument.rsplit_once('=').ok_or_else(|| NotGiven::Form(argument.to_owned()))?;
            let value: bool = value.trim().parse().map_err(|_| NotGiven::Form(argument.to_owned()))?;
            let var = self.variable(name.trim())?;
            decided.push(Decision { lit: var.lit(value), place: None });
        }
        self.decide(decided)
    }

    /// Decides features by what files say, one after the other: names with true or false in YAML or JSON, or configurations of
    /// `FeatureIDE`.
    ///
    /// # Errors
    /// [`NotGiven`] where the model cannot be restricted; inside of that, what is wrong with the files.
    pub fn give_files(&mut self, files: &[SourceText]) -> Result<Result<(), WrongFiles>, NotGiven> {
        let (mut sources, mut diagnostics, mut decided) = (Sources::new(), Vec::new(), Vec::new());
        let known = self.by_name();
        for file in files {
            let id = sources.add_lossy(file.name.clone(), &file.bytes);
            let listed = read(id, &sources).unwrap_or_else(|faults| {
                diagnostics.extend(faults);
                Vec::new()
            });
            for NamedDecision { name, is_selected, span } in listed {
                match known.get(&*name) {
                    Some(var) => {
                        let line = sources.position(span).line;
                        let place = Some(FileLine { file: Some(file.name.clone()), line });
                        decided.push(Decision { lit: var.lit(is_selected), place });
                    }
                    None => {
                        let message = format!("there is no feature \"{name}\"");
                        let diagnostic = Diagnostic::new(Code::UndefinedFeature, span, message);
                        let near = nearest_name(&name, known.keys().copied());
                        diagnostics.push(diagnostic.meaning(near));
                    }
                }
            }
        }
        if !diagnostics.is_empty() {
            return Ok(Err(WrongFiles { diagnostics, sources }));
        }
        self.decide(decided).map(Ok)
    }

    /// The variables of all names, of several features of one name that of the first, whether they count or not.
    fn by_name(&self) -> BTreeMap<&str, Var> {
        let mut known = BTreeMap::new();
        for feature in self.uncounted().chain(&self.features) {
            known.entry(feature.name.as_str()).or_insert(feature.var);
        }
        known
    }

    /// Features with names that do not count.
    pub(super) fn uncounted(&self) -> impl Iterator<Item = &Feature> {
        self.left_out.iter().chain(&self.hidden)
    }

    /// The variable of the feature that is typed, whether it counts or not.
    fn variable(&self, typed: &str) -> Result<Var, NotGiven> {
        let called = |name: &str| {
            let uncounted = self.uncounted().find(|feature| feature.name == name);
            uncounted.or_else(|| self.features.iter().find(|feature| feature.name == name))
        };
        match meant_names(typed).find_map(|name| called(&name)) {
            Some(feature) => Ok(feature.var),
            None => self.find(typed).map(|id| self.feature(id).var),
        }
    }

    /// The feature that is typed, its name as it is or as lists write it; of several, the first.
    ///
    /// # Errors
    /// [`NotGiven::Unknown`] when there is none, [`NotGiven::LeftOut`] or [`NotGiven::Hidden`] when it does not count.
    pub fn find(&self, typed: &str) -> Result<FeatureId, NotGiven> {
        let called = |name: &str| self.ids().find(|&id| self.feature(id).name == name);
        meant_names(typed).find_map(|name| called(&name)).ok_or_else(|| {
            let is_among = |listed: &[Feature], name: &str| listed.iter().any(|feature| feature.name == name);
            if let Some(name) = meant_names(typed).find(|name| is_among(&self.left_out, name)) {
                return NotGiven::LeftOut(name.into_owned());
            }
            if let Some(name) = meant_names(typed).find(|name| is_among(&self.hidden, name)) {
                return NotGiven::Hidden(name.into_owned());
            }
            let name = meant_names(typed).last().unwrap_or_default().into_owned();
            NotGiven::Unknown { nearest: self.nearest(&name), name }
        })
    }

    /// The name of a feature that may be meant by one that is not there.
    pub(super) fn nearest(&self, name: &str) -> Option<String> {
        nearest_name(name, self.features.iter().map(|feature| feature.name.as_str())).map(str::to_owned)
    }

    /// Adds decisions, of which a later one of a feature goes in the place of those before it.
    fn decide(&mut self, decided: Vec<Decision>) -> Result<(), NotGiven> {
        if decided.is_empty() {
            return Ok(());
        }
        let before = self.given.len();
        let Form::Clauses(cnf) = &mut self.form else { return Err(NotGiven::Compiled) };
        let mut known = BTreeSet::new();
        let all = std::mem::take(&mut self.given).into_iter().chain(decided);
        let mut given: Vec<Decision> = all.rev().filter(|decision| known.insert(decision.lit.var())).collect();
        given.reverse();
        if before > 0 {
            *cnf = first_clauses(cnf, cnf.len() - before);
        }
        given.iter().for_each(|decision| cnf.add(&[decision.lit]));
        self.given = given;
        Ok(())
    }

    /// What is given, as literals.
    pub(super) fn given_lits(&self) -> impl ExactSizeIterator<Item = Lit> + use<'_> {
        self.given.iter().map(|decision| decision.lit)
    }

    /// The model before anything was given.
    pub(super) fn whatever_is_given(&self) -> Self {
        let mut open = self.clone();
        if let Form::Clauses(cnf) = &mut open.form {
            *cnf = first_clauses(cnf, cnf.len() - self.given.len());
        }
        open.given.clear();
        open
    }
}

/// The first clauses, over the same variables.
fn first_clauses(cnf: &Cnf, count: usize) -> Cnf {
    let mut first = Cnf::with_vars(cnf.var_count());
    cnf.clauses().take(count).for_each(|clause| first.add(clause));
    first
}
