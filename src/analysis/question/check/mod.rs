//! What is wrong with the variants of a template? Each analysis is a file and a row of [`ANALYSES`](analyses::ANALYSES).
//!
//! Comes in: [`Variants`]. Goes out: [`Findings`]. Invariants: a witness was resolved before it is shown, and gave what
//! the finding says; what was not decided is said ([`Findings::undecided`]).

mod analyses;
mod assertions;
mod certain_errors;
mod circular_defaults;
mod comments;
mod comparisons;
mod conditions;
mod consequences;
mod constant_expressions;
mod constraints;
mod contradictions;
mod deployments;
mod errors;
mod explain;
mod expressions;
mod failing_defaults;
mod fixes;
mod forcing_lines;
mod given;
mod holding;
mod hosts_in_cycles;
mod imports;
mod inputs;
mod lifted_solver;
mod misdeclared;
mod missing_host;
mod missing_mode;
mod nearness;
mod never_equal;
mod numbers_as_texts;
mod presences;
mod presets;
mod pruned;
mod recovered;
mod removal;
mod removal_conflicts;
mod removal_doubts;
mod self_dependence;
mod sole_causes;
mod subject;
mod suspect_constraints;
mod text_conditions;
mod types;
mod undecided;
mod unread_types;
mod vacuous;
mod values;

pub use explain::{ByConditions, Explanation, PresenceVerdict, ReasonLimit};
pub use holding::{HoldingReport, Occurrence};
pub use imports::unread_files;
pub use presets::PresetVerdict;
pub use types::{absent_read_faults, engine_faults, refused_reads, structure_faults};
pub use undecided::Undecided;

use std::collections::BTreeMap;

use crate::source::diagnostic::{Code, CodeSelection, Diagnostic, Label, Severity, is_ignored};
use crate::tosca::model::ElementId;
use crate::tosca::types::TypesProfile;
use crate::tosca::types::engine::Engine;

use self::removal::ErrorsBeforeRemoval;
use self::subject::{Explained, Subject};
use super::{AllVariants, Variants, Witness};
use crate::analysis::question::all_variants::exactness::Exactness;
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::evidence::unsat_claim::UnsatClaim;

/// Something about the variants that an author should know.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What and where.
    pub diagnostic: Diagnostic,
    /// The element that it is about, if it is about one.
    pub element: Option<ElementId>,
    /// The violation that it is about, by its number in [`Rules::violations`](crate::analysis::presence::Rules::violations).
    pub violation: Option<usize>,
    /// The configurations that it excludes: it says that there are none of these.
    pub impossible: Option<UnsatClaim>,
    /// Values for the open inputs that show it.
    pub witness: Option<Witness>,
    /// The lines that force it, none of which can be left out; where some are nearer to it than others, these first.
    pub because: Vec<Label>,
    /// The error with which a preset fails, if it is about one that does.
    pub failure: Option<Box<Diagnostic>>,
    /// Whether it follows from what may be meant otherwise: no repair of it is proposed.
    pub is_doubted: bool,
}

/// All findings.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// By place, then by code.
    pub findings: Vec<Finding>,
    /// What came of assertions; none are counted in what errors leave of a template.
    pub assertions: AssertionCount,
    /// How many findings comments of the author leave out ([`is_ignored`]).
    pub ignored: usize,
    /// What is known of presets, by name, whatever findings are wanted or ignored; of those that are missing, nothing is.
    pub presets: Vec<(String, PresetVerdict)>,
    /// Questions that are not decided, as configurations may be missing.
    pub undecided: Vec<Undecided>,
    /// Whether there is nothing else to find.
    pub exactness: Exactness,
}

/// What came of assertions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssertionCount {
    /// How many there are.
    pub all: usize,
    /// Those that hold in every valid variant, by their place among all.
    pub held: Vec<usize>,
    /// Of how many it is unknown whether they do.
    pub undecided: usize,
}

