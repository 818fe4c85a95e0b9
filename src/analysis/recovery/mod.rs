//! Recovery of templates with errors: so that all of them are reported at once, and what does not depend on them is looked at.
//!
//! Comes in: a package. Goes out: its model with a [`Recovery`], and all errors, those included that others hid. A name
//! that is misspelt is read as the one that is near; of a condition that cannot be read it is not known whether it holds.
//! Invariant: errors are reported as they are without any change, and only those which stay when the others are repaired: what
//! merely follows from another is not reported.

mod node_path;
mod other_kind;
mod structure;

use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use variscope_encoder::Budget;

use crate::Error;
use crate::analysis::presence::{Rules, value_diagnostics};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::package::Package;
use crate::source::syntax::vocabulary::too_deep;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, LoadOptions, Loaded, Model, Recovery, RecoveryEdit};

use self::node_path::NodePath;

/// How often a template is read at most. Each time shows what the errors before hid.
const MAX_ROUNDS: usize = 12;

/// Reads the template of `package` and recovers from what is wrong with it. The model is as the author wrote it where nothing is
/// wrong, and missing where nothing can be recovered.
///
/// # Errors
/// When a file cannot be read.
pub fn load(package: &Package, options: &LoadOptions) -> Result<Loaded, Error> {
    load_within(package, options, None, &Budget::unlimited())
}

/// [`load`], which recovers no more when the budget is spent, and parses what is not as in the `earlier` model.
///
/// # Errors
/// When a file cannot be read.
pub fn load_within(
    package: &Package,
    options: &LoadOptions,
    earlier: Option<&Model>,
    budget: &Budget,
) -> Result<Loaded, Error> {
    let mut loaded = Model::load_again(package, options, None, earlier)?;
    let Some(detected) = loaded.detected.clone() else { return Ok(loaded) };
    // What was changed decides nothing about the language.
    let options = LoadOptions { profile: Some(detected.profile), ..options.clone() };
    let mut reported = CollectedDiagnostics { warnings: of_detection(&loaded), errors: Vec::new() };
    let mut recovery = Recovery::new(detected.profile);
    for _ in 0..MAX_ROUNDS {
        let found = reported.new_errors(&loaded);
        if found.is_empty() || budget.check().is_err() {
            break;
        }
        for StagedError { error, stage } in found {
            recover(&mut recovery, &error, &loaded);
            match stage {
                Stage::Reading => {}
                Stage::Evaluation => recovery.note_found(error.clone()),
            }
            reported.errors.push((stage, error));
        }
        loaded = Model::load_recovering(package, &options, &recovery, earlier)?;
        without_used(&mut loaded, &recovery);
    }
    if reported.errors.is_empty() {
        return Ok(loaded);
    }
    let still_wrong = loaded.model.as_ref().is_some_and(|model| Rules::of(model).1.iter().any(Diagnostic::is_error));
    if still_wrong && !recovery.is_spread() {
        recovery.note_spread();
        loaded = Model::load_recovering(package, &options, &recovery, earlier)?;
    }
    loaded.detected = Some(detected);
    loaded.diagnostics = reported.with(&loaded.diagnostics);
    Ok(loaded)
}

/// Takes away that nothing uses a relationship template which an error names.
fn without_used(loaded: &mut Loaded, recovery: &Recovery) {
    let sources = Arc::clone(&loaded.sources);
    let is_used = |place: Span| recovery.may_use(sources.text(place).trim_matches(['"', '\'']));
    loaded.diagnostics.retain(|it| it.code != Code::UnusedRelationship || !it.span().is_some_and(is_used));
}

