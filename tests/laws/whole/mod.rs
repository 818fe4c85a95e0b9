//! Answers about whole templates ([`crate::template`]) against resolving every configuration.
//!
//! Each law is tried on few templates whenever the tests run, on others for each commit; and on 10,000 templates in a test
//! of its own: `cargo test --test laws whole::at_length -- --ignored`.

mod best;
mod choices;
mod counts;
mod differences;
mod elements;
mod errors;
mod exactness;
mod lists;
mod presets;
mod samples;
mod stopped;
mod superfluous;
mod truth;
mod witnesses;

use std::cell::Cell;
use std::fmt::Debug;

use proptest::prelude::*;
use proptest::test_runner::{TestCaseResult, TestRunner};
use variscope::analysis::question::{Limits, Variants};
use variscope::analysis::value::Configuration;
use variscope::tosca::model::Model;
use variscope_encoder::Budget;

use self::truth::{Truth, read};
use crate::template::{Template, edit, open_templates, templates};

/// A template with what is true of it.
pub struct Case {
    pub template: Template,
    pub model: Model,
    pub truth: Truth,
}

/// How hard a law is tried.
#[derive(Clone, Copy)]
struct Effort {
    templates: u32,
    /// Configurations of each that are looked at where there are more.
    configurations: usize,
}

impl Effort {
    /// Where all tests run.
    const fn few(templates: u32) -> Self {
        Self { templates, configurations: 256 }
    }

    /// Where there is time.
    const AT_LENGTH: Self = Self { templates: 10_000, configurations: 1_000 };
}

impl Case {
    fn of(template: Template, effort: Effort) -> Self {
        let (model, nothing) = (read(&template), Configuration::new());
        let variants = Variants::of(&model, &nothing).expect("the conditions are well-formed");
        let truth = Truth::of(&variants, template.configurations(effort.configurations));
        Self { template, model, truth }
    }

    pub fn variants<'c>(&'c self, configuration: &'c Configuration) -> Variants<'c> {
        Variants::of(&self.model, configuration).expect("the conditions are well-formed")
    }
}

/// Tries a law on random templates.
///
/// What fails is shown as a template, as small as possible; a seed would mean another template once there are more kinds of
/// them.
fn hold<S: Strategy>(effort: Effort, strategy: &S, law: impl Fn(S::Value) -> TestCaseResult)
where
    S::Value: Debug,
{
    let defaults = ProptestConfig::default();
    let cases = effort.templates;
    // In milliseconds.
    let max_shrink_time = 120_000;
    let config = ProptestConfig { cases, failure_persistence: None, max_shrink_time, ..defaults };
    TestRunner::new(config).run(strategy, law).unwrap_or_else(|failure| panic!("{failure}"));
}

/// A law about one template.
fn of_each(effort: Effort, law: impl Fn(&Case) -> TestCaseResult) {
    hold(effort, &templates(), |template| law(&Case::of(template, effort)));
}

/// A law about one template with inputs of infinitely many values.
fn of_each_open(effort: Effort, law: impl Fn(&Case) -> TestCaseResult) {
    hold(effort, &open_templates(), |template| law(&Case::of(template, effort)));
}

/// A law about a template before and after an edit.
fn of_each_edit(effort: Effort, law: impl Fn(&Case, &Case) -> TestCaseResult) {
    hold(effort, &(templates(), edit()), |(template, edit)| {
        let edited = template.edited(&edit);
        law(&Case::of(template, effort), &Case::of(edited, effort))
    });
}

/// Laws about lists and clauses say nothing of templates that have none: most have both.
#[test]
fn most_templates_have_lists_and_clauses() {
    let (lists, clauses) = (Cell::new(0), Cell::new(0));
    hold(Effort::few(100), &templates(), |template| {
        let (model, nothing) = (read(&template), Configuration::new());
        let variants = Variants::of(&model, &nothing).expect("the conditions are well-formed");
        lists.set(lists.get() + usize::from(variants.listing(&Limits::default()).is_some()));
        clauses.set(clauses.get() + usize::from(variants.clauses(&Budget::unlimited()).is_ok()));
        Ok(())
    });
    assert!(lists.get() > 60 && clauses.get() > 60, "{} lists, {} clauses", lists.get(), clauses.get());
}

macro_rules! laws {
    ($($name:ident: $templates:literal $quantifier:path, $law:path;)*) => {
        mod few {
            use super::*;

            $(#[test]
            fn $name() {
                $quantifier(Effort::few($templates), $law);
            })*
        }

        mod at_length {
            use super::*;

            $(#[test]
            #[ignore = "takes minutes"]
            fn $name() {
                $quantifier(Effort::AT_LENGTH, $law);
            })*
        }
    };
}

laws! {
    counts_are_those_of_all_configurations: 100 of_each, counts::are_those_of_all_configurations;
    elements_behave_as_in_all_configurations: 100 of_each, elements::behave_as_in_all_configurations;
    elements_of_a_set_come_together: 50 of_each, elements::of_a_set_come_together;
    explanations_are_those_of_all_configurations: 50 of_each, elements::are_explained_as_in_all_configurations;
    lists_are_those_of_all_configurations: 100 of_each, lists::are_those_of_all_configurations;
    exact_answers_are_contradicted_by_no_configuration: 100 of_each_open, exactness::no_configuration_contradicts;
    errors_are_those_of_all_configurations: 100 of_each, errors::are_those_of_all_configurations;
    dead_elements_are_in_no_variant: 50 of_each, superfluous::elements_are_in_no_variant;
    conditions_without_effect_change_nothing: 50 of_each, superfluous::conditions_change_nothing;
    safe_fixes_change_nothing: 50 of_each, superfluous::fixes_change_nothing;
    constraints_without_effect_exclude_nothing: 100 of_each, superfluous::constraints_exclude_nothing;
    stopped_checks_find_nothing_else: 50 of_each, stopped::findings_are_those_without_a_limit;
    unread_inputs_make_no_difference: 50 of_each, superfluous::inputs_make_no_difference;
    impossible_values_are_in_no_valid_configuration: 100 of_each, superfluous::values_are_in_no_valid_configuration;
    presets_are_judged_by_all_completions: 100 of_each, presets::are_judged_by_all_completions;
    presets_are_equal_when_their_variants_are: 50 of_each, presets::are_equal_when_their_variants_are;
    choices_are_possible_as_completions_are_valid: 50 of_each, choices::are_possible_as_completions_are_valid;
    best_variants_are_the_best_of_all_configurations: 50 of_each, best::are_the_best_of_all_configurations;
    samples_are_variants_of_some_configuration: 50 of_each, samples::are_variants_of_some_configuration;
    differences_are_those_of_all_configurations: 100 of_each_edit, differences::are_those_of_all_configurations;
    witnesses_of_lists_resolve: 50 of_each, witnesses::of_lists;
    witnesses_of_choices_resolve: 50 of_each, witnesses::of_choices;
    witnesses_of_explanations_resolve: 30 of_each, witnesses::of_explanations;
    witnesses_of_findings_resolve: 50 of_each, witnesses::of_findings;
}
