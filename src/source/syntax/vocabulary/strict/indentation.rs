//! What is indented too far: it stands further in than its own section, as a key that is never read there, or as one more name
//! where names are free.

use std::cell::OnceCell;

use rustc_hash::FxHashSet;

use super::extensions::origin;
use super::misplaced::{article, noun};
use super::{KeyPosition, is_condition, is_private, near};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::walk::named_in;
use crate::source::syntax::vocabulary::{ELEMENT_KEYWORDS, KeyContent, Profile, Section, is_operator};
use crate::source::syntax::yaml::Yaml;

/// An entry that belongs to a section further out.
#[derive(Clone, Copy)]
pub struct TooDeep<'t> {
    /// Its key.
    pub key: Yaml<'t>,
    /// What stands behind it; null where that is indented no further than the key.
    pub body: Yaml<'t>,
    /// The mapping that it stands in, which may be an item of a list.
    pub from: Yaml<'t>,
    /// The section whose entry it seems to be: that mapping, or the list.
    pub among: Yaml<'t>,
    /// The mapping or list that it belongs to.
    pub to: Yaml<'t>,
    reading: ReadAs,
    meaning: MeantAs<'t>,
}

/// What an entry is read as that is indented too far.
#[derive(Clone, Copy)]
enum ReadAs {
    /// A key of a section that has none of its name.
    Key(Section),
    /// The name of such a thing.
    Name(&'static str),
}

/// What an entry is meant as that is indented too far.
#[derive(Clone, Copy)]
enum MeantAs<'t> {
    /// A key of this section, beside another one.
    Key(Section, Yaml<'t>),
    /// One more of these, as that which it stands in.
    Entry(Section),
}

/// A section on the way to a place, with the entry of it that leads there.
#[derive(Clone, Copy)]
struct EnclosingSection<'t> {
    section: Section,
    body: Yaml<'t>,
    key: Yaml<'t>,
    value: Yaml<'t>,
    content: KeyContent,
}

/// What is indented too far in a service template, in the order in which it stands there.
pub fn too_deep(root: Yaml<'_>, profile: Profile) -> Vec<TooDeep<'_>> {
    let mut search = Search { profile, root, targets: OnceCell::new(), around: Vec::new(), found: Vec::new() };
    let is_at_the_top = root.get("topology_template").is_none();
    search.section(if is_at_the_top { Section::Topology } else { Section::Template }, root);
    search.found
}

struct Search<'t> {
    profile: Profile,
    root: Yaml<'t>,
    /// The nodes that requirements lead to, once asked for.
    targets: OnceCell<FxHashSet<&'t str>>,
    /// The outermost first.
    around: Vec<EnclosingSection<'t>>,
    found: Vec<TooDeep<'t>>,
}

impl<'t> Search<'t> {
    fn section(&mut self, section: Section, body: Yaml<'t>) {
        for (key, value) in body.entries() {
            let Some(known) = section.key(key.text()) else {
                self.unknown(section, body, (key, value));
                continue;
            };
            self.around.push(EnclosingSection { section, body, key, value, content: known.content });
            match known.content {
                KeyContent::Section(inner) => self.section(inner, value),
                KeyContent::Named(inner) => self.named(inner, value),
                KeyContent::Expressions => self.expressions(value),
                KeyContent::Any if key.text() == "attributes" => self.attributes(section, value),
                KeyContent::Any if key.text() == "interfaces" => self.interfaces(value),
                _ => {}
            }
            self.around.pop();
        }
    }

    fn named(&mut self, inner: Section, among: Yaml<'t>) {
        // Before types were elements, a node needed none.
        let is_open = inner == Section::Node && !self.profile.dialect().types_are_elements;
        for (from, key, body) in named_in(among) {
            let outer = self.outer(key.text(), body, main_key(inner) == Some("type"));
            match outer.filter(|(_, content)| !is_open && !is_entry(inner, body, *content)) {
                Some((around, _)) => self.add((key, body), (from, among), ReadAs::Name(noun(inner)), around),
                None => self.section(inner, body),
            }
        }
    }

    fn expressions(&mut self, among: Yaml<'t>) {
        for (key, body) in among.entries() {
            let is_one = body.is_sequence() || body.entries().any(|(key, _)| is_operator(key.text(), self.profile));
            if let Some((around, _)) = self.outer(key.text(), body, true).filter(|_| !is_one) {
                self.add((key, body), (among, among), ReadAs::Name("expression"), around);
            }
        }
    }

