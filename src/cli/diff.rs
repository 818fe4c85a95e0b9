//! `variscope diff`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use variscope::analysis::question::{Difference, Limits, Variants, unread_files};
use variscope::answer::{self, About};
use variscope::output::picture::Picture;
use variscope::output::render::diff;
use variscope::source::Sources;
use variscope::source::diagnostic::Diagnostic;
use variscope::source::package::Package;
use variscope::source::printable::printable;
use variscope::tosca::model::{ElementId, Kind};

use super::arguments::{FeatureModelArguments, Scope, Template};
use super::budget::budget;
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::feature_model::{Readings, any, is_model, no_clauses_in_compiled_model};
use super::graph::Drawing;
use super::output::{set_fallback_document, write};
use super::question::{QuestionRequest, TemplateQuestion, explaining, refuse_for_template, status, undecided};
use super::revision::{Checkout, range};
use super::template::open;
use super::terminal::Terminal;

/// Compare the variants of two templates or feature models, or those of one under different values.
///
/// Elements that only one side has, and changed defaults, presets and contents come first. Variants are compared over the
/// elements or features that both sides have, by name.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope diff old.yaml new.yaml
  variscope diff shop --left environment=dev --right environment=prod
  variscope diff shop --left-preset dev --right-preset prod
  variscope diff old.yaml new.yaml --graph svg --output changes.svg
  variscope diff old.yaml new.yaml --exit-code
  variscope diff shop.yaml --rev HEAD~1
  variscope diff shop.yaml --rev main..feature --format markdown
  variscope diff old.uvl new.uvl")]
pub struct Diff {
    #[command(flatten)]
    pub template: Template,
    #[command(flatten)]
    pub scope: Scope,
    #[command(flatten)]
    pub feature_model: FeatureModelArguments,
    /// How to write the answer.
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: DiffFormat,
    /// The newer side; with values or presets for one side it may be left out: the first is then compared with itself.
    #[arg(
        value_name = "NEW",
        required_unless_present_any = ["left", "right", "left_presets", "right_presets", "revisions"]
    )]
    pub new: Option<PathBuf>,
    /// Compare the template as it was at a git revision with the file as it is, or with a second revision.
    #[arg(long = "rev", value_name = "OLD[..NEW]", conflicts_with = "new")]
    pub revisions: Option<String>,
    /// A value for an input of the older side, in YAML; may be repeated.
    #[arg(long, value_name = "NAME=VALUE")]
    pub left: Vec<String>,
    /// A value for an input of the newer side, in YAML; may be repeated.
    #[arg(long, value_name = "NAME=VALUE")]
    pub right: Vec<String>,
    /// A preset for the older side; may be repeated, later ones win.
    #[arg(long = "left-preset", value_name = "NAME")]
    pub left_presets: Vec<String>,
    /// A preset for the newer side; may be repeated, later ones win.
    #[arg(long = "right-preset", value_name = "NAME")]
    pub right_presets: Vec<String>,
    /// Draw the topology of both sides instead, with what was added, removed and changed.
    #[arg(long, value_enum, value_name = "LANGUAGE", conflicts_with = "format")]
    pub graph: Option<Drawing>,
    /// End with 1 when anything is different.
    #[arg(long)]
    pub exit_code: bool,
    /// Where to write the answer [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// How to write what changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiffFormat {
    /// Human-readable text
    Text,
    /// JSON
    Json,
    /// A comment on a pull request, of at most 60 lines
    Markdown,
}

