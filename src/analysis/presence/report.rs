//! Failed checks in words: the reference's sentences for each profile, and our own.

use super::check_words::{CheckHelp, CheckWords, Part, filled};
use super::forgotten_default;
use super::{Violation, ViolationCause};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{OptionStyle, SentenceStyle};
use crate::tosca::model::{Alternative, Check, ElementId, Kind, Model, capitalised};

impl Violation {
    /// Whether it is a failed check, which is reported before there is a document to write.
    pub fn is_check(&self) -> bool {
        matches!(self.cause, ViolationCause::Check(_))
    }

    /// What kind of error it is.
    pub fn code(&self) -> Code {
        match self.cause {
            ViolationCause::Check(check) => check.entry().code,
            ViolationCause::NoType | ViolationCause::NoTechnology => Code::NoPresentType,
            ViolationCause::SeveralDefaults => Code::MultipleDefaults,
        }
    }

    /// The diagnostic of this failure.
    pub fn diagnostic(&self, model: &Model) -> Diagnostic {
        let element = self.element;
        let missing = |what| {
            let message = format!("{} is present without a {what}", model.full_display(element));
            let sentence = format!("{} has no present {what}", model.title(element));
            Diagnostic::new(self.code(), model.element(element).span, message).reference(sentence)
        };
        match self.cause {
            ViolationCause::Check(check) => Failed { check, element }.diagnostic(model),
            ViolationCause::NoType => missing("type"),
            ViolationCause::NoTechnology => missing("technology"),
            ViolationCause::SeveralDefaults => several_defaults(model, element),
        }
    }
}

/// That another value of the property `id` is a last resort too.
fn several_defaults(model: &Model, id: ElementId) -> Diagnostic {
    let element = model.element(id);
    let owner = element.container.expect("a property belongs to something");
    let template = (owner.kind() == Kind::Relation).then(|| model.relation(owner).template).flatten();
    let owner_name = match template {
        Some(place) => &model.relationship_templates()[place].name,
        None => &model.element(owner).name,
    };
    let whose = format!("of {} \"{owner_name}\"", owner.kind());
    let message = format!("property \"{}\" {whose} has several default values", element.name);
    Diagnostic::new(Code::MultipleDefaults, element.span, message)
        .reference(format!("Property \"{}\" {whose} has multiple defaults", element.name))
        .help("keep one `default: true`, and give conditions to the others")
}

/// A failed check.
struct Failed {
    check: Check,
    element: ElementId,
}

impl Failed {
    fn diagnostic(&self, model: &Model) -> Diagnostic {
        let code = self.check.entry().code;
        let words = CheckWords::of(self.check, self.element.kind());
        let sentence = match (model.dialect().sentences, words.early_sentence) {
            (SentenceStyle::Bare | SentenceStyle::Quoted, Some(early)) => early,
            (SentenceStyle::Bare | SentenceStyle::Quoted, None) | (SentenceStyle::Full, _) => words.sentence,
        };
        let filled = |text| filled(text, |part| self.text_of(part, model));
        let diagnostic = Diagnostic::new(code, self.place(model), filled(words.message)).reference(filled(sentence));
        match words.help {
            CheckHelp::None => diagnostic,
            CheckHelp::Text(_) if self.needs_pruning(model) => diagnostic.help(self.setting(model)),
            CheckHelp::Text(text) => diagnostic.help(filled(text) + self.as_default(model)),
            CheckHelp::FollowContainer => diagnostic.help(self.following(model)),
        }
    }

    /// What makes one of several elements of one name a default alternative.
    fn as_default(&self, model: &Model) -> &'static str {
        let is_of_name = !matches!(self.check, Check::RelationSource | Check::RelationTarget);
        match forgotten_default(model, self.element).filter(|_| is_of_name) {
            Some(this) if this == self.element => ", or mark this one `default_alternative: true`",
            Some(_) => ", or mark the one without a condition `default_alternative: true`",
            None => "",
        }
    }

    /// Whether conditions would not help: the element is a silent alternative, or a relation that stands in for conditions.
    fn needs_pruning(&self, model: &Model) -> bool {
        let is_default = model.element(self.element).alternative == Alternative::Default;
        model.is_silent(self.element)
            || is_default && matches!(self.check, Check::RelationSource | Check::RelationTarget)
    }

    /// What a word in braces stands for.
    fn text_of(&self, part: Part, model: &Model) -> String {
        let element = model.element(self.element);
        let container = |named: fn(&Model, ElementId) -> String| {
            element.container.map(|container| named(model, container)).unwrap_or_default()
        };
        let owner = || container(|model, owner| format!("{} \"{}\"", owner.kind(), model.display(owner)));
        match part {
            Part::Element if model.is_silent(self.element) => format!(
                "the silent alternative \"no value\" of property \"{}\" of {}",
                element.name,
                container(Model::full_display)
            ),
            Part::Element => model.full_display(self.element),
            Part::Display => model.display(self.element),
            Part::Title => model.title(self.element),
            Part::Name => element.name.to_string(),
            Part::Container => container(Model::full_display),
            Part::Owner => owner(),
            Part::OwnerTitle => capitalised(&owner()),
            Part::Source => model.element(model.relation(self.element).source).name.to_string(),
            Part::Target => model.relation(self.element).target_name.to_string(),
        }
    }

    /// How the element comes to follow its container.
    fn following(&self, model: &Model) -> String {
        let same = "give it the condition of its container";
        if model.element(self.element).alternative == Alternative::Default {
            return self.setting(model);
        }
        if model.dialect().options != OptionStyle::Faceted {
            return same.to_owned();
        }
        let setting = self.setting(model);
        if model.is_silent(self.element) { setting } else { format!("{same}, or {setting}") }
    }

    /// What in the options makes the element follow its container, or a relation its ends; conditions of its own keep default
    /// conditions away, and so does `default_alternative`, which stands for conditions.
    fn setting(&self, model: &Model) -> String {
        let (element, kind) = (model.element(self.element), self.element.kind());
        let overrides = element.overrides.as_deref();
        let base = |own: Option<bool>, option: bool| own.unwrap_or(option);
        let options = model.options();
        let is_pruned = base(overrides.and_then(|own| own.pruning.base), options.pruning[kind].base);
        let is_bare = element.conditions.is_empty() && element.alternative != Alternative::Default;
        let has_default =
            is_bare && base(overrides.and_then(|own| own.default_condition.base), options.default_condition[kind].base);
        let mode = &options.default_condition_mode[kind];
        let needed = match self.check {
            Check::RelationSource => "source",
            Check::RelationTarget => "target",
            _ => "container",
        };
        let is_on = (is_pruned || has_default) && !mode.text().is_empty();
        if is_on && mode.words().all(|word| word != needed) {
            return format!("set `{kind}_default_condition_mode: {needed}-{}`", mode.text());
        }
        let option = if is_bare { "default_condition" } else { "pruning" };
        let enables = if model.dialect().options == OptionStyle::Enabling { "enable_" } else { "" };
        format!("turn on the option `{enables}{kind}_{option}`")
    }

    /// The place that says most: the target of a dangling relation, else the name of the element.
    fn place(&self, model: &Model) -> Span {
        let element = model.element(self.element);
        let body = element.body.map(|body| model.yaml(body));
        let target = body.and_then(|body| if body.is_scalar() { Some(body) } else { body.get("node") });
        match self.check {
            Check::RelationTarget => target.map_or(element.span, |target| target.span()),
            _ => element.span,
        }
    }
}