/// What a template would be if it were unknown whether the conditions hold that stand around these places.
///
/// # Errors
/// When a file cannot be read.
pub fn with_unknown(model: &Model, places: &[Span]) -> Result<Loaded, Error> {
    let mut recovery = model.recovery().cloned().unwrap_or_else(|| Recovery::new(model.profile()));
    for place in places.iter().filter(|place| place.file.is_first()) {
        if let Some(condition) = NodePath::to(*place, model.root()).condition(model.profile()) {
            recovery.add(RecoveryEdit::Unknown(condition.node.id()));
        }
    }
    model.with_recovery(&recovery)
}

/// What was said about the language when it was found out.
fn of_detection(loaded: &Loaded) -> Vec<Diagnostic> {
    loaded.diagnostics.iter().filter(|warning| warning.code == Code::MixedVocabulary).cloned().collect()
}

/// When an error is met.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// While the template is read, or its conditions.
    Reading,
    /// When a value is evaluated: a finding.
    Evaluation,
}

struct StagedError {
    error: Diagnostic,
    stage: Stage,
}

/// What is reported in the end.
struct CollectedDiagnostics {
    warnings: Vec<Diagnostic>,
    errors: Vec<(Stage, Diagnostic)>,
}

impl CollectedDiagnostics {
    /// The errors that were not met before: those of what is indented too far, else those that decide what is read at all, else those of
    /// misspelt names, from which others may follow, else all of them.
    fn new_errors(&self, loaded: &Loaded) -> Vec<StagedError> {
        let mut all: Vec<StagedError> = Vec::new();
        let mut add =
            |errors: Vec<Diagnostic>, stage| all.extend(errors.into_iter().map(|error| StagedError { error, stage }));
        add(loaded.diagnostics.clone(), Stage::Reading);
        if let Some(model) = &loaded.model {
            let (rules, faults) = Rules::of(model);
            let faults = faults.into_iter().map(|fault| other_kind::explained(fault, model)).collect();
            add(faults, Stage::Reading);
            let faults = value_diagnostics(model, rules.atoms()).into_iter();
            add(faults.map(|fault| other_kind::explained(fault, model)).collect(), Stage::Evaluation);
        }
        let mut new: Vec<StagedError> = Vec::new();
        // What was put in is no word of the author.
        let is_of_author = |error: &Diagnostic| error.is_error() && !error.message.contains('\0');
        let mut known: FxHashSet<ErrorKey> = self.errors.iter().map(|(_, error)| key(error)).collect();
        for found in all.into_iter().filter(|found| is_of_author(&found.error)) {
            if known.insert(key(&found.error)) {
                new.push(found);
            }
        }
        let too_deep: Vec<Span> = loaded.model.as_ref().map_or_else(Vec::new, |model| {
            too_deep(model.root(), model.profile()).iter().map(|entry| entry.key.span()).collect()
        });
        let is_too_deep = |error: &Diagnostic| {
            error.code == Code::UnknownKey && error.span().is_some_and(|place| too_deep.contains(&place))
        };
        let lists_names = |error: &Diagnostic| {
            loaded.model.as_ref().is_some_and(|model| structure::list_of_names(error, model).is_some())
        };
        let go_first: [&dyn Fn(&Diagnostic) -> bool; 4] =
            [&is_too_deep, &lists_names, &decides_what_is_read, &is_misspelt];
        for goes_first in go_first {
            if new.iter().any(|found| goes_first(&found.error)) {
                new.retain(|found| goes_first(&found.error));
            }
        }
        new
    }

    /// All of it by place, with what else is said about the recovered template.
    fn with(self, of_recovered: &[Diagnostic]) -> Vec<Diagnostic> {
        let others = of_recovered.iter().filter(|other| !other.is_error()).cloned();
        let errors = self.errors.into_iter().filter(|(stage, _)| *stage == Stage::Reading).map(|(_, error)| error);
        let mut all: Vec<Diagnostic> = self.warnings.into_iter().chain(errors).chain(others).collect();
        all.sort_by_key(|diagnostic| (diagnostic.span(), Reverse(diagnostic.severity)));
        all
    }
}

