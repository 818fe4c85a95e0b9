//! A certificate against the template: that its clauses say what the template says, claim by claim.
//!
//! Shares no code with the program: the template is read and evaluated by [`super::reference`], clauses are tried by
//! [`super::satisfaction`], proofs are checked by [`super::drat`]. For values of inputs and presences, right ones and
//! wrong ones, the clauses have to say what the reference says: each part of them by itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value as Json;

use super::circuit;
use super::claimed::Claimed;
use super::drat;
use super::reference::{Choice, Presences, Reference, Scene};
use super::satisfaction::{assigned, is_satisfiable, models};
use super::table::Table;

/// How much is looked at.
#[derive(Clone, Copy)]
pub struct Audit {
    /// Values of inputs, at most, with which clauses are compared; claims are tried with all of them.
    pub choices: usize,
    /// Whether all sets of presences are tried with them, or only right ones and those that differ in one element.
    pub all_presences: bool,
}

/// Clauses by what they say.
struct Parted {
    vars: usize,
    auxiliary: Vec<Vec<i32>>,
    stated: Vec<Vec<i32>>,
    contrary: Vec<Vec<i32>>,
}

impl Parted {
    fn of(text: &str, entry: &Json) -> Result<Self, String> {
        let mut clauses = drat::clauses(text)?;
        let vars = clauses.iter().flatten().map(|lit| lit.unsigned_abs() as usize).max().unwrap_or(0);
        let count = |key: &str| entry[key].as_u64().and_then(|count| usize::try_from(count).ok()).ok_or("no count");
        let (auxiliary, stated) = (count("auxiliary")?, count("stated")?);
        if auxiliary + stated > clauses.len() {
            return Err("more clauses are named than there are".to_owned());
        }
        let contrary = clauses.split_off(auxiliary + stated);
        let stated = clauses.split_off(auxiliary);
        Ok(Self { vars, auxiliary: clauses, stated, contrary })
    }
}

fn joined<'c>(parts: &[&'c Vec<Vec<i32>>]) -> Vec<&'c Vec<i32>> {
    parts.iter().flat_map(|part| part.iter()).collect()
}

/// One entry of a certificate, with what it is checked against.
struct Case<'c, 'r> {
    reference: &'r Reference,
    table: &'c Table<'r>,
    clauses: &'c Parted,
    claimed: &'c Claimed,
    /// Whether what is stated was not compared yet.
    is_new: bool,
}

impl Audit {
    /// Checks all entries in a folder; how many have evidence.
    pub fn folder(self, folder: &Path, reference: &Reference) -> Result<usize, String> {
        let read = |name: &str| fs::read_to_string(folder.join(name)).map_err(|error| format!("{name}: {error}"));
        let index: Json = serde_json::from_str(&read("index.json")?).map_err(|error| error.to_string())?;
        let tables = index["tables"].as_array().ok_or("no tables")?;
        let tables = tables.iter().map(|table| Table::of(table, reference)).collect::<Result<Vec<_>, _>>()?;
        let (mut checked, mut stated) = (0, BTreeSet::new());
        for entry in index["entries"].as_array().ok_or("no entries")? {
            if entry["uncertified"].is_string() {
                continue;
            }
            let claimed = Claimed::of(entry, reference)?;
            let table = entry["table"].as_u64().and_then(|place| tables.get(usize::try_from(place).ok()?));
            let table = table.ok_or("no table")?;
            let text = |key: &str| entry[key].as_str().ok_or_else(|| format!("no {key}")).and_then(read);
            let cnf = text("cnf")?;
            table.agrees(&cnf)?;
            let clauses = Parted::of(&cnf, entry)?;
            // Claims about the same variants state the same.
            let is_new = stated.insert((entry["table"].to_string(), clauses.auxiliary.clone(), clauses.stated.clone()));
            let case = Case { reference, table, clauses: &clauses, claimed: &claimed, is_new };
            let verdict = case.compare(self).and_then(|()| match claimed {
                Claimed::Count => case.counted(entry, &text("circuit")?),
                _ => case.refuted(entry, &text("proof")?),
            });
            verdict.map_err(|why| format!("{}: {why}", entry["claim"]))?;
            checked += 1;
        }
        Ok(checked)
    }
}

