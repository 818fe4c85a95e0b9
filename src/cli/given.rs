//! Values for variability inputs, from everywhere that the command line can name.

use std::io;
use std::path::Path;
use std::sync::Mutex;

use variscope::resolve::resolution::{InputsFile, Request};
use variscope::source::locked;
use variscope::source::package::Package;

use super::arguments::{Given, ProfileArgument};
use super::failure::Failure;
use super::output::READ;

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

/// What came from stdin, which can be read only once: several templates, sides or attempts may ask for it.
static STDIN: Mutex<Option<InputsFile>> = Mutex::new(None);

/// An inputs file; `-` is stdin.
pub fn inputs_file(path: &Path) -> Result<InputsFile, Failure> {
    if path != Path::new("-") {
        let file = InputsFile::read(path)?;
        READ.note(path);
        return Ok(file);
    }
    let mut read = locked(&STDIN);
    if read.is_none() {
        *read = Some(InputsFile::piped("stdin", io::stdin().lock())?);
    }
    Ok(read.clone().expect("it was just read"))
}

/// Variables that are no text cannot be meant.
pub fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}
