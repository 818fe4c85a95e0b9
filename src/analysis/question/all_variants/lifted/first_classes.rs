//! Classes of configurations that give different variants: all of them, or one of each variant.
//!
//! Where every class gives another variant, classes are counted in the place of variants, which is easier: presences follow from them.
//! Mostly several classes give one variant, for what is absent does not show what it reads. Then only the first class of each
//! variant is left, as far as it is found by exchanging the class of one group at a time, and that no two that are left give one
//! variant is proved.

use rustc_hash::FxHashSet;
use variscope_encoder::{Atom, Budget, FormulaId, Interrupted, Problem, SelfComposition, Var};

use super::diagram::Diagram;
use super::{Lifted, RuleOrigin};
use crate::analysis::domain::InputGroup;
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::configuration::classes::Outcome;
use crate::tosca::model::ElementId;

/// Looks at the budget while it is found out whether two classes give one variant: at least so many, and one for each atom.
const APART: u64 = 2_000;

/// Formulas that are evaluated to find out in which elements classes show.
const MAX_VALUES: usize = 4_000_000;

/// Nodes of diagrams for first classes.
const MAX_FIRST_CLASS_NODES: usize = 1_200_000;

/// Of each variant, the first class that gives it.
pub(super) struct FirstClasses {
    /// The valid configurations of such classes.
    pub(super) problem: Problem,
    /// Where a class is another one than the first.
    exchanges: Vec<FormulaId>,
}

impl FirstClasses {
    /// Diagrams in which nothing else is valid, unless they become too large.
    pub(super) fn diagram(&self, lifted: &Lifted<'_, '_>, elements: &[ElementId], budget: &Budget) -> Option<Diagram> {
        let variables: Vec<Atom> = lifted.class_atoms().collect();
        let diagram =
            Diagram::without_presences_in_order(lifted, elements, &variables, MAX_FIRST_CLASS_NODES, budget).ok()?;
        diagram.without(self.problem.formulas(), &self.exchanges)
    }
}

impl Lifted<'_, '_> {
    /// Whether every valid class gives another variant.
    pub(super) fn variant_determines_class(
        &self,
        elements: &[ElementId],
        limits: &Limits,
    ) -> Result<bool, Interrupted> {
        if self.shows_each_class(elements) {
            return Ok(true);
        }
        self.are_apart(&self.valid_problem(), elements, limits)
    }

    /// Whether no two classes give one variant because each class can be read off the elements: by group, any two classes differ in
    /// the truth of some condition that an element copies or negates. So it is with ranges of a number between thresholds of which
    /// each has a node. False where more than `MAX_VALUES` values would have to be looked at.
    pub(super) fn shows_each_class(&self, elements: &[ElementId]) -> bool {
        let groups = self.classes().groups();
        let readers: usize = groups.iter().map(|group| group.readers.len()).sum();
        let values = readers.saturating_mul(2 * self.problem().formulas().node_count());
        let has_open = self.inputs().len() > groups.len();
        values <= MAX_VALUES && !has_open && groups.iter().all(|group| self.shows_each(group, elements))
    }

    /// Whether each class of one group can be read off the elements.
    fn shows_each(&self, group: &InputGroup<Outcome>, elements: &[ElementId]) -> bool {
        if group.classes.len() < 2 {
            return true;
        }
        let is_shown = |column: &usize| {
            let atom = self.classes().subjects[group.readers[*column]].atom();
            atom.is_some_and(|atom| self.is_shown(atom, elements))
        };
        let shown: Vec<usize> = (0..group.readers.len()).filter(is_shown).collect();
        let mut seen = FxHashSet::default();
        (0..group.classes.len()).all(|class| {
            let holds = |&column: &usize| match group.outcomes.at(class, column) {
                Outcome::Holds(holds) => Some(*holds),
                _ => None,
            };
            shown.iter().map(holds).collect::<Option<Vec<bool>>>().is_some_and(|values| seen.insert(values))
        })
    }

