//! Presences as decision diagrams over the classes.

use std::sync::{Mutex, MutexGuard, PoisonError};

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashMap;
use variscope_encoder::bdd::{AtomFunctions, Bdd, Diagrams, Functions, Overflow, Undefined, Weights};
use variscope_encoder::{Assignment, Atom, Budget, FormulaId, Formulas, Interrupted};

use super::{Determination, Lifted, Stage};
use crate::analysis::question::elements::ElementStatus;
use crate::analysis::question::product_enumeration::countable;
use crate::analysis::question::spread;
use crate::analysis::question::sweep::Sweep;
use crate::tosca::model::ElementId;

/// Nodes of diagrams; larger ones are no faster than the other ways to the same numbers.
pub(super) const MOST_NODES: usize = 300_000;

/// Nodes of diagrams that are made for statuses and for sweeps over formulas, which a solver does fast, too. In large problems
/// they may be as many as there are atoms, and several times as many on the way: there a solver does each sweep slowly.
const FEW_NODES: usize = 100_000;
const NODES_OF_ATOM: usize = 4;

/// Functions that one thread counts, one after the other.
const ASKED_TOGETHER: usize = 32;

/// The presences of some elements over the atoms of classes.
pub(super) struct Diagram {
    pub(super) diagrams: Diagrams,
    /// The configuration is valid.
    pub(super) valid: Bdd,
    /// By element: it is present; of no meaning where the configuration is not valid.
    pub(super) functions: Vec<Bdd>,
    /// All atoms, where definitions alone decide them.
    atoms: Option<Functions>,
    /// There is such a configuration, valid or not.
    allowed: Bdd,
    /// By element: it is present in a valid configuration. Empty where nobody asks for that.
    pub(super) presences: Vec<Bdd>,
    /// A valid class of each variant, once asked for.
    representatives: Option<Result<Bdd, Overflow>>,
    /// How many atoms of classes there are.
    vars: usize,
    first: usize,
}

impl Lifted<'_, '_> {
    /// The status of each element that counts, none when nothing is valid; nothing where diagrams become too large.
    pub(in crate::analysis::question) fn statuses(&self, budget: &Budget) -> Option<Vec<Option<ElementStatus>>> {
        let diagram = self.small_diagram(budget).filter(|diagram| diagram.has_presences())?;
        Some(diagram.presences.iter().map(|&presence| diagram.status(presence)).collect())
    }

    /// The presences of all elements that count, unless the diagrams become too large; made once.
    pub(super) fn diagram(&self, budget: &Budget) -> Option<MutexGuard<'_, Diagram>> {
        let make = || {
            let elements = countable(self.variants().model());
            let diagram = Diagram::of(self, &elements, budget);
            // Where numbers are added up, the valid configurations alone are many nodes, and each presence has them all once more.
            diagram.or_else(|| if self.adds_up() { Diagram::plain(self, &elements, budget).ok() } else { None })
        };
        self.diagram.get_or_init(|| make().map(Mutex::new)).as_ref().map(locked)
    }

    /// What is kept of assignments for many formulas, which may be others than those of the problem; none where diagrams become too
    /// large.
    pub(in crate::analysis::question) fn sweep<T>(
        &self,
        (formulas, asked): (&mut Formulas, &[FormulaId]),
        keep: impl FnMut(Assignment) -> T,
        budget: &Budget,
    ) -> Option<Sweep<T>> {
        let mut diagram = self.small_diagram(budget)?;
        let Diagram { diagrams, atoms, allowed, vars, .. } = &mut *diagram;
        let (atoms, mut known, mut seed) = (atoms.as_ref()?, FxHashMap::default(), 0);
        let find = |formulas: &Formulas, id| {
            let function = atoms.formula(formulas, id, &mut known, diagrams).map_err(|Overflow| Interrupted)?;
            let found = diagrams.and(function, *allowed).map_err(|Overflow| Interrupted)?;
            seed += 1;
            Ok((found != Bdd::FALSE).then(|| atoms.assignment(found, seed, *vars, diagrams)))
        };
        let sweep = Sweep::each(formulas, asked, find, keep);
        sweep.is_complete.then_some(sweep)
    }

    /// The same, made only if few nodes are enough.
    fn small_diagram(&self, budget: &Budget) -> Option<MutexGuard<'_, Diagram>> {
        if self.diagram.get().is_none()
            && let Some(mut diagram) = Diagram::small(self, &countable(self.variants().model()), budget)
        {
            diagram.diagrams.allow(MOST_NODES.max(NODES_OF_ATOM * self.problem().atom_count()));
            return self.diagram.get_or_init(|| Some(Mutex::new(diagram))).as_ref().map(locked);
        }
        self.diagram.get()?.as_ref().map(locked)
    }
}

