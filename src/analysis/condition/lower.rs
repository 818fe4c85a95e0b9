//! From expressions to formulas.

use rustc_hash::FxHashMap;
use variscope_encoder::recursion::descend;
use variscope_encoder::{Atom, FormulaId, Formulas};

use super::connective::connect;
use super::named::NamedConditions;
use super::naming::expressions;
use super::split::{Split, SplitPlace};
use super::{Atoms, NamedId, Scopes, ValueAtom};
use crate::analysis::value::{equality, operator_of};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{Arity, Layer, Operator, OperatorEntry, SentenceStyle};
use crate::source::syntax::yaml::{Scalar, Yaml, YamlId};
use crate::tosca::model::{ElementId, Model};
use crate::tosca::topology::Topology;

/// What lowering an expression gives.
pub(crate) type Lowered<T> = Result<T, Box<Diagnostic>>;

/// The state of lowering all conditions of a model: the arena, the atoms, the named conditions.
#[derive(Debug)]
pub struct Lowering<'m> {
    pub(super) model: &'m Model,
    pub(super) formulas: Formulas,
    pub(super) atoms: Atoms,
    pub(super) scopes: Scopes,
    topology: Topology,
    pub(super) expressions: FxHashMap<&'m str, Yaml<'m>>,
    pub(super) named: NamedConditions,
    pub(super) named_definitions: Vec<(NamedId, Atom, FormulaId)>,
    /// The named condition whose body is being lowered.
    pub(super) current: Option<NamedId>,
    /// Whether some variability input can be named like the id of an element.
    has_input_conditions: bool,
    /// Which expressions mention no presence, by expression: those are atoms as they are.
    pub(super) looks_at_presence: FxHashMap<YamlId, bool>,
    /// Values that are split into cases.
    pub(super) splits: FxHashMap<SplitPlace, Split>,
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
            splits: FxHashMap::default(),
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

    /// The atom for "the author's own conditions of `id` hold".
    pub fn manual_atom(&mut self, id: ElementId) -> Atom {
        self.atoms.manual(self.model.position(id))
    }

    /// A variability input named like the id of an element is a condition of that element.
    pub fn input_condition(&mut self, id: ElementId) -> Option<FormulaId> {
        let name = self.input_named_like(id)?;
        Some(FormulaId::atom(self.atoms.value(ValueAtom::Input(name.id()))))
    }

    /// The name of the variability input that is named like the id of the element.
    pub(super) fn input_named_like(&self, id: ElementId) -> Option<Yaml<'m>> {
        if !self.has_input_conditions {
            return None;
        }
        let inputs = self.model.variability()?.get("inputs")?;
        inputs.entry(&self.model.path(id)).map(|(name, _)| name)
    }

    /// Splits into what is needed once everything is lowered.
    pub fn into_parts(self) -> (Formulas, Atoms) {
        (self.formulas, self.atoms)
    }

    pub(super) fn lower(&mut self, yaml: Yaml<'m>, context: Option<ElementId>) -> Lowered<FormulaId> {
        descend(|| self.lower_here(yaml, context))
    }

    fn lower_here(&mut self, yaml: Yaml<'m>, context: Option<ElementId>) -> Lowered<FormulaId> {
        if yaml.is_scalar() {
            return self.literal(yaml);
        }
        if yaml.is_sequence() {
            return Err(self.not_a_condition(yaml));
        }
        let found =
            operator_of(yaml, self.model.profile()).map_err(|diagnostic| self.compared_input(yaml, diagnostic))?;
        let Some((entry, operand)) = found else {
            return Err(self.not_a_condition(yaml));
        };
        match entry.layer {
            Layer::Logic => self.logic(entry, yaml, operand, context),
            Layer::Value => self.value(entry, yaml, operand, context),
        }
    }

    /// What to write in place of `{env: prod}`.
    fn compared_input(&self, yaml: Yaml<'m>, diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        let mut entries = yaml.entries();
        let (Some((input, value)), None) = (entries.next(), entries.next()) else { return diagnostic };
        if diagnostic.code != Code::UnknownOperator || !value.is_scalar() || !self.is_input(input.text()) {
            return diagnostic;
        }
        let meant = equality(input.text(), &value.to_json(), self.model.profile());
        // The nearest operator, and a fix that writes it, are not meant.
        Box::new(Diagnostic { help: Some(format!("write `{meant}`")), fix: None, ..*diagnostic })
    }

    pub(super) fn literal(&mut self, yaml: Yaml<'m>) -> Lowered<FormulaId> {
        match (yaml.scalar(), self.model.dialect().values_are_conditions) {
            (Scalar::Boolean(holds), _) => Ok(FormulaId::constant(holds)),
            (Scalar::String(name), true) => self.variable(yaml, name),
            (Scalar::Integer(text), true) => {
                let holds = !text.starts_with('-') && text.bytes().any(|byte| byte.is_ascii_hexdigit() && byte != b'0');
                Ok(FormulaId::constant(holds))
            }
            (Scalar::Float(number), true) => Ok(FormulaId::constant(number > 0.0)),
            (Scalar::Null, _) => {
                let message = "a condition is missing here";
                let diagnostic = Diagnostic::new(Code::NotACondition, yaml.span(), message);
                // In profile D the reference fails without a sentence.
                Err(Box::new(match self.model.dialect().sentences {
                    SentenceStyle::Full => diagnostic,
                    style => diagnostic.reference(style.missing_operand()),
                }))
            }
            _ => Err(self.not_a_condition(yaml)),
        }
    }

    fn not_a_condition(&self, yaml: Yaml<'m>) -> Box<Diagnostic> {
        let message = format!("a condition is true, false or an operator with its operands, not a {}", yaml.kind());
        let sentence = if self.model.dialect().values_are_conditions && yaml.is_sequence() {
            format!("Unexpected value expression treated as logic \"{}\"", yaml.to_pretty_json())
        } else {
            format!("Element \"{}\" is not a boolean", yaml.to_json())
        };
        let diagnostic = Diagnostic::new(Code::NotACondition, yaml.span(), message).reference(sentence);
        Box::new(match yaml.len() {
            _ if !yaml.is_sequence() => diagnostic,
            1 => diagnostic.help("write the condition without brackets, or without the dash before it"),
            _ => diagnostic.help("join conditions by `and` or `or`"),
        })
    }

    fn logic(
        &mut self,
        entry: &'static OperatorEntry,
        yaml: Yaml<'m>,
        operand: Yaml<'m>,
        context: Option<ElementId>,
    ) -> Lowered<FormulaId> {
        if entry.operator == Operator::LogicExpression {
            return self.named_condition(yaml, operand, context);
        }
        if entry.arity == Arity::Reference {
            return self.function(entry.operator, operand, context);
        }
        if entry.operator == Operator::Not {
            let inner = self.lower(operand, context)?;
            return Ok(!inner);
        }
        let operands = self.operands(entry, yaml, operand)?;
        let deciding = operands.iter().position(|operand| self.decides(entry.operator, *operand));
        let lowered: Vec<FormulaId> = operands
            .iter()
            .enumerate()
            .map(|(place, &operand)| {
                self.lower(operand, context).map_err(|diagnostic| match deciding {
                    // The reference never comes to it, and says nothing.
                    Some(deciding) if deciding < place => Box::new(Diagnostic { reference: None, ..*diagnostic }),
                    _ => self.fault_among(entry.operator, &operands, operand, diagnostic),
                })
            })
            .collect::<Lowered<_>>()?;
        let connected = connect(&mut self.formulas, entry.operator, lowered);
        Ok(connected.unwrap_or_else(|| unreachable!("{:?} is a function", entry.operator)))
    }

    /// Whether an operand decides what the operator gives, so that those behind it are not looked at: in profiles whose
    /// conditions are evaluated, not solved.
    fn decides(&self, operator: Operator, operand: Yaml<'m>) -> bool {
        let deciding = match operator {
            Operator::And => false,
            Operator::Or => true,
            _ => return false,
        };
        let decides = matches!(operand.scalar(), Scalar::Boolean(holds) if holds == deciding);
        decides && !self.model.dialect().values_are_conditions
    }

    fn operands(&self, entry: &OperatorEntry, yaml: Yaml<'m>, operand: Yaml<'m>) -> Lowered<Vec<Yaml<'m>>> {
        let name = entry.operator.name(self.model.profile());
        if !operand.is_sequence() {
            let message = format!("\"{name}\" takes a list of conditions, not a {}", operand.kind());
            let help = format!("write `{name}: [...]` with the operands between the brackets");
            return Err(Box::new(Diagnostic::new(Code::WrongArity, operand.span(), message).help(help)));
        }
        let operands: Vec<Yaml<'m>> = operand.items().collect();
        match entry.arity {
            Arity::Exactly(count) if operands.len() != count => {
                let message = format!("\"{name}\" takes {count} operands, not {}", operands.len());
                let diagnostic = Diagnostic::new(Code::WrongArity, yaml.span(), message);
                Err(Box::new(match entry.operator {
                    Operator::Implies => {
                        diagnostic.help(format!("write `{name}: [IF, THEN]`, with several conditions joined by `and`"))
                    }
                    _ => diagnostic,
                }))
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
            return self.named_condition(yaml, operand, context);
        }
        if self.looks_at_presence(yaml) {
            return self.split_on_presence(yaml, context);
        }
        let atom = self.atoms.value(ValueAtom::Expression { expression: yaml.id(), assumed: Vec::new() });
        Ok(FormulaId::atom(atom))
    }
}

/// Ids of elements contain a dot, which few names of inputs do.
fn has_input_conditions(model: &Model) -> bool {
    let inputs = model.variability().and_then(|variability| variability.get("inputs"));
    let mut inputs = inputs.into_iter().flat_map(|inputs| inputs.entries());
    model.options().enrich_input_condition && inputs.any(|(name, _)| name.text().contains('.'))
}
