//! What is wrong with the environment that an ensemble is deployed in, without a question about a task.

use super::environment::Environment;
use super::external::Import;
use super::lifted::{ConnectionSurvey, survey_connections};
use super::run_environment::RunEnvironment;
use crate::analysis::question::{Limits, Variants, Witness};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::ensemble::environment_in;

/// What is wrong with an environment.
#[derive(Clone, Debug, Default)]
pub struct EnvironmentDiagnostics {
    /// Each with values for the open inputs that show it.
    pub diagnostics: Vec<(Diagnostic, Option<Witness>)>,
    /// Whether there is nothing else to find.
    pub is_complete: bool,
}

impl EnvironmentDiagnostics {
    /// Those of the environment of the ensemble that the template is in, where it is in one: errors, connections without a type,
    /// of types that are not defined or with properties that these do not declare. What else is doubtful depends on what is asked for,
    /// and on the process.
    pub fn of(variants: &Variants<'_>, limits: &Limits) -> Option<Self> {
        let root = variants.model().ensemble()?;
        let mut diagnostics = Vec::new();
        let mut surroundings = RunEnvironment::new(Environment::unknown());
        surroundings.ensemble = environment_in(root, &mut diagnostics);
        surroundings.ensemble.into_iter().for_each(|sections| drop(Import::read_all(sections, &mut diagnostics)));
        let ConnectionSurvey { findings, exactness, .. } = survey_connections(variants, &surroundings, limits, &[]);
        let all = diagnostics.into_iter().map(|diagnostic| (diagnostic, None)).chain(findings);
        let diagnostics = all.filter(|(diagnostic, _)| is_sure(diagnostic)).collect();
        Some(Self { diagnostics, is_complete: exactness.is_complete })
    }
}

/// Values of topology inputs that are missed may be given on deployment.
fn is_sure(diagnostic: &Diagnostic) -> bool {
    let is_mistaken = matches!(
        diagnostic.code,
        Code::UntypedConnection | Code::UnknownConnectionType | Code::UnexpectedProperty | Code::UnknownSection
    );
    is_mistaken || diagnostic.is_error() && diagnostic.code != Code::MissingTopologyInput
}
