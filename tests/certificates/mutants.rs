//! Certificates with one thing changed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value as Json, json};

use super::drat;
use super::satisfaction::models;

/// Clauses of an entry that are changed, at most.
const MOST_CLAUSES: usize = 8;

/// An entry of a certificate by itself, with the texts of its files.
#[derive(Clone)]
pub struct Entry {
    pub index: Json,
    /// The key in the index, the name of the file, its text.
    files: Vec<(&'static str, String, String)>,
}

/// A clause set with one clause changed.
struct Changed {
    text: String,
    /// Whether some model is won or lost.
    is_another: bool,
}

impl Entry {
    /// All entries with evidence in a folder.
    pub fn all(folder: &Path) -> Vec<Self> {
        let index: Json = serde_json::from_str(&fs::read_to_string(folder.join("index.json")).unwrap()).unwrap();
        let entries = index["entries"].as_array().unwrap().iter().filter(|entry| entry["table"].is_u64());
        entries
            .map(|entry| {
                let file = |key: &'static str| {
                    let name = entry[key].as_str()?;
                    Some((key, name.to_owned(), fs::read_to_string(folder.join(name)).unwrap()))
                };
                let files = ["cnf", "proof", "circuit"].into_iter().filter_map(file).collect();
                Self { index: json!({ "tables": index["tables"], "entries": [entry] }), files }
            })
            .collect()
    }

    pub fn write(&self, folder: &Path) {
        for (_, name, text) in &self.files {
            fs::write(folder.join(name), text).unwrap();
        }
        fs::write(folder.join("index.json"), self.index.to_string()).unwrap();
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.files.iter().find(|(own, ..)| *own == key).map(|(.., text)| text.as_str())
    }

    fn with_text(&self, key: &str, text: &str) -> Self {
        let mut changed = self.clone();
        changed.files.iter_mut().filter(|(own, ..)| *own == key).for_each(|file| text.clone_into(&mut file.2));
        changed
    }

    fn with_index(&self, change: impl FnOnce(&mut Json)) -> Self {
        let mut changed = self.clone();
        change(&mut changed.index);
        changed
    }

    /// All mutants of some kinds, each with what was changed.
    pub fn mutants(&self, seed: usize) -> Vec<(String, Self)> {
        let mut all = Vec::new();
        for (number, changed) in self.changed_clauses(seed).into_iter().enumerate() {
            if changed.is_another {
                all.push((format!("clause {number}"), self.with_text("cnf", &changed.text)));
            }
        }
        if let Some(proof) = self.text("proof") {
            all.push(("proof without its end".to_owned(), self.with_text("proof", proof.strip_suffix("0\n").unwrap())));
            all.push(("no proof".to_owned(), self.with_text("proof", "")));
            all.push(("proof that deletes".to_owned(), self.with_text("proof", &format!("d 9999 0\n{proof}"))));
        }
        all.extend(self.circuits());
        all.extend(self.indexes());
        all
    }

    /// Clauses dropped, and with one literal turned around or left out.
    fn changed_clauses(&self, seed: usize) -> Vec<Changed> {
        let entry = &self.index["entries"][0];
        let count = |key: &str| usize::try_from(entry[key].as_u64().unwrap()).unwrap();
        let (auxiliary, stated) = (count("auxiliary"), count("stated"));
        let text = self.text("cnf").unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let first = lines.iter().position(|line| line.starts_with("p cnf")).unwrap() + 1;
        let places: Vec<usize> = (first..lines.len()).filter(|&place| !lines[place].starts_with('c')).collect();
        let clauses = drat::clauses(text).unwrap();
        let (meant, elements) = (self.meant(), self.elements());
        let mut all = Vec::new();
        let step = clauses.len().div_ceil(MOST_CLAUSES);
        for (number, &place) in places.iter().enumerate().skip(seed % step).step_by(step) {
            // What is claimed not to be is said of presences, right or wrong, under values that are right; of sums, where
            // presences are right too.
            let (contrary, is_sum) = (auxiliary + stated, entry["optimum"].is_object());
            let is_of_values = |other: usize| !clauses[other].iter().any(|lit| elements.contains(&lit.abs()));
            let readings: [&dyn Fn(usize) -> bool; 2] = [&|other| other < contrary, &|other| {
                other < auxiliary || other >= contrary || is_sum || is_of_values(other)
            }];
            let read = |is_read: &dyn Fn(usize) -> bool| -> Vec<&Vec<i32>> {
                let read = (0..clauses.len()).filter(|&other| other != number && is_read(other));
                read.map(|other| &clauses[other]).collect()
            };
            let readings: Vec<_> = readings.into_iter().filter(|is_read| is_read(number)).map(read).collect();
            for turned in 0..=clauses[number].len() {
                let own = &clauses[number];
                let new: Option<Vec<i32>> = own
                    .get(turned)
                    .map(|lit| own.iter().map(|other| if other == lit { -other } else { *other }).collect());
                let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
                lines[place] = new.as_ref().map_or_else(
                    || "c dropped".to_owned(),
                    |new| new.iter().map(ToString::to_string).chain(["0".to_owned()]).collect::<Vec<_>>().join(" "),
                );
                // A clause less has to be said in the header.
                if new.is_none() {
                    let header: Vec<&str> = text.lines().nth(first - 1).unwrap().split(' ').collect();
                    lines[first - 1] = format!("p cnf {} {}", header[2], clauses.len() - 1);
                }
                let is_another = readings
                    .iter()
                    .any(|others| assignments(others, Some(own), &meant) != assignments(others, new.as_ref(), &meant));
                all.push(Changed { text: lines.join("\n") + "\n", is_another });
            }
        }
        all
    }

