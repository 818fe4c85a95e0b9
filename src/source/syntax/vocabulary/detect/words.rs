//! The words of a template that distinguish revisions of the language, found where the language has words: keys of
//! sections, names of options, expressions. Values, names and what passes through mean nothing here.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::super::walk::visit_sections;
use super::super::{Arity, ELEMENT_KEYWORDS, KeyContent, OPERATORS, Section};
use crate::source::Span;
use crate::source::syntax::yaml::{VisitedNodes, Yaml};

/// Which revisions a word distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Revision {
    /// Profiles A to C.
    Early,
    /// Profiles A and B alone.
    B,
    /// Profile C alone.
    C,
    /// Profiles C and D.
    SinceC,
    /// Profile D alone.
    Late,
}

/// A word and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    pub(super) span: Span,
}

/// The words of one revision.
#[derive(Debug, Default)]
pub(super) struct Words<'t> {
    pub(super) count: usize,
    /// The first one that was met.
    pub(super) first: Option<Word<'t>>,
}

/// All words that distinguish revisions.
#[derive(Debug, Default)]
pub(super) struct Evidence<'t> {
    pub(super) early: Words<'t>,
    pub(super) b: Words<'t>,
    pub(super) c: Words<'t>,
    pub(super) since_c: Words<'t>,
    pub(super) late: Words<'t>,
    /// Expressions that were looked at: aliases lead to one several times.
    met: VisitedNodes,
}

/// Sections of `variability` that only profile D has.
static LATE_SECTIONS: &[&str] = &["constraints", "qualities", "type_specific_conditions", "plugins"];

impl<'t> Evidence<'t> {
    /// The words of the service template `root` whose topology is `topology`.
    pub(super) fn of(root: Yaml<'t>, topology: Option<Yaml<'t>>) -> Self {
        let mut evidence = Self::default();
        for import in root.get("imports").into_iter().flat_map(Yaml::items) {
            evidence.late_element(import);
            import.entries().for_each(|(_, named)| evidence.late_element(named));
        }
        if let Some(topology) = topology {
            visit_sections(Section::Topology, topology, &mut |section, body| evidence.section(section, body));
        }
        evidence
    }

    fn section(&mut self, section: Section, body: Yaml<'t>) {
        for (key, value) in body.entries() {
            self.key(section, key, value);
            match section.key(key.text()).map(|entry| entry.content) {
                _ if key.text() == "implies" => self.expression(value),
                Some(KeyContent::Conditions | KeyContent::Expression) => self.expression(value),
                Some(KeyContent::Expressions) => value.entries().for_each(|(_, body)| self.expression(body)),
                Some(KeyContent::Options) => value.entries().for_each(|(option, _)| self.option(option)),
                _ => {}
            }
        }
    }

    /// An element that has no conditions before profile D.
    fn late_element(&mut self, body: Yaml<'t>) {
        if let Some((key, conditions)) = body.entry("conditions") {
            self.note(Revision::Late, key);
            self.expression(conditions);
        }
    }

    fn key(&mut self, section: Section, key: Yaml<'t>, value: Yaml<'t>) {
        let name = key.text();
        if section == Section::Property && name == "default" && value.as_bool() == Some(true) {
            self.note(Revision::B, key);
        }
        let Some(entry) = section.key(name) else { return };
        let is_late_keyword = ELEMENT_KEYWORDS.contains(&name) && !EARLY_KEYWORDS.contains(&name);
        let is_late = match section {
            Section::Variability => LATE_SECTIONS.contains(&name),
            Section::Output | Section::Type | Section::Technology => is_late_keyword || name == "conditions",
            _ => is_late_keyword,
        };
        let has_alternatives = entry.content == KeyContent::Types && value.is_sequence();
        if is_late || has_alternatives {
            self.note(Revision::Late, key);
        } else if name == "default_alternative" {
            self.note(Revision::SinceC, key);
        }
    }

    fn option(&mut self, option: Yaml<'t>) {
        let name = option.text();
        let revision = if name.starts_with("enable_") || name.starts_with("disable_") {
            Revision::C
        } else if name.starts_with("prune") || name.starts_with("forcePrune") || name.starts_with("disable") {
            Revision::B
        } else {
            Revision::Late
        };
        self.note(revision, option);
    }

    /// The operators of an expression, or of a list of them.
    fn expression(&mut self, expression: Yaml<'t>) {
        // A stack of our own: templates may be nested deeper than the thread's stack allows.
        let mut open = vec![expression];
        while let Some(yaml) = open.pop() {
            if yaml.is_scalar() || !self.met.is_new(yaml.id()) {
                continue;
            }
            open.extend(yaml.items().rev());
            let before = open.len();
            for (key, operand) in yaml.entries() {
                let (revision, is_reference) = OPERATOR_NAMES.get(key.text()).copied().unwrap_or((None, false));
                if let Some(revision) = revision {
                    self.note(revision, key);
                }
                if !is_reference {
                    open.push(operand);
                }
            }
            open[before..].reverse();
        }
    }

    fn note(&mut self, revision: Revision, key: Yaml<'t>) {
        let words = match revision {
            Revision::Early => &mut self.early,
            Revision::B => &mut self.b,
            Revision::C => &mut self.c,
            Revision::SinceC => &mut self.since_c,
            Revision::Late => &mut self.late,
        };
        words.count += 1;
        words.first.get_or_insert_with(|| Word { text: key.text(), span: key.span() });
    }
}

/// Keywords of elements that profiles before D have, too.
static EARLY_KEYWORDS: &[&str] = &["conditions", "default_alternative"];

/// The names of all operators, each with the revisions that it distinguishes, if any, and whether a name and no
/// expression stands behind it.
static OPERATOR_NAMES: LazyLock<FxHashMap<&str, (Option<Revision>, bool)>> = LazyLock::new(|| {
    let mut names = FxHashMap::default();
    for entry in OPERATORS {
        for name in entry.names.into_iter().filter(|name| !name.is_empty()) {
            names.insert(name, (revision_of(name), entry.arity == Arity::Reference));
        }
    }
    names
});

/// Which revisions the name of an operator distinguishes. Profile D knows `xor`, too, but means something else by it.
fn revision_of(name: &str) -> Option<Revision> {
    let knows = |profile: usize| OPERATORS.iter().any(|entry| entry.names[profile] == name);
    match (knows(1), knows(2), knows(3)) {
        (false, false, true) => Some(Revision::Late),
        (false, true, false) => Some(Revision::C),
        (true, true, false) => Some(Revision::Early),
        (true, false, false) => Some(Revision::B),
        _ => None,
    }
}
