//! Values that depend on presences, such as `equal: [{node_presence: a}, {node_presence: b}]`.
//!
//! The logic inside splits into cases: the expression holds if in some case the logic has the truth values of the case
//! and the expression holds under them. So value expressions stay decided by inputs alone.

use rustc_hash::FxHashSet;
use variscope_encoder::FormulaId;
use variscope_encoder::recursion::descend;

use super::lower::{Lowered, Lowering};
use super::{NamedId, ValueAtom};
use crate::analysis::value::{evaluated, operator_of};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{Layer, Operator};
use crate::source::syntax::yaml::{Yaml, YamlId};
use crate::tosca::model::ElementId;

/// More cases than `2^6` are refused: such an expression is better written as a condition.
const MAX_PARTS: usize = 6;

/// Where a value is split: itself, the element whose condition it is in, and the named condition whose body it is in.
pub(super) type SplitPlace = (YamlId, Option<ElementId>, Option<NamedId>);

/// What became of a value that is split.
#[derive(Clone, Copy, Debug)]
pub(super) enum Split {
    /// The logic inside is being lowered.
    Open,
    Done(FormulaId),
}

impl<'m> Lowering<'m> {
    /// Each value is split once, however many names lead to it; none is split again for the logic inside of itself.
    pub(super) fn split_on_presence(&mut self, yaml: Yaml<'m>, context: Option<ElementId>) -> Lowered<FormulaId> {
        let place = (yaml.id(), context, self.current);
        match self.splits.get(&place) {
            Some(&Split::Done(formula)) => return Ok(formula),
            Some(Split::Open) => return Err(circular(yaml)),
            None => self.splits.insert(place, Split::Open),
        };
        let split = self.split(yaml, context);
        match split {
            Ok(formula) => self.splits.insert(place, Split::Done(formula)),
            Err(_) => self.splits.remove(&place),
        };
        split
    }

    fn split(&mut self, yaml: Yaml<'m>, context: Option<ElementId>) -> Lowered<FormulaId> {
        let mut parts = Vec::new();
        self.collect_logic(yaml, &mut parts, &mut FxHashSet::default());
        if parts.len() > MAX_PARTS {
            let message = format!("a value that depends on {} conditions is not supported", parts.len());
            let help = format!("use at most {MAX_PARTS}, or write it with `and`, `or` and `not`");
            return Err(Box::new(Diagnostic::new(Code::WrongOperand, yaml.span(), message).help(help)));
        }
        let lowered: Vec<FormulaId> = parts.iter().map(|part| self.lower(*part, context)).collect::<Lowered<_>>()?;
        let cases: Vec<FormulaId> =
            (0..1_usize << parts.len()).map(|case| self.case(yaml, &parts, &lowered, case)).collect();
        Ok(self.formulas.or(cases))
    }

    /// The logic has the truth values that the bits of `case` say, and the expression holds under them.
    fn case(&mut self, yaml: Yaml<'m>, parts: &[Yaml<'m>], lowered: &[FormulaId], case: usize) -> FormulaId {
        let holds = |part: usize| case >> part & 1 == 1;
        let mut conjuncts: Vec<FormulaId> = Vec::with_capacity(parts.len() + 1);
        for (part, &formula) in lowered.iter().enumerate() {
            conjuncts.push(formula.negated_if(!holds(part)));
        }
        let assumed: Vec<(YamlId, bool)> =
            parts.iter().enumerate().map(|(part, yaml)| (yaml.id(), holds(part))).collect();
        let atom = self.atoms.value(ValueAtom::Expression { expression: yaml.id(), assumed });
        conjuncts.push(FormulaId::atom(atom));
        self.formulas.and(conjuncts)
    }

    /// The outermost logic inside a value expression, each once.
    fn collect_logic(&mut self, yaml: Yaml<'m>, parts: &mut Vec<Yaml<'m>>, seen: &mut FxHashSet<YamlId>) {
        if !self.looks_at_presence(yaml) || !seen.insert(yaml.id()) {
            return;
        }
        if yaml.is_sequence() {
            for item in self.entries(yaml) {
                self.collect_logic(item, parts, seen);
            }
            return;
        }
        let Ok(Some((entry, operand))) = operator_of(yaml, self.model.profile()) else { return };
        match (entry.layer, entry.operator) {
            (Layer::Logic, _) => parts.push(yaml),
            (Layer::Value, Operator::ValueExpression) => {
                if let Some(body) = self.expression(operand.text()) {
                    self.collect_logic(body, parts, seen);
                }
            }
            (Layer::Value, operator) => {
                for operand in evaluated(operator, operand, self.model.profile()) {
                    self.collect_logic(operand, parts, seen);
                }
            }
        }
    }

    /// Whether a value expression has logic inside, directly or through names.
    pub(super) fn looks_at_presence(&mut self, yaml: Yaml<'m>) -> bool {
        if yaml.is_scalar() {
            return false;
        }
        if let Some(&known) = self.looks_at_presence.get(&yaml.id()) {
            return known;
        }
        // A cycle of names looks at nothing by itself; the evaluator reports it.
        self.looks_at_presence.insert(yaml.id(), false);
        let found = descend(|| self.find_presence(yaml));
        self.looks_at_presence.insert(yaml.id(), found);
        found
    }

    fn find_presence(&mut self, yaml: Yaml<'m>) -> bool {
        if yaml.is_sequence() {
            return self.entries(yaml).into_iter().any(|item| self.looks_at_presence(item));
        }
        let Ok(Some((entry, operand))) = operator_of(yaml, self.model.profile()) else { return false };
        match (entry.layer, entry.operator) {
            (Layer::Logic, _) => true,
            (Layer::Value, Operator::ValueExpression) => {
                self.expression(operand.text()).is_some_and(|body| self.looks_at_presence(body))
            }
            (Layer::Value, operator) => {
                let operands = evaluated(operator, operand, self.model.profile());
                operands.into_iter().any(|operand| self.looks_at_presence(operand))
            }
        }
    }

    /// The entries of a list that are evaluated: none where lists are values.
    fn entries(&self, list: Yaml<'m>) -> Vec<Yaml<'m>> {
        if self.model.dialect().lists_are_values { Vec::new() } else { list.items().collect() }
    }
}

fn circular(yaml: Yaml<'_>) -> Box<Diagnostic> {
    let message = "this value depends on itself: its expressions ask for it again";
    let diagnostic = Diagnostic::new(Code::CircularExpression, yaml.span(), message);
    Box::new(diagnostic.reference("Maximum call stack size exceeded"))
}
