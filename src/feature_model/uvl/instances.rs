//! The tree with features repeated as often as their cardinalities allow.
//!
//! A feature `f` of cardinality `[1..3]` becomes `f`, `f[2]` and `f[3]`, of which the later ones need the earlier ones, each
//! with everything below it: what is below `f[2]` is called `f[2].g`. Constraints that mention `f` mean any of its instances.

use super::syntax::{Cardinality, Document};
use crate::diagnostic::{Code, Diagnostic};

/// Instances of all features together, at most.
const MOST_INSTANCES: usize = 1 << 20;

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
pub(super) struct Family {
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
    /// Parents before children; the first is the root.
    pub all: Vec<Instance>,
    pub families: Vec<Family>,
    /// By feature.
    pub of_feature: Vec<Vec<usize>>,
}

impl Instances {
    /// The tree of a document that has a root.
    pub(super) fn of(document: &Document) -> Result<Self, Box<Diagnostic>> {
        let mut tree = Self { of_feature: vec![Vec::new(); document.features.len()], ..Self::default() };
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); document.features.len()];
        for (group, node) in document.groups.iter().enumerate() {
            groups[node.parent].push(group);
        }
        let root = tree.copies(document, 0, None)?;
        let mut open: Vec<usize> = root.into_iter().rev().collect();
        while let Some(parent) = open.pop() {
            for &group in &groups[tree.all[parent].feature] {
                let prefix = tree.all[parent].prefix.clone();
                let members = document.groups[group].members.iter();
                let members: Vec<Vec<usize>> = members
                    .map(|&member| tree.copies(document, member, prefix.as_deref()))
                    .collect::<Result<_, _>>()?;
                open.extend(members.iter().flatten());
                tree.families.push(Family { group, parent, members });
            }
        }
        Ok(tree)
    }

    /// Adds the instances of a feature below one parent.
    fn copies(
        &mut self,
        document: &Document,
        feature: usize,
        prefix: Option<&str>,
    ) -> Result<Vec<usize>, Box<Diagnostic>> {
        let node = &document.features[feature];
        let name = prefix.map_or_else(|| node.name.value.clone(), |prefix| format!("{prefix}.{}", node.name.value));
        let most = match &node.cardinality {
            None => 1,
            Some(cardinality) => match cardinality.value {
                Cardinality { most: Some(most), .. } => most as usize,
                Cardinality { most: None, .. } => {
                    let message = format!("\"{name}\" can have any number of instances, which cannot be counted");
                    let fault = Diagnostic::new(Code::UnsupportedUvl, cardinality.span, message);
                    return Err(Box::new(fault.help("give an upper bound, such as `[0..8]`")));
                }
            },
        };
        let first = self.all.len();
        if first + most > MOST_INSTANCES {
            let message = format!("there are more than {MOST_INSTANCES} features, each instance counted");
            return Err(Box::new(Diagnostic::new(Code::UnsupportedUvl, node.name.span, message)));
        }
        // A feature without instances is there all the same, but never selected.
        for number in 1..=most.max(1) {
            let name = if number == 1 { name.clone() } else { format!("{name}[{number}]") };
            let prefix = if number == 1 { prefix.map(str::to_owned) } else { Some(name.clone()) };
            self.of_feature[feature].push(self.all.len());
            self.all.push(Instance { feature, name, prefix });
        }
        Ok((first..self.all.len()).collect())
    }
}
