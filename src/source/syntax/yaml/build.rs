//! From the events of the parser to the nodes of the tree.

use std::ops::Range;

use granit_parser::{Event, ScalarStyle, Span as EventSpan, Tag};

use super::anchors::{Anchors, BadAlias};
use super::tree::{Shape, Tree, YamlId, YamlNode};
use super::{block_scalar, foreign, mapping, tag};
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{FileId, Span};

/// The deepest nesting that is read.
pub(super) const MAX_DEPTH: usize = 20_000;

/// A document that is being read.
pub(super) struct Builder<'t, 's> {
    tree: &'t mut Tree,
    file: FileId,
    text: &'s str,
    open: Vec<Frame>,
    /// Finished nodes whose parent is open, or the root.
    finished: Vec<YamlId>,
    anchors: Anchors,
    /// Where the last event was.
    event: Range<usize>,
    /// Where the last node ended. The parser sees the end of a block collection only at the next token.
    node_end: usize,
    documents: usize,
    diagnostics: Vec<Diagnostic>,
}

/// A collection whose end is still to come.
struct Frame {
    shape: Shape,
    properties: Properties,
    start: usize,
    /// How many finished nodes precede its children.
    first_child: usize,
}

/// What a node has besides its content.
struct Properties {
    anchor: usize,
    tag: Option<Box<str>>,
    /// What [`Anchors::count_node`] said.
    expanded_before: u64,
}

/// Reading cannot go on; a diagnostic says why.
pub(super) struct Stop;

impl<'t, 's> Builder<'t, 's> {
    /// A builder for the document in `text`, which is the text of `file` in `tree`.
    pub(super) fn new(tree: &'t mut Tree, file: FileId, text: &'s str) -> Self {
        Self {
            tree,
            file,
            text,
            open: Vec::new(),
            finished: Vec::new(),
            anchors: Anchors::default(),
            event: 0..0,
            node_end: 0,
            documents: 0,
            diagnostics: Vec::new(),
        }
    }

    /// Where the last event was.
    pub(super) fn last_event(&self) -> Range<usize> {
        self.event.clone()
    }

