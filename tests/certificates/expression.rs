//! Expressions of conditions and values, as the language defines them, for values that are known.

use serde_json::{Value as Json, json};

/// What conditions can ask for.
pub trait World {
    /// The value of an input.
    fn input(&self, name: &str) -> Option<Json>;
    /// Whether the element with this path is present.
    fn is_present(&self, path: &str) -> bool;
    /// The path of an element that a condition names.
    fn path(&self, kind: &str, named: &Json) -> Result<String, String>;
    /// The condition with this name.
    fn named(&self, name: &str) -> Option<Json>;
    /// The context of a group or policy: elements of which some is present.
    fn parties(&self, kind: &str, named: &Json) -> Result<Vec<String>, String>;
}

type Evaluated<T> = Result<T, String>;

fn operands(json: &Json) -> Evaluated<&Vec<Json>> {
    json.as_array().ok_or_else(|| format!("no list: {json}"))
}

fn number(json: &Json) -> Evaluated<f64> {
    json.as_f64().ok_or_else(|| format!("no number: {json}"))
}

/// The operator of an expression, and what it is applied to.
fn applied(json: &Json) -> Evaluated<(&str, &Json)> {
    let entries = json.as_object().filter(|entries| entries.len() == 1);
    let (operator, argument) = entries.and_then(|entries| entries.iter().next()).ok_or("no operator")?;
    Ok((operator, argument))
}

/// Whether a condition holds.
pub fn holds(json: &Json, world: &impl World) -> Evaluated<bool> {
    if !json.is_object() {
        return truth(json);
    }
    let (operator, argument) = applied(json)?;
    let all = || operands(argument)?.iter().map(|one| holds(one, world)).collect::<Evaluated<Vec<bool>>>();
    let count = || all().map(|all| all.into_iter().filter(|&one| one).count());
    match operator {
        "and" => Ok(all()?.into_iter().all(|one| one)),
        "or" => Ok(count()? > 0),
        "xor" => Ok(count()? % 2 == 1),
        "exo" => Ok(count()? == 1),
        "amo" => Ok(count()? < 2),
        "not" => Ok(!holds(argument, world)?),
        "implies" => {
            let both = all()?;
            Ok(!both[0] || both[1])
        }
        "logic_expression" => {
            let name = argument.as_str().ok_or("no name")?;
            holds(&world.named(name).ok_or("nothing has this name")?, world)
        }
        "node_presence" | "relation_presence" | "artifact_presence" | "group_presence" | "policy_presence" => {
            let kind = operator.trim_end_matches("_presence");
            Ok(world.is_present(&world.path(kind, argument)?))
        }
        "has_present_member" | "has_present_target" => {
            let kind = if operator == "has_present_member" { "group" } else { "policy" };
            Ok(world.parties(kind, argument)?.iter().any(|path| world.is_present(path)))
        }
        _ => truth(&value(json, world)?),
    }
}

/// What a value is as a condition.
pub fn truth(json: &Json) -> Evaluated<bool> {
    match json {
        Json::Bool(value) => Ok(*value),
        Json::String(_) => Ok(true),
        Json::Number(number) => Ok(number.as_f64().is_some_and(|number| number > 0.0)),
        _ => Err(format!("no condition: {json}")),
    }
}

/// Whether two values are the same, as numbers if they are.
pub fn same(one: &Json, other: &Json) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => (one - other).abs() < f64::EPSILON,
        _ => one == other,
    }
}

/// The value of an expression.
pub fn value(json: &Json, world: &impl World) -> Evaluated<Json> {
    if !json.is_object() {
        return Ok(json.clone());
    }
    let (operator, argument) = applied(json)?;
    if operator == "variability_input" {
        let name = argument.as_str().ok_or("no name")?;
        return world.input(name).ok_or_else(|| format!("no input {name}"));
    }
    let all = operands(argument)?.iter().map(|one| value(one, world)).collect::<Evaluated<Vec<Json>>>()?;
    let numbers = || all.iter().map(number).collect::<Evaluated<Vec<f64>>>();
    let folded = |with: fn(f64, f64) -> Evaluated<f64>| {
        let numbers = numbers()?;
        let (first, others) = numbers.split_first().ok_or("no operand")?;
        let result = others.iter().try_fold(*first, |sum, &one| with(sum, one))?;
        Ok(json!(result))
    };
    match operator {
        "add" => folded(|sum, one| Ok(sum + one)),
        "sub" => folded(|sum, one| Ok(sum - one)),
        "mul" => folded(|sum, one| Ok(sum * one)),
        "mod" => folded(|sum, one| if one == 0.0 { Err("remainder by zero".to_owned()) } else { Ok(sum % one) }),
        "div" => folded(|sum, one| if one == 0.0 { Err("division by zero".to_owned()) } else { Ok(sum / one) }),
        "equal" => Ok(json!(all.windows(2).all(|pair| same(&pair[0], &pair[1])))),
        "greater" => compared(&all, |order| order > 0.0),
        "greater_or_equal" => compared(&all, |order| order >= 0.0),
        "less" => compared(&all, |order| order < 0.0),
        "less_or_equal" => compared(&all, |order| order <= 0.0),
        "concat" => {
            let texts = all.iter().map(|one| one.as_str().ok_or_else(|| format!("no text: {one}")));
            Ok(json!(texts.collect::<Evaluated<String>>()?))
        }
        _ => Err(format!("outside of the reference: {operator}")),
    }
}

fn compared(all: &[Json], holds: fn(f64) -> bool) -> Evaluated<Json> {
    let [one, other] = all else { return Err("a comparison of two".to_owned()) };
    Ok(json!(holds(number(one)? - number(other)?)))
}