    /// Whether some element is present exactly where an atom holds, or exactly where it does not.
    fn is_shown(&self, atom: Atom, elements: &[ElementId]) -> bool {
        let [holds, fails] = [true, false].map(|value| self.problem().fold(|other| (other == atom).then_some(value)));
        elements.iter().map(|&id| self.presence(id)).any(|presence| {
            let values = [holds.atom(presence), fails.atom(presence)];
            matches!(values, [Some(one), Some(other)] if one != other)
        })
    }

    /// The first class of each variant; none where that is not found.
    pub(super) fn first_classes(&self, elements: &[ElementId], limits: &Limits) -> Option<FirstClasses> {
        let mut problem = self.valid_problem();
        let shown: FxHashSet<Atom> = elements.iter().map(|&id| self.presence(id)).collect();
        let exchanges = problem.exchanges(&self.inputs(), |atom| shown.contains(&atom));
        for &exchange in &exchanges {
            problem.constrain(!exchange, RuleOrigin::Background.index());
        }
        let are_apart = self.are_apart(&problem, elements, limits).unwrap_or(false);
        are_apart.then_some(FirstClasses { problem, exchanges })
    }

    /// The variables by which classes are distinguished.
    pub(crate) fn class_vars(&self) -> impl Iterator<Item = Var> + use<> {
        let own = self.variants().rules().problem().atom_count();
        (own..self.problem().atom_count()).map(Var::new)
    }

    pub(super) fn class_atoms(&self) -> impl Iterator<Item = Atom> + use<> {
        self.class_vars().map(|var| Atom::new(var.index()))
    }

    /// The classes of each group, and what classes leave open.
    fn inputs(&self) -> Vec<Vec<FormulaId>> {
        let mut inputs: Vec<Vec<FormulaId>> =
            (0..self.classes().groups().len()).map(|group| self.group(group).to_vec()).collect();
        let chosen: FxHashSet<FormulaId> = inputs.iter().flatten().map(|class| class.without_negation()).collect();
        let open = self.class_atoms().map(FormulaId::from).filter(|atom| !chosen.contains(atom));
        inputs.extend(open.map(|atom| vec![!atom, atom]));
        inputs
    }

