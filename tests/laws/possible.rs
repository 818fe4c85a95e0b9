//! A value can be chosen beside others when some completion of all of them resolves.

use proptest::prelude::*;
use proptest::sample::select;
use variscope::analysis::question::{Choice, Limits, Variants};
use variscope::analysis::value::{Configuration, Value};

use super::generated::{INPUTS, Template, configuration, presences};
use crate::support::model::model;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn values_are_possible_as_completions_resolve(
        template in Template::without_cycles(),
        chosen in prop::array::uniform3(select(vec![None, Some(false), Some(true)])),
    ) {
        let text = template.with_presets("{}");
        let (model, nothing, limits) = (model(&text), Configuration::new(), Limits::default());
        let variants = Variants::of(&model, &nothing).unwrap();
        let all = variants.all(&limits);
        let choice = |place: usize, value: bool| -> Choice { (INPUTS[place].to_owned(), Value::from(value)) };
        let given: Vec<Choice> = (0..3).filter_map(|place| Some(choice(place, chosen[place]?))).collect();
        let asked: Vec<(usize, bool)> = (0..3).flat_map(|place| [(place, false), (place, true)]).collect();
        let choices: Vec<Choice> = asked.iter().map(|&(place, value)| choice(place, value)).collect();
        for (&(place, value), possible) in asked.iter().zip(all.possible(&given, &choices)) {
            let mut wanted = chosen;
            wanted[place] = Some(value);
            let mut completions = (0..8).map(|number| [0, 1, 2].map(|at| number >> at & 1 == 1));
            let resolves = completions.any(|full| {
                let agrees = wanted.iter().zip(full).all(|(value, full)| value.is_none_or(|value| value == full));
                agrees && presences(&model, &configuration(full.map(Some))).is_some()
            });
            prop_assert_eq!(possible, Some(resolves), "{} {} {}", place, value, text);
        }
    }
}
