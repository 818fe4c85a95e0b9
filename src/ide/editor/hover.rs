//! What is said about the thing under the pointer, in Markdown.

use std::ops::Range;

use super::context::{Context, word_at};
use super::draft::Draft;
use super::facts::Facts;
use super::hints::share;
use super::markdown::{code, prose};
use super::references::KEYWORDS;
use super::section::{Place, place};
use super::symbol::{Occurrence, Space, Symbol};
use crate::analysis::pretty;
use crate::analysis::question::{ElementStatus, ElementSummary, InputClass, InputOverview};
use crate::analysis::value::Value;
use crate::output::render::profile::sentence;
use crate::source::Sources;
use crate::source::syntax::vocabulary::{Detected, KeyEntry, Operator, Profile, ProfileReason, Section, book};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{Model, OptionValue};
use crate::tosca::types::Collection;

/// Values that are listed at most.
const MAX_VALUES: usize = 8;

/// Words about some bytes of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The bytes.
    pub range: Range<usize>,
    /// Markdown.
    pub text: String,
}

/// What is to be said about `offset`; `facts` may be older than the draft, or missing.
pub fn hover(draft: &Draft, facts: Option<&Facts>, offset: usize) -> Option<Hover> {
    if let (Some(model), Some(at)) = (draft.model(), draft.occurrence_at(offset)) {
        let Occurrence { symbol, span, .. } = at;
        let lines = symbol_lines(draft, model, facts, symbol);
        return Some(Hover { range: span.start as usize..span.end as usize, text: lines.join("\n\n") });
    }
    key(draft, offset)
}

/// A keyword, an operator or an option.
fn key(draft: &Draft, offset: usize) -> Option<Hover> {
    let range = word_at(draft.text(), offset)?;
    let word = &draft.text()[range.clone()];
    let context = Context::at(draft.text(), range.start);
    let profile = draft.model().map_or(Profile::LATEST, Model::profile);
    let text = match place(&context, profile) {
        _ if KEYWORDS.contains(&word) => of_book(word),
        Place::Section(section) if section.key(word).is_some() => section.key(word).map(|key| {
            let about_key = explained(format!("`{word}`: {}", key.summary), &book::key_entries(section, word));
            let is_version = section == Section::Template && word == "tosca_definitions_version";
            let read = draft.detected().filter(|_| is_version).map(|detected| read_as(detected, draft.sources()));
            read.map_or(about_key.clone(), |read| format!("{about_key}\n\n{read}"))
        }),
        Place::Expression => Operator::named(word, profile).map(|operator| {
            let name = operator.name(Profile::LATEST);
            explained(format!("`{word}`: {}", operator.entry().summary), &book::entries(name))
        }),
        Place::Options => match (book::entries(word).as_slice(), OptionValue::of(word).words().as_slice()) {
            ([], []) => None,
            ([], words) => Some(format!("option `{word}`: {}", words.join(", "))),
            (entries, _) => Some(explained(format!("option `{word}`"), entries)),
        },
        Place::Value(_, key) if is_of_language(key) => of_book(word),
        Place::Section(_) | Place::OptionValue(_) => of_book(word),
        _ => None,
    };
    Some(Hover { range, text: text? })
}

/// With which profile the text is read and why, where the name of its file marks up nothing.
fn read_as(detected: &Detected, sources: &Sources) -> String {
    let sentence = sentence(detected, sources);
    match &detected.reason {
        ProfileReason::Word { span, .. } => {
            let place = sources.place(*span);
            sentence.replace(&place, &prose(&place))
        }
        ProfileReason::Asked | ProfileReason::Nothing => sentence,
    }
}

/// Whether the words behind a key are those of the language, and not the author's.
fn is_of_language(key: &KeyEntry) -> bool {
    matches!(key.name, "tosca_definitions_version" | "constraints")
}

/// What the book says of a word by itself.
fn of_book(word: &str) -> Option<String> {
    let entries = book::entries(word);
    (!entries.is_empty()).then(|| explained(format!("`{word}`"), &entries))
}

/// A sentence about a word, with what the book says of it.
fn explained(sentence: String, entries: &[book::Entry]) -> String {
    let mut parts = vec![sentence];
    for book::Entry { heading, text, section } in entries {
        parts.push(format!("*{heading}*: {text}"));
        parts.extend(section.iter().map(|(title, body)| format!("**{title}**\n\n{body}")));
    }
    parts.dedup();
    parts.join("\n\n")
}

fn symbol_lines(draft: &Draft, model: &Model, facts: Option<&Facts>, symbol: &Symbol) -> Vec<String> {
    let owner = symbol.owner.as_ref().map_or(String::new(), |owner| format!(" of node {}", code(owner)));
    let mut lines = vec![format!("**{} {}**{owner}", symbol.space.noun(), code(&symbol.name))];
    match symbol.space {
        Space::VariabilityInput => lines.extend(input_lines(draft, facts, &symbol.name)),
        Space::Expression => {
            let body = model.language().expression(&symbol.name);
            lines.extend(body.map(|body| format!("means {}", code(&pretty::expression(model, body)))));
        }
        Space::Type(collection) => lines.extend(parents(model, collection, &symbol.name)),
        Space::Preset => lines.extend(preset_lines(model, &symbol.name)),
        Space::RelationshipTemplate => {}
        Space::Node
        | Space::Relation
        | Space::Artifact
        | Space::Group
        | Space::Policy
        | Space::TopologyInput
        | Space::Output => lines.extend(element_lines(model, facts, symbol)),
    }
    lines
}

