//! Connections, each on a thread of its own, and what their requests lead to.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::guard::{AccessToken, Guard};
use super::handlers;
use super::http::{Head, HttpConnection, Malformed, Method, Response, ResponseStatus};
use super::revision::Revision;
use super::subject::{GivenValues, Refusal, ServedTemplate};
use super::unknown_peers::{UnknownPeer, UnknownPeers};
use crate::answer::{self, Changes};
use crate::output::report::{Host, Page};
use crate::source::locked;

/// How many clients that know the token are served at the same time.
const MAX_CONNECTIONS: usize = 32;

/// How long a page waits for a change before it asks again.
const MAX_WAIT_TIME: Duration = Duration::from_secs(25);

/// How often is looked whether a client still waits.
const BEAT: Duration = Duration::from_millis(50);

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    token: AccessToken,
}

impl Server {
    /// Listens on a port of loopback; 0 for any that is free.
    ///
    /// # Errors
    /// When the port is taken.
    pub fn listen(port: u16, token: AccessToken) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address, token })
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/{}/", self.address, self.token)
    }

    /// Serves for as long as the process lives; `revision` says when pages are outdated.
    pub fn serve(self, subject: Box<dyn ServedTemplate>, revision: Arc<Revision>) {
        let guard = Guard { token: self.token, port: self.address.port() };
        let (busy, peers) = (Arc::new(AtomicUsize::new(0)), UnknownPeers::default());
        let state = Arc::new(ServerState { guard, subject, revision, busy, page: Mutex::default() });
        // Clients that are gone before they are accepted are no reason to stop.
        for stream in self.listener.incoming().flatten() {
            let Ok(peer) = peers.meet(&stream) else { continue };
            let state = Arc::clone(&state);
            // Without another thread no request can be served; the client sees that the connection is closed.
            let _ = thread::Builder::new().spawn(move || state.attend(stream, peer));
        }
    }
}

/// One of [`MAX_CONNECTIONS`].
struct ConnectionSlot(Arc<AtomicUsize>);

