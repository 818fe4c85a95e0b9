//! Presences as decision diagrams over the classes.

use std::sync::{Mutex, MutexGuard};

use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use variscope_encoder::bdd::{AtomFunctions, Bdd, Diagrams, Functions, Overflow, Undefined, Weights, random_values};
use variscope_encoder::{Atom, Budget, FormulaId, Formulas};

use super::class_choices::{ClassChoices, MAX_CLASSES_PER_VARIABLE};
use super::{Determination, Lifted, ResolvePhase};
use crate::analysis::question::all_variants::class_enumeration::countable;
use crate::analysis::question::all_variants::parallel;
use crate::analysis::question::all_variants::status::ElementStatus;
use crate::source::locked;
use crate::tosca::model::ElementId;

/// Nodes of diagrams; larger ones are no faster than the other ways to the same numbers.
pub(super) const MAX_NODES: usize = 300_000;

/// Nodes of diagrams that are made for statuses and for sweeps over formulas, which a solver does fast, too.
const FEW_NODES: usize = 100_000;
/// In large problems, where a solver does each sweep slowly, there may be so many nodes for each atom.
const NODES_OF_ATOM: usize = 8;

/// Nodes for each choice in the diagrams of sums, which are there whatever else is asked.
const NODES_OF_CHOICE: usize = 8;

/// Functions that one thread counts, one after the other: each takes over from the one before how often their first variables are reached.
const COUNTED_TOGETHER: usize = 128;

/// The presences of some elements over the atoms of classes.
pub(super) struct Diagram {
    pub(super) diagrams: Diagrams,
    /// The configuration is valid.
    pub(super) valid: Bdd,
    /// By element: it is present; of no meaning where the configuration is not valid.
    pub(super) functions: Vec<Bdd>,
    /// All atoms, where definitions alone decide them.
    pub(super) atoms: Option<Functions>,
    /// There is such a configuration, valid or not.
    pub(super) allowed: Bdd,
    /// By element: it is present in a valid configuration. Empty where that is not asked for.
    pub(super) presences: Vec<Bdd>,
    /// A valid class of each variant, once asked for.
    representatives: Option<Result<Bdd, Overflow>>,
    /// What its variables stand for.
    choices: ClassChoices,
    /// How many nodes are not too many.
    pub(super) most_nodes: usize,
}

impl Lifted<'_, '_> {
    /// The status of each element that counts, none when nothing is valid; nothing where diagrams become too large.
    pub(crate) fn statuses(&self, budget: &Budget) -> Option<Vec<Option<ElementStatus>>> {
        let mut diagram = self.small_diagram(budget)?;
        if diagram.has_presences() {
            return Some(diagram.presences.iter().map(|&presence| diagram.status(presence)).collect());
        }
        diagram.allow_more();
        let (all, present) = (diagram.classes(), diagram.per_element(diagram.valid).ok()?);
        Some(present.iter().map(|present| ElementStatus::of_counts(present, &all, true)).collect())
    }

    /// The presences of all elements that count, unless the diagrams become too large; made once.
    pub(super) fn diagram(&self, budget: &Budget) -> Option<MutexGuard<'_, Diagram>> {
        let make = || {
            let elements = countable(self.variants().model());
            let diagram = Diagram::with_class_numbers(self, &elements, budget);
            // Where numbers are added up, a variable for each class and more nodes may do.
            diagram.or_else(|| {
                if self.has_sums() { Diagram::without_presences(self, &elements, budget).ok() } else { None }
            })
        };
        self.diagram.get_or_init(|| make().map(Mutex::new)).as_ref().map(locked)
    }

    /// The presences of all elements that count, made only if few nodes are enough, or numbers are added up, of which a solver
    /// knows less than a diagram; made once.
    pub(super) fn small_diagram(&self, budget: &Budget) -> Option<MutexGuard<'_, Diagram>> {
        if self.has_sums() {
            return self.diagram(budget);
        }
        if self.diagram.get().is_none()
            && let Some(mut diagram) = Diagram::bounded_small(self, &countable(self.variants().model()), budget)
        {
            let most_nodes = MAX_NODES.max(NODES_OF_ATOM * self.problem().atom_count());
            diagram.diagrams.allow(most_nodes.max(2 * diagram.choices.most_nodes(self)));
            return self.diagram.get_or_init(|| Some(Mutex::new(diagram))).as_ref().map(locked);
        }
        self.diagram.get()?.as_ref().map(locked)
    }
}

