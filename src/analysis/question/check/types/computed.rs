//! Values that expressions give, where the inputs that they read have few values.
//!
//! Each value is checked once. What is wrong with some of them, but not with all, is asked for among the variants whose
//! configurations give these.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use variscope_encoder::{FormulaId, Formulas};

use super::doubt::{ConditionalFault, SomeEarlier};
use super::{FaultyVariants, decided, seen};
use crate::analysis::domain::completions;
use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::lifted::Lifted;
use crate::analysis::question::check::lifted_solver::LiftedSolver;
use crate::analysis::question::check::subject::Subject;
use crate::analysis::question::configuration::classes::value_under;
use crate::source::Sources;
use crate::source::syntax::yaml::{Tree, Yaml, YamlId};
use crate::tosca::model::{ElementId, Kind, PropertyValue};

/// How many configurations are tried for one expression, and for all.
const MAX_CONFIGURATIONS_OF_ONE: usize = 1000;
const MAX_CONFIGURATIONS_OF_ALL: usize = 20_000;
/// How often configurations are distinguished by values, which takes as long as preparing for all other questions.
const MAX_DISTINCTIONS: usize = 16;

/// By property with an expression: its values, each as text and read again.
pub(super) type ComputedValues<'t> = FxHashMap<ElementId, Vec<(String, Yaml<'t>)>>;

/// A property that has one of these values.
pub(super) struct Computed {
    pub(super) property: ElementId,
    pub(super) texts: BTreeSet<String>,
}

/// Properties with the texts of all their values.
pub(super) struct Texts(Vec<(ElementId, Vec<String>)>);

impl Texts {
    pub(super) fn of(variants: &Variants<'_>) -> Self {
        let (model, mut left, mut found) = (variants.model(), MAX_CONFIGURATIONS_OF_ALL, Vec::new());
        for id in model.of_kind(Kind::Property) {
            let PropertyValue::Expression(expression) = model.property(id).value else { continue };
            let expression = model.yaml(expression);
            if expression.is_scalar() || variants.language().reading(expression).asks_presence {
                continue;
            }
            let most = left.min(MAX_CONFIGURATIONS_OF_ONE);
            let all = completions(variants.language(), variants.configuration(), expression, most);
            let Some(all) = all else { continue };
            left -= all.len();
            let values = all.iter().filter_map(|given| value_under(variants, given, id).ok().flatten());
            let texts: BTreeSet<String> = values.map(|value| value.to_json()).collect();
            found.push((id, texts.into_iter().collect()));
        }
        Self(found)
    }

    /// Reads all values.
    pub(super) fn parse(&self, sources: &mut Sources, tree: &mut Tree) -> Option<YamlId> {
        let lists: Vec<String> = self.0.iter().map(|(_, texts)| format!("[{}]", texts.join(", "))).collect();
        let file = sources.add("values of expressions", format!("[{}]\n", lists.join(",\n")));
        tree.parse(sources, file).0
    }

    /// The values, which were read as `root`.
    pub(super) fn values(self, root: Option<Yaml<'_>>) -> ComputedValues<'_> {
        let lists = root.into_iter().flat_map(Yaml::items);
        let with_text = |((id, texts), list): ((ElementId, Vec<String>), _)| {
            (id, texts.into_iter().zip(Yaml::items(list)).collect())
        };
        self.0.into_iter().zip(lists).map(with_text).collect()
    }
}

/// Asks again about faults of computed values, where not only presence decides.
pub(super) fn refine(subject: &mut Subject<'_, '_>, doubts: &[ConditionalFault], verdicts: &mut [FaultyVariants]) {
    let model = subject.variants.model();
    let mut by_inputs: BTreeMap<BTreeSet<String>, Vec<usize>> = BTreeMap::new();
    for (place, doubt) in doubts.iter().enumerate() {
        let Some(computed) = doubt.computed.as_ref().filter(|_| !matches!(verdicts[place], FaultyVariants::None))
        else {
            continue;
        };
        let PropertyValue::Expression(expression) = model.property(computed.property).value else { continue };
        let inputs = subject.variants.language().inputs_of(model.yaml(expression));
        by_inputs.entry(inputs).or_default().push(place);
        verdicts[place] = FaultyVariants::Unknown;
    }
    if by_inputs.len() > MAX_DISTINCTIONS {
        subject.mark_incomplete();
    }
    for places in by_inputs.into_values().take(MAX_DISTINCTIONS) {
        let computed = |&place: &usize| doubts[place].computed.as_ref().map(|computed| computed.property);
        let properties: BTreeSet<ElementId> = places.iter().filter_map(computed).collect();
        let properties: Vec<ElementId> = properties.into_iter().collect();
        let doubts: Vec<&ConditionalFault> = places.iter().map(|&place| &doubts[place]).collect();
        let found = if subject.lifted().is_some() {
            lifted(subject, &properties, &doubts)
        } else {
            enumerated(subject, &properties, &doubts)
        };
        for (place, verdict) in places.into_iter().zip(found) {
            verdicts[place] = verdict;
        }
    }
}

/// Distinguishes all configurations by the values of properties.
fn lifted(
    subject: &mut Subject<'_, '_>,
    properties: &[ElementId],
    doubts: &[&ConditionalFault],
) -> Vec<FaultyVariants> {
    let lifted = Lifted::measuring(subject.variants, properties, &subject.limits.budget);
    let Some(mut all) = lifted.ok().and_then(|lifted| LiftedSolver::new(Rc::new(lifted), subject.limits).ok()) else {
        subject.mark_incomplete();
        return doubts.iter().map(|_| FaultyVariants::Unknown).collect();
    };
    decided(&mut all, |lifted, formulas| {
        let mut known = SomeEarlier::default();
        doubts.iter().map(|doubt| formula(lifted, formulas, doubt, &mut known)).collect()
    })
}

/// Distinguishes variants that are tried one by one by the values of properties.
fn enumerated(
    subject: &mut Subject<'_, '_>,
    properties: &[ElementId],
    doubts: &[&ConditionalFault],
) -> Vec<FaultyVariants> {
    let measurement = subject.variants.measure(subject.limits, properties);
    if !measurement.enumeration.exactness.is_complete {
        subject.mark_incomplete();
    }
    let verdict = |doubt: &&ConditionalFault| {
        seen(&measurement.enumeration, &doubt.when, |place| {
            doubt.computed.as_ref().is_none_or(|computed| {
                let given = measurement.measured.iter().position(|&id| id == computed.property);
                let text = given.and_then(|given| measurement.values[place][given].as_ref());
                text.is_some_and(|text| computed.texts.contains(text))
            })
        })
    };
    doubts.iter().map(verdict).collect()
}

/// The valid configurations that have a fault.
fn formula(
    lifted: &Lifted<'_, '_>,
    formulas: &mut Formulas,
    doubt: &ConditionalFault,
    known: &mut SomeEarlier,
) -> FormulaId {
    let when = doubt.when.formula(lifted, formulas, known);
    let Some(computed) = &doubt.computed else { return when };
    let giving = lifted.giving(computed.property, |text| computed.texts.contains(text));
    let giving = formulas.or(giving);
    formulas.and([when, giving])
}
