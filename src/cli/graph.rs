//! `variscope graph`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use variscope::analysis::question::{Limits, Unresolved, Variants};
use variscope::answer::Exactness;
use variscope::output::picture::{Picture, dot, mermaid, plantuml, svg};
use variscope::output::render::exactness::open_ends;
use variscope::source::Sources;
use variscope::source::diagnostic::{likely_meant, or_meant};

use super::arguments::{Scope, Template};
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::output::write;
use super::question::{ask_about, status};
use super::terminal::Terminal;

/// Draw the topology: hosts as boxes around what they host, all other relations as arrows.
///
/// What is always, sometimes or never present differs in colour and line style, and conditions stand on nodes and arrows.
/// Given values leave fewer variants; with `--variant` it is the one that `resolve` writes.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope graph shop --output shop.svg
  variscope graph shop --preset prod --variant --only-present -o prod.svg
  variscope graph shop --format mermaid
  variscope graph shop --focus api --depth 2 -o api.svg
  variscope graph shop --collapse -o overview.svg")]
pub struct Graph {
    #[command(flatten)]
    pub template: Template,
    #[command(flatten)]
    pub scope: Scope,
    /// The language of the picture [default: by the ending of the file, else dot]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Drawing>,
    /// Where to write it [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Draw the one variant of the given values; inputs without a value have their defaults.
    #[arg(long)]
    pub variant: bool,
    /// Leave out what is in no variant instead of marking it.
    #[arg(long)]
    pub only_present: bool,
    /// Draw only this node and what is around it.
    #[arg(long, value_name = "NODE")]
    pub focus: Option<String>,
    /// How many relations what is around the focus is away from it.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "focus")]
    pub depth: usize,
    /// Draw nodes with the same types in the same box as one that says how many they are.
    #[arg(long)]
    pub collapse: bool,
    /// Draw again whenever the template, a file that is read for it, or one beside it changes.
    #[arg(long)]
    pub watch: bool,
}

/// Languages of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Drawing {
    /// Graphviz
    Dot,
    /// Mermaid, which many platforms draw in Markdown
    Mermaid,
    /// `PlantUML`
    #[value(name = "plantuml")]
    PlantUml,
    /// A picture for browsers, laid out here
    Svg,
}

/// Endings of pictures that other programs make.
static FOREIGN: [&str; 6] = ["png", "jpg", "jpeg", "gif", "pdf", "webp"];

impl Drawing {
    /// The language that the ending of a file asks for.
    fn of_file(file: &Path) -> Result<Self, Failure> {
        let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        match &*ending {
            "svg" => Ok(Self::Svg),
            "mmd" | "mermaid" => Ok(Self::Mermaid),
            "puml" | "plantuml" | "pu" => Ok(Self::PlantUml),
            other if FOREIGN.contains(&other) => Err(Failure::Usage(format!(
                "no picture is written as {other}: name a file that ends in .svg, or let Graphviz draw: `--format dot | dot -T{other}`"
            ))),
            _ => Ok(Self::Dot),
        }
    }

    /// The text of a picture.
    pub fn draw(self, picture: &Picture) -> Result<String, Failure> {
        match self {
            Self::Dot => Ok(dot(picture)),
            Self::Mermaid => Ok(mermaid(picture)),
            Self::PlantUml => Ok(plantuml(picture)),
            Self::Svg => svg(picture).map_err(|error| Failure::Usage(error.to_string())),
        }
    }
}

pub fn run(arguments: &Graph, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let Graph { template, scope, format, output, .. } = arguments;
    let of_file = || output.as_deref().map_or(Ok(Drawing::Dot), Drawing::of_file);
    let format = format.map_or_else(of_file, Ok)?;
    ask_about(&template.path, template.profile, scope, terminal, |variants, limits, sources| {
        let Some((picture, status)) = picture(arguments, variants, limits, sources, terminal)? else {
            return Ok(ExitStatus::Broken);
        };
        let picture = part(arguments, picture)?;
        write(&format.draw(&picture)?, output.as_deref())?;
        Ok(status)
    })
}

/// What of the picture is to be drawn.
fn part(arguments: &Graph, picture: Picture) -> Result<Picture, Failure> {
    let mut picture = if arguments.only_present { picture.only_possible() } else { picture };
    if let Some(name) = &arguments.focus {
        let place = picture.place_of(name).ok_or_else(|| {
            let close = or_meant(likely_meant(name, picture.nodes().iter().map(|node| node.name.as_str())));
            Failure::Usage(format!("`--focus`: no node is called \"{name}\"{close}"))
        })?;
        picture = picture.around(place, arguments.depth);
    }
    Ok(if arguments.collapse { picture.collapsed() } else { picture })
}

fn picture(
    arguments: &Graph,
    variants: &Variants<'_>,
    limits: &Limits,
    sources: &Sources,
    terminal: &Terminal,
) -> Result<Option<(Picture, ExitStatus)>, Failure> {
    if !arguments.variant {
        let elements = Picture::statuses(variants, limits);
        let exactness = Exactness::of(variants.model(), &elements.exactness);
        terminal.write_message(&open_ends(&exactness));
        return Ok(Some((Picture::of(variants, &elements), status(exactness.exact))));
    }
    match variants.resolve_within(&limits.budget) {
        Ok(variant) => Ok(Some((Picture::of_variant(variants.model(), &variant), ExitStatus::Fine))),
        Err(Unresolved::Interrupted) => Err(Failure::Stopped("stopped before the variant was known".to_owned())),
        Err(Unresolved::Refused(diagnostics)) => {
            terminal.diagnose(&diagnostics, sources);
            Ok(None)
        }
    }
}
