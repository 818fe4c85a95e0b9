//! `concat`, `join`, `token`.

use super::call::{Call, CallError};
use crate::analysis::value::{Evaluation, Value};
use crate::source::diagnostic::{Code, Diagnostic};

/// The longest text that is built, in bytes. Doubling named expressions reach any length otherwise.
const MAX_TEXT_BYTES: usize = 16 << 20;

/// All operands as one text.
pub(super) fn concat(call: &Call<'_>) -> Evaluation {
    let texts = (0..call.operands.len()).map(|index| piece(call, index, call.value(index)));
    glue(call, texts, "")
}

/// The items of a list as one text, with a delimiter between them.
pub(super) fn join(call: &Call<'_>) -> Evaluation {
    let items = call.list(0)?;
    let delimiter = call.string(1).map_err(unsaid)?;
    glue(call, items.iter().map(|item| piece(call, 0, Some(item))), delimiter)
}

/// One part of a text that is split at a separator; undefined when there is no such part.
pub(super) fn token(call: &Call<'_>) -> Evaluation {
    let (text, separator) = (call.string(0)?, call.string(1).map_err(unsaid)?);
    let index =
        call.number(2).map_err(unsaid)?.to_i64().ok_or_else(|| unsaid(call.wrong_operand(2, "an integer").into()))?;
    let Ok(index) = usize::try_from(index) else {
        return Ok(None);
    };
    let part = if separator.is_empty() {
        text.encode_utf16().nth(index).map(unit)
    } else {
        text.split(&**separator).nth(index).map(str::to_owned)
    };
    Ok(part.map(Value::from))
}

/// A UTF-16 code unit as a text. DEVIATION: half of a character is the replacement character; the reference keeps the half.
fn unit(unit: u16) -> String {
    char::from_u32(unit.into()).unwrap_or(char::REPLACEMENT_CHARACTER).into()
}

/// DEVIATION: the reference takes separators and places as they are, of any type, and gives what comes of it.
fn unsaid(mut error: CallError) -> CallError {
    error.reference = None;
    error
}

/// The text of a value. DEVIATION: a map has none; the reference writes `[object Object]`.
fn piece(call: &Call<'_>, index: usize, value: Option<&Value>) -> Result<String, CallError> {
    match value {
        Some(Value::Map(_)) => Err(call.wrong_operand(index, "a string").into()),
        Some(value) => Ok(value.to_text()),
        None => Ok(String::new()),
    }
}

fn glue(call: &Call<'_>, pieces: impl Iterator<Item = Result<String, CallError>>, delimiter: &str) -> Evaluation {
    let mut glued = String::new();
    for (index, piece) in pieces.enumerate() {
        if index > 0 {
            glued.push_str(delimiter);
        }
        glued.push_str(&piece?);
        if glued.len() > MAX_TEXT_BYTES {
            let message = format!("`{}` gives more than {} MiB of text", call.name(), MAX_TEXT_BYTES >> 20);
            return Err(Box::new(Diagnostic::new(Code::WrongOperand, call.span, message)));
        }
    }
    Ok(Some(glued.into()))
}
