//! Variants one by one, as fast as they can be written.
//!
//! Comes in: a [`Listing`], where it stands. Goes out: a line or an entry for its latest variant. Everything that does not
//! change from variant to variant is written once, beforehand.

use std::sync::Arc;

use num_bigint::BigUint;

use super::super::text::Detail;
use super::super::variant::shown_path;
use super::super::witness;
use crate::analysis::question::{Listing, VariantPosition};
use crate::analysis::value::Value;
use crate::answer::{self, Number, Values};
use crate::source::printable::printable;
use crate::tosca::model::Model;

/// Pieces up to this length are copied without a look at how long they are, which is faster.
const WIDTH: usize = 32;

/// What is written for an element or a value when it is there.
struct Piece {
    text: Vec<u8>,
    /// The text, if it is short, and anything behind it.
    head: [u8; WIDTH],
}

/// Values of inputs as a part of a line or an entry, with what separates them from what is before.
type WriteValues = fn(&[(Arc<str>, Value)]) -> String;

/// Writes the variants of one listing.
pub struct Writer {
    /// By group, by class.
    groups: Vec<Vec<Piece>>,
    /// What was given.
    given: Piece,
    /// Writes values that are found anew for each variant, those of inputs whose sums are distinguished.
    sum_values: WriteValues,
    /// For values that are the same for all variants.
    unread: Piece,
    /// By element.
    elements: Vec<Piece>,
    /// How long a line can become at most, numbers left out.
    most: usize,
    is_json: bool,
    detail: Detail,
    buffer: Vec<u8>,
    end: usize,
}

impl Writer {
    /// For people: values for inputs, how many classes lead to it, and which nodes are present, or in full what is present.
    pub fn text(model: &Model, listing: &Listing<'_, '_>, detail: Detail) -> Self {
        let words = |witness: &[(Arc<str>, Value)]| {
            if witness.is_empty() { String::new() } else { format!(" {}", witness::arguments(&Values::from(witness))) }
        };
        let element =
            |path: String| shown_path(&path, detail).map_or_else(String::new, |shown| format!(" {}", printable(shown)));
        Self { detail, ..Self::new(listing, false, words, element, model) }
    }

    /// For programs.
    pub fn json(model: &Model, listing: &Listing<'_, '_>) -> Self {
        let members = |witness: &[(Arc<str>, Value)]| {
            let text = answer::compact(&Values::from(witness));
            if witness.is_empty() { String::new() } else { format!(",{}", &text[1..text.len() - 1]) }
        };
        Self::new(listing, true, members, |path| format!(",{}", answer::compact(&path)), model)
    }

    fn new(
        listing: &Listing<'_, '_>,
        is_json: bool,
        values: WriteValues,
        element: impl Fn(String) -> String,
        model: &Model,
    ) -> Self {
        let groups: Vec<Vec<Piece>> = listing
            .witnesses()
            .iter()
            .map(|classes| classes.iter().map(|class| Piece::new(values(class))).collect())
            .collect();
        let given = Piece::new(values(&listing.given()));
        let unread = Piece::new(values(&listing.unread()));
        let elements: Vec<Piece> = listing.elements().iter().map(|&id| Piece::new(element(model.path(id)))).collect();
        let all = groups.iter().flatten().chain([&given, &unread]).chain(&elements);
        let most = all.map(|piece| piece.text.len()).sum::<usize>() + WIDTH;
        Self {
            groups,
            given,
            sum_values: values,
            unread,
            elements,
            most,
            is_json,
            detail: Detail::Full,
            buffer: Vec::new(),
            end: 0,
        }
    }

    /// The line of the latest variant, or its entry in a document.
    pub fn variant(&mut self, listing: &mut Listing<'_, '_>, listed: &VariantPosition, is_first: bool) -> &[u8] {
        self.end = 0;
        if !self.is_json {
            self.values(listing, 1, b"", b"any");
            let unit = if listed.classes == BigUint::from(1_u8) { "class" } else { "classes" };
            let end = if self.detail == Detail::Brief { "\n   " } else { " " };
            self.push(format!("  ({} {unit}){end}", listed.classes).as_bytes());
            let start = self.end;
            self.present(listing);
            if self.end == start && self.detail == Detail::Brief {
                self.push(b" (no nodes)");
            }
            self.push(b"\n");
            return &self.buffer[..self.end];
        }
        self.push(if is_first { b"\n    {\"configuration\":" } else { b",\n    {\"configuration\":" });
        self.values(listing, 0, b"{", b"{");
        self.push(b"},\"present\":");
        let start = self.end;
        self.present(listing);
        self.open(start, b"[");
        let configurations = answer::compact(&listing.configurations().map(Number::from));
        let end = format!("],\"classes\":\"{}\",\"configurations\":{configurations}}}", listed.classes);
        self.push(end.as_bytes());
        &self.buffer[..self.end]
    }

    /// The values, the first of which begins with `opening` in place of its separator, or `none`.
    fn values(&mut self, listing: &Listing<'_, '_>, skip: usize, opening: &[u8], none: &[u8]) {
        let start = self.end;
        self.reserve();
        self.end = self.given.copy(&mut self.buffer, self.end, true);
        for (group, &class) in self.groups.iter().zip(listing.combination()) {
            self.end = group[class].copy(&mut self.buffer, self.end, true);
        }
        let sum_values = (self.sum_values)(&listing.sum_values());
        if !sum_values.is_empty() {
            self.push(sum_values.as_bytes());
            self.reserve();
        }
        self.end = self.unread.copy(&mut self.buffer, self.end, true);
        if self.end == start {
            self.push(none);
        } else if skip > 0 {
            self.buffer.copy_within(start + skip..self.end, start);
            self.end -= skip;
        } else {
            self.open(start, opening);
        }
    }

    fn present(&mut self, listing: &Listing<'_, '_>) {
        self.reserve();
        for (place, piece) in self.elements.iter().enumerate() {
            self.end = piece.copy(&mut self.buffer, self.end, listing.has(place));
        }
    }

    /// Replaces the separator at `start`, if something stands there.
    fn open(&mut self, start: usize, opening: &[u8]) {
        if self.end == start {
            self.push(opening);
        } else {
            self.buffer[start..start + opening.len()].copy_from_slice(opening);
        }
    }

    fn push(&mut self, text: &[u8]) {
        self.buffer.truncate(self.end);
        self.buffer.extend_from_slice(text);
        self.end += text.len();
    }

    /// Makes room for all pieces.
    fn reserve(&mut self) {
        self.buffer.resize(self.end + self.most, 0);
    }
}

impl Piece {
    fn new(text: String) -> Self {
        let mut head = [0; WIDTH];
        if let Some(head) = head.get_mut(..text.len()) {
            head.copy_from_slice(text.as_bytes());
        }
        Self { text: text.into_bytes(), head }
    }

    /// Copies the piece to this place if it is there; the place behind it is returned.
    fn copy(&self, buffer: &mut [u8], place: usize, is_there: bool) -> usize {
        if self.text.len() <= WIDTH {
            buffer[place..place + WIDTH].copy_from_slice(&self.head);
            return place + if is_there { self.text.len() } else { 0 };
        }
        if !is_there {
            return place;
        }
        let end = place + self.text.len();
        buffer[place..end].copy_from_slice(&self.text);
        end
    }
}
