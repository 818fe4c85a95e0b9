//! What is laid out, and the shapes that come of it.

/// Width and height.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

/// A place; x grows to the right, y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// From left to right.
    pub x: f64,
    /// From top to bottom.
    pub y: f64,
}

/// A box.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Its left upper corner.
    pub at: Point,
    /// Its size.
    pub size: Size,
}

/// A vertical piece of a route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RouteSegment {
    /// Where it is.
    pub x: f64,
    /// Where the link comes in.
    pub from: f64,
    /// Where it goes on.
    pub to: f64,
}

/// A box and the words in it.
#[derive(Clone, Copy, Debug)]
pub struct SceneBox {
    /// The box that it is in; the boxes form a forest.
    pub parent: Option<usize>,
    /// What its words need.
    pub words: Size,
}

/// An arrow.
#[derive(Clone, Copy, Debug)]
pub struct SceneLink {
    /// The box where it starts.
    pub source: usize,
    /// The box to which it leads.
    pub target: usize,
    /// What its words need.
    pub words: Size,
}

/// Boxes and arrows.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The boxes.
    pub boxes: Vec<SceneBox>,
    /// The arrows.
    pub links: Vec<SceneLink>,
}

impl Scene {
    /// The number that stands for the surface on which everything lies; boxes are numbered before it.
    pub fn surface(&self) -> usize {
        self.boxes.len()
    }

    /// What a box lies in.
    pub fn container(&self, place: usize) -> usize {
        self.boxes[place].parent.unwrap_or(self.surface())
    }

    /// What lies in each box, and last on the surface, in order.
    pub fn contents(&self) -> Vec<Vec<usize>> {
        let mut contents = vec![Vec::new(); self.boxes.len() + 1];
        for place in 0..self.boxes.len() {
            contents[self.container(place)].push(place);
        }
        contents
    }

    /// A box, the box around it, and so on; the surface comes last.
    pub fn way_up(&self, place: usize) -> Vec<usize> {
        let up = |&place: &usize| (place != self.surface()).then(|| self.container(place));
        std::iter::successors(Some(place), up).collect()
    }
}
