//! How many variants there are.

use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::Serialize;

use super::{About, Answer, Exactness, Number};
use crate::analysis::domain::Extent;
use crate::analysis::question;
use crate::tosca::model::{ElementId, Model};

/// How many variants there are, and how many configurations give them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Count {
    /// What was counted.
    pub about: About,
    /// Valid variants; at least so many where the answer is not exact.
    pub variants: Number,
    /// There are at most so many variants, where the answer is not exact but that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Number>,
    /// Classes of configurations that nothing distinguishes and that give a valid variant; none when they were not counted.
    pub classes: Option<Number>,
    /// Configurations that give a valid variant; none for infinitely many, or when they were not counted, which `infinite`
    /// distinguishes. A variant of a feature model is a configuration.
    pub configurations: Option<Number>,
    /// Whether infinitely many configurations give a valid variant; none where that is not known.
    pub infinite: Option<bool>,
    /// How far the answer can be relied on.
    #[serde(flatten)]
    pub exactness: Exactness,
    /// In how many variants each element or feature is, where that was asked for and counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elements: Option<Vec<ElementCount>>,
}

/// In how many variants an element or a feature is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ElementCount {
    /// Its name.
    pub id: String,
    /// In so many.
    pub variants: Number,
}

impl Answer for Count {
    const NAME: &'static str = "count";
    const VERSION: u32 = 1;
}

impl Count {
    /// The number of variants, where it is known.
    pub fn exact(&self) -> Option<&BigUint> {
        self.exactness.exact.then(|| self.variants.get())
    }

    /// Whether it is known that there are so many variants, whatever is known of other numbers.
    pub fn has_all_variants(&self) -> bool {
        self.exactness.exact || self.at_most.as_ref() == Some(&self.variants)
    }

    /// Where it was stopped before anything was known.
    pub fn unknown(about: About) -> Self {
        Self {
            about,
            variants: Number::from(BigUint::ZERO),
            at_most: None,
            classes: None,
            configurations: None,
            infinite: None,
            exactness: Exactness::unfinished(),
            elements: None,
        }
    }

    /// About a template.
    pub fn of_template(model: &Model, count: &question::VariantCount) -> Self {
        let number = |number: &BigUint| Number::from(number.clone());
        // That there are at least none says nothing.
        let is_known = |found: &&BigUint| count.exactness.is_exact() || found.bits() > 0;
        let entry =
            |(&id, variants): (&ElementId, &BigUint)| ElementCount { id: model.path(id), variants: number(variants) };
        let elements = |numbers: &Vec<BigUint>| count.elements.iter().zip(numbers).map(entry).collect();
        Self {
            about: About::Template,
            variants: number(&count.variants),
            at_most: (count.has_all_variants && !count.exactness.is_exact()).then(|| number(&count.variants)),
            classes: count.classes.as_ref().filter(is_known).map(number),
            configurations: count.configurations.as_ref().filter(is_known).map(number),
            infinite: match count.configurations.as_ref().filter(is_known) {
                Some(_) => Some(false),
                None if !count.exactness.is_exact() => None,
                None => match count.extent {
                    Extent::Finite => Some(false),
                    Extent::Infinite => Some(true),
                    Extent::Unknown => None,
                },
            },
            exactness: Exactness::of(model, &count.exactness),
            elements: count.per_element.as_ref().map(elements),
        }
    }
}
