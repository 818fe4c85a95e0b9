//! Conditions of types that have no effect: what they are called does not exist, nothing is of the type, or no option
//! adds them.

use std::collections::BTreeSet;

use super::Builder;
use super::keywords::is_override;
use super::type_specific::collections;
use crate::source::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use crate::source::syntax::vocabulary::unknown_key;
use crate::source::syntax::yaml::{Yaml, YamlId};
use crate::tosca::model::{ElementId, Facet, Kind};
use crate::tosca::types::Collection;

/// The keys below the name of a type.
static KEYS: &[&str] = &["conditions", "consistency", "semantic"];

/// The section, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct TypeSpecificSection {
    /// The section, or the file that stands for it.
    pub(super) body: YamlId,
    /// Whether it is a part of the template; a file may be there for several templates.
    pub(super) is_own: bool,
}

/// What keeps conditions of its type from an element.
enum KeptOff {
    /// Keywords of its own, each with its value.
    Keywords(Vec<String>),
    /// No option adds them.
    Options,
}

impl<'t> Builder<'t> {
    /// Looks at the section once all elements are known.
    pub(super) fn check_type_specific_section(&mut self) {
        let Some(TypeSpecificSection { body, is_own }) = self.type_specific else { return };
        let section = self.tree.at(body);
        let inner = section.get("type_specific_conditions");
        for (key, types) in inner.unwrap_or(section).entries() {
            let kind = collections().find(|(collection, _)| collection.key() == key.text()).map(|(_, kind)| kind);
            match kind {
                Some(kind) => types.entries().for_each(|entry| self.check_conditions_of_type(kind, entry, is_own)),
                None if is_own || inner.is_some() => self.report_unknown_collection(key),
                None => {}
            }
        }
    }

    fn report_unknown_collection(&mut self, key: Yaml<'t>) {
        let name = key.text();
        let is_type =
            |(collection, _): &(Collection, Kind)| self.contents.types.definition(*collection, name).is_some();
        let known: Vec<&str> = collections().map(|(collection, _)| collection.key()).collect();
        let diagnostic = unknown_key(key, "in `type_specific_conditions`", &known).labelled("has no effect");
        let diagnostic = match collections().find(is_type) {
            Some((collection, _)) => diagnostic.help(format!("it belongs under `{collection}`, indented further")),
            None => diagnostic.suggesting(name, known),
        };
        self.report(diagnostic);
    }

    fn check_conditions_of_type(&mut self, kind: Kind, (name, body): (Yaml<'t>, Yaml<'t>), is_own: bool) {
        for (key, _) in body.entries().filter(|(key, _)| !KEYS.contains(&key.text())) {
            let diagnostic = unknown_key(key, "in type-specific conditions", KEYS).labelled("has no effect");
            self.report(diagnostic.suggesting(key.text(), KEYS.iter().copied()));
        }
        let elements: Vec<ElementId> = self.elements_of_type(kind, name.text()).collect();
        let kept_off: Vec<KeptOff> = elements.iter().filter_map(|&id| self.kept_off(id, body)).collect();
        if elements.is_empty() {
            self.report_nothing_of_type(kind, name, is_own);
        } else if kept_off.len() == elements.len() {
            self.report_never_added(kind, name, kept_off);
        }
    }

    fn elements_of_type<'b>(&'b self, kind: Kind, name: &'b str) -> impl Iterator<Item = ElementId> + 'b {
        let all = (0..self.contents.elements[kind].len()).map(move |place| ElementId::new(kind, place));
        all.filter(move |&id| self.types_of(id).iter().any(|&of| *self.element(of).name == *name))
    }

