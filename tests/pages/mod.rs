//! Pages of Markdown whose blocks are run: every command does what is shown below it.
//!
//! - A block behind a line with nothing but the name of a file in quotes and a colon is that file.
//! - A block marked `console` is a session: commands behind `$ ` with their output, in which `...` on a line of its own
//!   stands for any lines. A block marked `sh` holds commands whose output is not shown.
//! - A comment that starts with `variscope graph` draws the picture below it.
//! - Blocks marked `yaml`, `json` or `toml` can be read as such.
//!
//! Commands run in a folder with the files of the page, and with `tests` as it is here. With `UPDATE_BOOK=1` outputs
//! that differ and pictures are written instead of compared.

use std::env;
use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

pub const PROJECT: &str = env!("CARGO_MANIFEST_DIR");

/// What commands begin with that other tests run, that measure, or that put the program on a machine.
const NOT_RUN: [&str; 19] = [
    "cargo test",
    "cargo bench",
    "cargo install",
    "cargo binstall",
    "cargo deny",
    "cargo build",
    "cargo run --release -- count",
    ".ci/run",
    "benchmarks/",
    "packaging/",
    "pip install",
    "pipx ",
    "uvx ",
    "npx ",
    "npm install",
    "docker run",
    "mdbook ",
    "git ",
    "UPDATE_BOOK",
];

/// Something on a page that is run.
#[derive(Debug, PartialEq)]
enum Piece {
    /// A file with its text.
    File(String, String),
    /// A command, where its output is shown, and that.
    Session(String, Option<(Range<usize>, Vec<String>)>),
    /// A command that draws, and the picture's file as the page names it.
    Picture(String, String),
    /// A text in a language that has to be readable.
    Data(String, String),
    /// A program in Python.
    Python(String),
}

/// The pieces of a page; output is identified by the numbers of its lines.
fn pieces(text: &str) -> Vec<Piece> {
    let lines: Vec<&str> = text.lines().collect();
    let mut pieces = Vec::new();
    let (mut at, mut before) = (0, "");
    while at < lines.len() {
        let line = lines[at];
        let (fence, language) = line.split_at(line.len() - line.trim_start_matches('`').len());
        if fence.len() >= 3 {
            let end = (at + 1..lines.len()).find(|&end| lines[end] == fence).expect("the block ends");
            pieces.extend(block(language, before, at + 1, &lines[at + 1..end]));
            at = end;
        } else if let Some(command) = line.strip_prefix("<!-- variscope ").and_then(|rest| rest.strip_suffix(" -->")) {
            let picture = lines[at + 1].split_once("](").and_then(|(_, rest)| rest.split_once(')'));
            let (file, _) = picture.unwrap_or_else(|| panic!("no picture below: {line}"));
            pieces.push(Piece::Picture(format!("variscope {command}"), file.to_owned()));
        }
        if !lines[at].trim().is_empty() {
            before = lines[at];
        }
        at += 1;
    }
    pieces
}

fn block(language: &str, before: &str, start: usize, lines: &[&str]) -> Vec<Piece> {
    let text = || lines.iter().flat_map(|line| [line, "\n"]).collect::<String>();
    let name = before.strip_prefix('`').and_then(|rest| rest.strip_suffix("`:")).filter(|name| !name.contains('`'));
    match (name, language) {
        (Some(name), _) => vec![Piece::File(name.to_owned(), text())],
        (None, "console") => sessions(start, lines),
        (None, "sh") => lines.iter().map(|line| Piece::Session((*line).to_owned(), None)).collect(),
        (None, "python") => vec![Piece::Python(text())],
        (None, "yaml" | "json" | "toml") => vec![Piece::Data(language.to_owned(), text())],
        (None, _) => Vec::new(),
    }
}

fn sessions(start: usize, lines: &[&str]) -> Vec<Piece> {
    let mut sessions: Vec<(String, Range<usize>, Vec<String>)> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        match (line.strip_prefix("$ "), sessions.last_mut()) {
            (Some(command), _) => {
                let next = start + number + 1;
                sessions.push((command.to_owned(), next..next, Vec::new()));
            }
            (None, Some((_, range, output))) => {
                range.end += 1;
                output.push((*line).to_owned());
            }
            (None, None) => panic!("output before the first command: {line}"),
        }
    }
    sessions.into_iter().map(|(command, range, output)| Piece::Session(command, Some((range, output)))).collect()
}

/// Whether `lines` are those shown, `...` standing for any number of lines.
fn matches(shown: &[String], lines: &[&str]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((gap, rest)) if gap == "..." => (0..=lines.len()).any(|skipped| matches(rest, &lines[skipped..])),
        Some((line, rest)) => lines.first().is_some_and(|first| first.trim_end() == line) && matches(rest, &lines[1..]),
    }
}

/// A folder in which commands run.
struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        #[cfg(unix)]
        std::os::unix::fs::symlink(Path::new(PROJECT).join("tests"), folder.path().join("tests")).expect("a link");
        Self { folder }
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// A program with the built one first where programs are looked for.
    fn program(&self, name: &str) -> Command {
        let built = Path::new(env!("CARGO_BIN_EXE_variscope")).parent().expect("a folder");
        let path = format!("{}:{}", built.display(), env::var("PATH").unwrap_or_default());
        let mut program = Command::new(name);
        program.env("PATH", path).env("NO_COLOR", "1").env_remove("VARISCOPE_PRESETS").current_dir(self.folder.path());
        program.env("PYTHONPATH", Path::new(PROJECT).join("packaging/python")).env("PYTHONDONTWRITEBYTECODE", "1");
        program
    }

    /// What a terminal shows of a command.
    fn run(&self, command: &str) -> Result<String, String> {
        let command = command.replace("cargo run --release --", "variscope");
        let output = self.program("sh").args(["-c", &format!("exec 2>&1\n{command}")]).output().expect("a shell");
        let printed = String::from_utf8(output.stdout).expect("text");
        match output.status.code() {
            Some(0 | 1 | 3 | 4) => Ok(printed),
            code => Err(format!("{command}: {code:?}\n{printed}")),
        }
    }
}

