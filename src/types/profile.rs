//! Members of the types that are built in, as documents with the sections of a service template.

use std::sync::LazyLock;

use crate::source::Sources;
use crate::syntax::yaml::{Tree, Yaml, YamlId};

/// Which types are built in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TypesProfile {
    /// The normative types of the TOSCA Simple Profile 1.3.
    #[default]
    Tosca13,
    /// These, and the types that Unfurl adds.
    Unfurl,
    /// Only their names: nobody knows what members they have.
    None,
}

const TOSCA: &str = include_str!("normative/tosca-simple-1.3.yaml");

impl TypesProfile {
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

    /// Reads its document; none when there are no members.
    ///
    /// # Panics
    /// Never: the documents are part of the program.
    pub fn read(self, sources: &mut Sources, tree: &mut Tree) -> Option<YamlId> {
        let text = match self {
            Self::Tosca13 => TOSCA.to_owned(),
            Self::Unfurl => TOSCA.replace("\ndata_types:\n", UNFURL),
            Self::None => return None,
        };
        let file = sources.add("tosca-simple-1.3.yaml", text);
        let (root, faults) = tree.parse(sources, file);
        assert!(faults.is_empty(), "the profile is sound: {faults:?}");
        root
    }
}

/// The data types of Unfurl that are seen in templates.
const UNFURL: &str = "
data_types:
  unfurl.datatypes.EnvVar: {derived_from: string}
";
