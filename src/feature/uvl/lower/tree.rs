//! What the tree demands.

use num_bigint::BigInt;
use variscope_encoder::encodings::pb;
use variscope_encoder::{FormulaId, RuleIndex};

use super::super::instances::InstanceGroup;
use super::super::interchangeable::LargeGroup;
use super::super::syntax::{Cardinality, GroupKind};
use super::{Lowering, RuleKind};

/// Up to this many members, each pair of an alternative is excluded by a clause of its own.
const PAIRWISE: usize = 40;

impl Lowering<'_> {
    pub(super) fn tree(&mut self) {
        let (document, tree) = (self.document, self.tree);
        let root = self.rule(RuleKind::Root, document.features[0].name.span);
        self.problem.constrain(Self::selected(0), root);
        self.instances(0, &tree.of_feature[0]);
        for family in &tree.families {
            let mut needs = Vec::new();
            for (&member, copies) in document.groups[family.group].members.iter().zip(&family.members) {
                let rule = self.rule(RuleKind::Parent, document.features[member].name.span);
                needs.push(rule);
                let needed =
                    self.problem.formulas_mut().implies(Self::selected(copies[0]), Self::selected(family.parent));
                self.problem.constrain(needed, rule);
                self.instances(member, copies);
            }
            let rule = self.group(family);
            let kind = document.groups[family.group].kind;
            if LargeGroup::is_large(kind, needs.len()) {
                let members = family.members.iter().map(|copies| copies[0]).collect();
                self.large_groups.push(LargeGroup { kind, parent: family.parent, members, needs, rule });
            }
        }
    }

    /// Later instances need earlier ones, and the first needs as many as there are at least.
    fn instances(&mut self, feature: usize, copies: &[usize]) {
        let Some(cardinality) = &self.document.features[feature].cardinality else { return };
        let rule = self.rule(RuleKind::Instances, cardinality.span);
        let Cardinality { least, most } = cardinality.value;
        if most == Some(0) {
            self.problem.constrain(!Self::selected(copies[0]), rule);
        }
        for pair in copies.windows(2) {
            let needed = self.problem.formulas_mut().implies(Self::selected(pair[1]), Self::selected(pair[0]));
            self.problem.constrain(needed, rule);
        }
        if let Some(&last) = copies.get((least as usize).saturating_sub(1)) {
            let demanded = self.problem.formulas_mut().implies(Self::selected(copies[0]), Self::selected(last));
            self.problem.constrain(demanded, rule);
        }
    }

    fn group(&mut self, family: &InstanceGroup) -> RuleIndex {
        let node = &self.document.groups[family.group];
        let rule = self.rule(RuleKind::Group, node.span);
        let members: Vec<FormulaId> = family.members.iter().map(|copies| Self::selected(copies[0])).collect();
        for formula in self.demands(node.kind, Self::selected(family.parent), &members, &node.members) {
            self.problem.constrain(formula, rule);
        }
        rule
    }

    /// What a group demands of its members, all of which need the parent.
    fn demands(
        &mut self,
        kind: GroupKind,
        parent: FormulaId,
        members: &[FormulaId],
        features: &[usize],
    ) -> Vec<FormulaId> {
        let formulas = self.problem.formulas_mut();
        match kind {
            GroupKind::Optional => Vec::new(),
            GroupKind::Mandatory => {
                // A member that may have no instance is as good as optional.
                let optional = |feature: &usize| {
                    let cardinality = self.document.features[*feature].cardinality.as_ref();
                    cardinality.is_some_and(|cardinality| cardinality.value.least == 0)
                };
                let demanded = members.iter().zip(features).filter(|(_, feature)| !optional(feature));
                demanded.map(|(&member, _)| formulas.implies(parent, member)).collect()
            }
            GroupKind::Or => vec![formulas.or(members.iter().copied().chain([!parent]))],
            GroupKind::Alternative => {
                let mut demands = vec![formulas.or(members.iter().copied().chain([!parent]))];
                if members.len() > PAIRWISE {
                    demands.push(formulas.at_most_one(members.iter().copied()));
                } else {
                    for (at, &one) in members.iter().enumerate() {
                        demands.extend(members[..at].iter().map(|&other| formulas.or([!one, !other])));
                    }
                }
                demands
            }
            GroupKind::Cardinality(cardinality) => {
                let sum: pb::Sum = members.iter().map(|&member| (member, BigInt::from(1))).collect();
                let least = pb::at_least(formulas, &sum, &cardinality.least.into());
                let above = match cardinality.most {
                    Some(most) => pb::at_least(formulas, &sum, &(BigInt::from(most) + 1)),
                    None => FormulaId::FALSE,
                };
                vec![formulas.implies(parent, least), !above]
            }
        }
    }
}