/// Whoever panicked left nodes that are as good as before.
fn locked(diagram: &Mutex<Diagram>) -> MutexGuard<'_, Diagram> {
    diagram.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// The presences of `elements`, unless the diagrams become too large or presences are no functions.
    pub(super) fn of(lifted: &Lifted<'_, '_>, elements: &[ElementId], budget: &Budget) -> Option<Self> {
        let variables: Vec<Atom> = lifted.class_vars().map(|var| Atom::new(var.index())).collect();
        Self::build(lifted, elements, &variables, MOST_NODES, budget).ok()?.with_presences().ok()
    }

    /// The same where few nodes are enough.
    pub(super) fn small(lifted: &Lifted<'_, '_>, elements: &[ElementId], budget: &Budget) -> Option<Self> {
        let variables: Vec<Atom> = lifted.class_vars().map(|var| Atom::new(var.index())).collect();
        let most_nodes = FEW_NODES.max(lifted.problem().atom_count());
        Self::build(lifted, elements, &variables, most_nodes, budget).ok()?.with_presences().ok()
    }

    /// The same without a word about which configurations are valid, which may need many more nodes.
    pub(super) fn plain(lifted: &Lifted<'_, '_>, elements: &[ElementId], budget: &Budget) -> Result<Self, Undefined> {
        let variables: Vec<Atom> = lifted.class_vars().map(|var| Atom::new(var.index())).collect();
        Self::build(lifted, elements, &variables, MOST_NODES, budget)
    }

    /// The same without the configurations in which one of these formulas holds, unless that becomes too large.
    pub(super) fn without(mut self, formulas: &Formulas, excluded: &[FormulaId]) -> Option<Self> {
        let (atoms, mut known) = (self.atoms.as_ref()?, FxHashMap::default());
        // What is about the last variables comes first: the diagram above them is made once.
        for &formula in excluded.iter().rev() {
            let excluded = atoms.formula(formulas, formula, &mut known, &mut self.diagrams).ok()?;
            self.valid = self.diagrams.choose(excluded, Bdd::FALSE, self.valid).ok()?;
        }
        Some(self)
    }

    fn with_presences(mut self) -> Result<Self, Overflow> {
        let presences = self.functions.iter().map(|&function| self.diagrams.and(function, self.valid));
        self.presences = presences.collect::<Result<_, _>>()?;
        Ok(self)
    }

    /// The same with the atoms of classes in this order, and without presences.
    pub(super) fn build(
        lifted: &Lifted<'_, '_>,
        elements: &[ElementId],
        variables: &[Atom],
        most_nodes: usize,
        budget: &Budget,
    ) -> Result<Self, Undefined> {
        let problem = lifted.problem();
        let first = lifted.variants().rules().problem().atom_count();
        let mut diagrams = Diagrams::within(most_nodes, budget.clone());
        let (mut definitions, mut valid) = match lifted.determination() {
            Determination::ByDefinitions => (AtomFunctions::build(problem, variables, &mut diagrams)?, Bdd::TRUE),
            Determination::ByRules => constrained(lifted, variables, &mut diagrams)?,
        };
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
        let vars = variables.len();
        Ok(Self {
            diagrams,
            valid,
            allowed,
            functions,
            atoms,
            presences: Vec::new(),
            representatives: None,
            vars,
            first,
        })
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
        self.vars
    }

    /// The variable that chooses a class, with the value that it has to have; none for the only class of a group.
    pub(super) fn literal(&self, lifted: &Lifted<'_, '_>, class: FormulaId) -> Option<(usize, bool)> {
        if class.as_constant().is_some() {
            return None;
        }
        Some((lifted.atom_of(class.without_negation()).index() - self.first, !class.is_negation()))
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
        self.diagrams.allow(2 * MOST_NODES);
        let found = self.diagrams.representatives(self.valid, &self.functions, self.vars, MOST_NODES);
        *self.representatives.insert(found)
    }

    /// In how many classes of a set of valid ones each element is present.
    pub(super) fn per_element(&self, set: Bdd) -> Result<Vec<BigUint>, Overflow> {
        let weights = Weights::plain(self.vars);
        let shares = self.diagrams.shares(set, &weights);
        let mut distinct = self.functions.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let parts: Vec<&[Bdd]> = distinct.chunks(ASKED_TOGETHER).collect();
        let counts = spread::each(&parts, self.diagrams.budget(), |part| {
            let mut counter = shares.counter();
            part.iter().map(|&function| counter.count(function)).collect::<Result<Vec<BigUint>, Overflow>>()
        });
        let counts: Vec<BigUint> = counts.into_iter().collect::<Result<Vec<_>, Overflow>>()?.concat();
        let count = |function| counts[distinct.binary_search(function).expect("each is counted")].clone();
        Ok(self.functions.iter().map(count).collect())
    }

    /// Diagrams without a word about presences, for questions about classes.
    pub(super) fn bare(lifted: &Lifted<'_, '_>, diagrams: Diagrams) -> Self {
        let first = lifted.variants().rules().problem().atom_count();
        let vars = lifted.problem().atom_count() - first;
        let (functions, presences) = (Vec::new(), Vec::new());
        Self {
            diagrams,
            valid: Bdd::TRUE,
            allowed: Bdd::TRUE,
            functions,
            atoms: None,
            presences,
            representatives: None,
            vars,
            first,
        }
    }

    /// How many classes are in a set.
    pub(super) fn classes_of(&self, set: Bdd) -> BigUint {
        self.diagrams.count(set, &Weights::plain(self.vars))
    }

    /// How many configurations are valid; none for infinitely many.
    pub(super) fn configurations(&mut self, lifted: &Lifted<'_, '_>) -> Result<Option<BigUint>, Overflow> {
        self.size_of(lifted, self.valid)
    }

    /// How many configurations are in a set; none for infinitely many.
    pub(super) fn size_of(&mut self, lifted: &Lifted<'_, '_>, set: Bdd) -> Result<Option<BigUint>, Overflow> {
        let mut weights = vec![[BigUint::one(), BigUint::one()]; self.vars];
        let mut factor = BigUint::one();
        let mut finite = set;
        for (group, found) in lifted.classes().groups().iter().enumerate() {
            let formulas = lifted.group(group).iter().zip(&found.classes);
            for (formula, class) in formulas {
                let Some((var, value)) = self.literal(lifted, *formula) else {
                    let Some(size) = &class.size else { return Ok((set == Bdd::FALSE).then(BigUint::default)) };
                    factor *= size;
                    continue;
                };
                match &class.size {
                    Some(size) => weights[var][usize::from(value)].clone_from(size),
                    None => finite = self.exclude(finite, var, value)?,
                }
            }
        }
        Ok((finite == set).then(|| self.diagrams.count(finite, &Weights::new(weights)) * factor))
    }

    /// What remains without the class.
    fn exclude(&mut self, bdd: Bdd, var: usize, value: bool) -> Result<Bdd, Overflow> {
        let var = self.diagrams.variable(var)?;
        if value { self.diagrams.choose(var, Bdd::FALSE, bdd) } else { self.diagrams.and(var, bdd) }
    }
}

/// Presences by definitions and constraints together, and where there are any.
pub(super) fn constrained<'l>(
    lifted: &'l Lifted<'_, '_>,
    variables: &[Atom],
    diagrams: &mut Diagrams,
) -> Result<(AtomFunctions<'l>, Bdd), Undefined> {
    let mut definitions = AtomFunctions::over(lifted.problem(), variables, diagrams)?;
    let mut care = Bdd::TRUE;
    for fault in lifted.faults().iter().filter(|fault| fault.stage() < Stage::Constraints) {
        let fault = definitions.formula(fault.formula, diagrams)?;
        care = diagrams.choose(fault, Bdd::FALSE, care)?;
    }
    let constraints: Vec<FormulaId> = lifted.problem().constraints().iter().map(|rule| rule.formula).collect();
    let valid = definitions.solve_under(care, &constraints, diagrams)?;
    Ok((definitions, valid))
}
