//! The document as a problem: an atom for each instance of a feature, a rule for each line that demands something.

mod cells;
mod comparison;
mod constraints;
mod cuts;
mod functions;
mod mixed;
mod number;
mod open;
mod polynomial;
mod references;
mod scope;
mod sum_diagram;
mod text;
mod texts;
mod tree;
mod value;

use variscope_encoder::{Atom, FormulaId, Problem, RuleIndex};

use super::instances::Instances;
use super::interchangeable::LargeGroup;
use super::syntax::UvlFile;
use crate::feature::statements::RuleKind;
use crate::source::Span;
use crate::source::diagnostic::Diagnostic;
use cuts::Cuts;
use references::FeatureNames;
use scope::InstanceScope;
use texts::TextAtoms;

/// What a rule of the problem says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RuleSource {
    pub kind: RuleKind,
    /// The line that says it.
    pub span: Span,
    /// Whether it is a constraint that reads values of features.
    pub reads_values: bool,
}

/// The problem and where its rules come from.
pub(super) struct Lowered {
    /// What the tree demands.
    pub structure: Problem,
    /// What the constraints demand, with the numbers of their rules.
    pub constraints: Vec<(FormulaId, RuleIndex)>,
    /// By rule index.
    pub rules: Vec<RuleSource>,
    /// Groups of many members.
    pub large_groups: Vec<LargeGroup>,
    /// What may be meant otherwise.
    pub warnings: Vec<Diagnostic>,
}

/// Lowers a document.
pub(super) fn lower(document: &UvlFile, tree: &Instances) -> Result<Lowered, Vec<Diagnostic>> {
    let (names, diagnostics) = FeatureNames::of(document);
    let problem = Problem::with_atoms(tree.all.len());
    let (rules, constraints, large_groups) = (Vec::new(), Vec::new(), Vec::new());
    let (cuts, texts) = (Cuts::default(), TextAtoms::default());
    let (warnings, scope) = (Vec::new(), InstanceScope::default());
    let mut lowering = Lowering {
        document,
        tree,
        names,
        problem,
        rules,
        cuts,
        texts,
        constraints,
        diagnostics,
        large_groups,
        warnings,
        scope,
    };
    lowering.tree();
    for &root in &document.constraints {
        if let Err(diagnostic) = lowering.constraint(root) {
            lowering.diagnostics.push(*diagnostic);
        }
    }
    if let Err(diagnostic) = lowering.domains() {
        lowering.diagnostics.push(*diagnostic);
    }
    let Lowering { problem, constraints, rules, diagnostics, large_groups, warnings, .. } = lowering;
    if diagnostics.is_empty() {
        Ok(Lowered { structure: problem, constraints, rules, large_groups, warnings })
    } else {
        Err(diagnostics)
    }
}

struct Lowering<'d> {
    document: &'d UvlFile,
    tree: &'d Instances,
    names: FeatureNames<'d>,
    problem: Problem,
    rules: Vec<RuleSource>,
    cuts: Cuts,
    texts: TextAtoms,
    constraints: Vec<(FormulaId, RuleIndex)>,
    diagnostics: Vec<Diagnostic>,
    large_groups: Vec<LargeGroup>,
    warnings: Vec<Diagnostic>,
    /// Where the constraint at hand is stated.
    scope: InstanceScope,
}

impl Lowering<'_> {
    /// A rule that formulas can be constrained by.
    fn rule(&mut self, kind: RuleKind, span: Span) -> RuleIndex {
        self.rules.push(RuleSource { kind, span, reads_values: false });
        RuleIndex::new(self.rules.len() as u32 - 1)
    }

    /// That an instance is selected.
    fn selected(instance: usize) -> FormulaId {
        Atom::new(instance).into()
    }
}
