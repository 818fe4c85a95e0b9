//! Places become absolute, and parts of links become routes.

use super::inside::Inside;
use super::levels::Levels;
use super::scene::{Point, Rect, RouteSegment, Scene, Size};

/// The way of a link from its source to its target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    /// Vertical pieces; curves that begin and end vertically lie between them.
    pub stations: Vec<RouteSegment>,
    /// Where its words begin; none for a link from a box to itself.
    pub words: Option<Point>,
}

/// Where everything is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The size of it all.
    pub size: Size,
    /// The boxes.
    pub boxes: Vec<Rect>,
    /// The routes of the links; one that leads from a box to itself has no stations.
    pub routes: Vec<Route>,
}

/// Puts together what was placed in every box.
pub(super) fn compose(scene: &Scene, levels: &Levels, insides: &[Inside]) -> Layout {
    let surface = scene.surface();
    let mut corners = vec![Point::default(); insides.len()];
    for &container in &levels.outside_in {
        let at = corners[container];
        for &(place, point) in &insides[container].boxes {
            corners[place] = Point { x: at.x + point.x, y: at.y + point.y };
        }
    }
    let rect = |place: usize| Rect { at: corners[place], size: insides[place].size };
    let mut pieces: Vec<Vec<(usize, Vec<RouteSegment>)>> = vec![Vec::new(); scene.links.len()];
    let mut routes = vec![Route::default(); scene.links.len()];
    for &container in &levels.outside_in {
        let at = corners[container];
        for (link, chain) in &insides[container].chains {
            let moved = |station: &RouteSegment| RouteSegment {
                x: station.x + at.x,
                from: station.from + at.y,
                to: station.to + at.y,
            };
            pieces[*link].push((container, chain.iter().map(moved).collect()));
        }
        for &(link, point) in &insides[container].words {
            routes[link].words = Some(Point { x: at.x + point.x, y: at.y + point.y });
        }
    }
    for (link, pieces) in pieces.into_iter().enumerate() {
        routes[link].stations = joined(scene, link, pieces, levels);
    }
    Layout { size: insides[surface].size, boxes: (0..surface).map(rect).collect(), routes }
}

/// The pieces of a link from its source up to the level of its words and down to its target.
fn joined(
    scene: &Scene,
    link: usize,
    mut pieces: Vec<(usize, Vec<RouteSegment>)>,
    levels: &Levels,
) -> Vec<RouteSegment> {
    let (ends, Some(top)) = (scene.links[link], levels.tops[link]) else { return Vec::new() };
    let take = |pieces: &mut Vec<(usize, Vec<RouteSegment>)>, container: usize| {
        let found = pieces.iter().position(|(place, _)| *place == container)?;
        Some(pieces.swap_remove(found).1)
    };
    let below_top = |end: usize| {
        let way = scene.way_up(end);
        let length = way.iter().position(|&place| place == top).unwrap_or(way.len());
        way[..length].to_vec()
    };
    let up: Vec<Vec<RouteSegment>> =
        below_top(ends.source).into_iter().filter_map(|place| take(&mut pieces, place)).collect();
    let across = take(&mut pieces, top);
    let down = below_top(ends.target).into_iter().rev().filter_map(|place| take(&mut pieces, place));
    let parts: Vec<Vec<RouteSegment>> = up.into_iter().chain(across).chain(down).collect();
    let is_upward = levels.is_upward(link);
    parts.into_iter().flat_map(|part| if is_upward { turned(part) } else { part }).collect()
}

/// A way from its end to its beginning.
fn turned(stations: Vec<RouteSegment>) -> Vec<RouteSegment> {
    stations
        .into_iter()
        .rev()
        .map(|station| RouteSegment { x: station.x, from: station.to, to: station.from })
        .collect()
}
