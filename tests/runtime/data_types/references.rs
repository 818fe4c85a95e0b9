//! Fields that refer to fields.

use serde_json::json;

use super::Template;

const POINTS: &str = "
data_types:
  Point: {properties: {x: {type: integer}, y: {type: integer, default: 2}}}
  Line: {properties: {from: {type: Point}, to: {type: Point, required: false}}}
node_types:
  Drawing:
    derived_from: tosca.nodes.Root
    properties: {line: {type: Line}, other: {type: Line, required: false}, from: {type: Point, required: false}}
topology_template:
  node_templates:
    drawing:
      type: Drawing
      properties: PROPERTIES
";

/// Fields may refer to each other, and to the value of a data type as a whole.
#[test]
fn fields_refer_to_fields() {
    for (properties, expected) in [
        (
            "{line: {from: {x: {get_property: [SELF, line, from, y]}, y: 7}}}",
            json!({"line": {"from": {"x": 7, "y": 7}}}),
        ),
        ("{line: {from: {x: {get_property: [SELF, line, from, y]}}}}", json!({"line": {"from": {"x": 2, "y": 2}}})),
        (
            "{line: {from: {x: 1}, to: {get_property: [SELF, line, from]}}}",
            json!({"line": {"from": {"x": 1, "y": 2}, "to": {"x": 1, "y": 2}}}),
        ),
        (
            "{line: {from: {x: 1}}, from: {get_property: [SELF, line, from]}}",
            json!({"line": {"from": {"x": 1, "y": 2}}, "from": {"x": 1, "y": 2}}),
        ),
        (
            "{line: {from: {x: {get_property: [SELF, other, from, x]}}}, other: {from: {x: 3, y: {get_property: [SELF, line, from, x]}}}}",
            json!({"line": {"from": {"x": 3, "y": 2}}, "other": {"from": {"x": 3, "y": 3}}}),
        ),
        (
            "{line: {from: {get_property: [SELF, from]}}, from: {x: {get_property: [SELF, line, from, y]}, y: 9}}",
            json!({"line": {"from": {"x": 9, "y": 9}}, "from": {"x": 9, "y": 9}}),
        ),
    ] {
        Template::new(&POINTS.replace("PROPERTIES", properties)).gives(&expected);
    }
}

#[test]
fn fields_that_need_themselves_are_reported() {
    for properties in [
        "{line: {from: {x: {get_property: [SELF, line, from, x]}}}}",
        "{line: {from: {x: {get_property: [SELF, line, from, y]}, y: {get_property: [SELF, line, from, x]}}}}",
        "{line: {from: {get_property: [SELF, line, from]}}}",
        "{line: {from: {x: 1}, to: {get_property: [SELF, line]}}}",
        "{line: {from: {x: {get_property: [SELF, other, from, x]}}}, other: {from: {x: {get_property: [SELF, line, from, x]}}}}",
    ] {
        let template = Template::new(&POINTS.replace("PROPERTIES", properties));
        let output = template.files.run("resolve", &["--complete"]);
        assert!(output.err.contains("V508"), "{properties}: {}{}", output.out, output.err);
    }
}
