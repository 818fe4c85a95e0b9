//! What default conditions are made of: modes, and conditions of types.
//!
//! The reference puts them together for every element, whether they are added to it or not, before anything is known of
//! a configuration.

use super::Builder;
use super::keywords::given;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::OptionStyle;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::options::{default_mode_option, mode_words};
use crate::tosca::model::{DefaultMode, ElementId, Kind};

impl<'t> Builder<'t> {
    /// Reports what is wrong with them, the mode of an option once.
    pub(super) fn check_default_conditions(&mut self, topology: Option<Yaml<'t>>) {
        if self.dialect().options != OptionStyle::Faceted {
            return;
        }
        let options = topology.and_then(|topology| topology.get("variability")?.get("options"));
        for kind in Kind::ALL {
            let mut is_reported = false;
            for place in 0..self.contents.elements[kind].len() {
                let id = ElementId::new(kind, place);
                self.check_type_specific_conditions(id);
                if let Some(diagnostic) = self.unknown_word(id, options) {
                    let is_own = self.own_mode(id).is_some();
                    if is_own || !is_reported {
                        self.report(diagnostic);
                    }
                    is_reported |= !is_own;
                }
            }
        }
    }

    /// The mode that the author gives to an element itself.
    fn own_mode(&self, id: ElementId) -> Option<&DefaultMode> {
        self.element(id).overrides.as_ref()?.default_condition_mode.as_ref()
    }

    /// That the mode of an element has a word that means nothing for its kind.
    fn unknown_word(&self, id: ElementId, options: Option<Yaml<'t>>) -> Option<Diagnostic> {
        let (kind, own) = (id.kind(), self.own_mode(id));
        let (known, mode) = (mode_words(kind), own.unwrap_or(&self.contents.options.default_condition_mode[kind]));
        let word = mode.words().find(|word| !known.is_empty() && !known.contains(word))?;
        let element = self.element(id);
        let place = match own {
            Some(_) => given(self.tree.at(element.body?), "default_condition_mode"),
            None => given(options?, &default_mode_option(kind)?),
        };
        let message = format!("default condition mode \"{word}\" means nothing for elements of kind {kind}");
        let sentence = format!("{} has unknown mode \"{}\" as default condition", self.title(id), mode.text());
        let diagnostic =
            Diagnostic::new(Code::BadOption, place.map_or(element.span, Yaml::span), message).reference(sentence);
        Some(diagnostic.help(format!("join some of these words by \"-\": {}", known.join(", "))))
    }

    /// Conditions for all elements of a type say something.
    fn check_type_specific_conditions(&mut self, id: ElementId) {
        let &[single] = self.types_of(id) else { return };
        let name = &self.element(single).name;
        let mut all = self.contents.type_specific.iter();
        let found = all.find(|specific| specific.kind == id.kind() && specific.type_name == *name);
        let Some(body) = found.map(|specific| self.tree.at(specific.body)) else { return };
        if given(body, "conditions").is_none() {
            let sentence = format!("{} holds type-specific condition without any condition", self.title(id));
            let message = format!("type-specific conditions of \"{name}\" are missing");
            self.report(Diagnostic::new(Code::NotACondition, body.span(), message).reference(sentence));
        }
    }

    pub(super) fn types_of(&self, id: ElementId) -> &[ElementId] {
        self.contents.types_of(id)
    }
}
