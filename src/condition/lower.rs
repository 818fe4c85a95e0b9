//! From expressions to formulas.

use rustc_hash::FxHashMap;
use variscope_encoder::{Atom, FormulaId, Formulas};

use super::named::{NamedCondition, NamedConditions};
use super::{Atoms, NamedId, Scopes, ValueAtom};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::model::{ElementId, Model};
use crate::syntax::vocabulary::{Arity, Layer, Operator, OperatorEntry, Profile};
use crate::syntax::yaml::{Scalar, Yaml, YamlId};
use crate::topology::Topology;
use crate::value::operator_of;

/// What lowering an expression gives.
pub(crate) type Lowered<T> = Result<T, Box<Diagnostic>>;

/// Stack that is left before a new piece is taken, and how much is taken then.
const RED_ZONE: usize = 128 * 1024;
const STACK_PIECE: usize = 4 * 1024 * 1024;

/// The state of lowering all conditions of a model: the arena, the atoms, the named conditions.
#[derive(Debug)]
pub struct Lowering<'m> {
    pub(super) model: &'m Model,
    pub(super) formulas: Formulas,
    pub(super) atoms: Atoms,
    pub(super) scopes: Scopes,
    topology: Topology,
    expressions: FxHashMap<&'m str, Yaml<'m>>,
    named: NamedConditions,
    named_definitions: Vec<(NamedId, Atom, FormulaId)>,
    /// The named condition whose body is being lowered.
    current: Option<NamedId>,
    /// Whether some variability input can be named like the id of an element.
    has_input_conditions: bool,
    /// Which expressions mention no presence, by expression: those are atoms as they are.
    looks_at_presence: FxHashMap<YamlId, bool>,
}

impl<'m> Lowering<'m> {
    /// Nothing lowered yet.
    pub fn new(model: &'m Model) -> Self {
        Self {
            model,
            formulas: Formulas::new(),
            atoms: Atoms::new(model),
            scopes: Scopes::new(model),
            topology: Topology::of(model),
            expressions: expressions(model),
            named: NamedConditions::default(),
            named_definitions: Vec::new(),
            current: None,
            has_input_conditions: has_input_conditions(model),
            looks_at_presence: FxHashMap::default(),
        }
    }

    /// The arena.
    pub fn formulas(&mut self) -> &mut Formulas {
        &mut self.formulas
    }

    /// The atoms.
    pub fn atoms(&self) -> &Atoms {
        &self.atoms
    }

    /// The graph of nodes and relations.
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The competitors of elements.
    pub fn scopes(&self) -> &Scopes {
        &self.scopes
    }

    /// "`id` is present".
    pub fn presence(&mut self, id: ElementId) -> FormulaId {
        let atom = self.atoms.presence(self.model.position(id));
        FormulaId::atom(atom)
    }

    /// "The author's own conditions of `id` hold".
    pub fn manual(&mut self, id: ElementId) -> FormulaId {
        let atom = self.atoms.manual(self.model.position(id));
        FormulaId::atom(atom)
    }

    /// "Some of `ids` is present".
    pub fn any_presence(&mut self, ids: impl IntoIterator<Item = ElementId>) -> FormulaId {
        let presences: Vec<FormulaId> = ids.into_iter().map(|id| self.presence(id)).collect();
        self.formulas.or(presences)
    }

    /// "All of `formulas` hold".
    pub fn all(&mut self, formulas: &[FormulaId]) -> FormulaId {
        self.formulas.and(formulas.iter().copied())
    }

    /// The condition `expression` in the context of `context`.
    ///
    /// # Errors
    /// When it is no condition, or names something that does not exist.
    pub fn condition(&mut self, expression: YamlId, context: Option<ElementId>) -> Lowered<FormulaId> {
        self.lower(self.model.yaml(expression), context)
    }

