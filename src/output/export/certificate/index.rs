//! `index.json`: all claims, each with its evidence and how to check that.

use std::sync::Arc;

use num_bigint::BigUint;
use serde::Serialize;
use serde_json::Value as Json;

use super::meaning::VariableTable;
use crate::answer::{self, Goal, Values};

pub(super) const FILE: &str = "index.json";

/// The version of its form.
pub(super) const SCHEMA: &str = "variscope/certificate/1";

/// A claim with its evidence.
#[derive(Debug)]
pub(super) struct ClaimEvidence {
    pub(super) claim: String,
    pub(super) element: Option<String>,
    /// What the claim is about.
    pub(super) template: String,
    pub(super) evidence: Evidence,
    pub(super) parts: Option<Parts>,
    pub(super) optimum: Option<OptimumEvidence>,
}

/// What is the best, and what shows that it is reached.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OptimumEvidence {
    pub(super) goal: Goal,
    /// What is summed up.
    pub(super) measure: String,
    pub(super) value: String,
    /// Values for inputs under which the variant has this sum.
    pub(super) reached: Values,
}

/// What the parts of clauses say.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Parts {
    /// The table that says what their variables mean.
    pub(super) table: usize,
    pub(super) auxiliary: usize,
    pub(super) stated: usize,
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

/// The whole file.
#[derive(Serialize)]
struct CertificateIndex<'e> {
    schema: &'static str,
    tables: Vec<&'e VariableTable>,
    entries: Vec<WrittenEntry<'e>>,
}

/// An entry as it is written.
#[derive(Serialize)]
struct WrittenEntry<'e> {
    claim: &'e str,
    element: Option<&'e str>,
    template: &'e str,
    #[serde(flatten)]
    evidence: WrittenEvidence<'e>,
    #[serde(flatten)]
    parts: Option<Parts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimum: Option<&'e OptimumEvidence>,
}

/// Evidence as it is written.
#[derive(Serialize)]
#[serde(untagged)]
enum WrittenEvidence<'e> {
    Refutation { cnf: String, proof: String, check: String },
    Circuit { count: String, cnf: String, circuit: String, check: String },
    Missing { uncertified: &'e str },
}

/// The text of the file.
pub(super) fn text(tables: &[Arc<VariableTable>], entries: &[ClaimEvidence]) -> String {
    let tables = tables.iter().map(|table| &**table).collect();
    let document = CertificateIndex { schema: SCHEMA, tables, entries: entries.iter().map(written_entry).collect() };
    answer::pretty(&document) + "\n"
}

fn written_entry(entry: &ClaimEvidence) -> WrittenEntry<'_> {
    let evidence = match &entry.evidence {
        Evidence::Refutation { name, is_shared } => {
            let (cnf, proof) = (format!("{name}.cnf"), format!("{name}.drat"));
            let what =
                if *is_shared { "; its last clause says that one of the claims with this file is wrong" } else { "" };
            let check = format!("drat-trim {cnf} {proof} accepts the proof that {cnf} has no model{what}");
            WrittenEvidence::Refutation { cnf, proof, check }
        }
        Evidence::Circuit { name, count } => {
            let (cnf, circuit) = (format!("{name}.cnf"), format!("{name}.nnf"));
            let check = format!(
                "a projected model counter finds {count} models of {cnf} over the variables of `c p show`, or over all where \
                 that is missing, and a reasoner over d-DNNF as many of {circuit}"
            );
            WrittenEvidence::Circuit { count: count.to_string(), cnf, circuit, check }
        }
        Evidence::Missing(reason) => WrittenEvidence::Missing { uncertified: reason },
    };
    WrittenEntry {
        claim: &entry.claim,
        element: entry.element.as_deref(),
        template: &entry.template,
        evidence,
        parts: entry.parts,
        optimum: entry.optimum.as_ref(),
    }
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
