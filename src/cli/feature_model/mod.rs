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
pub use ask::{Reviewed, diff, explain, optimize, review};
pub use count::count;
pub use elements::elements;
pub use export::export;
pub use list::list;
pub use sample::sample;
