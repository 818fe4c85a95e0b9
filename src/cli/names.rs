//! `variscope names`: what a shell completes behind an option, of the template on the line.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use variscope::analysis::question::{input_overviews, preset_overviews};
use variscope::source::diagnostic::CODES;
use variscope::tosca::model::{Kind, LoadOptions, Model};

use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::output::write;
use super::template::open;

/// List names of a template, one on a line, for completions.
#[derive(Debug, Args)]
#[command(
    hide = true,
    after_long_help = "\
Example:
  variscope names presets shop"
)]
pub struct Names {
    /// Which names.
    #[arg(value_enum, value_name = "WHAT")]
    pub what: NamedThings,
    /// The template; codes need none.
    #[arg(value_name = "TEMPLATE")]
    pub template: Option<PathBuf>,
}

/// Names of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NamedThings {
    /// Presets
    Presets,
    /// Inputs with the values that the template mentions
    Inputs,
    /// Elements that people name
    Elements,
    /// Codes of findings
    Codes,
}

/// A template with errors has names all the same; one that cannot be read has none.
pub fn run(arguments: &Names) -> Result<ExitStatus, Failure> {
    let names = match (arguments.what, &arguments.template) {
        (NamedThings::Codes, _) => CODES.iter().map(|entry| entry.number.to_owned()).collect(),
        (_, None) => Vec::new(),
        (what, Some(path)) => {
            let loaded = open(path).and_then(|package| Ok(Model::load(&package, &LoadOptions::default())?));
            loaded.ok().and_then(|loaded| loaded.model).map(|model| names(&model, what)).unwrap_or_default()
        }
    };
    let lines: String = names.into_iter().filter(|name| !name.contains('\n')).map(|name| name + "\n").collect();
    write(&lines, None)?;
    Ok(ExitStatus::Fine)
}

fn names(model: &Model, what: NamedThings) -> Vec<String> {
    match what {
        NamedThings::Presets => preset_overviews(model).into_iter().map(|preset| preset.name).collect(),
        NamedThings::Inputs => input_overviews(model)
            .iter()
            .flat_map(|input| {
                let values = input.mentioned();
                let open = format!("{}=", input.name);
                let all = values.iter().map(|value| match value.as_str() {
                    Some(text) => format!("{open}{text}"),
                    None => format!("{open}{}", value.to_yaml()),
                });
                let all: Vec<String> = all.collect();
                if all.is_empty() { vec![open] } else { all }
            })
            .collect(),
        NamedThings::Elements => {
            let is_named = |kind: &Kind| !matches!(kind, Kind::Type | Kind::Property);
            let kinds = Kind::ALL.into_iter().filter(is_named);
            kinds.flat_map(|kind| model.of_kind(kind)).map(|id| model.path(id)).collect()
        }
        NamedThings::Codes => Vec::new(),
    }
}
