//! Numbers that matter on a scale: the points that something is compared with, and what lies between them.

/// A number that stands for itself, or for all between two neighbouring points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ScaleMark<T> {
    /// The number.
    pub(super) at: T,
    /// Whether it is one of the points.
    pub(super) is_point: bool,
    /// How many numbers it stands for; none when that is not known or unbounded.
    pub(super) size: Option<u128>,
}

/// The integers that matter: every point, one from each gap, one beyond each end.
pub(super) fn integers(mut points: Vec<i64>) -> Vec<ScaleMark<i64>> {
    points.push(0);
    points.sort_unstable();
    points.dedup();
    let mut marks = Vec::new();
    let beyond = |at: Option<i64>| at.map(|at| ScaleMark { at, is_point: false, size: None });
    marks.extend(beyond(points[0].checked_sub(1)));
    for (place, &at) in points.iter().enumerate() {
        marks.push(ScaleMark { at, is_point: true, size: Some(1) });
        let Some(&next) = points.get(place + 1) else { continue };
        let between = next.abs_diff(at) - 1;
        if between > 0 {
            marks.push(ScaleMark { at: at + 1, is_point: false, size: Some(between.into()) });
        }
    }
    marks.extend(beyond(points.last().and_then(|last| last.checked_add(1))));
    marks
}

/// The floats that matter: every point, the middle of each gap, one beyond each end.
pub(super) fn floats(mut points: Vec<f64>) -> Vec<ScaleMark<f64>> {
    points.push(0.0);
    points.retain(|point| point.is_finite());
    points.sort_unstable_by(f64::total_cmp);
    points.dedup();
    let gap = |at: f64| ScaleMark { at, is_point: false, size: None };
    let mut marks = vec![gap(points[0] - 1.0 - points[0].abs())];
    for (place, &at) in points.iter().enumerate() {
        marks.push(ScaleMark { at, is_point: true, size: Some(1) });
        let beyond = at + 1.0 + at.abs();
        let next = points.get(place + 1).map_or(beyond, |&next| f64::midpoint(at, next));
        if next > at {
            marks.push(gap(next));
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_integer_is_on_the_same_side_of_all_points_as_one_mark() {
        let points = vec![-3, 2, 3, 7];
        let marks = integers(points.clone());
        let side = |at: i64| points.iter().map(|point| at.cmp(point)).collect::<Vec<_>>();
        for number in -20..20 {
            assert!(marks.iter().any(|mark| side(mark.at) == side(number)), "{number}");
        }
        let finite: u128 = marks.iter().filter_map(|mark| mark.size).sum();
        assert_eq!(finite, 11, "from -3 to 7");
    }

    #[test]
    fn every_float_is_on_the_same_side_of_all_points_as_one_mark() {
        let points = vec![-0.5, 1.5, 1.75];
        let marks = floats(points.clone());
        for tenth in -40..40_i32 {
            let side = |at: f64| points.iter().map(|point| at.total_cmp(point)).collect::<Vec<_>>();
            assert!(marks.iter().any(|mark| side(mark.at) == side(f64::from(tenth) / 10.0)), "{tenth}");
        }
    }
}
