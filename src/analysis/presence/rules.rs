//! All rules of a model.

use rustc_hash::FxHashSet;
use variscope_encoder::{Atom, FormulaId, Problem, RuleIndex};

use super::{Origin, Violation, checks, constraints, define, implied, unused};
use crate::analysis::condition::demand::Bound;
use crate::analysis::condition::{AtomMeaning, Atoms, ImplicitCondition, Lowering, NamedCondition, NamedId};
use crate::source::Span;
use crate::source::diagnostic::{Diagnostic, distinct};
use crate::source::syntax::yaml::YamlId;
use crate::tosca::model::{ElementId, Model};

/// The rules of a model, the same for all configurations.
#[derive(Debug)]
pub struct Rules {
    problem: Problem,
    /// By rule number.
    origins: Vec<Origin>,
    atoms: Atoms,
    violations: Vec<Violation>,
    named: Vec<NamedCondition>,
    authored: Vec<(ElementId, FormulaId)>,
    added: Vec<(ElementId, Vec<ImplicitCondition>)>,
    values_before_error: Option<usize>,
    demands: Vec<Demanded>,
    /// How many atoms the template itself has; those behind belong to demands.
    own_atoms: usize,
}

/// A condition that is asked for beside the template.
#[derive(Clone, Debug)]
pub struct Demanded {
    /// The condition.
    pub formula: FormulaId,
    /// The values in it that nothing in the template asks for: where one of them cannot be evaluated, it does not hold.
    pub values: Vec<Atom>,
    /// Where it is written.
    pub span: Span,
}

/// Rules under construction.
pub(super) struct Collector<'m> {
    pub(super) model: &'m Model,
    pub(super) lowering: Lowering<'m>,
    pub(super) definitions: Vec<(Atom, FormulaId, Origin)>,
    pub(super) constraints: Vec<(FormulaId, Origin)>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// How many values were met before the first error.
    values_before_error: Option<usize>,
    /// What the author demands of elements with conditions.
    pub(super) authored: Vec<(ElementId, FormulaId)>,
    /// What default conditions and pruning add to the conditions of elements.
    pub(super) added: Vec<(ElementId, Vec<ImplicitCondition>)>,
    /// Elements of which "the author's conditions hold" is defined.
    pub(super) manual_defined: FxHashSet<ElementId>,
}

impl Rules {
    /// The rules of `model`, and what is wrong with its conditions, in the order in which the reference would meet it.
    pub fn of(model: &Model) -> (Self, Vec<Diagnostic>) {
        Self::demanding(model, &[])
    }

    /// [`Rules::of`] with conditions that are asked for beside the template; they are no rules.
    pub fn demanding(model: &Model, demands: &[Bound]) -> (Self, Vec<Diagnostic>) {
        let mut collector = Collector {
            model,
            lowering: Lowering::new(model),
            definitions: Vec::new(),
            constraints: Vec::new(),
            diagnostics: Vec::new(),
            values_before_error: None,
            authored: Vec::new(),
            added: Vec::new(),
            manual_defined: FxHashSet::default(),
        };
        define::presences(&mut collector);
        collector.authored.sort_unstable_by_key(|(id, _)| *id);
        collector.added.sort_unstable_by_key(|(id, _)| *id);
        constraints::authored(&mut collector);
        constraints::from_options(&mut collector);
        implied::elements(&mut collector);
        implied::implications(&mut collector);
        define::manual_conditions(&mut collector);
        define::named_conditions(&mut collector);
        collector.lowering.report_cycle(&mut collector.diagnostics);
        let violations = checks::violations(&mut collector);
        unused::expressions(&mut collector);
        let own_atoms = collector.lowering.atoms().len();
        let formulas = collector.demands(demands);
        let (mut rules, diagnostics) = collector.finish(violations);
        rules.own_atoms = own_atoms;
        rules.demands =
            formulas.into_iter().zip(demands).map(|(formula, bound)| rules.demanded(formula, bound.span)).collect();
        (rules, diagnostics)
    }

    /// The demands of [`Rules::demanding`], in order.
    pub fn demands(&self) -> &[Demanded] {
        &self.demands
    }

    /// Whether only demands ask for this value atom.
    pub fn is_of_demands(&self, atom: Atom) -> bool {
        atom.index() >= self.own_atoms
    }

    fn demanded(&self, formula: FormulaId, span: Span) -> Demanded {
        let (mut values, mut seen) = (Vec::new(), FxHashSet::default());
        let mut open = self.problem.formulas().atoms(formula);
        while let Some(atom) = open.pop() {
            if !seen.insert(atom) {
                continue;
            }
            match self.atoms.meaning(atom) {
                AtomMeaning::Value(_) if self.is_of_demands(atom) => values.push(atom),
                AtomMeaning::Named(_) => {
                    let body = self.problem.definition(atom).map(|rule| rule.formula);
                    open.extend(body.into_iter().flat_map(|body| self.problem.formulas().atoms(body)));
                }
                _ => {}
            }
        }
        values.sort_unstable();
        Demanded { formula, values, span }
    }