    fn report_nothing_of_type(&mut self, kind: Kind, name: Yaml<'t>, is_own: bool) {
        let Some(collection) = kind.collection() else { return };
        let types = &self.contents.types;
        let is_defined = types.definition(collection, name.text()).is_some();
        let meant = did_you_mean(name.text(), types.names(collection))
            .filter(|_| !is_defined && !self.contents.are_types_open());
        match meant {
            Some(meant) => {
                let message = format!("{} \"{}\" is not defined", collection.noun(), name.text());
                let diagnostic = Diagnostic::new(Code::UndefinedType, name.span(), message)
                    .replacing(name.text(), meant)
                    .meaning(meant);
                let severity = if is_own { Severity::Error } else { Severity::Warning };
                self.report(Diagnostic { severity, ..diagnostic });
            }
            None if is_own => {
                let message =
                    format!("these conditions have no effect: there is no {kind} of type \"{}\"", name.text());
                let diagnostic = Diagnostic::new(Code::ShadowedKey, name.span(), message);
                self.report(diagnostic.help("name the type as elements do; types that derive from it do not count"));
            }
            None => {}
        }
    }

    /// What keeps conditions of its type from an element; none where default conditions or pruning add them.
    fn kept_off(&self, id: ElementId, body: Yaml<'t>) -> Option<KeptOff> {
        let flag = |key: &str| body.get(key).and_then(Yaml::as_bool);
        let (consistency, semantic) = (flag("consistency").unwrap_or(false), flag("semantic").unwrap_or(true));
        let takes = |facet: Facet<bool>| facet.base && (consistency && facet.consistency || semantic && facet.semantic);
        let options = &self.contents.options;
        let (default, pruning) = (options.default_condition[id.kind()], options.pruning[id.kind()]);
        let own = self.element(id).overrides.as_deref();
        let is_taken = match own {
            Some(own) => takes(own.default_condition.over(default)) || takes(own.pruning.over(pruning)),
            None => takes(default) || takes(pruning),
        };
        if id.kind() == Kind::Node && self.contents.nodes[id.place()].is_anchor {
            Some(KeptOff::Keywords(vec!["anchor: true".to_owned()]))
        } else if is_taken {
            None
        } else if takes(default) || takes(pruning) {
            Some(KeptOff::Keywords(self.switched_off(id)))
        } else {
            Some(KeptOff::Options)
        }
    }

    /// The keywords with which an element refuses default conditions or pruning.
    fn switched_off(&self, id: ElementId) -> Vec<String> {
        let body = self.element(id).body.map(|body| self.tree.at(body));
        let entries = body.into_iter().flat_map(Yaml::entries);
        let refused = entries.filter(|(key, value)| is_override(key.text()) && value.as_bool() == Some(false));
        refused.map(|(key, _)| format!("{}: false", key.text())).collect()
    }

    fn report_never_added(&mut self, kind: Kind, name: Yaml<'t>, kept_off: Vec<KeptOff>) {
        let mut keywords = BTreeSet::new();
        for cause in kept_off {
            match cause {
                KeptOff::Keywords(own) => keywords.extend(own),
                KeptOff::Options => return self.report_missing_option(kind, name),
            }
        }
        let keywords: Vec<String> = keywords.into_iter().map(|keyword| format!("`{keyword}`")).collect();
        let keeps = if keywords.len() > 1 { "keep" } else { "keeps" };
        let keywords = keywords.join(" and ");
        let message = format!("these conditions have no effect: {keywords} {keeps} them from all elements of the type");
        let diagnostic = Diagnostic::new(Code::ShadowedKey, name.span(), message);
        self.report(diagnostic.help(format!("remove {keywords} from an element, or remove these conditions")));
    }

    fn report_missing_option(&mut self, kind: Kind, name: Yaml<'t>) {
        let message = format!("these conditions have no effect: no option adds them to elements of kind {kind}");
        let diagnostic = Diagnostic::new(Code::ShadowedKey, name.span(), message)
            .note("they are semantic conditions, unless `semantic: false` and `consistency: true` say otherwise");
        let help = format!("choose `mode: semantic-loose`, or write `{kind}_pruning: true` in the options");
        self.report(diagnostic.help(help));
    }
}
