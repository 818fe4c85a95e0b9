//! Where the values of inputs came from.

use crate::resolve::resolution::{EffectiveInput, EffectiveTopologyInput};
use crate::source::Sources;
use crate::source::printable::printable;

/// A line for each input: name, value, provenance.
pub fn inputs(inputs: &[EffectiveInput], sources: &Sources) -> String {
    let rows: Vec<(String, String)> = inputs
        .iter()
        .map(|input| match &input.given {
            Some(given) => {
                (format!("{}: {}", input.name, given.value.to_yaml()), given.provenance.place(sources).to_string())
            }
            None if input.has_default_expression => (format!("{}:", input.name), "computed default".to_owned()),
            None => (format!("{}:", input.name), "no value".to_owned()),
        })
        .collect();
    table(&rows)
}

/// A line for each topology input: name, value, provenance.
pub fn topology_inputs(inputs: &[EffectiveTopologyInput]) -> String {
    let row = |input: &EffectiveTopologyInput| {
        let value = input.value.as_ref().map_or_else(String::new, |value| format!(" {}", value.to_json()));
        (format!("{}:{value}", input.name), input.origin.clone().unwrap_or_else(|| "no value".to_owned()))
    };
    table(&inputs.iter().map(row).collect::<Vec<_>>())
}

fn table(rows: &[(String, String)]) -> String {
    let shown = |(value, origin): &(String, String)| (printable(value).into_owned(), printable(origin).into_owned());
    let rows: Vec<(String, String)> = rows.iter().map(shown).collect();
    let width = rows.iter().map(|(value, _)| value.chars().count()).max().unwrap_or_default();
    let line = |(value, origin): &(String, String)| format!("{value:width$}  # {origin}\n");
    rows.iter().map(line).collect::<Vec<String>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::value::{Given, Provenance, Value};

    #[test]
    fn provenances_stand_in_a_column() {
        let argument = Given { value: Value::string("dev"), provenance: Provenance::Argument("env=dev".into()) };
        let list = [
            EffectiveInput { name: "env".to_owned(), given: Some(argument), has_default_expression: false },
            EffectiveInput { name: "a".to_owned(), given: None, has_default_expression: false },
            EffectiveInput { name: "b".to_owned(), given: None, has_default_expression: true },
        ];
        let expected = "\
env: \"dev\"  # --input env=dev
a:          # no value
b:          # computed default
";
        assert_eq!(inputs(&list, &Sources::new()), expected);
    }
}
