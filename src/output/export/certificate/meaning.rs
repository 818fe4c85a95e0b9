//! What the variables of clauses about a template mean, and what each part of the clauses says.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::analysis::question::{Claims, MeantBy, Variants};
use crate::answer::{Values, Written};

/// What the variables of clauses mean, for all clauses about the same configurations.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct VariableTable {
    /// Values that are given for inputs.
    given: Values,
    /// Whether texts that nothing mentions are left out.
    closed: bool,
    /// Elements that are assumed to be present, or not.
    assumed: BTreeMap<String, bool>,
    /// The variables that stand for something in the template.
    variables: Vec<TableVariable>,
    /// By inputs that are read together: classes of their configurations, one of which each is in.
    classes: Vec<Vec<TableClass>>,
}

/// A variable, and what it stands for.
#[derive(Debug, PartialEq, Serialize)]
struct TableVariable {
    variable: u32,
    #[serde(flatten)]
    meant: Meant,
}

/// What a variable stands for.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Meant {
    /// The element is present.
    Element(String),
    /// The author's own conditions of the element hold.
    ConditionsOf(String),
    /// The condition with this name holds.
    Named(String),
    /// The value of the expression counts as true.
    Value(Written),
    /// The value of the input counts as true.
    Input(String),
}

/// Configurations that nothing in the template can distinguish.
#[derive(Debug, PartialEq, Serialize)]
struct TableClass {
    literal: i64,
    inputs: Values,
}

/// What clauses say.
#[derive(Clone, Debug)]
pub struct ClauseMeaning {
    pub(super) table: Arc<VariableTable>,
    /// How many clauses say what auxiliaries are.
    pub(super) auxiliary: usize,
    /// How many more say which configurations there are, each with its presences; all others say what is claimed not to be.
    pub(super) stated: usize,
}

/// A variable, from 1 as in DIMACS.
fn dimacs(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}

impl VariableTable {
    pub(super) fn of(variants: &Variants<'_>, claims: &Claims<'_, '_>) -> Self {
        let path = |id| variants.model().path(id);
        let meant = |meant| match meant {
            MeantBy::Presence(id) => Meant::Element(path(id)),
            MeantBy::Conditions(id) => Meant::ConditionsOf(path(id)),
            MeantBy::Named(name) => Meant::Named(name),
            MeantBy::Value(expression) => Meant::Value(Written::json(expression)),
            MeantBy::Input(name) => Meant::Input(name),
        };
        let variables = claims.meanings().into_iter();
        let classes = claims.classes().into_iter().map(|group| {
            let of_class = |class: &crate::analysis::question::MeantClass| {
                let variable = i64::from(dimacs(class.literal.var().index()));
                let literal = if class.literal.is_positive() { variable } else { -variable };
                TableClass { literal, inputs: Values::from(&class.witness) }
            };
            group.iter().map(of_class).collect()
        });
        Self {
            given: Values::from(variants.configuration()),
            closed: variants.is_closed(),
            assumed: variants.assumed().iter().map(|&(id, is_present)| (path(id), is_present)).collect(),
            variables: variables
                .map(|(var, by)| TableVariable { variable: dimacs(var.index()), meant: meant(by) })
                .collect(),
            classes: classes.collect(),
        }
    }
}