impl Case<'_, '_> {
    /// The proof, and the claim itself for all values of inputs.
    fn refuted(&self, entry: &Json, proof: &str) -> Result<(), String> {
        let clauses: Vec<Vec<i32>> = [&self.clauses.auxiliary, &self.clauses.stated, &self.clauses.contrary]
            .into_iter()
            .flatten()
            .cloned()
            .collect();
        drat::check(&clauses, proof)?;
        if !self.table.is_of(self.claimed.preset()) {
            return Err("the preset gives other values".to_owned());
        }
        let contrary = match self.claimed {
            Claimed::Dead(place) => Some((place, 1)),
            Claimed::Core(place) => Some((place, -1)),
            _ => None,
        };
        if let Some((place, sign)) = contrary {
            let literal = self.table.variable(*place).map(|variable| sign * variable);
            if literal.is_none() || clauses.last().map(Vec::as_slice) != literal.as_slice().get(..1) {
                return Err("the last clause does not say the contrary".to_owned());
            }
        }
        let (count, nth) = self.table.choices();
        for number in 0..count {
            let choice = nth(number);
            if self.is_contradicted(&choice, &self.right(&choice)?) {
                return Err(format!("wrong for {choice:?}"));
            }
        }
        if entry["optimum"].is_object() { self.reached(entry) } else { Ok(()) }
    }

    /// That the best sum is the one under the values that are named for it.
    fn reached(&self, entry: &Json) -> Result<(), String> {
        let Claimed::Best { property, value, .. } = self.claimed else { return Err("no sum".to_owned()) };
        let mut choice = self.reference.defaults.clone();
        let named = entry["optimum"]["reached"].as_object().ok_or("no witness")?;
        choice.extend(named.iter().map(|(input, value)| (input.clone(), value.clone())));
        let present = self.right(&choice)?;
        let scene = Scene { reference: self.reference, choice: &choice, present: &present };
        let sum = self.reference.sum(property, &scene)?;
        let is_given = self.table.given.iter().all(|(input, value)| choice.get(input) == Some(value));
        let is_fine = is_given && self.table.is_assumed(&present) && self.reference.is_valid(&scene);
        if is_fine && (sum - value).abs() < 1e-9 { Ok(()) } else { Err(format!("the witness has the sum {sum}")) }
    }

    /// The presences that values of inputs lead to.
    fn right(&self, choice: &Choice) -> Result<Presences, String> {
        // Where a condition cannot be evaluated, nothing is present, and nothing is valid.
        let found = self.reference.presences(choice).unwrap_or(Some(Presences::new()));
        found.ok_or_else(|| "outside of the reference: a cycle".to_owned())
    }

    fn is_contradicted(&self, choice: &Choice, present: &Presences) -> bool {
        let scene = Scene { reference: self.reference, choice, present };
        self.claimed.contradicted(&scene, self.table.is_assumed(present))
    }

    /// Whether some values in the same classes are what is claimed not to be: clauses say no more.
    fn is_contradicted_alike(&self, choice: &Choice, present: &Presences) -> bool {
        if !matches!(self.claimed, Claimed::NoValue(..)) {
            return self.is_contradicted(choice, present);
        }
        let (count, nth) = self.table.choices();
        let own = self.table.classes_of(choice);
        (0..count).map(nth).any(|other| self.table.classes_of(&other) == own && self.is_contradicted(&other, present))
    }

    /// The clauses against the reference.
    fn compare(&self, audit: Audit) -> Result<(), String> {
        let (count, nth) = self.table.choices();
        let step = count.div_ceil(audit.choices).max(1);
        for number in (0..count).step_by(step) {
            let choice = nth(number);
            let right = self.right(&choice)?;
            let elements: Vec<&String> = self.reference.parts.iter().map(|part| &part.path).collect();
            self.compare_under(&choice, &right)?;
            if audit.all_presences {
                for set in 0..1_usize << elements.len() {
                    let has = |place: &usize| set >> place & 1 == 1;
                    let present = (0..elements.len()).filter(has).map(|place| elements[place].clone()).collect();
                    self.compare_under(&choice, &present)?;
                }
            } else {
                for path in elements {
                    let mut present = right.clone();
                    if !present.remove(path) {
                        present.insert(path.clone());
                    }
                    self.compare_under(&choice, &present)?;
                }
            }
            if self.is_new {
                self.compare_flipped(&choice, &right)?;
            }
        }
        if self.is_new { self.enumerate() } else { Ok(()) }
    }

