//! The variants of a configuration that are best by the options of the template: by topology first, then by technologies.

use std::borrow::Cow;

use variscope_encoder::{Atom, FormulaId, Formulas, Interrupted, Session};

use super::variant::Unresolved;
use crate::analysis::question::Variants;
use crate::source::Span;
use crate::source::counted::together;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::tosca::model::{Direction, ElementId, Kind, TechnologyMeasure, TopologyMeasure, Uniqueness};

type Narrowing = Result<(), Unresolved>;

/// Narrows `session` to the best assignments, step by step. `formulas` are those of its problem.
pub(super) fn keep_preferred(variants: &Variants<'_>, formulas: &Formulas, session: &mut Session) -> Narrowing {
    let mut steps = Steps { variants, session, formulas: Cow::Borrowed(formulas) };
    steps.topology()?;
    steps.topology_uniqueness()?;
    steps.scenarios()?;
    steps.technologies()?;
    steps.technology_uniqueness()
}

struct Steps<'v, 'm, 's> {
    variants: &'v Variants<'m>,
    session: &'s mut Session,
    /// Copied once a step needs a formula that the rules have not.
    formulas: Cow<'v, Formulas>,
}

/// Which other best assignments compete with one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rivals {
    /// Other best variants that lack an element of the chosen one.
    Lacking,
    /// All that differ from it.
    AnyOther,
}

/// One of the best assignments, as far as some elements go.
struct Chosen {
    present: Vec<ElementId>,
    absent: Vec<ElementId>,
}

/// Elements that a message names at most.
const MAX_NAMES: usize = 5;