    /// No attribute has conditions.
    fn attributes(&mut self, section: Section, among: Yaml<'t>) {
        let conditions = among.entry("conditions").filter(|(_, body)| is_condition(*body, self.profile));
        let Some(&around) = self.around.last() else { return };
        if let Some(entry) = conditions.filter(|_| section.key("conditions").is_some()) {
            self.add(entry, (among, among), ReadAs::Name("attribute"), around);
        }
    }

    /// No interface is a list.
    fn interfaces(&mut self, among: Yaml<'t>) {
        for (key, body) in among.entries().filter(|(_, body)| body.is_sequence()) {
            if let Some((around, _)) = self.outer(key.text(), body, false) {
                self.add((key, body), (among, among), ReadAs::Name("interface"), around);
            }
        }
    }

    /// A key that the section does not have.
    fn unknown(&mut self, section: Section, from: Yaml<'t>, (key, body): (Yaml<'t>, Yaml<'t>)) {
        let (name, place) = (key.text(), KeyPosition::Section(section));
        let is_known = is_private(name) || origin(place, name).is_some() || near(place, name).is_some();
        if section == Section::Topology || is_known {
            return;
        }
        if let Some((around, _)) = self.outer(name, body, true) {
            return self.add((key, body), (from, from), ReadAs::Key(section), around);
        }
        let like = self.around.iter().rev().find_map(|around| match around.content {
            KeyContent::Named(inner) if is_like(inner, body) => Some((around.value, inner)),
            KeyContent::Named(Section::Node) if self.is_missed(around.value, key, body) => {
                Some((around.value, Section::Node))
            }
            _ => None,
        });
        if let Some((to, inner)) = like {
            let (reading, meaning) = (ReadAs::Key(section), MeantAs::Entry(inner));
            self.found.push(TooDeep { key, body, from, among: from, to, reading, meaning });
        }
    }

    /// Whether requirements lead to a node of this name that is not there, while nothing stands behind the name here: only the
    /// name is indented too far, and what follows is read as more of the node before.
    fn is_missed(&self, nodes: Yaml<'t>, name: Yaml<'t>, body: Yaml<'t>) -> bool {
        let targets = || self.targets.get_or_init(|| targets(self.root));
        body.is_null() && nodes.get(name.text()).is_none() && targets().contains(name.text())
    }

    /// The innermost section around that has a key of this name, where `body` looks like what stands behind that.
    fn outer(&self, name: &str, body: Yaml<'t>, takes_null: bool) -> Option<(EnclosingSection<'t>, KeyContent)> {
        let (around, known) = self.around.iter().rev().find_map(|around| Some((*around, around.section.key(name)?)))?;
        let is_other = around.key.text() != name && !ELEMENT_KEYWORDS.contains(&name);
        let is_meant =
            fits(known.content, body, self.profile) || takes_null && body.is_null() && is_section(known.content);
        (is_other && is_meant).then_some((around, known.content))
    }

    fn add(
        &mut self,
        (key, body): (Yaml<'t>, Yaml<'t>),
        (from, among): (Yaml<'t>, Yaml<'t>),
        reading: ReadAs,
        around: EnclosingSection<'t>,
    ) {
        let meaning = MeantAs::Key(around.section, around.key);
        self.found.push(TooDeep { key, body, from, among, to: around.body, reading, meaning });
    }
}

/// The names that requirements lead to.
fn targets(root: Yaml<'_>) -> FxHashSet<&str> {
    let requirements = root.descendants().filter_map(|yaml| yaml.get("requirements")).flat_map(named_in);
    let targets = requirements.map(|(_, _, body)| body.get("node").unwrap_or(body));
    targets.filter(|target| target.is_scalar() && !target.is_null()).map(Yaml::text).collect()
}

/// Whether it is said that a mapping has a key twice, the second time behind one that is indented too far: the mapping is meant to end
/// there, and that key to be one of something else.
pub fn ends_before(mapping: Yaml<'_>, too_deep: Yaml<'_>, diagnostic: &Diagnostic) -> bool {
    let [again, first] = diagnostic.labels.as_slice() else { return false };
    diagnostic.code == Code::DuplicateKey
        && again.span.start > too_deep.span().start
        && mapping.entries().any(|(key, _)| key.span() == first.span)
}

/// What most entries of a section begin with.
fn main_key(section: Section) -> Option<&'static str> {
    match section {
        Section::Preset => Some("inputs"),
        Section::Output => Some("value"),
        section => section.key("type").map(|key| key.name),
    }
}

