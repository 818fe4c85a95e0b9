//! Which variants of one template are variants of another one too, by diagrams over the classes of both.

use num_bigint::BigUint;
use variscope_encoder::Budget;
use variscope_encoder::bdd::{Bdd, EquivalentPairs, Overflow};

use super::Lifted;
use super::diagram::{Diagram, MOST_NODES};
use crate::tosca::model::ElementId;

/// The variants of one side of a comparison, told apart by some elements: one valid class of each.
pub(in crate::analysis::question) struct ComparedSide {
    diagram: Diagram,
    /// Those that the other side has too.
    kept: Bdd,
    /// Those that only this side has.
    own: Bdd,
}

/// Some variants of a side: how many, and the presences of one, by place of the elements.
pub(in crate::analysis::question) struct SideVariants {
    pub(in crate::analysis::question) count: BigUint,
    pub(in crate::analysis::question) example: Option<Vec<bool>>,
}

impl ComparedSide {
    /// Both sides over elements that they have in common, by place.
    ///
    /// # Errors
    /// [`Overflow`], where diagrams become too large or presences are no functions of the inputs.
    pub(in crate::analysis::question) fn both(
        sides: [&Lifted<'_, '_>; 2],
        elements: [&[ElementId]; 2],
        budget: &Budget,
    ) -> Result<[Self; 2], Overflow> {
        let diagram = |side: usize| Diagram::plain(sides[side], elements[side], budget).map_err(|_| Overflow);
        let [mut old, mut new] = [diagram(0)?, diagram(1)?];
        let mut alike = EquivalentPairs::new([(&old.diagrams, old.valid), (&new.diagrams, new.valid)], MOST_NODES)?;
        let presences = old.functions.iter().zip(&new.functions).map(|(&old, &new)| [old, new]).collect();
        alike.tell_all_apart([&old.diagrams, &new.diagrams], presences)?;
        [&mut old, &mut new].into_iter().for_each(|side| side.diagrams.allow(2 * MOST_NODES));
        let [in_new, in_old] = [alike.matched(&mut old.diagrams)?, alike.matched_second(&mut new.diagrams)?];
        Ok([Self::of(old, in_new)?, Self::of(new, in_old)?])
    }

    fn of(mut diagram: Diagram, matched: Bdd) -> Result<Self, Overflow> {
        let representatives = diagram.representatives()?;
        let kept = diagram.diagrams.and(representatives, matched)?;
        let own = diagram.diagrams.choose(matched, Bdd::FALSE, representatives)?;
        Ok(Self { diagram, kept, own })
    }

    /// How many variants both sides have.
    pub(in crate::analysis::question) fn kept(&self) -> BigUint {
        self.diagram.classes_of(self.kept)
    }

    /// Variants that only this side has.
    pub(in crate::analysis::question) fn own(&self) -> SideVariants {
        self.variants(self.own)
    }

    /// How many variants of both have the element at a place.
    ///
    /// # Errors
    /// [`Overflow`].
    pub(in crate::analysis::question) fn kept_with(&mut self, place: usize) -> Result<BigUint, Overflow> {
        let with = self.diagram.diagrams.and(self.kept, self.diagram.functions[place])?;
        Ok(self.diagram.classes_of(with))
    }

    /// Variants of both that have an element at one of these places.
    ///
    /// # Errors
    /// [`Overflow`].
    pub(in crate::analysis::question) fn kept_with_any(&mut self, places: &[usize]) -> Result<SideVariants, Overflow> {
        let mut without = self.kept;
        for &place in places {
            without = self.diagram.diagrams.choose(self.diagram.functions[place], Bdd::FALSE, without)?;
        }
        let with = self.diagram.diagrams.choose(without, Bdd::FALSE, self.kept)?;
        Ok(self.variants(with))
    }

    fn variants(&self, classes: Bdd) -> SideVariants {
        let example = (classes != Bdd::FALSE).then(|| {
            let mut class = vec![false; self.diagram.variables()];
            self.diagram.diagrams.repair_into(classes, &mut class);
            let is_present = |&presence: &Bdd| self.diagram.diagrams.evaluate(presence, |variable| class[variable]);
            self.diagram.functions.iter().map(is_present).collect()
        });
        SideVariants { count: self.diagram.classes_of(classes), example }
    }
}