    /// For values of inputs, and presences that may be wrong.
    fn compare_under(&self, choice: &Choice, present: &Presences) -> Result<(), String> {
        let Parted { vars, auxiliary, stated, contrary } = self.clauses;
        let literals = self.table.literals(choice, present, self.claimed.measured())?;
        let largest = literals.iter().map(|lit| lit.unsigned_abs() as usize).max().unwrap_or(0).max(*vars);
        let values = assigned(largest, &literals).ok_or("two meanings of one variable")?;
        let scene = Scene { reference: self.reference, choice, present };
        let is_sum = self.claimed.measured().is_some();
        // Without a value of a condition there are no presences; only faults say so.
        let defined = || -> Option<bool> {
            let parts = self.reference.parts.iter().enumerate();
            let fits = parts.map(|(place, part)| {
                Some(self.reference.definition(place, &scene).ok()? == present.contains(&part.path))
            });
            fits.collect::<Option<Vec<bool>>>().map(|fits| fits.into_iter().all(|fits| fits))
        };
        let is_right = if self.is_new || is_sum { defined() } else { None };
        if let Some(is_right) = is_right.filter(|_| self.is_new) {
            let is_stated = is_satisfiable(&joined(&[auxiliary, stated]), values.clone());
            if is_right != is_stated {
                return Err(format!("stated: {is_stated}, meant: {is_right}: {choice:?} {present:?}"));
            }
        }
        // What is summed up has variables that only stated clauses define.
        let with: &[_] = if is_sum { &[auxiliary, stated, contrary] } else { &[auxiliary, contrary] };
        let is_contrary = is_satisfiable(&joined(with), values);
        let is_meant = self.is_contradicted_alike(choice, present);
        if (!is_sum || is_right == Some(true)) && is_contrary != is_meant {
            return Err(format!("contrary: {is_contrary}, meant: {is_meant}: {choice:?} {present:?}"));
        }
        Ok(())
    }

    /// With one literal wrong that stands for something else than an element.
    fn compare_flipped(&self, choice: &Choice, right: &Presences) -> Result<(), String> {
        let Parted { vars, auxiliary, stated, .. } = self.clauses;
        let literals = self.table.literals(choice, right, self.claimed.measured())?;
        let scene = Scene { reference: self.reference, choice, present: right };
        let is_defined = (0..self.reference.parts.len()).all(|place| self.reference.definition(place, &scene).is_ok());
        for variable in self.table.others().into_iter().filter(|_| is_defined) {
            let flipped: Vec<i32> =
                literals.iter().map(|&lit| if lit.abs() == variable { -lit } else { lit }).collect();
            let largest = flipped.iter().map(|lit| lit.unsigned_abs() as usize).max().unwrap_or(0).max(*vars);
            let values = assigned(largest, &flipped).ok_or("two meanings of one variable")?;
            if is_satisfiable(&joined(&[auxiliary, stated]), values) {
                return Err(format!("variable {variable} may be anything: {choice:?}"));
            }
        }
        Ok(())
    }

    /// Every model of what is stated is a configuration with the presences that it leads to, and there is one for each
    /// combination of classes.
    fn enumerate(&self) -> Result<(), String> {
        const MOST: usize = 64;
        let expected = self.table.combinations();
        if expected > MOST {
            return Ok(());
        }
        let Parted { vars, auxiliary, stated, .. } = self.clauses;
        let largest = self.table.others().iter().map(|lit| lit.unsigned_abs() as usize).max().unwrap_or(0).max(*vars);
        let found = models(&joined(&[auxiliary, stated]), vec![None; largest + 1], MOST + 1);
        for model in &found {
            let is_true = |lit: i32| model[lit.unsigned_abs() as usize].map(|value| value == (lit > 0));
            let choice = self.table.witness(is_true).ok_or("a model of no class")?;
            let present = (0..self.reference.parts.len())
                .filter(|&place| self.table.variable(place).and_then(is_true) == Some(true))
                .map(|place| self.reference.parts[place].path.clone())
                .collect::<Presences>();
            if self.reference.presences(&choice).is_ok_and(|right| right.as_ref() != Some(&present)) {
                return Err(format!("a model is no configuration: {choice:?} {present:?}"));
            }
        }
        if found.len() == expected { Ok(()) } else { Err(format!("{} models for {expected} classes", found.len())) }
    }

    /// The number of variants, and the circuit, against all values of inputs.
    fn counted(&self, entry: &Json, circuit: &str) -> Result<(), String> {
        let (count, nth) = self.table.choices();
        let mut variants = BTreeSet::new();
        for number in 0..count {
            let choice = nth(number);
            let present = self.right(&choice)?;
            if self.is_contradicted(&choice, &present) {
                variants.insert(present);
            }
        }
        let is_shown =
            |path: &String| self.reference.place(path).is_some_and(|place| !self.reference.parts[place].is_fallback);
        let variants: BTreeSet<Presences> =
            variants.into_iter().map(|present| present.into_iter().filter(is_shown).collect()).collect();
        if entry["count"].as_str() != Some(&variants.len().to_string()) {
            return Err(format!("there are {} variants", variants.len()));
        }
        let shown: Vec<(usize, String)> = self
            .reference
            .parts
            .iter()
            .filter(|part| !part.is_fallback)
            .map(|part| {
                let place = self.reference.place(&part.path).and_then(|place| self.table.variable(place)).unwrap_or(0);
                (place.unsigned_abs() as usize, part.path.clone())
            })
            .collect();
        circuit::Circuit::of(circuit)?.is_of(&shown, &variants)
    }
}
