//! What `check` reports when it is stopped.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use variscope::analysis::question::{CheckOptions, Findings, Limits};
use variscope::analysis::value::Configuration;
use variscope::source::Span;
use variscope::source::diagnostic::Code;
use variscope_encoder::Budget;

use super::Case;

/// What is said of all configurations. Everything else is shown by one of them, or stands in the template; of several that are
/// reported together another one may come first.
static CLAIMS: &[Code] = &[
    Code::DeadElement,
    Code::RedundantCondition,
    Code::FalseOptional,
    Code::TautologicalCondition,
    Code::UnsatisfiableCondition,
    Code::RedundantConstraint,
    Code::TautologicalConstraint,
    Code::ImpossibleValue,
    Code::EmptyDeployment,
    Code::PrunedNode,
    Code::UnusedExpression,
];

/// The code and the place of each finding.
fn reported(found: &Findings) -> BTreeSet<(Code, Option<Span>)> {
    found.findings.iter().map(|finding| (finding.diagnostic.code, finding.diagnostic.span())).collect()
}

/// However few steps there are, nothing is claimed that is not claimed without a limit, and all is found where the answer is complete.
pub fn findings_are_those_without_a_limit(case: &Case) -> TestCaseResult {
    let nothing = Configuration::new();
    let check = |limits: &Limits| case.variants(&nothing).check(limits, CheckOptions::default());
    let all = check(&Limits::default());
    let expected = reported(&all);
    for exponent in 4..20 {
        let budget = Budget::unlimited().with_steps(1 << exponent);
        let found = check(&Limits { budget, ..Limits::default() });
        let stopped = reported(&found);
        let more: Vec<_> = stopped.difference(&expected).filter(|(code, _)| CLAIMS.contains(code)).collect();
        prop_assert!(more.is_empty(), "2^{} steps claim {:?}", exponent, more);
        if found.exactness.is_complete && all.exactness.is_complete {
            prop_assert_eq!(&stopped, &expected, "2^{} steps are said to find all", exponent);
        }
    }
    Ok(())
}