/// What errors are distinguished by.
type ErrorKey = (Code, Option<Span>, String);

fn key(error: &Diagnostic) -> ErrorKey {
    (error.code, error.span(), error.message.clone())
}

/// Whether whole sections are passed over because of an error, which makes others wrong that are not.
fn decides_what_is_read(error: &Diagnostic) -> bool {
    let decides =
        matches!(error.code, Code::UnknownKey | Code::UnsupportedVersion | Code::UnknownOption | Code::BadOption);
    decides && (error.code == Code::UnsupportedVersion || error.meant.is_some())
}

/// Whether a name in the template is meant to be another one.
fn is_misspelt(error: &Diagnostic) -> bool {
    structure::renamed(error).is_some()
}

/// Makes the changes for one error.
fn recover(recovery: &mut Recovery, error: &Diagnostic, loaded: &Loaded) {
    remember(recovery, error, loaded);
    if error.code == Code::UnsupportedVersion {
        return recovery.add(RecoveryEdit::Version(structure::renamed(error).map(|(_, name)| name)));
    }
    let Some(place) = error.span().filter(|place| place.file.is_first()) else {
        return structure::elsewhere(recovery, error);
    };
    let Some(model) = &loaded.model else { return structure::elsewhere(recovery, error) };
    let way = NodePath::to(place, model.root());
    match way.condition(model.profile()) {
        Some(condition) => {
            if condition.is_rule && has_rules(model) {
                recovery.note_spread();
            }
            if condition.is_value {
                recovery.note_unknown_values();
            }
            of_condition(recovery, error, condition);
        }
        None => structure::recover(recovery, error, &way, model),
    }
}

/// What is quoted or proposed may be in use.
fn remember(recovery: &mut Recovery, error: &Diagnostic, loaded: &Loaded) {
    recovery.note_mentioned(error.help.clone().unwrap_or_default());
    let Some(place) = error.span() else { return };
    let name = loaded.sources.text(place);
    recovery.note_mentioned(name);
    if error.code == Code::CircularExpression {
        // The parts of a cycle use each other, and only the first is read otherwise.
        error.labels.iter().for_each(|part| recovery.note_mentioned(loaded.sources.text(part.span)));
    }
    // With an expression all that it names.
    let expressions = loaded.model.as_ref().and_then(|model| model.variability()?.get("expressions"));
    if let Some(named) = expressions.and_then(|expressions| expressions.get(name)) {
        recovery.note_mentioned(named.written());
    }
}

/// A condition is read with the name that is meant, and doubtful from then on; or else nothing is known of it.
fn of_condition(recovery: &mut Recovery, error: &Diagnostic, condition: node_path::Condition<'_>) {
    let node_path::Condition { node, beside, .. } = condition;
    let is_doubtful = beside.is_some_and(|operands| operands.items().any(|other| asks_unknown(recovery, other)));
    match structure::renamed(error) {
        Some((place, name)) => {
            recovery.add(RecoveryEdit::Name { place, name });
            if !is_doubtful {
                recovery.add(RecoveryEdit::Doubtful(node.id()));
            }
        }
        None => {
            recovery.note_mentioned(node.written());
            recovery.add(RecoveryEdit::Unknown(node.id()));
        }
    }
}

/// Whether presences are restricted by more than their own conditions.
fn has_rules(model: &Model) -> bool {
    let constraints = model.variability().and_then(|variability| variability.get("constraints"));
    let has_implies =
        |id: ElementId| model.element(id).overrides.as_deref().is_some_and(|overrides| !overrides.implies.is_empty());
    constraints.is_some_and(|constraints| !constraints.is_empty()) || model.ids().any(has_implies)
}

/// Whether a condition is one of which nothing is known.
fn asks_unknown(recovery: &Recovery, condition: Yaml<'_>) -> bool {
    condition.entries().any(|(_, operand)| recovery.is_unknown(operand.text()))
}
