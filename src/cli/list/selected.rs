//! The variants of a list that are shown, from whatever they come.

use variscope::answer::{self, About, Exactness, ListedVariant, framed};
use variscope::feature::FeatureModel;
use variscope::output::render::list::line;
use variscope::output::render::text::Detail;
use variscope_encoder::{Interrupted, Lit};

use super::super::arguments::List;
use super::super::exit_status::ExitStatus;
use super::super::question::status;
use super::super::stream::{Forms, write};
use super::super::terminal::{Failure, Terminal};

/// Where variants come from.
pub trait VariantSource {
    /// The next one; `None` behind the last.
    fn next(&mut self) -> Result<Option<Vec<Lit>>, Interrupted>;

    /// With which token the list goes on, when there are more than were given. Asked for once, at the end.
    fn rest(&mut self) -> Option<String>;
}

/// As many variants as are to be shown.
struct Selected<S> {
    source: S,
    left: Option<usize>,
    is_interrupted: bool,
    rest: Option<String>,
}

impl<S: VariantSource> Iterator for Selected<S> {
    type Item = Vec<Lit>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = if self.left == Some(0) { Ok(None) } else { self.source.next() };
        self.is_interrupted = next.is_err();
        self.left = self.left.map(|left| left.saturating_sub(1));
        let variant = next.unwrap_or_default();
        if variant.is_none() {
            self.rest = self.source.rest();
        }
        variant
    }
}

/// Shows variants as they come; what is known of the list beforehand stands in `answer`.
pub fn show(
    source: impl VariantSource,
    arguments: &List,
    model: &FeatureModel,
    mut answer: answer::List<'_>,
    terminal: &Terminal,
) -> Result<ExitStatus, Failure> {
    let mut selected = Selected { source, left: arguments.limit, is_interrupted: false, rest: None };
    let listed = |variant: &[Lit]| ListedVariant::of_features(model.selected(variant));
    let forms = Forms {
        text: |variant: &[Lit]| line(About::FeatureModel, &listed(variant), Detail::Brief),
        json: |variant: &[Lit], is_first| framed(&listed(variant), is_first),
    };
    write(arguments.question.format, &mut answer, &mut selected, &forms, |answer, selected| {
        answer.exactness = Exactness::finished(!selected.is_interrupted);
        answer.resume.clone_from(&selected.rest);
    })?;
    if selected.is_interrupted {
        terminal.write_message("stopped before the last variant\n");
    }
    if let Some(rest) = &selected.rest {
        terminal.write_message(&format!("there are more: go on with `--resume {rest}`\n"));
    }
    Ok(status(!selected.is_interrupted))
}
