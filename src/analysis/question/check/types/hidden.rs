//! Types that stand behind one which is present whenever they are: of several present types the first is written.

use std::sync::Arc;

use super::doubt::{ConditionalFault, When};
use super::{FaultyVariants, verdicts};
use crate::analysis::question::all_variants::status::ElementStatus;
use crate::analysis::question::check::Finding;
use crate::analysis::question::check::subject::Subject;
use crate::source::diagnostic::Code;
use crate::tosca::model::{Alternative, ElementId, Model};
use crate::tosca::types::completion::{Fault, Path, RuntimeResponse};

/// Types that no variant has written, although some have them.
pub(in crate::analysis::question::check) fn hidden(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    if subject.has_valid() != Some(true) || subject.variants.model().recovery().is_some() {
        return;
    }
    let model = subject.variants.model();
    let is_dead = |subject: &mut Subject<'_, '_>, id| subject.status(id) == Some(ElementStatus::Dead);
    let written: Vec<ConditionalFault> = model.ids().flat_map(|owner| behind_others(model, owner)).collect();
    let verdicts = verdicts(subject, &written);
    for (written, verdict) in written.into_iter().zip(verdicts) {
        let Some(id) = written.element.filter(|_| matches!(verdict, FaultyVariants::None)) else { continue };
        if !is_dead(subject, id) {
            findings.push(Finding::of(written.fault.diagnostic()).about(id));
        }
    }
}

/// The types of an element but the first one, each where it is written.
fn behind_others(model: &Model, owner: ElementId) -> Vec<ConditionalFault> {
    let types: Arc<[ElementId]> = model.types_of(owner).into();
    let later = types.iter().enumerate().skip(1);
    let fault = |(place, &id): (usize, &ElementId)| {
        let element = model.element(id);
        let is_always = |id: &&ElementId| {
            let before = model.element(**id);
            before.conditions.is_empty() && before.alternative == Alternative::Ordinary
        };
        let first = model.element(*types[..place].iter().find(is_always).unwrap_or(&types[0]));
        let message = format!("type \"{}\" is never written: one before it is present whenever it is", element.name);
        let fault = Fault {
            response: RuntimeResponse::PassedOver,
            because: Some((first.span, "of several present types the first is written".to_owned())),
            help: Some(format!(
                "write it first, or give \"{}\" `default_alternative: true`, or a condition that does not always hold",
                first.name
            )),
            ..Fault::new(Code::ShadowedKey, &Path::new(&element.name), element.span, message)
        };
        let when = When::present([id]).without_earlier(owner, &types, place);
        ConditionalFault::new(fault, Some(id), when)
    };
    later.map(fault).collect()
}
