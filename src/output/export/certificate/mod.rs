//! Certificates: evidence for answers that can be checked without this program.
//!
//! Comes in: answers, and what they were asked of. Goes out: a folder with, for each claim that something is impossible,
//! `NAME.cnf` (DIMACS) and `NAME.drat` (DRAT; Wetzler, Heule and Hunt, SAT 2014), for a number of variants `NAME.cnf` and
//! `NAME.nnf` (the compiled circuit), and `index.json`, which lists all claims. Invariant: a proof is kept only after the
//! checker, which shares no code with the solver, has accepted it, a circuit only if it has the claimed number of models
//! when it is read back; a claim without evidence is listed with the reason.

pub mod answers;
mod claim;
mod earlier;
pub mod feature_model;
mod file_name;
mod index;
mod meaning;
mod refutation;
pub mod template;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use num_bigint::BigUint;
use thiserror::Error;
use variscope_encoder::circuit::nnf;
use variscope_encoder::{Budget, Interrupted, Lit, Var, circuit, count};

use super::{Clauses, d_dnnf, dimacs};
use crate::source::printable::printable_path;
use file_name::FileNames;
use index::{ClaimEvidence, Evidence, OptimumEvidence, Parts};
use meaning::VariableTable;
use refutation::{NotRefuted, refute};

pub use claim::Claim;
pub use earlier::is_certificate;
pub use meaning::ClauseMeaning;

/// Literals of all clauses of claims that are refuted one by one; more claims share a refutation.
const MAX_LITERALS: usize = 1 << 24;

/// A file that cannot be written.
#[derive(Debug, Error)]
#[error("{}: {source}", printable_path(path))]
pub struct Unwritable {
    /// The file.
    pub path: PathBuf,
    /// What the system says.
    pub source: io::Error,
}

/// A certificate that is being written.
#[derive(Debug)]
pub struct Certificates {
    folder: PathBuf,
    names: FileNames,
    /// What the claims are about, the last of which the next ones are about.
    templates: Vec<String>,
    /// What variables mean, each table once.
    tables: Vec<Arc<VariableTable>>,
    entries: Vec<ClaimEvidence>,
}

/// Claims that have no evidence, for the same reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnprovedClaims {
    /// The claims.
    pub claims: Vec<String>,
    /// Why there is none.
    pub reason: String,
}

impl Certificates {
    /// A certificate in an empty folder.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            names: FileNames::default(),
            templates: Vec::new(),
            tables: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// The next claims are about the template or feature model of this name.
    pub fn about(&mut self, template: &str) {
        self.templates.push(template.to_owned());
    }

    /// Whether there is nothing that claims could be about.
    pub fn is_void(&self) -> bool {
        self.templates.is_empty()
    }

    /// Whether the last claim has evidence.
    fn has_evidence(&self) -> bool {
        self.entries.last().is_some_and(|entry| !matches!(entry.evidence, Evidence::Missing(_)))
    }

    /// Lists a claim that has no evidence.
    pub fn record_gap(&mut self, claim: &Claim, reason: impl Into<String>) {
        self.enter(claim, Evidence::Missing(reason.into()), None);
    }

    /// [`Certificates::leave`], once for each template.
    fn leave_once(&mut self, claim: &Claim, reason: &str) {
        let (title, template) = (claim.title(), self.templates.last().map_or("", String::as_str));
        if !self.entries.iter().any(|entry| entry.claim == title && entry.template == template) {
            self.record_gap(claim, reason);
        }
    }

    /// Proves that the clauses have no model, which is what is claimed.
    ///
    /// # Errors
    /// [`Unwritable`].
    pub fn refute(&mut self, claim: &Claim, clauses: &Clauses, budget: &Budget) -> Result<(), Unwritable> {
        let name = self.names.fresh(&claim.title());
        self.refute_as(&name, &[claim], clauses, budget)
    }

    /// Proves that each literal is true in every model of the clauses, which is what is claimed with it.
    ///
    /// # Errors
    /// [`Unwritable`].
    pub fn imply(&mut self, claims: &[(Claim, Lit)], clauses: &Clauses, budget: &Budget) -> Result<(), Unwritable> {
        let size: usize = clauses.cnf.clauses().map(<[Lit]>::len).sum();
        if size.saturating_mul(claims.len()) > MAX_LITERALS {
            return self.imply_together(claims, clauses, budget);
        }
        for (claim, lit) in claims {
            let mut contrary = clauses.clone();
            contrary.cnf.add(&[!*lit]);
            self.refute(claim, &contrary, budget)?;
        }
        Ok(())
    }

