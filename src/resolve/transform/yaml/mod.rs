//! Documents as YAML text.
//!
//! Comes in: an [`Output`] with the tree that it quotes. Goes out: text in block style, indented by four columns.
//! What the author wrote comes out as written, with its quotes and tags; aliases are replaced by what they stand for.
//! Invariant: reading the text gives the document again.

mod node;
mod source;
#[cfg(test)]
mod tests;
mod text;

use variscope_encoder::recursion::descend;

use crate::resolve::transform::Output;
use crate::source::syntax::yaml::Tree;
use node::{Items, MappingEntries, NodeContent, OutputNode, Scalar};
use source::{Enclosing, Margin, indent, starts_like_marker};

/// Columns by which a mapping or list is indented in its mapping.
const STEP: usize = 4;
/// Columns that `- ` takes.
const DASH: usize = 2;
/// Deeper collections are written in brackets: indentation would make the text quadratic in the depth.
const MAX_BLOCK_DEPTH: usize = 100;
/// Readers need not look further for the `:` after a key.
const MAX_KEY_BYTES: usize = 1000;

/// The text of `document`, which may quote nodes of `tree`.
pub fn write(tree: &Tree, document: &Output) -> String {
    let mut writer = Writer { out: String::new(), depth: 0 };
    writer.root(OutputNode::Output(tree, document));
    writer.out
}

struct Writer {
    out: String,
    /// How many collections are open.
    depth: usize,
}

/// What the line has before a value.
#[derive(Clone, Copy, PartialEq)]
enum LinePrefix {
    /// `key:`, or a tag at the root.
    Key,
    /// `-`: a collection may start on the same line.
    Dash,
}

impl Writer {
    fn root(&mut self, node: OutputNode<'_>) {
        let is_scalar = matches!(node.content(), NodeContent::Scalar(_));
        let margin = Margin { outer: 0, inner: usize::from(is_scalar) };
        if node.tag().is_some() {
            self.out.push_str("---");
            return self.value(node, margin, LinePrefix::Key);
        }
        match node.content() {
            NodeContent::Sequence(items) if items.len() > 0 => self.items(items, 0),
            NodeContent::Mapping(entries) if entries.len() > 0 => self.entries(entries, 0),
            NodeContent::Scalar(Scalar::Source(yaml)) if starts_like_marker(yaml.written()) => {
                text::write_escaped(&mut self.out, yaml.text());
                self.out.push('\n');
            }
            content => {
                self.content_in_line(content, margin);
                self.out.push('\n');
            }
        }
    }

    /// Writes a value behind its lead, and ends the line.
    fn value(&mut self, node: OutputNode<'_>, margin: Margin, lead: LinePrefix) {
        if let Some(tag) = node.tag() {
            self.out.extend([" ", tag]);
        }
        let is_compact = lead == LinePrefix::Dash && node.tag().is_none();
        self.depth += 1;
        let is_deep = self.depth > MAX_BLOCK_DEPTH;
        descend(|| match node.content() {
            NodeContent::Sequence(items) if items.len() > 0 && !is_deep => {
                self.begin_collection(margin, is_compact);
                self.items(items, margin.inner);
            }
            NodeContent::Mapping(entries) if entries.len() > 0 && !is_deep => {
                self.begin_collection(margin, is_compact);
                self.entries(entries, margin.inner);
            }
            NodeContent::Scalar(Scalar::Source(missing)) if missing.written().is_empty() => self.out.push('\n'),
            content => {
                self.out.push(' ');
                self.content_in_line(content, margin);
                self.out.push('\n');
            }
        });
        self.depth -= 1;
    }

    /// Moves to where the first part of a collection is written.
    fn begin_collection(&mut self, margin: Margin, is_compact: bool) {
        if is_compact {
            self.out.push(' ');
        } else {
            self.out.push('\n');
            indent(&mut self.out, margin.inner);
        }
    }

    /// Writes items one below the other, the first one at the end of the text.
    fn items(&mut self, items: Items<'_>, column: usize) {
        for (at, item) in items.enumerate() {
            if at > 0 {
                indent(&mut self.out, column);
            }
            self.out.push('-');
            self.value(item, Margin { outer: column, inner: column + DASH }, LinePrefix::Dash);
        }
    }

    /// Writes entries one below the other, the first one at the end of the text.
    fn entries(&mut self, entries: MappingEntries<'_>, column: usize) {
        for (at, (key, value)) in entries.enumerate() {
            if at > 0 {
                indent(&mut self.out, column);
            }
            if self.key(&key) {
                self.out.push('\n');
                indent(&mut self.out, column);
            }
            self.out.push(':');
            self.value(value, Margin { outer: column, inner: column + STEP }, LinePrefix::Key);
        }
    }

    /// Writes a key; whether it is so long that it has to be marked as one, so that its `:` stands on another line.
    fn key(&mut self, key: &Scalar<'_>) -> bool {
        let start = self.out.len();
        if let Scalar::Source(yaml) = key
            && let Some(tag) = yaml.tag()
        {
            self.out.extend([tag, " "]);
        }
        // A missing key stays missing: `~` is another key.
        if !matches!(key, Scalar::Source(yaml) if yaml.written().is_empty()) {
            self.scalar_on_one_line(key);
        }
        let is_long = self.out.len() - start > MAX_KEY_BYTES;
        if is_long {
            self.out.insert_str(start, "? ");
        }
        is_long
    }

    /// Writes a value that begins in this line.
    fn content_in_line(&mut self, content: NodeContent<'_>, margin: Margin) {
        match content {
            NodeContent::Scalar(Scalar::Source(yaml)) => source::write(&mut self.out, yaml, margin),
            NodeContent::Scalar(scalar) => self.scalar_on_one_line(&scalar),
            NodeContent::Sequence(items) => self.flow_items(items),
            NodeContent::Mapping(entries) => self.flow_entries(entries),
        }
    }

    fn scalar_on_one_line(&mut self, scalar: &Scalar<'_>) {
        let enclosing = self.enclosing();
        match scalar {
            Scalar::Source(yaml) => source::write_on_one_line(&mut self.out, *yaml, enclosing),
            Scalar::Text(text) => text::write(&mut self.out, text),
            Scalar::Plain(text) => self.out.push_str(text),
        }
    }

    fn enclosing(&self) -> Enclosing {
        if self.depth > MAX_BLOCK_DEPTH { Enclosing::Flow } else { Enclosing::Block }
    }

    fn flow_items(&mut self, items: Items<'_>) {
        self.out.push('[');
        for (at, item) in items.enumerate() {
            self.separate(at);
            self.flow(item);
        }
        self.out.push(']');
    }

    fn flow_entries(&mut self, entries: MappingEntries<'_>) {
        self.out.push('{');
        for (at, (key, value)) in entries.enumerate() {
            self.separate(at);
            let is_long = self.key(&key);
            self.out.push_str(if is_long { " : " } else { ": " });
            self.flow(value);
        }
        self.out.push('}');
    }

    fn separate(&mut self, at: usize) {
        if at > 0 {
            self.out.push_str(", ");
        }
    }

    /// Writes a value between brackets.
    fn flow(&mut self, node: OutputNode<'_>) {
        if let Some(tag) = node.tag() {
            self.out.extend([tag, " "]);
        }
        descend(|| match node.content() {
            NodeContent::Scalar(scalar) => self.scalar_on_one_line(&scalar),
            NodeContent::Sequence(items) => self.flow_items(items),
            NodeContent::Mapping(entries) => self.flow_entries(entries),
        });
    }
}
