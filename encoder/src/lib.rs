//! The solver layer of variscope: formulas, clauses, and the questions asked of them.
//!
//! Nothing here knows TOSCA, files or terminals. Left to right:
//!
//! - [`formula`]: what is said, hash-consed in an arena; atoms are numbers that the caller gives meaning to;
//! - [`problem`]: definitions (an atom is equivalent to a formula, in cycles if need be) and constraints, each with
//!   the number of its rule; folding takes known atoms as far as evaluation goes;
//! - [`session`]: what folding left is solved, optimised, narrowed to one assignment;
//! - [`explain`]: minimal sets of rules and known atoms that force an answer, or whose absence changes it;
//! - [`mod@count`] gives numbers of models, exact or bounded; [`circuit`] compiles clauses once and then answers counts,
//!   frequencies and samples in passes over the result;
//! - [`enumeration`] lists models in lexicographic order, of clauses that are too much to compile;
//! - [`covering`] chooses few models that show every possible combination of few values;
//! - [`proof`] certifies that clauses have no model;
//! - [`linear`] finds numbers within bounds, some of which are sums of others;
//! - underneath, [`tseitin`] makes exact clauses of formulas, [`sat`] is the solver, [`mod@backbone`] works on clauses.
//!
//! ```
//! use variscope_encoder::{Atom, Budget, Explainer, FormulaId, Problem, Reason, RuleIndex};
//!
//! // Two servers, each wanted by the other; a choice of databases; a server needs a database.
//! let mut problem = Problem::new();
//! let [first, second, small, large] = [(); 4].map(|()| problem.new_atom());
//! problem.define(first, second.into(), RuleIndex::new(0));
//! problem.define(second, first.into(), RuleIndex::new(1));
//! let choice = problem.formulas_mut().at_most_one([small.into(), large.into()]);
//! let some = problem.formulas_mut().or([small.into(), large.into()]);
//! let needed = problem.formulas_mut().implies(first.into(), some);
//! problem.constrain(choice, RuleIndex::new(2));
//! problem.constrain(needed, RuleIndex::new(3));
//!
//! // As many servers as possible, then as little database as possible, then the first in order.
//! let mut session = problem.session(|_| None, Budget::unlimited())?;
//! let servers = [(first.into(), 1), (second.into(), 1)];
//! let databases = [(small.into(), 10), (large.into(), 40)];
//! assert_eq!(session.maximise(problem.formulas(), &servers)?.map(|sum| sum.found), Some(2));
//! assert_eq!(session.minimise(problem.formulas(), &databases)?.map(|sum| sum.found), Some(10));
//! let smallest = session.lexicographic_minimum(&[first, second, small, large])?;
//! assert!(smallest.is_some_and(|assignment| assignment.value(small)));
//!
//! // No other assignment has no small database.
//! assert!(session.solve_under(problem.formulas(), !FormulaId::from(small))?.is_none());
//!
//! // Why is there a small database as soon as there is a first server and no large database?
//! let known = |atom: Atom| [(first, true), (large, false)].into_iter().find(|(a, _)| *a == atom).map(|(_, v)| v);
//! let why = Explainer::new(&problem, known, Budget::unlimited()).why(small.into())?;
//! let reasons = [Reason::Rule(RuleIndex::new(3)), Reason::Known(first), Reason::Known(large)];
//! assert_eq!(why.as_deref(), Some(&reasons[..]));
//! # Ok::<(), variscope_encoder::Interrupted>(())
//! ```

pub mod atomic_sets;
pub mod backbone;
pub mod bdd;
#[cfg(test)]
mod brute_force;
pub mod budget;
mod cardinality;
pub mod circuit;
pub mod cnf;
mod component;
pub mod count;
pub mod covering;
mod decompose;
pub mod definability;
pub mod dimacs;
pub mod encodings;
mod engine;
pub mod enumeration;
pub mod explain;
mod factor;
pub mod formula;
pub mod linear;
pub mod lit;
mod natural;
mod optimum;
mod preprocess;
pub mod problem;
pub mod proof;
pub mod random;
pub mod recursion;
pub mod sat;
mod search;
pub mod session;
mod signed;
mod term;
pub mod tseitin;

pub use backbone::Backbone;
pub use budget::{Account, Budget, Interrupted, Progress};
pub use circuit::Circuit;
pub use cnf::Cnf;
pub use count::{Count, CountLimits};
pub use explain::{Explainer, Explanation, Ground, Minimizer, Reason, Role};
pub use formula::{Atom, FormulaId, Formulas};
pub use lit::{Lit, Var};
pub use problem::{Problem, Residual, Rule, RuleIndex, SelfComposition, Unknown};
pub use session::{Assignment, BacktrackingOutcome, BestSum, Session};
pub use tseitin::ClauseParts;
