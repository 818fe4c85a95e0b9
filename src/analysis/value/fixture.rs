//! Small templates for tests: a YAML mapping with `inputs`, `expressions`, `presets`, `given` and what a test asks.

use super::{Assembly, Clock, Configuration, Evaluation, Evaluator, Instant, Language, Logic, NoLogic};
use crate::source::Sources;
use crate::source::diagnostic::Diagnostic;
use crate::source::syntax::vocabulary::Profile;
use crate::source::syntax::yaml::{Tree, Yaml, YamlId};

/// A parsed text.
pub(super) struct Fixture {
    pub(super) sources: Sources,
    tree: Tree,
    root: YamlId,
}

impl Fixture {
    /// Parses a text that has no fault.
    pub(super) fn new(text: &str) -> Self {
        let (mut sources, mut tree) = (Sources::new(), Tree::new());
        let file = sources.add("case.yaml", text);
        let (root, diagnostics) = tree.parse(&sources, file);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        Self { sources, tree, root: root.expect("a document") }
    }

    /// The whole document.
    pub(super) fn root(&self) -> Yaml<'_> {
        self.tree.at(self.root)
    }

    /// What stands behind a key of the document.
    pub(super) fn at(&self, key: &str) -> Yaml<'_> {
        self.root().get(key).expect("the document has that key")
    }

    /// The definitions of the document; today is Saturday, 2026-11-21.
    pub(super) fn language(&self, profile: Profile) -> Language<'_> {
        let mut language = Language::new(profile);
        language.clock = Clock::fixed(Instant::parse("2026-11-21").expect("a date"));
        if let Some(inputs) = self.root().get("inputs") {
            language = language.with_inputs(inputs);
        }
        if let Some(expressions) = self.root().get("expressions") {
            language = language.with_expressions(expressions);
        }
        language
    }

    /// What is given in the document.
    pub(super) fn configuration(&self, language: &Language<'_>) -> Configuration {
        let (configuration, diagnostics) = Assembly::new(language, None).file(self.root().get("given")).finish();
        assert_eq!(diagnostics, []);
        configuration
    }

    /// The value of the expression behind `key`.
    pub(super) fn evaluate(&self, key: &str, profile: Profile) -> Evaluation {
        self.evaluate_with(key, profile, &mut NoLogic)
    }

    /// The value of the expression behind `key`, with answers to logic operators.
    pub(super) fn evaluate_with(&self, key: &str, profile: Profile, logic: &mut dyn Logic) -> Evaluation {
        let language = self.language(profile);
        let configuration = self.configuration(&language);
        Evaluator::new(&language, &configuration).evaluate(self.at(key), logic)
    }

    /// What the labels of a diagnostic quote.
    pub(super) fn quotes<'s>(&'s self, diagnostic: &Diagnostic) -> Vec<&'s str> {
        diagnostic.labels.iter().map(|label| self.sources.text(label.span)).collect()
    }
}

/// The value of `expression` as JSON, `undefined`, or the sentence of its diagnostic.
pub(super) fn evaluate(expression: &str, profile: Profile) -> String {
    match Fixture::new(&format!("expression: {expression}")).evaluate("expression", profile) {
        Ok(Some(value)) => value.to_json(),
        Ok(None) => "undefined".to_owned(),
        Err(diagnostic) => diagnostic.sentence().to_owned(),
    }
}
