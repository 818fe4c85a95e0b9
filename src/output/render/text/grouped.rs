//! The order in which findings are shown, and which of many alike are shown: causes before what follows from them, errors first,
//! findings with the same code together.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{Position, Sources, Span};

/// How much is shown of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The first of many alike with the lines that matter most; the lines of the others.
    Brief,
    /// Everything.
    Full,
}

/// Findings with one code that are all shown.
const MAX_ALIKE_DIAGNOSTICS: usize = 5;

/// Findings that are shown of more with the same code.
const SHOWN_OF_MANY: usize = 3;

/// Lines of findings that are named where the findings are not shown.
const MAX_LINES: usize = 20;

/// Lines that are quoted for one finding, with the one that it is about.
pub const MAX_QUOTED: usize = 5;

/// Warnings from which errors mostly follow: they stand before them.
static CAUSES: &[Code] = &[Code::ShadowedKey, Code::PlainProperty];

/// Findings that mostly follow from others, and from those before them.
static CONSEQUENCES: &[Code] = &[
    Code::FailingPreset,
    Code::UnsatisfiableCondition,
    Code::PartlyFailingPreset,
    Code::FailingDefaults,
    Code::EmptyDeployment,
    Code::DeadElement,
    Code::RedundantCondition,
    Code::FalseOptional,
    Code::TautologicalCondition,
    Code::RedundantConstraint,
    Code::TautologicalConstraint,
    Code::ImpossibleValue,
];

/// Findings with one code.
pub(super) struct FindingsOfCode<'d> {
    /// Those that are shown.
    pub(super) shown: Vec<&'d Diagnostic>,
    pub(super) others: Vec<&'d Diagnostic>,
}

impl<'d> FindingsOfCode<'d> {
    /// All findings, in the order in which they are shown.
    pub(super) fn of(diagnostics: &'d [Diagnostic], detail: Detail) -> Vec<Self> {
        let mut by_code: BTreeMap<(Severity, Code), Vec<&Diagnostic>> = BTreeMap::new();
        for diagnostic in diagnostics {
            by_code.entry((diagnostic.severity, diagnostic.code)).or_default().push(diagnostic);
        }
        let place = |diagnostic: &Diagnostic| diagnostic.span().map(|span| (span.file, span.start));
        // What the help of another finding names is what is repaired for that one, too.
        let helps: BTreeSet<&str> = diagnostics.iter().filter_map(|diagnostic| diagnostic.help.as_deref()).collect();
        let is_named = |diagnostic: &&Diagnostic| {
            let message = diagnostic.message.as_str();
            helps.range(message..).next().is_some_and(|help| help.starts_with(message))
        };
        let mut groups: Vec<Vec<&Diagnostic>> = by_code.into_values().collect();
        for group in &mut groups {
            group.sort_by_key(|diagnostic| place(diagnostic));
        }
        groups.sort_by_key(|group| {
            let first = group[0];
            let consequence = CONSEQUENCES.iter().position(|&code| code == first.code);
            let consequence = consequence.or(points_nowhere(first).then_some(0));
            let is_cause = CAUSES.contains(&first.code) || group.iter().any(is_named);
            (!is_cause, rank(first.severity), consequence, stage(first.code), place(first))
        });
        groups.into_iter().map(|group| Self::split(group, detail)).collect()
    }

    fn split(mut shown: Vec<&'d Diagnostic>, detail: Detail) -> Self {
        let is_long = detail == Detail::Brief && shown.len() > MAX_ALIKE_DIAGNOSTICS;
        let others = if is_long { shown.split_off(SHOWN_OF_MANY) } else { Vec::new() };
        Self { shown, others }
    }

    /// `and 17 more like this (V514): lines 12, 15, 40`; empty where all are shown.
    pub(super) fn rest(&self, sources: &Sources) -> String {
        let Some(first) = self.others.first() else { return String::new() };
        let mut lines: Vec<String> = self.others.iter().filter_map(|other| line(other, sources)).collect();
        lines.dedup();
        let named = lines.len().min(MAX_LINES);
        let more = if lines.len() > named { ", ... (`--full` shows all)" } else { "; `--full` shows all" };
        let (count, code) = (self.others.len(), first.code.entry().number);
        format!("... and {count} more like this ({code}): lines {}{more}\n\n", lines[..named].join(", "))
    }
}

/// Whether no lines force that nothing is valid: the other errors do.
fn points_nowhere(diagnostic: &Diagnostic) -> bool {
    let is_at_start = |span: Span| span == Span::start_of(span.file);
    diagnostic.code == Code::NoValidVariant
        && diagnostic.labels.len() == 1
        && diagnostic.span().is_some_and(is_at_start)
}

/// The line of a finding, from 1.
fn line(diagnostic: &Diagnostic, sources: &Sources) -> Option<String> {
    let Position { line, .. } = sources.position(diagnostic.span()?);
    Some(line.to_string())
}

/// How early it is found: files that cannot be read and misspelt or misplaced keys lead to names and types that are not
/// defined, and a misspelt name, also one of a requirement, to much that is wrong with variants.
fn stage(code: Code) -> u8 {
    let number = code.entry().number;
    let is_of = |series: &[&str]| series.iter().any(|series| number.starts_with(series));
    match () {
        () if is_of(&["V0"]) => 0,
        () if code == Code::UnknownKey => 1,
        () if matches!(code, Code::UndefinedType | Code::UndeclaredRequirement) => 3,
        () if is_of(&["V1", "V2"]) => 2,
        () => 4,
    }
}

/// The worst first.
fn rank(severity: Severity) -> u8 {
    match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Note => 2,
    }
}

/// A finding that quotes no more lines than people read.
pub(super) fn with_few_quotes(diagnostic: &Diagnostic, detail: Detail) -> Diagnostic {
    let mut shortened = diagnostic.clone();
    if detail == Detail::Brief && shortened.labels.len() > MAX_QUOTED {
        let left_out = shortened.labels.len() - MAX_QUOTED;
        shortened.labels.truncate(MAX_QUOTED);
        shortened.notes.push(format!("and {left_out} more lines that matter; `--full` shows them"));
    }
    shortened
}
