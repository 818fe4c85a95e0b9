//! `variscope export` of a feature model or a template.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use variscope::feature::{FeatureModel, Format};
use variscope::output::export::{
    Clauses, PROJECT, bare_d_dnnf, d_dnnf, dimacs, names, renamed_in_smt_lib, renamed_in_uvl, smt_lib, uvl,
};
use variscope::source::printable::{is_hidden, printable};
use variscope_encoder::Budget;
use variscope_encoder::circuit::Circuit;

use super::arguments::{FeatureModelArguments, Scope, Template};
use super::budget::budget;
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::feature_model::{Readings, any, is_model, refuse_profile};
use super::output::write;
use super::terminal::Terminal;

/// Write a feature model, or the variants of a template, in the format of other tools.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope export shop --to dimacs -o shop.cnf
  variscope export shop.uvl --to dimacs -o shop.cnf
  variscope export shop.cnf --to d-dnnf --names -o shop.nnf")]
pub struct Export {
    #[command(flatten)]
    pub template: Template,
    #[command(flatten)]
    pub scope: Scope,
    #[command(flatten)]
    pub feature_model: FeatureModelArguments,
    /// The format to write.
    #[arg(long, value_enum, value_name = "TARGET")]
    pub to: Target,
    /// With names and projection of the features in comments, which not every reader of `d-dnnf` takes; without it, features are
    /// numbered from 1 on, in the order of `elements`.
    #[arg(long)]
    pub names: bool,
    /// Where to write it [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Formats of other tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// Clauses, with names and projection in comments
    Dimacs,
    /// The Universal Variability Language
    Uvl,
    /// A circuit that answers questions quickly, in the format of d4; read as .nnf
    DDnnf,
    /// A script for SMT solvers
    SmtLib,
}

/// What is said where UVL is written anew.
const FLATTENED: &str = "the features are written as a list below a new root, with a constraint for each clause: the tree of features and their \
                         attributes are not kept where files are imported, or with `--input` or `--project`\n";

/// What is said where a model in UVL has more configurations than there are variants.
const UNPROJECTED: &str = "\
the model has more configurations than there are variants, as its abstract features are not determined by the others: `count` of
it counts configurations; count variants in what was exported, or export with `--to dimacs`, which says what tells variants apart
";

/// Writes a model or the variants of a template in another format.
pub fn run(arguments: &Export, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    if arguments.names && arguments.to != Target::DDnnf {
        return Err(Failure::Usage("`--names`: only `--to d-dnnf` leaves names out without it".to_owned()));
    }
    refuse_misleading_ending(arguments.output.as_deref(), arguments.to)?;
    let Export { template, scope, feature_model, .. } = arguments;
    if is_model(&template.path) {
        refuse_profile(template.profile)?;
    }
    let (budget, readings) = (budget(scope), Readings::of(template, feature_model));
    match any(&template.path, &readings, scope, &budget, terminal)? {
        Some(model) => written(&model, arguments, &budget, terminal),
        None => Ok(ExitStatus::Broken),
    }
}

/// Writes a model in the format that is asked for.
fn written(
    model: &FeatureModel,
    arguments: &Export,
    budget: &Budget,
    terminal: &Terminal,
) -> Result<ExitStatus, Failure> {
    let output = arguments.output.as_deref();
    if arguments.to == Target::DDnnf && arguments.names {
        refuse_open(model)?;
        return save(model, output, budget, terminal);
    }
    if arguments.to == Target::DDnnf {
        return compiled(model, output, budget, terminal, bare_d_dnnf);
    }
    let clauses = Clauses::of(model).map_err(|error| Failure::Usage(error.to_string()))?;
    let (text, renamed) = match arguments.to {
        Target::Dimacs | Target::DDnnf => (dimacs(&clauses), Vec::new()),
        Target::SmtLib => (smt_lib(&clauses), renamed_in_smt_lib(&clauses)),
        Target::Uvl => match plain_text(model) {
            Some(text) => (text, Vec::new()),
            None => (uvl(&clauses), renamed_in_uvl(&clauses)),
        },
    };
    write(&text, output)?;
    report_renamed(&renamed, terminal);
    if arguments.to == Target::Uvl && text.starts_with(PROJECT) {
        terminal.inform(UNPROJECTED);
    }
    if arguments.to == Target::Uvl && model.has_tree() && plain_text(model).is_none() {
        terminal.inform(FLATTENED);
    }
    Ok(ExitStatus::Fine)
}

/// The text of a feature model as it stands, where nothing in it is what terminals obey.
fn plain_text(model: &FeatureModel) -> Option<String> {
    model.text().filter(|text| !text.contains(|letter| is_hidden(letter) && !matches!(letter, '\n' | '\r' | '\t')))
}

/// Refuses a file that would be read again in another format than it is written in. Endings that say nothing are for other tools.
fn refuse_misleading_ending(output: Option<&Path>, to: Target) -> Result<(), Failure> {
    let written = match to {
        Target::Dimacs => Some(Format::Dimacs),
        Target::Uvl => Some(Format::Uvl),
        Target::DDnnf => Some(Format::Compiled),
        Target::SmtLib => None,
    };
    match output.filter(|path| Format::of(path).is_some_and(|promised| Some(promised) != written)) {
        Some(path) => {
            let path = path.display();
            Err(Failure::Usage(format!(
                "`--output {path}`: the ending is that of another format than the one that is written"
            )))
        }
        None => Ok(()),
    }
}

/// Says that names could not be written as they are.
fn report_renamed(renamed: &[(String, String)], terminal: &Terminal) {
    let Some((name, written)) = renamed.first() else { return };
    let (name, written) = (printable(name), printable(written));
    let more = if renamed.len() > 1 { format!(", and {} more", renamed.len() - 1) } else { String::new() };
    terminal.inform(&format!(
        "names that the format cannot hold are written otherwise: \"{name}\" as \"{written}\"{more}\n"
    ));
}

/// Refuses to list the features of a model where it is unknown which there are.
pub fn refuse_open(model: &FeatureModel) -> Result<(), Failure> {
    match model.exactness(true).caveats.first() {
        Some(caveat) => Err(Failure::Usage(format!("the features cannot be listed: {}", caveat.message))),
        None => Ok(()),
    }
}

/// Writes the compiled form with names, to be asked again.
pub fn save(
    model: &FeatureModel,
    output: Option<&Path>,
    budget: &Budget,
    terminal: &Terminal,
) -> Result<ExitStatus, Failure> {
    compiled(model, output, budget, terminal, |circuit| d_dnnf(circuit, &names(model)))
}

fn compiled(
    model: &FeatureModel,
    output: Option<&Path>,
    budget: &Budget,
    terminal: &Terminal,
    text: impl FnOnce(&Circuit) -> String,
) -> Result<ExitStatus, Failure> {
    let Ok(circuit) = terminal.work("compiling", || model.compile(budget)) else {
        terminal.write_message("stopped before the model was compiled\n");
        return Ok(ExitStatus::Undecided);
    };
    write(&text(&circuit), output)?;
    Ok(ExitStatus::Fine)
}
