//! The first variants by search, where neither diagrams nor all combinations of classes are affordable.
//!
//! The conditions are clauses, the variants their models restricted to the presences, in the order of the elements: where two
//! differ, the first element that only one of them has comes with the later one. Invariant: every variant was resolved with the
//! configuration that is shown for it, and its classes are counted under its presences.

use num_bigint::BigUint;
use variscope_encoder::count;
use variscope_encoder::enumeration::Lexicographic;
use variscope_encoder::{Atom, Cnf, Interrupted, Lit, Problem, Session, Var};

use super::class_enumeration::{ClassEnumeration, FoundVariant, Reach, countable};
use super::exactness::Exactness;
use super::lifted::Lifted;
use super::limits::{self, Limits};
use super::variants_with_witness::{Replaying, having, values_in};
use crate::analysis::question::Variants;
use crate::tosca::model::ElementId;

impl Variants<'_> {
    /// The first variants in the order of their elements; none where presences do not follow from the inputs, so that there are
    /// no clauses to search.
    pub fn search_variants(&self, limits: &Limits) -> Option<ClassEnumeration> {
        let lifted = Lifted::of(self, &limits.budget).ok()?;
        // An input without any value leaves nothing to choose.
        if lifted.classes().groups().iter().any(|group| group.classes.is_empty()) {
            return None;
        }
        let mut found = ClassEnumeration {
            elements: countable(self.model()),
            exactness: Exactness { is_complete: false, caveats: lifted.caveats(limits) },
            ..ClassEnumeration::default()
        };
        let search = VariantSearch::new(&lifted, &found.elements, limits);
        found.exactness.is_complete =
            search.and_then(|mut search| search.run(limits, &mut found.variants)).unwrap_or(false);
        Some(found)
    }
}

/// A search that goes from one variant to the next.
struct VariantSearch<'l, 'v, 'm> {
    lifted: &'l Lifted<'v, 'm>,
    elements: &'l [ElementId],
    models: Lexicographic,
    clauses: Cnf,
    /// The clauses as formulas, to which those of single variants are added.
    problem: Problem,
    session: Session,
    /// By element: its presence.
    presences: Vec<Atom>,
}

impl<'l, 'v, 'm> VariantSearch<'l, 'v, 'm> {
    fn new(lifted: &'l Lifted<'v, 'm>, elements: &'l [ElementId], limits: &Limits) -> Result<Self, Interrupted> {
        let problem = lifted.valid_problem();
        let presences: Vec<Atom> = elements.iter().map(|&id| lifted.presence(id)).collect();
        let mut projection: Vec<Var> = presences.iter().map(|&atom| Var::from(atom)).collect();
        projection.sort_unstable();
        projection.dedup();
        let clauses = problem.to_cnf();
        let models = Lexicographic::new(&clauses, Some(&projection), &limits.budget)?;
        let session = problem.session(|_| None, limits.budget.clone())?;
        Ok(Self { lifted, elements, models, clauses, problem, session, presences })
    }

    /// Adds variants until there are as many as are wanted. Whether these are all.
    fn run(&mut self, limits: &Limits, found: &mut Vec<FoundVariant>) -> Result<bool, Interrupted> {
        while let Some(model) = self.models.next().transpose()? {
            if limits.most_variants.is_some_and(|most| found.len() >= most) {
                return Ok(false);
            }
            let Some(variant) = self.found(&model, limits)? else { return Ok(false) };
            found.push(variant);
        }
        Ok(true)
    }

    /// The variant of a model; none where the configuration resolves to something else, which no list may show.
    fn found(&mut self, model: &[Lit], limits: &Limits) -> Result<Option<FoundVariant>, Interrupted> {
        let present = values_in(model, &self.presences);
        let formulas = self.problem.formulas_mut();
        let all = having(formulas, &self.presences, &present);
        let Some(assignment) = self.session.solve_under(formulas, all)? else { return Ok(None) };
        let (lifted, witness) = (self.lifted, self.lifted.witness(&assignment));
        let replaying = Replaying { variants: lifted.variants(), elements: self.elements };
        if replaying.of(&witness, &present).is_err() {
            return Ok(None);
        }
        let classes = self.classes(model, limits)?;
        let reach = Reach {
            is_unmentioned: lifted.is_unmentioned(&assignment),
            configurations: lifted.configurations_in(&classes),
            classes,
            witness,
        };
        Ok(Some(FoundVariant { present, reach }))
    }

    /// How many classes lead to the variant of a model.
    fn classes(&self, model: &[Lit], limits: &Limits) -> Result<BigUint, Interrupted> {
        let mut clauses = self.clauses.clone();
        model.iter().for_each(|&lit| clauses.add(&[lit]));
        let groups = 0..self.lifted.classes().groups().len();
        let classes = groups.flat_map(|group| self.lifted.atoms_of(group)).map(Var::from);
        let classes: Vec<Var> = classes.collect();
        let bounds = limits::of_some_variants(&limits.budget);
        let count = count::count(&clauses, Some(&classes), &bounds);
        if count.lower() == count.upper() { Ok(count.lower().clone()) } else { Err(Interrupted) }
    }
}
