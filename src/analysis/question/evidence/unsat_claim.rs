//! Claims that no configuration satisfies a formula; findings are searched for and certified by the same formulas.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use variscope_encoder::{FormulaId, Formulas, RuleIndex};

use crate::analysis::presence::{Origin, Rules};
use crate::analysis::question::all_variants::class_enumeration::has_all_combinations;
use crate::analysis::question::all_variants::contradiction::is_authored;
use crate::analysis::question::all_variants::lifted::{Determination, ErrorCause, Lifted, LiftedError, ResolvePhase};
use crate::analysis::value::{DistinctValues, Value};
use crate::source::syntax::yaml::{Yaml, YamlId};
use crate::tosca::model::{ElementId, Model};

/// A kind of configuration, of which a finding says that there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum UnsatClaim {
    /// A valid one.
    Variant,
    /// A valid one with the element.
    Presence(ElementId),
    /// A valid one without the element.
    Absence(ElementId),
    /// A valid one with the container of the element, but without the element.
    AbsenceAlone(ElementId),
    /// One in which the condition that the author gave the element does not hold.
    UnmetCondition(ElementId),
    /// One in which the condition that the author gave the element holds.
    MetCondition(ElementId),
    /// One that violates this constraint.
    Violation(YamlId),
    /// One that violates this constraint, and nothing else, unless conditions contradict each other there.
    SoleViolation(YamlId),
    /// A valid one in which the input has this value.
    InputValue(Arc<str>, Value),
    /// A valid one in which what is asked for holds, by its place among the demands.
    MetDemand(usize),
    /// A valid one in which one of these demands does not hold.
    UnmetDemand(Range<usize>),
}

/// Which configurations are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConfigurationScope {
    /// Valid ones.
    Valid,
    /// Those that no rule of the author excludes, whatever errors they lead to.
    Allowed,
}

impl ConfigurationScope {
    /// Whether configurations with this error are left out.
    fn leaves_out(self, error: &LiftedError) -> bool {
        self == Self::Valid || matches!(error.phase(), ResolvePhase::Inputs | ResolvePhase::Constraints)
    }
}

impl UnsatClaim {
    /// That a configuration is of this kind; none where the problem has no formula for it. `formulas` are those of the
    /// problem, and may have more.
    pub(crate) fn formula(&self, lifted: &Lifted<'_, '_>, formulas: &mut Formulas) -> Option<FormulaId> {
        ClaimFormulas::new(ConfigurationScope::Valid, lifted).of(self, formulas)
    }
}

/// Claims as formulas. What many of them have in common is built once.
pub(crate) struct ClaimFormulas<'l, 'v, 'm> {
    among: ConfigurationScope,
    lifted: &'l Lifted<'v, 'm>,
    /// The configurations that are looked at, once asked for.
    allowed: Option<FormulaId>,
    /// By constraint of the author: that it is violated, once asked for. Of one that holds by its form there is no error.
    violations: OnceCell<FxHashMap<YamlId, FormulaId>>,
    /// At most one constraint of the author is violated, and nothing else, once asked for.
    sole: Option<FormulaId>,
    /// By input: its group, and its place there, once asked for.
    inputs: OnceCell<FxHashMap<&'l str, InputPlace>>,
    /// By input: the classes that its values are in, once asked for.
    values: FxHashMap<Arc<str>, ValueClasses<'l>>,
}

impl<'l, 'v, 'm> ClaimFormulas<'l, 'v, 'm> {
    pub(crate) fn new(among: ConfigurationScope, lifted: &'l Lifted<'v, 'm>) -> Self {
        let (violations, inputs) = (OnceCell::new(), OnceCell::new());
        Self { among, lifted, allowed: None, violations, sole: None, inputs, values: FxHashMap::default() }
    }

