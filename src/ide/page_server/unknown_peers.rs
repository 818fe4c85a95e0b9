//! Connections whose peer is not yet known.
//!
//! They are few, and the newest ones: a silent connection makes place for others.

use std::collections::VecDeque;
use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::source::locked;

/// How many are waited for at the same time.
const MAX_UNKNOWN_PEERS: usize = 32;

/// All of them, the oldest first.
#[derive(Clone, Default)]
pub(super) struct UnknownPeers(Arc<Mutex<WaitingPeers>>);

#[derive(Default)]
struct WaitingPeers {
    next: u64,
    streams: VecDeque<(u64, TcpStream)>,
}

/// One of them, until this is dropped: then it is known, or gone.
pub(super) struct UnknownPeer {
    all: UnknownPeers,
    number: u64,
}

impl UnknownPeers {
    /// Notes a connection; the oldest one is closed when there are too many.
    pub(super) fn meet(&self, stream: &TcpStream) -> io::Result<UnknownPeer> {
        let own = stream.try_clone()?;
        let mut waiting = self.waiting();
        let number = waiting.next;
        waiting.next += 1;
        waiting.streams.push_back((number, own));
        if waiting.streams.len() > MAX_UNKNOWN_PEERS
            && let Some((_, oldest)) = waiting.streams.pop_front()
        {
            // A reader of it finds the end of the stream; one that is gone already needs nothing.
            let _ = oldest.shutdown(Shutdown::Both);
        }
        Ok(UnknownPeer { all: self.clone(), number })
    }

    fn waiting(&self) -> MutexGuard<'_, WaitingPeers> {
        locked(&self.0)
    }
}

impl Drop for UnknownPeer {
    fn drop(&mut self) {
        self.all.waiting().streams.retain(|(number, _)| *number != self.number);
    }
}
