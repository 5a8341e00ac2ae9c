//! Long answers: they are sent in pieces, within one budget of memory, and none that began is lost.

use std::{
    fmt::Write as _,
    fs,
    io::{ErrorKind, Read, Write},
    net::TcpStream,
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{Begun, Service};
use crate::Folder;

/// How many positions the game of these tests has, beside the end.
const POSITIONS: usize = 64;

/// A service of a game whose answers are long: some 13 KB for each position.
fn start(args: &[&str]) -> Service {
    let folder = Folder::new();
    let mut lines = String::new();
    for position in 0..POSITIONS {
        let moves = (0..12).map(|mv| {
            let to = if mv == 0 && position + 1 < POSITIONS { position + 1 } else { POSITIONS };
            (format!("{mv}{}", "m".repeat(1_000)), Value::from(format!("p{to}")))
        });
        let moves: serde_json::Map<_, _> = moves.collect();
        let to_move = ["X", "O"][position % 2];
        let line = json!({"position": format!("p{position}"), "to_move": to_move, "moves": moves});
        writeln!(lines, "{line}").unwrap();
    }
    let end = json!({"position": format!("p{POSITIONS}"), "to_move": "X", "outcome": "draw"});
    writeln!(lines, "{end}").unwrap();
    fs::write(folder.path("long.jsonl"), lines).unwrap();
    Service::start_in(folder, "127.0.0.1:0", &[&["graph:long.jsonl"], args].concat())
}

/// Lists of positions, and the right answers to them.
struct Lists {
    /// The answer to each position.
    answers: Vec<String>,
    length: usize,
}

impl Lists {
    fn new(service: &Service, length: usize) -> Self {
        let answer = |position| {
            let reply = service.get(&format!("/graph:long.jsonl?position=p{position}"));
            assert_eq!(reply.status, 200);
            reply.body.trim_end().to_owned()
        };
        Self { answers: (0..POSITIONS).map(answer).collect(), length }
    }

    /// The positions that a client asks about. Each client has other ones.
    fn positions(&self, client: usize) -> impl Iterator<Item = usize> {
        (client..client + self.length).map(|position| position % POSITIONS)
    }

    fn send(&self, client: usize, stream: &mut TcpStream) {
        let positions: Vec<_> = self.positions(client).map(|p| format!("p{p}")).collect();
        let body = json!(positions).to_string();
        let length = body.len();
        let head = format!(
            "POST /graph:long.jsonl HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all((head + &body).as_bytes()).unwrap();
    }

    /// Whether the client's list is answered, and not refused. The answer must be the right one.
    fn is_answered(&self, client: usize, stream: &mut TcpStream) -> bool {
        let mut reply = Begun::read(stream).unwrap();
        let mut found = Vec::new();
        reply.rest(&mut |part| found.extend_from_slice(part)).unwrap();
        if reply.status == 503 {
            assert!(reply.head.contains("\r\nretry-after: 1\r\n"), "{}", reply.head);
            let found: Value = serde_json::from_slice(&found).unwrap();
            assert!(found["error"].as_str().unwrap().contains("ask again"), "{found}");
            return false;
        }
        assert_eq!(reply.status, 200, "{}", reply.head);
        let answers: Vec<_> = self.positions(client).map(|p| &*self.answers[p]).collect();
        assert!(found == format!("[{}]\n", answers.join(",")).as_bytes(), "client {client}");
        true
    }
}

/// So many clients that ask for long lists and read nothing for a while. Returns how many were refused at first, and the most
/// memory that the service had, in bytes.
fn slow_readers(readers: usize, length: usize, budget: &str) -> (usize, u64) {
    let most = (readers + 10).to_string();
    let args =
        ["--answer-memory", budget, "--timeout", "3600", "--metrics", "--connections", &most];
    let service = start(&args);
    let lists = Lists::new(&service, length);
    let mut streams: Vec<_> = (0..readers).map(|_| service.connect()).collect();
    for (client, stream) in streams.iter_mut().enumerate() {
        stream.set_read_timeout(Some(Duration::from_secs(600))).unwrap();
        lists.send(client, stream);
    }
    // All answers have begun, or were refused, when the last has.
    for stream in &streams {
        stream.peek(&mut [0]).unwrap();
    }
    // Meanwhile, short answers come at once.
    service.get(&format!("/graph:long.jsonl?position=p{POSITIONS}")).fine();
    let refused = Mutex::new(Vec::new());
    let clients = Mutex::new(streams.into_iter().enumerate());
    let next = || clients.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some((client, mut stream)) = next() {
                    if !lists.is_answered(client, &mut stream) {
                        refused.lock().unwrap().push((client, stream));
                    }
                }
            });
        }
    });
    let mut refused = refused.into_inner().unwrap();
    for (client, stream) in &mut refused {
        lists.send(*client, stream);
        assert!(lists.is_answered(*client, stream));
    }
    nothing_is_held(&service);
    (refused.len(), most_memory(&service))
}

