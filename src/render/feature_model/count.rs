//! Numbers of variants.

use super::bound::{Side, rounded};
use super::{document, names};
use crate::printable::printable;
use num_bigint::BigUint;
use serde_json::{Value as Json, json};

use crate::feature_model::FeatureModel;
use crate::feature_model::count::Count;

/// The numbers of variants that select each feature of a model.
pub type PerFeature<'a> = (&'a FeatureModel, &'a [BigUint]);

/// For people; with numbers for each feature, if they were asked for.
pub fn text(count: &Count, per_feature: Option<PerFeature<'_>>) -> String {
    let mut text = match count.exact() {
        Some(variants) => format!("variants  {variants}\n"),
        None => {
            let [least, most] = [rounded(&count.least, Side::Down), rounded(&count.most, Side::Up)];
            format!("variants  at least {least}, at most {most}\nstopped before all were counted\n")
        }
    };
    if let Some((model, counts)) = per_feature {
        let width = count.most.to_string().len();
        text.push('\n');
        text.extend(
            counts.iter().zip(names(model)).map(|(count, name)| format!("{count:>width$}  {}\n", printable(name))),
        );
    }
    text
}

/// For programs. A variant is a set of features, so that each is a class and a configuration of its own.
pub fn json(count: &Count, per_feature: Option<PerFeature<'_>>) -> String {
    let variants = count.least.to_string();
    let mut json = json!({
        "schema": "variscope/count/1",
        "variants": variants,
        "classes": variants,
        "configurations": variants,
        "exact": count.exact().is_some(),
        "caveats": [],
    });
    if count.exact().is_none() {
        json["at_most"] = Json::String(count.most.to_string());
    }
    if let Some((model, counts)) = per_feature {
        let entry = |(count, name): (&BigUint, &str)| json!({ "id": name, "variants": count.to_string() });
        json["elements"] = Json::Array(counts.iter().zip(names(model)).map(entry).collect());
    }
    document(&json)
}
