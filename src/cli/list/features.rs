//! `variscope list` of feature models: in the order of the compiled form, or, where compiling takes too much, or when that is
//! asked for, in the order of the features, by search, without knowing how many there are. Which order it is depends on the
//! model alone, never on the clock.

use std::io;

use variscope::answer::{self, About, ListedVariant, Order};
use variscope::feature::FeatureModel;
use variscope::feature::variants::VariantRange;
use variscope::output::render::list::line;
use variscope::output::render::text::Detail;
use variscope_encoder::circuit::Circuit;
use variscope_encoder::enumeration::{Lexicographic, ResumePoint};
use variscope_encoder::{Budget, Interrupted, Lit};

use super::super::exit_status::ExitStatus;
use super::super::failure::Failure;
use super::super::feature_model::{ask_model, inform_that_model_is_void, refuse_for_model};
use super::super::stream::Stream;
use super::super::terminal::Terminal;
use super::selected::{Selected, VariantSource};
use super::{List, ListToken};

pub fn list(arguments: &List, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    refuse_for_model(&[("--matrix", arguments.matrix), ("--write", arguments.write.is_some())])?;
    ask_model(&arguments.question, terminal, |model, budget| {
        let selection = &arguments.part;
        if selection.by_search || matches!(selection.resume, Some(ListToken::Point(_))) {
            return searched(arguments, model, budget, terminal);
        }
        let circuit = terminal.work("compiling", || match selection.resume {
            Some(ListToken::Number(_)) => model.compile(budget).map(Some),
            _ => model.compile_readily(budget),
        });
        match circuit {
            Ok(Some(circuit)) => compiled(arguments, model, &circuit, budget, terminal),
            Ok(None) => {
                terminal.write_message(
                    "this model takes too much to compile: its variants come by search, as with `--by-search`\n",
                );
                searched(arguments, model, budget, terminal)
            }
            Err(Interrupted) => {
                terminal.write_message("stopped before the variants were known; `--by-search` lists them at once\n");
                Ok(ExitStatus::Undecided)
            }
        }
    })
}

/// Lists variants by number.
fn compiled(
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
    let source = Numbered { model, variants: model.variants(circuit, range.clone()), range, budget };
    let answer = answer::List {
        order: Some(Order::Compiled),
        total: Some(total.into()),
        shard: arguments.part.shard.map(|shard| shard.equal_part()),
        exactness: model.exactness(true),
        ..answer::List::new(About::FeatureModel)
    };
    Selected::new(source, arguments, answer, terminal).show()
}

/// Lists variants without counting them.
fn searched(
    arguments: &List,
    model: &FeatureModel,
    budget: &Budget,
    terminal: &Terminal,
) -> Result<ExitStatus, Failure> {
    let selection = &arguments.part;
    let start = match &selection.resume {
        None => None,
        Some(ListToken::Point(place)) if place.last().is_none_or(|last| last < model.features().len()) => Some(place),
        Some(_) => {
            return Err(Failure::Usage("`--resume`: no list of this model by search ended like this".to_owned()));
        }
    };
    let Ok(models) = terminal.work("looking for variants", || begin(model, arguments, start, budget)) else {
        terminal.write_message("stopped before a variant was known\n");
        return Ok(ExitStatus::Undecided);
    };
    let shard = selection.shard.map(|shard| shard.unequal_part());
    let (order, exactness) = (Some(Order::Features), model.exactness(true));
    let answer = answer::List { order, shard, exactness, ..answer::List::new(About::FeatureModel) };
    let source = Searched { model, models, last: start.cloned() };
    Selected::new(source, arguments, answer, terminal).show()
}

/// The variants of the part that was asked for, behind the one that came last.
fn begin(
    model: &FeatureModel,
    arguments: &List,
    start: Option<&ResumePoint>,
    budget: &Budget,
) -> Result<Lexicographic, Interrupted> {
    let mut models = model.searched(budget)?;
    if let Some(shard) = arguments.part.shard {
        models.start_part(shard.number, shard.parts)?;
    }
    if let Some(place) = start {
        models.start_after(place)?;
    }
    Ok(models)
}

/// Variants with their numbers.
struct Numbered<'b, I> {
    model: &'b FeatureModel,
    variants: I,
    /// Of those that are left.
    range: VariantRange,
    budget: &'b Budget,
}

impl<I: Iterator<Item = Vec<Lit>>> VariantSource for Numbered<'_, I> {
    type Variant = Vec<Lit>;

    fn next(&mut self) -> Result<Option<Vec<Lit>>, Interrupted> {
        self.budget.check()?;
        let variant = self.variants.next();
        self.range.next += u8::from(variant.is_some());
        Ok(variant)
    }

    fn write(&mut self, variant: &Vec<Lit>, output: &mut Stream) -> io::Result<()> {
        write(self.model, variant, output)
    }

    fn rest(&mut self) -> Option<String> {
        self.range.rest()
    }
}

struct Searched<'m> {
    model: &'m FeatureModel,
    models: Lexicographic,
    /// After which variant the list goes on.
    last: Option<ResumePoint>,
}

impl VariantSource for Searched<'_> {
    type Variant = Vec<Lit>;

    fn next(&mut self) -> Result<Option<Vec<Lit>>, Interrupted> {
        let next = self.models.next().transpose()?;
        if next.is_some() {
            self.last = self.models.place();
        }
        Ok(next)
    }

    fn write(&mut self, variant: &Vec<Lit>, output: &mut Stream) -> io::Result<()> {
        write(self.model, variant, output)
    }

    fn rest(&mut self) -> Option<String> {
        let has_more = self.models.next().is_some();
        self.last.as_ref().filter(|_| has_more).map(ResumePoint::to_string)
    }
}

fn write(model: &FeatureModel, variant: &[Lit], output: &mut Stream) -> io::Result<()> {
    let listed = ListedVariant::of_features(model.selected(variant));
    output.variant(&listed, || line(About::FeatureModel, &listed, Detail::Brief))
}
