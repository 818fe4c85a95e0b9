//! Templates to measure with.
//!
//! `cargo bench -p variscope-benchmarks` times the parts of variscope one by one; `benchmarks/processes.py` times whole
//! processes.

use std::fmt::Write;

/// A template of `count` blocks: in each a node with two values of a property, a node that is always there, and a node
/// that depends on the input `size`.
pub fn blocks(count: usize) -> String {
    let mut text = String::from(HEAD);
    for block in 0..count {
        let least = block % 7;
        writeln!(text, "      is_large_{block}: {{greater: [{{variability_input: size}}, {least}]}}").expect(MEMORY);
    }
    text.push_str("  node_templates:\n");
    for block in 0..count {
        text.push_str(&BLOCK.replace('#', &block.to_string()));
    }
    text
}

const MEMORY: &str = "writing to memory does not fail";

const HEAD: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {mode: semantic-strict}
    inputs: {size: {type: integer}}
    expressions:
";

const BLOCK: &str = "    app_#:
      type: App
      properties:
        - level: {value: high, conditions: {logic_expression: is_large_#}}
        - level: {value: low, default_alternative: true}
      requirements:
        - db: db_#
        - cache: cache_#
    db_#:
      type: Database
    cache_#:
      type: Cache
      conditions: {logic_expression: is_large_#}
";
