//! What an edit, or another choice of values, does.

use schemars::JsonSchema;
use serde::Serialize;
use variscope_encoder::circuit::EditKind;

use super::{About, Answer, Caveat, Exactness, Number, Status, Values, Written};
use crate::analysis::question::{self, Contrast, Difference, ResultChange, UndecidedReason};
use crate::tosca::model::{ElementId, Kind, Model};

/// What changed from an old side to a new one.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Diff {
    /// What was compared.
    pub about: About,
    /// How the variants of both relate.
    pub relation: Relation,
    /// How far the answer can be relied on.
    #[serde(flatten)]
    pub exactness: Exactness,
    /// How many variants both have, over the elements or features that both have.
    pub kept: Number,
    /// How many were won.
    pub added: Number,
    /// One of them.
    pub added_witness: Option<Example>,
    /// How many were lost.
    pub removed: Number,
    /// One of them.
    pub removed_witness: Option<Example>,
    /// How many of those that both have hold an element with other content, or with parts that one side alone has.
    pub changed: Number,
    /// One of them.
    pub changed_witness: Option<Example>,
    /// Variability inputs that only one side declares, or that are declared otherwise or have another default.
    pub inputs: Vec<NamedChange>,
    /// Presets that only one side has, or that choose other values.
    pub presets: Vec<NamedChange>,
    /// Presets of both sides that do not give what they gave, of 200 at most; empty where other values are given, or only some variants
    /// are asked about.
    pub preset_results: Vec<PresetResult>,
    /// Options of variability that only one side sets, or that are set otherwise: what they do shows in the rest.
    pub options: Vec<NamedChange>,
    /// Parts of documents that belong to no element and are other ones.
    pub sections: Vec<NamedChange>,
    /// Where both have the same variants over the elements that both have: a configuration that gives another one of them now, or
    /// none on one side, if one was found.
    pub reassigned: Option<Reassigned>,
    /// Common features with another type or other attributes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<String>,
    /// Elements or features that only the old side has.
    pub only_old: Vec<String>,
    /// Elements or features that only the new side has.
    pub only_new: Vec<String>,
    /// Elements whose own rule is another one; elements of one side have one there only.
    pub presences: Vec<PresenceChange>,
    /// Common elements that are always, never or sometimes present on one side, and not so on the other.
    pub elements: Vec<StatusChange>,
    /// Common elements with other content.
    pub contents: Vec<ContentChange>,
}

/// What an edit does to the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// No variant was lost, and none was won.
    Refactoring,
    /// Variants were only lost.
    Specialization,
    /// Variants were only won.
    Generalization,
    /// Anything else.
    ArbitraryEdit,
    /// It is not decided.
    Unknown,
}

/// A variant.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Example {
    /// The paths of the present common elements on the old side, or the names of the present common features.
    pub present: Vec<String>,
    /// The nodes among the elements, by name.
    pub nodes: Vec<String>,
    /// Values that give it on the old side, if it is there.
    pub old_inputs: Option<Values>,
    /// Values that give it on the new side, if it is there.
    pub new_inputs: Option<Values>,
    /// What tells it apart from what the other side gives for these values, where both have the same nodes.
    pub apart: Option<String>,
}

/// Something with a name that is other on one side, or on one side only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NamedChange {
    /// Its name, or the way to it.
    pub name: String,
    /// What it is on the old side, if it is there.
    pub before: Option<Written>,
    /// What it is on the new side, if it is there.
    pub after: Option<Written>,
}

/// A preset that does not give what it gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PresetResult {
    /// Its name; null for the template without a preset.
    pub preset: Option<String>,
    /// Whether it gives a variant on the old side.
    pub resolved_before: bool,
    /// Whether it gives a variant on the new side.
    pub resolves_now: bool,
    /// Why it gives none on one side.
    pub error: Option<String>,
    /// Elements that are gone, without what is in them.
    pub removed: Vec<TitledElement>,
    /// Elements that are there now, without what is in them.
    pub added: Vec<TitledElement>,
    /// Elements whose content is another one.
    pub changed: Vec<TitledElement>,
}

/// An element with its title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TitledElement {
    /// Its path.
    pub element: String,
    /// What messages call the element.
    pub title: String,
}

