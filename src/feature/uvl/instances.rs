//! The tree with features repeated as often as their cardinalities allow.
//!
//! A feature `f` of cardinality `[1..3]` becomes `f`, `f[2]` and `f[3]`, of which the later ones need the earlier ones, each
//! with everything below it: what is below `f[2]` is called `f[2].g`. A constraint that mentions `g` holds in each instance of `f`
//! (see `lower/scope.rs`). One that mentions `f` itself means any of its instances; a comparison that reads the value of `f` means
//! any one that is selected, and zero or the empty text where none is.

use super::syntax::{Cardinality, FeatureNode, UvlFile};
use crate::source::diagnostic::{Code, Diagnostic};

/// Instances of all features together, at most.
const MAX_INSTANCES: usize = 1 << 20;

/// A feature at one place of the tree.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    /// Position of the feature in the document.
    pub feature: usize,
    pub name: String,
    /// What the names of features below begin with, unless it is the first instance.
    prefix: Option<String>,
}

/// A group below one instance of its parent.
#[derive(Clone, Debug)]
pub(super) struct InstanceGroup {
    /// Position of the group in the document.
    pub group: usize,
    /// Position of the parent among the instances.
    pub parent: usize,
    /// The instances of each member, at least one.
    pub members: Vec<Vec<usize>>,
}

/// The whole tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Instances {
    /// In the order of the document, parents before children; the first is the root.
    pub all: Vec<Instance>,
    pub families: Vec<InstanceGroup>,
    /// By feature.
    pub of_feature: Vec<Vec<usize>>,
    /// By instance: the one that it is directly below.
    parents: Vec<Option<usize>>,
    /// Instances that are there or will be.
    announced: usize,
}

impl Instances {
    /// The tree of a document that has a root.
    pub(super) fn of(document: &UvlFile) -> Result<Self, Box<Diagnostic>> {
        let mut tree = Self { of_feature: vec![Vec::new(); document.features.len()], ..Self::default() };
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); document.features.len()];
        for (group, node) in document.groups.iter().enumerate() {
            groups[node.parent].push(group);
        }
        let mut open = Vec::new();
        tree.announce(document, 0, None, None, &mut open)?;
        while let Some(copy) = open.pop() {
            let (feature, prefix) = (copy.instance.feature, copy.instance.prefix.clone());
            let parent = tree.add(copy);
            for &group in groups[feature].iter().rev() {
                let members = &document.groups[group].members;
                let family = tree.families.len();
                tree.families.push(InstanceGroup { group, parent, members: vec![Vec::new(); members.len()] });
                for (rank, &member) in members.iter().enumerate().rev() {
                    tree.announce(document, member, Some((family, rank)), prefix.as_deref(), &mut open)?;
                }
            }
        }
        Ok(tree)
    }

    /// The instance of a feature that this one is below, directly or not.
    pub(super) fn above(&self, instance: usize, feature: usize) -> Option<usize> {
        std::iter::successors(self.parents[instance], |&parent| self.parents[parent])
            .find(|&parent| self.all[parent].feature == feature)
    }

    /// Adds an instance; its position.
    fn add(&mut self, copy: Copied) -> usize {
        let position = self.all.len();
        self.of_feature[copy.instance.feature].push(position);
        if let Some((family, rank)) = copy.place {
            self.families[family].members[rank].push(position);
        }
        self.parents.push(copy.place.map(|(family, _)| self.families[family].parent));
        self.all.push(copy.instance);
        position
    }

    /// Puts the instances of a feature below one parent on the stack, the first on top.
    fn announce(
        &mut self,
        document: &UvlFile,
        feature: usize,
        place: Option<(usize, usize)>,
        prefix: Option<&str>,
        open: &mut Vec<Copied>,
    ) -> Result<(), Box<Diagnostic>> {
        let node = &document.features[feature];
        let name = prefix.map_or_else(|| node.name.value.clone(), |prefix| format!("{prefix}.{}", node.name.value));
        // A feature without instances is there all the same, but never selected.
        let most = most_instances(node)?.max(1);
        self.announced += most;
        if self.announced > MAX_INSTANCES {
            let message = format!("there are more than {MAX_INSTANCES} features, each instance counted");
            return Err(Box::new(Diagnostic::new(Code::UnsupportedUvl, node.name.span, message)));
        }
        for number in (1..=most).rev() {
            let name = if number == 1 { name.clone() } else { format!("{name}[{number}]") };
            let prefix = if number == 1 { prefix.map(str::to_owned) } else { Some(name.clone()) };
            open.push(Copied { instance: Instance { feature, name, prefix }, place });
        }
        Ok(())
    }
}

/// An instance that is to be added, with its family and its rank there.
struct Copied {
    instance: Instance,
    place: Option<(usize, usize)>,
}

fn most_instances(node: &FeatureNode) -> Result<usize, Box<Diagnostic>> {
    let Some(cardinality) = &node.cardinality else { return Ok(1) };
    match cardinality.value {
        Cardinality { most: Some(most), .. } => Ok(most as usize),
        Cardinality { most: None, .. } => {
            let message = format!("\"{}\" can have any number of instances, which cannot be counted", node.name.value);
            let diagnostic = Diagnostic::new(Code::UnsupportedUvl, cardinality.span, message);
            Err(Box::new(diagnostic.help("give an upper bound, such as `[0..8]`")))
        }
    }
}
