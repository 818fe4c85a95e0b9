//! The configurations of a template: all of them where they are few, else boundary values and random ones.

use serde_json::{Map, Value as Json, json};

use super::Template;
use super::inputs::{Input, Shape};
use super::random::Random;

/// Values for all inputs, by name.
pub type Values = Map<String, Json>;

/// Some configurations.
#[derive(Clone, Debug)]
pub struct Configurations {
    pub all: Vec<Values>,
    /// Whether there are no others.
    pub is_complete: bool,
}

impl Template {
    /// All configurations, or `most` of them.
    pub fn configurations(&self, most: usize) -> Configurations {
        let inputs = self.inputs();
        let values: Vec<Vec<Json>> = inputs.iter().map(|(_, input)| input.shape.boundaries()).collect();
        let product = values.iter().try_fold(1_usize, |product, values| product.checked_mul(values.len()));
        let is_finite = inputs.iter().all(|(_, input)| input.shape.values().is_some());
        if let Some(number) = product.filter(|&number| is_finite && number <= most) {
            let all = (0..number).map(|number| numbered(&inputs, &values, number)).collect();
            return Configurations { all, is_complete: true };
        }
        let mut random = Random::new(self.seed);
        let all = (0..most).map(|number| drawn(&inputs, &values, number, &mut random)).collect();
        Configurations { all, is_complete: false }
    }

    /// Whether every input has a value, or a default, and all values are of the declared types and constraints.
    pub fn allows(&self, values: &Values) -> bool {
        let inputs = self.inputs();
        let fits = |(name, input): &(String, &Input)| match values.get(name) {
            Some(value) => input.shape.allows(value),
            None => input.default_value().is_some(),
        };
        inputs.iter().all(fits) && values.keys().all(|name| inputs.iter().any(|(known, _)| known == name))
    }
}

/// The combination with this number of one value of each input.
fn numbered(inputs: &[(String, &Input)], values: &[Vec<Json>], number: usize) -> Values {
    let mut rest = number;
    let value = |((name, _), values): (&(String, &Input), &Vec<Json>)| {
        let value = values[rest % values.len()].clone();
        rest /= values.len();
        (name.clone(), value)
    };
    inputs.iter().zip(values).map(value).collect()
}

/// Boundary values for the first half of the configurations, any for the others.
fn drawn(inputs: &[(String, &Input)], values: &[Vec<Json>], number: usize, random: &mut Random) -> Values {
    let value = |((name, input), values): (&(String, &Input), &Vec<Json>)| {
        let value = if number.is_multiple_of(2) { random.one_of(values) } else { any(input.shape, values, random) };
        (name.clone(), value)
    };
    inputs.iter().zip(values).map(value).collect()
}

/// Any value of a shape: near to what conditions compare with, most of the time.
fn any(shape: Shape, values: &[Json], random: &mut Random) -> Json {
    let value = match shape {
        Shape::Integer | Shape::Natural => json!(i64::from(random.below(40) as u32) - 20),
        Shape::Float | Shape::AtLeastHalf => json!((f64::from(random.below(400) as u32) - 200.0) / 20.0),
        Shape::Text | Shape::LongText => {
            let letters = ["a", "b", "-", "m", "z", "e", "u", "~"];
            json!((0..random.below(6)).map(|_| random.one_of(&letters)).collect::<String>())
        }
        Shape::Boolean | Shape::Word | Shape::Listed | Shape::Range { .. } => random.one_of(values),
    };
    if shape.allows(&value) { value } else { random.one_of(values) }
}
