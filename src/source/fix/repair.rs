//! Repairs tried on texts in memory until nothing is left to repair.
//!
//! Safe fixes leave every document as it is: that is shown again for all that are made together. Suggestions are made only
//! when they are asked for, errors before warnings, for a repaired error often takes warnings with it. Edits of either kind
//! are kept only when what they are for is gone and nothing new is wrong. What only a suggestion shows to be superfluous is left to
//! the next run: where the suggestion guessed wrong, it is what the author meant.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::diff::changes;
use super::{Patch, Patched};
use crate::source::diagnostic::{Diagnostic, Edit, Fix};
use crate::source::{Sources, Span};

/// Repairs may show what was hidden before, and do where they did harm before; so often is looked again. Templates need a few rounds at
/// most: this is for suggestions that each make way for another one without end.
const MAX_ROUNDS: usize = 64;

/// What is known of one state of the files.
#[derive(Clone, Debug, Default)]
pub struct ExaminedFiles {
    /// What was said while reading and found afterwards, as far as it is wanted.
    pub diagnostics: Vec<Diagnostic>,
    /// How many of them, from the first one on, were said while reading.
    pub from_reading: usize,
    /// The files.
    pub sources: Arc<Sources>,
    /// Whether nothing kept it from being asked about variants as it is written.
    pub is_read: bool,
    /// Whether there was no time to find everything: what is not among the diagnostics may be wrong all the same.
    pub is_cut_short: bool,
}

/// Which fixes are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixSelection {
    /// Those that leave every document as it is.
    Safe,
    /// Suggestions, too.
    Suggested,
}

/// What became of the files.
#[derive(Clone, Debug)]
pub struct Repaired {
    before: Arc<Sources>,
    after: Arc<Sources>,
    /// What was done, in the order in which it was.
    pub done: Vec<AppliedFix>,
    /// How many suggestions are left that were not asked for.
    pub suggestions: usize,
}

/// A fix that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedFix {
    /// `file:line:column: what was done`.
    pub title: String,
    /// Whether every document is as it was.
    pub is_safe: bool,
}

/// Texts of files by name.
pub type Texts = Vec<(String, Arc<str>)>;

/// What trying edits needs to know about templates.
pub trait RepairSubject {
    /// Why something cannot be found out.
    type Error;

    /// What is known when the files have these texts.
    ///
    /// # Errors
    /// When a file cannot be read.
    fn examine(&self, texts: &Texts) -> Result<ExaminedFiles, Self::Error>;

    /// Whether the template means the same before and after.
    ///
    /// # Errors
    /// When a file cannot be read.
    fn is_same(&self, before: &Texts, after: &Texts) -> Result<bool, Self::Error>;
}

/// Repairs what can be repaired, as far as there is time.
///
/// # Errors
/// Those of the subject.
pub fn repair<W: RepairSubject>(
    original: ExaminedFiles,
    selection: FixSelection,
    subject: &W,
) -> Result<Repaired, W::Error> {
    let before = Arc::clone(&original.sources);
    let (mut state, mut done) = (original, Vec::new());
    // Fixes that would do harm, and whether something was mended since they were tried.
    let (mut refused, mut is_changed) = (BTreeSet::new(), false);
    let mut seen = BTreeSet::from([Patch::default().texts(&state.sources)]);
    let mut before_guesses: Option<BTreeSet<FixKey>> = None;
    for _ in 0..MAX_ROUNDS {
        let is_wanted = |key: &FixKey, fix: &Fix| {
            let is_guessed = before_guesses.as_ref().is_some_and(|known| fix.is_safe() && !known.contains(key));
            !refused.contains(key) && !is_guessed
        };
        let patch = state.patch(selection, &is_wanted);
        // What has no more time has none to look again.
        if state.is_cut_short {
            break;
        }
        if patch.is_empty() {
            // What was refused may do now that other things are mended.
            if refused.is_empty() || !is_changed {
                break;
            }
            (refused, is_changed) = (BTreeSet::new(), false);
            continue;
        }
        let single = patch.fixes().iter().map(|fix| Patch::of([fix]));
        let mut tried = std::iter::once(patch.clone()).chain(single.filter(|_| patch.fixes().len() > 1));
        let next = loop {
            let Some(patch) = tried.next() else { break None };
            let next = subject.examine(&patch.texts(&state.sources))?;
            if next.is_cut_short {
                let suggestions = state.suggestions();
                return Ok(Repaired { before, after: state.sources, done, suggestions });
            }
            if state.is_repaired_by(&patch, &next) && state.is_as_safe_as_said(&patch, subject)? {
                break Some((patch, next));
            }
            if let [fix] = patch.fixes() {
                refused.insert(state.key(fix));
            }
        };
        let Some((patch, next)) = next else { continue };
        if !seen.insert(Patch::default().texts(&next.sources)) {
            break;
        }
        if before_guesses.is_none() && !patch.fixes().iter().all(Fix::is_safe) {
            before_guesses = Some(state.safe_fixes());
        }
        done.extend(patch.fixes().iter().map(|fix| AppliedFix { title: state.line(fix), is_safe: fix.is_safe() }));
        (state, is_changed) = (next, true);
    }
    let suggestions = state.suggestions();
    Ok(Repaired { before, after: state.sources, done, suggestions })
}

