//! One JSON document for all templates.

use super::FindingsReport;
use crate::answer::{self, Check};

pub(super) fn write(report: &FindingsReport) -> String {
    answer::json(&Check::of(report.templates.clone()))
}
