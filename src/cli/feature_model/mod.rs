//! Commands about feature models: files whose extension says that they are no templates.

mod arguments;
mod ask;
mod count;
mod elements;
mod export;
mod list;
mod load;
mod sample;
mod stream;

pub use arguments::{FeatureModelArguments, ListArguments};
pub use ask::{diff, explain, optimize, review};
pub use count::count;
pub use elements::elements;
pub use export::export;
pub use list::{ListToken, list};
pub use sample::sample;

/// Whether the file at `path` is a feature model.
pub fn is_model(path: &std::path::Path) -> bool {
    variscope::feature::Format::of(path).is_some()
}
