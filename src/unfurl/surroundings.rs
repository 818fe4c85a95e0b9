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
pub struct EnvironmentFaults {
    /// Each with values for the open inputs that show it.
    pub faults: Vec<(Diagnostic, Option<Witness>)>,
    /// Whether there is nothing else to find.
    pub is_complete: bool,
}

impl EnvironmentFaults {
    /// Those of the environment of the ensemble that the template is in, where it is in one: errors, connections without a type,
    /// of types that are not defined or with properties that these do not declare. What else is doubtful depends on what is asked for,
    /// and on the process.
    pub fn of(variants: &Variants<'_>, limits: &Limits) -> Option<Self> {
        let root = variants.model().ensemble()?;
        let mut faults = Vec::new();
        let mut surroundings = RunEnvironment::new(Environment::unknown());
        surroundings.ensemble = environment_in(root, &mut faults);
        surroundings.ensemble.into_iter().for_each(|sections| drop(Import::read_all(sections, &mut faults)));
        let ConnectionSurvey { findings, exactness, .. } = survey_connections(variants, &surroundings, limits, &[]);
        let all = faults.into_iter().map(|fault| (fault, None)).chain(findings);
        let faults = all.filter(|(fault, _)| is_sure(fault)).collect();
        Some(Self { faults, is_complete: exactness.is_complete })
    }
}

/// Values of topology inputs that are missed may be given on deployment.
fn is_sure(fault: &Diagnostic) -> bool {
    let is_mistaken =
        matches!(fault.code, Code::UntypedConnection | Code::UnknownConnectionType | Code::UnexpectedProperty);
    is_mistaken || fault.is_error() && fault.code != Code::MissingTopologyInput
}
