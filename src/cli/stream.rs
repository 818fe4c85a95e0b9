//! Variants to stdout as they are found.

use std::io::{self, BufWriter, ErrorKind, Write};

use variscope::answer::{Answer, frame};
use variscope_encoder::Lit;

use super::arguments::Format;
use super::output::OutputError;
use super::watchdog;

/// How a variant is written.
pub struct Forms<T, J> {
    /// For people.
    pub text: T,
    /// For programs; `true` says that it is the first one.
    pub json: J,
}

/// Writes the variants of an answer as they come; behind the last one, `end` completes the answer.
///
/// A reader of stdout who has seen enough is no failure.
pub fn write<A: Answer, I: Iterator<Item = Vec<Lit>>>(
    format: Format,
    answer: &mut A,
    variants: &mut I,
    forms: &Forms<impl Fn(&[Lit]) -> String, impl Fn(&[Lit], bool) -> String>,
    end: impl FnOnce(&mut A, &I),
) -> Result<(), OutputError> {
    watchdog::answer_started();
    match try_write(format, answer, variants, forms, end) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(OutputError::stdout(error)),
        _ => Ok(()),
    }
}

fn try_write<A: Answer, I: Iterator<Item = Vec<Lit>>>(
    format: Format,
    answer: &mut A,
    variants: &mut I,
    forms: &Forms<impl Fn(&[Lit]) -> String, impl Fn(&[Lit], bool) -> String>,
    end: impl FnOnce(&mut A, &I),
) -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    match format {
        Format::Text => {
            for variant in variants {
                output.write_all((forms.text)(&variant).as_bytes())?;
            }
        }
        Format::Json => {
            output.write_all(frame(answer).0.as_bytes())?;
            for (number, variant) in variants.by_ref().enumerate() {
                output.write_all((forms.json)(&variant, number == 0).as_bytes())?;
            }
            end(answer, variants);
            output.write_all(frame(answer).1.as_bytes())?;
        }
    }
    output.flush()
}
