//! Numbers of variants, classes and configurations, without looking at each.
//!
//! | number of | way | taken where |
//! |---|---|---|
//! | variants | `Diagram::count_all`: the valid classes | each class gives a variant of its own |
//! | variants | `Diagram::count_images`: the combinations of presences | numbers are added up |
//! | variants | `Diagram::count_variants`: one class of each variant | there is a diagram, of no such kind |
//! | variants | `counted_classes`: the valid classes, by a model counter | there is no diagram, and no two classes give one variant |
//! | variants | `count_first_classes`: the first class of each variant | the diagram gets too large, or there is none |
//! | variants | `count_projected_models`: models of the clauses, projected to presences | first classes are not found |
//! | classes | `Diagram::classes`, else `counted_classes` by a model counter | always |
//! | configurations | `Diagram::configurations`, else `count_configurations` by a model counter | always |

use num_bigint::BigUint;
use num_traits::One;
use variscope_encoder::bdd::{Images, Overflow};
use variscope_encoder::circuit;
use variscope_encoder::count::{Count, CountLimits, count, count_inputs};
use variscope_encoder::{FormulaId, Interrupted, Problem, Var};

use super::condensed::ProjectedClauses;
use super::diagram::Diagram;
use super::variable_order::countable_diagram;
use super::{Lifted, RuleOrigin};
use crate::analysis::domain::{Caveat, Class, Extent, InputGroup, JointSums};
use crate::analysis::question::all_variants::class_enumeration::countable;
use crate::analysis::question::all_variants::exactness::Exactness;
use crate::analysis::question::all_variants::limits::{self, Limits};
use crate::analysis::question::all_variants::variant_count::{CountDetail, VariantCount};
use crate::analysis::question::configuration::classes::Outcome;
use crate::tosca::model::ElementId;

impl Lifted<'_, '_> {
    /// Counts the valid variants, with this detail.
    pub(crate) fn count(&self, limits: &Limits, detail: CountDetail) -> VariantCount {
        let elements = countable(self.variants().model());
        let mut diagram = self.diagram(&limits.budget);
        let bounds = limits::of_all_variants(&limits.budget);
        let has_sums = self.has_sums();
        let is_apart = diagram.is_some() && self.shows_each_class(&elements);
        let represented = diagram.as_mut().and_then(|diagram| {
            let counted = if is_apart { diagram.count_all(detail) } else { diagram.count_variants(detail, has_sums) };
            counted.ok()
        });
        let (mut counted, classes) = match (represented, &mut diagram) {
            (Some(counted), Some(diagram)) => (counted, Some(diagram.classes())),
            (_, Some(diagram)) => {
                let classes = Some(diagram.classes());
                (self.count_first_classes(Some(diagram), &elements, limits, &bounds, detail), classes)
            }
            (_, None) => self.count_by_search(&elements, limits, &bounds, detail),
        };
        let configurations = match diagram {
            Some(mut diagram) => diagram.configurations(self).map_err(|_| Interrupted),
            None => match classes.clone().filter(|_| self.are_classes_single()) {
                Some(classes) => Ok(Some(classes)),
                None => self.count_configurations(limits, &bounds),
            },
        };
        let mut caveats = self.caveats(limits);
        let has_all_variants = counted.is_exact && caveats.is_empty();
        counted.is_exact &= classes.is_some() && configurations.is_ok();
        let unread = self.classes().unread_size();
        // Zero stays zero, whatever an input that nothing reads may be.
        let in_total =
            |read: BigUint| if read == BigUint::ZERO { Some(read) } else { unread.map(|unread| read * unread) };
        let configurations = configurations.unwrap_or_default().and_then(in_total);
        let extent = self.extent(configurations.as_ref(), limits);
        if counted.is_exact && caveats.is_empty() && extent == Extent::Unknown {
            caveats = self.uncounted();
        }
        VariantCount {
            variants: counted.variants,
            has_all_variants,
            classes: classes.filter(|_| self.classes().are_complete()),
            configurations,
            extent,
            elements,
            per_element: counted.per_element,
            exactness: Exactness { is_complete: counted.is_exact, caveats },
        }
    }

    /// How many valid variants the classes give; none where that takes too long.
    pub(super) fn number_of_variants(&self, limits: &Limits) -> Option<BigUint> {
        let bounds = limits::of_all_variants(&limits.budget);
        let elements = countable(self.variants().model());
        let diagram = self.diagram(&limits.budget);
        let counted = self.count_first_classes(diagram.as_deref(), &elements, limits, &bounds, CountDetail::Total);
        counted.is_exact.then_some(counted.variants)
    }

