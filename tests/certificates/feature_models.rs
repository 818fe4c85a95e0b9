//! Small feature models that are known by how they were made, and certificates held against them.
//!
//! Nothing of the program reads the model here: a model is made as a tree with constraints, or as clauses, its variants are
//! found by trying all sets of features, and it is then written as text for the program.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value as Json;

use super::circuit::Circuit;
use super::drat;
use super::generated::Dice;
use super::reference::Presences;
use super::satisfaction::{assigned, models};

/// A model by all of its variants.
pub struct KnownModel {
    pub text: String,
    pub extension: &'static str,
    features: Vec<String>,
    prices: Vec<i64>,
    variants: BTreeSet<Presences>,
}

/// What a line among the constraints says.
enum Sentence {
    Feature(usize),
    Not(Box<Sentence>),
    Two(&'static str, Box<Sentence>, Box<Sentence>),
}

impl Sentence {
    fn random(dice: &mut Dice, features: usize, depth: usize) -> Self {
        let operand = |dice: &mut Dice| Box::new(Self::random(dice, features, depth - 1));
        match if depth == 0 { 0 } else { dice.below(4) } {
            0 => Self::Feature(dice.below(features)),
            1 => Self::Not(operand(dice)),
            _ => Self::Two(dice.pick(&["&", "|", "=>", "<=>"]), operand(dice), operand(dice)),
        }
    }

    fn holds(&self, set: usize) -> bool {
        match self {
            Self::Feature(feature) => set >> feature & 1 == 1,
            Self::Not(operand) => !operand.holds(set),
            Self::Two(operator, left, right) => match (*operator, left.holds(set), right.holds(set)) {
                ("&", left, right) => left && right,
                ("|", left, right) => left || right,
                ("=>", left, right) => !left || right,
                (_, left, right) => left == right,
            },
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Feature(feature) => format!("f{feature}"),
            Self::Not(operand) => format!("!({})", operand.text()),
            Self::Two(operator, left, right) => format!("({}) {operator} ({})", left.text(), right.text()),
        }
    }
}

/// Some features below another one, of which so many are to be there, at least and at most.
struct Group {
    words: String,
    parent: usize,
    members: Vec<usize>,
    least: usize,
    most: usize,
}

impl Group {
    fn random(dice: &mut Dice, parent: usize, members: Vec<usize>) -> Self {
        let count = members.len();
        let (low, high) = (dice.below(count + 1), dice.below(count + 1));
        let (words, least, most) = match dice.below(5) {
            0 => ("mandatory".to_owned(), count, count),
            1 => ("optional".to_owned(), 0, count),
            2 => ("or".to_owned(), 1, count),
            3 => ("alternative".to_owned(), 1, 1),
            _ => (format!("[{}..{}]", low.min(high), low.max(high)), low.min(high), low.max(high)),
        };
        Self { words, parent, members, least, most }
    }

    fn holds(&self, set: usize) -> bool {
        let selected = self.members.iter().filter(|&member| set >> member & 1 == 1).count();
        if set >> self.parent & 1 == 1 { (self.least..=self.most).contains(&selected) } else { selected == 0 }
    }
}

impl KnownModel {
    /// A tree with constraints, in UVL.
    pub fn tree(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let count = 5 + dice.below(5);
        let mut groups = Vec::new();
        let (mut next, mut parent) = (1, 0);
        while next < count {
            let members: Vec<usize> = (next..count.min(next + 1 + dice.below(4))).collect();
            next += members.len();
            groups.push(Group::random(&mut dice, parent, members));
            parent = dice.below(next);
        }
        let constraints: Vec<Sentence> = (0..dice.below(4)).map(|_| Sentence::random(&mut dice, count, 2)).collect();
        let prices: Vec<i64> = (0..count).map(|_| i64::try_from(dice.below(9)).unwrap() - 4).collect();
        let holds = |set: usize| {
            set & 1 == 1
                && groups.iter().all(|group| group.holds(set))
                && constraints.iter().all(|constraint| constraint.holds(set))
        };
        let mut text = "features\n".to_owned();
        written(&mut text, &groups, &prices, (0, 1));
        text.push_str("constraints\n");
        constraints.iter().for_each(|constraint| writeln!(text, "\t{}", constraint.text()).unwrap());
        Self::of(text, "uvl", count, prices, holds)
    }

