//! One JSON document for all templates.

use super::FindingsReport;
use crate::answer::{self, Check};

pub(super) fn write(report: &FindingsReport) -> String {
    answer::json(&Check { templates: report.templates.clone(), summary: report.summary() })
}
