//! The pages of codes: what each means, why it matters, an example, how to repair it.
//!
//! A page is a file of its own. Its example gives the code, and repaired it does not.

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
    include_str!("v001.md"),
    include_str!("v002.md"),
    include_str!("v003.md"),
    include_str!("v004.md"),
    include_str!("v005.md"),
    include_str!("v006.md"),
    include_str!("v007.md"),
    include_str!("v008.md"),
    include_str!("v009.md"),
    include_str!("v101.md"),
    include_str!("v102.md"),
    include_str!("v103.md"),
    include_str!("v104.md"),
    include_str!("v105.md"),
    include_str!("v106.md"),
    include_str!("v107.md"),
    include_str!("v108.md"),
    include_str!("v109.md"),
    include_str!("v110.md"),
    include_str!("v111.md"),
    include_str!("v112.md"),
    include_str!("v113.md"),
    include_str!("v114.md"),
    include_str!("v115.md"),
    include_str!("v116.md"),
    include_str!("v117.md"),
    include_str!("v118.md"),
    include_str!("v119.md"),
    include_str!("v120.md"),
    include_str!("v121.md"),
    include_str!("v122.md"),
    include_str!("v123.md"),
    include_str!("v124.md"),
    include_str!("v126.md"),
    include_str!("v127.md"),
    include_str!("v201.md"),
    include_str!("v202.md"),
    include_str!("v203.md"),
    include_str!("v204.md"),
    include_str!("v205.md"),
    include_str!("v206.md"),
    include_str!("v207.md"),
    include_str!("v208.md"),
    include_str!("v209.md"),
    include_str!("v210.md"),
    include_str!("v211.md"),
    include_str!("v212.md"),
    include_str!("v213.md"),
    include_str!("v214.md"),
    include_str!("v215.md"),
    include_str!("v216.md"),
    include_str!("v217.md"),
    include_str!("v301.md"),
    include_str!("v302.md"),
    include_str!("v303.md"),
    include_str!("v304.md"),
    include_str!("v305.md"),
    include_str!("v306.md"),
    include_str!("v307.md"),
    include_str!("v308.md"),
    include_str!("v309.md"),
    include_str!("v310.md"),
    include_str!("v311.md"),
    include_str!("v312.md"),
    include_str!("v313.md"),
    include_str!("v314.md"),
    include_str!("v315.md"),
    include_str!("v316.md"),
    include_str!("v317.md"),
    include_str!("v318.md"),
    include_str!("v319.md"),
    include_str!("v320.md"),
    include_str!("v321.md"),
    include_str!("v322.md"),
    include_str!("v323.md"),
    include_str!("v324.md"),
    include_str!("v401.md"),
    include_str!("v402.md"),
    include_str!("v403.md"),
    include_str!("v404.md"),
    include_str!("v405.md"),
    include_str!("v406.md"),
    include_str!("v407.md"),
    include_str!("v408.md"),
    include_str!("v409.md"),
    include_str!("v410.md"),
    include_str!("v411.md"),
    include_str!("v412.md"),
    include_str!("v413.md"),
    include_str!("v414.md"),
    include_str!("v415.md"),
    include_str!("v416.md"),
    include_str!("v420.md"),
    include_str!("v421.md"),
    include_str!("v422.md"),
    include_str!("v423.md"),
    include_str!("v424.md"),
    include_str!("v501.md"),
    include_str!("v502.md"),
    include_str!("v503.md"),
    include_str!("v504.md"),
    include_str!("v505.md"),
    include_str!("v506.md"),
    include_str!("v507.md"),
    include_str!("v508.md"),
    include_str!("v509.md"),
    include_str!("v510.md"),
    include_str!("v511.md"),
    include_str!("v512.md"),
    include_str!("v513.md"),
    include_str!("v514.md"),
    include_str!("v515.md"),
    include_str!("v516.md"),
    include_str!("v517.md"),
    include_str!("v518.md"),
    include_str!("v519.md"),
    include_str!("v520.md"),
    include_str!("v521.md"),
    include_str!("v522.md"),
    include_str!("v523.md"),
    include_str!("v524.md"),
    include_str!("v601.md"),
    include_str!("v602.md"),
    include_str!("v603.md"),
    include_str!("v604.md"),
    include_str!("v605.md"),
    include_str!("v606.md"),
    include_str!("v607.md"),
    include_str!("v608.md"),
    include_str!("v609.md"),
    include_str!("v610.md"),
    include_str!("v611.md"),
    include_str!("v612.md"),
    include_str!("v613.md"),
    include_str!("v614.md"),
    include_str!("v615.md"),
    include_str!("v616.md"),
    include_str!("v617.md"),
    include_str!("v618.md"),
    include_str!("v620.md"),
    include_str!("v621.md"),
    include_str!("v701.md"),
    include_str!("v702.md"),
    include_str!("v703.md"),
    include_str!("v704.md"),
    include_str!("v705.md"),
    include_str!("v706.md"),
    include_str!("v707.md"),
    include_str!("v801.md"),
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