impl Diagram {
    /// The status of an element that is present in these valid configurations.
    fn status(&self, presence: Bdd) -> Option<ElementStatus> {
        match presence {
            _ if self.valid == Bdd::FALSE => None,
            Bdd::FALSE => Some(ElementStatus::Dead),
            _ if presence == self.valid => Some(ElementStatus::Core),
            _ => Some(ElementStatus::Conditional),
        }
    }

    /// The presences of `elements` with the classes of large groups in binary; none where the diagrams become too large or presences
    /// are no functions.
    pub(super) fn with_class_numbers(lifted: &Lifted<'_, '_>, elements: &[ElementId], budget: &Budget) -> Option<Self> {
        Self::over_choices(lifted, elements, lifted.numbered_choices(MAX_CLASSES_PER_VARIABLE), MAX_NODES, budget)
    }

    /// The presences of `elements` with a variable for each class; none where the diagrams become too large or presences are no
    /// functions.
    pub(super) fn with_class_variables(
        lifted: &Lifted<'_, '_>,
        elements: &[ElementId],
        budget: &Budget,
    ) -> Option<Self> {
        Self::over_choices(lifted, elements, ClassChoices::apart(lifted.class_atoms()), MAX_NODES, budget)
    }

    /// [`Diagram::with_class_numbers`]; none already where few nodes are not enough.
    pub(super) fn bounded_small(lifted: &Lifted<'_, '_>, elements: &[ElementId], budget: &Budget) -> Option<Self> {
        let most_nodes = FEW_NODES.max(NODES_OF_ATOM * lifted.problem().atom_count());
        Self::over_choices(lifted, elements, lifted.numbered_choices(MAX_CLASSES_PER_VARIABLE), most_nodes, budget)
    }

    /// The presences of `elements` with these choices as variables; none where the diagrams become too large or presences are no
    /// functions.
    fn over_choices(
        lifted: &Lifted<'_, '_>,
        elements: &[ElementId],
        choices: ClassChoices,
        most_nodes: usize,
        budget: &Budget,
    ) -> Option<Self> {
        let most_nodes = most_nodes.max(choices.most_nodes(lifted));
        Self::without_presences_over(lifted, elements, choices, most_nodes, budget).ok()?.with_presences()
    }

    /// The functions of `elements` with a variable for each class, without [`Diagram::presences`], which may need many more
    /// nodes.
    pub(super) fn without_presences(
        lifted: &Lifted<'_, '_>,
        elements: &[ElementId],
        budget: &Budget,
    ) -> Result<Self, Undefined> {
        let variables: Vec<Atom> = lifted.class_atoms().collect();
        let choices: usize = lifted.classes().sums().map(|(_, sum)| sum.diagram.choices()).sum();
        let most_nodes = MAX_NODES.max(NODES_OF_CHOICE * choices);
        Self::without_presences_in_order(lifted, elements, &variables, most_nodes, budget)
    }

    /// Excludes the configurations in which one of these formulas holds; none where that becomes too large.
    pub(super) fn without(mut self, formulas: &Formulas, excluded: &[FormulaId]) -> Option<Self> {
        let (atoms, mut known) = (self.atoms.as_ref()?, FxHashMap::default());
        let mut included = Bdd::TRUE;
        // What is about the last variables comes first: what is about those above them is put on top, and nothing is made twice.
        for &formula in excluded.iter().rev() {
            let excluded = atoms.formula(formulas, formula, &mut known, &mut self.diagrams).ok()?;
            included = self.diagrams.choose(excluded, Bdd::FALSE, included).ok()?;
        }
        self.valid = self.diagrams.and(self.valid, included).ok()?;
        Some(self)
    }

    /// Adds where each element is present in a valid configuration, unless that takes too many nodes: each presence may have
    /// those of all valid configurations once more. None where the budget is used up.
    fn with_presences(mut self) -> Option<Self> {
        let presences = self.functions.iter().map(|&function| self.diagrams.and(function, self.valid));
        match presences.collect() {
            Ok(presences) => self.presences = presences,
            Err(Overflow) => {
                self.diagrams.budget().check().ok()?;
                self.allow_more();
            }
        }
        Some(self)
    }

