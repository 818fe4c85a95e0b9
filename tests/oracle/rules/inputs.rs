//! Where topology inputs get their values from, and what is wrong with them.

use super::super::Case;

/// What is ruled, the declarations, the sources, and the values; or the class of an error behind `!`.
type Row = (&'static str, &'static str, &'static str, &'static str);

pub fn cases() -> Vec<Case> {
    let case = |&(rule, declared, sources, expected): &Row| {
        let topology = format!("topology_template: {{inputs: {declared}}}");
        let input = format!("service_template: {{{topology}}}\n{}\n", sources.replace("; ", "\n"));
        let expected = match expected.strip_prefix('!') {
            Some(class) => format!("outcome: invalid\nerrors: [{{class: {class}}}]"),
            None => format!("outcome: ok\ninputs: {expected}"),
        };
        Case { name: rule.to_owned(), input, expected }
    };
    ROWS.iter().map(case).collect()
}

#[rustfmt::skip] // A row is a line.
const ROWS: &[Row] = &[
    ("declared default", "{a: {type: integer, default: 1}}", "", "{a: 1}"),
    ("service template", "{a: {default: 1}}", "inputs_values: {a: 2}", "{a: 2}"),
    ("inside of the service template", "{a: {default: 1}, b: {default: 1}}, inputs_values: {a: 2, b: 2}", "spec_inputs: {b: 3}", "{a: 2, b: 3}"),
    ("ensemble", "{a: {default: 1}}", "spec_inputs: {a: 3}; inputs_values: {a: 2}", "{a: 3}"),
    ("environment", "{a: {default: 1}}", "environment_inputs: {a: 4}; spec_inputs: {a: 3}; inputs_values: {a: 2}", "{a: 4}"),
    ("command line", "{a: {default: 1}}", "vars: {input_a: '5'}; environment_inputs: {a: 4}; spec_inputs: {a: 3}", "{a: 5}"),
    ("each name by itself", "{a: {}, b: {}, c: {default: 1}}", "spec_inputs: {a: 3, b: 3}; environment_inputs: {b: 4}", "{a: 3, b: 4, c: 1}"),
    ("maps are replaced", "{a: {type: map}}", "spec_inputs: {a: {x: 1}}; environment_inputs: {a: {y: 2}}", "{a: {y: 2}}"),
    ("lists are replaced", "{a: {type: list, default: [1, 2]}}", "spec_inputs: {a: []}", "{a: []}"),
    ("0, false and nothing are values", "{a: {default: 1}, b: {default: true}, c: {default: x}}", "spec_inputs: {a: 0, b: false, c: ''}", "{a: 0, b: false, c: ''}"),
    ("null replaces", "{a: {type: integer, default: 1}}", "spec_inputs: {a: 2}; environment_inputs: {a: ~}", "{a: ~}"),
    ("null is given", "{a: {type: integer}}", "spec_inputs: {a: ~}", "{a: ~}"),
    ("a default of null is none", "{a: {type: integer, default: ~}}", "", "!missing_input"),
    ("a required input", "{a: {}}", "spec_inputs: {b: 1}", "!missing_input"),
    ("an optional input", "{a: {required: false}}", "", "{a: ~}"),
    ("undeclared names", "{a: {default: 1}}", "spec_inputs: {b: 1}; vars: {input_c: '1', a: '2'}", "{a: 1}"),
    ("variables are YAML", "{a: {}, b: {}, c: {}, d: {}, e: {}}", "vars: {input_a: '5', input_b: '\"5\"', input_c: '', input_d: '[1, x]', input_e: '{k: 1.5}'}", "{a: 5, b: '5', c: ~, d: [1, x], e: {k: 1.5}}"),
    ("nothing but a comment is null", "{a: {}, b: {}}", "vars: {input_a: '# 5', input_b: ' '}", "{a: ~, b: ~}"),
    ("each variable by itself", "{a: {}, b: {default: 1}}", "vars: {input_a: \"x: 1\\nb: 2\"}", "{a: {x: 1, b: 2}, b: 1}"),
    ("a variable of the wrong type", "{a: {type: integer}}", "vars: {input_a: five}", "!wrong_type"),
    ("a number is no string", "{a: {type: string}}", "vars: {input_a: '12'}", "!wrong_type"),
    ("a variable that is no YAML", "{a: {}}", "vars: {input_a: '[1'}", "!"),
    ("a wrong default that is used", "{a: {type: integer, default: x}}", "", "!wrong_type"),
    ("a wrong default that is not", "{a: {type: integer, default: x}}", "spec_inputs: {a: 1}", "{a: 1}"),
    ("a constraint", "{a: {type: integer, constraints: [{in_range: [1, 4]}]}}", "spec_inputs: {a: 5}", "!constraint_violation"),
    ("a constraint on the default", "{a: {default: 5, constraints: [{valid_values: [1, 4]}]}}", "", "!constraint_violation"),
    ("items", "{a: {type: list, entry_schema: integer}}", "spec_inputs: {a: [1, x]}", "!wrong_type"),
];
