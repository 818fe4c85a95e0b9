//! What `index.json` says of variables, held against the template.

use serde_json::Value as Json;

use super::expression::{same, truth, value};
use super::reference::{Choice, Presences, Reference, Scene};

/// In place of a property: all of them are summed up.
const ANY: &str = "*";

/// What a variable stands for.
#[derive(Debug)]
enum Stands {
    Element(usize),
    Conditions(usize),
    Named(String),
    Value(Json),
    Input(String),
}

/// A table of `index.json`.
pub struct Table<'r> {
    reference: &'r Reference,
    pub given: Choice,
    assumed: Vec<(String, bool)>,
    variables: Vec<(i32, Stands)>,
    classes: Vec<Vec<(i32, Choice)>>,
}

fn choice(json: &Json) -> Result<Choice, String> {
    let values = json.as_object().ok_or("no values")?;
    Ok(values.iter().map(|(name, value)| (name.clone(), value.clone())).collect())
}

fn literal(json: &Json) -> Result<i32, String> {
    let literal = json.as_i64().and_then(|literal| i32::try_from(literal).ok());
    literal.filter(|&literal| literal != 0).ok_or_else(|| "no literal".to_owned())
}

impl<'r> Table<'r> {
    pub fn of(json: &Json, reference: &'r Reference) -> Result<Self, String> {
        let list = |json: &'_ Json| json.as_array().cloned().ok_or("no list".to_owned());
        let place = |json: &Json| {
            let path = json.as_str().ok_or("no path")?;
            reference.place(path).ok_or_else(|| format!("there is no {path}"))
        };
        let stands = |json: &Json| -> Result<(i32, Stands), String> {
            let means = json.as_object().ok_or("no variable")?;
            let (key, meant) = means.iter().find(|(key, _)| *key != "variable").ok_or("means nothing")?;
            let name = || meant.as_str().map(str::to_owned).ok_or("no name");
            let stands = match key.as_str() {
                "element" => Stands::Element(place(meant)?),
                "conditions_of" => Stands::Conditions(place(meant)?),
                "named" => Stands::Named(name()?),
                "value" => Stands::Value(meant.clone()),
                "input" => Stands::Input(name()?),
                other => return Err(format!("an unknown meaning: {other}")),
            };
            Ok((literal(&json["variable"])?, stands))
        };
        let class = |json: &Json| Ok((literal(&json["literal"])?, choice(&json["inputs"])?));
        let group = |json: &Json| list(json)?.iter().map(class).collect::<Result<_, String>>();
        let assumed = json["assumed"].as_object().ok_or("no assumptions")?;
        let table = Self {
            reference,
            given: choice(&json["given"])?,
            assumed: assumed.iter().map(|(path, value)| (path.clone(), *value == true)).collect(),
            variables: list(&json["variables"])?.iter().map(stands).collect::<Result<_, _>>()?,
            classes: list(&json["classes"])?.iter().map(group).collect::<Result<_, _>>()?,
        };
        table.complete()
    }

    /// The table, if it names every element and every open input at most once, and nothing else.
    fn complete(self) -> Result<Self, String> {
        let mut named: Vec<usize> = self.elements().map(|(_, place)| place).collect();
        named.sort_unstable();
        if named != (0..self.reference.parts.len()).collect::<Vec<_>>() {
            return Err("not each element has one variable".to_owned());
        }
        let mut variables: Vec<i32> = self.variables.iter().map(|(variable, _)| *variable).collect();
        variables.extend(self.classes.iter().flat_map(|group| {
            let mut own: Vec<i32> = group.iter().map(|(literal, _)| literal.abs()).collect();
            own.dedup();
            own
        }));
        let count = variables.len();
        variables.sort_unstable();
        variables.dedup();
        if variables.len() != count {
            return Err("a variable means two things".to_owned());
        }
        for (number, group) in self.classes.iter().enumerate() {
            let inputs: Vec<&String> = group.first().map(|(_, inputs)| inputs.keys().collect()).unwrap_or_default();
            for (place, (_, witness)) in group.iter().enumerate() {
                let mut choice = self.some_choice();
                choice.extend(witness.clone());
                if self.class(number, &choice, Some(ANY)).is_some_and(|own| own < place) {
                    return Err(format!("two classes that nothing tells apart: {witness:?}"));
                }
                let is_open = |(input, value): (&String, &Json)| {
                    let domain = self.reference.domains.get(input);
                    !self.given.contains_key(input) && domain.is_some_and(|domain| domain.contains(value))
                };
                if !witness.iter().all(is_open) || !witness.keys().eq(inputs.iter().copied()) {
                    return Err(format!("no values of open inputs: {witness:?}"));
                }
            }
        }
        Ok(self)
    }

    fn elements(&self) -> impl Iterator<Item = (i32, usize)> {
        self.variables.iter().filter_map(|(variable, stands)| match stands {
            Stands::Element(place) => Some((*variable, *place)),
            _ => None,
        })
    }

    /// The variable of an element.
    pub fn variable(&self, place: usize) -> Option<i32> {
        self.elements().find(|(_, other)| *other == place).map(|(variable, _)| variable)
    }

    /// The elements with a variable, and those variables that stand for something else.
    pub fn others(&self) -> Vec<i32> {
        let own = self.variables.iter().filter(|(_, stands)| !matches!(stands, Stands::Element(_)));
        own.map(|(variable, _)| *variable).collect()
    }

