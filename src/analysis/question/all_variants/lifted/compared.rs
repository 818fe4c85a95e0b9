//! Which variants of one template are variants of another one too, by diagrams over the classes of both.
//!
//! Two ways lead there. Variants are distinguished class by class, in pairs of a class of each side ([`EquivalentPairs`]); or
//! they are made sets over presences, which are compared ([`ComparedImages`]). Pairs are fewer where presences show nearly all
//! of a class; images where numbers are added up, of which presences show little.

use num_bigint::BigUint;
use variscope_encoder::Budget;
use variscope_encoder::bdd::{Bdd, ComparedImages, EquivalentPairs, Images, Overflow};

use super::Lifted;
use super::diagram::{Diagram, MAX_NODES};
use crate::tosca::model::ElementId;

/// The variants of two templates, distinguished by some elements.
pub(crate) struct ComparedVariants {
    /// How many both have.
    pub(crate) kept: BigUint,
    /// Those that only the new one has.
    pub(crate) added: SideVariants,
    /// Those that only the old one has.
    pub(crate) removed: SideVariants,
    /// By marked element: how many variants of both have it.
    pub(crate) with_marked: Vec<BigUint>,
    /// Variants of both that have a marked element.
    pub(crate) with_any_marked: SideVariants,
}

/// Some variants: how many, and the presences of one, by place of the elements.
pub(crate) struct SideVariants {
    pub(crate) count: BigUint,
    pub(crate) example: Option<Vec<bool>>,
}

impl ComparedVariants {
    /// The old and the new side over elements that they have in common, by place; `marked` are some of the places.
    ///
    /// # Errors
    /// [`Overflow`], where diagrams become too large or presences are no functions of the inputs.
    pub(crate) fn of(
        sides: [&Lifted<'_, '_>; 2],
        elements: [&[ElementId]; 2],
        marked: &[usize],
        budget: &Budget,
    ) -> Result<Self, Overflow> {
        let diagram =
            |side: usize| Diagram::without_presences(sides[side], elements[side], budget).map_err(|_| Overflow);
        let diagrams = [diagram(0)?, diagram(1)?];
        let has_sums = sides.iter().any(|side| side.has_sums());
        if has_sums && let Ok(found) = Self::by_images(&diagrams, marked) {
            return Ok(found);
        }
        Self::by_pairs(diagrams, marked)
    }

    fn by_images([old, new]: &[Diagram; 2], marked: &[usize]) -> Result<Self, Overflow> {
        let most_nodes = 2 * old.most_nodes.max(new.most_nodes);
        let images = |side: &Diagram| Images::of(&side.diagrams, side.valid, &side.functions, most_nodes);
        let mut compared = ComparedImages::of([&images(old)?, &images(new)?], 2 * most_nodes)?;
        let kept = compared.of_both()?;
        let [added, removed] = compared.of_one()?;
        let with_marked =
            marked.iter().map(|&place| compared.with_any(kept, &[place])).collect::<Result<Vec<Bdd>, Overflow>>()?;
        let with_any = compared.with_any(kept, marked)?;
        let variants = |set| SideVariants { count: compared.count(set), example: compared.example(set) };
        Ok(Self {
            kept: compared.count(kept),
            added: variants(added),
            removed: variants(removed),
            with_marked: with_marked.into_iter().map(|set| compared.count(set)).collect(),
            with_any_marked: variants(with_any),
        })
    }

    fn by_pairs([mut old, mut new]: [Diagram; 2], marked: &[usize]) -> Result<Self, Overflow> {
        let mut alike = EquivalentPairs::new([(&old.diagrams, old.valid), (&new.diagrams, new.valid)], MAX_NODES)?;
        let presences = old.functions.iter().zip(&new.functions).map(|(&old, &new)| [old, new]).collect();
        alike.distinguish_all([&old.diagrams, &new.diagrams], presences)?;
        [&mut old, &mut new].into_iter().for_each(|side| side.diagrams.allow(2 * MAX_NODES));
        let [in_new, in_old] = [alike.matched(&mut old.diagrams)?, alike.matched_second(&mut new.diagrams)?];
        let [mut old, new] = [ComparedSide::of(old, in_new)?, ComparedSide::of(new, in_old)?];
        Ok(Self {
            kept: old.diagram.classes_of(old.kept),
            added: new.variants(new.own),
            removed: old.variants(old.own),
            with_marked: marked.iter().map(|&place| old.kept_with(place)).collect::<Result<_, _>>()?,
            with_any_marked: old.kept_with_any(marked)?,
        })
    }
}

/// The variants of one side: one valid class of each.
struct ComparedSide {
    diagram: Diagram,
    /// Those that the other side has too.
    kept: Bdd,
    /// Those that only this side has.
    own: Bdd,
}

impl ComparedSide {
    fn of(mut diagram: Diagram, matched: Bdd) -> Result<Self, Overflow> {
        let representatives = diagram.representatives()?;
        let kept = diagram.diagrams.and(representatives, matched)?;
        let own = diagram.diagrams.choose(matched, Bdd::FALSE, representatives)?;
        Ok(Self { diagram, kept, own })
    }

    /// How many variants of both have the element at a place.
    fn kept_with(&mut self, place: usize) -> Result<BigUint, Overflow> {
        let with = self.diagram.diagrams.and(self.kept, self.diagram.functions[place])?;
        Ok(self.diagram.classes_of(with))
    }

    /// Variants of both that have an element at one of these places.
    fn kept_with_any(&mut self, places: &[usize]) -> Result<SideVariants, Overflow> {
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
