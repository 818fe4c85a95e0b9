//! `variscope list` of a feature model.

use std::str::FromStr;

use num_bigint::BigUint;
use serde_json::json;
use variscope::feature_model::variants::Range;

use super::load::ask;
use super::stream::Document;
use crate::cli::arguments::List;
use crate::cli::question::budget;
use crate::cli::status::Status;
use crate::cli::terminal::{Failure, Terminal};

/// One of several equal parts of all variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    parts: u64,
}

impl Shard {
    /// This part of a whole.
    pub fn of(self, total: &BigUint) -> Range {
        Range::shard(total, self.number, self.parts)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(number, parts)| Some((number.parse().ok()?, parts.parse().ok()?)));
        match parts {
            Some((number, parts)) if 1 <= number && number <= parts => Ok(Self { number, parts }),
            _ => Err("expected a part of the whole, such as 2/8".to_owned()),
        }
    }
}

/// Lists variants, unless the file is a template.
pub fn list(arguments: &List, terminal: &Terminal) -> Option<Result<Status, Failure>> {
    ask(&arguments.question, terminal, |model| {
        let budget = budget(&arguments.question.scope);
        let Ok(circuit) = terminal.work("compiling", || model.compile(&budget)) else {
            terminal.tell("stopped before the variants were known\n");
            return Ok(Status::Undecided);
        };
        let selection = &arguments.feature_model;
        let total = circuit.count();
        let mut range = selection.range(&total);
        let end =
            arguments.limit.map_or_else(|| range.end.clone(), |limit| (&range.next + limit).min(range.end.clone()));
        let rest = range.end > end;
        range.end.clone_from(&end);
        let resume = || vec![("resume", if rest { json!(end.to_string()) } else { json!(null) })];
        let document = Document { model, schema: "variscope/list/1", format: arguments.question.format };
        let header = [("exact", json!(true)), ("caveats", json!([])), ("total", json!(total.to_string()))];
        document.write(&header, model.variants(&circuit, range), resume)?;
        if rest {
            terminal.tell(&format!("there are more: go on with `--resume {end}`\n"));
        }
        Ok(Status::Fine)
    })
}

/// Where a list was left: the number of the next variant.
pub fn token(text: &str) -> Result<BigUint, String> {
    text.parse().map_err(|_| "expected the number that an earlier list ended with".to_owned())
}
