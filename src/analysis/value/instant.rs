//! Points in time, and the texts that mean one.
//!
//! A text is read as the reference's date library reads it: year, month, day, time and fraction with or without
//! their separators, then an optional zone; without one it is UTC. 24:00:00 is the beginning of the next day.
//! DEVIATION: a day that no month has (`2023-02-30`) is no date here, nor is a time that no day has (`24:00:01`); the
//! reference rolls over into the next month or day. A fraction `.5` is half a second; the reference takes its digits
//! for milliseconds. A year has four digits.

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// A point in time in milliseconds, with the text it was written as.
#[derive(Clone, Debug)]
pub struct Instant {
    at: Timestamp,
    text: Option<Arc<str>>,
}

impl Instant {
    /// 1970-01-01T00:00:00Z.
    pub const EPOCH: Self = Self { at: Timestamp::UNIX_EPOCH, text: None };

    /// The instant so many milliseconds after 1970-01-01T00:00:00Z, unless that is outside the years -9999 to 9999.
    pub fn from_epoch(milliseconds: i64) -> Option<Self> {
        Timestamp::from_millisecond(milliseconds).ok().map(|at| Self { at, text: None })
    }

    /// The least and the greatest number of milliseconds that there is an instant for.
    pub fn ends() -> [i64; 2] {
        [Timestamp::MIN, Timestamp::MAX].map(|end| end.as_second() * 1000)
    }

    /// Reads a date. Behind a `T`, the zone follows the time at once and has minutes, as in ISO 8601.
    pub fn parse(text: &str) -> Option<Self> {
        Self::read(text, text.contains(['T', 't']))
    }

    fn read(text: &str, is_strict: bool) -> Option<Self> {
        let mut scanner = Scanner { rest: text.trim(), is_strict, has_minutes: false };
        let local = scanner.date_and_time()?;
        let offset = scanner.zone()?;
        let utc = TimeZone::UTC.to_timestamp(local).ok()?;
        let at = Timestamp::from_millisecond(utc.as_millisecond() - offset).ok()?;
        Some(Self { at, text: Some(text.into()) })
    }

    /// Reads an unquoted scalar that YAML 1.1 takes for a timestamp: `2023-01-31`, or a date with a time.
    pub fn parse_plain(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let is_long = bytes.len() == 10 || text.matches(':').count() >= 2;
        let is_date = is_long && bytes.get(4) == Some(&b'-') && bytes[..4].iter().all(u8::is_ascii_digit);
        let has_day = text.get(5..8).is_some_and(|month| month.contains('-'));
        if is_date && has_day { Self::read(text, false) } else { None }
    }

    /// Milliseconds after 1970-01-01T00:00:00Z.
    pub fn epoch(&self) -> i64 {
        self.at.as_millisecond()
    }

    /// The English name of its weekday in UTC, lower case.
    pub fn weekday(&self) -> &'static str {
        // Day 0 of the epoch was a Thursday.
        match self.epoch().div_euclid(86_400_000).rem_euclid(7) {
            0 => "thursday",
            1 => "friday",
            2 => "saturday",
            3 => "sunday",
            4 => "monday",
            5 => "tuesday",
            _ => "wednesday",
        }
    }
}

/// As the author wrote it, else in ISO 8601.
impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.text {
            Some(text) => f.write_str(text),
            None => self.at.strftime("%Y-%m-%dT%H:%M:%S.%3fZ").fmt(f),
        }
    }
}

/// Instants are equal when they are the same millisecond, however they are written.
impl PartialEq for Instant {
    fn eq(&self, other: &Self) -> bool {
        self.epoch() == other.epoch()
    }
}

/// What is left of the text.
struct Scanner<'s> {
    rest: &'s str,
    /// Whether the zone has to be written as in ISO 8601.
    is_strict: bool,
    /// Whether there was a time with minutes, which an offset from UTC follows.
    has_minutes: bool,
}

