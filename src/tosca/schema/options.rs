//! The options as a schema.

use serde_json::{Map, Value as Json, json};

use crate::source::syntax::vocabulary::{OptionStyle, Profile};
use crate::tosca::model::{OptionValue, option_names};

/// Closed: an option that the language does not know is a mistake.
pub(super) fn schema(profile: Option<Profile>) -> Json {
    let profiles = profile.map_or_else(|| Profile::ALL.to_vec(), |profile| vec![profile]);
    let names = profiles.into_iter().flat_map(option_names);
    let properties: Map<String, Json> = names.map(|name| (name.clone(), value(&OptionValue::of(&name)))).collect();
    let is_closed = profile.is_none_or(|profile| profile.dialect().options != OptionStyle::Unlisted);
    json!({ "type": ["object", "null"], "properties": properties, "additionalProperties": !is_closed })
}

fn value(value: &OptionValue) -> Json {
    match value {
        OptionValue::Flag => json!({ "type": ["boolean", "null"] }),
        OptionValue::Word(words) => {
            json!({ "enum": words.iter().map(|&word| json!(word)).chain([Json::Null]).collect::<Vec<_>>() })
        }
        OptionValue::FlagOrWord(words) => {
            let flags = [json!(true), json!(false), Json::Null];
            json!({ "enum": flags.into_iter().chain(words.iter().map(|&word| json!(word))).collect::<Vec<_>>() })
        }
        OptionValue::Words => json!({ "type": ["string", "null"] }),
    }
}
