//! Conditions where not everything that cannot be evaluated matters, against each configuration by itself.

mod support;

use variscope::analysis::condition::demand::Bound;
use variscope::analysis::question::{Limits, Occurrence, Variants};
use variscope::analysis::value::{Assembly, Configuration};

use support::model::model_as;

/// In profile C a value that is no truth value matters only where something depends on it.
const LENIENT: &str = "
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      x: {type: string, constraints: [{valid_values: [yes!, no!]}]}
      b: {type: boolean}
  node_templates:
    app: {type: App}
    db: {type: Db, conditions: {and: [{get_variability_input: b}, {get_variability_input: x}]}}
    cache: {type: Db, conditions: {get_variability_input: b}}
";

#[test]
fn what_is_needed_is_the_same_at_once() {
    let mut model = model_as(LENIENT, None);
    let nothing = Configuration::default();
    let texts = ["b", "not b", "node.cache", "node.db", "x = \"no!\"", "b = node.cache", "node.app", "b or x"];
    let bounds: Vec<Bound> = texts.iter().map(|text| model.demand_of("condition", text).unwrap()).collect();
    let variants = Variants::demanding(&model, &nothing, &bounds).unwrap();
    let mut seen = vec![[false; 2]; texts.len()];
    for (b, x) in [(false, "yes!"), (false, "no!"), (true, "yes!"), (true, "no!")] {
        let language = model.language();
        let assembly = Assembly::new(&language, None).argument(&format!("b={b}")).argument(&format!("x={x}"));
        let configuration = assembly.finish().0;
        let Ok(variant) = Variants::of(&model, &configuration).unwrap().resolve() else { continue };
        let has = |path: &str| variant.has(&model, model.by_path(path).unwrap());
        let holds = [b, !b, has("node.cache"), has("node.db"), x == "no!", b == has("node.cache"), has("node.app"), b];
        for (sides, holds) in seen.iter_mut().zip(holds) {
            sides[usize::from(holds)] = true;
        }
    }
    for (place, [fails, holds]) in seen.into_iter().enumerate() {
        let held = variants.holding(place, &Limits::default()).occurrence;
        let is_right = match (holds, fails) {
            (true, true) => matches!(held, Occurrence::Sometimes { .. }),
            (true, false) => matches!(held, Occurrence::Always { .. }),
            (false, true) => matches!(held, Occurrence::Never { .. }),
            (false, false) => matches!(held, Occurrence::NoVariant),
        };
        assert!(is_right, "{}: {held:?}", texts[place]);
    }
    assert!(variants.listing(&Limits::default()).is_some(), "at once");
}