impl Scanner<'_> {
    fn date_and_time(&mut self) -> Option<DateTime> {
        let year = self.digits(4, 4)?;
        self.skip(&['-', '/']);
        let month = self.digits(1, 2).unwrap_or(1);
        self.skip(&['-', '/']);
        let day = self.digits(1, 2).unwrap_or(1);
        let time = self.rest.trim_start_matches(|c: char| c == 'T' || c == 't' || c.is_whitespace());
        self.rest = time;
        let hour = self.digits(1, 2).unwrap_or(0);
        self.skip(&[':']);
        let minute = self.digits(1, 2);
        self.has_minutes = minute.is_some();
        let minute = minute.unwrap_or(0);
        self.skip(&[':']);
        let second = self.digits(1, 2).unwrap_or(0);
        self.skip(&['.', ':']);
        let nanosecond = self.fraction();
        let small = |value: i32| i8::try_from(value).ok();
        let (year, month, day) = (i16::try_from(year).ok()?, small(month)?, small(day)?);
        if (hour, minute, second, nanosecond) == (24, 0, 0, 0) {
            return DateTime::new(year, month, day, 0, 0, 0, 0).and_then(DateTime::tomorrow).ok();
        }
        DateTime::new(year, month, day, small(hour)?, small(minute)?, small(second)?, nanosecond).ok()
    }

    /// The offset from UTC in milliseconds; nothing may follow.
    fn zone(&mut self) -> Option<i64> {
        if !self.is_strict {
            self.rest = self.rest.trim_start();
        }
        let sign = match self.rest.chars().next() {
            None => return Some(0),
            Some('Z' | 'z') if self.rest.len() == 1 => return Some(0),
            Some('+') if self.has_minutes => 1,
            Some('-') if self.has_minutes => -1,
            Some(_) => return None,
        };
        self.rest = &self.rest[1..];
        let hours = self.digits(if self.is_strict { 2 } else { 1 }, 2)?;
        self.skip(&[':']);
        let minutes = self.digits(2, 2).or((!self.is_strict).then_some(0))?;
        let is_zone = self.rest.is_empty() && hours < 24 && minutes < 60;
        is_zone.then(|| i64::from(sign * (hours * 60 + minutes)) * 60_000)
    }

    /// At least `least` and at most `most` digits.
    fn digits(&mut self, least: usize, most: usize) -> Option<i32> {
        let count = self.rest.bytes().take(most).take_while(u8::is_ascii_digit).count();
        if count < least {
            return None;
        }
        let (digits, rest) = self.rest.split_at(count);
        self.rest = rest;
        digits.parse().ok()
    }

    /// The digits of a fraction of a second, in nanoseconds cut to the millisecond.
    fn fraction(&mut self) -> i32 {
        let count = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at(count);
        self.rest = rest;
        let milliseconds =
            digits.bytes().chain(*b"000").take(3).fold(0, |sum, digit| sum * 10 + i32::from(digit - b'0'));
        milliseconds * 1_000_000
    }

    fn skip(&mut self, separators: &[char]) {
        self.rest = self.rest.strip_prefix(separators).unwrap_or(self.rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn epoch(text: &str) -> Option<i64> {
        Instant::parse(text).map(|instant| instant.epoch())
    }

    #[test]
    fn forms_of_one_instant_agree() {
        let expected = epoch("2023-01-02T00:00:00.000Z");
        assert_eq!(expected, Some(1_672_617_600_000));
        for text in [
            "2023-01-02",
            "2023/1/2",
            "20230102",
            "2023-01-02 00:00",
            "2023-01-02T00:00:00",
            "2023-01-02t00:00:00z",
            "2023-01-02T02:00:00+02:00",
            "2023-01-01T22:00-0200",
            "2023-01-02 05:30:00.000 +05:30",
            "2023-01-02 02:00+02",
            "2023-01-01T24:00:00",
            "2023-01-01T24:00Z",
            "2023-01-02Z",
        ] {
            assert_eq!(epoch(text), expected, "{text}");
        }
    }

    #[test]
    fn missing_parts_are_the_first() {
        assert_eq!(epoch("2023"), epoch("2023-01-01"));
        assert_eq!(epoch("2023-03"), epoch("2023-03-01T00:00:00Z"));
    }

    #[test]
    fn fractions_are_milliseconds() {
        assert_eq!(epoch("1970-01-01T00:00:00.5Z"), Some(500));
        assert_eq!(epoch("1970-01-01T00:00:00.1239Z"), Some(123));
    }

    #[test]
    fn other_texts_are_no_dates() {
        for text in [
            "",
            "someday",
            "23-01-01",
            "2023-13-01",
            "2023-02-30",
            "2023-01-01T25:00",
            "2023-01-01x",
            "2023-01-01+99:00",
            "12023-01-01",
            "2023-01-01+02:00",
            "2023-01-01T00:00:00+00",
            "2023-01-01T00:00:00+0:00",
            "2023-01-01T12:30:00 Z",
            "2023-01-01T24:00:01",
            "2023-01-01T24:00:00.001",
        ] {
            assert_eq!(epoch(text), None, "{text}");
        }
    }

    #[test]
    fn only_full_dates_are_timestamps_in_yaml() {
        assert!(Instant::parse_plain("2023-01-01").is_some());
        assert!(Instant::parse_plain("2001-12-14 21:59:43.10 -5").is_some());
        assert!(Instant::parse_plain("2001-12-14T21:59:43 Z").is_some());
        for text in ["2023", "2023-1-1", "20230101", "1234-5678-9", "2023/01/01", "v1-2-3-4-5", "::", "a::"] {
            assert!(Instant::parse_plain(text).is_none(), "{text}");
        }
    }

    #[test]
    fn weekdays_are_in_utc() {
        assert_eq!(Instant::from_epoch(0).unwrap().weekday(), "thursday");
        assert_eq!(Instant::from_epoch(-1).unwrap().weekday(), "wednesday");
        assert_eq!(Instant::parse("2026-11-21").unwrap().weekday(), "saturday");
    }

    #[test]
    fn an_instant_prints_as_written_or_in_iso() {
        assert_eq!(Instant::parse("2023-01-02").unwrap().to_string(), "2023-01-02");
        assert_eq!(Instant::from_epoch(1_672_617_600_000).unwrap().to_string(), "2023-01-02T00:00:00.000Z");
        assert!(Instant::from_epoch(i64::MAX).is_none());
        let [first, last] = Instant::ends();
        let exists = [first - 1, first, last, last + 1].map(|at| Instant::from_epoch(at).is_some());
        assert_eq!(exists, [false, true, true, false]);
    }
}
