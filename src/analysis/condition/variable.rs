//! Strings as conditions (profile D): variables of the reference's encoding, named by the ids of elements.

use std::cell::Cell;

use variscope_encoder::FormulaId;

use super::lower::{Lowered, Lowering};
use super::text::{Phrase, PhraseMeaning};
use crate::analysis::value::equality;
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean, did_you_mean_code, likely_meant, or_meant};
use crate::source::syntax::vocabulary::{Layer, Operator};
use crate::source::syntax::yaml::{Scalar, Yaml, boolean_in_yaml_1_1};
use crate::tosca::model::{Kind, is_near_path};

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
            return Err(self.unknown_variable(yaml, text));
        };
        Ok(formula.negated_if(is_negated))
    }

    fn unknown_variable(&self, yaml: Yaml<'m>, text: &str) -> Box<Diagnostic> {
        let message = format!("\"{text}\" is a string, not a condition");
        let diagnostic = Diagnostic::new(Code::NotACondition, yaml.span(), message);
        let diagnostic = diagnostic.help(self.help_for_text(text));
        let sentence = is_refused(text).then(|| format!("\"{text}\" is not a Formula or Term"));
        Box::new(Diagnostic { reference: sentence, ..diagnostic })
    }

    /// The fault of an operand of a logic operator. Of a text that is the name of no variable the reference says more where it takes
    /// all operands together.
    pub(super) fn fault_among(
        &self,
        operator: Operator,
        operands: &[Yaml<'m>],
        operand: Yaml<'m>,
        diagnostic: Box<Diagnostic>,
    ) -> Box<Diagnostic> {
        let is_refused = self.model.dialect().values_are_conditions && operand.as_str().is_some_and(is_refused);
        match (operator, operands.len()) {
            _ if !is_refused => diagnostic,
            (Operator::AtMostOne, 1) => Box::new(Diagnostic { reference: None, ..*diagnostic }),
            (Operator::Implies, _) | (_, 1) => diagnostic,
            _ => {
                let all: Option<Vec<&str>> = operands.iter().map(|operand| as_term(*operand)).collect();
                let reference = all.map(|all| format!("{} is not an array of a Formula or Term", all.join(",")));
                Box::new(Diagnostic { reference, ..*diagnostic })
            }
        }
    }

    /// What to write in place of a text that is no condition; behind `-` stands what is to be denied.
    pub(super) fn help_for_text(&self, text: &str) -> String {
        if let Some(name) = self.unknown_name_in(text) {
            self.help_for_name(&name)
        } else if let Some(yaml) = self.text_as_yaml(text) {
            format!("write `{yaml}`")
        } else if text.starts_with('{') && text.contains(':') {
            "remove the quotes".to_owned()
        } else if let Some(meant) = boolean_in_yaml_1_1(text) {
            format!("write `{meant}`, without quotes")
        } else if let Some((name, comparison)) = self.comparison_with(text) {
            format!("did you mean `{comparison}`? \"{text}\" is a value of the variability input \"{name}\"")
        } else {
            self.near_condition(text).map_or_else(|| CONDITION.to_owned(), |condition| did_you_mean_code(&condition))
        }
    }

    /// The condition that a text is the name of, or near to.
    fn near_condition(&self, text: &str) -> Option<String> {
        let (name, is_denied) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
        if let Some(reference) = self.reference_by(name) {
            let denial = Operator::Not.name(self.model.profile());
            return Some(if is_denied { format!("{denial}: {{{reference}}}") } else { reference });
        }
        let near = did_you_mean(name, ["true", "false"]).map(str::to_owned).or_else(|| self.near_path(name))?;
        Some(if is_denied { format!("-{near}") } else { near })
    }

    /// The reference to the input, the expression or the node of this name.
    fn reference_by(&self, name: &str) -> Option<String> {
        let operator = if self.is_input(name) {
            Operator::VariabilityInput
        } else if self.expression(name).is_some() {
            Operator::LogicExpression
        } else if self.is_node(name) {
            Operator::NodePresence
        } else {
            return None;
        };
        Some(format!("{}: {name}", operator.name(self.model.profile())))
    }

    /// The only input that has this text among its listed values, and the condition that it has this value.
    fn comparison_with(&self, text: &str) -> Option<(&'m str, String)> {
        let inputs = self.model.variability().and_then(|variability| variability.get("inputs"));
        let has_value = |declaration: Yaml<'m>| {
            let listed = declaration.get("constraints").into_iter().flat_map(Yaml::items);
            let listed = listed.filter_map(|clause| clause.get("valid_values")).chain(declaration.get("valid_values"));
            listed.flat_map(Yaml::items).any(|value| value.as_str() == Some(text))
        };
        let mut having = inputs.into_iter().flat_map(Yaml::entries).filter(|(_, declaration)| has_value(*declaration));
        let (Some((name, _)), None) = (having.next(), having.next()) else { return None };
        let is_free = self.reference_by(text).is_none();
        is_free.then(|| (name.text(), equality(name.text(), text, self.model.profile())))
    }

    /// The element whose path is near to a text that looks like one.
    fn near_path(&self, name: &str) -> Option<String> {
        let paths: Vec<String> =
            self.model.ids().filter(|_| name.contains('.')).map(|id| self.model.path(id)).collect();
        let near = paths.iter().map(String::as_str).filter(|path| is_near_path(name, path));
        likely_meant(name, near).map(str::to_owned)
    }

    /// Whether a variability input of this name is declared.
    pub(super) fn is_input(&self, name: &str) -> bool {
        let inputs = self.model.variability().and_then(|variability| variability.get("inputs"));
        inputs.is_some_and(|inputs| inputs.get(name).is_some())
    }

    /// The YAML of a condition that is written as a text, as in programs and in templates of texts: `ha and env == "prod"`,
    /// `!ha`, `${ha}`; none where it is no condition, or has no input, expression or node.
    fn text_as_yaml(&self, text: &str) -> Option<String> {
        let (plain, phrase) = as_phrase(text)?;
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
            } else if self.is_node(node) {
                (Operator::NodePresence, node)
            } else {
                return name.to_owned();
            };
            is_known.set(true);
            format!("{{{}: {name}}}", operator.name(self.model.profile()))
        };
        phrase.to_yaml(self.model.profile(), &reference).filter(|_| is_known.get())
    }

    /// The first name in a condition that is written as a text which stands for an input, and is none.
    fn unknown_name_in(&self, text: &str) -> Option<String> {
        let (_, phrase) = as_phrase(text)?;
        match &phrase.says {
            // The operators are what shows that a condition is meant.
            PhraseMeaning::Not(_) | PhraseMeaning::Call(..) => self.unknown_name(&phrase).map(str::to_owned),
            _ => None,
        }
    }

    /// The first name that is used as a condition, or compared with nothing but constants, and that nothing has.
    fn unknown_name<'p>(&self, phrase: &'p Phrase) -> Option<&'p str> {
        match &phrase.says {
            PhraseMeaning::Name(name) => Some(&**name).filter(|name| !self.is_known(name)),
            PhraseMeaning::Not(inner) => self.unknown_name(inner),
            PhraseMeaning::Call(operator, operands) if operator.entry().layer == Layer::Logic => {
                operands.iter().find_map(|operand| self.unknown_name(operand))
            }
            PhraseMeaning::Call(operator, operands) if operator.compares_values() => {
                let is_constant = |operand: &Phrase| match &operand.says {
                    PhraseMeaning::Name(name) => !self.is_known(name),
                    PhraseMeaning::Text(_) | PhraseMeaning::Number(_) | PhraseMeaning::Truth(_) => true,
                    _ => false,
                };
                let mut names = operands.iter().filter_map(name_of);
                names.next().filter(|_| operands.iter().all(is_constant))
            }
            _ => None,
        }
    }

    fn is_known(&self, name: &str) -> bool {
        let node = name.strip_prefix("node.").unwrap_or(name);
        self.is_input(name)
            || self.expression(name).is_some()
            || self.is_node(node)
            || self.model.by_path(name).is_some()
    }

    fn is_node(&self, name: &str) -> bool {
        self.model.named(Kind::Node, name).len() == 1
    }

    /// What is said of a name in a text that is no input, with the input that is near to it, or begins so.
    fn help_for_name(&self, name: &str) -> String {
        let inputs = self.model.variability().and_then(|variability| variability.get("inputs"));
        let names: Vec<&str> = inputs.into_iter().flat_map(Yaml::entries).map(|(key, _)| key.text()).collect();
        let mut longer = names.iter().copied().filter(|known| known.starts_with(name));
        let begins = longer.next().filter(|_| longer.next().is_none());
        let close = or_meant(likely_meant(name, names.iter().copied()).or(begins));
        format!("there is no input \"{name}\"{close}")
    }
}

/// The name that an operand is.
fn name_of(operand: &Phrase) -> Option<&str> {
    match &operand.says {
        PhraseMeaning::Name(name) => Some(name),
        _ => None,
    }
}

/// A text as a condition that is typed, with words in place of the signs of programs and of templates of texts.
fn as_phrase(text: &str) -> Option<(String, Phrase)> {
    let plain = text.replace("&&", " and ").replace("||", " or ").replace("!=", "\0");
    let plain = plain.replace('!', " not ").replace('\0', "!=").replace(['$', '{', '}'], " ");
    let phrase = Phrase::parse(&plain).ok()?;
    Some((plain, phrase))
}

/// Whether a text is the name of no variable in the reference: it has nothing but digits behind what denies it.
fn is_refused(text: &str) -> bool {
    text.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit())
}

/// A variable or a constant as the reference prints it among others; none for what is made of several.
fn as_term(operand: Yaml<'_>) -> Option<&str> {
    match operand.scalar() {
        Scalar::Boolean(true) => Some("$T"),
        Scalar::Boolean(false) => Some("$F"),
        Scalar::String(name) => Some(name),
        Scalar::Null | Scalar::Integer(_) | Scalar::Float(_) => None,
    }
}
