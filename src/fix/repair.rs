//! Repairs tried on texts in memory until nothing is left to repair.
//!
//! Errors are repaired before warnings, for a repaired error often takes warnings with it. Edits are kept only when what
//! they are for is gone, nothing new is wrong, and, where something without effect was removed, there are as many variants
//! as before.

use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigUint;

use super::diff::changes;
use super::{Patch, Patched};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::{Sources, Span};

/// Repairs may show what was hidden before; so often is looked again.
const MOST_ROUNDS: usize = 8;

/// What is known of one state of the files.
#[derive(Clone, Debug, Default)]
pub struct Examined {
    /// What was said while reading and found afterwards, as far as it is wanted.
    pub diagnostics: Vec<Diagnostic>,
    /// The files.
    pub sources: Arc<Sources>,
    /// How many variants there are, unless that is not known exactly.
    pub count: Option<BigUint>,
    /// Whether it could be asked about variants.
    pub is_read: bool,
    /// Whether there was no time to find everything: what is not among the diagnostics may be wrong all the same.
    pub is_cut_short: bool,
}

/// What became of the files.
#[derive(Clone, Debug)]
pub struct Repaired {
    before: Arc<Sources>,
    after: Arc<Sources>,
    /// `file:line:column: what was done`, in the order in which it was.
    pub titles: Vec<String>,
}

/// Texts of files by name.
pub type Texts = Vec<(String, Arc<str>)>;

/// Repairs what can be repaired, as far as there is time. `examine` says what is known when the files have these texts.
///
/// # Errors
/// Those of `examine`.
pub fn repair<E>(original: Examined, examine: impl Fn(&Texts) -> Result<Examined, E>) -> Result<Repaired, E> {
    let before = Arc::clone(&original.sources);
    let (mut state, mut titles, mut refused) = (original, Vec::new(), Vec::new());
    for _ in 0..MOST_ROUNDS {
        let patch = state.patch(&refused);
        // What has no more time has none to look again.
        if patch.is_empty() || state.is_cut_short {
            break;
        }
        let single = patch.fixes().iter().map(|fix| Patch::of([fix]));
        for patch in std::iter::once(patch.clone()).chain(single.filter(|_| patch.fixes().len() > 1)) {
            let next = examine(&patch.texts(&state.sources))?;
            if next.is_cut_short {
                return Ok(Repaired { before, after: state.sources, titles });
            }
            if state.is_repaired_by(&patch, &next) {
                titles.extend(patch.fixes().iter().map(|fix| state.line(fix)));
                state = next;
                break;
            }
            if let [fix] = patch.fixes() {
                refused.push(fix.title.clone());
            }
        }
    }
    Ok(Repaired { before, after: state.sources, titles })
}

/// Whether one fix does what it is for and no harm, which trying it shows.
///
/// # Errors
/// Those of `examine`.
pub fn is_safe<E>(original: &Examined, fix: &Fix, examine: impl Fn(&Texts) -> Result<Examined, E>) -> Result<bool, E> {
    let patch = Patch::of([fix]);
    Ok(original.is_repaired_by(&patch, &examine(&patch.texts(&original.sources))?))
}

impl Repaired {
    /// The files that changed, in the order in which they were read first.
    pub fn files(&self) -> impl Iterator<Item = Patched> {
        self.before.files().filter_map(|file| {
            let now = self.after.files().find(|now| now.name() == file.name())?;
            let (name, before, after) = (file.name().to_owned(), Arc::clone(file.text()), now.text().to_string());
            (*before != *after).then_some(Patched { name, before, after })
        })
    }

    /// What changed in the files as they were, line by line.
    pub fn edits(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for file in self.files() {
            let id = self.before.ids().find(|&id| self.before.file(id).name() == file.name);
            let edit = |id, (gone, replacement): (Range<usize>, String)| Edit {
                span: Span::new(id, gone.start, gone.end),
                replacement,
            };
            edits.extend(
                id.into_iter()
                    .flat_map(|id| changes(&file.before, &file.after).into_iter().map(move |change| edit(id, change))),
            );
        }
        edits
    }
}

impl Examined {
    /// The fixes of errors, else those of everything, without those that were of no use.
    fn patch(&self, refused: &[String]) -> Patch {
        let fixes = |only_errors: bool| {
            let wanted = self.diagnostics.iter().filter(move |diagnostic| !only_errors || diagnostic.is_error());
            let fixes = wanted.filter_map(|diagnostic| diagnostic.fix.as_deref());
            Patch::of(fixes.filter(|fix| !refused.contains(&fix.title)))
        };
        let errors = fixes(true);
        if errors.is_empty() { fixes(false) } else { errors }
    }

    /// Whether what the patch is for is gone, and nothing else came for it.
    fn is_repaired_by(&self, patch: &Patch, next: &Self) -> bool {
        let is_of = |diagnostic: &&Diagnostic| diagnostic.fix.as_deref().is_some_and(|fix| patch.fixes().contains(fix));
        let targets: Vec<&Diagnostic> = self.diagnostics.iter().filter(is_of).collect();
        let times = |state: &Self, key: &Diagnostic| {
            let is_same = |other: &&Diagnostic| other.code == key.code && other.message == key.message;
            state.diagnostics.iter().filter(is_same).count()
        };
        let is_gone = targets.iter().all(|target| times(next, target) < times(self, target));
        // What could not be read before had no variants in which something could be wrong.
        let errors = next.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        let mut new = errors.filter(|error| times(next, error) > times(self, error));
        let is_harmless = if self.is_read { new.next().is_none() } else { next.is_read || new.next().is_none() };
        let is_only_removal = self.is_read && targets.iter().all(|target| is_without_effect(target.code));
        let is_counted = !is_only_removal || (self.count.is_some() && self.count == next.count);
        is_gone && is_harmless && is_counted && !next.is_cut_short
    }

    fn line(&self, fix: &Fix) -> String {
        let place = fix.edits.first().map(|edit| self.sources.place(edit.span)).unwrap_or_default();
        format!("{place}: {}", fix.title)
    }
}

/// What these codes are about can go without any variant going or coming.
fn is_without_effect(code: Code) -> bool {
    matches!(
        code,
        Code::IdleCondition
            | Code::FalseOptional
            | Code::TrueCondition
            | Code::IdleConstraint
            | Code::TrueConstraint
            | Code::UnusedExpression
    )
}
