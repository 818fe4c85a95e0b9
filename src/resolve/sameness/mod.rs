//! Do two texts of a template mean the same?
//!
//! Comes in: what reading both has given. Goes out: [`Sameness`]: that every configuration gives both the same document or
//! none, a configuration that does not, or why that was not decided. Fixes are safe, and templates rightly converted, when this
//! says so. Texts that differ only in what decides presences are compared for all configurations at once
//! ([`Variants::same_meaning`]); all others by their documents, for each class of configurations (`documents`).

mod documents;
mod plain;

use crate::analysis::question::{Limits, Sameness, UndecidedReason, Variants};
use crate::analysis::value::Configuration;
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::{Loaded, Model};

/// Whether every configuration of the one template gives the same document with the other.
pub fn same_meaning(before: &Loaded, after: &Loaded, limits: &Limits) -> Sameness {
    let nothing = Configuration::new();
    let sides =
        [before, after].map(|side| whole(side).and_then(|model| Variants::of(model, &nothing).map_err(first_error)));
    let [Ok(before), Ok(after)] = &sides else {
        let diagnostic = sides.into_iter().find_map(Result::err).unwrap_or_default();
        return Sameness::Undecided(UndecidedReason::Broken(diagnostic));
    };
    if before.model().profile() != after.model().profile() {
        return documents::compare(before, after, limits);
    }
    match before.same_meaning(after, limits) {
        Sameness::Undecided(UndecidedReason::Documents | UndecidedReason::Inputs) => {
            documents::compare(before, after, limits)
        }
        found => found,
    }
}

/// Whether an edit of a template is a safe one: it is read with the same profile, and means the same. An edit that takes away
/// the words by which a profile is recognised changes how all the rest is read.
pub fn is_safe(before: &Loaded, after: &Loaded, limits: &Limits) -> bool {
    let profile = |loaded: &Loaded| loaded.model.as_ref().map(Model::profile);
    profile(before) == profile(after) && same_meaning(before, after, limits) == Sameness::Same
}

/// The model of a template that nothing is wrong with.
fn whole(loaded: &Loaded) -> Result<&Model, String> {
    let fault = loaded.diagnostics.iter().find(|diagnostic| diagnostic.is_error());
    match (fault, &loaded.model) {
        (None, Some(model)) => Ok(model),
        (fault, _) => Err(fault.map(|fault| fault.message.clone()).unwrap_or_default()),
    }
}

fn first_error(diagnostics: Vec<Diagnostic>) -> String {
    diagnostics.into_iter().find(Diagnostic::is_error).map(|diagnostic| diagnostic.message).unwrap_or_default()
}
