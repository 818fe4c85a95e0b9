//! Present elements without anything that could be written as their type (profile D; before it types are written as
//! they stand).

use variscope_encoder::FormulaId;

use super::checks::{Cause, Violation};
use super::rules::Collector;
use crate::model::{ElementId, Kind};
use crate::syntax::vocabulary::Profile;

/// When there is no document to write, because all candidates for a type are absent.
pub(super) fn violations(collector: &mut Collector<'_>, violations: &mut Vec<Violation>) {
    let model = collector.model;
    if model.profile() != Profile::D {
        return;
    }
    for element in model.ids() {
        let found =
            if element.kind() == Kind::Node { of_node(collector, element) } else { of_other(collector, element) };
        let presence = collector.lowering.presence(element);
        for (cause, missing) in found {
            let formula = collector.lowering.all(&[presence, missing]);
            if formula != FormulaId::FALSE {
                violations.push(Violation { cause, element, formula });
            }
        }
    }
}

type Missing = Vec<(Cause, FormulaId)>;

/// A node takes the type of its first present technology, else its own.
fn of_node(collector: &mut Collector<'_>, id: ElementId) -> Missing {
    let model = collector.model;
    let technologies = &model.node(id).technologies;
    if technologies.is_empty() || model.options().is_edmm {
        return no_type(collector, id, FormulaId::TRUE);
    }
    let none = !collector.lowering.any_presence(technologies.iter().copied());
    let mut takes_own = Vec::new();
    let mut no_earlier = FormulaId::TRUE;
    for &technology in technologies {
        let presence = collector.lowering.presence(technology);
        if model.technology(technology).assign.is_none() {
            takes_own.push(collector.lowering.all(&[no_earlier, presence]));
        }
        no_earlier = collector.lowering.all(&[no_earlier, !presence]);
    }
    let takes_own = collector.lowering.formulas().or(takes_own);
    let mut missing = vec![(Cause::NoTechnology, none)];
    missing.extend(no_type(collector, id, takes_own));
    missing
}

/// Other elements are written without a type when they have none.
fn of_other(collector: &mut Collector<'_>, id: ElementId) -> Missing {
    let model = collector.model;
    let is_written = model.element(id).body.is_some_and(|body| model.yaml(body).get("type").is_some());
    if is_written { no_type(collector, id, FormulaId::TRUE) } else { Missing::new() }
}

fn no_type(collector: &mut Collector<'_>, id: ElementId, premise: FormulaId) -> Missing {
    let types = collector.model.types_of(id);
    if types.is_empty() {
        return Missing::new();
    }
    let any = collector.lowering.any_presence(types.iter().copied());
    vec![(Cause::NoType, collector.lowering.all(&[premise, !any]))]
}
