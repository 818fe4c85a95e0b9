//! What an edit does to the variants.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use serde_yaml::Value as Yaml;
use variscope::analysis::question::{Change, Difference, ElementStatus, Limits};
use variscope::analysis::value::Configuration;
use variscope::source::syntax::yaml::YamlId;
use variscope::tosca::model::{ElementId, Kind, Model, PropertyValue};
use variscope_encoder::circuit::EditKind;

use super::Case;
use super::truth::{resolved, with};

/// The variants that are won, lost and kept, and the elements that behave differently, are those of all configurations; and
/// where nothing is said to have changed, documents are the same.
pub fn are_those_of_all_configurations(old: &Case, new: &Case) -> TestCaseResult {
    let nothing = Configuration::new();
    let (before, after) = (old.variants(&nothing), new.variants(&nothing));
    let found = before.difference(&after, &Limits::default()).expect("there is no budget");
    let common = common(&old.model, &new.model);
    for (change, sides) in [
        (&found.added, [None, Some(new)]),
        (&found.removed, [Some(old), None]),
        (&found.changed, [Some(old), Some(new)]),
    ] {
        is_shown(change, [old, new], sides, &common)?;
    }
    if !found.is_exact || !old.truth.is_complete || !new.truth.is_complete {
        return Ok(());
    }
    let (was, is) = (over(old, common.iter().map(|pair| pair.0)), over(new, common.iter().map(|pair| pair.1)));
    prop_assert_eq!(&found.kept, &BigUint::from(was.intersection(&is).count()));
    prop_assert_eq!(&found.added.count, &BigUint::from(is.difference(&was).count()), "{:?}", new.template);
    prop_assert_eq!(&found.removed.count, &BigUint::from(was.difference(&is).count()), "{:?}", new.template);
    prop_assert!(found.changed.count <= found.kept);
    statuses_differ(old, new, &found, &common)?;
    if found.edit_kind() == EditKind::Refactoring && found.only_old.is_empty() && found.only_new.is_empty() {
        let documents =
            |case: &Case| -> BTreeSet<String> { case.truth.valid().map(|(_, found)| found.document.clone()).collect() };
        prop_assert_eq!(documents(old), documents(new), "{:?}", new.template);
    }
    Ok(())
}

/// An example is there on the sides on which it is said to be.
fn is_shown(
    change: &Change,
    cases: [&Case; 2],
    sides: [Option<&Case>; 2],
    common: &[(ElementId, ElementId)],
) -> TestCaseResult {
    prop_assert_eq!(change.example.is_some(), change.count > BigUint::ZERO);
    let Some(example) = &change.example else { return Ok(()) };
    for (place, (witness, side)) in [&example.old, &example.new].into_iter().zip(sides).enumerate() {
        prop_assert_eq!(witness.is_some(), side.is_some(), "{:?}", cases[place].template);
        let (Some(witness), Some(case)) = (witness, side) else { continue };
        let nothing = Configuration::new();
        let variants = case.variants(&nothing);
        let found = resolved(&variants, &with(&nothing, witness));
        let present = found.ok().map(|found| {
            let has = |&(old, new): &(ElementId, ElementId)| {
                found.present[case.truth.place(if place == 0 { old } else { new })].then_some(old)
            };
            common.iter().filter_map(has).collect::<Vec<_>>()
        });
        prop_assert_eq!(present.as_ref(), Some(&example.present), "{:?} of {:?}", witness, case.template);
    }
    Ok(())
}

/// Exactly those common elements behave differently that are said to, unless one side has no variant, in which nothing behaves.
fn statuses_differ(old: &Case, new: &Case, found: &Difference, common: &[(ElementId, ElementId)]) -> TestCaseResult {
    if [old, new].iter().any(|case| case.truth.valid().next().is_none()) {
        prop_assert!(found.statuses.is_empty(), "{:?} {:?}", found.statuses, new.template);
        return Ok(());
    }
    for &(before, after) in common {
        let (was, is) = (status(old, before), status(new, after));
        let change = found.statuses.iter().find(|change| change.old == before);
        let change = change.map(|change| (change.before, change.after));
        prop_assert_eq!(change, (was != is).then_some((was, is)), "{} {:?}", old.model.path(before), new.template);
    }
    Ok(())
}

fn status(case: &Case, element: ElementId) -> Option<ElementStatus> {
    let place = case.truth.place(element);
    let all = case.truth.valid().count();
    match case.truth.valid().filter(|(_, found)| found.present[place]).count() {
        _ if all == 0 => None,
        0 => Some(ElementStatus::Dead),
        number if number == all => Some(ElementStatus::Core),
        _ => Some(ElementStatus::Conditional),
    }
}

/// The variants over these elements.
fn over(case: &Case, elements: impl Iterator<Item = ElementId>) -> BTreeSet<Vec<bool>> {
    let places: Vec<usize> = elements.map(|id| case.truth.place(id)).collect();
    case.truth.valid().map(|(_, found)| places.iter().map(|&place| found.present[place]).collect()).collect()
}

/// The elements that both have: of one kind and name in containers that both have; of several, first those that are written
/// alike, then those for one target or value, then the others in order.
fn common(old: &Model, new: &Model) -> Vec<(ElementId, ElementId)> {
    let (mut pairs, mut open) = (Vec::new(), vec![(None, None)]);
    while let Some((outer, other)) = open.pop() {
        let inside =
            |model: &Model, container| model.ids().filter(|&id| model.element(id).container == container).collect();
        let found = paired([old, new], inside(old, outer), inside(new, other));
        open.extend(found.iter().map(|&(old, new)| (Some(old), Some(new))));
        pairs.extend(found);
    }
    let countable = [old, new].map(variscope::analysis::question::countable);
    pairs.retain(|(old, new)| countable[0].contains(old) && countable[1].contains(new));
    pairs.sort_unstable();
    pairs
}

/// Each old element with the first new one that is still free, by what is more and more alike.
fn paired(models: [&Model; 2], mut olds: Vec<ElementId>, mut news: Vec<ElementId>) -> Vec<(ElementId, ElementId)> {
    let mut pairs = Vec::new();
    for likeness in [written, purpose, |_: &Model, _: ElementId| Some(Yaml::Null)] {
        let alike =
            |model: &Model, id: ElementId| Some((id.kind(), model.element(id).name.to_string(), likeness(model, id)?));
        olds.retain(|&old| {
            let Some(wanted) = alike(models[0], old) else { return true };
            let partner = news.iter().position(|&new| alike(models[1], new).as_ref() == Some(&wanted));
            pairs.extend(partner.map(|place| (old, news.remove(place))));
            partner.is_none()
        });
    }
    pairs
}

/// What is written of an element.
fn written(model: &Model, id: ElementId) -> Option<Yaml> {
    Some(parsed(model, model.element(id).body?))
}

/// What an element is for: the target of a relation, the value of a property.
fn purpose(model: &Model, id: ElementId) -> Option<Yaml> {
    match id.kind() {
        Kind::Relation => Some(Yaml::String(model.relation(id).target_name.to_string())),
        Kind::Property => match model.property(id).value {
            PropertyValue::Literal(value) => Some(parsed(model, value)),
            PropertyValue::Expression(_) | PropertyValue::Fallback | PropertyValue::Missing => None,
        },
        _ => None,
    }
}

/// A part of a template, read by another parser.
fn parsed(model: &Model, part: YamlId) -> Yaml {
    let (span, sources) = (model.yaml(part).span(), model.sources());
    let indented = " ".repeat(sources.position(span).column as usize - 1) + sources.text(span);
    serde_yaml::from_str(&indented).expect("each part is a document of its own")
}