    /// That a configuration is of this kind; none where the problem has no formula for it. `formulas` are always the same:
    /// those of the problem, and maybe more.
    pub(crate) fn of(&mut self, claim: &UnsatClaim, formulas: &mut Formulas) -> Option<FormulaId> {
        let lifted = self.lifted;
        let presence = |id: ElementId| FormulaId::from(lifted.presence(id));
        match *claim {
            UnsatClaim::Variant => Some(self.allowed(formulas)),
            UnsatClaim::Presence(id) => Some(self.allowed_with([presence(id)], formulas)),
            UnsatClaim::Absence(id) => Some(self.allowed_with([!presence(id)], formulas)),
            UnsatClaim::AbsenceAlone(id) => {
                let container = lifted.variants().model().element(id).container.map_or(FormulaId::TRUE, presence);
                Some(self.allowed_with([container, !presence(id)], formulas))
            }
            UnsatClaim::UnmetCondition(id) => Some(!authored_condition(lifted, id)?),
            UnsatClaim::MetCondition(id) => authored_condition(lifted, id),
            UnsatClaim::Violation(constraint) => self.violation(constraint),
            UnsatClaim::SoleViolation(constraint) => {
                let violation = self.violation(constraint)?;
                let sole = self.sole(formulas);
                Some(formulas.and([violation, sole]))
            }
            UnsatClaim::InputValue(ref input, ref value) => {
                let some = self.has_value(input, value, formulas)?;
                Some(self.allowed_with([some], formulas))
            }
            UnsatClaim::MetDemand(place) => {
                let holds = self.demand(place, formulas);
                Some(self.allowed_with([holds], formulas))
            }
            UnsatClaim::UnmetDemand(ref places) => {
                let fails: Vec<FormulaId> = places.clone().map(|place| !self.demand(place, formulas)).collect();
                let some_fails = formulas.or(fails);
                Some(self.allowed_with([some_fails], formulas))
            }
        }
    }

    /// That an input has a value, in any configuration; none where nothing distinguishes this value from others.
    pub(crate) fn has_value(&mut self, input: &Arc<str>, value: &Value, formulas: &mut Formulas) -> Option<FormulaId> {
        let lifted = self.lifted;
        let at = *self.inputs.get_or_init(|| inputs(lifted)).get(&**input)?;
        let values = self.values.entry(Arc::clone(input)).or_insert_with(|| ValueClasses::of(lifted, at));
        values.having(lifted, formulas, value)
    }

    fn demand(&self, place: usize, formulas: &mut Formulas) -> FormulaId {
        self.lifted.demand(formulas, &self.lifted.variants().rules().demands()[place])
    }

    fn allowed(&mut self, formulas: &mut Formulas) -> FormulaId {
        let (among, lifted) = (self.among, self.lifted);
        *self.allowed.get_or_insert_with(|| match among {
            ConfigurationScope::Valid => lifted.valid(),
            ConfigurationScope::Allowed => {
                let left_out = lifted.errors().iter().filter(|error| among.leaves_out(error));
                formulas.and(left_out.map(|error| !error.formula).chain([lifted.assumed()]))
            }
        })
    }

    fn allowed_with<const N: usize>(&mut self, more: [FormulaId; N], formulas: &mut Formulas) -> FormulaId {
        let allowed = self.allowed(formulas);
        formulas.and([allowed].into_iter().chain(more))
    }

    fn violation(&self, constraint: YamlId) -> Option<FormulaId> {
        let violations = self.violations.get_or_init(|| violations(self.lifted));
        let is_violated = violations.get(&constraint).copied().unwrap_or(FormulaId::FALSE);
        (self.lifted.determination() == Determination::ByDefinitions).then_some(is_violated)
    }

    /// That a configuration violates these two constraints, and nothing else, unless conditions contradict each other there.
    pub(crate) fn both_violated(&self, constraints: [YamlId; 2], formulas: &mut Formulas) -> Option<FormulaId> {
        let violated = constraints.map(|constraint| self.violation(constraint));
        let is_met = |error: &&LiftedError| {
            let own = constraint_of(self.lifted, error);
            !own.is_some_and(|own| constraints.contains(&own)) && !is_contradiction(self.lifted, error)
        };
        let others = self.lifted.errors().iter().filter(|error| self.among.leaves_out(error)).filter(is_met);
        let [one, other] = violated;
        Some(formulas.and(others.map(|error| !error.formula).chain([one?, other?])))
    }

    /// A constraint has an effect where it is all that keeps a contradiction from being met: contradictions are left out.
    fn sole(&mut self, formulas: &mut Formulas) -> FormulaId {
        if let Some(sole) = self.sole {
            return sole;
        }
        let mut violated: BTreeMap<YamlId, Vec<FormulaId>> = BTreeMap::new();
        let mut parts = Vec::new();
        for error in self.lifted.errors().iter().filter(|error| self.among.leaves_out(error)) {
            match constraint_of(self.lifted, error) {
                Some(constraint) => violated.entry(constraint).or_default().push(error.formula),
                None if is_contradiction(self.lifted, error) => {}
                None => parts.push(!error.formula),
            }
        }
        let violated: Vec<FormulaId> = violated.into_values().map(|errors| formulas.or(errors)).collect();
        parts.push(formulas.at_most_one(violated));
        let sole = formulas.and(parts);
        self.sole = Some(sole);
        sole
    }
}

