//! Assertions about all variants of a feature model: conditions over its features, in the words of conditions about templates
//! or as constraints have them.

use std::borrow::Cow;
use std::sync::Arc;

use variscope_encoder::{Atom, Budget, FormulaId, Interrupted, Lit, Problem};

use super::features::meant_names;
use super::statements::clauses;
use super::{Feature, FeatureModel, Form, uvl};
use crate::analysis::condition::connect;
use crate::analysis::condition::text::{Assertion, Phrase, PhraseMeaning, Unreadable};
use crate::analysis::question::{AssertionSource, AssertionText};
use crate::answer::Finding;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::printable::between_quotes;
use crate::source::syntax::vocabulary::Operator;
use crate::source::{FileId, Position, Sources, Span};

/// What an assertion is made of.
const ALLOWED: &str = "an assertion about a feature model has names of features, `not`, `and`, `or`, `implies`, `=`, `xor(a, b)`, \
                       `exo(a, b)`, `amo(a, b)`, `true` and `false`; or `!`, `&`, `|`, `=>` and `<=>` instead, as constraints \
                       have them; names with spaces stand between double quotes";

/// Assertions whose features are known, over the clauses of a model.
pub struct FeatureAssertions<'m> {
    model: &'m FeatureModel,
    problem: Problem,
    /// With what has to hold.
    all: Vec<(AssertionText, FormulaId)>,
}

/// Everything that is wrong with assertions, and what the diagnostics quote.
#[derive(Debug)]
pub struct WrongAssertions {
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// The files of assertions; of those that were typed, the text.
    pub sources: Sources,
}

impl FeatureModel {
    /// Looks up the features that assertions name. Those that mean nothing here are left out: what is wrong with them is given
    /// beside the others.
    pub fn assertions(&self, texts: &[AssertionText]) -> (FeatureAssertions<'_>, WrongAssertions) {
        let mut sources = Sources::new();
        let mut files: Vec<(&Arc<str>, FileId)> = Vec::new();
        let (mut all, mut diagnostics) = (Vec::new(), Vec::new());
        let mut problem = if texts.is_empty() { Problem::default() } else { self.whole() };
        for text in texts {
            let AssertionSource { name, text: content } = &text.file;
            let known = files.iter().find(|(known, _)| Arc::ptr_eq(known, content)).map(|(_, file)| *file);
            let file = known.unwrap_or_else(|| sources.add(name.clone(), Arc::clone(content)));
            files.push((content, file));
            match (Binding { model: self, problem: &mut problem, text, file }).assertion() {
                Ok(formula) => all.push((text.clone(), formula)),
                Err(diagnostic) => diagnostics.push(*diagnostic),
            }
        }
        (FeatureAssertions { model: self, problem, all }, WrongAssertions { diagnostics, sources })
    }

    /// Everything that has to hold, also of a model that was compiled.
    fn whole(&self) -> Problem {
        match (self.statements(), &self.form) {
            (Some(statements), _) => statements.problem,
            (None, Form::Clauses(cnf)) => clauses(cnf, cnf.len()),
            (None, Form::Circuit(circuit)) => {
                let cnf = circuit.clauses();
                clauses(&cnf, cnf.len())
            }
        }
    }
}

/// Whether a text reads as a condition over features, and as no name.
pub fn is_condition(text: &str) -> bool {
    let is_name = |phrase: &Phrase| matches!(phrase.says, PhraseMeaning::Name(_) | PhraseMeaning::Text(_));
    parse(text).is_ok_and(|assertion| !is_name(&assertion.condition))
}

/// Reads an assertion: as a constraint where it has operators that only these have, or else in the words of conditions about
/// templates.
fn parse(text: &str) -> Result<Assertion, Unreadable> {
    if uvl::is_constraint(text) {
        return Ok(Assertion { each: None, condition: uvl::constraint_alone(text)? });
    }
    Assertion::parse(text)
}

impl FeatureAssertions<'_> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Those that some variant breaks, each with one that does.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn broken(&self, budget: &Budget) -> Result<Vec<Finding>, Interrupted> {
        if self.is_empty() {
            return Ok(Vec::new());
        }
        let mut session = self.problem.session(|_| None, budget.clone())?;
        let mut broken = Vec::new();
        for (assertion, formula) in &self.all {
            budget.check()?;
            if let Some(found) = session.solve_under(self.problem.formulas(), !*formula)? {
                let lit = |feature: &Feature| feature.var.lit(found.value(Atom::new(feature.var.index())));
                let variant: Vec<Lit> = self.model.features.iter().map(lit).collect();
                broken.push(broken_by(assertion, &self.model.selected(&variant)));
            }
        }
        Ok(broken)
    }
}

/// Features that an example shows, at most.
const MAX_SHOWN_NAMES: usize = 20;

