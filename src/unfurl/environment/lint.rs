//! Rules that cannot do what their author means.

use std::sync::Arc;

use super::substitution::references;
use super::{Action, EnvironmentRule, PROTECTED, RuleValue, Selector, is_protected};
use crate::source::diagnostic::{Code, Diagnostic, Severity};

impl EnvironmentRule {
    /// What is doubtful about the rules of a section: rules without effect, rules that later ones undo, patterns that
    /// may become names, protected variables that a pattern spares.
    pub fn lint(rules: &[Self]) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        for (place, rule) in rules.iter().enumerate() {
            let (above, below) = (&rules[..place], &rules[place + 1..]);
            findings.extend(useless(rule, above).or_else(|| shadowed(rule, below)));
            findings.extend(pattern_name(rule));
            findings.extend(spared(rule));
        }
        findings
    }

    /// What Unfurl 1.2.0 does otherwise than its description with rules: the description decides what is said.
    pub fn departures(rules: &[Self]) -> Vec<Diagnostic> {
        rules.iter().filter_map(kept).collect()
    }

    fn has_value(&self) -> bool {
        self.value != RuleValue::Null
    }

    /// Whether it may change a variable that `selector` is about; two patterns may always meet.
    fn may_change(&self, selector: &Selector) -> bool {
        match &self.action {
            Action::Set(name) => self.has_value() && selector.selects(name),
            Action::Copy(own) | Action::Remove(own) | Action::Prepend(own) if own.is_single() => {
                selector.selects(own.name())
            }
            Action::Copy(own) | Action::Remove(own) | Action::Prepend(own) => {
                !selector.is_single() || own.selects(selector.name())
            }
        }
    }

    /// The only variable that it is about.
    fn only_name(&self) -> Option<&str> {
        match &self.action {
            Action::Set(name) => Some(name),
            Action::Copy(own) | Action::Remove(own) | Action::Prepend(own) => {
                own.is_single().then_some(own.name()).map(|name| &**name)
            }
        }
    }

    /// Whether the variable `name` is afterwards what it would be without the rules above, whatever the process has.
    fn settles(&self, name: &str) -> bool {
        match &self.action {
            Action::Set(own) => **own == *name && self.has_value(),
            Action::Remove(own) => own.removes(name),
            Action::Copy(own) => own.is_single() && **own.name() == *name && self.has_value(),
            Action::Prepend(own) => own.is_single() && **own.name() == *name && self.prepends_something(),
        }
    }

    fn prepends_something(&self) -> bool {
        matches!(&self.value, RuleValue::Text(text) if !text.is_empty() && !text.contains("${"))
    }

    /// The variables of which one has to be set somewhere, for each place in its text that has no default.
    pub(in crate::unfurl) fn needs(&self) -> Vec<Vec<Arc<str>>> {
        let mut needed: Vec<Vec<Arc<str>>> = match &self.value {
            RuleValue::Text(text) => {
                let without_default = references(text).filter(|reference| reference.default.is_none());
                without_default.map(|reference| reference.names.into_iter().map(Arc::from).collect()).collect()
            }
            RuleValue::Null | RuleValue::Verbatim(_) | RuleValue::Computed(_) => Vec::new(),
        };
        if let Action::Copy(own) = &self.action
            && own.is_single()
            && !self.has_value()
        {
            needed.push(vec![Arc::clone(own.name())]);
        }
        needed
    }

    fn refers_to(&self, name: &str) -> bool {
        match &self.value {
            RuleValue::Text(text) => references(text).any(|reference| reference.names.contains(&name)),
            RuleValue::Computed(_) => true,
            RuleValue::Null | RuleValue::Verbatim(_) => false,
        }
    }
}

fn useless(rule: &EnvironmentRule, above: &[EnvironmentRule]) -> Option<Diagnostic> {
    let why = match &rule.action {
        Action::Set(_) if !rule.has_value() => "a name without a value is passed over",
        Action::Copy(own) | Action::Remove(own) if own.name().is_empty() && !own.is_negated => "it names no variable",
        Action::Copy(own) if !rule.has_value() && !above.iter().any(|other| other.may_change(own)) => {
            "no rule above removes or sets what it would copy back"
        }
        Action::Prepend(own) if !rule.has_value() && !above.iter().any(|other| other.may_change(own)) => {
            "there is nothing to put before the value"
        }
        Action::Set(_) | Action::Copy(_) | Action::Remove(_) | Action::Prepend(_) => return None,
    };
    let message = format!("the rule `{}` has no effect: {why}", rule.action.written());
    Some(Diagnostic::new(Code::UselessRule, rule.span, message).help("remove it, or give it a value"))
}

fn shadowed(rule: &EnvironmentRule, below: &[EnvironmentRule]) -> Option<Diagnostic> {
    let name = rule.only_name()?;
    for later in below {
        if later.refers_to(name) && !matches!(rule.action, Action::Remove(_)) {
            return None;
        }
        if later.settles(name) {
            let (own, other) = (rule.action.written(), later.action.written());
            let message = format!("the rule `{own}` has no effect: `{other}` below decides about {name}");
            return Some(Diagnostic::new(Code::ShadowedRule, rule.span, message).and(later.span, "this rule"));
        }
    }
    None
}

fn pattern_name(rule: &EnvironmentRule) -> Option<Diagnostic> {
    let (Action::Copy(own) | Action::Prepend(own)) = &rule.action else { return None };
    if own.is_single() || !rule.has_value() || matches!(rule.action, Action::Prepend(_)) && !own.pattern.is_wild() {
        return None;
    }
    let message =
        format!("when no variable matches, the rule `{}` sets one called `{}`", rule.action.written(), own.name());
    Some(Diagnostic::new(Code::PatternName, rule.span, message).help("give defaults to names, one rule for each"))
}

/// A value that reaches the process as it is written.
fn kept(rule: &EnvironmentRule) -> Option<Diagnostic> {
    let RuleValue::Text(text) = &rule.value else { return None };
    references(text).next()?;
    let message = format!("Unfurl 1.2.0 leaves `${{...}}` in the rule `{}` as it is written", rule.action.written());
    let diagnostic = Diagnostic::new(Code::BadRule, rule.span, message);
    let note = "its description says that the value is put in, which is what is said here";
    Some(Diagnostic { severity: Severity::Note, ..diagnostic }.note(note))
}

fn spared(rule: &EnvironmentRule) -> Option<Diagnostic> {
    let Action::Remove(own) = &rule.action else { return None };
    let is_narrow = own.pattern.is_wild() && !own.is_negated && own.name().chars().any(|letter| letter != '*');
    if !is_narrow || is_protected(own.name()) {
        return None;
    }
    let spared: Vec<&str> = PROTECTED.iter().copied().filter(|name| own.selects(name)).collect();
    if spared.is_empty() {
        return None;
    }
    let message = format!("the rule `{}` does not remove {}", rule.action.written(), spared.join(", "));
    let diagnostic = Diagnostic::new(Code::ProtectedVariable, rule.span, message);
    Some(
        diagnostic
            .note("these variables are always passed on, unless a rule names them")
            .help(format!("write `-{}`", spared[0])),
    )
}