    /// Definitions and constraints; [`Rules::origin`] says what their numbers mean.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// What the atoms mean.
    pub fn atoms(&self) -> &Atoms {
        &self.atoms
    }

    /// Where the rule with this number comes from.
    pub fn origin(&self, index: RuleIndex) -> Origin {
        self.origins[index.index() as usize]
    }

    /// What every enabled check forbids, in the order in which the profile reports.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// A named condition.
    pub fn named(&self, id: NamedId) -> &NamedCondition {
        &self.named[id.index()]
    }

    /// For each element with conditions, ascending, that the conditions which the author wrote hold.
    pub fn authored(&self) -> &[(ElementId, FormulaId)] {
        &self.authored
    }

    /// The atom of the named condition with this body, if a condition uses it.
    pub fn named_atom(&self, body: YamlId) -> Option<Atom> {
        self.atoms.names().find(|(_, id)| self.named(*id).body == body).map(|(atom, _)| atom)
    }

    /// What default conditions and pruning ask of an element besides the author's conditions.
    pub fn added(&self, id: ElementId) -> &[ImplicitCondition] {
        let place = self.added.binary_search_by_key(&id, |(id, _)| *id);
        place.map_or(&[], |place| &self.added[place].1)
    }

    /// The values, from the first, that the reference evaluates before it meets the first wrong condition; all of them
    /// when none is wrong.
    pub fn values_before_error(&self) -> usize {
        self.values_before_error.unwrap_or_else(|| self.atoms.values().count())
    }

    /// How many atoms refer to each other in cycles of definitions.
    pub fn circular_count(&self) -> usize {
        self.problem.cycles(self.problem.atoms()).iter().map(Vec::len).sum()
    }

    /// The atom for the presence of `id`.
    pub fn presence(&self, model: &Model, id: ElementId) -> Atom {
        self.atoms.presence(model.position(id))
    }
}

impl Collector<'_> {
    /// The hosting relations of a node, also those that lead nowhere, which profile A refuses only where they are present.
    pub(super) fn hosting(&self, node: ElementId) -> Vec<ElementId> {
        let model = self.model;
        let relations = model.node(node).relations.iter().copied();
        relations.filter(|&id| model.relation(id).is_hosting).collect()
    }

    /// Keeps the formula, or reports what is wrong.
    pub(super) fn keep<T>(&mut self, lowered: Result<T, Box<Diagnostic>>) -> Option<T> {
        lowered.map_err(|diagnostic| self.report(*diagnostic)).ok()
    }

    /// Adds something that is wrong with a condition.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.is_error() && self.values_before_error.is_none() {
            self.values_before_error = Some(self.lowering.atoms().values().count());
        }
        self.diagnostics.push(diagnostic);
    }

    /// Formulas for demands; one that is wrong is reported, and holds.
    fn demands(&mut self, demands: &[Bound]) -> Vec<FormulaId> {
        let mut formulas = Vec::with_capacity(demands.len());
        for demand in demands {
            let lowered = self.lowering.demand(&demand.demand);
            formulas.push(self.keep(lowered).unwrap_or(FormulaId::TRUE));
            define::named_conditions(self);
        }
        if !demands.is_empty() {
            // What they ask for may be defined by what nothing asked for before.
            define::manual_conditions(self);
            define::named_conditions(self);
        }
        formulas
    }

    fn finish(self, violations: Vec<Violation>) -> (Rules, Vec<Diagnostic>) {
        let named = self.lowering.named_conditions().to_vec();
        let (formulas, atoms) = self.lowering.into_parts();
        let mut problem = Problem::with_atoms(atoms.len());
        *problem.formulas_mut() = formulas;
        let mut origins = Vec::with_capacity(self.definitions.len() + self.constraints.len());
        let mut number = |origin| {
            origins.push(origin);
            RuleIndex::new(origins.len() as u32 - 1)
        };
        for (atom, formula, origin) in self.definitions {
            problem.define(atom, formula, number(origin));
        }
        for (formula, origin) in self.constraints {
            problem.constrain(formula, number(origin));
        }
        let Self { authored, added, values_before_error, .. } = self;
        let rules = Rules {
            problem,
            origins,
            atoms,
            violations,
            named,
            authored,
            added,
            values_before_error,
            demands: Vec::new(),
            own_atoms: usize::MAX,
        };
        (rules, distinct(self.diagnostics))
    }
}