/// Compares two templates or feature models, or two configurations of one.
pub fn run(arguments: &Diff, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let path = &arguments.template.path;
    let revisions = arguments.revisions.as_deref().map(range);
    let checkout = |revision: &str| Checkout::of(path, revision);
    let before = revisions.map(|(old, _)| checkout(old)).transpose()?;
    let after = revisions.and_then(|(_, new)| new).map(checkout).transpose()?;
    let old = before.as_ref().map_or(path.as_path(), Checkout::template);
    let revised = after.as_ref().map(Checkout::template).or(before.is_some().then_some(path.as_path()));
    let new = arguments.new.as_deref().or(revised);
    if [Some(old), new].iter().all(|side| *side == Some(Path::new("-"))) {
        let why = "`-` is stdin, which can be read only once: name a file for one of both, or leave one out";
        return Err(Failure::Usage(why.to_owned()));
    }
    let are_models = is_model(old) || new.is_some_and(is_model);
    if arguments.format == DiffFormat::Json && arguments.graph.is_none() {
        let about = if are_models { About::FeatureModel } else { About::Template };
        set_fallback_document(answer::Diff::unknown(about), arguments.output.clone());
    }
    if are_models {
        let names = [&before, &after].map(|side| side.as_ref().map(Checkout::name));
        return of_features(arguments, [old, new.unwrap_or(old)], names, terminal);
    }
    refuse_for_template(&[("--project", arguments.feature_model.projection.is_some())])?;
    let comparison = Comparison { arguments, asked: QuestionRequest::now(&arguments.scope), terminal };
    let left = Side { path: old, checkout: before.as_ref(), option: "left", values: ValuesOfSide::left(arguments) };
    let new_path = new.unwrap_or(old);
    let right =
        Side { path: new_path, checkout: after.as_ref(), option: "right", values: ValuesOfSide::right(arguments) };
    // What comes from stdin can be read only once.
    let (old, new) = (left.open()?, new.map(|_| right.open()).transpose()?);
    comparison.on_side(left, &old, |variants| {
        let new = new.as_ref().unwrap_or(&old);
        comparison.on_side(right, new, |new| comparison.compare([left, right], [variants, new]))
    })
}

/// A side of the comparison.
#[derive(Clone, Copy)]
struct Side<'a> {
    path: &'a Path,
    /// Where the template is one of a revision.
    checkout: Option<&'a Checkout>,
    /// What gives values for this side alone.
    option: &'static str,
    values: ValuesOfSide<'a>,
}

/// What is given for one side alone.
#[derive(Clone, Copy)]
struct ValuesOfSide<'a> {
    presets: &'a [String],
    /// Inputs with their values.
    inputs: &'a [String],
}

impl<'a> ValuesOfSide<'a> {
    fn left(arguments: &'a Diff) -> Self {
        Self { presets: &arguments.left_presets, inputs: &arguments.left }
    }

    fn right(arguments: &'a Diff) -> Self {
        Self { presets: &arguments.right_presets, inputs: &arguments.right }
    }

    /// The scope of both sides with it.
    fn within(self, scope: &Scope) -> Scope {
        let mut scope = scope.clone();
        scope.given.presets.extend_from_slice(self.presets);
        scope.given.arguments.extend_from_slice(self.inputs);
        scope
    }
}

impl Side<'_> {
    fn open(self) -> Result<Package, Failure> {
        self.checkout.map_or_else(|| open(self.path), Checkout::open)
    }

    /// Says that it has no valid variant, and which command says why.
    fn inform_of_void(self, arguments: &Diff, terminal: &Terminal) {
        let name = self.checkout.map_or_else(|| self.path.display().to_string(), Checkout::name);
        let why = if self.checkout.is_some() {
            String::new()
        } else {
            let scope = self.values.within(&arguments.scope);
            let template = Template { path: self.path.to_owned(), profile: arguments.template.profile };
            format!(": `{}` says why", explaining(&template, &scope))
        };
        terminal.inform(&format!("no configuration of {} gives a valid variant{why}\n", printable(&name)));
    }
}

/// Compares two models or templates, or two configurations of one, of which those at a revision have names.
fn of_features(
    arguments: &Diff,
    [old, new]: [&Path; 2],
    [old_name, new_name]: [Option<String>; 2],
    terminal: &Terminal,
) -> Result<ExitStatus, Failure> {
    if arguments.graph.is_some() {
        return Err(Failure::Usage("a feature model has no topology that `--graph` could draw".to_owned()));
    }
    let budget = budget(&arguments.scope);
    let (projection, profile) = (arguments.feature_model.projection.as_deref(), arguments.template.profile);
    let side = |path: &Path, name: Option<String>, values: ValuesOfSide<'_>| {
        let readings = Readings { projection, profile, name: name.as_deref() };
        any(path, &readings, &values.within(&arguments.scope), &budget, terminal)
    };
    let old = side(old, old_name, ValuesOfSide::left(arguments))?;
    let new = side(new, new_name, ValuesOfSide::right(arguments))?;
    let Some((old, new)) = old.zip(new) else { return Ok(ExitStatus::Broken) };
    if !old.shares_a_feature(&new) {
        let why = "warning: no name of a feature is on both sides: their variants cannot be compared, and the numbers of them say nothing\n";
        terminal.inform(why);
    }
    match old.difference(&new, &budget) {
        Err(stop) => Ok(undecided(stop, terminal)),
        Ok(None) => Err(no_clauses_in_compiled_model()),
        Ok(Some(output)) => write_answer(arguments, &output, &written(arguments.format, &output)),
    }
}

