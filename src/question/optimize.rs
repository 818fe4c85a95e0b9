//! The best variants of a configuration (section 3.10).

use variscope_encoder::{FormulaId, Formulas, Session};

use super::Variants;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Direction, ElementId, Kind, TechnologyMeasure, TopologyMeasure, Uniqueness};
use crate::source::Span;

type Step = Result<(), Box<Diagnostic>>;

/// Narrows `session` to the best assignments, step by step.
pub(super) fn optimize(variants: &Variants<'_>, session: &mut Session) -> Step {
    let mut steps = Steps { variants, session, formulas: variants.rules().problem().formulas().clone() };
    steps.topology();
    steps.topology_uniqueness()?;
    steps.scenarios()?;
    steps.technologies();
    steps.technology_uniqueness()
}

struct Steps<'v, 'm, 's> {
    variants: &'v Variants<'m>,
    session: &'s mut Session,
    formulas: Formulas,
}

const UNLIMITED: &str = "an unlimited budget suffices";

impl Steps<'_, '_, '_> {
    fn presence(&self, id: ElementId) -> FormulaId {
        FormulaId::atom(self.variants.rules().presence(self.variants.model(), id))
    }

    fn topology(&mut self) {
        let model = self.variants.model();
        let optimization = model.options().optimization;
        let Some(direction) = optimization.topology else { return };
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
        self.optimize(direction, &weighted);
    }

    fn optimize(&mut self, direction: Direction, weighted: &[(FormulaId, u64)]) {
        let weighted: Vec<(FormulaId, u64)> = weighted.iter().copied().filter(|&(_, weight)| weight > 0).collect();
        let found = match direction {
            Direction::Min => self.session.minimise(&self.formulas, &weighted),
            Direction::Max => self.session.maximise(&self.formulas, &weighted),
        };
        found.expect(UNLIMITED);
    }

    /// The nodes of one best assignment have to be in all others too.
    fn topology_uniqueness(&mut self) -> Step {
        let model = self.variants.model();
        let optimization = model.options().optimization;
        if optimization.topology_unique == Uniqueness::Any {
            return Ok(());
        }
        let nodes: Vec<ElementId> = model.of_kind(Kind::Node).collect();
        let (present, absent) = self.split(&nodes);
        let mut same = present;
        if optimization.topology_unique == Uniqueness::UniqueBackward {
            same.extend(absent.into_iter().map(|formula| !formula));
        }
        let step = if optimization.topology.is_some() { "(besides optimization)" } else { "(without optimization)" };
        let sentence = format!("The result is ambiguous considering nodes {step}");
        self.require_unique(&same, &nodes, "nodes", sentence)
    }

    /// The presences of `ids` in the assignment with as few of them as possible, present and absent ones.
    fn split(&mut self, ids: &[ElementId]) -> (Vec<FormulaId>, Vec<FormulaId>) {
        let model = self.variants.model();
        let atoms: Vec<_> = ids.iter().map(|&id| self.variants.rules().presence(model, id)).collect();
        let least = self.session.lexicographic_minimum(&atoms).expect(UNLIMITED).expect("there is a best assignment");
        let (present, absent): (Vec<_>, Vec<_>) = atoms.into_iter().partition(|&atom| least.value(atom));
        (present.into_iter().map(FormulaId::atom).collect(), absent.into_iter().map(FormulaId::atom).collect())
    }

    fn require_unique(&mut self, same: &[FormulaId], ids: &[ElementId], what: &str, sentence: String) -> Step {
        let condition = self.formulas.and(same.iter().copied());
        let Some(other) = self.session.another(&self.formulas, !condition).expect(UNLIMITED) else { return Ok(()) };
        let model = self.variants.model();
        let differs = |id: &&ElementId| {
            let atom = self.variants.rules().presence(model, **id);
            same.contains(&FormulaId::atom(atom)) && !other.value(atom)
        };
        let missing: Vec<ElementId> = ids.iter().filter(differs).copied().collect();
        let span =
            missing.first().map_or_else(|| Span::start_of(model.root().span().file), |&id| model.element(id).span);
        let mut diagnostic = Diagnostic::new(
            Code::AmbiguousResult,
            span,
            format!("several variants are equally good: their {what} differ"),
        )
        .reference(sentence)
        .help(format!(
            "add constraints, or weights, or set optimization_{}_unique to false",
            if what == "nodes" { "topology" } else { what }
        ));
        if !missing.is_empty() {
            diagnostic = diagnostic.labelled("present in one of them, absent in another");
        }
        Err(Box::new(diagnostic))
    }

    fn technology_ids(&self) -> Vec<ElementId> {
        self.variants.model().of_kind(Kind::Technology).collect()
    }

    fn scenarios(&mut self) -> Step {
        let model = self.variants.model();
        let optimization = model.options().optimization;
        let technologies = self.technology_ids();
        if optimization.scenarios {
            let weighted: Vec<(FormulaId, u64)> =
                technologies.iter().map(|&id| (self.presence(id), u64::from(model.technology(id).priority))).collect();
            self.optimize(Direction::Min, &weighted);
        }
        if !optimization.scenarios_unique {
            return Ok(());
        }
        let (present, _) = self.split(&technologies);
        let sentence = "There are multiple scenarios of the same priority for one node template possible".to_owned();
        self.require_unique(&present, &technologies, "scenarios", sentence)
    }

    fn technologies(&mut self) {
        let optimization = self.variants.model().options().optimization;
        let Some(direction) = optimization.technologies else { return };
        match optimization.technologies_measure {
            TechnologyMeasure::Weight => self.by_weight(direction),
            TechnologyMeasure::Count => self.by_name(direction),
            TechnologyMeasure::WeightCount => {
                self.by_weight(Direction::Max);
                self.by_name(Direction::Min);
            }
        }
    }

    fn by_weight(&mut self, direction: Direction) {
        let model = self.variants.model();
        let weighted: Vec<(FormulaId, u64)> = self
            .technology_ids()
            .into_iter()
            .map(|id| (self.presence(id), model.technology(id).weight.billionths()))
            .collect();
        self.optimize(direction, &weighted);
    }

    /// Technologies of one name count once.
    fn by_name(&mut self, direction: Direction) {
        let scopes = self.variants.model().namesakes(&self.technology_ids());
        let weighted: Vec<(FormulaId, u64)> = scopes
            .into_iter()
            .map(|scope| {
                let presences: Vec<FormulaId> = scope.into_iter().map(|id| self.presence(id)).collect();
                (self.formulas.or(presences), 1)
            })
            .collect();
        self.optimize(direction, &weighted);
    }

    fn technology_uniqueness(&mut self) -> Step {
        let optimization = self.variants.model().options().optimization;
        if !optimization.technologies_unique {
            return Ok(());
        }
        let technologies = self.technology_ids();
        let (present, absent) = self.split(&technologies);
        let same: Vec<FormulaId> = present.into_iter().chain(absent.into_iter().map(|formula| !formula)).collect();
        let step =
            if optimization.technologies.is_some() { "(besides optimization)" } else { "(without optimization)" };
        let sentence = format!("The result is ambiguous considering technologies {step}");
        self.require_unique(&same, &technologies, "technologies", sentence)
    }
}
