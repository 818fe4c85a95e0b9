//! Parts without links between them are put beside and below each other.

use super::scene::{Point, Size};

/// How much wider than high the whole should be.
const ASPECT: f64 = 1.7;

/// Places for parts on shelves, the higher parts first, and the size of it all.
///
/// `least` is a width that is there anyway.
pub(super) fn shelves(sizes: &[Size], least: f64, air: f64) -> (Vec<Point>, Size) {
    let area: f64 = sizes.iter().map(|size| (size.width + air) * (size.height + air)).sum();
    let widest = sizes.iter().map(|size| size.width).fold((area * ASPECT).sqrt().max(least), f64::max);
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by(|&one, &other| sizes[other].height.total_cmp(&sizes[one].height));
    let mut places = vec![Point::default(); sizes.len()];
    let (mut at, mut cache, mut all) = (Point::default(), 0.0_f64, Size::default());
    for part in order {
        let size = sizes[part];
        if at.x > 0.0 && at.x + size.width > widest {
            at = Point { x: 0.0, y: at.y + cache + air };
            cache = 0.0;
        }
        places[part] = at;
        at.x += size.width + air;
        cache = cache.max(size.height);
        all = Size { width: all.width.max(at.x - air), height: all.height.max(at.y + size.height) };
    }
    (places, all)
}