/// What both sides are asked.
struct Comparison<'a> {
    arguments: &'a Diff,
    asked: QuestionRequest<'a>,
    terminal: &'a Terminal,
}

impl Comparison<'_> {
    /// Asks about one side: a template with its values.
    fn on_side(
        &self,
        Side { option, values, .. }: Side<'_>,
        package: &Package,
        ask: impl FnOnce(&Variants<'_>) -> Result<ExitStatus, Failure>,
    ) -> Result<ExitStatus, Failure> {
        let scope = values.within(&self.arguments.scope);
        let own = |text: &mut String| {
            for value in values.inputs {
                *text = text.replace(&format!("`--input {value}`"), &format!("`--{option} {value}`"));
            }
        };
        let mut report = |diagnostics: &[Diagnostic], sources: &Sources| {
            let mut diagnostics = diagnostics.to_vec();
            for diagnostic in &mut diagnostics {
                own(&mut diagnostic.message);
                diagnostic.notes.iter_mut().for_each(own);
            }
            self.terminal.diagnose(&diagnostics, sources);
        };
        let asked = self.asked.about(&scope);
        let question = TemplateQuestion::new(package, self.arguments.template.profile, &asked, &mut report);
        question.run(|variants, _, _| ask(variants))
    }

    fn compare(&self, sides: [Side<'_>; 2], [old, new]: [&Variants<'_>; 2]) -> Result<ExitStatus, Failure> {
        let Self { arguments, terminal, .. } = *self;
        let limits = self.asked.limits();
        let found = match terminal.work("comparing", || old.difference(new, limits)) {
            Ok(found) => found,
            Err(stop) => return Ok(undecided(stop, terminal)),
        };
        let void = sides.into_iter().zip(found.are_void()).filter(|(_, is_void)| *is_void);
        void.for_each(|(side, _)| side.inform_of_void(arguments, terminal));
        let unread =
            [new, old].into_iter().find_map(|side| Some((unread_files(side.model())?, side.model().sources())));
        if let Some((unread, sources)) = unread {
            terminal.diagnose(&[unread], sources);
        }
        let answer = answer::Diff::of_template(old.model(), new.model(), &found);
        let text = match arguments.graph {
            Some(language) => {
                let picture = picture(old, new, &found, limits);
                language.draw(&picture.with_note(&diff::exactness(&answer)))?
            }
            None => written(arguments.format, &answer),
        };
        write_answer(arguments, &answer, &text)
    }
}

/// Writes what changed, as this text.
fn write_answer(arguments: &Diff, answer: &answer::Diff, text: &str) -> Result<ExitStatus, Failure> {
    write(text, arguments.output.as_deref())?;
    if arguments.exit_code && !diff::is_same(answer) {
        return Ok(ExitStatus::Findings);
    }
    Ok(status(answer.exactness.exact))
}

/// The answer in the format that is wanted.
fn written(format: DiffFormat, answer: &answer::Diff) -> String {
    match format {
        DiffFormat::Text => diff::text(answer),
        DiffFormat::Json => answer::json(answer),
        DiffFormat::Markdown => diff::markdown(answer),
    }
}

/// Both sides in one picture.
fn picture(old: &Variants<'_>, new: &Variants<'_>, found: &Difference, limits: &Limits) -> Picture {
    let [before, after] = [old, new].map(|side| Picture::of(side, &Picture::statuses(side, limits)));
    let model = new.model();
    let drawn = |id: ElementId| {
        let mut around = std::iter::successors(Some(id), |&id| model.element(id).container);
        around.find(|id| matches!(id.kind(), Kind::Node | Kind::Relation))
    };
    let changed = found.contents.iter().filter_map(|change| drawn(change.new)).map(|id| model.path(id)).collect();
    before.compared_with(&after, &changed)
}
