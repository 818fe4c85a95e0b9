//! Inputs from an extended configuration of `FeatureIDE` (`docs/src/language/inputs.md`).
//!
//! A feature becomes a boolean input, true when it is selected by hand or automatically; each attribute of it
//! that does not start with `__` becomes an input with a JSON value or a text. Attributes that do start with
//! `__` only rename. Entities other than the five of XML are refused, so nothing can expand.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use rustc_hash::FxHashMap;

use super::argument::json_or_text;
use super::assembly::Assignment;
use super::{Given, Provenance};
use crate::analysis::value::Value;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::Profile;
use crate::source::{FileId, Span};

type XmlError = Box<Diagnostic>;

/// What a configuration says of a feature.
#[derive(Clone, Debug)]
pub struct FeatureSelection {
    /// The name of the feature.
    pub name: String,
    /// Whether it is selected, by hand or automatically; none where it is open.
    pub selection: Option<bool>,
    /// Where that is said.
    pub span: Span,
}

/// A `feature` with its attributes.
struct Feature {
    decision: FeatureSelection,
    attributes: Vec<Attribute>,
}

/// An `attribute` of a feature.
#[derive(Clone)]
struct Attribute {
    name: String,
    value: String,
    span: Span,
}

/// The inputs of an extended configuration, in the order of the file.
pub(super) fn read(file: FileId, text: &str, profile: Profile) -> Result<Vec<Assignment>, XmlError> {
    let features = XmlDocument::new(file, text, &[EXTENDED]).features()?;
    Ok(features.iter().flat_map(|feature| assignments(feature, profile)).collect())
}

/// What a configuration, extended or not, says of features, in the order of the file.
///
/// # Errors
/// What is wrong with the file.
pub fn feature_ide_selections(file: FileId, text: &str) -> Result<Vec<FeatureSelection>, XmlError> {
    let features = XmlDocument::new(file, text, &["configuration", EXTENDED]).features()?;
    Ok(features.into_iter().map(|feature| feature.decision).collect())
}

/// The root of a configuration in which features have attributes.
const EXTENDED: &str = "extendedConfiguration";

/// Lower case, with `_` for spaces.
fn normalize(name: &str) -> String {
    name.to_lowercase().replace(' ', "_")
}

fn assignments(feature: &Feature, profile: Profile) -> Vec<Assignment> {
    let renamed: FxHashMap<&str, &str> =
        feature.attributes.iter().map(|attribute| (&*attribute.name, &*attribute.value)).collect();
    let key = match renamed.get("__name") {
        Some(name) if profile.dialect().keeps_feature_names => (*name).to_owned(),
        Some(name) => normalize(name),
        None => normalize(&feature.decision.name),
    };
    let is_selected = feature.decision.selection == Some(true);
    let selected = given(is_selected.into(), feature.decision.span);
    let values = feature.attributes.iter().filter(|attribute| !attribute.name.starts_with("__")).map(|attribute| {
        let original = normalize(&attribute.name);
        let short = || renamed.get(&*format!("__name_{original}")).map_or(&*original, |short| *short);
        let full = renamed.get(&*format!("__full_name_{original}")).map(|full| (*full).to_owned());
        let input = normalize(&full.unwrap_or_else(|| format!("{key}_{}", short())));
        (input.into(), given(json_or_text(&attribute.value), attribute.span))
    });
    let values: Vec<Assignment> = values.collect();
    std::iter::once((key.into(), selected)).chain(values).collect()
}

fn given(value: Value, span: Span) -> Given {
    Given { value, provenance: Provenance::Feature(span) }
}

/// The XML, read once from front to back.
struct XmlDocument<'x> {
    file: FileId,
    reader: Reader<&'x [u8]>,
    text: &'x str,
    /// What its root may be called.
    roots: &'static [&'static str],
}

