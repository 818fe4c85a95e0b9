//! Properties that are given twice in a variant, outside of nodes: there it is an error of the semantics; and policies of one name.

use super::doubt::ConditionalFault;
use super::search::TemplateWalk;
use crate::source::diagnostic::Code;
use crate::tosca::model::{ElementId, Kind};
use crate::tosca::types::completion::{Fault, Path, RuntimeResponse};

/// So many namesakes before one are looked at: long lists of alternatives would take time in the square of their length.
const MAX_NAMESAKES: usize = 50;

impl TemplateWalk<'_, '_> {
    /// Two present properties of one name in what is no node. The last one is written, as the reference does.
    pub(super) fn repeated_properties(&mut self) {
        let model = self.model;
        for kind in [Kind::Relation, Kind::Connection, Kind::Group, Kind::Policy, Kind::Artifact] {
            for owner in model.of_kind(kind) {
                for namesakes in model.namesakes(&model.own_properties_of(owner)) {
                    for (place, &second) in namesakes.iter().enumerate() {
                        namesakes[place.saturating_sub(MAX_NAMESAKES)..place]
                            .iter()
                            .for_each(|&first| self.repeated(owner, first, second));
                    }
                }
            }
        }
    }

    /// Two present policies of one name: both are written, and a reader by name finds one.
    pub(super) fn repeated_policies(&mut self) {
        let policies: Vec<ElementId> = self.model.of_kind(Kind::Policy).collect();
        for namesakes in self.model.namesakes(&policies) {
            for pair in namesakes.windows(2) {
                let [first, second] = [pair[0], pair[1]].map(|id| self.model.element(id));
                let message = format!("policy \"{}\" is defined twice", second.name);
                let fault = Fault {
                    response: RuntimeResponse::PassedOver,
                    because: Some((first.span, "first defined here".to_owned())),
                    help: Some("rename one of them, or give them conditions of which only one holds".to_owned()),
                    ..Fault::new(Code::DuplicateName, &Path::new(&second.name), second.span, message)
                };
                let when = self.presence(pair[0]).and(&self.presence(pair[1]));
                self.doubts.push(ConditionalFault::new(fault, Some(pair[1]), when));
            }
        }
    }

    fn repeated(&mut self, owner: ElementId, first: ElementId, second: ElementId) {
        let (name, own) = (&self.model.element(first).name, self.model.full_display(owner));
        let message = format!("{own} has two properties \"{name}\", of which only the last one is written");
        let because = Some((self.model.element(second).span, "this one is written".to_owned()));
        let path = Path::new(&self.model.element(owner).name);
        let fault =
            Fault { because, ..Fault::new(Code::RepeatedProperty, &path, self.model.element(first).span, message) };
        let when = self.presence(first).and(&self.presence(second));
        self.doubts.push(ConditionalFault::new(fault, Some(owner), when));
    }
}
