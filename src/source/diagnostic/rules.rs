//! The pages of codes: what each means, why it matters, an example, how to repair it.
//!
//! A page is a file of its own in the book, `docs/src/rules/`. Its example gives the code, and repaired it does not.

use super::Code;

/// A page in Markdown.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    text: &'static str,
}

impl Page {
    /// The whole page.
    pub fn text(self) -> &'static str {
        self.text
    }

    /// What the code means: the paragraph behind the heading.
    pub fn meaning(self) -> &'static str {
        self.text.split("\n\n").nth(1).unwrap_or_default()
    }
}

impl Code {
    /// The page of this code.
    pub fn page(self) -> Page {
        Page { text: PAGES[self as usize] }
    }
}

/// In the order of [`super::CODES`].
static PAGES: &[&str] = &[
    include_str!("../../../docs/src/rules/v001.md"),
    include_str!("../../../docs/src/rules/v002.md"),
    include_str!("../../../docs/src/rules/v003.md"),
    include_str!("../../../docs/src/rules/v004.md"),
    include_str!("../../../docs/src/rules/v005.md"),
    include_str!("../../../docs/src/rules/v006.md"),
    include_str!("../../../docs/src/rules/v007.md"),
    include_str!("../../../docs/src/rules/v008.md"),
    include_str!("../../../docs/src/rules/v009.md"),
    include_str!("../../../docs/src/rules/v101.md"),
    include_str!("../../../docs/src/rules/v102.md"),
    include_str!("../../../docs/src/rules/v103.md"),
    include_str!("../../../docs/src/rules/v104.md"),
    include_str!("../../../docs/src/rules/v105.md"),
    include_str!("../../../docs/src/rules/v106.md"),
    include_str!("../../../docs/src/rules/v107.md"),
    include_str!("../../../docs/src/rules/v108.md"),
    include_str!("../../../docs/src/rules/v109.md"),
    include_str!("../../../docs/src/rules/v110.md"),
    include_str!("../../../docs/src/rules/v111.md"),
    include_str!("../../../docs/src/rules/v112.md"),
    include_str!("../../../docs/src/rules/v113.md"),
    include_str!("../../../docs/src/rules/v114.md"),
    include_str!("../../../docs/src/rules/v115.md"),
    include_str!("../../../docs/src/rules/v116.md"),
    include_str!("../../../docs/src/rules/v117.md"),
    include_str!("../../../docs/src/rules/v118.md"),
    include_str!("../../../docs/src/rules/v119.md"),
    include_str!("../../../docs/src/rules/v120.md"),
    include_str!("../../../docs/src/rules/v121.md"),
    include_str!("../../../docs/src/rules/v122.md"),
    include_str!("../../../docs/src/rules/v123.md"),
    include_str!("../../../docs/src/rules/v124.md"),
    include_str!("../../../docs/src/rules/v126.md"),
    include_str!("../../../docs/src/rules/v127.md"),
    include_str!("../../../docs/src/rules/v201.md"),
    include_str!("../../../docs/src/rules/v202.md"),
    include_str!("../../../docs/src/rules/v203.md"),
    include_str!("../../../docs/src/rules/v204.md"),
    include_str!("../../../docs/src/rules/v205.md"),
    include_str!("../../../docs/src/rules/v206.md"),
    include_str!("../../../docs/src/rules/v207.md"),
    include_str!("../../../docs/src/rules/v208.md"),
    include_str!("../../../docs/src/rules/v209.md"),
    include_str!("../../../docs/src/rules/v210.md"),
    include_str!("../../../docs/src/rules/v211.md"),
    include_str!("../../../docs/src/rules/v212.md"),
    include_str!("../../../docs/src/rules/v213.md"),
    include_str!("../../../docs/src/rules/v214.md"),
    include_str!("../../../docs/src/rules/v215.md"),
    include_str!("../../../docs/src/rules/v216.md"),
    include_str!("../../../docs/src/rules/v217.md"),
    include_str!("../../../docs/src/rules/v301.md"),
    include_str!("../../../docs/src/rules/v302.md"),
    include_str!("../../../docs/src/rules/v303.md"),
    include_str!("../../../docs/src/rules/v304.md"),
    include_str!("../../../docs/src/rules/v305.md"),
    include_str!("../../../docs/src/rules/v306.md"),
    include_str!("../../../docs/src/rules/v307.md"),
    include_str!("../../../docs/src/rules/v308.md"),
    include_str!("../../../docs/src/rules/v309.md"),
    include_str!("../../../docs/src/rules/v310.md"),
    include_str!("../../../docs/src/rules/v311.md"),
    include_str!("../../../docs/src/rules/v312.md"),
    include_str!("../../../docs/src/rules/v313.md"),
    include_str!("../../../docs/src/rules/v314.md"),
    include_str!("../../../docs/src/rules/v315.md"),
    include_str!("../../../docs/src/rules/v316.md"),
    include_str!("../../../docs/src/rules/v317.md"),
    include_str!("../../../docs/src/rules/v318.md"),
    include_str!("../../../docs/src/rules/v319.md"),
    include_str!("../../../docs/src/rules/v320.md"),
    include_str!("../../../docs/src/rules/v321.md"),
    include_str!("../../../docs/src/rules/v322.md"),
    include_str!("../../../docs/src/rules/v323.md"),
    include_str!("../../../docs/src/rules/v324.md"),
    include_str!("../../../docs/src/rules/v401.md"),
    include_str!("../../../docs/src/rules/v402.md"),
    include_str!("../../../docs/src/rules/v403.md"),
    include_str!("../../../docs/src/rules/v404.md"),
    include_str!("../../../docs/src/rules/v405.md"),
    include_str!("../../../docs/src/rules/v406.md"),
    include_str!("../../../docs/src/rules/v407.md"),
    include_str!("../../../docs/src/rules/v408.md"),
    include_str!("../../../docs/src/rules/v409.md"),
    include_str!("../../../docs/src/rules/v410.md"),
    include_str!("../../../docs/src/rules/v411.md"),
    include_str!("../../../docs/src/rules/v412.md"),
    include_str!("../../../docs/src/rules/v413.md"),
    include_str!("../../../docs/src/rules/v414.md"),
    include_str!("../../../docs/src/rules/v415.md"),
    include_str!("../../../docs/src/rules/v416.md"),
    include_str!("../../../docs/src/rules/v420.md"),
    include_str!("../../../docs/src/rules/v421.md"),
    include_str!("../../../docs/src/rules/v422.md"),
    include_str!("../../../docs/src/rules/v423.md"),
    include_str!("../../../docs/src/rules/v424.md"),
    include_str!("../../../docs/src/rules/v501.md"),
    include_str!("../../../docs/src/rules/v502.md"),
    include_str!("../../../docs/src/rules/v503.md"),
    include_str!("../../../docs/src/rules/v504.md"),
    include_str!("../../../docs/src/rules/v505.md"),
    include_str!("../../../docs/src/rules/v506.md"),
    include_str!("../../../docs/src/rules/v507.md"),
    include_str!("../../../docs/src/rules/v508.md"),
    include_str!("../../../docs/src/rules/v509.md"),
    include_str!("../../../docs/src/rules/v510.md"),
    include_str!("../../../docs/src/rules/v511.md"),
    include_str!("../../../docs/src/rules/v512.md"),
    include_str!("../../../docs/src/rules/v513.md"),
    include_str!("../../../docs/src/rules/v514.md"),
    include_str!("../../../docs/src/rules/v515.md"),
    include_str!("../../../docs/src/rules/v516.md"),
    include_str!("../../../docs/src/rules/v517.md"),
    include_str!("../../../docs/src/rules/v518.md"),
    include_str!("../../../docs/src/rules/v519.md"),
    include_str!("../../../docs/src/rules/v520.md"),
    include_str!("../../../docs/src/rules/v521.md"),
    include_str!("../../../docs/src/rules/v522.md"),
    include_str!("../../../docs/src/rules/v523.md"),
    include_str!("../../../docs/src/rules/v524.md"),
    include_str!("../../../docs/src/rules/v525.md"),
    include_str!("../../../docs/src/rules/v601.md"),
    include_str!("../../../docs/src/rules/v602.md"),
    include_str!("../../../docs/src/rules/v603.md"),
    include_str!("../../../docs/src/rules/v604.md"),
    include_str!("../../../docs/src/rules/v605.md"),
    include_str!("../../../docs/src/rules/v606.md"),
    include_str!("../../../docs/src/rules/v607.md"),
    include_str!("../../../docs/src/rules/v608.md"),
    include_str!("../../../docs/src/rules/v609.md"),
    include_str!("../../../docs/src/rules/v610.md"),
    include_str!("../../../docs/src/rules/v611.md"),
    include_str!("../../../docs/src/rules/v612.md"),
    include_str!("../../../docs/src/rules/v613.md"),
    include_str!("../../../docs/src/rules/v614.md"),
    include_str!("../../../docs/src/rules/v615.md"),
    include_str!("../../../docs/src/rules/v616.md"),
    include_str!("../../../docs/src/rules/v617.md"),
    include_str!("../../../docs/src/rules/v618.md"),
    include_str!("../../../docs/src/rules/v620.md"),
    include_str!("../../../docs/src/rules/v621.md"),
    include_str!("../../../docs/src/rules/v701.md"),
    include_str!("../../../docs/src/rules/v702.md"),
    include_str!("../../../docs/src/rules/v703.md"),
    include_str!("../../../docs/src/rules/v704.md"),
    include_str!("../../../docs/src/rules/v705.md"),
    include_str!("../../../docs/src/rules/v706.md"),
    include_str!("../../../docs/src/rules/v707.md"),
    include_str!("../../../docs/src/rules/v708.md"),
    include_str!("../../../docs/src/rules/v801.md"),
];

#[cfg(test)]
mod tests {
    use crate::source::diagnostic::CODES;

    #[test]
    fn pages_are_of_their_codes() {
        assert_eq!(CODES.len(), super::PAGES.len());
        for entry in CODES {
            let heading = format!("# {}: {}\n", entry.number, entry.title);
            let page = entry.code.page();
            assert!(page.text().starts_with(&heading), "{}", entry.number);
            assert!(page.meaning().ends_with('.'), "{}", entry.number);
        }
    }
}
