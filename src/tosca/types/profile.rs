//! Members of the types that are built in, as one document with the sections of a service template.

use std::sync::LazyLock;

use super::Collection;
use crate::source::Sources;
use crate::source::syntax::yaml::{Tree, Yaml, YamlId};

/// Which types have members, of those that are built in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TypesProfile {
    /// The normative types of the TOSCA Simple Profile 1.3, and those of the dialects that templates are written in.
    #[default]
    Tosca13,
    /// The types of the TOSCA Simple Profile 1.3 as xOpera knows them.
    Xopera,
    /// The normative types of the TOSCA Simple Profile 1.3, and those of RADON particles.
    Radon,
    /// None of them: only their names are known.
    None,
}

/// A set of types that are built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    /// Whose types they are.
    pub name: &'static str,
    /// The version that they are of.
    pub version: &'static str,
    /// Where they are defined.
    pub source: &'static str,
    /// What they consist of, as a document in block style.
    text: &'static str,
}

/// The normative types, which all other types derive from.
const STANDARD: Vocabulary = Vocabulary {
    name: "TOSCA Simple Profile in YAML",
    version: "1.3",
    source: "section 5 of the profile",
    text: include_str!("normative/tosca-simple-1.3.yaml"),
};

/// Types of one dialect.
const CLOUDIFY: Vocabulary = Vocabulary {
    name: "Cloudify",
    version: "6.1.0",
    source: "types.yaml of Cloudify Manager (cloudify_dsl_1_3)",
    text: include_str!("normative/cloudify-6.1.yaml"),
};

/// Types of connections.
const UNFURL: Vocabulary = Vocabulary {
    name: "Unfurl",
    version: "1.2.0",
    source: "tosca_plugins/tosca-ext.yaml and tosca_plugins/k8s.yaml of the package unfurl: types of connections",
    text: include_str!("normative/unfurl-1.2.yaml"),
};

/// The normative types again, with other members here and there.
const XOPERA: Vocabulary = Vocabulary {
    name: "xOpera",
    version: "0.7.0",
    source: "stdlib/v_1_3.yaml of the package opera-tosca-parser 0.2.2: tosca_simple_yaml_1_3 as xOpera reads it",
    text: include_str!("normative/xopera-0.7.yaml"),
};

/// Types that templates of RADON import.
const RADON: Vocabulary = Vocabulary {
    name: "RADON particles",
    version: "for TOSCA 1.3",
    source: "type files of the repository radon-h2020/radon-particles, without what runs",
    text: include_str!("normative/radon-1.3.yaml"),
};

impl Vocabulary {
    /// The names of its types of a collection, in the order of the source.
    pub fn names(&self, collection: Collection) -> Vec<&'static str> {
        let head = format!("{collection}:");
        let is_name = |line: &&str| line.starts_with("  ") && !line[2..].starts_with([' ', '#']);
        let names = section(self.text, &head).filter(is_name).filter_map(|line| line.trim().split(": ").next());
        names.map(|name| name.trim_end_matches(':')).collect()
    }
}

impl TypesProfile {
    /// What it consists of, the normative types first.
    pub fn vocabularies(self) -> &'static [Vocabulary] {
        match self {
            Self::Tosca13 => &[STANDARD, CLOUDIFY, UNFURL],
            Self::Xopera => &[XOPERA],
            Self::Radon => &[STANDARD, RADON],
            Self::None => &[],
        }
    }

    /// Whether any profile has a type of this name.
    pub fn any_has(collection: Collection, name: &str) -> bool {
        let mut all = [Self::Tosca13, Self::Xopera, Self::Radon].into_iter().flat_map(|profile| profile.vocabularies());
        all.any(|vocabulary| vocabulary.names(collection).contains(&name))
    }

    /// The document with the members of types that are built in by default, read once.
    pub fn built_in() -> Option<Yaml<'static>> {
        static BUILT_IN: LazyLock<(Tree, Option<YamlId>)> = LazyLock::new(|| {
            let mut tree = Tree::new();
            let root = TypesProfile::default().read(&mut Sources::new(), &mut tree);
            (tree, root)
        });
        let (tree, root) = &*BUILT_IN;
        root.map(|root| tree.at(root))
    }

    /// Whether a definition is one of a type that is built in, as [`TypesProfile::built_in`] gives it.
    pub fn is_built_in(body: Yaml<'_>) -> bool {
        Self::built_in().is_some_and(|root| std::ptr::eq(root.tree(), body.tree()))
    }

    /// Reads its document; none when there are no members.
    ///
    /// # Panics
    /// Never: the documents are part of the program.
    pub fn read(self, sources: &mut Sources, tree: &mut Tree) -> Option<YamlId> {
        let text = match self {
            Self::Tosca13 => &TOSCA_13,
            Self::Xopera => &XOPERA_ONLY,
            Self::Radon => &WITH_RADON,
            Self::None => return None,
        };
        let file = sources.add("built-in types", text.as_str());
        let (root, faults) = tree.parse(sources, file);
        assert!(faults.is_empty(), "the profile is sound: {faults:?}");
        root
    }
}

/// The documents of the profiles, each put together once.
static TOSCA_13: LazyLock<String> = LazyLock::new(|| merged(TypesProfile::Tosca13));
static XOPERA_ONLY: LazyLock<String> = LazyLock::new(|| merged(TypesProfile::Xopera));
static WITH_RADON: LazyLock<String> = LazyLock::new(|| merged(TypesProfile::Radon));

/// One document with the sections of all vocabularies of a profile.
fn merged(profile: TypesProfile) -> String {
    let mut text = String::new();
    for collection in Collection::ALL {
        let head = format!("{collection}:");
        let found: Vec<&str> = profile.vocabularies().iter().flat_map(|it| section(it.text, &head)).collect();
        if !found.is_empty() {
            text.extend([head.as_str(), "\n", &found.join("\n"), "\n"]);
        }
    }
    text
}

/// The lines below a line that starts a section, up to the next one that is not indented.
fn section<'d>(document: &'d str, head: &str) -> impl Iterator<Item = &'d str> {
    let is_inside = |line: &&str| line.is_empty() || line.starts_with(' ');
    document.lines().skip_while(move |line| *line != head).skip(1).take_while(is_inside)
}
