//! Strings as conditions (profile D): variables of the reference's encoding, named by the ids of elements.

use std::cell::Cell;

use variscope_encoder::FormulaId;

use super::lower::{Lowered, Lowering};
use super::text::{Phrase, PhraseMeaning};
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Kind;

/// What a condition is.
const CONDITION: &str = "a condition is true, false or an operator with its operands";

impl<'m> Lowering<'m> {
    /// `node.app` or `manual.node.app`; a leading `-` negates.
    ///
    /// DEVIATION: any other string that is not empty and no number is a variable of its own in the reference, which nothing
    /// defines: false, and almost always a mistake. Here it is an error. So is `expression.NAME`, for which there is `logic_expression`.
    pub(super) fn variable(&mut self, yaml: Yaml<'m>, text: &str) -> Lowered<FormulaId> {
        let (name, is_negated) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
        let formula = if let Some(id) = self.model.by_path(name) {
            self.presence(id)
        } else if let Some(id) = name.strip_prefix("manual.").and_then(|path| self.model.by_path(path)) {
            self.manual(id)
        } else {
            return Err(self.unknown_variable(yaml, name));
        };
        Ok(if is_negated { !formula } else { formula })
    }

    fn unknown_variable(&self, yaml: Yaml<'m>, name: &str) -> Box<Diagnostic> {
        let message = format!("\"{name}\" is a string, not a condition");
        let diagnostic = Diagnostic::new(Code::NotACondition, yaml.span(), message);
        let diagnostic = diagnostic.help(self.help_for_text(name));
        let is_refused = name.bytes().all(|byte| byte.is_ascii_digit());
        Box::new(if is_refused { diagnostic.reference(format!("{name} is not a Formula or Term")) } else { diagnostic })
    }

    /// What to write in place of a text that is no condition.
    pub(super) fn help_for_text(&self, name: &str) -> String {
        if let Some(yaml) = self.text_as_yaml(name) {
            format!("write `{yaml}`")
        } else if name.starts_with('{') && name.contains(':') {
            "remove the quotes".to_owned()
        } else if self.is_input(name) {
            format!("did you mean `variability_input: {name}`?")
        } else if self.expression(name).is_some() {
            format!("did you mean `logic_expression: {name}`?")
        } else if self.model.named(Kind::Node, name).len() == 1 {
            format!("did you mean `node_presence: {name}`?")
        } else {
            match did_you_mean(name, ["true", "false"]) {
                Some(close) => format!("did you mean {close}?"),
                None => {
                    self.near_path(name).map_or_else(|| CONDITION.to_owned(), |path| format!("did you mean `{path}`?"))
                }
            }
        }
    }

    /// The element whose path is near to a text that looks like one.
    fn near_path(&self, name: &str) -> Option<String> {
        let paths: Vec<String> =
            self.model.ids().filter(|_| name.contains('.')).map(|id| self.model.path(id)).collect();
        did_you_mean(name, paths.iter().map(String::as_str)).map(str::to_owned)
    }

    /// Whether a variability input of this name is declared.
    pub(super) fn is_input(&self, name: &str) -> bool {
        let inputs = self.model.variability().and_then(|variability| variability.get("inputs"));
        inputs.is_some_and(|inputs| inputs.get(name).is_some())
    }

    /// The YAML of a condition that is written as a text, as in programs and in templates of texts: `ha and env == "prod"`,
    /// `!ha`, `${ha}`; none where it is no condition, or has no input, expression or node.
    fn text_as_yaml(&self, text: &str) -> Option<String> {
        let plain = text.replace("&&", " and ").replace("||", " or ").replace("!=", "\0");
        let plain = plain.replace('!', " not ").replace('\0', "!=").replace(['$', '{', '}'], " ");
        let phrase = Phrase::parse(&plain).ok()?;
        if matches!(phrase.says, PhraseMeaning::Name(_)) && plain == text {
            return None;
        }
        let is_known = Cell::new(false);
        let reference = |name: &str| {
            let node = name.strip_prefix("node.").unwrap_or(name);
            let (operator, name) = if self.is_input(name) {
                (Operator::VariabilityInput, name)
            } else if self.expression(name).is_some() {
                (Operator::LogicExpression, name)
            } else if self.model.named(Kind::Node, node).len() == 1 {
                (Operator::NodePresence, node)
            } else {
                return name.to_owned();
            };
            is_known.set(true);
            format!("{{{}: {name}}}", operator.name(self.model.profile()))
        };
        phrase.to_yaml(self.model.profile(), &reference).filter(|_| is_known.get())
    }
}