/// Options of [`check`](Variants::check).
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions {
    /// Whether a finding is an error also where only values show it that nothing mentions.
    pub unmentioned_values_are_errors: bool,
    /// Which types are built in when values are checked.
    pub types: TypesProfile,
    /// The engine that documents are meant for, if what it refuses is looked for.
    pub engine: Option<Engine>,
    /// What is looked for; what is said while conditions are read is reported in any case.
    pub codes: CodeSelection,
    /// The codes that settings call errors: what has one is reported by itself, also where it follows from a warning.
    pub codes_raised_to_error: CodeSelection,
    /// Whether findings are explained by lines; where it only counts what is found, that takes time for nothing.
    pub explains: bool,
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self {
            unmentioned_values_are_errors: false,
            types: TypesProfile::default(),
            engine: None,
            codes: CodeSelection::default(),
            codes_raised_to_error: CodeSelection::none(),
            explains: true,
        }
    }
}

impl CheckOptions {
    /// What is looked for where findings get these severities instead of their usual ones, none where they are not wanted.
    pub fn rated(severity: impl Fn(Code, Severity) -> Option<Severity>) -> Self {
        let is_wanted = |code: Code| severity(code, code.entry().severity).is_some();
        let is_raised = |code: Code| {
            let usual = code.entry().severity;
            usual < Severity::Error && severity(code, usual) == Some(Severity::Error)
        };
        let (codes, codes_raised_to_error) = (CodeSelection::of(is_wanted), CodeSelection::of(is_raised));
        Self { codes, codes_raised_to_error, ..Self::default() }
    }

    /// What can be removed is not looked for: that is found by trying it, which takes as much time and space as all the rest.
    #[must_use]
    pub fn without_trials(self) -> Self {
        let codes = CodeSelection::of(|code| self.codes.has(code) && !removal::is_about_removal(code));
        Self { codes, ..self }
    }
}

impl Variants<'_> {
    /// Looks for everything that is wrong or superfluous in some or all variants.
    pub fn check(&self, limits: &Limits, options: CheckOptions) -> Findings {
        self.all(limits).check(options)
    }
}

/// What was found, before it is explained: explanations may take longer than all the rest.
pub struct CheckFindings<'v, 'm> {
    explained: Explained<'v, 'm>,
    findings: Findings,
    /// The names of the analyses that were run.
    analyses: Vec<&'static str>,
}

impl<'v, 'm> AllVariants<'v, 'm> {
    /// [`Variants::check`].
    pub fn check(&self, options: CheckOptions) -> Findings {
        self.begin_check(options).explain()
    }

    /// Looks for what [`AllVariants::check`] finds, and leaves the lines that force it for later.
    pub fn begin_check(&self, options: CheckOptions) -> CheckFindings<'v, 'm> {
        CheckFindings::begin(self, options)
    }
}

impl<'v, 'm> CheckFindings<'v, 'm> {
    pub(super) fn begin(all: &AllVariants<'v, 'm>, options: CheckOptions) -> Self {
        let mut subject = Subject::of(all, options);
        // Propose: all that the analyses find, also what is not wanted but needed to judge what is.
        let mut findings = Vec::new();
        let analyses = analyses::run(&mut subject, &mut findings);
        let counted = assertions::broken(&mut subject, &mut findings);
        // What errors leave of a template proves nothing.
        let is_whole = subject.variants.model().recovery().is_none();
        let assertions = if is_whole { counted } else { AssertionCount::default() };
        // Withhold: what is so only because of something else is reported there. All that was proposed may be the cause of
        // something, so that nothing is left out before; what is given goes first, as it is no fault and causes nothing.
        given::withhold(&subject, &mut findings);
        certain_errors::withhold(&mut subject, &mut findings);
        consequences::withhold(&mut subject, &mut findings);
        unread_types::withhold(&mut subject, &mut findings);
        never_equal::withhold(&mut subject, &mut findings);
        constant_expressions::doubt(&subject, &mut findings);
        self_dependence::withhold(&subject, &mut findings);
        numbers_as_texts::doubt(subject.variants.model(), subject.variants.language(), &mut findings);
        misdeclared::doubt_declarations(subject.variants.model(), subject.variants.language(), &mut findings);
        conditions::doubt_beside_never(&subject, &mut findings);
        expressions::doubt_constraints(&mut subject, &mut findings);
        leave_out_unsettled(&mut subject, &mut findings, |finding| consequences::claim(finding).is_some());
        // Try removals: of what is left, once for all findings that propose one; then what was not wanted is not needed.
        let is_violated = findings.iter().any(|finding| finding.violation.is_some());
        let has_errors = findings.iter().any(|finding| finding.diagnostic.is_error());
        let mixed_up = removal_doubts::mixed_up(subject.variants.model(), &mut findings);
        let suspects = suspect_constraints::suspects(&mut subject, &findings);
        analyses::leave_out(options.codes, &mut findings);
        presences::outermost(subject.variants.model(), &mut findings);
        let errors = ErrorsBeforeRemoval { is_violated, has_errors, mixed_up };
        removal::try_removals(&mut subject, &mut findings, &errors);
        suspect_constraints::withdraw_removals(&mut subject, &suspects, &mut findings);
        leave_out_unsettled(&mut subject, &mut findings, |_| false);
        findings.retain(|finding| options.codes.has(finding.diagnostic.code));
        // Settle: of a template with errors, what may follow from these goes, too.
        recovered::withhold_uncertain(&mut subject, &mut findings);
        missing_mode::propose(&subject, &mut findings);
        // Sort: what was said while conditions were read stands among the findings, and comments leave out some of both.
        findings.extend(all.variants.warnings().iter().cloned().map(Finding::of));
        findings.sort_by(|left, right| key(left).cmp(&key(right)));
        findings.dedup();
        let (before, sources) = (findings.len(), subject.variants.model().sources());
        findings.retain(|finding| !is_ignored(&finding.diagnostic, sources));
        let ignored = before - findings.len();
        let undecided = subject.undecided();
        let exactness = Exactness { is_complete: subject.is_complete(), caveats: subject.caveats(&undecided) };
        let presets = subject.take_preset_verdicts();
        let findings = Findings { findings, assertions, ignored, presets, undecided, exactness };
        Self { explained: subject.into_explained(), findings, analyses }
    }

