//! What tests look for and not every machine has: without it they are passed over, unless `VARISCOPE_REQUIRE` names it.

/// Says that something is not there, and what was not looked at.
///
/// # Panics
/// When `VARISCOPE_REQUIRE` names it among others, with commas between them.
#[allow(clippy::print_stdout, reason = "tests say what they leave out")]
pub fn passed_over(lacking: &str, unseen: &str) {
    let required = std::env::var("VARISCOPE_REQUIRE").unwrap_or_default();
    let is_required = required.split(',').any(|name| name.trim() == lacking);
    assert!(!is_required, "there is no {lacking}, which VARISCOPE_REQUIRE names: {unseen} was not looked at");
    println!("no {lacking}: {unseen} was not looked at");
}
