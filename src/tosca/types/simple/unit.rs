//! Numbers with a unit (TOSCA Simple Profile 1.3, section 3.3.6).

/// A unit with how many of the smallest it is.
pub(super) type Unit = (&'static str, f64);

pub(super) const SIZE: &[Unit] = &[
    ("B", 1.0),
    ("kB", 1e3),
    ("KiB", 1024.0),
    ("MB", 1e6),
    ("MiB", 1_048_576.0),
    ("GB", 1e9),
    ("GiB", 1_073_741_824.0),
    ("TB", 1e12),
    ("TiB", 1_099_511_627_776.0),
];
pub(super) const TIME: &[Unit] =
    &[("d", 86_400.0), ("h", 3600.0), ("m", 60.0), ("s", 1.0), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9)];
pub(super) const FREQUENCY: &[Unit] = &[("Hz", 1.0), ("kHz", 1e3), ("MHz", 1e6), ("GHz", 1e9)];
pub(super) const BITRATE: &[Unit] = &[
    ("bps", 1.0),
    ("Kbps", 1e3),
    ("Kibps", 1024.0),
    ("Mbps", 1e6),
    ("Mibps", 1_048_576.0),
    ("Gbps", 1e9),
    ("Gibps", 1_073_741_824.0),
    ("Tbps", 1e12),
    ("Tibps", 1_099_511_627_776.0),
    ("Bps", 8.0),
    ("KBps", 8e3),
    ("KiBps", 8192.0),
    ("MBps", 8e6),
    ("MiBps", 8_388_608.0),
    ("GBps", 8e9),
    ("GiBps", 8_589_934_592.0),
    ("TBps", 8e12),
    ("TiBps", 8_796_093_022_208.0),
];

/// `<number> <unit>` with any space between them, as a multiple of the unit that is 1; units are not case-sensitive
/// unless two differ in case only.
pub(super) fn quantity(text: &str, units: &[Unit]) -> Option<f64> {
    let text = text.trim();
    let end = text.rfind(|letter: char| letter.is_ascii_digit() || letter == '.')? + 1;
    let number: f64 = text[..end].parse().ok()?;
    let unit = text[end..].trim();
    let exact = units.iter().find(|(name, _)| *name == unit);
    let (_, factor) = exact.or_else(|| units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit)))?;
    (number >= 0.0 && number.is_finite()).then_some(number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_units() {
        for (text, units, expected) in [
            ("4 GB", SIZE, Some(4e9)),
            ("4GB", SIZE, Some(4e9)),
            (" 4 \t gb ", SIZE, Some(4e9)),
            ("0.5 KIB", SIZE, Some(512.0)),
            ("2 MBps", BITRATE, Some(16e6)),
            ("2 Mbps", BITRATE, Some(2e6)),
            ("1e3 ms", TIME, Some(1.0)),
            ("4", SIZE, None),
            ("GB", SIZE, None),
            ("-4 GB", SIZE, None),
            ("4 GHz", SIZE, None),
            ("4 G B", SIZE, None),
            ("4 GB 5", SIZE, None),
            ("1.2.3 GB", SIZE, None),
            ("", SIZE, None),
        ] {
            assert_eq!(quantity(text, units), expected, "{text:?}");
        }
    }
}