    fn elements(&self) -> Vec<i32> {
        let table =
            &self.index["tables"][usize::try_from(self.index["entries"][0]["table"].as_u64().unwrap()).unwrap()];
        let own = table["variables"].as_array().unwrap().iter();
        let own = own.filter(|variable| ["element", "conditions_of"].iter().any(|key| variable[key].is_string()));
        own.map(|variable| i32::try_from(variable["variable"].as_i64().unwrap()).unwrap()).collect()
    }

    /// The variables that stand for something.
    fn meant(&self) -> Vec<usize> {
        let table =
            &self.index["tables"][usize::try_from(self.index["entries"][0]["table"].as_u64().unwrap()).unwrap()];
        let variables = table["variables"].as_array().unwrap().iter().map(|variable| &variable["variable"]);
        let classes = table["classes"].as_array().unwrap().iter().flat_map(|group| group.as_array().unwrap());
        let literals = variables.chain(classes.map(|class| &class["literal"]));
        literals.map(|literal| usize::try_from(literal.as_i64().unwrap().unsigned_abs()).unwrap()).collect()
    }

    fn circuits(&self) -> Vec<(String, Self)> {
        let Some(circuit) = self.text("circuit") else { return Vec::new() };
        let lines: Vec<&str> = circuit.lines().collect();
        let mut all = Vec::new();
        for (place, line) in lines.iter().enumerate() {
            let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let is_arc = words[0].parse::<usize>().is_ok();
            if is_arc && words.len() > 3 {
                words[2] = if let Some(rest) = words[2].strip_prefix('-') {
                    rest.to_owned()
                } else {
                    format!("-{}", words[2])
                };
            } else if words[0] == "t" {
                "f".clone_into(&mut words[0]);
            } else {
                continue;
            }
            let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            lines[place] = words.join(" ");
            all.push((format!("circuit, line {place}"), self.with_text("circuit", &(lines.join("\n") + "\n"))));
        }
        all
    }

    fn indexes(&self) -> Vec<(String, Self)> {
        let entry = &self.index["entries"][0];
        let claim = entry["claim"].as_str().unwrap();
        let mut all = Vec::new();
        let mut add = |what: &str, change: &dyn Fn(&mut Json)| all.push((what.to_owned(), self.with_index(change)));
        for (one, other) in [("core", "dead"), ("dead", "core")] {
            if let Some(path) = claim.strip_prefix(&format!("{one} ")) {
                add("the contrary", &|index| index["entries"][0]["claim"] = format!("{other} {path}").into());
                add("another element", &|index| index["entries"][0]["element"] = "node.other".into());
            }
        }
        if let Some(count) = entry["count"].as_str() {
            add("another count", &|index| index["entries"][0]["count"] = format!("{count}1").into());
        }
        let table = usize::try_from(entry["table"].as_u64().unwrap()).unwrap();
        let variables = self.index["tables"][table]["variables"].as_array().unwrap();
        let elements = variables.iter().filter(|variable| variable["element"].is_string()).count();
        // Elements are the first ones, and named in the clauses too.
        for place in 1..elements {
            let (one, other) = (&variables[place - 1]["variable"], &variables[place]["variable"]);
            add(&format!("variables {one} and {other}"), &|index| {
                let own = &mut index["tables"][table]["variables"];
                own[place - 1]["variable"] = other.clone();
                own[place]["variable"] = one.clone();
            });
        }
        for (place, variable) in variables.iter().enumerate().filter(|(_, variable)| variable["value"].is_object()) {
            add(&format!("the contrary of {variable}"), &|index| {
                index["tables"][table]["variables"][place]["value"] = json!({ "equal": [variable["value"], false] });
            });
        }
        for (place, group) in self.index["tables"][table]["classes"].as_array().unwrap().iter().enumerate() {
            add(&format!("classes of {group}"), &|index| {
                let own = &mut index["tables"][table]["classes"][place];
                let (first, second) = (own[0]["inputs"].clone(), own[1]["inputs"].clone());
                own[0]["inputs"] = second;
                own[1]["inputs"] = first;
            });
        }
        if entry["optimum"].is_object() {
            add("another sum", &|index| {
                index["entries"][0]["optimum"]["value"] = "-7".into();
                index["entries"][0]["claim"] = "no better than -7".into();
            });
            add("the other end", &|index| index["entries"][0]["optimum"]["goal"] = "max".into());
        }
        all
    }
}

/// The values that clauses, and one more, leave to variables.
fn assignments(others: &[&Vec<i32>], more: Option<&Vec<i32>>, meant: &[usize]) -> BTreeSet<Vec<Option<bool>>> {
    // No variable stays open.
    let both: Vec<Vec<i32>> = meant.iter().map(|&var| i32::try_from(var).unwrap()).map(|var| vec![var, -var]).collect();
    let clauses: Vec<&Vec<i32>> = others.iter().copied().chain(more).chain(&both).collect();
    let named = clauses.iter().flat_map(|clause| clause.iter()).map(|lit| lit.unsigned_abs() as usize);
    let vars = named.chain(meant.iter().copied()).max().unwrap_or(0);
    let found = models(&clauses, vec![None; vars + 1], usize::MAX);
    found.into_iter().map(|model| meant.iter().map(|&var| model[var]).collect()).collect()
}