    /// Clauses, in DIMACS.
    pub fn clauses(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let count = 4 + dice.below(5);
        let literal = |dice: &mut Dice| (dice.below(count), dice.once_in(2));
        let mut clauses: Vec<Vec<(usize, bool)>> = Vec::new();
        for _ in 0..count + dice.below(2 * count) {
            clauses.push((0..2 + dice.below(2)).map(|_| literal(&mut dice)).collect());
        }
        let mut text = String::new();
        (0..count).for_each(|feature| writeln!(text, "c {} f{feature}", feature + 1).unwrap());
        writeln!(text, "p cnf {count} {}", clauses.len()).unwrap();
        for clause in &clauses {
            for (feature, is_positive) in clause {
                write!(text, "{}{} ", if *is_positive { "" } else { "-" }, feature + 1).unwrap();
            }
            text.push_str("0\n");
        }
        let holds = |set: usize| {
            clauses.iter().all(|clause| clause.iter().any(|(feature, value)| (set >> feature & 1 == 1) == *value))
        };
        Self::of(text, "cnf", count, vec![0; count], holds)
    }

    fn of(
        text: String,
        extension: &'static str,
        count: usize,
        prices: Vec<i64>,
        holds: impl Fn(usize) -> bool,
    ) -> Self {
        let features: Vec<String> = (0..count).map(|feature| format!("f{feature}")).collect();
        let named = |set: usize| (0..count).filter(move |feature| set >> feature & 1 == 1);
        let variants = (0..1 << count).filter(|&set| holds(set));
        let variants = variants.map(|set| named(set).map(|feature| features[feature].clone()).collect()).collect();
        Self { text, extension, features, prices, variants }
    }

    /// The least sum of prices of a variant.
    pub fn least(&self) -> Option<i64> {
        let price = |name: &String| self.prices[name[1..].parse::<usize>().unwrap()];
        self.variants.iter().map(|variant| variant.iter().map(price).sum()).min()
    }

    /// Checks all entries in a folder; how many have evidence.
    pub fn audit(&self, folder: &Path) -> Result<usize, String> {
        let read = |name: &str| fs::read_to_string(folder.join(name)).map_err(|error| format!("{name}: {error}"));
        let index: Json = serde_json::from_str(&read("index.json")?).map_err(|error| error.to_string())?;
        let mut checked = 0;
        for entry in index["entries"].as_array().ok_or("no entries")? {
            if entry["uncertified"].is_string() {
                continue;
            }
            let text = |key: &str| entry[key].as_str().ok_or_else(|| format!("no {key}")).and_then(read);
            let claim = entry["claim"].as_str().ok_or("no claim")?;
            let cnf = text("cnf")?;
            let verdict = if claim == "count" {
                self.counted(entry, &cnf, &text("circuit")?)
            } else {
                self.refuted(claim, &cnf, &text("proof")?)
            };
            verdict.map_err(|why| format!("{claim}: {why}"))?;
            checked += 1;
        }
        Ok(checked)
    }

    /// Copies of the certificate with one mistake each, and what was done.
    pub fn mutants(&self, folder: &Path) -> Vec<(String, Vec<(String, String)>)> {
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let index = read("index.json");
        let parsed: Json = serde_json::from_str(&index).unwrap();
        let mut mutants = Vec::new();
        for entry in parsed["entries"].as_array().unwrap().iter().filter(|entry| !entry["uncertified"].is_string()) {
            let claim = entry["claim"].as_str().unwrap();
            let own = |key: &str| entry[key].as_str().map(str::to_owned);
            let mut change = |what: &str, name: String, text: String| {
                mutants.push((format!("{what} of {claim}"), vec![(name, text)]));
            };
            let name = own("cnf").unwrap();
            let cnf = read(&name);
            change("one name twice", name.clone(), cnf.replacen("c 1 f0", "c 1 f1", 1));
            // Where there is no variant at all, other clauses may say the same.
            let is_contrary =
                !self.variants.is_empty() && ["core ", "dead "].iter().any(|kind| claim.starts_with(kind));
            if let Some(contrary) = cnf.lines().last().filter(|_| is_contrary) {
                let turned = contrary.strip_prefix('-').map_or_else(|| format!("-{contrary}"), str::to_owned);
                let rest = cnf.strip_suffix(&format!("{contrary}\n")).unwrap();
                change("contrary", name, format!("{rest}{turned}\n"));
            }
            if let Some(proof) = own("proof") {
                let text = read(&proof);
                change("end of the proof", proof, text.strip_suffix("0\n").unwrap_or("").to_owned());
            }
            if let Some(count) = entry["count"].as_str() {
                let other = format!("\"count\": \"{}\"", count.parse::<u64>().unwrap() + 1);
                change("number", "index.json".to_owned(), index.replace(&format!("\"count\": \"{count}\""), &other));
            }
        }
        mutants
    }