    /// Whether so many configurations are valid, or, where they are not counted, finitely many; unknown where that is only said of
    /// those classes of which it is known.
    fn extent(&self, configurations: Option<&BigUint>, limits: &Limits) -> Extent {
        if let Some(number) = configurations {
            let is_known = self.classes().are_complete() || number.bits() == 0;
            return if is_known { Extent::Finite } else { Extent::Unknown };
        }
        if self.classes().unread_extent() == Extent::Infinite || self.has_infinite(limits) {
            return Extent::Infinite;
        }
        let classes = self.classes().groups().iter().flat_map(|group| &group.classes).map(|class| class.extent);
        let is_finite = classes.chain([self.classes().unread_extent()]).all(|extent| extent == Extent::Finite);
        if is_finite && self.classes().are_complete() { Extent::Finite } else { Extent::Unknown }
    }

    /// Whether a class of infinitely many configurations is valid.
    fn has_infinite(&self, limits: &Limits) -> bool {
        let mut formulas = self.problem().formulas().clone();
        let infinite = self.wanted_classes(|class| class.extent == Extent::Infinite);
        let infinite = formulas.or(infinite);
        let valid = formulas.and([infinite, self.valid()]);
        let session = self.problem().session(|_| None, limits.budget.clone());
        let is_infinite = session.and_then(|mut session| session.solve_under(&formulas, valid));
        is_infinite.is_ok_and(|found| found.is_some()) || self.has_unbounded_sums(limits).unwrap_or(false)
    }

