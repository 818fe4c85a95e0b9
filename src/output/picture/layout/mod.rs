//! Where everything goes: a layered drawing of a graph with boxes in boxes.
//!
//! Comes in: a [`Scene`] of boxes with sizes and of links between them. Goes out: a [`Layout`] with a place for every box
//! and a route for every link. The steps are those of Sugiyama, Tagawa and Toda (*Methods for visual understanding of
//! hierarchical system structures*, 1981), for every box of its own as in Sugiyama and Misue (*Visualization of
//! structural information: automatic drawing of compound digraphs*, 1991):
//!
//! 1. outside in, each link is split where it crosses the border of a box; each part lies in one box ([`levels`]),
//!    where cycles are broken ([`cycles`]) and boxes get layers ([`layering`]);
//! 2. outside in, parts are cut at the rows they pass ([`rows`]), and rows are ordered so that links cross little
//!    ([`ordering`]); where links meet a border outside decides their order inside;
//! 3. inside out, everything gets coordinates ([`coordinates`]) and a place in its box ([`inside`]);
//! 4. outside in, places become absolute and parts become routes ([`routes`]).
//!
//! Invariants: boxes of one box do not overlap and lie within it; a link touches no box but its ends and the boxes
//! around them.

mod coordinates;
mod cycles;
mod inside;
mod layering;
mod levels;
mod ordering;
mod packing;
mod routes;
mod rows;
mod scene;

use thiserror::Error;

use levels::Levels;
pub(super) use routes::Layout;
pub(super) use scene::{Point, Rect, RouteSegment, Scene, SceneBox, SceneLink, Size};

/// Vertices of all rows together that can be laid out in reasonable time.
const MAX_VERTICES: usize = 200_000;

/// There is too much to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the topology is too large for a picture; write it as DOT for a tool that draws large graphs")]
pub struct TooLarge;

/// Lays out `scene`.
///
/// # Errors
/// When links pass too many rows altogether.
pub(super) fn layout(scene: &Scene) -> Result<Layout, TooLarge> {
    let levels = Levels::of(scene);
    if levels.vertices() > MAX_VERTICES {
        return Err(TooLarge);
    }
    let ordered = ordering::order(scene, &levels);
    let insides = inside::place(scene, &ordered);
    Ok(routes::compose(scene, &levels, &insides))
}