/// A configuration that gives another variant now.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Reassigned {
    /// Values for open inputs.
    pub inputs: Values,
    /// What is different then.
    pub difference: String,
}

/// An element whose own rule decides its presence otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PresenceChange {
    /// Its path on the new side, or on the old one if only that has it.
    pub element: String,
    /// What messages call the element.
    pub title: String,
    /// The path of the element that it is in, if it is in one.
    pub container: Option<String>,
    /// Whether the old side has it.
    pub in_old: bool,
    /// Whether the new side has it.
    pub in_new: bool,
    /// When it is present on the old side, where that is known and takes few words.
    pub before: Option<String>,
    /// When it is present on the new side.
    pub after: Option<String>,
}

/// An element that behaves differently now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StatusChange {
    /// Its path on the new side.
    pub element: String,
    /// What messages call the element.
    pub title: String,
    /// The path of the element that it is in, if it is in one.
    pub container: Option<String>,
    /// How it behaves on the old side; none when that is not known.
    pub before: Option<Status>,
    /// How it behaves on the new side; none when that is not known.
    pub after: Option<Status>,
}

/// An element whose content is another one now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ContentChange {
    /// Its path on the new side.
    pub element: String,
    /// What messages call the element.
    pub title: String,
    /// Its content on the old side; an expression where it depends on open inputs.
    pub before: Written,
    /// Its content on the new side.
    pub after: Written,
    /// How many of the variants that both have hold it.
    pub variants: Number,
}

/// How far a comparison of templates can be relied on.
fn exactness(difference: &Difference) -> Exactness {
    let is_stopped = !difference.is_exact || difference.doubt == Some(UndecidedReason::Interrupted);
    let doubt = difference.doubt.iter().filter(|doubt| **doubt != UndecidedReason::Interrupted);
    let uncompared = "neither side has a valid variant: nothing could be compared";
    let uncompared = difference.is_undecided().then(|| uncompared.to_owned());
    let caveats = doubt.map(UndecidedReason::to_string).chain(uncompared);
    Exactness {
        exact: difference.is_exact && difference.doubt.is_none() && !difference.is_undecided(),
        complete: !is_stopped,
        caveats: caveats.map(|message| Caveat { message, line: None }).collect(),
    }
}

impl Answer for Diff {
    const NAME: &'static str = "diff";
    const VERSION: u32 = 3;
}

impl Diff {
    /// Where it was stopped before anything was known.
    pub fn unknown(about: About) -> Self {
        Self {
            about,
            relation: Relation::Unknown,
            exactness: Exactness::unfinished(),
            kept: 0_u8.into(),
            added: 0_u8.into(),
            added_witness: None,
            removed: 0_u8.into(),
            removed_witness: None,
            changed: 0_u8.into(),
            changed_witness: None,
            inputs: Vec::new(),
            presets: Vec::new(),
            preset_results: Vec::new(),
            options: Vec::new(),
            sections: Vec::new(),
            reassigned: None,
            attributes: Vec::new(),
            only_old: Vec::new(),
            only_new: Vec::new(),
            presences: Vec::new(),
            elements: Vec::new(),
            contents: Vec::new(),
        }
    }

    /// About two templates, or one under different values.
    pub fn of_template(old: &Model, new: &Model, difference: &Difference) -> Self {
        let example = |change: &question::Change| change.example.as_ref().map(|example| Example::of(old, example));
        let named = |changes: &[question::NamedChange]| changes.iter().map(NamedChange::from).collect();
        let kind = difference.edit_kind();
        Self {
            relation: if difference.is_undecided() { Relation::Unknown } else { kind.into() },
            exactness: exactness(difference),
            kept: difference.kept.clone().into(),
            added: difference.added.count.clone().into(),
            added_witness: example(&difference.added),
            removed: difference.removed.count.clone().into(),
            removed_witness: example(&difference.removed),
            changed: difference.changed.count.clone().into(),
            changed_witness: example(&difference.changed),
            inputs: named(&difference.inputs),
            presets: named(&difference.presets),
            preset_results: difference.preset_results.iter().map(|found| PresetResult::of(old, new, found)).collect(),
            options: named(&difference.options),
            sections: named(&difference.rest),
            reassigned: difference.reassigned.as_ref().map(Reassigned::from),
            only_old: paths(old, &difference.only_old),
            only_new: paths(new, &difference.only_new),
            presences: difference.presences.iter().filter_map(|change| PresenceChange::of(old, new, change)).collect(),
            elements: difference.statuses.iter().map(|change| StatusChange::of(new, change)).collect(),
            contents: difference.contents.iter().map(|change| ContentChange::of(new, change)).collect(),
            ..Self::unknown(About::Template)
        }
    }
}