    /// Whether two classes of `problem` never give one variant.
    fn are_apart(&self, problem: &Problem, elements: &[ElementId], limits: &Limits) -> Result<bool, Interrupted> {
        let mut composition = SelfComposition::new(problem, |_| false);
        let formulas: Vec<FormulaId> = problem.constraints().iter().map(|rule| rule.formula).collect();
        let images = composition.images(&formulas);
        for (rule, image) in problem.constraints().iter().zip(images) {
            composition.problem_mut().constrain(rule.formula, rule.index);
            composition.problem_mut().constrain(image, rule.index);
        }
        let same = !composition.differ(elements.iter().map(|&id| self.presence(id)));
        let differ = composition.differ(self.class_atoms());
        composition.problem_mut().constrain(same, RuleOrigin::Background.index());
        composition.problem_mut().constrain(differ, RuleOrigin::Background.index());
        let budget = limits.budget.clone().with_checks(APART.max(problem.atom_count() as u64));
        Ok(composition.problem().session(|_| None, budget)?.solve()?.is_none())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use num_bigint::BigUint;
    use variscope_encoder::circuit::compile;
    use variscope_encoder::count::count;
    use variscope_encoder::random::Congruential;

    use super::*;
    use crate::analysis::question::CountDetail;
    use crate::analysis::question::all_variants::class_enumeration::countable;
    use crate::analysis::question::all_variants::fixture::with_lifted;

    const HEAD: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {mode: semantic-loose, node_default_condition_mode: host, expected_incoming_relation_check: CHECKED}
    inputs:
      a: {type: boolean}
      b: {type: boolean}
      c: {type: string, constraints: [{valid_values: [x, y, z]}]}
      d: {type: string, constraints: [{valid_values: [x, y, z]}]}
  node_templates:
    n0:
      type: tosca.nodes.Root
      anchor: true
";

    const CONDITIONS: [&str; 7] = [
        "{variability_input: a}",
        "{variability_input: b}",
        "{equal: [{variability_input: c}, x]}",
        "{equal: [{variability_input: c}, y]}",
        "{not: {equal: [{variability_input: d}, z]}}",
        "{equal: [{variability_input: d}, y]}",
        "{or: [{variability_input: a}, {variability_input: b}]}",
    ];

    /// Seven hosts in a tree, some with alternatives of a property.
    fn template(seed: u64) -> String {
        let mut draws = Congruential::new(seed);
        let mut below = |bound: usize| draws.below(bound);
        let is_checked = if below(2) == 0 { "true" } else { "false" };
        let mut text = HEAD.replace("CHECKED", is_checked);
        // The last one leaves classes that are alike.
        let conditions = if below(4) == 0 { 7 } else { 6 };
        for node in 1..7 {
            let (host, condition) = (below(node), CONDITIONS[below(conditions)]);
            let _ = write!(text, "    n{node}:\n      type: tosca.nodes.Root\n      conditions: {condition}\n");
            let _ = writeln!(text, "      requirements: [{{host: n{host}}}]");
            if below(2) == 0 {
                let condition = CONDITIONS[below(conditions)];
                let _ = writeln!(text, "      properties:\n        - size: {{value: big, conditions: {condition}}}");
                let _ = writeln!(text, "        - size: {{value: small, default_alternative: true}}");
            }
        }
        text
    }

    /// Classes that show in elements are distinguished by a solver, too, and there are as many variants as classes.
    #[test]
    fn classes_that_show_are_apart() {
        let mut shown = 0;
        for seed in 0..150 {
            let text = template(seed).replace("host: n", "peer: n").replace("semantic-loose", "semantic-strict");
            with_lifted(&text, |variants, lifted| {
                let (elements, limits) = (countable(variants.model()), Limits::default());
                if lifted.shows_each_class(&elements) {
                    assert!(lifted.are_apart(&lifted.valid_problem(), &elements, &limits).unwrap(), "{text}");
                    let (enumerated, counted) =
                        (variants.enumerate_classes(&limits).count(), lifted.count(&limits, CountDetail::PerElement));
                    assert_eq!(
                        (enumerated.variants, enumerated.classes),
                        (counted.variants, counted.classes),
                        "{text}"
                    );
                    assert_eq!(enumerated.per_element, counted.per_element, "{text}");
                    shown += 1;
                }
            });
        }
        assert!(shown > 15 && shown < 150, "{shown}");
    }

    /// By diagrams, by models and by a circuit, there are as many first classes as there are variants.
    #[test]
    fn every_variant_has_one_first_class() {
        let (mut found, mut fewer) = (0, 0);
        for seed in 0..150 {
            let text = template(seed);
            with_lifted(&text, |variants, lifted| {
                let (elements, limits) = (countable(variants.model()), Limits::default());
                let known = lifted.count(&limits, CountDetail::PerElement);
                let Some(first) = lifted.first_classes(&elements, &limits) else { return };
                let diagram = first.diagram(lifted, &elements, &limits.budget).unwrap();
                assert_eq!(diagram.classes(), known.variants, "{text}");
                assert_eq!(diagram.per_element(diagram.valid).ok(), known.per_element, "{text}");
                let (cnf, classes) = (first.problem.to_cnf(), lifted.class_vars().collect::<Vec<Var>>());
                let limits = variscope_encoder::CountLimits::default();
                assert_eq!(count(&cnf, Some(&classes), &limits).exact(), Some(&known.variants), "{text}");
                let mut vars = classes;
                vars.extend(elements.iter().map(|&id| Var::from(lifted.presence(id))));
                assert_eq!(
                    compile(&cnf, Some(&vars), &limits).unwrap().frequencies().total(),
                    &known.variants,
                    "{text}"
                );
                found += 1;
                fewer +=
                    usize::from(known.classes > Some(known.variants) && known.configurations > Some(BigUint::ZERO));
            });
        }
        assert!(found > 80 && fewer > 40, "{found} {fewer}");
    }
}