impl ConnectionSlot {
    fn take(busy: &Arc<AtomicUsize>) -> Option<Self> {
        let place = Self(Arc::clone(busy));
        (busy.fetch_add(1, Ordering::Relaxed) < MAX_CONNECTIONS).then_some(place)
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Who is at the other end; kept as long as the connection is.
enum PeerKind {
    /// Unknown.
    UnknownPeer(#[expect(dead_code, reason = "it is one until it is dropped")] UnknownPeer),
    /// A client that knows the token.
    Client(#[expect(dead_code, reason = "the place is taken until it is dropped")] Arc<ConnectionSlot>),
}

/// What all connections share.
struct ServerState {
    guard: Guard,
    subject: Box<dyn ServedTemplate>,
    revision: Arc<Revision>,
    /// How many clients are served.
    busy: Arc<AtomicUsize>,
    /// The last page with its revision.
    page: Mutex<Option<(u64, String)>>,
}

impl ServerState {
    fn attend(self: Arc<Self>, stream: TcpStream, peer: UnknownPeer) {
        let (mut connection, mut attended) = (HttpConnection::new(stream), PeerKind::UnknownPeer(peer));
        // An error in an analysis must not leave the client without an answer.
        let response = catch_unwind(AssertUnwindSafe(|| self.respond(&mut connection, &mut attended)));
        connection.answer(&response.unwrap_or_else(|_| failed()));
    }

    fn respond(self: &Arc<Self>, connection: &mut HttpConnection, attended: &mut PeerKind) -> Response {
        let head = match connection.head() {
            Ok(head) => head,
            Err(malformed) => return unreadable(malformed),
        };
        let path = match self.guard.admit(&head) {
            Ok(path) => path,
            Err(refusal) => return refusal,
        };
        let Some(place) = ConnectionSlot::take(&self.busy).map(Arc::new) else {
            return Response::refusal(ResponseStatus::Busy, "too many connections");
        };
        *attended = PeerKind::Client(Arc::clone(&place));
        match head.method {
            Method::Post => match connection.body(&head) {
                Ok(body) => self.answer(path, body, &place, connection).unwrap_or_else(|| unknown(&head)),
                Err(malformed) => unreadable(malformed),
            },
            Method::Get | Method::Head | Method::Other => self.get(path).unwrap_or_else(|| unknown(&head)),
        }
    }

    /// The answer to a question, on a thread of its own: the client does not wait for one that is late. It keeps its place
    /// until it ends, so that there are never more of them than places; when it is late, or the client is gone, it stops.
    fn answer(
        self: &Arc<Self>,
        path: &str,
        body: Vec<u8>,
        place: &Arc<ConnectionSlot>,
        connection: &HttpConnection,
    ) -> Option<Response> {
        let (sender, answer) = mpsc::channel();
        let (state, place, name) = (Arc::clone(self), Arc::clone(place), path.to_owned());
        let is_unwanted: Arc<AtomicBool> = Arc::default();
        let stop = Arc::clone(&is_unwanted);
        let asked = thread::Builder::new().spawn(move || {
            let answer = catch_unwind(AssertUnwindSafe(|| handlers::answer(&name, &body, &*state.subject, &stop)));
            // The client may have been answered that it is late.
            let _ = sender.send(answer.unwrap_or_else(|_| Some(failed())));
            drop(place);
        });
        if asked.is_err() {
            return Some(Response::refusal(ResponseStatus::Busy, "too many questions"));
        }
        let end = self.subject.patience().and_then(|patience| Instant::now().checked_add(patience));
        let is_late = || end.is_some_and(|end| Instant::now() >= end);
        loop {
            match answer.recv_timeout(BEAT) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) if !is_late() && !connection.is_closed() => {}
                Err(_) => break,
            }
        }
        is_unwanted.store(true, Ordering::Relaxed);
        Some(Response::refusal(ResponseStatus::Late, "stopped before the answer was known"))
    }

    fn get(&self, path: &str) -> Option<Response> {
        if path.is_empty() {
            return Some(Response::page(self.page()));
        }
        let known = path.strip_prefix("changes/")?.parse().ok()?;
        let revision = self.revision.other_than(known, MAX_WAIT_TIME);
        Some(Response::json(ResponseStatus::Fine, answer::json(&Changes { revision })))
    }

    /// The page as of now. Others who want it wait instead of making it, too.
    fn page(&self) -> String {
        let mut known = locked(&self.page);
        // What changes while the page is made has a revision that the page is behind.
        let revision = self.revision.now();
        if let Some((_, page)) = known.as_ref().filter(|(made, _)| *made == revision) {
            return page.clone();
        }
        let page = self.make(revision);
        *known = Some((revision, page.clone()));
        page
    }

    fn make(&self, revision: u64) -> String {
        let name = self.subject.name();
        let given = GivenValues::default();
        let page = handlers::ask(&*self.subject, &given, |variants, limits| Ok(Page::of(&name, variants, limits)));
        let page = page.unwrap_or_else(|refusal| match refusal {
            Refusal::Broken(findings) => Page::of_broken(&name, &findings),
            Refusal::Usage(message) | Refusal::Stopped(message) => Page::of_refused(&name, &message),
        });
        page.html(Host::Server { revision })
    }
}

fn failed() -> Response {
    Response::refusal(ResponseStatus::Failed, "this is an error in variscope; please report it")
}

/// The answer to what is no request.
pub(super) fn unreadable(malformed: Malformed) -> Response {
    let why = match malformed {
        Malformed::Body => "the body is too long",
        Malformed::Head => "the head of the request is too long",
        Malformed::Length => "a question has a header `Content-Length` and is not sent in chunks",
        Malformed::Version => "requests are of HTTP/1.0 or HTTP/1.1",
        Malformed::Time => "the request did not arrive in time, or not as long as it says",
        Malformed::Syntax => "the request cannot be read",
    };
    Response::refusal(malformed.status(), why)
}

/// The answer to a request for what is not there.
pub(super) fn unknown(head: &Head) -> Response {
    let known = match head.method {
        Method::Post => "there is `count`, `elements`, `explain`, `resolve` and `values`",
        Method::Get | Method::Head | Method::Other => {
            "there is only the page; `count`, `elements`, `explain`, `resolve` and `values` are asked by POST"
        }
    };
    Response::refusal(ResponseStatus::NotFound, known)
}
