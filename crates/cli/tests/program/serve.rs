//! `serve`: a service to ask, and what it is asked.

mod allowed;
mod answers;
mod connections;
mod memory;
mod openapi;
mod uni;
mod watched;

use std::{
    io::{self, ErrorKind, Read, Write},
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
        Self::start_in(Folder::new(), "127.0.0.1:0", args)
    }

    /// Starts one in this folder that listens there.
    fn start_in(folder: Folder, listen: &str, args: &[&str]) -> Self {
        let args = [&["serve", "--listen", listen], args].concat();
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
        self.send(format!("GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes())
    }

    fn post(&self, target: &str, body: &str) -> Reply {
        let length = body.len();
        let head = format!(
            "POST {target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n"
        );
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
        self.fine_text();
        self.json()
    }

    fn fine_text(&self) -> &str {
        assert_eq!(self.status, 200, "{self:?}");
        &self.body
    }

    /// The error of an answer that must have this status.
    fn error(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{self:?}");
        self.json()["error"].as_str().unwrap().to_owned()
    }
}

/// Reads exactly one answer. `None` if the connection is closed without one.
fn read(stream: &mut TcpStream) -> Option<Reply> {
    let mut answer = Begun::read(stream)?;
    let mut body = Vec::new();
    answer.rest(&mut |bytes| body.extend_from_slice(bytes)).unwrap();
    let Begun { status, head, .. } = answer;
    Some(Reply { status, head, body: String::from_utf8(body).unwrap() })
}

/// An answer of which the head has been read.
struct Begun<'s> {
    stream: &'s mut TcpStream,
    status: u16,
    /// In lower case.
    head: String,
}

impl<'s> Begun<'s> {
    /// Reads a head. `None` if the connection is closed without one.
    fn read(stream: &'s mut TcpStream) -> Option<Self> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
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
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Some(Self { stream, status, head })
    }

    /// Reads the body, in parts. This is an error if the connection ends before the body does.
    fn rest(&mut self, part: &mut dyn FnMut(&[u8])) -> io::Result<()> {
        if !self.head.contains("\r\ntransfer-encoding: chunked\r\n") {
            let length = self.head.split("\r\ncontent-length: ").nth(1);
            let length = length.and_then(|rest| rest.lines().next());
            return self.some(length.map_or(0, |length| length.parse().unwrap()), part);
        }
        loop {
            let mut line = Vec::new();
            while !line.ends_with(b"\r\n") {
                self.some(1, &mut |byte| line.extend_from_slice(byte))?;
            }
            let digits = String::from_utf8(line).unwrap();
            let length = usize::from_str_radix(digits.trim(), 16).unwrap();
            self.some(length, part)?;
            self.some(2, &mut |end| assert_eq!(end, b"\r\n"))?;
            if length == 0 {
                return Ok(());
            }
        }
    }

    /// Reads so many bytes.
    fn some(&mut self, bytes: usize, part: &mut dyn FnMut(&[u8])) -> io::Result<()> {
        let mut buffer = vec![0; bytes];
        self.stream.read_exact(&mut buffer)?;
        part(&buffer);
        Ok(())
    }
}
