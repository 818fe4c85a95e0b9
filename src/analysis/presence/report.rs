//! Failed checks in words: the reference's sentences for each profile, and our own.

use super::{Violation, ViolationCause};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{OptionStyle, SentenceStyle};
use crate::tosca::model::{Alternative, Check, ElementId, Kind, Model};

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

fn one_at_a_time(name: &str) -> String {
    format!("give the elements named \"{name}\" conditions of which one holds at a time")
}

impl Failed {
    fn diagnostic(&self, model: &Model) -> Diagnostic {
        let code = self.check.entry().code;
        let element = model.element(self.element);
        let diagnostic = Diagnostic::new(code, self.place(model), self.message(model)).reference(self.sentence(model));
        match self.check {
            Check::AmbiguousProperty if model.is_silent(self.element) => diagnostic.help(self.setting(model)),
            Check::AmbiguousArtifact | Check::AmbiguousProperty => diagnostic.help(one_at_a_time(&element.name)),
            Check::AmbiguousRelation => {
                let alternatives = one_at_a_time(&element.name);
                let all = "other names, or the requirement of its type `occurrences: [0, UNBOUNDED]`";
                diagnostic.help(format!("{alternatives}; if the node needs all of them, {all}"))
            }
            Check::RelationSource | Check::RelationTarget if element.alternative == Alternative::Default => {
                diagnostic.help(self.setting(model))
            }
            Check::RelationSource | Check::RelationTarget => {
                diagnostic.help("give the relation the same condition as the missing node")
            }
            Check::ArtifactContainer | Check::PropertyContainer | Check::TypeContainer | Check::TechnologyContainer => {
                diagnostic.help(self.following(model))
            }
            Check::ExpectedIncoming => diagnostic.help(
                "give it the conditions of what leads to it; if nothing has to, set `expected_incoming_relation_check: false` in `options`",
            ),
            Check::ExpectedHosting => diagnostic.help("give it the condition of its host, or its host one that holds where it is present"),
            _ => diagnostic,
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
        let is_in_container = kind != Kind::Relation;
        if is_in_container
            && (is_pruned || has_default)
            && !mode.text().is_empty()
            && mode.words().all(|word| word != "container")
        {
            return format!("set `{kind}_default_condition_mode: container-{}`", mode.text());
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

    fn message(&self, model: &Model) -> String {
        let container = model.element(self.element).container.map(|container| model.full_display(container));
        let container = container.unwrap_or_default();
        let display = if model.is_silent(self.element) {
            format!(
                "the silent alternative \"no value\" of property \"{}\" of {container}",
                model.element(self.element).name
            )
        } else {
            model.full_display(self.element)
        };
        match self.check {
            Check::RelationSource => format!("{display} is present, its source is not"),
            Check::RelationTarget => {
                let target = &model.relation(self.element).target_name;
                format!("{display} is present, its target \"{target}\" is not")
            }
            Check::ArtifactContainer | Check::PropertyContainer | Check::TypeContainer | Check::TechnologyContainer => {
                format!("{display} is present, {container} is not")
            }
            Check::AmbiguousArtifact
            | Check::AmbiguousProperty
            | Check::AmbiguousRelation
            | Check::AmbiguousInput
            | Check::AmbiguousOutput => format!("{display} is present together with another of its name"),
            Check::AmbiguousType if self.element.kind() == Kind::Type => {
                format!("{display} is present together with another of its name")
            }
            Check::AmbiguousType => format!("{display} is present without a type"),
            Check::AmbiguousHosting => format!("{display} is present with several hosting relations"),
            Check::ExpectedHosting => format!("{display} is present without any of its hosts"),
            Check::ExpectedIncoming => format!("{display} is present although no relation leads to it"),
            Check::ExpectedArtifact => format!("{display} is present without any of its deployment artifacts"),
            Check::ExpectedTechnology => format!("{display} is present without any of its technologies"),
            Check::AmbiguousTechnology => format!("{display} is present with several technologies"),
            Check::UnconsumedInput => format!("{display} is present although nothing reads it"),
            Check::UnproducedOutput => format!("{display} is present without all nodes that it reads"),
        }
    }

    /// What the reference says.
    fn sentence(&self, model: &Model) -> String {
        match model.dialect().sentences {
            SentenceStyle::Full => self.late_sentence(model),
            SentenceStyle::Bare | SentenceStyle::Quoted => self.early_sentence(model),
        }
    }

    fn late_sentence(&self, model: &Model) -> String {
        let (display, title) = (model.display(self.element), model.title(self.element));
        match self.check {
            Check::RelationSource => {
                let source = &model.element(model.relation(self.element).source).name;
                format!("Relation source \"{source}\" of {display} does not exist")
            }
            Check::RelationTarget => {
                let target = &model.relation(self.element).target_name;
                format!("Relation target \"{target}\" of {display} does not exist")
            }
            Check::ArtifactContainer | Check::PropertyContainer | Check::TypeContainer | Check::TechnologyContainer => {
                format!("Container of {display} does not exist")
            }
            Check::AmbiguousType if self.element.kind() != Kind::Type => format!("{title} has no type"),
            Check::AmbiguousArtifact
            | Check::AmbiguousProperty
            | Check::AmbiguousRelation
            | Check::AmbiguousInput
            | Check::AmbiguousOutput
            | Check::AmbiguousType => format!("{title} is ambiguous"),
            Check::AmbiguousHosting => format!("{title} has more than one hosting relations"),
            Check::ExpectedHosting => format!("{title} expected to have a hosting relation"),
            Check::ExpectedIncoming => format!("{title} expected to have an incoming relation"),
            Check::ExpectedArtifact => format!("{title} expected to have an deployment artifact"),
            Check::ExpectedTechnology => format!("{title} expected to have a technology"),
            Check::AmbiguousTechnology => format!("{title} has more than one technology"),
            Check::UnconsumedInput => format!("{title} is not consumed"),
            Check::UnproducedOutput => format!("{title} is not produced"),
        }
    }

    fn early_sentence(&self, model: &Model) -> String {
        let display = model.display(self.element);
        let owner = model.element(self.element).container;
        match self.check {
            Check::RelationSource => {
                let source = &model.element(model.relation(self.element).source).name;
                format!("Relation source \"{source}\" of relation \"{display}\" does not exist")
            }
            Check::RelationTarget => {
                let target = &model.relation(self.element).target_name;
                format!("Relation target \"{target}\" of relation \"{display}\" does not exist")
            }
            Check::AmbiguousHosting => format!("Node \"{display}\" has more than one hosting relations"),
            Check::ExpectedHosting => format!("Node \"{display}\" requires a hosting relation"),
            Check::ArtifactContainer => {
                format!("{} of artifact \"{display}\" does not exist", owner_title(model, owner))
            }
            Check::AmbiguousArtifact => format!("Artifact \"{display}\" of {} is ambiguous", owner_words(model, owner)),
            Check::PropertyContainer => {
                format!("{} of property \"{display}\" does not exist", owner_title(model, owner))
            }
            Check::AmbiguousProperty => format!("Property \"{display}\" of {} is ambiguous", owner_words(model, owner)),
            _ => self.late_sentence(model),
        }
    }
}

/// `node "app"` or `relation "app.host"`.
fn owner_words(model: &Model, owner: Option<ElementId>) -> String {
    owner.map_or_else(String::new, |owner| format!("{} \"{}\"", owner.kind(), model.display(owner)))
}

/// [`owner_words`] at the start of a sentence.
fn owner_title(model: &Model, owner: Option<ElementId>) -> String {
    crate::tosca::model::capitalised(&owner_words(model, owner))
}