/// Whether a body is that of an entry, and not what stands behind a key that leads to `content`.
fn is_entry(section: Section, body: Yaml<'_>, content: KeyContent) -> bool {
    let has_own = || body.entries().any(|(key, _)| section.key(key.text()).is_some());
    main_key(section).is_some_and(|key| body.get(key).is_some()) || content != KeyContent::Any && has_own()
}

/// Whether a body is that of such an entry, whatever its name.
fn is_like(section: Section, body: Yaml<'_>) -> bool {
    let main = main_key(section).and_then(|key| body.get(key));
    let is_qualified = main.is_some_and(|main| main.text().contains('.')) && section == Section::Node;
    let has_all = || body.entries().all(|(key, _)| section.key(key.text()).is_some());
    main.is_some_and(|main| main.is_scalar() && !main.is_null()) && (is_qualified || has_all())
}

fn is_section(content: KeyContent) -> bool {
    use KeyContent::{Expressions, Named, Options, Section};
    matches!(content, Section(_) | Named(_) | Expressions | Options)
}

/// Whether a body looks like what stands behind a key that leads to `content`.
fn fits(content: KeyContent, body: Yaml<'_>, profile: Profile) -> bool {
    let is_collection = body.is_mapping() || body.is_sequence();
    let has_operator = || body.entries().any(|(key, _)| is_operator(key.text(), profile));
    match content {
        KeyContent::Section(inner) => body.entries().any(|(key, _)| inner.key(key.text()).is_some()),
        // What is short may be a name alone.
        KeyContent::Values
        | KeyContent::Any
        | KeyContent::Named(Section::Relation | Section::Artifact | Section::Technology) => is_collection,
        KeyContent::Named(_) => is_collection && named_in(body).all(|(_, _, body)| !body.is_scalar() || body.is_null()),
        KeyContent::Expressions | KeyContent::Options => body.is_mapping() && !has_operator(),
        KeyContent::Conditions => body.is_sequence() && is_condition(body, profile),
        _ => false,
    }
}

impl TooDeep<'_> {
    /// Whether it is an element, lines of which may be taken for those of what it stands in.
    pub fn may_lack_lines(&self) -> bool {
        matches!(self.meaning, MeantAs::Entry(section) if section.key("conditions").is_some())
    }

    /// Whether something is said of it, or of what is in it, because it is read as what it is not; or behind it ([`ends_before`]).
    pub fn explains(&self, diagnostic: &Diagnostic) -> bool {
        let is_it = |place: Span| self.key.span() == place || self.body.span().contains(place);
        diagnostic.span().is_some_and(is_it) || ends_before(self.from, self.key, diagnostic)
    }

    /// What is said of it.
    pub(super) fn diagnostic(&self) -> Diagnostic {
        let name = self.key.text();
        let place = match self.reading {
            ReadAs::Key(section) => section.words(),
            ReadAs::Name(noun) => return self.of_name(noun),
        };
        let diagnostic =
            Diagnostic::new(Code::UnknownKey, self.key.span(), format!("\"{name}\" has no effect {place}"));
        diagnostic.help(self.help())
    }

    fn of_name(&self, read: &str) -> Diagnostic {
        let (name, span) = (self.key.text(), self.key.span());
        let meant = match self.meaning {
            MeantAs::Key(Section::Topology, _) => "a section of the topology".to_owned(),
            MeantAs::Key(Section::Template, _) => "a section of the template".to_owned(),
            MeantAs::Key(Section::Variability, _) => "a section of `variability`".to_owned(),
            MeantAs::Key(section, _) | MeantAs::Entry(section) => format!("a part of the {}", noun(section)),
        };
        let diagnostic = Diagnostic::new(Code::UnknownKey, span, format!("\"{name}\" is no {read}, but {meant}"));
        let diagnostic = if read == "node" { diagnostic.reference("Unexpected error") } else { diagnostic };
        diagnostic.help(self.help())
    }

    fn help(&self) -> String {
        match self.meaning {
            MeantAs::Key(_, beside) => format!("it belongs beside `{}`: indent it less", beside.text()),
            MeantAs::Entry(Section::Node) if self.body.is_null() => {
                "it looks like a node (requirements lead to it): indent it less".to_owned()
            }
            MeantAs::Entry(section) => {
                let (noun, key) = (noun(section), main_key(section).unwrap_or("type"));
                format!("it looks like {} {noun} (it has `{key}`): indent it less", article(noun))
            }
        }
    }
}
