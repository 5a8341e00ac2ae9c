//! Attacked: `serve`, by HTTP requests that are cut, changed, far too long, slow, or several in a row.
//!
//! A defeat: a status of 500 or more, a wrong answer, no answer to a whole request, or a right request that is not
//! answered after it.
//!
//! The truth of tic-tac-toe is plain minimax.

use std::{
    io::{ErrorKind, Read, Write},
    net::{SocketAddr, TcpStream},
    process::{Child, Stdio},
    time::Duration,
};

use perfect_play_test_kit::{Random, besiege};
use serde_json::Value;

use super::{command, is_true, text, tictactoe};
use crate::address_of;

struct Service {
    child: Child,
    address: SocketAddr,
}

impl Service {
    fn start() -> Self {
        let folder = std::env::temp_dir();
        let args = [
            "serve",
            "tictactoe",
            "nim:2,3",
            "connect:2,3,2",
            "--listen",
            "127.0.0.1:0",
            "--timeout",
            "20",
        ];
        let mut child = command(&args, &folder).stderr(Stdio::piped()).spawn().unwrap();
        let address = address_of(&mut child);
        Self { child, address }
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).unwrap()
    }

    /// What is answered to these bytes. If they are not a whole request, for a short time.
    fn send(&self, parts: &[&[u8]], is_whole: bool) -> Vec<u8> {
        let mut stream = self.connect();
        for part in parts {
            // It may have heard enough.
            if stream.write_all(part).and_then(|()| stream.flush()).is_err() {
                break;
            }
        }
        let time = Duration::from_millis(if is_whole { 60_000 } else { 100 });
        stream.set_read_timeout(Some(time)).unwrap();
        let mut answer = Vec::new();
        if let Err(error) = stream.read_to_end(&mut answer) {
            let hangs = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
            assert!(!(hangs && is_whole), "no answer: {error}");
        }
        answer
    }

    fn get(&self, target: &str) -> Value {
        let request =
            format!("GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let answer = String::from_utf8(self.send(&[request.as_bytes()], true)).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer:?}"));
        assert!(!head.starts_with("HTTP/1.1 5"), "{answer}");
        serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"))
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn requests() {
    let service = Service::start();
    let mut slow = Vec::new();
    besiege(module_path!(), |case| {
        let random = &mut case.random;
        let (kind, request) = hostile(random);
        // In one piece, or in several; some senders never end.
        let cut: usize = random.below(request.len() as u64 + 1);
        let is_slow = random.once_in(12);
        case.note(kind);
        if is_slow {
            case.note("slow");
            let mut stream = service.connect();
            let _ = stream.write_all(&request[..cut]);
            slow.push(stream);
            if slow.len() > 100 {
                slow.remove(0);
            }
        } else {
            let parts = if case.random.once_in(2) {
                [&request[..cut], &request[cut..]]
            } else {
                [&request[..], &[]]
            };
            let answer = String::from_utf8_lossy(&service.send(&parts, kind == "a whole request"))
                .into_owned();
            let mut statuses = answer
                .match_indices("HTTP/1.")
                .filter_map(|(place, _)| answer.get(place + 9..place + 12));
            assert!(
                statuses.all(|status| status < "500"),
                "{:?}: {answer}",
                String::from_utf8_lossy(&request)
            );
            if kind == "a whole request" {
                assert!(
                    answer.starts_with("HTTP/1.1 "),
                    "{:?}: {answer}",
                    String::from_utf8_lossy(&request)
                );
            }
        }
        for _ in 0..2 {
            let code: u64 = case.random.below(tictactoe().codes());
            let answer = service.get(&format!("/tictactoe?position={}", text(tictactoe(), code)));
            assert!(is_true(tictactoe(), &answer, code), "{}: {answer}", text(tictactoe(), code));
        }
    });
    let mut service = service;
    assert!(service.child.try_wait().unwrap().is_none(), "the service has ended");
}