/// Whether one fix does what it is for and no harm, which trying it shows.
///
/// # Errors
/// Those of the subject.
pub fn helps<W: RepairSubject>(original: &ExaminedFiles, fix: &Fix, subject: &W) -> Result<bool, W::Error> {
    let patch = Patch::of([fix]);
    Ok(original.is_repaired_by(&patch, &subject.examine(&patch.texts(&original.sources))?)
        && original.is_as_safe_as_said(&patch, subject)?)
}

/// Whether a fix is applied in a round.
type FixFilter<'w> = dyn Fn(&Diagnostic, &Fix) -> bool + 'w;

/// Whether a fix is made at all.
type KeyFilter<'w> = dyn Fn(&FixKey, &Fix) -> bool + 'w;

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

impl ExaminedFiles {
    /// The fixes of errors, else those of everything, as far as they `are_made`. Safe ones are made by themselves, so that they
    /// can be shown to be.
    fn patch(&self, selection: FixSelection, are_made: &KeyFilter<'_>) -> Patch {
        let fixes = |is_wanted: &FixFilter<'_>| {
            let fixes = self.diagnostics.iter().filter_map(|diagnostic| Some((diagnostic, diagnostic.fix.as_deref()?)));
            let fixes = fixes.filter(|(diagnostic, fix)| is_wanted(diagnostic, fix) && are_made(&self.key(fix), fix));
            Patch::of(fixes.map(|(_, fix)| fix))
        };
        let of_errors = |diagnostic: &Diagnostic, fix: &Fix| diagnostic.is_error() && !fix.is_safe();
        let rounds: [&FixFilter; 3] = [&of_errors, &|_, fix| !fix.is_safe(), &|_, fix| fix.is_safe()];
        let rounds = if selection == FixSelection::Suggested { &rounds[..] } else { &rounds[2..] };
        rounds.iter().map(|wanted| fixes(wanted)).find(|patch| !patch.is_empty()).unwrap_or_default()
    }

    /// Whether what the patch is for is gone, and nothing else came for it.
    fn is_repaired_by(&self, patch: &Patch, next: &Self) -> bool {
        let is_of = |diagnostic: &&Diagnostic| diagnostic.fix.as_deref().is_some_and(|fix| patch.fixes().contains(fix));
        let mut targets = self.diagnostics.iter().filter(is_of);
        let times = |state: &Self, key: &Diagnostic| {
            let is_same = |other: &&Diagnostic| other.code == key.code && other.message == key.message;
            state.diagnostics.iter().filter(is_same).count()
        };
        let is_gone = targets.all(|target| times(next, target) < times(self, target));
        // What could not be read before had no variants in which something could be wrong; what was read in spite of it had
        // conditions of which it was unknown whether they hold.
        let seen = if self.is_read { next.diagnostics.len() } else { next.from_reading };
        let errors = next.diagnostics.iter().take(seen).filter(|diagnostic| diagnostic.is_error());
        let mut new = errors.filter(|error| times(next, error) > times(self, error));
        let is_harmless = (!self.is_read && next.is_read) || new.next().is_none();
        is_gone && is_harmless && !next.is_cut_short
    }

    /// Whether the fixes of the patch leave everything as it is together, if each is said to do so alone.
    fn is_as_safe_as_said<W: RepairSubject>(&self, patch: &Patch, subject: &W) -> Result<bool, W::Error> {
        if !patch.fixes().iter().all(Fix::is_safe) {
            return Ok(true);
        }
        subject.is_same(&Patch::default().texts(&self.sources), &patch.texts(&self.sources))
    }

    fn safe_fixes(&self) -> BTreeSet<FixKey> {
        let fixes = self.diagnostics.iter().filter_map(|diagnostic| diagnostic.fix.as_deref());
        fixes.filter(|fix| fix.is_safe()).map(|fix| self.key(fix)).collect()
    }

    fn suggestions(&self) -> usize {
        let fixes = self.diagnostics.iter().filter_map(|diagnostic| diagnostic.fix.as_deref());
        let places = |fix: &Fix| fix.edits.iter().map(|edit| edit.span).collect::<Vec<Span>>();
        // Several findings may have one repair.
        fixes.filter(|fix| !fix.is_safe()).map(places).collect::<BTreeSet<_>>().len()
    }

    fn line(&self, fix: &Fix) -> String {
        let place = fix.edits.first().map(|edit| self.sources.place(edit.span)).unwrap_or_default();
        format!("{place}: {}", fix.title)
    }

    /// What a fix is known by while other edits move its place.
    fn key(&self, fix: &Fix) -> FixKey {
        let replaced = |edit: &Edit| (self.sources.text(edit.span).to_owned(), edit.replacement.clone());
        (fix.title.clone(), fix.edits.iter().map(replaced).collect())
    }
}

/// The title of a fix, and what goes and comes.
type FixKey = (String, Vec<(String, String)>);
