//! A template as it was at a revision of the git repository that it is in, with all files around it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use variscope::source::package::Package;
use variscope::source::writing::unfinished::UnfinishedMark;

use super::failure::{Failure, OutputError};
use super::template::open;

/// The files of a repository at a revision, in a folder that is there as long as this value.
pub struct Checkout {
    template: PathBuf,
    /// The folder that stands for the root of the repository.
    files: PathBuf,
    revision: String,
    _mark: UnfinishedMark,
    _folder: TempDir,
}

impl Checkout {
    /// The files at `revision` of the repository in which `template` is.
    ///
    /// # Errors
    /// When git is not there, when the template is in no repository, or when there is no such revision or no such file
    /// in it.
    pub fn of(template: &Path, revision: &str) -> Result<Self, Failure> {
        // A folder may be the repository itself, and `.` has no name.
        let (folder, name) = if template.is_dir() {
            (template, OsStr::new(""))
        } else {
            let name = template.file_name();
            let name = name.ok_or_else(|| Failure::Usage("`--rev` needs a file or a folder".to_owned()))?;
            (template.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new(".")), name)
        };
        let prefix = git(folder, &["rev-parse", "--show-prefix"], None)?;
        let root = PathBuf::from(git(folder, &["rev-parse", "--show-toplevel"], None)?);
        let commit = format!("{revision}^{{commit}}");
        let commit = git(&root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit], None)
            .map_err(|_| Failure::Usage(format!("there is no git revision `{revision}`")))?;
        let failed = |source| Failure::Output(OutputError::new(Path::new("a temporary folder"), source));
        let unpacked = TempDir::with_prefix("variscope-").map_err(failed)?;
        let mark = UnfinishedMark::on(unpacked.path());
        // An index of its own: that of the repository stays as it is.
        let index = unpacked.path().join("index");
        let files = unpacked.path().join("files");
        git(&root, &["read-tree", &commit], Some(&index))?;
        git(&root, &["checkout-index", "--all", &format!("--prefix={}/", files.display())], Some(&index))?;
        let then = if name.is_empty() { files.join(prefix) } else { files.join(prefix).join(name) };
        if !then.exists() {
            let name = then.strip_prefix(&files).unwrap_or(&then).display();
            return Err(Failure::Usage(format!("there is no {name} at the git revision `{revision}`")));
        }
        Ok(Self { template: then, files, revision: revision.to_owned(), _mark: mark, _folder: unpacked })
    }

    /// The template as it was, of which places are named as git names them: `HEAD:shop/template.yaml`.
    pub fn open(&self) -> Result<Package, Failure> {
        Ok(open(&self.template)?.showing(self.files.clone(), &format!("{}:", self.revision)))
    }

    /// The template as git names it.
    pub fn name(&self) -> String {
        let below = self.template.strip_prefix(&self.files).unwrap_or(&self.template);
        format!("{}:{}", self.revision, below.display())
    }

    /// The template as it was.
    pub fn template(&self) -> &Path {
        &self.template
    }
}

/// What git writes, without the end of the line.
fn git(folder: &Path, arguments: &[&str], index: Option<&Path>) -> Result<String, Failure> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments);
    if let Some(index) = index {
        command.env("GIT_INDEX_FILE", AsRef::<OsStr>::as_ref(index));
    }
    let output = command.output().map_err(|error| Failure::Usage(format!("`--rev` needs git: {error}")))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::Usage(format!("git: {}", message.lines().next().unwrap_or("it failed without a word"))));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end_matches(['\n', '\r']).to_owned())
}

/// `OLD..NEW` as two revisions; the new one is the file as it is where none is named.
pub fn range(revisions: &str) -> (&str, Option<&str>) {
    match revisions.split_once("..") {
        Some((old, new)) => {
            (if old.is_empty() { "HEAD" } else { old }, Some(if new.is_empty() { "HEAD" } else { new }))
        }
        None => (revisions, None),
    }
}