    /// The functions of `elements` with the atoms of classes as variables, in this order, and without [`Diagram::presences`].
    pub(super) fn without_presences_in_order(
        lifted: &Lifted<'_, '_>,
        elements: &[ElementId],
        variables: &[Atom],
        most_nodes: usize,
        budget: &Budget,
    ) -> Result<Self, Undefined> {
        let choices = ClassChoices::apart(variables.iter().copied());
        Self::without_presences_over(lifted, elements, choices, most_nodes, budget)
    }

    /// The functions of `elements` with these choices as variables, and without [`Diagram::presences`].
    pub(super) fn without_presences_over(
        lifted: &Lifted<'_, '_>,
        elements: &[ElementId],
        choices: ClassChoices,
        most_nodes: usize,
        budget: &Budget,
    ) -> Result<Self, Undefined> {
        let problem = lifted.problem();
        let mut diagrams = Diagrams::within(most_nodes, budget.clone());
        let classes = choices.functions(problem, &mut diagrams)?;
        let (mut definitions, mut valid) = determined(lifted, classes, &mut diagrams)?;
        let fine = definitions.formula(lifted.valid(), &mut diagrams)?;
        valid = diagrams.and(valid, fine)?;
        let constraints = problem.constraints().iter();
        let constraints = constraints.map(|rule| definitions.formula(rule.formula, &mut diagrams));
        let constraints = constraints.collect::<Result<Vec<Bdd>, Overflow>>()?;
        let allowed = diagrams.conjunction(constraints)?;
        valid = diagrams.and(valid, allowed)?;
        let functions: Vec<Bdd> = elements.iter().map(|&id| definitions.atom(lifted.presence(id))).collect();
        let is_defined = lifted.determination() == Determination::ByDefinitions;
        let atoms = is_defined.then(|| definitions.into_functions());
        let (presences, representatives) = (Vec::new(), None);
        Ok(Self { diagrams, valid, functions, atoms, allowed, presences, representatives, choices, most_nodes })
    }

    /// Whether it is known where each element is present in a valid configuration.
    pub(super) fn has_presences(&self) -> bool {
        self.presences.len() == self.functions.len()
    }

    /// What holds in valid configurations, and by element what holds in those with it.
    pub(super) fn roots(&self) -> (Bdd, Vec<Bdd>) {
        (self.valid, self.presences.clone())
    }

    pub(super) fn diagrams(&self) -> &Diagrams {
        &self.diagrams
    }

    /// How many variables there are.
    pub(super) fn variables(&self) -> usize {
        self.choices.variables()
    }

    /// Random values of all variables, others for each seed.
    pub(super) fn random_values(&self, seed: u64) -> Vec<bool> {
        random_values(seed, self.variables())
    }

    /// What the variables stand for.
    pub(super) fn choices(&self) -> &ClassChoices {
        &self.choices
    }

    /// How many classes are valid.
    pub(super) fn classes(&self) -> BigUint {
        self.classes_of(self.valid)
    }

    /// A set of valid classes with one of each variant.
    pub(super) fn representatives(&mut self) -> Result<Bdd, Overflow> {
        if let Some(known) = self.representatives {
            return known;
        }
        let most_nodes = self.allow_more();
        let found = self.diagrams.representatives(self.valid, &self.functions, self.variables(), most_nodes);
        *self.representatives.insert(found)
    }

    /// Allows more nodes, for questions to what is there; how many each of them may need besides.
    pub(super) fn allow_more(&mut self) -> usize {
        let most_nodes = self.most_nodes.max(MAX_NODES);
        self.diagrams.allow(2 * most_nodes);
        most_nodes
    }

    /// In how many classes of a set of valid ones each element is present.
    pub(super) fn per_element(&self, set: Bdd) -> Result<Vec<BigUint>, Overflow> {
        let weights = Weights::plain(self.variables());
        let of_set = self.diagrams.set_counts(set, &weights);
        let mut distinct = self.functions.clone();
        distinct.sort_unstable_by_key(|&function| (self.diagrams.first_variable(function), function));
        distinct.dedup();
        let parts: Vec<&[Bdd]> = distinct.chunks(COUNTED_TOGETHER).collect();
        let counts = parallel::each(&parts, self.diagrams.budget(), |part| of_set.counter().counts(part));
        let counts: Vec<BigUint> = counts.into_iter().collect::<Result<Vec<_>, Overflow>>()?.concat();
        let known: FxHashMap<Bdd, BigUint> = distinct.iter().copied().zip(counts).collect();
        Ok(self.functions.iter().map(|function| known[function].clone()).collect())
    }

