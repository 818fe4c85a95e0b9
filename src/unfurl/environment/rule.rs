//! One rule about variables of the environment.

use std::sync::Arc;

use super::conversion::scalar_text;
use super::{DeferredValue, Reason, is_protected};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::glob::Glob;
use crate::source::syntax::yaml::Yaml;

/// Each rule may look at the variables of all others.
const MAX_RULES: usize = 5000;

/// A key of a section of rules with its value.
#[derive(Clone, Debug)]
pub struct EnvironmentRule {
    /// What it does, to which variables.
    pub action: Action,
    /// Its value.
    pub value: RuleValue,
    /// Where its key is.
    pub span: Span,
}

/// What a rule does.
#[derive(Clone, Debug)]
pub enum Action {
    /// `NAME`: sets a variable.
    Set(Arc<str>),
    /// `+`: takes variables from the environment before the section.
    Copy(Selector),
    /// `-`: takes variables away.
    Remove(Selector),
    /// `^`: puts the value before what variables were before the section, with a colon between them.
    Prepend(Selector),
}

/// The variables that a rule is about.
#[derive(Clone, Debug)]
pub struct Selector {
    /// What is written behind the sign and `!`.
    pub pattern: Glob,
    /// Whether it means all others.
    pub is_negated: bool,
}

/// The value of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleValue {
    /// `null`, which leaves the rule without a value.
    Null,
    /// A text in which patterns are not yet replaced.
    Text(Arc<str>),
    /// A text that is used as it is: values of connections.
    Verbatim(super::Text),
    /// What only a run can compute.
    Computed(DeferredValue),
}

/// What the value of a rule that is a map, a list or a template comes to; of one that is no text what it is instead, with an
/// article. None where it is no function, or nothing is computed.
pub type RuleComputation = Option<Result<RuleValue, &'static str>>;

impl Selector {
    /// What `written` selects.
    pub fn new(written: &str) -> Self {
        let name = written.strip_prefix('!');
        Self { pattern: Glob::new(name.unwrap_or(written)), is_negated: name.is_some() }
    }

    /// The text behind the sign and `!`.
    pub fn name(&self) -> &Arc<str> {
        self.pattern.written()
    }

    /// Whether it is about one name only.
    pub fn is_single(&self) -> bool {
        !self.is_negated && !self.pattern.is_wild()
    }

    /// Whether it is about the variable `name`.
    pub fn selects(&self, name: &str) -> bool {
        self.pattern.matches(name) != self.is_negated
    }

    /// Whether removing by it takes `name` away: protected names have to be named.
    pub fn removes(&self, name: &str) -> bool {
        self.selects(name) && (is_protected(self.name()) || !is_protected(name))
    }
}

