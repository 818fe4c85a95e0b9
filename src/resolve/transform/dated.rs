//! Documents for readers of YAML 1.1: dates are texts in quotes, and what entries are is said in full.

use super::parts::{Level, Rewriting, rewritten};
use super::{Key, Output};
use crate::source::syntax::yaml::{Tree, is_date};

/// The document with dates in quotes, and what is said about entries as mappings.
pub(super) fn as_texts(tree: &Tree, document: Output) -> Output {
    rewritten(tree, document, &mut Dating { tree })
}

struct Dating<'t> {
    tree: &'t Tree,
}

impl Rewriting for Dating<'_> {
    const INTO_VALUES: bool = true;

    fn part(&mut self, level: Level, _name: &str, part: Output) -> Output {
        match part {
            Output::Source(id) if is_date(self.tree.at(id)) => Output::text(self.tree.at(id).text()),
            part if level == Level::EntrySchema && part.as_text(self.tree).is_some() => {
                Output::Mapping(vec![(Key::text("type"), part)])
            }
            part => part,
        }
    }
}
