//! Points in time, as YAML writes them (TOSCA Simple Profile 1.3, section 3.3.1).

use jiff::SignedDuration;
use jiff::civil::{Date, DateTime, Time};

/// A date, or a date with a time and maybe a zone behind it, in universal time: without a zone it is that already.
pub(super) fn point(text: &str) -> Option<DateTime> {
    let text = text.trim();
    let (date, time) = text.split_at(text.find(['T', 't', ' ', '\t']).unwrap_or(text.len()));
    let date: Date = padded(date)?.parse().ok()?;
    if time.is_empty() {
        return Some(date.to_datetime(Time::midnight()));
    }
    let time = time[1..].trim_start();
    let (time, zone) = time.split_at(time.find(['Z', 'z', '+', '-']).unwrap_or(time.len()));
    let time = time.trim_end();
    let is_short = time.find(':') == Some(1);
    let time: Time = format!("{}{time}", if is_short { "0" } else { "" }).parse().ok()?;
    date.to_datetime(time).checked_sub(offset(zone)?).ok()
}

/// A date with two digits for month and day.
fn padded(date: &str) -> Option<String> {
    let mut parts = date.split('-');
    let (year, month, day, end) = (parts.next()?, parts.next()?, parts.next()?, parts.next());
    (year.len() == 4 && end.is_none()).then(|| format!("{year}-{month:0>2}-{day:0>2}"))
}

/// How far a zone is ahead of universal time: `Z`, or hours with a sign and maybe minutes.
fn offset(zone: &str) -> Option<SignedDuration> {
    let Some(ahead) = zone.strip_prefix(['+', '-']) else {
        return matches!(zone, "" | "Z" | "z").then_some(SignedDuration::ZERO);
    };
    let (hours, minutes) = ahead.split_once(':').unwrap_or((ahead, "00"));
    let number = |digits: &str, most: i64| -> Option<i64> {
        let is_number = matches!(digits.len(), 1 | 2) && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|number| is_number && *number <= most)
    };
    let ahead = SignedDuration::from_mins(number(hours, 23)? * 60 + number(minutes, 59)?);
    Some(if zone.starts_with('-') { -ahead } else { ahead })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_in_time() {
        for text in [
            "2001-12-14",
            "2001-12-14t21:59:43.10-05:00",
            "2001-12-14 21:59:43.10 -5",
            "2001-12-15 2:59:43.10",
            "2001-2-3T04:05:06Z",
            " 2001-12-14 ",
        ] {
            assert!(point(text).is_some(), "{text}");
        }
        for text in [
            "",
            "now",
            "12:00",
            "2001-13-01",
            "01-12-14",
            "2001-12-14T",
            "2001-12-14 25:00:00",
            "2001-12-14 10:00:00 +25",
            "2001-12-14 10:00:00 Z5",
            "2001-12-14-01",
        ] {
            assert!(point(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn zones_are_looked_at() {
        assert_eq!(point("2001-12-14T21:59:43-05:00"), point("2001-12-15 2:59:43 Z"));
        assert!(point("2001-12-14T23:00:00+02") < point("2001-12-14T22:00:00"));
    }
}