    fn counted(&self, entry: &Json, cnf: &str, circuit: &str) -> Result<(), String> {
        if entry["count"].as_str() != Some(&self.variants.len().to_string()) {
            return Err("the number is another one".to_owned());
        }
        let shown = self.named(cnf)?;
        self.says_the_model(&drat::clauses(cnf)?, &shown)?;
        if self.variants.is_empty() { Ok(()) } else { Circuit::of(circuit)?.is_of(&shown, &self.variants) }
    }

    fn refuted(&self, claim: &str, cnf: &str, proof: &str) -> Result<(), String> {
        let mut clauses = drat::clauses(cnf)?;
        drat::check(&clauses, proof)?;
        let shown = self.named(cnf)?;
        let is_in = |name: &str| self.variants.iter().filter(|variant| variant.contains(name)).count();
        let (name, sign, expected) = match claim.split_once(' ') {
            Some(("core", name)) => (name, -1, self.variants.len()),
            Some(("dead", name)) => (name, 1, 0),
            _ if claim == "no variant" => {
                return if self.variants.is_empty() { Ok(()) } else { Err("there are variants".to_owned()) };
            }
            _ => {
                let least = claim.strip_prefix("no better than ").and_then(|least| least.parse().ok());
                return if least == self.least() { Ok(()) } else { Err(format!("it is {:?}", self.least())) };
            }
        };
        if is_in(name) != expected {
            return Err("it is not so".to_owned());
        }
        let (var, _) = shown.iter().find(|(_, known)| known == name).ok_or("no such name")?;
        // Where there is no variant at all, a clause that says so may come later.
        let contrary = vec![sign * i32::try_from(*var).unwrap()];
        let place = clauses.iter().rposition(|clause| *clause == contrary);
        let place = place.filter(|place| place + 1 == clauses.len() || self.variants.is_empty());
        clauses.remove(place.ok_or("the last clause does not say the contrary")?);
        self.says_the_model(&clauses, &shown)
    }

    /// The variables that have names, which are those of the features.
    fn named(&self, cnf: &str) -> Result<Vec<(usize, String)>, String> {
        let named = cnf.lines().filter_map(|line| line.strip_prefix("c ")?.split_once(' '));
        let named = named.filter_map(|(var, name)| Some((var.parse().ok()?, name.to_owned())));
        let named: Vec<(usize, String)> = named.collect();
        let names: BTreeSet<&String> = named.iter().map(|(_, name)| name).collect();
        let is_complete = named.len() == self.features.len() && names == self.features.iter().collect();
        if is_complete { Ok(named) } else { Err(format!("other names: {named:?}")) }
    }

    /// Whether the models of the clauses, as far as features go, are the variants.
    fn says_the_model(&self, clauses: &[Vec<i32>], shown: &[(usize, String)]) -> Result<(), String> {
        let vars = clauses.iter().flatten().map(|lit| lit.unsigned_abs() as usize);
        let vars = vars.chain(shown.iter().map(|(var, _)| *var)).max().unwrap_or(0);
        let clauses: Vec<&Vec<i32>> = clauses.iter().collect();
        let mut found = BTreeSet::new();
        for model in models(&clauses, assigned(vars, &[]).ok_or("no values")?, usize::MAX) {
            let open: Vec<&(usize, String)> = shown.iter().filter(|(var, _)| model[*var].is_none()).collect();
            for more in 0..1usize << open.len() {
                let free = open.iter().enumerate().filter(|(place, _)| more >> place & 1 == 1);
                let fixed = shown.iter().filter(|(var, _)| model[*var] == Some(true));
                found.insert(fixed.chain(free.map(|(_, one)| *one)).map(|(_, name)| name.clone()).collect());
            }
        }
        if found == self.variants { Ok(()) } else { Err("the clauses have other models".to_owned()) }
    }
}

/// Writes a feature and what is below it.
fn written(text: &mut String, groups: &[Group], prices: &[i64], (feature, depth): (usize, usize)) {
    writeln!(text, "{}f{feature} {{price {}}}", "\t".repeat(depth), prices[feature]).unwrap();
    for group in groups.iter().filter(|group| group.parent == feature) {
        writeln!(text, "{}{}", "\t".repeat(depth + 1), group.words).unwrap();
        group.members.iter().for_each(|&member| written(text, groups, prices, (member, depth + 2)));
    }
}
