//! Values for variability inputs, from everywhere that the command line can name.

use std::io::Read;
use std::path::Path;

use variscope::Error;
use variscope::resolve::resolution::{InputsFile, Request};
use variscope::source::package::Package;

use super::arguments::{Given, ProfileArgument};
use super::output::READ;
use super::terminal::Failure;

/// A request for the template of `package` with the given values and those of the environment.
pub fn request<'p>(package: &'p Package, profile: ProfileArgument, given: &Given) -> Result<Request<'p>, Failure> {
    let mut request = Request::new(package, profile.chosen())
        .presets(given.presets.iter().cloned())
        .arguments(given.arguments.iter().cloned())
        .environment(environment());
    for path in &given.inputs {
        request = request.inputs(inputs_file(path)?);
    }
    Ok(request)
}

/// An inputs file; `-` is stdin.
fn inputs_file(path: &Path) -> Result<InputsFile, Failure> {
    if path != Path::new("-") {
        let file = InputsFile::read(path)?;
        READ.note(path);
        return Ok(file);
    }
    let mut text = String::new();
    std::io::stdin().lock().read_to_string(&mut text).map_err(|source| Error::Io { path: path.to_owned(), source })?;
    Ok(InputsFile::new("stdin", text))
}

/// Variables that are no text cannot be meant.
pub fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}
