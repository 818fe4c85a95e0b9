//! Variants one by one.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use super::{About, Answer, Exactness, Number, Values};
use crate::analysis::question::{FoundVariant, countable};
use crate::analysis::value::Configuration;
use crate::tosca::model::Model;

/// Variants, or a part of them.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct List<'a> {
    /// What has these variants.
    pub about: About,
    /// The order in which they come, where there are several.
    pub order: Option<Order>,
    /// How many there are in the whole, where that is known beforehand.
    pub total: Option<Number>,
    /// Which part of the whole was asked for; none for all of it.
    pub shard: Option<Part>,
    /// The variants.
    pub variants: Vec<ListedVariant<'a>>,
    /// How far the answer can be relied on.
    #[serde(flatten)]
    pub exactness: Exactness,
    /// What `--resume` takes to go on where this list ended; none when it came to the end.
    pub resume: Option<String>,
}

/// The order in which variants of a feature model come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// That of the features, what is not selected first.
    Features,
    /// That of the compiled form.
    Compiled,
}

/// One of several parts of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Part {
    /// Which one, from 1.
    pub number: u64,
    /// How many there are.
    pub parts: u64,
    /// Whether none of them has two variants more than another.
    #[serde(rename = "equal")]
    pub is_equal: bool,
}

/// A variant with how many configurations give it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ListedVariant<'a> {
    /// Values for inputs that give it; none for feature models.
    pub configuration: Values,
    /// The paths of the elements, or the names of the features, that are present.
    pub present: Vec<Cow<'a, str>>,
    /// How many classes of configurations give it.
    pub classes: Number,
    /// How many configurations give it; none for infinitely many, or when they were not counted.
    pub configurations: Option<Number>,
}

/// What `list --write` wrote, as `index.json` beside it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Index<'a> {
    /// How far the answer can be relied on.
    #[serde(flatten)]
    pub exactness: Exactness,
    /// The variants with their files.
    pub variants: Vec<WrittenVariant<'a>>,
}

/// A variant that was written.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WrittenVariant<'a> {
    /// The name of its file.
    pub file: String,
    /// The variant, with the values of all inputs.
    #[serde(flatten)]
    pub variant: ListedVariant<'a>,
}

impl Answer for List<'_> {
    const NAME: &'static str = "list";
    const VERSION: u32 = 1;
}

impl Answer for Index<'_> {
    const NAME: &'static str = "index";
    const VERSION: u32 = 1;
}

impl Index<'static> {
    /// What was written, for each file its configuration.
    pub fn of(model: &Model, found: &[FoundVariant], files: &[(String, Configuration)], exactness: Exactness) -> Self {
        let paths: Vec<String> = countable(model).into_iter().map(|id| model.path(id)).collect();
        let variant = |(variant, (file, configuration)): (&FoundVariant, &(String, Configuration))| WrittenVariant {
            file: file.clone(),
            variant: ListedVariant::of_found(variant, configuration, &paths).owned(),
        };
        Self { exactness, variants: found.iter().zip(files).map(variant).collect() }
    }
}

impl List<'_> {
    /// Nothing is known yet.
    pub fn new(about: About) -> Self {
        let (order, total, shard, variants, resume) = (None, None, None, Vec::new(), None);
        Self { about, order, total, shard, variants, exactness: Exactness::exact(), resume }
    }
}

impl<'a> ListedVariant<'a> {
    /// Of a template, with all values that lead to the variant; `paths` are those of its elements.
    pub fn of_found(variant: &FoundVariant, configuration: &Configuration, paths: &'a [String]) -> Self {
        let present = variant.present.iter().zip(paths).filter(|(is_present, _)| **is_present);
        Self {
            configuration: Values::from(configuration),
            present: present.map(|(_, path)| Cow::Borrowed(path.as_str())).collect(),
            classes: variant.reach.classes.clone().into(),
            configurations: variant.reach.configurations.clone().map(Number::from),
        }
    }

    /// Of a feature model: one configuration gives it.
    pub fn of_features(present: Vec<Cow<'a, str>>) -> Self {
        Self { configuration: Values::default(), present, classes: 1_u8.into(), configurations: Some(1_u8.into()) }
    }

    /// A copy that borrows no names.
    fn owned(self) -> ListedVariant<'static> {
        let present = self.present.into_iter().map(|name| Cow::Owned(name.into_owned())).collect();
        let Self { configuration, classes, configurations, .. } = self;
        ListedVariant { configuration, present, classes, configurations }
    }
}