    /// Takes the definitions of named conditions that were used since the last call, each with its atom.
    ///
    /// Bodies are lowered here and not where they are used, so that long chains of names need no deep stack.
    pub fn define_named(&mut self, diagnostics: &mut Vec<Diagnostic>) -> Vec<(NamedId, Atom, FormulaId)> {
        while let Some((id, condition)) = self.named.next() {
            let atom = self.atoms.named(id);
            self.current = Some(id);
            match self.condition(condition.body, condition.context) {
                Ok(formula) => self.named_definitions.push((id, atom, formula)),
                Err(diagnostic) => diagnostics.push(*diagnostic),
            }
            self.current = None;
        }
        std::mem::take(&mut self.named_definitions)
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

    /// The atom for "the author's own conditions of `id` hold".
    pub fn manual_atom(&mut self, id: ElementId) -> Atom {
        self.atoms.manual(self.model.position(id))
    }

    /// A variability input named like the id of an element is a condition of that element (section 3.5).
    pub fn input_condition(&mut self, id: ElementId) -> Option<FormulaId> {
        if !self.has_input_conditions {
            return None;
        }
        let inputs = self.model.variability()?.get("inputs")?;
        let (name, _) = inputs.entry(&self.model.path(id))?;
        Some(FormulaId::atom(self.atoms.value(ValueAtom::Input(name.id()))))
    }

    /// Splits into what is needed once everything is lowered.
    pub fn into_parts(self) -> (Formulas, Atoms) {
        (self.formulas, self.atoms)
    }

    pub(super) fn lower(&mut self, yaml: Yaml<'m>, context: Option<ElementId>) -> Lowered<FormulaId> {
        stacker::maybe_grow(RED_ZONE, STACK_PIECE, || self.lower_here(yaml, context))
    }

    fn lower_here(&mut self, yaml: Yaml<'m>, context: Option<ElementId>) -> Lowered<FormulaId> {
        if yaml.is_scalar() {
            return self.literal(yaml);
        }
        if yaml.is_sequence() {
            return Err(self.not_a_condition(yaml));
        }
        let Some((entry, operand)) = operator_of(yaml, self.model.profile())? else {
            return Err(self.not_a_condition(yaml));
        };
        match entry.layer {
            Layer::Logic => self.logic(entry, yaml, operand, context),
            Layer::Value => self.value(entry, yaml, operand, context),
        }
    }

    fn literal(&mut self, yaml: Yaml<'m>) -> Lowered<FormulaId> {
        match (yaml.scalar(), self.model.profile()) {
            (Scalar::Boolean(holds), _) => Ok(FormulaId::constant(holds)),
            (Scalar::String(name), Profile::D) => self.variable(yaml, name),
            (Scalar::Integer(text), Profile::D) => {
                let holds = !text.starts_with('-') && text.bytes().any(|byte| byte.is_ascii_hexdigit() && byte != b'0');
                Ok(FormulaId::constant(holds))
            }
            (Scalar::Float(number), Profile::D) => Ok(FormulaId::constant(number > 0.0)),
            (Scalar::Null, _) => {
                let message = "a condition is missing here";
                let diagnostic = Diagnostic::new(Code::NotACondition, yaml.span(), message);
                Err(Box::new(diagnostic.reference("Received condition that is undefined or null")))
            }
            _ => Err(self.not_a_condition(yaml)),
        }
    }

    fn not_a_condition(&self, yaml: Yaml<'m>) -> Box<Diagnostic> {
        let message = format!("a condition is true, false or an operator with its operands, not a {}", yaml.kind());
        let sentence = match self.model.profile() {
            Profile::D if yaml.is_sequence() => {
                format!("Unexpected value expression treated as logic \"{}\"", yaml.to_pretty_json())
            }
            _ => format!("Element \"{}\" is not a boolean", yaml.to_json()),
        };
        Box::new(Diagnostic::new(Code::NotACondition, yaml.span(), message).reference(sentence))
    }

    fn logic(
        &mut self,
        entry: &'static OperatorEntry,
        yaml: Yaml<'m>,
        operand: Yaml<'m>,
        context: Option<ElementId>,
    ) -> Lowered<FormulaId> {
        if entry.arity == Arity::Reference {
            return self.function(entry.operator, operand, context);
        }
        if entry.operator == Operator::Not {
            let inner = self.lower(operand, context)?;
            return Ok(!inner);
        }
        let operands = self.operands(entry, yaml, operand)?;
        let lowered: Vec<FormulaId> =
            operands.into_iter().map(|operand| self.lower(operand, context)).collect::<Lowered<_>>()?;
        Ok(match entry.operator {
            Operator::And => self.formulas.and(lowered),
            Operator::Or => self.formulas.or(lowered),
            Operator::Xor => self.formulas.xor(lowered),
            Operator::ExactlyOne => self.formulas.exactly_one(lowered),
            Operator::AtMostOne => self.formulas.at_most_one(lowered),
            Operator::Implies => self.formulas.implies(lowered[0], lowered[1]),
            other => unreachable!("{other:?} is a function or has one operand"),
        })
    }

    fn operands(&self, entry: &OperatorEntry, yaml: Yaml<'m>, operand: Yaml<'m>) -> Lowered<Vec<Yaml<'m>>> {
        let name = entry.operator.name(self.model.profile());
        if !operand.is_sequence() {
            let message = format!("\"{name}\" takes a list of conditions, not a {}", operand.kind());
            return Err(Box::new(Diagnostic::new(Code::WrongArity, operand.span(), message)));
        }
        let operands: Vec<Yaml<'m>> = operand.items().collect();
        match entry.arity {
            Arity::Exactly(count) if operands.len() != count => {
                let message = format!("\"{name}\" takes {count} operands, not {}", operands.len());
                Err(Box::new(Diagnostic::new(Code::WrongArity, yaml.span(), message)))
            }
            _ => Ok(operands),
        }
    }

    fn value(
        &mut self,
        entry: &'static OperatorEntry,
        yaml: Yaml<'m>,
        operand: Yaml<'m>,
        context: Option<ElementId>,
    ) -> Lowered<FormulaId> {
        let body = self.expression(operand.text()).filter(|_| entry.operator == Operator::ValueExpression);
        if body.is_some_and(|body| self.looks_at_presence(body)) {
            return self.named_condition(operand, context);
        }
        if self.looks_at_presence(yaml) {
            return self.split_on_presence(yaml, context);
        }
        let atom = self.atoms.value(ValueAtom::Expression { expression: yaml.id(), assumed: Vec::new() });
        Ok(FormulaId::atom(atom))
    }

