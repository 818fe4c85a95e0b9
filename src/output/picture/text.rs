//! How wide texts are, without a font at hand, and shorter texts.

/// Widths of the letters from `' '` to `'~'` in thousandths of the size, as in Helvetica and the fonts made to replace it.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];

/// Letters of other scripts are as wide as high.
const OTHER: u16 = 1000;

/// Bold letters are wider, and so are those of the fonts that some systems have instead.
const RESERVE: f64 = 1.08;

/// The estimated width of a line of letters of this size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let thousandths: u32 = text.chars().map(|letter| u32::from(letter_width(letter))).sum();
    f64::from(thousandths) / 1000.0 * size * RESERVE
}

fn letter_width(letter: char) -> u16 {
    let place = (letter as usize).checked_sub(' ' as usize);
    place.and_then(|place| WIDTHS.get(place)).copied().unwrap_or(OTHER)
}

/// `text` in at most so many letters, the last of which says that there was more.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most - 1).collect();
    format!("{}…", kept.trim_end())
}

/// The words of a text in lines of `most` letters, where no word is longer.
pub(super) fn lines(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut().filter(|line| line.chars().count() + 1 + word.chars().count() <= most) {
            Some(line) => line.extend([" ", word]),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_texts_keep_their_beginning() {
        assert_eq!(cut("environment", 11), "environment");
        assert_eq!(cut("environment", 6), "envir…");
        assert_eq!(cut("a b c d", 4), "a b…");
    }

    #[test]
    fn width_grows_with_every_letter() {
        let text = "host of \"ä\" 物";
        let widths: Vec<f64> = text.char_indices().map(|(end, _)| width(&text[..end], 12.0)).collect();
        assert!(widths.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
