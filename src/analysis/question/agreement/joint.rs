//! All configurations of two templates at once.
//!
//! A configuration that has a valid variant on one side has the same on the other exactly when the presences of the one side
//! satisfy all rules of the other: there every configuration has one assignment at most. So the elements of both sides
//! share their atoms, and what an edit left alone becomes the same formula on both sides.

use rustc_hash::{FxHashMap, FxHashSet};
use variscope_encoder::{Atom, Budget, FormulaId, Formulas, Problem};

use super::UndecidedReason;
use super::same_elements::Matching;
use crate::analysis::condition::AtomMeaning;
use crate::analysis::question::all_variants::class_enumeration::countable;
use crate::analysis::question::all_variants::lifted::{LeastPresences, Lifted, RuleOrigin};
use crate::analysis::question::all_variants::sweep::Sweep;
use crate::analysis::question::configuration::witness::Witness;
use crate::tosca::model::ElementId;

/// Values for the open inputs that were looked for.
pub(super) type Searched = Option<Witness>;

/// So often atoms are looked at that refer to each other; most refer to presences and values alone.
const MAX_ROUNDS: usize = 3;

/// A configuration that does not give both sides the same, if there is one.
pub(super) fn differing<'v, 'm>(
    before: &Lifted<'v, 'm>,
    after: &Lifted<'v, 'm>,
    matching: &Matching,
    budget: &Budget,
) -> Result<Searched, UndecidedReason> {
    let forth = Image::forth(before, after, matching);
    let common = matching.common.iter().map(|&(one, other)| (other, one)).collect();
    let back = Image { own: after, other: before, common, missing: &matching.only_new, further: &matching.only_old };
    let sides = [&forth, &back];
    let compared =
        if have_same_least_presences(sides, budget)? { Compared::Demands } else { Compared::PresencesAndDemands };
    for side in sides {
        if let Some(witness) = side.unmatched(compared, budget)? {
            return Ok(Some(witness));
        }
    }
    Ok(None)
}