    /// The body of the expression `name`.
    pub(super) fn expression(&self, name: &str) -> Option<Yaml<'m>> {
        self.expressions.get(name).copied()
    }

    /// A reference to a named condition, defined when it is met for the first time.
    pub(super) fn named_condition(&mut self, operand: Yaml<'m>, context: Option<ElementId>) -> Lowered<FormulaId> {
        let name = operand.text();
        if let Some(id) = self.named.get(name) {
            return Ok(self.use_named(id));
        }
        let Some(body) = self.expression(name) else { return Err(self.unknown_expression(operand)) };
        if body.is_scalar() {
            return self.literal_expression(operand, body);
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
    pub fn report_circle(&self, diagnostics: &mut Vec<Diagnostic>) {
        let Some(circle) = self.named.circle() else { return };
        let conditions: Vec<&NamedCondition> = circle.iter().map(|&id| self.named.condition(id)).collect();
        let names: Vec<&str> = conditions.iter().map(|condition| &*condition.name).collect();
        let place = |condition: &NamedCondition| self.model.yaml(condition.body).span();
        let message = format!("expression \"{}\" is defined by itself", names[0]);
        let mut diagnostic = Diagnostic::new(Code::CircularExpression, place(conditions[0]), message).note(format!(
            "the circle is {} -> {}",
            names.join(" -> "),
            names[0]
        ));
        for condition in &conditions[1..] {
            diagnostic = diagnostic.and(place(condition), "part of the circle");
        }
        diagnostics.push(diagnostic);
    }

    fn literal_expression(&mut self, operand: Yaml<'m>, body: Yaml<'m>) -> Lowered<FormulaId> {
        if self.model.profile() == Profile::D && body.as_str().is_some() {
            let name = operand.text();
            let message = format!("named condition \"{name}\" is a string, not a condition");
            let sentence = format!("Logic expression \"{}\" must not be a string", body.to_pretty_json());
            let diagnostic = Diagnostic::new(Code::NotACondition, body.span(), message);
            return Err(Box::new(diagnostic.and(operand.span(), "used here").reference(sentence)));
        }
        self.literal(body)
    }

    fn unknown_expression(&self, operand: Yaml<'m>) -> Box<Diagnostic> {
        let name = operand.text();
        let sentence = match self.model.profile() {
            Profile::A => format!("Did not find variability expression {name}"),
            Profile::B | Profile::C => format!("Did not find variability expression \"{name}\""),
            Profile::D => format!("Did not find logic expression \"{name}\""),
        };
        let message = format!("there is no expression named \"{name}\"");
        let mut diagnostic = Diagnostic::new(Code::UndefinedExpression, operand.span(), message).reference(sentence);
        let mut known: Vec<&str> = self.expressions.keys().copied().collect();
        known.sort_unstable();
        if let Some(close) = did_you_mean(name, known) {
            diagnostic = diagnostic.help(format!("did you mean \"{close}\"?"));
        }
        Box::new(diagnostic)
    }

    /// Whether a value expression has logic inside, directly or through names.
    pub(super) fn looks_at_presence(&mut self, yaml: Yaml<'m>) -> bool {
        if yaml.is_scalar() {
            return false;
        }
        if let Some(&known) = self.looks_at_presence.get(&yaml.id()) {
            return known;
        }
        // A circle of names looks at nothing by itself; the evaluator reports it.
        self.looks_at_presence.insert(yaml.id(), false);
        let found = stacker::maybe_grow(RED_ZONE, STACK_PIECE, || self.find_presence(yaml));
        self.looks_at_presence.insert(yaml.id(), found);
        found
    }

    fn find_presence(&mut self, yaml: Yaml<'m>) -> bool {
        if yaml.is_sequence() {
            return yaml.items().any(|item| self.looks_at_presence(item));
        }
        let Ok(Some((entry, operand))) = operator_of(yaml, self.model.profile()) else { return false };
        match (entry.layer, entry.operator) {
            (Layer::Logic, _) => true,
            (Layer::Value, Operator::ValueExpression) => {
                self.expression(operand.text()).is_some_and(|body| self.looks_at_presence(body))
            }
            (Layer::Value, _) => self.looks_at_presence(operand),
        }
    }
}

/// The named expressions of a template.
fn expressions(model: &Model) -> FxHashMap<&str, Yaml<'_>> {
    let all = model.variability().and_then(|variability| variability.get("expressions"));
    all.into_iter().flat_map(|all| all.entries()).map(|(key, body)| (key.text(), body)).collect()
}

/// Ids of elements contain a dot, which few names of inputs do.
fn has_input_conditions(model: &Model) -> bool {
    let inputs = model.variability().and_then(|variability| variability.get("inputs"));
    let mut inputs = inputs.into_iter().flat_map(|inputs| inputs.entries());
    model.options().enrich_input_condition && inputs.any(|(name, _)| name.text().contains('.'))
}
