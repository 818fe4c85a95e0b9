//! Default alternatives: at most one for each name, chosen automatically where the options say so.
//!
//! The reference looks at them as soon as all of a name are read, so that what is wrong with them is met there.

use super::Builder;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::SentenceStyle;
use crate::tosca::model::names::group_by_name;
use crate::tosca::model::{Alternative, ElementId, Kind};

impl Builder<'_> {
    /// Chooses the default among elements of which one may be the default alternative; several are a mistake.
    pub(super) fn settle_alternatives(&mut self, scope: &[ElementId]) {
        if scope.len() > 1 {
            self.choose_default(scope);
            self.report_several_defaults(scope);
        }
    }

    /// [`Builder::settle_alternatives`] for the elements of each name.
    pub(super) fn settle_namesakes(&mut self, ids: &[ElementId]) {
        for scope in self.by_name(ids) {
            self.settle_alternatives(&scope);
        }
    }

    fn by_name(&self, ids: &[ElementId]) -> Vec<Vec<ElementId>> {
        if ids.len() < 2 {
            return Vec::new();
        }
        group_by_name(ids, |id| self.element(id).name.clone())
    }

    /// The only entry without conditions becomes the default.
    pub(super) fn choose_default(&mut self, scope: &[ElementId]) {
        let is_eligible = scope.iter().all(|id| !matches!(id.kind(), Kind::Type | Kind::Input));
        if !is_eligible || !self.contents.options.automatic_default_alternatives {
            return;
        }
        let authored: Vec<ElementId> = scope.iter().copied().filter(|&id| self.element(id).body.is_some()).collect();
        let is_free = |&&id: &&ElementId| {
            let element = self.element(id);
            element.conditions.is_empty() && element.alternative == Alternative::Ordinary
        };
        let has_default = authored.iter().any(|&id| self.element(id).alternative == Alternative::Default);
        let free: Vec<ElementId> = authored.iter().filter(is_free).copied().collect();
        if let (false, &[one], true) = (has_default, free.as_slice(), authored.len() > 1) {
            self.element_mut(one).alternative = Alternative::Default;
        }
    }

    fn report_several_defaults(&mut self, scope: &[ElementId]) {
        let defaults: Vec<ElementId> =
            scope.iter().copied().filter(|&id| self.element(id).alternative == Alternative::Default).collect();
        let &[first, second, ..] = defaults.as_slice() else { return };
        let sentence = self.several_defaults_sentence(scope[0]);
        let message = format!("{} is not the only default alternative", self.display(second));
        let diagnostic = Diagnostic::new(Code::MultipleDefaults, self.element(second).span, message)
            .and(self.element(first).span, "the other one")
            .reference(sentence);
        self.report(diagnostic);
    }

    fn several_defaults_sentence(&self, first: ElementId) -> String {
        let container = self.element(first).container;
        if self.dialect().sentences == SentenceStyle::Full {
            return match (first.kind(), container) {
                (Kind::Type, Some(container)) => format!("{} has multiple default types", self.title(container)),
                (Kind::Technology, Some(container)) => {
                    format!("{} has multiple default technologies", self.title(container))
                }
                _ => format!("{} has multiple defaults", self.title(first)),
            };
        }
        let kind = crate::tosca::model::names::capitalised(first.kind().word());
        let owner = container.map_or(String::new(), |container| self.owner_in_words(container));
        format!("{kind} \"{}\" of {owner} has multiple defaults", self.element(first).name)
    }

    /// Profiles B and C name the relationship template where a relation owns a property.
    fn owner_in_words(&self, owner: ElementId) -> String {
        match owner.kind() {
            Kind::Relation => {
                let template = self.contents.relations[owner.place()].template;
                let name = template
                    .map_or_else(String::new, |place| self.contents.relationship_templates[place].name.to_string());
                format!("relation \"{name}\"")
            }
            kind => format!("{kind} \"{}\"", self.element(owner).name),
        }
    }
}
