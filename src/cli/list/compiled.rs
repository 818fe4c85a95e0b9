//! Variants by number, in the order of the compiled form.

use variscope::answer::{self, About, Order};
use variscope::feature::FeatureModel;
use variscope::feature::variants::VariantRange;
use variscope_encoder::circuit::Circuit;
use variscope_encoder::{Budget, Interrupted, Lit};

use super::super::arguments::List;
use super::super::exit_status::ExitStatus;
use super::super::feature_model::inform_that_model_is_void;
use super::super::terminal::{Failure, Terminal};
use super::selected::{VariantSource, show};

/// Variants with their numbers.
struct Numbered<'b, I> {
    variants: I,
    /// Of those that are left.
    range: VariantRange,
    budget: &'b Budget,
}

impl<I: Iterator<Item = Vec<Lit>>> VariantSource for Numbered<'_, I> {
    fn next(&mut self) -> Result<Option<Vec<Lit>>, Interrupted> {
        self.budget.check()?;
        let variant = self.variants.next();
        self.range.next += u8::from(variant.is_some());
        Ok(variant)
    }

    fn rest(&mut self) -> Option<String> {
        (self.range.next < self.range.end).then(|| self.range.next.to_string())
    }
}

pub fn list(
    arguments: &List,
    model: &FeatureModel,
    circuit: &Circuit,
    budget: &Budget,
    terminal: &Terminal,
) -> Result<ExitStatus, Failure> {
    let total = circuit.count();
    if total.bits() == 0 {
        inform_that_model_is_void(&arguments.question, model, terminal);
    }
    let range = arguments.part.range(&total);
    let source = Numbered { variants: model.variants(circuit, range.clone()), range, budget };
    let answer = answer::List {
        order: Some(Order::Compiled),
        total: Some(total.into()),
        shard: arguments.part.shard.map(|shard| shard.equal_part()),
        ..answer::List::new(About::FeatureModel)
    };
    show(source, arguments, model, answer, terminal)
}
