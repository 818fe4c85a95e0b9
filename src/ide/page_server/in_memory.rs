//! Requests that came whole, without a connection.

use std::sync::Arc;

use super::guard::{AccessToken, Guard};
use super::handlers;
use super::http::{Head, Malformed, Method, Response, head_length};
use super::listening::{unknown, unreadable};
use super::subject::ServedTemplate;

/// The bytes of the answer to the bytes of a question, to who has the token and calls the server by `port`: what a
/// connection answers, in as long as it takes. The page itself and its changes are not given out.
pub fn answer_to(request: &[u8], token: &AccessToken, port: u16, subject: &dyn ServedTemplate) -> Vec<u8> {
    let guard = Guard { token: token.clone(), port };
    respond(request, &guard, subject).unwrap_or_else(|refusal| refusal).bytes()
}

fn respond(request: &[u8], guard: &Guard, subject: &dyn ServedTemplate) -> Result<Response, Response> {
    let (head, body) = parts(request).map_err(unreadable)?;
    let path = guard.admit(&head)?;
    let answer = match head.method {
        Method::Post => handlers::answer(path, body, subject, &Arc::default()),
        Method::Get | Method::Head | Method::Other => None,
    };
    Ok(answer.unwrap_or_else(|| unknown(&head)))
}

/// The head and its body.
fn parts(request: &[u8]) -> Result<(Head, &[u8]), Malformed> {
    let length = head_length(request, 0)?.ok_or(Malformed::Time)?;
    let (head, body) = request.split_at(length);
    let head = Head::parse(head)?;
    let body = body.get(..head.body).ok_or(Malformed::Time)?;
    Ok((head, body))
}