impl<'x> XmlDocument<'x> {
    fn new(file: FileId, text: &'x str, roots: &'static [&'static str]) -> Self {
        Self { file, reader: Reader::from_str(text), text, roots }
    }

    fn features(mut self) -> Result<Vec<Feature>, XmlError> {
        let mut features = Vec::new();
        let mut depth = 0_usize;
        let mut has_root = false;
        loop {
            let start = self.position();
            let event = self.next(start)?;
            let (element, opens) = match &event {
                Event::Start(element) => (element, true),
                Event::Empty(element) => (element, false),
                Event::End(_) => {
                    depth -= 1;
                    continue;
                }
                Event::Eof if depth > 0 => return Err(self.malformed(start, "an element is never closed").into()),
                Event::Eof if !has_root => return Err(self.malformed(start, "there is no element").into()),
                Event::Eof => return Ok(features),
                _ => continue,
            };
            self.element(element, depth, start, &mut features)?;
            has_root = true;
            depth += usize::from(opens);
        }
    }

    /// Takes in an element that starts at byte `start` below `depth` others.
    fn element(
        &self,
        element: &BytesStart<'_>,
        depth: usize,
        start: usize,
        features: &mut Vec<Feature>,
    ) -> Result<(), XmlError> {
        let span = Span::new(self.file, start, self.position());
        match (depth, element.name().as_ref()) {
            (0, root) if self.roots.contains(&root) => Ok(()),
            (0, _) => {
                let roots = self.roots.join("` or `");
                let kind = if self.roots == [EXTENDED] { "extended configuration" } else { "configuration" };
                let message = format!("XML is no {kind} of FeatureIDE: its root is not `{roots}`");
                Err(Box::new(Diagnostic::new(Code::MalformedInputs, span, message)))
            }
            (1, "feature") => {
                let [name, automatic, manual] = self.attributes(element, start, ["name", "automatic", "manual"])?;
                let name = name.ok_or_else(|| self.malformed(start, "a feature has no name"))?;
                let automatic = self.selection("automatic", automatic.as_deref(), start)?;
                let manual = self.selection("manual", manual.as_deref(), start)?;
                let selection = if automatic == Some(true) { automatic } else { manual.or(automatic) };
                let decision = FeatureSelection { name, selection, span };
                features.push(Feature { decision, attributes: Vec::new() });
                Ok(())
            }
            (2, "attribute") => {
                let [name, value] = self.attributes(element, start, ["name", "value"])?;
                let name = name.ok_or_else(|| self.malformed(start, "an attribute has no name"))?;
                let attribute = Attribute { name, value: value.unwrap_or_default(), span };
                features.last_mut().into_iter().for_each(|feature| feature.attributes.push(attribute.clone()));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What an XML attribute of an element that starts at byte `start` says of a feature.
    fn selection(&self, attribute: &str, word: Option<&str>, start: usize) -> Result<Option<bool>, XmlError> {
        match word {
            None | Some("undefined") => Ok(None),
            Some("selected") => Ok(Some(true)),
            Some("unselected") => Ok(Some(false)),
            Some(other) => {
                let message = format!("`{attribute}` of a feature is not \"{other}\"");
                let diagnostic = Diagnostic::new(Code::MalformedInputs, self.place(attribute, start), message);
                Err(Box::new(diagnostic.help("write `selected`, `unselected` or `undefined`")))
            }
        }
    }

    /// Where an element that starts at byte `start` has this XML attribute.
    fn place(&self, attribute: &str, start: usize) -> Span {
        let end = self.position().max(start);
        let element = self.text.get(start..end).unwrap_or_default();
        let is_name = |at: usize| {
            let (before, behind) = (&element[..at], &element[at + attribute.len()..]);
            before.ends_with(char::is_whitespace) && behind.trim_start().starts_with('=')
        };
        match element.match_indices(attribute).find(|&(at, _)| is_name(at)) {
            Some((at, _)) => Span::new(self.file, start + at, start + at + attribute.len()),
            None => Span::new(self.file, start, end),
        }
    }

    /// The XML attributes of those names.
    fn attributes<const N: usize>(
        &self,
        element: &BytesStart<'_>,
        start: usize,
        names: [&str; N],
    ) -> Result<[Option<String>; N], XmlError> {
        let mut found = [const { None }; N];
        for attribute in element.attributes() {
            let attribute = attribute.map_err(|error| self.malformed(start, &error.to_string()))?;
            let index = names.iter().position(|name| *name == attribute.key.as_ref());
            if let Some(index) = index {
                let value = attribute
                    .normalized_value(XmlVersion::Implicit1_0)
                    .map_err(|error| self.malformed(start, &error.to_string()))?;
                found[index] = Some(value.into_owned());
            }
        }
        Ok(found)
    }

    fn next(&mut self, start: usize) -> Result<Event<'x>, XmlError> {
        match self.reader.read_event() {
            Ok(event) => Ok(event),
            Err(error) => Err(self.malformed(start, &error.to_string()).into()),
        }
    }

    fn position(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).map_or(self.text.len(), |position| position.min(self.text.len()))
    }

    fn malformed(&self, start: usize, reason: &str) -> Diagnostic {
        let end = self.position().max(start);
        let message = format!("malformed XML: {reason}");
        Diagnostic::new(Code::MalformedInputs, Span::new(self.file, start, end), message)
    }
}
