//! Formulas that are made of formulas by `and`, `or` and the like.

use variscope_encoder::{FormulaId, Formulas};

use crate::source::syntax::vocabulary::Operator;

/// What an operator makes of conditions; none where it combines no conditions, or not so many.
pub(crate) fn connect(formulas: &mut Formulas, operator: Operator, operands: Vec<FormulaId>) -> Option<FormulaId> {
    Some(match (operator, operands.as_slice()) {
        (Operator::Not, &[operand]) => !operand,
        (Operator::Implies, &[premise, conclusion]) => formulas.implies(premise, conclusion),
        (Operator::And, _) => formulas.and(operands),
        (Operator::Or, _) => formulas.or(operands),
        (Operator::Xor, _) => formulas.xor(operands),
        (Operator::ExactlyOne, _) => formulas.exactly_one(operands),
        (Operator::AtMostOne, _) => formulas.at_most_one(operands),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::analysis::condition::Lowering;
    use crate::source::package::Package;
    use crate::source::syntax::vocabulary::{Arity, Layer, OPERATORS, OperatorEntry, Profile};
    use crate::source::syntax::yaml::Yaml;
    use crate::tosca::model::{LoadOptions, Model};

    /// Each operator whose operands are conditions is connected, and each function is one that the lowering knows.
    #[test]
    fn every_row_of_logic_is_lowered() {
        for profile in Profile::ALL {
            let name = |entry: &OperatorEntry| entry.names[profile.index()];
            let known = OPERATORS.iter().filter(|entry| entry.layer == Layer::Logic && !name(entry).is_empty());
            let known: Vec<&OperatorEntry> = known.collect();
            let line = |entry: &&OperatorEntry| {
                let operand = match entry.arity {
                    Arity::One => "true",
                    Arity::AtLeast(_) | Arity::Exactly(_) => "[true, true]",
                    Arity::Reference => "app",
                };
                format!("      {}_row: {{{}: {operand}}}\n", name(entry), name(entry))
            };
            let lines: String = known.iter().map(line).collect();
            let text = format!(
                "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    \
                 inputs: {{a: {{type: boolean}}}}\n    expressions:\n{lines}  node_templates: {{app: {{type: App}}}}\n"
            );
            let options = LoadOptions { profile: Some(profile), options: None };
            let model = Model::load(&Package::of_text(text), &options).unwrap().model.unwrap();
            let mut lowering = Lowering::new(&model);
            let expressions = model.variability().and_then(|variability| variability.get("expressions")).unwrap();
            let rows: Vec<Yaml<'_>> = expressions.entries().map(|(_, row)| row).collect();
            assert_eq!(rows.len(), known.len());
            for (entry, row) in known.iter().zip(rows) {
                let lowered = lowering.condition(row.id(), None);
                let is_connective = entry.arity != Arity::Reference;
                assert_eq!(entry.operator.combines_conditions(), is_connective, "{}", name(entry));
                assert!(lowered.is_ok() || !is_connective, "{}: {lowered:?}", name(entry));
            }
        }
    }
}