/// What a preset is called, what is said of it, and the values that it gives.
fn preset_lines(model: &Model, name: &str) -> Vec<String> {
    let preset = model.variability().and_then(|variability| variability.get("presets")?.get(name));
    let Some(preset) = preset else { return Vec::new() };
    let text = |key| preset.get(key).filter(|text| text.is_scalar() && !text.is_null()).map(|text| prose(text.text()));
    let given = preset.get("inputs").into_iter().flat_map(Yaml::entries);
    let mut values: Vec<String> =
        given.map(|(input, value)| code(&format!("{}: {}", input.text(), Value::from_yaml(value).to_json()))).collect();
    if values.len() > MAX_VALUES {
        values.truncate(MAX_VALUES);
        values.push("...".to_owned());
    }
    let values = (!values.is_empty()).then(|| format!("gives {}", values.join(", ")));
    text("name").into_iter().chain(text("description")).chain(values).collect()
}

fn element_lines(model: &Model, facts: Option<&Facts>, symbol: &Symbol) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(facts) = facts {
        let summaries: Vec<&ElementSummary> = facts.summaries(symbol).collect();
        for summary in &summaries {
            let words = presence(facts, summary);
            let place = facts.model().map_or(0, |model| model.element(summary.element).index);
            lines.push(if summaries.len() > 1 { format!("{place}: {words}") } else { words });
        }
    }
    let named = model.ids().filter(|&id| symbol.means(model, id));
    let types = named.flat_map(|id| model.types_of(id)).map(|&id| code(&model.element(id).name));
    let mut types: Vec<String> = types.collect();
    types.dedup();
    if !types.is_empty() {
        lines.push(format!("type {}", types.join(" or ")));
    }
    lines
}

/// `in 2 of 7 variants: present when env = "prod"`
fn presence(facts: &Facts, summary: &ElementSummary) -> String {
    let (Some(status), Some(model)) = (summary.status, facts.model()) else {
        return "presence not decided".to_owned();
    };
    match status {
        ElementStatus::Core => "present in every valid variant".to_owned(),
        ElementStatus::Dead => "present in no valid variant".to_owned(),
        ElementStatus::Conditional => {
            let share = share(summary, facts.elements()).map(|share| format!("in {share}"));
            let cases =
                summary.presence.as_ref().map(|cases| format!("present when {}", code(&pretty::cases(model, cases))));
            let parts: Vec<String> = share.into_iter().chain(cases).collect();
            if parts.is_empty() { "present in some valid variants".to_owned() } else { parts.join("; ") }
        }
    }
}

fn input_lines(draft: &Draft, facts: Option<&Facts>, name: &str) -> Vec<String> {
    let mut lines = draft.input(name).map_or_else(Vec::new, declared);
    if let Some(facts) = facts.and_then(|facts| facts.input(name)) {
        lines.push(match facts.classes.len() {
            0 => "nothing reads it".to_owned(),
            1 => "no value makes a difference by itself".to_owned(),
            count => {
                let classes: Vec<String> = facts.classes.iter().map(class).collect();
                format!("{count} classes of values: {}", classes.join(" | "))
            }
        });
    }
    lines
}

fn declared(overview: &InputOverview) -> Vec<String> {
    let mut facts: Vec<String> = Vec::new();
    facts.extend(overview.type_name.as_ref().map(|name| format!("type {}", code(name))));
    facts.extend(overview.default.as_ref().map(|value| format!("default {}", code(&value.to_json()))));
    facts.extend(overview.has_default_expression.then(|| "default computed".to_owned()));
    facts.extend((!overview.valid_values.is_empty()).then(|| format!("one of {}", values(&overview.valid_values))));
    facts.extend(
        (!overview.compared_with.is_empty()).then(|| format!("compared with {}", values(&overview.compared_with))),
    );
    overview
        .description
        .as_deref()
        .map(prose)
        .into_iter()
        .chain((!facts.is_empty()).then(|| facts.join(", ")))
        .collect()
}

fn class(class: &InputClass) -> String {
    let other = class.has_unmentioned.then(|| "any other".to_owned());
    let listed = (!class.values.is_empty()).then(|| values(&class.values));
    listed.into_iter().chain(other).collect::<Vec<_>>().join(", ")
}

fn values(values: &[Value]) -> String {
    let mut words: Vec<String> = values.iter().take(MAX_VALUES).map(|value| code(&value.to_json())).collect();
    if values.len() > MAX_VALUES {
        words.push("...".to_owned());
    }
    words.join(", ")
}

fn parents(model: &Model, collection: Collection, name: &str) -> Option<String> {
    let parents = model.types().parents(collection, name).ok()?;
    let names: Vec<String> = parents.iter().skip(1).map(|parent| code(parent)).collect();
    (!names.is_empty()).then(|| format!("derives from {}", names.join(", ")))
}
