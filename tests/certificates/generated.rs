//! Small templates, another one for each seed.

use std::fmt::Write as _;

/// Numbers that look random (xorshift, Marsaglia 2003).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `most`.
    pub fn below(&mut self, most: usize) -> usize {
        for shift in [13, 7, 17] {
            self.0 = if shift == 7 { self.0 ^ self.0 >> shift } else { self.0 ^ self.0 << shift };
        }
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    pub fn pick<'p>(&mut self, among: &[&'p str]) -> &'p str {
        among[self.below(among.len())]
    }

    /// Once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// How large a template is.
#[derive(Clone, Copy)]
pub struct Size {
    pub nodes: usize,
    /// Whether there are relations, properties, artifacts, groups and policies.
    pub is_rich: bool,
}

fn about_inputs(dice: &mut Dice) -> String {
    match dice.below(9) {
        0 => "{variability_input: on}".to_owned(),
        1 => "{not: {variability_input: on}}".to_owned(),
        2 | 3 => format!("{{equal: [{{variability_input: env}}, {}]}}", dice.pick(&["dev", "test", "prod", "nowhere"])),
        4 | 5 => format!("{{greater: [{{variability_input: size}}, {}]}}", dice.below(5)),
        6 => format!("{{less: [{{add: [{{variability_input: size}}, 1]}}, {}]}}", dice.below(6)),
        7 => format!("{{equal: [{{mod: [{{variability_input: size}}, 2]}}, {}]}}", dice.below(2)),
        _ => format!("{{equal: [{}, 1]}}", 1 + dice.below(2)),
    }
}

/// A condition over inputs and the first nodes.
fn condition(dice: &mut Dice, nodes: usize, depth: usize) -> String {
    if nodes > 0 && dice.once_in(3) {
        return format!("{{node_presence: n{}}}", dice.below(nodes));
    }
    if depth == 0 || dice.once_in(2) {
        return if dice.once_in(8) { "{logic_expression: large}".to_owned() } else { about_inputs(dice) };
    }
    let (one, other) = (condition(dice, nodes, depth - 1), condition(dice, nodes, depth - 1));
    match dice.below(5) {
        0 => format!("{{not: {one}}}"),
        _ => format!("{{{}: [{one}, {other}]}}", dice.pick(&["and", "or", "xor", "implies", "exo", "amo"])),
    }
}

fn conditions(dice: &mut Dice, nodes: usize) -> String {
    if dice.once_in(3) { String::new() } else { format!("conditions: {}", condition(dice, nodes, 1)) }
}

/// The text of a template.
pub fn template(seed: u64, size: Size) -> String {
    let mut dice = Dice::new(seed);
    let mut text =
        String::from("tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n");
    let mut options = vec!["optimization_topology_unique: false".to_owned(), "type_default_condition: true".to_owned()];
    if !dice.once_in(3) {
        options.push("checks: false".to_owned());
    }
    for kind in ["relation", "property", "artifact", "group", "policy"] {
        if dice.once_in(2) {
            options.push(format!("{kind}_{}: true", dice.pick(&["default_condition", "pruning"])));
        }
    }
    let _ = writeln!(text, "    options: {{{}}}", options.join(", "));
    text.push_str("    inputs:\n      on: {type: boolean}\n");
    text.push_str("      env: {type: string, constraints: [{valid_values: [dev, test, prod]}]}\n");
    text.push_str("      size: {type: integer, default: 2, constraints: [{in_range: [1, 4]}]}\n");
    text.push_str("    expressions:\n      large: {greater: [{variability_input: size}, 2]}\n");
    text.push_str("    presets:\n      one: {inputs: {env: dev}}\n      two: {inputs: {env: prod, on: true}}\n");
    let constraints = dice.below(3);
    if constraints > 0 {
        text.push_str("    constraints:\n");
    }
    let mut first = None;
    for _ in 0..constraints {
        // The second one may say less than the first.
        let own = match &first {
            Some(first) if dice.once_in(2) => format!("{{or: [{first}, {}]}}", about_inputs(&mut dice)),
            _ => condition(&mut dice, size.nodes, 1),
        };
        let _ = writeln!(text, "      - {own}");
        first = Some(own);
    }
    text.push_str("  node_templates:\n");
    for place in 0..size.nodes {
        let _ = writeln!(text, "    n{place}:\n      type: t");
        if !dice.once_in(4) {
            let _ = writeln!(text, "      conditions: {}", condition(&mut dice, place, 2));
        }
        if size.is_rich {
            body(&mut text, &mut dice, place, size.nodes);
        }
    }
    if size.is_rich {
        let own = conditions(&mut dice, size.nodes);
        let _ =
            writeln!(text, "  groups:\n    g:\n      type: tosca.groups.Root\n      members: [n0, n1]\n      {own}");
        let own = conditions(&mut dice, size.nodes);
        let _ = writeln!(
            text,
            "  policies:\n    - p:\n        type: tosca.policies.Root\n        targets: [g, n1]\n        {own}"
        );
    }
    text
}

fn body(text: &mut String, dice: &mut Dice, place: usize, nodes: usize) {
    if place + 1 < nodes && dice.once_in(2) {
        let name = dice.pick(&["host", "uses", "uses"]);
        let target = place + 1 + dice.below(nodes - place - 1);
        let own = conditions(dice, place + 1);
        let _ = writeln!(text, "      requirements:\n        - {name}: {{node: n{target}{}}}", after(&own));
    }
    if dice.once_in(2) {
        let _ = writeln!(text, "      properties:");
        for _ in 0..=dice.below(2) {
            let value = match dice.below(3) {
                0 => "expression: {mul: [{variability_input: size}, 2]}".to_owned(),
                _ => format!("value: {}", dice.below(9)),
            };
            let own = conditions(dice, nodes);
            let _ = writeln!(text, "        - price: {{{value}{}}}", after(&own));
        }
    }
    if dice.once_in(4) {
        let own = conditions(dice, place + 1);
        let _ = writeln!(text, "      artifacts:\n        - image: {{file: f{}}}", after(&own));
    }
}

fn after(own: &str) -> String {
    if own.is_empty() { String::new() } else { format!(", {own}") }
}