/// Waits until the answers of clients that left are gone.
fn nothing_is_held(service: &Service) {
    let began = Instant::now();
    loop {
        let metrics = service.get("/metrics").body;
        if metrics.contains("\nperfect_play_answer_memory_bytes 0\n") {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(30), "{metrics}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The most memory that the service has had. 0 if the system does not say.
fn most_memory(service: &Service) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", service.child.id()));
    let status = status.unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or(0, |line| line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024)
}

#[test]
fn slow_readers_share_the_memory_and_none_that_is_answered_loses_anything() {
    let (refused, most) = slow_readers(40, 50, "2MB");
    assert!((5..20).contains(&refused), "{refused} were refused");
    assert!(most < 100_000_000, "{most} bytes");
}

#[test]
#[ignore = "takes long, and a thousand open files: `.ci/full` runs it"]
fn a_thousand_slow_readers_share_the_memory_and_lose_nothing() {
    let (refused, most) = slow_readers(1_000, 200, "256MB");
    assert!(most < 400_000_000, "{most} bytes");
    assert_eq!(refused, 0);
    let (refused, most) = slow_readers(500, 50, "10MB");
    assert!((200..400).contains(&refused), "{refused} were refused");
    assert!(most < 100_000_000, "{most} bytes");
}

#[test]
fn clients_that_leave_free_what_they_held() {
    let service = start(&["--answer-memory", "2MB", "--metrics"]);
    let lists = Lists::new(&service, 200);
    for _ in 0..3 {
        let mut streams: Vec<_> = (0..25).map(|_| service.connect()).collect();
        for (client, stream) in streams.iter_mut().enumerate() {
            lists.send(client, stream);
        }
        // Some have begun to read, and for some nothing is made yet.
        for stream in &mut streams[..5] {
            assert_eq!(Begun::read(stream).unwrap().status, 200);
        }
        drop(streams);
        nothing_is_held(&service);
    }
}

#[test]
fn an_answer_that_never_fits_is_refused_for_good() {
    let service = Service::start(&["tictactoe", "--answer-memory", "2MB"]);
    let long = |length| "X".repeat(length);
    // Every error has the text of its position twice, with escapes, so the answer may be thirteen times as long as the list.
    let body = json!(["X........", long(300_000), long(300_000)]).to_string();
    assert!(service.post("/tictactoe", &body).error(413).contains("--answer-memory"));
    let body = json!(["X........", long(50_000), long(50_000), "........."]).to_string();
    let answer = service.post("/tictactoe", &body).fine();
    assert_eq!(answer[3]["remoteness"], 9);
    assert!(answer[1]["error"].is_string(), "{answer}");
}

#[test]
fn a_long_error_takes_memory_as_any_answer() {
    let service = Service::start(&["tictactoe", "--answer-memory", "2MB"]);
    // The error quotes the move, and writes seven letters for each of its characters.
    let play = |length| json!({"play": ["\u{7f}".repeat(length)]}).to_string();
    assert!(service.post("/tictactoe/grade", &play(1_000)).error(400).contains("is not legal"));
    let refused = service.post("/tictactoe/grade", &play(900_000)).error(413);
    assert!(refused.contains("--answer-memory"), "{refused}");
}

#[test]
fn an_answer_is_cut_if_the_table_cannot_be_read_in_the_middle() {
    let folder = Folder::new();
    folder.fine(&["solve", "connect:4,6,4", "-o", "t.perfect"]);
    let path = folder.path("t.perfect");
    let mut bytes = fs::read(&path).unwrap();
    let length = bytes.len();
    for byte in bytes[length / 2..length * 3 / 4].iter_mut().step_by(16) {
        *byte ^= 1;
    }
    fs::write(&path, bytes).unwrap();
    let mut service = Service::start_in(folder, "127.0.0.1:0", &["t.perfect"]);
    // Games of twelve moves; some are over before.
    let games = (0..200_usize).map(|seed| {
        let columns = (0..12).map(|ply| (seed * 7_919 / (ply * ply + 1) + ply) % 4 + 1);
        columns.map(|column| column.to_string()).collect::<String>()
    });
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for game in games {
        let reply = service.get(&format!("/connect:4,6,4?position={game}"));
        match reply.status {
            200 => good.push(game),
            500 => bad.push(game),
            status => assert_eq!(status, 400, "{reply:?}"),
        }
    }
    let bad = &bad[0];
    // As long as nothing is sent, the status says it.
    let target = "/connect:4,6,4";
    let body = json!([good[0], bad, good[1]]).to_string();
    assert!(service.post(target, &body).error(500).contains("is damaged (section "));
    let many: Vec<_> = good.iter().cycle().take(400).chain([bad]).collect();
    let body = json!(many).to_string();
    let length = body.len();
    let head =
        format!("POST {target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n");
    let mut stream = service.connect();
    stream.write_all((head + &body).as_bytes()).unwrap();
    let mut reply = Begun::read(&mut stream).unwrap();
    assert_eq!(reply.status, 200);
    let mut found = Vec::new();
    let error = reply.rest(&mut |part| found.extend_from_slice(part)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
    assert!(found.len() > 60_000 && !found.ends_with(b"]\n"));
    service.get("/").fine();
    service.signal("TERM");
    let mut said = String::new();
    service.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.starts_with("error: an answer was cut: "), "{said}");
}
