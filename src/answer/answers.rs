//! All answers, and the JSON Schemas of their documents.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value as Json};

use super::runtime::Runtime;
use super::{
    Answer, AtomicSets, Changes, Check, Condition, Connections, Count, Coverage, Diff, Elements, Explain, FindingLine,
    Index, Inputs, List, Optimize, PossibleValues, Presets, Refused, Resolved, Rules, Sample,
};

/// An entry of [`ANSWERS`].
#[derive(Debug)]
pub struct AnswerEntry {
    /// The name of the answer.
    pub name: &'static str,
    /// The JSON Schema of its documents.
    pub schema: fn() -> Json,
}

impl AnswerEntry {
    const fn of<A: Answer>() -> Self {
        Self { name: A::NAME, schema: schema::<A> }
    }
}

/// All answers.
pub static ANSWERS: &[AnswerEntry] = &[
    AnswerEntry::of::<AtomicSets>(),
    AnswerEntry::of::<Changes>(),
    AnswerEntry::of::<Check>(),
    AnswerEntry::of::<Condition>(),
    AnswerEntry::of::<Connections>(),
    AnswerEntry::of::<Count>(),
    AnswerEntry::of::<Coverage>(),
    AnswerEntry::of::<Diff>(),
    AnswerEntry::of::<Elements>(),
    AnswerEntry::of::<Refused>(),
    AnswerEntry::of::<Explain>(),
    AnswerEntry::of::<FindingLine>(),
    AnswerEntry::of::<Index<'_>>(),
    AnswerEntry::of::<Inputs>(),
    AnswerEntry::of::<List<'_>>(),
    AnswerEntry::of::<Optimize<'_>>(),
    AnswerEntry::of::<Presets>(),
    AnswerEntry::of::<Resolved>(),
    AnswerEntry::of::<Rules>(),
    AnswerEntry::of::<Runtime>(),
    AnswerEntry::of::<Sample<'_>>(),
    AnswerEntry::of::<PossibleValues>(),
];

/// The schema of the answer with this name; none when there is no such answer.
pub fn schema_of(name: &str) -> Option<Json> {
    ANSWERS.iter().find(|entry| entry.name == name).map(|entry| (entry.schema)())
}

/// A JSON Schema (draft 2020-12) of the documents of an answer.
fn schema<A: Answer>() -> Json {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<A>();
    let name = Map::from_iter([("const".to_owned(), Json::from(A::id()))]);
    if let Some(Json::Object(members)) = schema.get_mut("properties") {
        members.shift_insert(0, "schema".to_owned(), Json::Object(name));
    }
    if let Some(Json::Array(required)) = schema.get_mut("required") {
        required.insert(0, "schema".into());
    }
    // What a reader looks for stands first.
    let mut ordered = Map::from_iter([("$schema".to_owned(), Json::from(schema.remove("$schema")))]);
    ordered.insert("title".to_owned(), format!("variscope {}", A::NAME).into());
    ordered.extend(Schema::to_value(schema).as_object().cloned().unwrap_or_default());
    Json::Object(ordered)
}
