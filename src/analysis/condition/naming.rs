//! Expressions by their names: where one is used, and what it stands for.

use rustc_hash::FxHashMap;
use variscope_encoder::{Atom, FormulaId};

use super::NamedId;
use super::lower::{Lowered, Lowering};
use super::named::NamedCondition;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{Operator, SentenceStyle};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Model};

/// What is left to do for named conditions.
enum NamingTask {
    Define(NamedId),
    /// What is wrong with a body is said after what is wrong with the names that it uses.
    Report(Box<Diagnostic>),
}

impl<'m> Lowering<'m> {
    /// Takes the definitions of named conditions that were used since the last call, each with its atom.
    ///
    /// Bodies are lowered here and not where they are used, so that long chains of names need no deep stack. What is wrong
    /// is said in the order in which it would be met where they are used.
    pub fn define_named(&mut self, diagnostics: &mut Vec<Diagnostic>) -> Vec<(NamedId, Atom, FormulaId)> {
        let mut open: Vec<NamingTask> = Vec::new();
        self.open_named(&mut open);
        while let Some(step) = open.pop() {
            match step {
                NamingTask::Define(id) => {
                    let diagnostic = self.define_one(id).err().map(NamingTask::Report);
                    open.extend(diagnostic);
                    self.open_named(&mut open);
                }
                NamingTask::Report(diagnostic) => diagnostics.push(*diagnostic),
            }
        }
        std::mem::take(&mut self.named_definitions)
    }

    /// Puts the names that were met last on the stack, the first of them on top.
    fn open_named(&mut self, open: &mut Vec<NamingTask>) {
        let start = open.len();
        while let Some(id) = self.named.next() {
            open.push(NamingTask::Define(id));
        }
        open[start..].reverse();
    }

    fn define_one(&mut self, id: NamedId) -> Lowered<()> {
        let NamedCondition { body, context, .. } = self.named.condition(id).clone();
        let atom = self.atoms.named(id);
        self.current = Some(id);
        let lowered = self.condition(body, context);
        self.current = None;
        self.named_definitions.push((id, atom, lowered?));
        Ok(())
    }

    /// The named conditions that were used so far, by number.
    pub fn named_conditions(&self) -> &[NamedCondition] {
        self.named.all()
    }

    /// The names of expressions that nothing has used so far, with their bodies, in order.
    pub fn unused_expressions(&self) -> Vec<(&'m str, Yaml<'m>)> {
        let all = self.model.variability().and_then(|variability| variability.get("expressions"));
        let all = all.into_iter().flat_map(|all| all.entries()).map(|(key, body)| (key.text(), body));
        all.filter(|(name, _)| self.named.get(name).is_none()).collect()
    }

    /// The body of the expression `name`.
    pub(super) fn expression(&self, name: &str) -> Option<Yaml<'m>> {
        self.expressions.get(name).copied()
    }

    /// The named condition that `reference` refers to by its operand, defined when it is met for the first time.
    pub(super) fn named_condition(
        &mut self,
        reference: Yaml<'m>,
        operand: Yaml<'m>,
        context: Option<ElementId>,
    ) -> Lowered<FormulaId> {
        let name = operand.text();
        if let Some(id) = self.named.get(name) {
            return Ok(self.use_named(id));
        }
        // In profile D a name for nothing is no name.
        let is_defined = |body: &Yaml<'m>| !self.model.dialect().ignores_null_expressions || !body.is_null();
        let Some(body) = self.expression(name).filter(is_defined) else {
            return Err(self.unknown_expression(operand));
        };
        if body.is_scalar() {
            return self.literal_expression(reference, operand, body);
        }
        let condition = NamedCondition { name: name.to_owned(), body: body.id(), context };
        let id = self.named.add(condition);
        Ok(self.use_named(id))
    }

    fn use_named(&mut self, id: NamedId) -> FormulaId {
        if let Some(current) = self.current {
            self.named.note_use(current, id);
        }
        FormulaId::atom(self.atoms.named(id))
    }

    /// Reports named conditions that are defined by each other and by nothing else.
    pub fn report_cycle(&self, diagnostics: &mut Vec<Diagnostic>) {
        let Some(cycle) = self.named.cycle() else { return };
        let conditions: Vec<&NamedCondition> = cycle.iter().map(|&id| self.named.condition(id)).collect();
        let names: Vec<&str> = conditions.iter().map(|condition| &*condition.name).collect();
        let place = |condition: &NamedCondition| self.model.yaml(condition.body).span();
        let message = format!("expression \"{}\" is defined by itself", names[0]);
        let mut diagnostic = Diagnostic::new(Code::CircularExpression, place(conditions[0]), message).note(format!(
            "the cycle is {} -> {}",
            names.join(" -> "),
            names[0]
        ));
        for condition in &conditions[1..] {
            diagnostic = diagnostic.and(place(condition), "part of the cycle");
        }
        diagnostics.push(diagnostic);
    }

    /// The reference prints the expression that refers to a string, not the string.
    fn literal_expression(&mut self, reference: Yaml<'m>, operand: Yaml<'m>, body: Yaml<'m>) -> Lowered<FormulaId> {
        if self.model.dialect().values_are_conditions && body.as_str().is_some() {
            let name = operand.text();
            let message = format!("named condition \"{name}\" is a string, not a condition");
            let sentence = format!("Logic expression \"{}\" must not be a string", reference.to_pretty_json());
            let diagnostic = Diagnostic::new(Code::NotACondition, body.span(), message);
            let diagnostic = diagnostic.help(self.help_for_text(body.text()));
            return Err(Box::new(diagnostic.and(operand.span(), "used here").reference(sentence)));
        }
        self.literal(body)
    }

    fn unknown_expression(&self, operand: Yaml<'m>) -> Box<Diagnostic> {
        let name = operand.text();
        let sentence = match self.model.dialect().sentences {
            SentenceStyle::Bare => format!("Did not find variability expression {name}"),
            SentenceStyle::Quoted => format!("Did not find variability expression \"{name}\""),
            SentenceStyle::Full if operand.as_str().is_none() => {
                format!("Element \"{}\" is not a string", operand.to_json())
            }
            SentenceStyle::Full => format!("Did not find logic expression \"{name}\""),
        };
        if !operand.is_scalar() {
            let message = format!("the name of an expression is expected here, not a {}", operand.kind());
            let word = Operator::LogicExpression.name(self.model.profile());
            let help = format!("leave `{word}:` out: a condition stands for itself");
            let diagnostic = Diagnostic::new(Code::UndefinedExpression, operand.span(), message).reference(sentence);
            return Box::new(if operand.is_mapping() { diagnostic.help(help) } else { diagnostic });
        }
        let message = format!("there is no expression named \"{name}\"");
        let mut diagnostic = Diagnostic::new(Code::UndefinedExpression, operand.span(), message).reference(sentence);
        let mut known: Vec<&str> = self.expressions.keys().copied().collect();
        known.sort_unstable();
        diagnostic = diagnostic.suggesting(name, known);
        Box::new(diagnostic)
    }
}

/// The named expressions of a template.
pub(super) fn expressions(model: &Model) -> FxHashMap<&str, Yaml<'_>> {
    let all = model.variability().and_then(|variability| variability.get("expressions"));
    all.into_iter().flat_map(|all| all.entries()).map(|(key, body)| (key.text(), body)).collect()
}