/// By constraint of the author: that it is violated.
fn violations(lifted: &Lifted<'_, '_>) -> FxHashMap<YamlId, FormulaId> {
    let mut violations = FxHashMap::default();
    for error in lifted.errors() {
        if let Some(constraint) = constraint_of(lifted, error) {
            violations.entry(constraint).or_insert(error.formula);
        }
    }
    violations
}

/// The condition that the author gave an element.
fn authored_condition(lifted: &Lifted<'_, '_>, id: ElementId) -> Option<FormulaId> {
    let authored = lifted.variants().rules().authored();
    let place = authored.binary_search_by_key(&id, |(element, _)| *element).ok()?;
    Some(authored[place].1)
}

/// The constraints of the author, in order.
pub(crate) fn constraints(rules: &Rules) -> Vec<YamlId> {
    rules.problem().constraints().iter().filter_map(|rule| authored(rules, rule.index)).collect()
}

/// The place of a constraint in the list of its template, from 0.
///
/// # Panics
/// When it is not from that list.
pub fn place_of_constraint(model: &Model, constraint: YamlId) -> usize {
    let listed = model.variability().and_then(|variability| variability.get("constraints"));
    let place = listed.into_iter().flat_map(Yaml::items).position(|item| item.id() == constraint);
    place.expect("a constraint of the list")
}

fn authored(rules: &Rules, index: RuleIndex) -> Option<YamlId> {
    match rules.origin(index) {
        Origin::Constraint(yaml) => Some(yaml),
        _ => None,
    }
}

fn constraint_of(lifted: &Lifted<'_, '_>, error: &LiftedError) -> Option<YamlId> {
    match error.cause {
        ErrorCause::Constraint(index) => authored(lifted.variants().rules(), index),
        _ => None,
    }
}

/// Whether no presences satisfy what is demanded without a constraint of the author.
fn is_contradiction(lifted: &Lifted<'_, '_>, error: &LiftedError) -> bool {
    match error.cause {
        ErrorCause::Unsolvable(_) => true,
        ErrorCause::Constraint(index) => !is_authored(lifted.variants(), index),
        _ => false,
    }
}

/// The input has a value that the template mentions, or may have it: whatever is known of classes that were not found, each of
/// them may have each value.
pub(crate) fn having(
    lifted: &Lifted<'_, '_>,
    formulas: &mut Formulas,
    input: &str,
    value: &Value,
) -> Option<FormulaId> {
    ValueClasses::of(lifted, *inputs(lifted).get(input)?).having(lifted, formulas, value)
}

/// Where an input stands.
#[derive(Clone, Copy)]
struct InputPlace {
    group: usize,
    /// Its place among the inputs of the group.
    place: usize,
}

/// By input: where it stands.
fn inputs<'l>(lifted: &'l Lifted<'_, '_>) -> FxHashMap<&'l str, InputPlace> {
    let groups = lifted.classes().groups().iter().enumerate().filter(|(_, group)| has_all_combinations(group));
    let places = groups.flat_map(|(number, group)| {
        group.inputs.iter().enumerate().map(move |(place, input)| (&**input, InputPlace { group: number, place }))
    });
    places.collect()
}

/// The values of an input that the template mentions, with the classes of its group.
struct ValueClasses<'l> {
    group: usize,
    values: DistinctValues,
    /// By value: the classes that it is in.
    classes: Vec<&'l BTreeSet<usize>>,
    /// Classes that were not found, which may have each value.
    not_found: Vec<usize>,
}

impl<'l> ValueClasses<'l> {
    fn of(lifted: &'l Lifted<'_, '_>, InputPlace { group, place }: InputPlace) -> Self {
        let found = &lifted.classes().groups()[group];
        let (mut values, mut classes) = (DistinctValues::default(), Vec::new());
        let candidates = found.occurrences.get(place).into_iter().flatten();
        for (candidate, own) in candidates.filter(|(candidate, _)| !candidate.is_unmentioned) {
            classes.extend(values.insert(&candidate.value).then_some(own));
        }
        let not_found = found.classes.iter().enumerate().filter(|(_, class)| class.witness.is_empty());
        Self { group, values, classes, not_found: not_found.map(|(place, _)| place).collect() }
    }

    /// The input has the value, or may have it.
    fn having(&self, lifted: &Lifted<'_, '_>, formulas: &mut Formulas, value: &Value) -> Option<FormulaId> {
        let known = self.classes[self.values.place(value)?];
        let classes = known.iter().chain(&self.not_found).map(|&class| lifted.group(self.group)[class]);
        Some(formulas.or(classes.collect::<Vec<FormulaId>>()))
    }
}
