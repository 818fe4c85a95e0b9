//! Which file of a CSAR is the template.
//!
//! TOSCA Simple Profile 1.3, section 6.2: `TOSCA-Metadata/TOSCA.meta` names it, or it is the only definitions file
//! at the root. The names between are those that Variability4TOSCA uses.

use std::path::Path;

use super::path::{is_yaml, resolve};
use super::project::{ENSEMBLE, PROJECT};
use super::{Package, refused, unreadable};
use crate::Error;
use crate::source::diagnostic::{Diagnostic, did_you_mean, did_you_mean_code};

const METADATA: &str = "TOSCA-Metadata/TOSCA.meta";
const ENTRY_DEFINITIONS: &str = "Entry-Definitions";

/// Keys of the metadata.
const KEYS: &[&str] = &[
    "TOSCA-Meta-File-Version",
    "TOSCA-Meta-Version",
    "CSAR-Version",
    "Created-By",
    ENTRY_DEFINITIONS,
    "Other-Definitions",
];

/// Names of templates, in the order in which they are tried.
pub static TEMPLATE_NAMES: &[&str] =
    &["vst.yaml", "variable-service-template.yaml", "service-template.yaml", "template.yaml"];

/// How many of them, from the first on, are names of variable templates alone.
const VARIABLE: usize = 2;

/// The name of the template of a folder or an archive.
pub(super) fn find(package: &Package) -> Result<String, Error> {
    if let Some(name) = named_by_metadata(package)? {
        return Ok(name);
    }
    // A folder with a project of Unfurl is that: templates in it are parts of ensembles.
    for name in TEMPLATE_NAMES[..VARIABLE].iter().chain([&PROJECT]).chain(&TEMPLATE_NAMES[VARIABLE..]) {
        if package.has(name) {
            return Ok((*name).to_owned());
        }
    }
    let mut definitions = definitions_at_root(package)?;
    if definitions.len() == 1 {
        return Ok(definitions.remove(0));
    }
    if package.has(ENSEMBLE) {
        return Ok(ENSEMBLE.to_owned());
    }
    Err(refused(undecided(package, &definitions)))
}

/// Whether a folder or an archive says which file is its template, or has one of a usual name.
pub(super) fn is_named(package: &Package) -> bool {
    matches!(named_by_metadata(package), Ok(Some(_)) | Err(_))
        || TEMPLATE_NAMES.iter().chain([&PROJECT, &ENSEMBLE]).any(|name| package.has(name))
}

fn named_by_metadata(package: &Package) -> Result<Option<String>, Error> {
    let Some(metadata) = package.read(METADATA)? else { return Ok(None) };
    let entries = || metadata.lines().zip(1..).filter_map(|(line, number)| Some((line.split_once(':')?, number)));
    let Some(((_, name), number)) = entries().find(|((key, _), _)| *key == ENTRY_DEFINITIONS) else {
        let meant =
            |key: &str| !KEYS.contains(&key) && did_you_mean(key, KEYS.iter().copied()) == Some(ENTRY_DEFINITIONS);
        let Some(((key, _), number)) = entries().find(|((key, _), _)| meant(key.trim())) else { return Ok(None) };
        let message = format!("{}:{number}: there is no key \"{}\"", package.display(METADATA), key.trim());
        return Err(refused(unreadable(message).help(did_you_mean_code(ENTRY_DEFINITIONS))));
    };
    let name = name.trim();
    // Other files are named from the folder of the template: its path is written as all paths are.
    if let Some(path) = resolve("", name).ok().filter(|path| package.has(path)) {
        return Ok(Some(path));
    }
    let place = package.display(METADATA);
    let message = format!("{place}:{number}: `{ENTRY_DEFINITIONS}` names \"{name}\", which does not exist");
    Err(refused(unreadable(message).help("give the path of the template from the root of the package")))
}

fn definitions_at_root(package: &Package) -> Result<Vec<String>, Error> {
    let mut definitions = Vec::new();
    for name in package.list_root()? {
        if !is_yaml(Path::new(&name)) {
            continue;
        }
        // What is no text is no template; it need not be in the way of one.
        let Ok(Some(text)) = package.look_into(&name) else { continue };
        if text.lines().any(|line| line.starts_with("tosca_definitions_version")) {
            definitions.push(name);
        }
    }
    Ok(definitions)
}

/// The only folder of an archive, where all of it is in one, with the template in that.
fn folder_inside(package: &Package) -> Option<(String, String)> {
    let names = if package.is_archive() { package.list("").ok()? } else { Vec::new() };
    let (folder, _) = names.first()?.split_once('/')?;
    let inside: Option<Vec<&str>> = names.iter().map(|name| name.strip_prefix(folder)?.strip_prefix('/')).collect();
    let inside = inside?;
    let template = TEMPLATE_NAMES.iter().chain([&METADATA]).find(|name| inside.contains(name))?;
    Some((folder.to_owned(), (*template).to_owned()))
}

fn undecided(package: &Package, definitions: &[String]) -> Diagnostic {
    let message = if definitions.is_empty() {
        format!("\"{}\" contains no service template", package.name())
    } else {
        format!("\"{}\" contains several service templates: {}", package.name(), definitions.join(", "))
    };
    let tried =
        format!("tried: `Entry-Definitions` in {METADATA}, {}, the only *.yaml at the root", TEMPLATE_NAMES.join(", "));
    let rename = format!("rename the template to {}", TEMPLATE_NAMES[2]);
    if let Some((folder, template)) = folder_inside(package).filter(|_| definitions.is_empty()) {
        let help = format!(
            "\"{template}\" is in the folder \"{folder}\" of the archive, and belongs at its root: `cd {folder}; zip -r ../{folder}.zip .`"
        );
        return unreadable(message).note(tried).help(help);
    }
    unreadable(message).note(tried).help(match definitions.first() {
        Some(first) if !package.is_archive() => {
            format!("name one of them, such as {}, or {rename}", package.display(first))
        }
        _ => rename,
    })
}