    /// Whether valid configurations are found that are infinitely many because ranges of sums go on for ever.
    fn has_unbounded_sums(&self, limits: &Limits) -> Result<bool, Interrupted> {
        let (mut formulas, joint_sums) = (self.problem().formulas().clone(), self.classes().joint_sums());
        if joint_sums.is_empty() {
            return Ok(false);
        }
        let mut session = self.problem().session(|_| None, limits.budget.clone())?;
        for (group, class) in joint_sums.iter().flat_map(JointSums::endless) {
            let valid = formulas.and([self.group(group)[class], self.valid()]);
            let Some(found) = session.solve_under(&formulas, valid)? else { continue };
            let combination = self.space.combination(&formulas, &found);
            if joint_sums.iter().any(|joint_sums| joint_sums.is_endless(&combination)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// That configurations are not counted, and why.
    fn uncounted(&self) -> Vec<Caveat> {
        if !self.classes().are_complete() {
            return self.classes().caveats().to_vec();
        }
        let is_uncounted =
            |group: &&InputGroup<Outcome>| group.classes.iter().any(|class| class.extent == Extent::Unknown);
        let read = self.classes().groups().iter().filter(is_uncounted).map(|group| group.inputs.join(", "));
        let unread = self.classes().partition.unread.iter().filter(|unread| unread.extent == Extent::Unknown);
        let inputs = read.chain(unread.map(|unread| unread.input.to_string()));
        let message = |inputs| format!("the values of the inputs {inputs} are too many to count");
        inputs.map(|inputs| Caveat { span: None, message: message(inputs) }).collect()
    }

    /// The problem with nothing but valid configurations.
    pub(crate) fn valid_problem(&self) -> Problem {
        let mut problem = self.problem().clone();
        problem.constrain(self.valid(), RuleOrigin::Background.index());
        problem
    }

    /// Whether conditions look at sums over groups, or groups are sums.
    pub(crate) fn has_sums(&self) -> bool {
        self.classes().sums().next().is_some() || !self.classes().joint_sums().is_empty()
    }

    /// How many configurations so many classes have; none for infinitely many, or where classes are not equally large.
    pub(crate) fn configurations_in(&self, classes: &BigUint) -> Option<BigUint> {
        let unread = self.classes().unread_size().filter(|_| self.are_classes_single())?;
        Some(unread * classes)
    }

    /// Whether every class is one of a single configuration, as far as inputs are read.
    fn are_classes_single(&self) -> bool {
        let mut sizes = self.classes().groups().iter().flat_map(|group| &group.classes).map(|class| &class.size);
        sizes.all(|size| size.as_ref().is_some_and(One::is_one))
    }

    /// Counts variants, and classes, without diagrams. Where every class gives another variant, only classes are counted: which
    /// configurations are valid depends on few elements, and all others are left out.
    fn count_by_search(
        &self,
        elements: &[ElementId],
        limits: &Limits,
        bounds: &CountLimits,
        detail: CountDetail,
    ) -> (Counted, Option<BigUint>) {
        if self.variant_determines_class(elements, limits).unwrap_or(false) {
            let classes = Counted::number(&self.counted_classes(bounds));
            let each = || {
                let counted = self.classes_per_element(elements, limits).ok();
                counted.or_else(|| ProjectedClauses::of(self, None).compiled(bounds))
            };
            let counted = if detail.is_per_element() { each() } else { None };
            let counted = counted.unwrap_or(classes);
            let classes = counted.is_exact.then(|| counted.variants.clone());
            return (counted, classes);
        }
        let counted = self.count_first_classes(None, elements, limits, bounds, detail);
        (counted, self.counted_classes(bounds).exact().cloned())
    }

    /// Counts the valid classes, and those with each element.
    fn classes_per_element(&self, elements: &[ElementId], limits: &Limits) -> Result<Counted, Overflow> {
        let diagram = countable_diagram(self, elements, &limits.budget)?;
        let per_element = Some(diagram.per_element(diagram.valid)?);
        Ok(Counted { variants: diagram.classes(), is_exact: true, per_element })
    }

    /// Counts the first class of each variant, where that is found, else the variants.
    fn count_first_classes(
        &self,
        diagram: Option<&Diagram>,
        elements: &[ElementId],
        limits: &Limits,
        bounds: &CountLimits,
        detail: CountDetail,
    ) -> Counted {
        let Some(first) = self.first_classes(elements, limits) else {
            return self.count_projected_models(diagram, bounds, detail);
        };
        if let Some(diagram) = first.diagram(self, elements, &limits.budget) {
            let per_element = if detail.is_per_element() { diagram.per_element(diagram.valid).ok() } else { None };
            return Counted { variants: diagram.classes(), is_exact: true, per_element };
        }
        let classes: Vec<Var> = self.class_vars().collect();
        let columns: Vec<Var> = elements.iter().map(|&id| Var::from(self.presence(id))).collect();
        let mut vars = [&classes[..], &columns].concat();
        vars.sort_unstable();
        let each = ProjectedClauses { cnf: first.problem.to_cnf(), vars, columns };
        let compiled = if detail.is_per_element() { each.compiled(bounds) } else { None };
        compiled.unwrap_or_else(|| Counted::number(&count(&each.cnf, Some(&classes), bounds)))
    }

    /// The number of models of the valid problem, projected to presences.
    fn count_projected_models(&self, diagram: Option<&Diagram>, limits: &CountLimits, detail: CountDetail) -> Counted {
        let condensed = ProjectedClauses::of(self, diagram);
        let compiled = if detail.is_per_element() { condensed.compiled(limits) } else { None };
        compiled.unwrap_or_else(|| Counted::number(&count(&condensed.cnf, Some(&condensed.vars), limits)))
    }

    fn counted_classes(&self, limits: &CountLimits) -> Count {
        let vars: Vec<Var> = self.class_vars().collect();
        count_inputs(&self.valid_problem().to_cnf(), &vars, limits)
    }

    /// How many configurations are valid, unread inputs left out; none for infinitely many. A class of n configurations
    /// counts as often as a number below n can be chosen (Chakraborty et al., "From weighted to unweighted model
    /// counting", IJCAI 2015).
    fn count_configurations(&self, limits: &Limits, bounds: &CountLimits) -> Result<Option<BigUint>, Interrupted> {
        let mut problem = self.valid_problem();
        let infinite = self.infinite(&mut problem);
        let mut session = problem.session(|_| None, limits.budget.clone())?;
        if session.solve_under(problem.formulas(), infinite)?.is_some() {
            return Ok(None);
        }
        problem.constrain(!infinite, RuleOrigin::Background.index());
        let factors: BigUint =
            (0..self.classes().groups().len()).map(|group| self.weigh(group, &mut problem)).product();
        let own = self.variants().rules().problem().atom_count();
        let vars: Vec<Var> = (own..problem.atom_count()).map(Var::new).collect();
        let counted = count_inputs(&problem.to_cnf(), &vars, bounds);
        counted.exact().map(|number| Some(number * factors)).ok_or(Interrupted)
    }

    /// The configuration is in a class of infinitely many.
    fn infinite(&self, problem: &mut Problem) -> FormulaId {
        problem.formulas_mut().or(self.wanted_classes(|class| class.size.is_none()))
    }

    /// The formulas of those classes, of all groups, for which `is_wanted` holds.
    fn wanted_classes(&self, is_wanted: impl Fn(&Class) -> bool) -> Vec<FormulaId> {
        let groups = self.classes().groups().iter().enumerate();
        let classes = groups.flat_map(|(group, found)| {
            let classes = self.group(group).iter().zip(&found.classes);
            classes.filter(|(_, class)| is_wanted(class)).map(|(&formula, _)| formula)
        });
        classes.collect()
    }

    /// Gives every class of the group as many assignments as it has configurations; the size of an only class is returned.
    fn weigh(&self, group: usize, problem: &mut Problem) -> BigUint {
        let classes = &self.classes().groups()[group].classes;
        if let [only] = classes.as_slice() {
            return only.size.clone().unwrap_or_default();
        }
        let most = classes.iter().filter_map(|class| class.size.as_ref()).max();
        let Some(most) = most.filter(|most| most.bits() > 1) else { return BigUint::from(1_u8) };
        let bits: Vec<FormulaId> = (0..(most - 1_u8).bits()).map(|_| problem.new_atom().into()).collect();
        for (&formula, class) in self.group(group).iter().zip(classes) {
            let Some(size) = &class.size else { continue };
            let is_below = problem.formulas_mut().at_most(&bits, &(size - 1_u8));
            let weighed = problem.formulas_mut().implies(formula, is_below);
            problem.constrain(weighed, RuleOrigin::Background.index());
        }
        BigUint::from(1_u8)
    }
}

impl Diagram {
    /// Counts one class of each variant, or, where classes are very many because numbers are added up, the variants themselves.
    fn count_variants(&mut self, detail: CountDetail, has_sums: bool) -> Result<Counted, Overflow> {
        if has_sums && let Ok(counted) = self.count_images(detail) {
            return Ok(counted);
        }
        let one_of_each = self.representatives()?;
        let per_element = if detail.is_per_element() { Some(self.per_element(one_of_each)?) } else { None };
        Ok(Counted { variants: self.classes_of(one_of_each), is_exact: true, per_element })
    }

    /// Counts classes, each of which gives a variant of its own.
    fn count_all(&mut self, detail: CountDetail) -> Result<Counted, Overflow> {
        self.allow_more();
        let per_element = if detail.is_per_element() { Some(self.per_element(self.valid)?) } else { None };
        Ok(Counted { variants: self.classes(), is_exact: true, per_element })
    }

    /// The combinations of presences in valid classes.
    pub(super) fn images(&self) -> Result<Images, Overflow> {
        Images::of(&self.diagrams, self.valid, &self.functions, 2 * self.most_nodes)
    }

    fn count_images(&self, detail: CountDetail) -> Result<Counted, Overflow> {
        let images = self.images()?;
        let per_element = if detail.is_per_element() { Some(images.counts()?) } else { None };
        Ok(Counted { variants: images.count(), is_exact: true, per_element })
    }
}

impl ProjectedClauses {
    /// In how many models each element is present; none where the circuit takes too long, or becomes too large.
    fn compiled(&self, limits: &CountLimits) -> Option<Counted> {
        let frequencies = circuit::compile(&self.cnf, Some(&self.vars), limits).ok()?.frequencies();
        let per_element = Some(self.columns.iter().map(|&var| frequencies.of(var).clone()).collect());
        Some(Counted { variants: frequencies.total().clone(), is_exact: true, per_element })
    }
}

struct Counted {
    variants: BigUint,
    is_exact: bool,
    per_element: Option<Vec<BigUint>>,
}

impl Counted {
    /// A number, or what is known of it.
    fn number(count: &Count) -> Self {
        Self { variants: count.lower().clone(), is_exact: count.exact().is_some(), per_element: None }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::analysis::question::all_variants::fixture::with_lifted;

    /// Nodes of which each has a condition of one or two inputs, and every input decides one alone.
    fn template(inputs: usize, nodes: usize) -> String {
        let mut text =
            "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n"
                .to_owned();
        for input in 0..inputs {
            let _ = writeln!(text, "      b{input}: {{type: boolean}}");
        }
        text += "    options: {type_default_condition: true}\n  node_templates:\n";
        for node in 0..nodes {
            let [one, other] =
                [node % inputs, node * node % inputs].map(|input| format!("{{variability_input: b{input}}}"));
            let condition = if node < inputs { one } else { format!("{{and: [{one}, {{not: {other}}}]}}") };
            let _ = writeln!(text, "    n{node}: {{type: tosca.nodes.Root, conditions: {condition}}}");
        }
        text
    }

    #[test]
    fn classes_that_are_apart_are_counted_for_each_element() {
        for inputs in 2..5 {
            let text = template(inputs, 3 * inputs);
            with_lifted(&text, |variants, lifted| {
                let (elements, limits) = (countable(variants.model()), Limits::default());
                assert!(lifted.variant_determines_class(&elements, &limits).unwrap(), "{text}");
                let bounds = CountLimits::default();
                let (by_classes, classes) =
                    lifted.count_by_search(&elements, &limits, &bounds, CountDetail::PerElement);
                let by_circuit = ProjectedClauses::of(lifted, None).compiled(&bounds).unwrap();
                assert_eq!(by_classes.per_element, by_circuit.per_element, "{text}");
                assert_eq!((Some(by_classes.variants), by_circuit.variants), (classes, BigUint::from(1_u8) << inputs));
            });
        }
    }
}