const PATHS: [&str; 16] = [
    "/",
    "/tictactoe",
    "/tictactoe/",
    "/tictactoe/regular/",
    "/tictactoe/regular/positions/",
    "/nim:2,3",
    "/connect:2,3,2",
    "/tictactoe/instructions/",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/../../x",
    "//",
    "/%00",
    "/%ff%fe",
    "/tictactoe%2Fregular",
    "*",
    "http://there/tictactoe",
];

/// A piece of a target or a body.
fn piece(random: &mut Random) -> String {
    let pieces = [
        "X........",
        "XO.......",
        "XXXXXXXXX",
        "%",
        "%%%",
        "%zz",
        "%F0%9F%98%80",
        "+",
        "&&&",
        "=",
        "\u{e9}",
        "\u{1f600}",
        "../",
        "2_---------",
        "1_---------",
        "p=",
        "position=",
        "?",
        "#",
        ";",
        "\"",
        "(2, 3)",
        "0",
        "-1",
        "99999999999999999999999",
        "null",
        "[",
        "]",
    ];
    let long = "X".repeat(random.of(&[1, 10, 1000, 20_000]));
    if random.once_in(15) { long } else { random.of(&pieces).to_owned() }
}

/// Bytes that are no request, or nearly one.
fn hostile(random: &mut Random) -> (&'static str, Vec<u8>) {
    let mut target = random.of(&PATHS).to_owned();
    if !random.once_in(4) {
        target += random.of(&["?position=", "?p=", "?", "/"]);
        for _ in 0..random.below::<u8>(4_u8) {
            target += &piece(random);
        }
    }
    let method = random.of(&[
        "GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "OPTIONS", "DELETE", "CONNECT", "get",
        "G\u{0}T",
    ]);
    let mut body = String::new();
    if method == "POST" {
        body = match random.below(5_u8) {
            0 => "[".repeat(random.of(&[1, 100, 100_000])),
            1 => format!(
                "[{}]",
                vec![r#""X........""#; random.of(&[1, 100, 10_000, 10_001])].join(",")
            ),
            2 => format!("[\"{}\", 1, {{}}]", piece(random)),
            3 => piece(random),
            _ => format!("{{\"{}\": [1e999]}}", piece(random)),
        };
    }
    let mut heads = String::from("Host: localhost\r\n");
    if random.once_in(4) {
        let count = random.of(&[1, 99, 101, 1000]);
        heads += &format!(
            "X-{}: {}\r\n",
            random.below::<u16>(999_u16),
            "a".repeat(random.of(&[0, 10, 20_000]))
        )
        .repeat(count);
    }
    let length = match random.below(8_u8) {
        0 => "Content-Length: 18446744073709551616\r\n".to_owned(),
        1 => "Content-Length: -1\r\nContent-Length: 5\r\n".to_owned(),
        2 => "Transfer-Encoding: chunked\r\n".to_owned(),
        3 => format!("Content-Length: {}\r\n", body.len() + 10),
        _ => format!("Content-Length: {}\r\n", body.len()),
    };
    let version =
        random.of(&["HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9", ""]);
    let request =
        format!("{method} {target} {version}\r\n{heads}{length}Connection: close\r\n\r\n{body}")
            .into_bytes();
    match random.below(6_u8) {
        0 => {
            let mut changed = request;
            for _ in 0..random.of(&[1, 1, 5, 50]) {
                let place: usize = random.below(changed.len() as u64);
                changed[place] = random.below(256_u16);
            }
            ("changed bytes", changed)
        }
        1 => ("cut", request[..random.below::<usize>(request.len() as u64)].to_vec()),
        2 => ("several in a row", request.repeat(random.of(&[2, 20]))),
        3 => ("noise", (0..random.of(&[1, 100, 70_000])).map(|_| random.below(256_u16)).collect()),
        4 => {
            let target = ["/", "/tictactoe", "/nim:2,3"][random.below::<usize>(3_u8)];
            (
                "a whole request",
                format!(
                    "GET {target} HTTP/1.1\r\nHost: localhost\r\n{heads}Connection: close\r\n\r\n"
                )
                .into_bytes(),
            )
        }
        _ => ("a strange request", request),
    }
}