fn paths(model: &Model, ids: &[ElementId]) -> Vec<String> {
    ids.iter().map(|&id| model.path(id)).collect()
}

impl Example {
    fn of(model: &Model, example: &question::Example) -> Self {
        let nodes = example.present.iter().filter(|id| id.kind() == Kind::Node);
        Self {
            present: paths(model, &example.present),
            nodes: nodes.map(|&id| model.element(id).name.to_string()).collect(),
            old_inputs: example.old.as_ref().map(Values::from),
            new_inputs: example.new.as_ref().map(Values::from),
            apart: example.apart.clone(),
        }
    }
}

impl From<&question::NamedChange> for NamedChange {
    fn from(change: &question::NamedChange) -> Self {
        let side = |text: &Option<String>| text.clone().map(Written::json);
        Self { name: change.name.clone(), before: side(&change.before), after: side(&change.after) }
    }
}

impl PresetResult {
    fn of(old: &Model, new: &Model, result: &question::PresetResult) -> Self {
        let same = Self {
            preset: result.preset.clone(),
            resolved_before: true,
            resolves_now: true,
            error: None,
            removed: Vec::new(),
            added: Vec::new(),
            changed: Vec::new(),
        };
        match &result.change {
            ResultChange::Lost(error) => Self { resolves_now: false, error: Some(error.clone()), ..same },
            ResultChange::Won(error) => Self { resolved_before: false, error: Some(error.clone()), ..same },
            ResultChange::Elements { removed, added, changed } => Self {
                removed: TitledElement::all(old, removed, question::title_with_value),
                added: TitledElement::all(new, added, question::title_with_value),
                // Its value is another one on either side.
                changed: TitledElement::all(new, changed, Model::full_display),
                ..same
            },
        }
    }
}

impl TitledElement {
    fn all(model: &Model, ids: &[ElementId], title: impl Fn(&Model, ElementId) -> String) -> Vec<Self> {
        ids.iter().map(|&id| Self { element: model.path(id), title: title(model, id) }).collect()
    }
}

impl From<&Contrast> for Reassigned {
    fn from(contrast: &Contrast) -> Self {
        Self { inputs: Values::from(&contrast.witness), difference: contrast.what.clone() }
    }
}

impl PresenceChange {
    fn of(old: &Model, new: &Model, change: &question::PresenceChange) -> Option<Self> {
        let (model, id) = change.new.map(|id| (new, id)).or_else(|| change.old.map(|id| (old, id)))?;
        Some(Self {
            element: model.path(id),
            title: question::title_with_value(model, id),
            container: model.element(id).container.map(|id| model.path(id)),
            in_old: change.old.is_some(),
            in_new: change.new.is_some(),
            before: change.before.clone(),
            after: change.after.clone(),
        })
    }
}

impl StatusChange {
    fn of(model: &Model, change: &question::StatusChange) -> Self {
        Self {
            element: model.path(change.new),
            title: question::title_with_value(model, change.new),
            container: model.element(change.new).container.map(|id| model.path(id)),
            before: change.before,
            after: change.after,
        }
    }
}

impl ContentChange {
    fn of(model: &Model, change: &question::ContentChange) -> Self {
        Self {
            element: model.path(change.new),
            title: model.full_display(change.new),
            before: Written::json(&change.before),
            after: Written::json(&change.after),
            variants: change.variants.clone().into(),
        }
    }
}

impl From<EditKind> for Relation {
    fn from(kind: EditKind) -> Self {
        match kind {
            EditKind::Refactoring => Self::Refactoring,
            EditKind::Specialization => Self::Specialization,
            EditKind::Generalization => Self::Generalization,
            EditKind::ArbitraryEdit => Self::ArbitraryEdit,
        }
    }
}