    /// Where the open collections start, the outermost first.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> {
        self.open.iter().map(|frame| frame.start)
    }

    /// The innermost bracket that is open.
    pub(super) fn innermost_bracket(&self) -> Option<Span> {
        let is_bracket = |frame: &&Frame| self.text[frame.start..].starts_with(['[', '{']);
        self.open.iter().rev().find(is_bracket).map(|frame| self.span(&(frame.start..frame.start + 1)))
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The root of a complete document, and everything that is wrong.
    pub(super) fn finish(mut self) -> (Option<YamlId>, Vec<Diagnostic>) {
        let root = self.finished.first().copied().filter(|&root| {
            let node = self.tree.node(root);
            node.shape != Shape::Plain || node.span.start < node.span.end
        });
        if root.is_none() {
            let empty = Diagnostic::new(Code::EmptyDocument, Span::start_of(self.file), "the document is empty");
            self.diagnostics.push(empty);
        }
        let (diagnostics, is_foreign) = self.sorted_diagnostics();
        (root.filter(|_| !is_foreign), diagnostics)
    }

    /// Everything that is wrong with a document that cannot be completed.
    pub(super) fn abandon(self) -> (Option<YamlId>, Vec<Diagnostic>) {
        (None, self.sorted_diagnostics().0)
    }

    /// What is wrong, and whether some of it is for another program. Inner mappings are finished before outer ones, so
    /// diagnostics come in another order than a reader expects.
    fn sorted_diagnostics(mut self) -> (Vec<Diagnostic>, bool) {
        self.diagnostics.sort_by_key(Diagnostic::span);
        foreign::reported(self.text, self.file, self.diagnostics)
    }

    /// Takes the next event.
    pub(super) fn read(&mut self, event: Event<'_>, span: EventSpan) -> Result<(), Stop> {
        let place = span.byte_range().expect("events of a text have byte offsets");
        let this_event = place.clone();
        match event {
            // Without `---` the parser notices the start of a document only behind the first token.
            Event::DocumentStart(false, _) => return self.start_document(place),
            Event::DocumentStart(true, _) => self.start_document(place)?,
            Event::Scalar(value, style, anchor, tag) => self.scalar(&value, style, anchor, tag.as_deref(), place),
            Event::SequenceStart(_, anchor, tag) => self.start(Shape::Sequence, anchor, tag.as_deref(), place)?,
            Event::MappingStart(_, anchor, tag) => self.start(Shape::Mapping, anchor, tag.as_deref(), place)?,
            Event::SequenceEnd | Event::MappingEnd => self.end(place),
            Event::Alias(anchor) => self.alias(anchor, place)?,
            Event::UnresolvedAlias(name) => self.unknown_alias(&name, place),
            _ => {}
        }
        self.event = this_event;
        Ok(())
    }

    fn start_document(&mut self, place: Range<usize>) -> Result<(), Stop> {
        self.documents += 1;
        if self.documents == 1 {
            return Ok(());
        }
        let message = "a second document starts here, only one is read";
        let mark = if self.text[place.clone()].starts_with("---") { "---" } else { "..." };
        let help = format!("remove the line `{mark}` or what follows it");
        self.report_at(place, message, &help);
        Err(Stop)
    }

    fn properties(&mut self, anchor: usize, tag: Option<&Tag>) -> Properties {
        Properties { anchor, tag: tag.map(tag::spelling), expanded_before: self.anchors.count_node() }
    }

    fn scalar(&mut self, value: &str, style: ScalarStyle, anchor: usize, tag: Option<&Tag>, place: Range<usize>) {
        let properties = self.properties(anchor, tag);
        let shape = if style == ScalarStyle::Plain { Shape::Plain } else { Shape::Quoted };
        let shape = tag.map_or(shape, |tag| tag::shape_of_tagged(tag, shape));
        let place = self.extent(value, style, place);
        if style == ScalarStyle::Plain && self.is_in_typographic_quotes(value) {
            let message = format!("the quotes of {value} are part of the text");
            let diagnostic = Diagnostic::new(Code::MalformedYaml, self.span(&place), message);
            let diagnostic = diagnostic.help("write `\"` or `'` on both sides: YAML knows no other quotes");
            self.report(Diagnostic { severity: Severity::Warning, ..diagnostic });
        }
        let quoted = match style {
            ScalarStyle::Plain => place.clone(),
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => place.start + 1..place.end - 1,
            // Its text is never there as it is, unless it is empty.
            ScalarStyle::Literal | ScalarStyle::Folded => place.end..place.end,
        };
        let is_decoded = !place.is_empty() && self.text.get(quoted.clone()) != Some(value);
        let content = if is_decoded { self.tree.add_decoded(value) } else { quoted.start as u32..quoted.end as u32 };
        self.add(
            YamlNode { span: self.span(&place), shape, is_decoded, start: content.start, end: content.end },
            properties,
        );
        self.node_end = place.end;
    }

    /// Whether a text begins and ends as word processors quote, where no sentence is expected.
    fn is_in_typographic_quotes(&self, value: &str) -> bool {
        let is_quoted = value.starts_with(['“', '”', '„', '‘', '’', '«', '»'])
            && value.ends_with(['“', '”', '‘', '’', '«', '»'])
            && value.chars().nth(1).is_some();
        is_quoted && self.finished.last().is_none_or(|&key| self.tree.text(key) != "description")
    }

    /// The bytes of a scalar; a missing value is behind the colon after which it is missed.
    fn extent(&self, value: &str, style: ScalarStyle, place: Range<usize>) -> Range<usize> {
        match style {
            ScalarStyle::Literal | ScalarStyle::Folded => block_scalar::extent(self.text, self.event.end, place, value),
            ScalarStyle::Plain if place.is_empty() && self.text[place.start..].starts_with(':') => {
                place.start + 1..place.start + 1
            }
            ScalarStyle::Plain | ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => place,
        }
    }

    fn start(&mut self, shape: Shape, anchor: usize, tag: Option<&Tag>, place: Range<usize>) -> Result<(), Stop> {
        if self.open.len() >= MAX_DEPTH {
            self.report(too_deep(self.span(&place)));
            return Err(Stop);
        }
        let properties = self.properties(anchor, tag);
        self.open.push(Frame { shape, properties, start: place.start, first_child: self.finished.len() });
        self.node_end = place.end;
        Ok(())
    }

    fn end(&mut self, place: Range<usize>) {
        let frame = self.open.pop().expect("the parser closes what it opened");
        let is_flow = !place.is_empty();
        if is_flow {
            self.node_end = place.end;
        }
        let span = self.span(&(frame.start..self.node_end));
        let written = &self.finished[frame.first_child..];
        let (content, index) = if frame.shape == Shape::Mapping {
            let entries = mapping::entries(self.tree, written, &mut self.diagnostics);
            (self.tree.add_children(&entries.children), entries.index)
        } else {
            (self.tree.add_children(written), None)
        };
        self.finished.truncate(frame.first_child);
        let node = YamlNode { span, shape: frame.shape, is_decoded: false, start: content.start, end: content.end };
        let id = self.add(node, frame.properties);
        if let Some(index) = index {
            self.tree.add_index(id, index);
        }
    }

    fn add(&mut self, node: YamlNode, properties: Properties) -> YamlId {
        let id = self.tree.add_node(node, properties.tag);
        self.anchors.define(properties.anchor, id, properties.expanded_before);
        self.finished.push(id);
        id
    }

    fn alias(&mut self, anchor: usize, place: Range<usize>) -> Result<(), Stop> {
        match self.anchors.resolve(anchor) {
            Ok(node) => {
                self.finished.push(node);
                self.node_end = place.end;
                Ok(())
            }
            Err(BadAlias::Circular) => {
                let name = &self.text[place.start + 1..place.end];
                let message = format!("alias `*{name}` is inside the value that `&{name}` names");
                self.report_at(place.clone(), message, "give the value without the alias");
                self.add_missing(place);
                Ok(())
            }
            Err(BadAlias::TooLarge) => {
                let message = "the aliases of the document expand to too many nodes";
                let diagnostic = Diagnostic::new(Code::AliasBudget, self.span(&place), message)
                    .labelled("the limit is exceeded at this alias")
                    .note(format!("aliases may stand for {} nodes together", super::anchors::MAX_COPIED_NODES));
                self.report(diagnostic);
                Err(Stop)
            }
        }
    }

    fn unknown_alias(&mut self, name: &str, place: Range<usize>) {
        let message = format!("alias `*{name}` without an anchor");
        let is_pattern = name.starts_with('.') || name.contains(['*', '/', '?']);
        let help = if is_pattern {
            "put the text in quotes: without them, `*` begins the name of a value".to_owned()
        } else {
            format!("write `&{name}` before the value that is meant, above this line")
        };
        self.report_at(place.clone(), message, help);
        self.add_missing(place);
    }

    /// A null in place of an alias that means nothing.
    fn add_missing(&mut self, place: Range<usize>) {
        let properties = self.properties(0, None);
        let at = place.start as u32;
        let node = YamlNode { span: self.span(&place), shape: Shape::Plain, is_decoded: false, start: at, end: at };
        self.add(node, properties);
        self.node_end = place.end;
    }

    fn report_at(&mut self, place: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.report(Diagnostic::new(Code::MalformedYaml, self.span(&place), message).help(help));
    }

    fn span(&self, place: &Range<usize>) -> Span {
        Span::new(self.file, place.start, place.end)
    }
}

/// A collection at `span` that is below too many others.
pub(super) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new(Code::NestingDepth, span, format!("nested deeper than {MAX_DEPTH} levels"))
}
