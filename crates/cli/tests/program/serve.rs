//! `serve`: a service to ask, and what it is asked.

mod answers;
mod connections;
mod uni;

use std::{
    io::{ErrorKind, Read, Write},
    net::{SocketAddr, TcpStream},
    process::{Child, Command, ExitStatus, Stdio},
    time::Duration,
};

use serde_json::Value;

use crate::{Folder, address_of};

/// A service that runs in its own folder. It is ended when this is dropped.
struct Service {
    child: Child,
    address: SocketAddr,
    folder: Folder,
}

/// An answer: its status, its head in lower case, and its body.
#[derive(Debug)]
struct Reply {
    status: u16,
    head: String,
    body: String,
}

impl Service {
    fn start(args: &[&str]) -> Self {
        let folder = Folder::new();
        let args = [&["serve", "--listen", "127.0.0.1:0"], args].concat();
        let mut command = folder.command(&args);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let address = address_of(&mut child);
        Self { child, address, folder }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends these bytes on a new connection, and reads one answer.
    fn send(&self, bytes: &[u8]) -> Reply {
        let mut stream = self.connect();
        stream.write_all(bytes).unwrap();
        read(&mut stream).unwrap()
    }

    fn get(&self, target: &str) -> Reply {
        self.send(format!("GET {target} HTTP/1.1\r\nHost: here\r\n\r\n").as_bytes())
    }

    fn post(&self, target: &str, body: &str) -> Reply {
        let length = body.len();
        let head =
            format!("POST {target} HTTP/1.1\r\nHost: here\r\nContent-Length: {length}\r\n\r\n");
        self.send((head + body).as_bytes())
    }

    /// Sends a signal. Returns how the program ended, and its last message.
    fn end(mut self, signal: &str) -> (ExitStatus, String) {
        self.signal(signal);
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap(), said)
    }

    fn signal(&self, signal: &str) {
        let script = format!("kill -{signal} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &script]).status().unwrap().success());
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Reply {
    fn json(&self) -> Value {
        assert!(self.head.contains("\r\ncontent-type: application/json\r\n"), "{self:?}");
        serde_json::from_str(&self.body).unwrap()
    }

    /// The body of an answer that must be successful.
    fn fine(&self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        self.json()
    }

    /// The error of an answer that must have this status.
    fn error(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{self:?}");
        self.json()["error"].as_str().unwrap().to_owned()
    }
}

/// Reads exactly one answer. `None` if the connection is closed without one.
fn read(stream: &mut TcpStream) -> Option<Reply> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut byte) {
            Ok(0) => {
                assert_eq!(head, b"");
                return None;
            }
            Ok(_) => head.push(byte[0]),
            Err(error) if error.kind() == ErrorKind::ConnectionReset && head.is_empty() => {
                return None;
            }
            Err(error) => panic!("{error}"),
        }
    }
    let head = String::from_utf8(head).unwrap().to_lowercase();
    let length = head.split("\r\ncontent-length: ").nth(1).and_then(|rest| rest.lines().next());
    let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
    stream.read_exact(&mut body).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Some(Reply { status, head, body: String::from_utf8(body).unwrap() })
}