impl Steps<'_, '_, '_> {
    fn atom(&self, id: ElementId) -> Atom {
        self.variants.rules().presence(self.variants.model(), id)
    }

    fn presence(&self, id: ElementId) -> FormulaId {
        FormulaId::atom(self.atom(id))
    }

    fn topology(&mut self) -> Narrowing {
        let model = self.variants.model();
        let optimization = model.options().optimization;
        let Some(direction) = optimization.topology else { return Ok(()) };
        let weighted: Vec<(FormulaId, u64)> = model
            .of_kind(Kind::Node)
            .map(|id| {
                let weight = match optimization.topology_measure {
                    TopologyMeasure::Weight => model.node(id).weight.billionths(),
                    TopologyMeasure::Count => 1,
                };
                (self.presence(id), weight)
            })
            .collect();
        self.optimize(direction, &weighted)
    }

    fn optimize(&mut self, direction: Direction, weighted: &[(FormulaId, u64)]) -> Narrowing {
        let weighted: Vec<(FormulaId, u64)> = weighted.iter().copied().filter(|&(_, weight)| weight > 0).collect();
        let best = match direction {
            Direction::Min => self.session.minimise(&self.formulas, &weighted)?,
            Direction::Max => self.session.maximise(&self.formulas, &weighted)?,
        };
        if best.is_some_and(|best| !best.is_optimal()) { Err(Interrupted.into()) } else { Ok(()) }
    }

    /// The nodes of one best assignment have to be in all others too.
    fn topology_uniqueness(&mut self) -> Narrowing {
        let model = self.variants.model();
        let optimization = model.options().optimization;
        if optimization.topology_unique == Uniqueness::Any {
            return Ok(());
        }
        let nodes: Vec<ElementId> = model.of_kind(Kind::Node).collect();
        let chosen = self.choose(&nodes)?;
        let rivals = match optimization.topology_unique {
            Uniqueness::UniqueBackward => Rivals::AnyOther,
            _ => Rivals::Lacking,
        };
        let step = if optimization.topology.is_some() { "(besides optimization)" } else { "(without optimization)" };
        let sentence = format!("The result is ambiguous considering nodes {step}");
        self.require_unique(&chosen, rivals, "nodes", sentence)
    }

    /// The assignment with as few of `ids` as possible.
    fn choose(&mut self, ids: &[ElementId]) -> Result<Chosen, Interrupted> {
        let atoms: Vec<Atom> = ids.iter().map(|&id| self.atom(id)).collect();
        let least = self.session.lexicographic_minimum(&atoms)?.expect("there is a best assignment");
        let (present, absent) = ids.iter().copied().partition(|&id| least.value(self.atom(id)));
        Ok(Chosen { present, absent })
    }

    /// No other best assignment competes with this one.
    fn require_unique(&mut self, chosen: &Chosen, rivals: Rivals, what: &str, sentence: String) -> Narrowing {
        let mut same: Vec<FormulaId> = chosen.present.iter().map(|&id| self.presence(id)).collect();
        if rivals == Rivals::AnyOther {
            same.extend(chosen.absent.iter().map(|&id| !self.presence(id)));
        }
        let condition = self.formulas.to_mut().and(same);
        let Some(other) = self.session.solve_under(&self.formulas, !condition)? else { return Ok(()) };
        let missing: Vec<ElementId> =
            chosen.present.iter().copied().filter(|&id| !other.value(self.atom(id))).collect();
        let further: Vec<ElementId> = chosen.absent.iter().copied().filter(|&id| other.value(self.atom(id))).collect();
        let diagnostic = self.ambiguity(&missing, &further, what).reference(sentence).help(format!(
            "add constraints, or weights, or set optimization_{}_unique to false",
            if what == "nodes" { "topology" } else { what }
        ));
        Err(Unresolved::Refused(vec![diagnostic]))
    }

    /// Two variants compete: one has the first elements, the other the second ones instead.
    fn ambiguity(&self, first: &[ElementId], second: &[ElementId], what: &str) -> Diagnostic {
        let model = self.variants.model();
        let span = |id: ElementId| model.element(id).span;
        let primary =
            first.first().or(second.first()).map_or_else(|| Span::start_of(model.root().span().file), |&id| span(id));
        let message = format!("several variants are equally good: their {what} differ");
        let mut diagnostic = Diagnostic::new(Code::AmbiguousResult, primary, message);
        match (first.first(), second.first()) {
            (Some(_), Some(&other)) => {
                diagnostic = diagnostic.labelled("present in one of them, absent in another");
                diagnostic = diagnostic.and(span(other), "present in that other one");
            }
            (Some(_), None) | (None, Some(_)) => {
                diagnostic = diagnostic.labelled("present in one of them, absent in another");
            }
            (None, None) => {}
        }
        let [one, other] = [self.names(first), self.names(second)];
        diagnostic.note(format!("one of them has {one}, another has {other} instead"))
    }

    fn names(&self, ids: &[ElementId]) -> String {
        let model = self.variants.model();
        let named: Vec<String> = ids.iter().map(|&id| model.full_display(id)).collect();
        if named.is_empty() { "nothing".to_owned() } else { together(&named, MAX_NAMES) }
    }

    fn technology_ids(&self) -> Vec<ElementId> {
        self.variants.model().of_kind(Kind::Technology).collect()
    }

    fn scenarios(&mut self) -> Narrowing {
        let model = self.variants.model();
        let optimization = model.options().optimization;
        let technologies = self.technology_ids();
        if optimization.scenarios {
            let weighted: Vec<(FormulaId, u64)> =
                technologies.iter().map(|&id| (self.presence(id), u64::from(model.technology(id).priority))).collect();
            self.optimize(Direction::Min, &weighted)?;
        }
        if !optimization.scenarios_unique {
            return Ok(());
        }
        let chosen = self.choose(&technologies)?;
        let sentence = "There are multiple scenarios of the same priority for one node template possible".to_owned();
        self.require_unique(&chosen, Rivals::Lacking, "scenarios", sentence)
    }

    fn technologies(&mut self) -> Narrowing {
        let optimization = self.variants.model().options().optimization;
        let Some(direction) = optimization.technologies else { return Ok(()) };
        match optimization.technologies_measure {
            TechnologyMeasure::Weight => self.by_weight(direction),
            TechnologyMeasure::Count => self.by_name(direction),
            TechnologyMeasure::WeightCount => {
                self.by_weight(Direction::Max)?;
                self.by_name(Direction::Min)
            }
        }
    }

    fn by_weight(&mut self, direction: Direction) -> Narrowing {
        let model = self.variants.model();
        let weighted: Vec<(FormulaId, u64)> = self
            .technology_ids()
            .into_iter()
            .map(|id| (self.presence(id), model.technology(id).weight.billionths()))
            .collect();
        self.optimize(direction, &weighted)
    }

    /// Technologies of one name count once.
    fn by_name(&mut self, direction: Direction) -> Narrowing {
        let scopes = self.variants.model().namesakes(&self.technology_ids());
        let weighted: Vec<(FormulaId, u64)> = scopes
            .into_iter()
            .map(|scope| {
                let presences: Vec<FormulaId> = scope.into_iter().map(|id| self.presence(id)).collect();
                (self.formulas.to_mut().or(presences), 1)
            })
            .collect();
        self.optimize(direction, &weighted)
    }

    fn technology_uniqueness(&mut self) -> Narrowing {
        let optimization = self.variants.model().options().optimization;
        if !optimization.technologies_unique {
            return Ok(());
        }
        let technologies = self.technology_ids();
        let chosen = self.choose(&technologies)?;
        let step =
            if optimization.technologies.is_some() { "(besides optimization)" } else { "(without optimization)" };
        let sentence = format!("The result is ambiguous considering technologies {step}");
        self.require_unique(&chosen, Rivals::AnyOther, "technologies", sentence)
    }
}