impl EnvironmentRule {
    /// The rules of a section, in order; what is wrong with one of them leaves it out. `compute` is asked about values
    /// that are maps, lists or templates.
    pub fn read_all(
        section: Yaml<'_>,
        compute: &mut dyn FnMut(Yaml<'_>) -> RuleComputation,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<Self> {
        if section.is_null() {
            return Vec::new();
        }
        if !section.is_mapping() {
            let message = format!("rules about the environment are a mapping, not a {}", section.kind());
            diagnostics.push(Diagnostic::new(Code::BadRule, section.span(), message));
            return Vec::new();
        }
        if section.len() > MAX_RULES {
            let message = format!("{} rules in one section, at most {MAX_RULES} are applied", section.len());
            diagnostics.push(Diagnostic::new(Code::BadRule, section.span(), message));
            return Vec::new();
        }
        let mut rules = Vec::new();
        for (key, value) in section.entries() {
            diagnostics.extend(unprependable(key, value));
            match Self::read(key, value, compute) {
                Ok(rule) => rules.push(rule),
                Err(diagnostic) => diagnostics.push(*diagnostic),
            }
        }
        rules
    }

    fn read(
        key: Yaml<'_>,
        value: Yaml<'_>,
        compute: &mut dyn FnMut(Yaml<'_>) -> RuleComputation,
    ) -> Result<Self, Box<Diagnostic>> {
        if !key.is_scalar() {
            let message = format!("a rule about the environment starts with a name, not with a {}", key.kind());
            return Err(Box::new(Diagnostic::new(Code::BadRule, key.span(), message)));
        }
        let action = Action::parse(key.text());
        let value = rule_value(value, compute).map_err(|kind| wrong_value(key.text(), value, kind))?;
        let rule = Self { action, value, span: key.span() };
        if rule.is_nameless() { Err(nameless(key)) } else { Ok(rule) }
    }

    /// A variable that is set by something other than a rule.
    pub fn set(name: &Arc<str>, text: super::Text, span: Span) -> Self {
        Self { action: Action::Set(Arc::clone(name)), value: RuleValue::Verbatim(text), span }
    }

    /// A sign alone without a value does nothing, but nothing can be set without a name.
    fn is_nameless(&self) -> bool {
        match &self.action {
            Action::Set(name) => name.is_empty(),
            Action::Copy(selector) | Action::Prepend(selector) => {
                selector.name().is_empty() && self.value != RuleValue::Null
            }
            Action::Remove(_) => false,
        }
    }
}

impl Action {
    fn parse(key: &str) -> Self {
        let mut rest = key.chars();
        match rest.next() {
            Some('+') => Self::Copy(Selector::new(rest.as_str())),
            Some('-') => Self::Remove(Selector::new(rest.as_str())),
            Some('^') => Self::Prepend(Selector::new(rest.as_str())),
            _ => Self::Set(key.into()),
        }
    }

    /// The sign and what is behind it.
    pub fn written(&self) -> String {
        let signed = |sign: char, selector: &Selector| {
            format!("{sign}{}{}", if selector.is_negated { "!" } else { "" }, selector.name())
        };
        match self {
            Self::Set(name) => name.to_string(),
            Self::Copy(selector) => signed('+', selector),
            Self::Remove(selector) => signed('-', selector),
            Self::Prepend(selector) => signed('^', selector),
        }
    }
}

fn rule_value(
    value: Yaml<'_>,
    compute: &mut dyn FnMut(Yaml<'_>) -> RuleComputation,
) -> Result<RuleValue, &'static str> {
    if !value.is_scalar() {
        let own = if value.is_sequence() { "a list" } else { "a mapping" };
        return compute(value).unwrap_or(Err(own));
    }
    match scalar_text(value) {
        None => Ok(RuleValue::Null),
        Some(text) if is_template(&text) => {
            compute(value).unwrap_or_else(|| Ok(RuleValue::Computed(DeferredValue::new(text, Reason::Template))))
        }
        Some(text) => Ok(RuleValue::Text(text.into())),
    }
}

/// Whether a text is a template of Jinja, which only a run can fill in.
pub fn is_template(text: &str) -> bool {
    text.contains("{{") || text.contains("{%")
}

fn wrong_value(key: &str, value: Yaml<'_>, kind: &str) -> Box<Diagnostic> {
    let message = format!("the value of the rule `{key}` is {kind}, which is no text for a variable");
    let diagnostic = Diagnostic::new(Code::BadRule, value.span(), message);
    Box::new(diagnostic.help("write a string, a number, a boolean, or null for a rule without a value"))
}

/// What Unfurl 1.2.0 fails at: it puts nothing but a text before another.
fn unprependable(key: Yaml<'_>, value: Yaml<'_>) -> Option<Diagnostic> {
    let is_fine = value.is_null() || !value.is_scalar() || value.as_str().is_some();
    if is_fine || !key.text().starts_with('^') {
        return None;
    }
    let message = format!("the value of the rule `{}` is no text: Unfurl 1.2.0 fails at it", key.text());
    let diagnostic = Diagnostic::new(Code::BadRule, value.span(), message);
    Some(Diagnostic { severity: Severity::Warning, ..diagnostic }.help("write it in quotes"))
}

fn nameless(key: Yaml<'_>) -> Box<Diagnostic> {
    let message = "this rule names no variable";
    let diagnostic = Diagnostic::new(Code::BadRule, key.span(), message);
    Box::new(diagnostic.help("write `NAME`, `+NAME`, `-NAME` or `^NAME`"))
}