/// That an assertion does not hold: it is shown by a variant with these features, and has a place where it is in a file.
fn broken_by(assertion: &AssertionText, selected: &[Cow<'_, str>]) -> Finding {
    let AssertionText { file: AssertionSource { name, text: content }, start, is_in_file, .. } = assertion;
    let more = selected.len().saturating_sub(MAX_SHOWN_NAMES);
    let shown: Vec<Cow<'_, str>> = selected[..selected.len() - more].iter().map(|name| between_quotes(name)).collect();
    let shown = shown.join(" ");
    let shown = if more == 0 { shown } else { format!("{shown} and {more} more features") };
    let found = Finding {
        severity: assertion.severity,
        notes: vec![format!("a variant that breaks it is {shown}")],
        ..Finding::new(Code::BrokenAssertion, assertion.does_not_hold(""))
    };
    let Some(before) = content.get(..*start).filter(|_| *is_in_file) else { return found };
    let line = before.matches('\n').count() as u32 + 1;
    let column = before.lines().last().filter(|_| !before.ends_with('\n')).map_or(0, |line| line.chars().count());
    let place = Position { line, column: column as u32 + 1 };
    found.at(Some(name.clone()), (place, place))
}

/// An assertion while its names are looked up.
struct Binding<'b> {
    model: &'b FeatureModel,
    problem: &'b mut Problem,
    text: &'b AssertionText,
    file: FileId,
}

type Bound = Result<FormulaId, Box<Diagnostic>>;

impl Binding<'_> {
    fn assertion(&mut self) -> Bound {
        let Assertion { each, condition } =
            parse(&self.text.condition).map_err(|diagnostic| self.unreadable(diagnostic))?;
        if let Some(each) = each {
            return Err(self.refuse(&each.place, "a feature model has no kinds of elements").into());
        }
        self.condition(&condition)
    }

    fn condition(&mut self, phrase: &Phrase) -> Bound {
        match &phrase.says {
            // What would be a text in a template is a name here, as constraints have it.
            PhraseMeaning::Name(name) | PhraseMeaning::Text(name) => self.feature(name, phrase),
            PhraseMeaning::Truth(value) => Ok(FormulaId::constant(*value)),
            PhraseMeaning::Not(inner) => Ok(!self.condition(inner)?),
            PhraseMeaning::Call(operator, operands) => self.call(*operator, operands, phrase),
            _ => Err(self.refuse(&phrase.place, "this is neither a feature nor a condition over features").into()),
        }
    }

    fn call(&mut self, operator: Operator, operands: &[Phrase], phrase: &Phrase) -> Bound {
        let is_known = match operator {
            Operator::Implies | Operator::Equal => operands.len() == 2,
            _ => operator.combines_conditions(),
        };
        if !is_known {
            return Err(self.refuse(&phrase.place, "assertions compare no values of features or attributes").into());
        }
        let operands: Vec<FormulaId> =
            operands.iter().map(|operand| self.condition(operand)).collect::<Result<_, _>>()?;
        let formulas = self.problem.formulas_mut();
        if operator == Operator::Equal {
            return Ok(formulas.iff(operands[0], operands[1]));
        }
        Ok(connect(formulas, operator, operands).unwrap_or_else(|| unreachable!("{operator:?} takes these operands")))
    }

    fn feature(&self, name: &str, phrase: &Phrase) -> Bound {
        let typed = || meant_names(&self.text.condition[phrase.place.clone()]).find_map(|name| self.called(&name));
        let Some(feature) = self.called(name).or_else(typed) else {
            let diagnostic = Diagnostic::new(
                Code::UndefinedFeature,
                self.at(&phrase.place),
                format!("there is no feature \"{name}\""),
            );
            return Err(Box::new(match self.model.nearest(name) {
                Some(near) => diagnostic.replacing(name, &near).meaning(&*near),
                None => diagnostic,
            }));
        };
        Ok(Atom::new(feature.var.index()).into())
    }

    fn called(&self, name: &str) -> Option<&Feature> {
        self.model.features.iter().find(|feature| feature.name == name)
    }

    /// Where a part of the condition stands; the whole condition where its text is not there letter by letter.
    fn at(&self, place: &std::ops::Range<usize>) -> Span {
        let AssertionText { start, end, condition, file: AssertionSource { text: content, .. }, .. } = self.text;
        if content.get(*start..*end) == Some(condition) {
            return Span::new(self.file, start + place.start, start + place.end);
        }
        Span::new(self.file, *start, *end)
    }

    fn refuse(&self, place: &std::ops::Range<usize>, message: &str) -> Diagnostic {
        Diagnostic::new(Code::BadCondition, self.at(place), message).note(ALLOWED)
    }

    fn unreadable(&self, fault: Unreadable) -> Box<Diagnostic> {
        let diagnostic = Diagnostic::new(Code::BadCondition, self.at(&fault.place), fault.message).note(ALLOWED);
        Box::new(diagnostic.helped(fault.help))
    }
}