    /// All at once: the clauses, and that one of the literals is false, have no model.
    fn imply_together(
        &mut self,
        claims: &[(Claim, Lit)],
        clauses: &Clauses,
        budget: &Budget,
    ) -> Result<(), Unwritable> {
        let mut contrary = clauses.clone();
        contrary.cnf.add(&claims.iter().map(|(_, lit)| !*lit).collect::<Vec<_>>());
        let name = self.names.fresh("together");
        let claims: Vec<&Claim> = claims.iter().map(|(claim, _)| claim).collect();
        self.refute_as(&name, &claims, &contrary, budget)
    }

    fn refute_as(
        &mut self,
        name: &str,
        claims: &[&Claim],
        clauses: &Clauses,
        budget: &Budget,
    ) -> Result<(), Unwritable> {
        let refuted = match refute(&self.folder, name, clauses, budget) {
            Err(NotRefuted::Unwritable(error)) => return Err(error),
            refuted => refuted.map_err(|why| why.to_string()),
        };
        for claim in claims {
            let evidence = match &refuted {
                Ok(()) => Evidence::Refutation { name: name.to_owned(), is_shared: claims.len() > 1 },
                Err(reason) => Evidence::Missing(reason.clone()),
            };
            self.enter(claim, evidence, clauses.meaning.as_ref());
        }
        Ok(())
    }

    /// Compiles the clauses to a circuit, which has as many models over their named variables as is claimed.
    ///
    /// # Errors
    /// [`Unwritable`].
    pub fn count(&mut self, number: &BigUint, clauses: &Clauses, budget: &Budget) -> Result<(), Unwritable> {
        let claim = Claim::Count;
        let text = match compiled(number, clauses, budget) {
            Ok(text) => text,
            Err(reason) => {
                self.record_gap(&claim, reason);
                return Ok(());
            }
        };
        let name = self.names.fresh(&claim.title());
        self.write(&format!("{name}.cnf"), &dimacs(clauses))?;
        self.write(&format!("{name}.nnf"), &text)?;
        self.enter(&claim, Evidence::Circuit { name, count: number.clone() }, clauses.meaning.as_ref());
        Ok(())
    }

    /// Writes `index.json`; what has no evidence comes back.
    ///
    /// # Errors
    /// [`Unwritable`].
    pub fn finish(self) -> Result<Vec<UnprovedClaims>, Unwritable> {
        self.write(index::FILE, &index::text(&self.tables, &self.entries))?;
        let mut gaps: Vec<UnprovedClaims> = Vec::new();
        for entry in self.entries {
            let Evidence::Missing(reason) = entry.evidence else { continue };
            match gaps.iter_mut().find(|gap| gap.reason == reason) {
                Some(gap) => gap.claims.push(entry.claim),
                None => gaps.push(UnprovedClaims { claims: vec![entry.claim], reason }),
            }
        }
        Ok(gaps)
    }

    fn enter(&mut self, claim: &Claim, evidence: Evidence, meaning: Option<&ClauseMeaning>) {
        let template = self.templates.last().cloned().unwrap_or_default();
        let element = claim.element().map(str::to_owned);
        let is_there = !matches!(evidence, Evidence::Missing(_));
        let parts = meaning.filter(|_| is_there).map(|meaning| self.parts(meaning));
        self.entries.push(ClaimEvidence { claim: claim.title(), element, template, evidence, parts, optimum: None });
    }

    /// What the last claim, which is one of a best sum, is about.
    fn reach(&mut self, optimum: OptimumEvidence) {
        if let Some(entry) = self.entries.last_mut() {
            entry.optimum = Some(optimum);
        }
    }

    fn parts(&mut self, meaning: &ClauseMeaning) -> Parts {
        let table = self.tables.iter().position(|table| Arc::ptr_eq(table, &meaning.table) || *table == meaning.table);
        let table = table.unwrap_or_else(|| {
            self.tables.push(Arc::clone(&meaning.table));
            self.tables.len() - 1
        });
        Parts { table, auxiliary: meaning.auxiliary, stated: meaning.stated }
    }

    fn write(&self, name: &str, text: &str) -> Result<(), Unwritable> {
        let path = self.folder.join(name);
        std::fs::write(&path, text).map_err(|source| Unwritable { path, source })
    }
}

/// The text of a circuit with this number of models, or why there is none.
fn compiled(number: &BigUint, clauses: &Clauses, budget: &Budget) -> Result<String, String> {
    let vars: Vec<Var> = clauses.names.iter().map(|(var, _)| *var).collect();
    let limits = count::CountLimits { budget: budget.clone(), ..count::CountLimits::default() };
    let circuit = circuit::compile(&clauses.cnf, Some(&vars), &limits)
        .map_err(|Interrupted| "stopped before the circuit was compiled".to_owned())?;
    let text = d_dnnf(&circuit, &clauses.names);
    let found =
        nnf::read(text.as_bytes(), &vars).map_err(|error| format!("the circuit is malformed: {error}"))?.count();
    if found == *number { Ok(text) } else { Err(format!("the circuit has {found} models where {number} are claimed")) }
}

#[cfg(test)]
mod tests;
