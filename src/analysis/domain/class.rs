//! Classes of configurations, and the groups of inputs that they are of.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::BigUint;
use variscope_encoder::linear::WorkLimit;

use super::Caveat;
use super::candidate::Candidate;
use super::extent::Extent;
use super::outcomes::Outcomes;
use super::truth_value::TruthValues;
use crate::analysis::value::{Configuration, Language, Value};

/// Inputs that are read together.
#[derive(Clone, Debug)]
pub struct InputGroup<S> {
    /// The open inputs.
    pub inputs: Vec<Arc<str>>,
    /// Whether it is one of several sums of these inputs: then its classes are ranges of the sum, and which there are together, and
    /// in which configurations, is said by [`JointSums`](super::JointSums).
    pub is_joint: bool,
    /// By input: whether only some of the values that may make a difference were looked at.
    pub sampled: Vec<bool>,
    /// The readers, by place.
    pub readers: Vec<usize>,
    /// The classes, in the order of their witnesses.
    pub classes: Vec<Class>,
    /// What the readers make of them.
    pub outcomes: Outcomes<S>,
    /// By input: the values that were looked at, each with the classes in which it was met, by place.
    pub occurrences: Vec<Vec<(Candidate, BTreeSet<usize>)>>,
    /// The class of each combination of these values, by place; the last input turns fastest. None where some combinations
    /// were looked at only: then a value may occur in other classes too.
    pub combinations: Option<Vec<u32>>,
    /// Configurations of none of the classes that there may be, by kind: what each reader may make of them. Empty when
    /// every class is known.
    pub possible: Vec<Vec<TruthValues>>,
    /// Why there may be such configurations.
    pub caveats: Vec<Caveat>,
}

impl<S> InputGroup<S> {
    /// Whether every class is known.
    pub fn is_complete(&self) -> bool {
        self.possible.is_empty()
    }
}

/// Configurations of a group that no reader can distinguish.
#[derive(Clone, Debug)]
pub struct Class {
    /// One of them: a value for each input of the group.
    pub witness: Vec<Value>,
    /// How many they are; none for infinitely many, and where they are not counted.
    pub size: Option<BigUint>,
    /// Whether they are finitely many.
    pub extent: Extent,
    /// Whether all of them have a value that nothing mentions.
    pub is_unmentioned: bool,
}

/// The completions of a configuration, and how they are looked at.
#[derive(Clone, Copy)]
pub struct Completions<'c> {
    /// What declares the inputs.
    pub language: &'c Language<'c>,
    /// What is completed.
    pub given: &'c Configuration,
    /// Whether they have no texts that nothing mentions.
    pub is_closed: bool,
    /// Where numbers meet is computed as long as there is some of it left.
    pub effort: &'c WorkLimit,
}

/// What a row says about the size of its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ClassSize {
    /// It is one configuration.
    One,
    /// It stands for so many, if that is known, and else finitely many or not.
    Many(Option<BigUint>, Extent),
    /// It is one of an unknown number.
    Unknown,
}