/// Whether it is known that all configurations have the same presences on both sides, valid or not, since on both they are the
/// least ones. Where the least presences of one side satisfy the definitions of the other, those of the other are contained in them
/// as far as they grow with cycles (Knaster and Tarski); where that holds both ways, those in cycles are the same, and all others
/// follow from them. So the loop formulas, which are hard to prove, are not asked for.
fn have_same_least_presences(sides: [&Image<'_, '_, '_>; 2], budget: &Budget) -> Result<bool, UndecidedReason> {
    let [Some(before), Some(after)] = sides.map(|side| side.own.least()) else { return Ok(false) };
    if before.circular.is_empty() && after.circular.is_empty() {
        return Ok(false);
    }
    let all_grow = |side: &LeastPresences| side.circular.is_disjoint(&side.not_growing);
    let [forth, _] = sides;
    let grows_on_both = |&(old, new): &(ElementId, ElementId)| {
        !before.circular.contains(&forth.own.presence(old)) || !after.not_growing.contains(&forth.other.presence(new))
    };
    if !all_grow(before) || !all_grow(after) || !forth.common.iter().all(grows_on_both) {
        return Ok(false);
    }
    for side in sides {
        if side.unmatched(Compared::Presences, budget)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Elements of `before` that are not always defined in `after` as they are present in a valid variant, by place in the
/// matching.
pub(super) fn moved<'v, 'm>(
    before: &Lifted<'v, 'm>,
    after: &Lifted<'v, 'm>,
    matching: &Matching,
    budget: &Budget,
) -> Result<Vec<ElementId>, UndecidedReason> {
    let image = Image::forth(before, after, matching);
    let mut problem = before.problem().clone();
    let broken = image.broken_rules(&mut problem);
    let asked: Vec<FormulaId> =
        broken.presences.iter().map(|&(_, moved)| problem.formulas_mut().and([before.valid(), moved])).collect();
    let mut session = problem.session(|_| None, budget.clone()).map_err(|_| UndecidedReason::Interrupted)?;
    let sweep = Sweep::of(problem.formulas_mut(), &asked, &mut session, drop);
    if !sweep.is_complete {
        return Err(UndecidedReason::Interrupted);
    }
    let moved = broken.presences.iter().zip(sweep.places).filter(|(_, place)| place.is_some());
    Ok(moved.map(|(&(id, _), _)| id).collect())
}

/// The rules of one side over the atoms of another.
struct Image<'i, 'v, 'm> {
    own: &'i Lifted<'v, 'm>,
    other: &'i Lifted<'v, 'm>,
    /// Elements of both, the own first.
    common: Vec<(ElementId, ElementId)>,
    /// Elements that the other side lacks.
    missing: &'i [ElementId],
    /// Elements of the other side that are lacking here, ascending. All that are neither these nor common are looked at by what they
    /// decide only.
    further: &'i [ElementId],
}

/// What is compared in configurations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compared {
    /// Whether valid configurations have the same presences, and are valid on the other side.
    PresencesAndDemands,
    /// Whether the own presences satisfy the definitions of the other side, in all configurations.
    Presences,
    /// Whether valid configurations are valid on the other side, given that presences are the same.
    Demands,
}

/// What the own presences do not satisfy on the other side.
#[derive(Default)]
struct Broken {
    /// For own elements, that they are not present as they are defined there.
    presences: Vec<(ElementId, FormulaId)>,
    /// For elements of the other side that are lacking here, that they are present there.
    further: Vec<FormulaId>,
    /// For constraints and what makes a configuration valid, that it does not hold.
    demands: Vec<FormulaId>,
    /// For loop formulas, that they do not hold.
    loop_formulas: Vec<FormulaId>,
}

impl<'i, 'v, 'm> Image<'i, 'v, 'm> {
    fn forth(before: &'i Lifted<'v, 'm>, after: &'i Lifted<'v, 'm>, matching: &'i Matching) -> Self {
        let (missing, further) = (matching.only_old.as_slice(), matching.only_new.as_slice());
        Self { own: before, other: after, common: matching.common.clone(), missing, further }
    }

    /// A configuration that shows a difference, if there is one.
    fn unmatched(&self, compared: Compared, budget: &Budget) -> Result<Searched, UndecidedReason> {
        let mut problem = self.own.problem().clone();
        let broken = self.broken_rules(&mut problem);
        let missing = self.missing.iter().map(|&id| FormulaId::from(self.own.presence(id)));
        let presences = broken.presences.into_iter().map(|(_, moved)| moved).chain(broken.further).chain(missing);
        let formulas = problem.formulas_mut();
        let wanted = match compared {
            Compared::Presences => formulas.or(presences),
            Compared::Demands => {
                let differs = formulas.or(broken.demands);
                formulas.and([self.own.valid(), differs])
            }
            Compared::PresencesAndDemands => {
                let differs = formulas.or(presences.chain(broken.demands).chain(broken.loop_formulas));
                formulas.and([self.own.valid(), differs])
            }
        };
        if wanted == FormulaId::FALSE {
            return Ok(None);
        }
        let mut session = problem.session(|_| None, budget.clone()).map_err(|_| UndecidedReason::Interrupted)?;
        let found = session.solve_under(problem.formulas(), wanted).map_err(|_| UndecidedReason::Interrupted)?;
        Ok(found.map(|assignment| self.own.witness(&assignment)))
    }

    /// The rules of the other side that the own presences do not satisfy.
    fn broken_rules(&self, problem: &mut Problem) -> Broken {
        let theirs = self.other.problem();
        let shared = self.shared();
        let mut images: FxHashMap<Atom, FormulaId> =
            shared.iter().map(|shared| (shared.atom, shared.image(self.own))).collect();
        self.classes(&mut images);
        self.auxiliary(problem, &mut images);
        let defined: Vec<(&Shared, FormulaId)> =
            shared.iter().filter_map(|shared| Some((shared, theirs.definition(shared.atom)?.formula))).collect();
        let is_loop =
            |formula: &FormulaId| self.other.least().is_some_and(|least| least.loop_formulas.contains(formula));
        let constraints = theirs.constraints().iter().map(|rule| rule.formula);
        let (loops, constraints): (Vec<FormulaId>, Vec<FormulaId>) = constraints.partition(is_loop);
        let definitions = defined.iter().map(|&(_, formula)| formula);
        let stated: Vec<FormulaId> =
            definitions.chain(constraints).chain([self.other.valid()]).chain(loops.iter().copied()).collect();
        let stated = import(problem, theirs.formulas(), &stated, &images);
        let (definitions, demanded) = stated.split_at(defined.len());
        let (demanded, loops) = demanded.split_at(demanded.len() - loops.len());
        let mut broken = Broken::default();
        for ((shared, _), &definition) in defined.iter().zip(definitions) {
            match shared.own {
                // What is said here in the same words holds.
                Some(id) if self.own_definition(id) == Some(definition) => {}
                Some(id) => {
                    let moved = !problem.formulas_mut().iff(self.own.presence(id).into(), definition);
                    broken.presences.push((id, moved));
                }
                None => broken.further.push(definition),
            }
        }
        let granted: FxHashSet<FormulaId> = self.own.problem().constraints().iter().map(|rule| rule.formula).collect();
        let is_granted = |formula: &FormulaId| *formula == self.own.valid() || granted.contains(formula);
        let broken_of = |formulas: &[FormulaId]| -> Vec<FormulaId> {
            formulas.iter().filter(|formula| !is_granted(formula)).map(|&formula| !formula).collect()
        };
        (broken.demands, broken.loop_formulas) = (broken_of(demanded), broken_of(loops));
        broken
    }

    fn own_definition(&self, id: ElementId) -> Option<FormulaId> {
        self.own.problem().definition(self.own.presence(id)).map(|rule| rule.formula)
    }

    /// The presences that variants of the other side are distinguished by.
    fn shared(&self) -> Vec<Shared> {
        let own: FxHashMap<ElementId, ElementId> = self.common.iter().map(|&(own, other)| (other, own)).collect();
        let is_distinguished = |id: &ElementId| own.contains_key(id) || self.further.binary_search(id).is_ok();
        let shared = |id: ElementId| Shared { atom: self.other.presence(id), own: own.get(&id).copied() };
        countable(self.other.variants().model()).into_iter().filter(is_distinguished).map(shared).collect()
    }

    /// Classes of configurations are the same on both sides.
    fn classes(&self, images: &mut FxHashMap<Atom, FormulaId>) {
        for group in 0..self.own.classes().groups().len() {
            for (&own, &other) in self.own.group(group).iter().zip(self.other.group(group)) {
                if other.as_constant().is_none() {
                    images.insert(self.other.atom_of(other.without_negation()), own.negated_if(other.is_negation()));
                }
            }
        }
    }

    /// All further atoms: those that are defined like one of the own are this one, the others are new.
    fn auxiliary(&self, problem: &mut Problem, images: &mut FxHashMap<Atom, FormulaId>) {
        let theirs = self.other.problem();
        let own = self.auxiliary_definitions();
        let mut defined: Vec<(Atom, FormulaId)> = Vec::new();
        let mut new: Vec<(Atom, FormulaId)> = Vec::new();
        for atom in theirs.atoms().filter(|atom| !images.contains_key(atom)) {
            defined.extend(theirs.definition(atom).map(|rule| (atom, rule.formula)));
        }
        for _ in 0..MAX_ROUNDS {
            let is_known =
                |formula: FormulaId| theirs.formulas().atoms(formula).iter().all(|atom| images.contains_key(atom));
            let (known, rest): (Vec<_>, Vec<_>) = defined.into_iter().partition(|&(_, formula)| is_known(formula));
            defined = rest;
            let formulas: Vec<FormulaId> = known.iter().map(|&(_, formula)| formula).collect();
            for (&(atom, _), image) in known.iter().zip(import(problem, theirs.formulas(), &formulas, images)) {
                let same = own.get(&image).copied();
                let image_atom = same.unwrap_or_else(|| problem.new_atom());
                images.insert(atom, image_atom.into());
                if same.is_none() {
                    problem.define(image_atom, image, RuleOrigin::Background.index());
                }
            }
        }
        for atom in theirs.atoms().filter(|atom| !images.contains_key(atom)).collect::<Vec<Atom>>() {
            let image = problem.new_atom();
            images.insert(atom, image.into());
            new.extend(theirs.definition(atom).map(|rule| (image, rule.formula)));
        }
        let formulas: Vec<FormulaId> = new.iter().map(|&(_, formula)| formula).collect();
        for ((image, _), definition) in new.into_iter().zip(import(problem, theirs.formulas(), &formulas, images)) {
            problem.define(image, definition, RuleOrigin::Background.index());
        }
    }

    /// By definition: an own atom that is no presence.
    fn auxiliary_definitions(&self) -> FxHashMap<FormulaId, Atom> {
        let mut atoms = FxHashMap::default();
        for atom in self.own.problem().atoms().filter(|&atom| !is_presence(self.own, atom)) {
            if let Some(rule) = self.own.problem().definition(atom) {
                atoms.entry(rule.formula).or_insert(atom);
            }
        }
        atoms
    }
}

/// A presence of the other side that variants are distinguished by.
struct Shared {
    atom: Atom,
    /// The own element that is the same; none where there is none, so that nothing may be present there.
    own: Option<ElementId>,
}

impl Shared {
    fn image(&self, own: &Lifted<'_, '_>) -> FormulaId {
        self.own.map_or(FormulaId::FALSE, |id| own.presence(id).into())
    }
}

fn import(
    problem: &mut Problem,
    from: &Formulas,
    formulas: &[FormulaId],
    images: &FxHashMap<Atom, FormulaId>,
) -> Vec<FormulaId> {
    problem.formulas_mut().import(from, formulas, |atom| images[&atom])
}

fn is_presence(side: &Lifted<'_, '_>, atom: Atom) -> bool {
    let rules = side.variants().rules();
    atom.index() < rules.problem().atom_count() && matches!(rules.atoms().meaning(atom), AtomMeaning::Presence(_))
}