    /// Whether the names in the comments of clauses are those of this table.
    pub fn agrees(&self, cnf: &str) -> Result<(), String> {
        let comments = cnf.lines().filter_map(|line| line.strip_prefix("c ")?.split_once(' '));
        for (variable, path) in comments.filter(|(variable, _)| variable.parse::<i32>().is_ok()) {
            let own = self.reference.place(path).and_then(|place| self.variable(place));
            if own.map(|own| own.to_string()).as_deref() != Some(variable) {
                return Err(format!("{path} has another variable than {variable}"));
            }
        }
        Ok(())
    }

    /// How many combinations of classes there are.
    pub fn combinations(&self) -> usize {
        self.classes.iter().map(Vec::len).product()
    }

    /// Whether what is assumed is so.
    pub fn is_assumed(&self, present: &Presences) -> bool {
        self.assumed.iter().all(|(path, is_present)| present.contains(path) == *is_present)
    }

    /// The literals that are true for these values and presences, whether they are the right ones or not.
    pub fn literals(&self, choice: &Choice, present: &Presences, measured: Option<&str>) -> Result<Vec<i32>, String> {
        let scene = Scene { reference: self.reference, choice, present };
        let mut literals = Vec::new();
        for (variable, stands) in &self.variables {
            let is_true = match stands {
                Stands::Element(place) => present.contains(&self.reference.parts[*place].path),
                Stands::Conditions(place) => self.reference.own_conditions(*place, &scene).unwrap_or(false),
                Stands::Named(name) => {
                    super::expression::holds(&serde_json::json!({ "logic_expression": name }), &scene).unwrap_or(false)
                }
                Stands::Value(expression) => self.truth(expression, choice) == Some(true),
                Stands::Input(name) => choice.get(name).is_some_and(|value| truth(value) == Ok(true)),
            };
            literals.push(if is_true { *variable } else { -variable });
        }
        for (number, group) in self.classes.iter().enumerate() {
            let own = self.class(number, choice, measured).ok_or_else(|| format!("no class: {choice:?}"))?;
            let is_shared = group.len() == 2 && group[0].0 == -group[1].0;
            for (place, (literal, _)) in group.iter().enumerate() {
                if place == own || !is_shared {
                    literals.push(if place == own { *literal } else { -literal });
                }
            }
        }
        Ok(literals)
    }

    /// The class of each group that these values are in.
    pub fn classes_of(&self, choice: &Choice) -> Vec<Option<usize>> {
        (0..self.classes.len()).map(|group| self.class(group, choice, None)).collect()
    }

    fn truth(&self, expression: &Json, choice: &Choice) -> Option<bool> {
        let scene = Scene { reference: self.reference, choice, present: &Presences::new() };
        value(expression, &scene).and_then(|value| truth(&value)).ok()
    }

    /// The class of a group that these values are in: what is known of the values of its witness is the same.
    fn class(&self, group: usize, choice: &Choice, measured: Option<&str>) -> Option<usize> {
        let own = self.outcomes(choice, measured);
        self.classes[group].iter().position(|(_, witness)| {
            let mut other = choice.clone();
            other.extend(witness.clone());
            own == self.outcomes(&other, measured)
        })
    }

    /// All that conditions and properties make of values of inputs.
    fn outcomes(&self, choice: &Choice, measured: Option<&str>) -> Vec<Option<Json>> {
        let values = self.variables.iter().filter_map(|(_, stands)| match stands {
            Stands::Value(expression) => Some(self.truth(expression, choice).map(Json::from)),
            Stands::Input(name) => Some(choice.get(name).and_then(|value| truth(value).ok()).map(Json::from)),
            _ => None,
        });
        let scene = Scene { reference: self.reference, choice, present: &Presences::new() };
        let properties = self.reference.of_kind("property").filter_map(|(_, part)| {
            let expression = Some(&part.body["expression"]).filter(|expression| !expression.is_null())?;
            let value = value(expression, &scene).ok();
            let is_measured = measured.is_some_and(|measured| measured == part.name || measured == ANY);
            Some(value.map(|value| if is_measured { value } else { Json::Null }))
        });
        values.chain(properties).collect()
    }

    /// Values of inputs of which a class of each group is the one that these literals say; none where that is not one.
    pub fn witness(&self, is_true: impl Fn(i32) -> Option<bool>) -> Option<Choice> {
        let mut choice = self.some_choice();
        for group in &self.classes {
            let mut own = group.iter().filter(|(literal, _)| is_true(*literal) == Some(true));
            let (Some((_, witness)), None) = (own.next(), own.next()) else { return None };
            choice.extend(witness.clone());
        }
        Some(choice)
    }

    fn some_choice(&self) -> Choice {
        let domains = self.reference.domains.iter();
        let mut choice: Choice = domains.map(|(input, domain)| (input.clone(), domain[0].clone())).collect();
        choice.extend(self.given.clone());
        choice
    }

    /// All values for the inputs that are open, as a mixed number: the first, and how many there are.
    pub fn choices(&self) -> (usize, impl Fn(usize) -> Choice) {
        let open: Vec<(&String, &Vec<Json>)> =
            self.reference.domains.iter().filter(|(input, _)| !self.given.contains_key(*input)).collect();
        let count = open.iter().map(|(_, domain)| domain.len()).product();
        let nth = move |mut number: usize| {
            let mut choice = self.given.clone();
            for (input, domain) in &open {
                choice.insert((*input).clone(), domain[number % domain.len()].clone());
                number /= domain.len();
            }
            choice
        };
        (count, nth)
    }

    /// Whether a preset gives what this table says is given.
    pub fn is_of(&self, preset: Option<&str>) -> bool {
        let own = preset.and_then(|preset| self.reference.presets.get(preset));
        own.is_none_or(|values| {
            values.len() == self.given.len()
                && values.iter().all(|(input, value)| self.given.get(input).is_some_and(|given| same(given, value)))
        })
    }
}
