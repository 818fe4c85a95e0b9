//! Where documents go, seen from their templates.

use std::fs;
use std::path::Path;

use variscope::Error;
use variscope::resolve::bundle::named_files;
use variscope::source::counted::counted;
use variscope::source::package::{Package, relative};
use variscope::source::printable::printable;

/// The path from `folder`, where documents will be, to the folder of the template of `package`, with `/` between its parts;
/// none when that is the same one, or unknown.
pub fn template_seen_from(folder: &Path, package: &Package) -> Option<String> {
    let template = package.path(&package.entry().ok()?)?;
    let home = fs::canonicalize(or_here(template.parent()?)).ok()?;
    let folder = fs::canonicalize(or_here(folder)).ok()?;
    between(&folder, &home)
}

/// What to say of a document out of an archive that is written to `folder`, where files that it names are not.
///
/// # Errors
/// When the archive cannot be read.
pub fn left_behind(package: &Package, document: &str, folder: &Path) -> Result<Option<String>, Error> {
    if !package.is_archive() {
        return Ok(None);
    }
    let mut names = named_files(package, document)?;
    names.retain(|name| !or_here(folder).join(name).exists());
    let Some(first) = names.first() else { return Ok(None) };
    let (more, are) = match names.len() - 1 {
        0 => (String::new(), "is"),
        count => (format!(" and {}", counted(count, "more file")), "are"),
    };
    let remedy = "unpack the archive there, or write an archive with `resolve --csar FILE.zip`";
    Ok(Some(format!("warning: the document names {}{more}, which {are} not beside it: {remedy}\n", printable(first))))
}

fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// The path from one absolute path to another; none when they are the same, or on different drives.
fn between(from: &Path, to: &Path) -> Option<String> {
    let is_there_a_way = from != to && from.components().next() == to.components().next();
    is_there_a_way.then(|| relative(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_up_and_down() {
        let path = |from: &str, to: &str| between(Path::new(from), Path::new(to));
        assert_eq!(path("/a/b", "/a/b"), None);
        assert_eq!(path("/a/out", "/a/shop").as_deref(), Some("../shop"));
        assert_eq!(path("/a", "/a/shop/v").as_deref(), Some("shop/v"));
        assert_eq!(path("/a/shop/v", "/a").as_deref(), Some("../.."));
    }
}