    /// Diagrams without functions of elements, for questions about classes, each of which has a variable.
    pub(super) fn without_functions(lifted: &Lifted<'_, '_>, diagrams: Diagrams) -> Self {
        Self {
            diagrams,
            valid: Bdd::TRUE,
            allowed: Bdd::TRUE,
            functions: Vec::new(),
            atoms: None,
            presences: Vec::new(),
            representatives: None,
            choices: ClassChoices::apart(lifted.class_atoms()),
            most_nodes: MAX_NODES,
        }
    }

    /// How many classes are in a set.
    pub(super) fn classes_of(&self, set: Bdd) -> BigUint {
        self.diagrams.count(set, &Weights::plain(self.variables()))
    }

    /// How many configurations are valid; none for infinitely many.
    pub(super) fn configurations(&mut self, lifted: &Lifted<'_, '_>) -> Result<Option<BigUint>, Overflow> {
        self.size_of(lifted, self.valid)
    }

    /// How many configurations are in a set; none for infinitely many.
    pub(super) fn size_of(&mut self, lifted: &Lifted<'_, '_>, set: Bdd) -> Result<Option<BigUint>, Overflow> {
        self.choices.size_of(lifted, set, &mut self.diagrams)
    }
}

/// All atoms as functions, from those of classes, and where definitions and constraints give them values.
pub(super) fn determined<'l>(
    lifted: &'l Lifted<'_, '_>,
    classes: AtomFunctions<'l>,
    diagrams: &mut Diagrams,
) -> Result<(AtomFunctions<'l>, Bdd), Undefined> {
    match lifted.determination() {
        Determination::ByDefinitions => Ok((classes.with_definitions(diagrams)?, Bdd::TRUE)),
        Determination::ByRules => constrained(lifted, classes, diagrams),
    }
}

/// All atoms as functions where definitions alone do not decide them.
fn constrained<'l>(
    lifted: &'l Lifted<'_, '_>,
    classes: AtomFunctions<'l>,
    diagrams: &mut Diagrams,
) -> Result<(AtomFunctions<'l>, Bdd), Undefined> {
    let mut definitions = classes;
    let mut care = Bdd::TRUE;
    for error in lifted.errors().iter().filter(|error| error.phase() < ResolvePhase::Constraints) {
        let error = definitions.formula(error.formula, diagrams)?;
        care = diagrams.choose(error, Bdd::FALSE, care)?;
    }
    let constraints: Vec<FormulaId> = lifted.problem().constraints().iter().map(|rule| rule.formula).collect();
    let valid = definitions.solve_under(care, &constraints, diagrams)?;
    Ok((definitions, valid))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::analysis::question::all_variants::fixture::with_lifted;

    #[test]
    fn without_presences_numbers_are_the_same() {
        let mut text =
            "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n"
                .to_owned();
        for place in 0..12 {
            let _ = writeln!(text, "      i{place}: {{type: boolean}}");
        }
        text += "    constraints:\n";
        for place in 1..12 {
            let before = place - 1;
            let _ = writeln!(text, "      - {{xor: [{{variability_input: i{place}}}, {{node_presence: n{before}}}]}}");
        }
        text += "    options: {mode: semantic-strict}\n  node_templates:\n";
        for place in 0..12 {
            let [one, other] = [place, (place + 5) % 12].map(|input| format!("{{variability_input: i{input}}}"));
            let _ = writeln!(text, "    n{place}: {{type: t, conditions: {{or: [{one}, {other}]}}}}");
        }
        with_lifted(&text, |variants, lifted| {
            let elements = countable(variants.model());
            let numbers = |most_nodes: usize| {
                let choices = lifted.numbered_choices(MAX_CLASSES_PER_VARIABLE);
                let diagram = Diagram::over_choices(lifted, &elements, choices, most_nodes, &Budget::unlimited())?;
                Some((diagram.has_presences(), diagram.classes(), diagram.per_element(diagram.valid).unwrap()))
            };
            let (has_presences, classes, each) = numbers(MAX_NODES).unwrap();
            assert!(has_presences && classes > BigUint::ZERO);
            let mut without = 0;
            for (has_presences, one, per_element) in (50..1000).step_by(10).filter_map(numbers) {
                without += usize::from(!has_presences);
                assert_eq!((one, per_element), (classes.clone(), each.clone()));
            }
            assert!(without > 0);
        });
    }
}
