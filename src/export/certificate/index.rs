//! `index.json`: all claims, each with its evidence and how to check that.

use num_bigint::BigUint;
use serde_json::{Value as Json, json};

/// The file.
pub(super) const FILE: &str = "index.json";

/// The version of its form.
pub(super) const SCHEMA: &str = "variscope/certificate/1";

/// A claim with its evidence.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) claim: String,
    pub(super) element: Option<String>,
    /// What the claim is about.
    pub(super) template: String,
    pub(super) evidence: Evidence,
}

/// What speaks for a claim.
#[derive(Debug)]
pub(super) enum Evidence {
    /// Clauses without a model, and a proof of that, for one claim or several.
    Refutation { name: String, is_shared: bool },
    /// Clauses, and a circuit with as many models.
    Circuit { name: String, count: BigUint },
    /// Nothing, for this reason.
    Missing(String),
}

/// The text of the file.
pub(super) fn text(entries: &[Entry]) -> String {
    let entries: Vec<Json> = entries.iter().map(entry).collect();
    let document = json!({ "schema": SCHEMA, "entries": entries });
    // Texts and numbers can always be written.
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

fn entry(entry: &Entry) -> Json {
    let mut json = json!({ "claim": entry.claim, "element": entry.element, "template": entry.template });
    match &entry.evidence {
        Evidence::Refutation { name, is_shared } => {
            let (cnf, proof) = (format!("{name}.cnf"), format!("{name}.drat"));
            let what =
                if *is_shared { "; its last clause says that one of the claims with this file is wrong" } else { "" };
            let check = format!("drat-trim {cnf} {proof} accepts the proof that {cnf} has no model{what}");
            (json["cnf"], json["proof"], json["check"]) = (cnf.into(), proof.into(), check.into());
        }
        Evidence::Circuit { name, count } => {
            let (cnf, circuit) = (format!("{name}.cnf"), format!("{name}.nnf"));
            let check = format!(
                "a projected model counter finds {count} models of {cnf} over the variables of `c p show`, or over all where \
                 that is missing, and a reasoner over d-DNNF as many of {circuit}"
            );
            json["count"] = count.to_string().into();
            (json["cnf"], json["circuit"], json["check"]) = (cnf.into(), circuit.into(), check.into());
        }
        Evidence::Missing(reason) => json["uncertified"] = reason.as_str().into(),
    }
    json
}

/// The files that an index in this form names; none when the text is no such index.
pub(super) fn files(text: &str) -> Option<Vec<String>> {
    let document: Json = serde_json::from_str(text).ok()?;
    if document["schema"] != SCHEMA {
        return None;
    }
    let entries = document["entries"].as_array()?.iter();
    let named = entries.flat_map(|entry| ["cnf", "proof", "circuit"].map(|key| entry[key].as_str().map(str::to_owned)));
    Some(named.flatten().collect())
}
