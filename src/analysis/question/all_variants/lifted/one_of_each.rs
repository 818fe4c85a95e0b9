//! Sets with one member for each valid variant, to draw from.
//!
//! The members are classes, where no two of the set give one variant, or, where numbers are added up, the combinations of presences
//! themselves. Invariant: the models of the circuit are as many as the variants, and [`OneOfEach::presences`] of two are different.

use std::sync::MutexGuard;

use variscope_encoder::bdd::{Bdd, ConjunctionSearch, Images};
use variscope_encoder::{Budget, Circuit, Lit, Var};

use super::Lifted;
use super::diagram::Diagram;
use crate::analysis::question::all_variants::class_enumeration::countable;
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::configuration::witness::Witness;

/// A member for each valid variant.
pub(crate) struct OneOfEach<'l> {
    /// Its models are the members.
    pub(crate) circuit: Circuit,
    members: Members<'l>,
}

/// What members are, and where presences of elements can be read off them.
enum Members<'l> {
    Classes(MutexGuard<'l, Diagram>),
    FirstClasses(Diagram),
    Combinations(Images),
}

impl Lifted<'_, '_> {
    /// The members by decision diagrams; none where these become too large.
    pub(crate) fn one_of_each(&self, limits: &Limits) -> Option<OneOfEach<'_>> {
        let elements = countable(self.variants().model());
        if let Some(mut diagram) = self.diagram(&limits.budget) {
            if self.shows_each_class(&elements) {
                let all = diagram.valid;
                return Some(OneOfEach::of_classes(diagram, all));
            }
            if self.has_sums()
                && let Ok(images) = diagram.images()
            {
                return Some(OneOfEach {
                    circuit: Circuit::of_images(&images),
                    members: Members::Combinations(images),
                });
            }
            if let Ok(one_of_each) = diagram.representatives() {
                return Some(OneOfEach::of_classes(diagram, one_of_each));
            }
        }
        let diagram = self.first_classes(&elements, limits)?.diagram(self, &elements, &limits.budget)?;
        let circuit = circuit(&diagram, diagram.valid);
        Some(OneOfEach { circuit, members: Members::FirstClasses(diagram) })
    }
}

impl Lifted<'_, '_> {
    /// The combinations of presences, by element that counts, where numbers are added up; none where diagrams become too large.
    pub(crate) fn combinations(&self, budget: &Budget) -> Option<Images> {
        if self.has_sums() { self.diagram(budget)?.images().ok() } else { None }
    }

    /// A valid configuration with these presences, by element that counts; none where there is none or that takes too long.
    pub(crate) fn witness_of_combination(&self, present: &[bool], budget: &Budget) -> Option<Witness> {
        let mut diagram = self.diagram(budget)?;
        diagram.allow_more();
        let mut parts = vec![diagram.valid];
        for (place, &is_present) in present.iter().enumerate() {
            let function = diagram.functions[place];
            parts.push(if is_present { function } else { diagram.diagrams.not(function).ok()? });
        }
        let mut values = vec![false; diagram.variables()];
        let is_found = ConjunctionSearch::new(diagram.diagrams()).repair_into(parts, &mut values).ok()?;
        is_found.then(|| self.classes().witness(&diagram.choices().combination(self, &values)))
    }
}

impl<'l> OneOfEach<'l> {
    fn of_classes(diagram: MutexGuard<'l, Diagram>, set: Bdd) -> Self {
        Self { circuit: circuit(&diagram, set), members: Members::Classes(diagram) }
    }

    /// The presences of a member, a model of the circuit, by element that counts.
    pub(crate) fn presences(&self, member: &[Lit]) -> Vec<bool> {
        match &self.members {
            Members::Classes(diagram) => presences(diagram, member),
            Members::FirstClasses(diagram) => presences(diagram, member),
            Members::Combinations(images) => images.values(member),
        }
    }
}

/// The models of a set, over all variables of the diagram.
fn circuit(diagram: &Diagram, set: Bdd) -> Circuit {
    let vars: Vec<Var> = (0..diagram.variables()).map(Var::new).collect();
    Circuit::of_diagram(diagram.diagrams(), set, &vars)
}

fn presences(diagram: &Diagram, member: &[Lit]) -> Vec<bool> {
    let value = |variable: usize| member[variable].is_positive();
    diagram.functions.iter().map(|&function| diagram.diagrams().evaluate(function, value)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fmt::Write as _;

    use num_bigint::BigUint;
    use variscope_encoder::random::Congruential;

    use super::*;
    use crate::analysis::question::CountDetail;
    use crate::analysis::question::all_variants::fixture::with_lifted;

    /// Integers with a sum below a limit, or booleans, of which nodes show a part.
    fn template(random: &mut Congruential, has_sums: bool) -> String {
        let of = |input: usize| format!("{{variability_input: i{input}}}");
        let kind = if has_sums { "{type: integer, constraints: [{in_range: [0, 3]}]}" } else { "{type: boolean}" };
        let count = if has_sums { 9 } else { 4 };
        let mut text =
            "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n"
                .to_owned();
        for input in 0..count {
            let _ = writeln!(text, "      i{input}: {kind}");
        }
        if has_sums {
            let all: Vec<String> = (0..count).map(of).collect();
            let _ =
                writeln!(text, "    constraints: [{{less: [{{add: [{}]}}, {}]}}]", all.join(", "), 2 + random.below(4));
        }
        text += "    options: {mode: semantic-strict}\n  node_templates:\n    root: {type: t}\n";
        for node in 0..=random.below(4) {
            let [one, other] = [(); 2].map(|()| of(random.below(4)));
            let condition = if has_sums {
                format!("{{greater: [{one}, {}]}}", random.below(4))
            } else {
                format!("{{{}: [{one}, {other}]}}", ["and", "or", "xor"][random.below(3)])
            };
            let _ = writeln!(text, "    n{node}: {{type: t, conditions: {condition}}}");
        }
        text
    }

    #[test]
    fn each_variant_has_one_member() {
        let mut random = Congruential::new(1);
        let mut ways = [0; 3];
        for round in 0..40 {
            let text = template(&mut random, round % 2 == 0);
            with_lifted(&text, |_, lifted| {
                let limits = Limits::default();
                let Some(members) = lifted.one_of_each(&limits) else { return };
                let mut seen: BTreeSet<Vec<bool>> = BTreeSet::new();
                let models = members.circuit.models();
                let mut number = BigUint::ZERO;
                while let Some(model) = models.get(&number) {
                    assert!(seen.insert(members.presences(&model)), "{text}");
                    number += 1_u8;
                }
                ways[match members.members {
                    Members::Classes(_) => 0,
                    Members::FirstClasses(_) => 1,
                    Members::Combinations(_) => 2,
                }] += 1;
                drop(models);
                drop(members);
                assert_eq!(number, lifted.count(&limits, CountDetail::Total).variants, "{text}");
            });
        }
        assert!(ways[0] > 0 && ways[2] > 0, "{ways:?}");
    }
}
