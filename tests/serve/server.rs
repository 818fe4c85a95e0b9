//! A server, and questions to it over connections of their own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Stdio};

use serde_json::Value as Json;

use crate::support::program::variscope;

/// `variscope serve`, until it is dropped.
pub struct Server {
    pub process: Child,
    pub address: String,
    pub token: String,
}

impl Server {
    pub fn start(arguments: &[&str]) -> Self {
        let mut command = variscope(&[]);
        command.arg("serve").args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let (address, token) = url.trim().strip_prefix("http://").unwrap().split_once('/').unwrap();
        Self { address: address.to_owned(), token: token.trim_end_matches('/').to_owned(), process }
    }

    /// Sends bytes, behind which nothing comes; everything that comes back.
    pub fn send(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(bytes).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Asks a question; the connection stays open for its answer.
    pub fn ask(&self, path: &str, body: &str) -> TcpStream {
        let (token, address) = (&self.token, &self.address);
        let head =
            format!("POST /{token}/{path} HTTP/1.1\r\nHost: {address}\r\nContent-Length: {}\r\n\r\n", body.len());
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all((head + body).as_bytes()).unwrap();
        stream
    }

    pub fn get(&self, path: &str) -> String {
        self.send(format!("GET /{}/{path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.token, self.address).as_bytes())
    }

    pub fn post(&self, path: &str, body: &Json) -> (u16, Json) {
        self.post_text(path, &body.to_string())
    }

    pub fn post_text(&self, path: &str, body: &str) -> (u16, Json) {
        let mut answer = String::new();
        self.ask(path, body).read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let answer = serde_json::from_str(body).unwrap();
        hold_to_schema(&answer);
        (status(head), answer)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// An answer is what the schema that it names says.
fn hold_to_schema(answer: &Json) {
    let id = answer["schema"].as_str().unwrap();
    let schema = variscope::answer::schema_of(id.split('/').nth(1).unwrap()).unwrap();
    assert_eq!(schema["properties"]["schema"]["const"], id);
    jsonschema::draft202012::validate(&schema, answer).unwrap();
}

/// The status of an answer.
pub fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}