    /// What was found so far; what elements have in common with all variants lacks the lines that force it.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// The names of the analyses that were run, in their order.
    pub fn analyses(&self) -> &[&'static str] {
        &self.analyses
    }

    /// What was found, with the lines that force it.
    pub fn explain(mut self) -> Findings {
        presences::explain(&self.explained, &mut self.findings.findings);
        self.findings
    }
}

/// Where the budget was used up before, leaves out what one of the steps that were cut short might have withheld: what may be removed,
/// and what `may_follow` from an error. That something is missing is said.
fn leave_out_unsettled(
    subject: &mut Subject<'_, '_>,
    findings: &mut Vec<Finding>,
    may_follow: impl Fn(&Finding) -> bool,
) {
    if subject.limits.budget.check().is_ok() {
        return;
    }
    let before = findings.len();
    findings.retain(|finding| !may_follow(finding) && !removal::is_about_removal(finding.diagnostic.code));
    if findings.len() < before {
        subject.mark_incomplete();
    }
}

/// The order in which findings are reported.
fn key(finding: &Finding) -> (Option<crate::source::Span>, crate::source::diagnostic::Code, &str) {
    let diagnostic = &finding.diagnostic;
    (diagnostic.span(), diagnostic.code, &diagnostic.message)
}

impl Findings {
    /// Whether something that was reported while the template was read is found again, perhaps with what is meant behind it.
    pub fn duplicate_filter(&self) -> impl Fn(&Diagnostic) -> bool + use<'_> {
        let place = |diagnostic: &Diagnostic| (diagnostic.code, diagnostic.span());
        let mut found: BTreeMap<_, Vec<&str>> = BTreeMap::new();
        for diagnostic in self.findings.iter().map(|finding| &finding.diagnostic) {
            found.entry(place(diagnostic)).or_default().push(&diagnostic.message);
        }
        move |diagnostic| {
            let there = found.get(&place(diagnostic)).map_or(&[][..], Vec::as_slice);
            diagnostic.is_found_again() || there.iter().any(|message| message.starts_with(&diagnostic.message))
        }
    }
}

impl Finding {
    /// Nothing but what is said.
    pub fn of(diagnostic: Diagnostic) -> Self {
        Self {
            diagnostic,
            element: None,
            violation: None,
            impossible: None,
            witness: None,
            because: Vec::new(),
            failure: None,
            is_doubted: false,
        }
    }

    fn about(self, element: ElementId) -> Self {
        Self { element: Some(element), ..self }
    }

    fn excluding(self, impossible: UnsatClaim) -> Self {
        Self { impossible: Some(impossible), ..self }
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.diagnostic.severity
    }
}