/// Runs everything on the page; what is not as shown.
pub fn faults(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).expect("a page");
    let desk = Desk::new();
    let mut faults = Vec::new();
    let mut updates = Vec::new();
    for piece in pieces(&text) {
        let fault = match piece {
            Piece::File(name, text) => {
                desk.write(&name, &text);
                readable(name.rsplit('.').next().unwrap_or_default(), &text)
            }
            Piece::Session(command, _)
                if command.is_empty() || NOT_RUN.iter().any(|name| command.starts_with(name)) =>
            {
                continue;
            }
            Piece::Session(command, shown) => desk.run(&command).and_then(|printed| {
                let lines: Vec<&str> = printed.lines().collect();
                match shown {
                    Some((range, shown)) if !matches(&shown, &lines) => {
                        updates.push((range, printed.clone()));
                        Err(format!("$ {command}\n{printed}"))
                    }
                    _ => Ok(()),
                }
            }),
            Piece::Picture(command, file) => {
                desk.run(&command).and_then(|drawn| compare(&page.with_file_name(file), &drawn))
            }
            Piece::Data(language, text) => readable(&language, &text),
            Piece::Python(text) => python(&desk, &text),
        };
        faults.extend(fault.err());
    }
    if is_updating() {
        fs::write(page, updated(&text, &updates)).expect("the page is written");
    }
    faults
}

fn is_updating() -> bool {
    env::var_os("UPDATE_BOOK").is_some()
}

/// The page with these outputs in place of the lines that stood there.
fn updated(text: &str, updates: &[(Range<usize>, String)]) -> String {
    let mut result = String::new();
    for (number, line) in text.lines().enumerate() {
        for (_, printed) in updates.iter().filter(|(range, _)| range.start == number) {
            printed.lines().for_each(|line| _ = writeln!(result, "{}", line.trim_end()));
        }
        if !updates.iter().any(|(range, _)| range.contains(&number)) {
            _ = writeln!(result, "{line}");
        }
    }
    result
}

fn compare(file: &PathBuf, drawn: &str) -> Result<(), String> {
    if is_updating() {
        fs::write(file, drawn).expect("the picture is written");
    }
    let kept = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    if kept == drawn { Ok(()) } else { Err(format!("{} is drawn otherwise now", file.display())) }
}

fn readable(language: &str, text: &str) -> Result<(), String> {
    let read = match language {
        "json" => serde_json::from_str::<serde_json::Value>(text).err().map(|error| error.to_string()),
        "yaml" => serde_yaml::from_str::<serde_yaml::Value>(text).err().map(|error| error.to_string()),
        _ => None,
    };
    read.map_or(Ok(()), |error| Err(format!("{error}\n{text}")))
}

fn python(desk: &Desk, text: &str) -> Result<(), String> {
    let Ok(output) = desk.program("python3").args(["-c", text]).output() else {
        return Ok(());
    };
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(()) } else { Err(format!("{text}\n{printed}")) }
}

/// Links of the page to places in this project that are not there.
pub fn broken_links(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).expect("a page");
    let prose: String = text.split("```").step_by(2).collect();
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let is_broken = |target: &&str| {
        if target.starts_with("http") {
            return false;
        }
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        let file = if file.is_empty() { page.to_owned() } else { page.with_file_name(file) };
        !file.exists() || (!anchor.is_empty() && !anchors(&file).iter().any(|known| known == anchor))
    };
    targets.filter(is_broken).map(|target| format!("{}: {target}", page.display())).collect()
}

/// What the headings of a page are called in links.
fn anchors(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).expect("a page");
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let is_kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    let anchor = |line: &str| line.trim_start_matches('#').trim().to_lowercase().chars().filter(is_kept).collect();
    headings.map(anchor).map(|text: String| text.replace(' ', "-")).collect()
}

#[test]
fn gaps_stand_for_any_lines() {
    let shown = ["a", "...", "c"].map(str::to_owned);
    assert!(matches(&shown, &["a", "c"]) && matches(&shown, &["a", "b", "b", "c"]));
    assert!(!matches(&shown, &["a", "b"]) && !matches(&shown, &["b", "c"]) && !matches(&shown, &["a", "c", "d"]));
}

#[test]
fn pages_fall_into_pieces() {
    let text = "`a.yaml`:\n\n```yaml\na: 1\n```\n\n```console\n$ variscope b\nout\n```\n\
                <!-- variscope graph a.yaml -->\n![a](a.svg)\n";
    let expected = [
        Piece::File("a.yaml".to_owned(), "a: 1\n".to_owned()),
        Piece::Session("variscope b".to_owned(), Some((8..9, vec!["out".to_owned()]))),
        Piece::Picture("variscope graph a.yaml".to_owned(), "a.svg".to_owned()),
    ];
    assert_eq!(pieces(text), expected);
    assert_eq!(updated("a\nb\nc\n", &[(1..2, "x\ny\n".to_owned())]), "a\nx\ny\nc\n");
}
