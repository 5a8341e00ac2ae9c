//! `serve`: answers over HTTP, the front end of `GamesmanUni`, and everything that may be wrong with a request.

use std::{
    io::{BufRead, BufReader, ErrorKind, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use perfect_play::TICTACTOE;
use perfect_play_core::Outcome;
use perfect_play_games::Mnk;
use serde_json::{Value, json};

use crate::Folder;

/// A service that runs in a folder of its own, and is ended with this.
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
        let mut line = String::new();
        let mut lines = BufReader::new(child.stderr.take().unwrap());
        lines.read_line(&mut line).unwrap();
        let address =
            line.strip_prefix("listening on http://").and_then(|rest| rest.split_once('/'));
        let address = address.unwrap_or_else(|| panic!("{line}")).0.parse().unwrap();
        child.stderr = Some(lines.into_inner());
        Self { child, address, folder }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends these bytes on a connection of their own, and reads one answer.
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

    /// Sends a signal; gives how the program ended, and what it said last.
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

    /// The body, which has to be that of a right answer.
    fn fine(&self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        self.json()
    }

    /// The error, which has to be one of this status.
    fn error(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{self:?}");
        self.json()["error"].as_str().unwrap().to_owned()
    }
}

/// Reads one answer, and nothing behind it. `None` if the connection is closed without any.
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

#[test]
fn requests_of_gamesmanunis_front_end_are_answered_in_its_shapes() {
    // Recorded when version 5.0.35 of it was driven in Chromium against this program, a move played in each game.
    let recorded = include_str!("uni_requests.jsonl");
    let service = Service::start(&["tictactoe", "connect:4,4,4", "nim:1,2,3"]);
    let mut connection = service.connect();
    let mut kinds = [0; 5];
    for line in recorded.lines() {
        let request: Value = serde_json::from_str(line).unwrap();
        let target = request["target"].as_str().unwrap();
        let mut bytes = format!("{} {target} HTTP/1.1\r\n", request["method"].as_str().unwrap());
        for (name, value) in request["headers"].as_object().unwrap() {
            bytes.extend([name, ": ", value.as_str().unwrap(), "\r\n"]);
        }
        // All on one connection, as the front end does.
        connection.write_all((bytes + "\r\n").as_bytes()).unwrap();
        let reply = read(&mut connection).unwrap();
        assert!(reply.head.contains("\r\naccess-control-allow-origin: *\r\n"), "{reply:?}");
        let answer = reply.fine();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let parts: Vec<_> = path.split('/').filter(|part| !part.is_empty()).collect();
        let kind = match parts[..] {
            [] => is_list_of_games(&answer),
            [game] => is_game(&answer, game),
            [game, "regular"] => is_variant(&answer, game),
            [_, "regular", "instructions"] => is_text(&answer["instructions"]),
            [game, "regular", "positions"] => {
                let position = query.strip_prefix("p=").unwrap();
                is_position(&answer, position);
                is_true(&service.folder, game, &answer)
            }
            _ => panic!("{target}"),
        };
        kinds[kind] += 1;
    }
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}

fn is_text(value: &Value) -> usize {
    assert!(value.as_str().is_some_and(|text| text.len() > 3), "{value}");
    3
}

fn is_list_of_games(answer: &Value) -> usize {
    let games = answer.as_array().unwrap();
    assert_eq!(games.len(), 3);
    for game in games {
        is_text(&game["id"]);
        // A history of moves has a colon behind the name.
        assert!(!game["name"].as_str().unwrap().contains(':'), "{game}");
        assert_eq!((&game["type"], &game["gui"]), (&json!("twoPlayer"), &json!("v3")));
    }
    0
}

fn is_game(answer: &Value, game: &str) -> usize {
    assert_eq!(answer["id"], game);
    is_text(&answer["name"]);
    let variants = json!([{"id": "regular", "name": "Regular", "gui": "v3"}]);
    assert_eq!(answer["variants"], variants);
    assert_eq!(answer["allowCustomVariantCreation"], false);
    assert_eq!(answer["supportsWinBy"], false);
    1
}

fn is_variant(answer: &Value, game: &str) -> usize {
    assert_eq!((&answer["id"], &answer["gui"]), (&json!("regular"), &json!("v3")));
    let (start, cells) = match game {
        "tictactoe" => ("1_---------", 9_u8),
        "connect:4,4,4" => ("1_----------------", 16),
        _ => ("1_1,2,3", 0),
    };
    assert_eq!(answer["startPosition"], start);
    assert_eq!(answer["autoguiStartPosition"], start);
    let drawing = &answer["imageAutoGUIData"];
    if cells == 0 {
        assert_eq!(drawing, &Value::Null);
        return 2;
    }
    let theme = &drawing["themes"][drawing["defaultTheme"].as_str().unwrap()];
    let space: Vec<f64> = serde_json::from_value(theme["space"].clone()).unwrap();
    let centers: Vec<[f64; 2]> = serde_json::from_value(theme["centers"].clone()).unwrap();
    assert_eq!((space[0] * space[1], centers.len()), (f64::from(cells), cells.into()));
    assert!(centers.iter().all(|center| (0.0..space[0]).contains(&center[0])));
    for mark in ["x", "o"] {
        assert!(theme["charImages"][mark]["image"].as_str().unwrap().contains("_circle."));
        assert!(theme["charImages"][mark]["scale"].is_number());
    }
    assert!(theme["circleButtonRadius"].is_number());
    2
}

/// The order in which a player likes the values best.
fn rank(value: &Value) -> usize {
    let values = ["win", "tie", "draw", "lose"];
    values.into_iter().position(|name| value == name).unwrap_or_else(|| panic!("{value}"))
}

fn is_position(answer: &Value, asked: &str) {
    assert_eq!((&answer["position"], &answer["autoguiPosition"]), (&json!(asked), &json!(asked)));
    rank(&answer["positionValue"]);
    assert!(answer["remoteness"].is_u64());
    let moves = answer["moves"].as_array().unwrap();
    let mut best = None;
    for pair in moves.windows(2) {
        assert!(rank(&pair[0]["moveValue"]) <= rank(&pair[1]["moveValue"]), "{answer}");
    }
    for mv in moves {
        is_opposite(&mv["moveValue"], &mv["positionValue"]);
        assert_eq!(mv["position"], mv["autoguiPosition"]);
        // The other player's turn.
        assert_ne!(mv["position"].as_str().unwrap()[..2], asked[..2]);
        let remoteness = mv["remoteness"].as_u64().unwrap();
        let (value, first) = best
            .filter(|(value, _)| *value == &mv["moveValue"])
            .unwrap_or((&mv["moveValue"], remoteness));
        best = Some((value, first));
        assert_eq!(mv["deltaRemoteness"], json!(remoteness.abs_diff(first)), "{answer}");
        assert!(mv["move"].is_string() && mv["autoguiMove"].is_string());
    }
    assert_eq!(moves[0]["moveValue"], answer["positionValue"]);
    assert_eq!(moves[0]["remoteness"].as_u64().unwrap() + 1, answer["remoteness"]);
}

fn is_opposite(mover: &Value, other: &Value) {
    let opposite = match mover.as_str().unwrap() {
        "win" => "lose",
        "lose" => "win",
        same => same,
    };
    assert_eq!(other, opposite);
}

/// Compares with what is known without this program's tables: plain minimax, and the theory of Nim.
fn is_true(folder: &Folder, game: &str, answer: &Value) -> usize {
    let theirs = |answer: &Value| answer["position"].as_str().unwrap()[2..].to_owned();
    let positions = answer["moves"].as_array().unwrap().iter().chain([answer]);
    for position in positions {
        let text = theirs(position);
        let (value, remoteness) = (&position["positionValue"], position["remoteness"].as_u64());
        match game {
            "tictactoe" => {
                let board = Mnk::TICTACTOE.parse(&text).unwrap();
                let entry = TICTACTOE.probe(board).unwrap();
                let outcome = match entry.outcome {
                    Outcome::Win => "win",
                    Outcome::Draw => "tie",
                    Outcome::Loss => "lose",
                };
                assert_eq!((value, remoteness), (&json!(outcome), entry.remoteness.map(u64::from)));
            }
            "nim:1,2,3" => {
                let piles = text.split(',').map(|pile| pile.parse::<u64>().unwrap());
                let is_lost = piles.fold(0, |sum, pile| sum ^ pile) == 0;
                assert_eq!(value, if is_lost { "lose" } else { "win" }, "{text}");
            }
            _ => {
                let probed = folder.json(&["probe", game, &text, "--json"]);
                let outcome = probed["outcome"]
                    .as_str()
                    .unwrap()
                    .replace("draw", "tie")
                    .replace("loss", "lose");
                assert_eq!((value, remoteness), (&json!(outcome), probed["remoteness"].as_u64()));
            }
        }
    }
    4
}

#[test]
fn a_position_and_a_list_are_answered_best_move_first() {
    let service = Service::start(&["tictactoe", "dots:1,2", "three-mens-morris"]);
    let one = service.get("/tictactoe?position=X1OX4XOO8").fine();
    let probed = service.folder.json(&["probe", "tictactoe", "X1OX4XOO8", "--json"]);
    let mut sorted = probed.clone();
    let moves = sorted["moves"].as_array_mut().unwrap();
    moves.sort_by_key(|mv| mv["outcome"] != "win");
    assert_eq!(one, sorted);
    assert_eq!((&one["moves"][0]["cell"], &one["best_move"]), (&json!(4), &json!(4)));
    // As form data writes it.
    assert_eq!(
        service.get("/tictactoe/?position=%58.OX.XOO.&more=1").fine()["code"],
        probed["code"]
    );

    let many = service.post("/tictactoe", "[\"X1OX4XOO8\", \"bad\", \".........\"]").fine();
    assert_eq!(many.as_array().unwrap().len(), 3);
    assert_eq!(many[0], one);
    assert_eq!(many[1]["position"], "bad");
    assert!(many[1]["error"].as_str().unwrap().starts_with("character 1 is `b`"), "{many}");
    assert_eq!(many[2]["remoteness"], 9);
    assert_eq!(service.post("/tictactoe", "[]").fine(), json!([]));

    // A game for points, and one in which play may never end.
    assert_eq!(service.get("/dots:1,2/").fine()["supportsWinBy"], true);
    for game in ["dots:1,2", "three-mens-morris"] {
        let variant = service.get(&format!("/{game}/regular/")).fine();
        let start = variant["startPosition"].as_str().unwrap();
        let target = format!("/{game}/regular/positions/?p={}", start.replace(' ', "%20"));
        let position = service.get(&target).fine();
        assert!(!position["moves"].as_array().unwrap().is_empty());
        for mv in position["moves"].as_array().unwrap() {
            rank(&mv["moveValue"]);
            assert_eq!(mv["winby"].is_i64(), game == "dots:1,2");
        }
    }
    let mut stream = service.connect();
    stream.write_all(b"HEAD / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n").unwrap();
    let mut head = String::new();
    stream.read_to_string(&mut head).unwrap();
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && head.ends_with("\r\n\r\n"), "{head}");
}

#[test]
fn what_is_wrong_with_a_request_is_said_and_harms_no_other() {
    let folder = Folder::new();
    folder.fine(&["solve", "mnk:2,2,2", "-o", "t.perfect"]);
    let path = folder.path("t.perfect");
    let service = Service::start(&["tictactoe", path.to_str().unwrap()]);
    assert_eq!(service.get("/mnk:2,2,2?position=....").fine()["remoteness"], 3);
    for (target, status, error) in [
        ("/chess", 404, "no table of `chess` is served: there are mnk:2,2,2, tictactoe"),
        ("/t.perfect", 404, "no table of `t.perfect`"),
        ("/../../../../etc/passwd", 404, "no table of `..`"),
        ("/%2e%2e%2f%2e%2e%2fetc%2fpasswd", 404, "no table of `../../etc/passwd`"),
        ("/connect:4,4,4", 404, "no table of"),
        ("/tictactoe/misere", 404, "there is nothing at this address"),
        ("/tictactoe/regular/positions/more", 404, "there is nothing"),
        ("/%ff", 400, "the path is no UTF-8"),
        ("/tictactoe?position=", 400, "the board ends after 0 of 9 cells"),
        ("/tictactoe?position=XXXOOO...", 400, "both"),
        ("/tictactoe?position=%00%1b%5b2J", 400, "character 1"),
        ("/tictactoe/regular/positions/", 400, "name a position"),
        ("/tictactoe/regular/positions/?p=---------", 400, "begins with `1_` or `2_`"),
        ("/tictactoe/regular/positions/?p=2_---------", 400, "the other player is to move"),
        ("/tictactoe/regular/positions/?p=1_%C3%A9", 400, "character 1"),
    ] {
        let found = service.get(target).error(status);
        assert!(found.contains(error), "{target}: {found}");
    }
    for (body, error) in [
        ("", "no JSON list of positions"),
        ("{", "no JSON list of positions"),
        ("{\"a\": 1}", "no JSON list of positions"),
        ("[1]", "no JSON list of positions"),
        ("\u{feff}[]", "no JSON list of positions"),
    ] {
        let found = service.post("/tictactoe", body).error(400);
        assert!(found.contains(error), "{body}: {found}");
    }
    let deep = "[".repeat(500_000);
    service.post("/tictactoe", &deep).error(400);
    let many = format!("[{}\".........\"]", "\".........\",".repeat(10_000));
    assert!(service.post("/tictactoe", &many).error(413).contains("10001 positions are too many"));
    assert_eq!(service.post("/tictactoe/regular/", "[]").status, 404);
    let put = service.send(b"PUT / HTTP/1.1\r\nHost: here\r\n\r\n");
    assert_eq!(put.status, 405);
    assert!(put.head.contains("\r\nallow: get, head, post, options\r\n"));
    let options = service.send(b"OPTIONS /x HTTP/1.1\r\nHost: here\r\n\r\n");
    assert_eq!((options.status, &*options.body), (204, ""));

    // More than a body or a head may have. The answer comes before all of it was sent.
    let head = "POST /tictactoe HTTP/1.1\r\nHost: here\r\nContent-Length: 2000000\r\n\r\n";
    assert!(service.send(head.as_bytes()).error(413).contains("more than 1 MiB"));
    let long = format!("GET /{} HTTP/1.1\r\nHost: here\r\n\r\n", "x".repeat(40_000));
    let mut stream = service.connect();
    let _ = stream.write_all(long.as_bytes());
    assert!(read(&mut stream).is_none_or(|reply| [414, 431].contains(&reply.status)));
    // What is no HTTP.
    for bytes in [
        &b"\r\n\r\n\r\nnonsense\r\n\r\n"[..],
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET  /  HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
        b"POST /tictactoe HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"POST /tictactoe HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"POST /tictactoe HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ] {
        let mut stream = service.connect();
        stream.write_all(bytes).unwrap();
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let reply = read(&mut stream);
        assert!(reply.as_ref().is_none_or(|reply| reply.status == 400), "{bytes:?}: {reply:?}");
    }
    assert_eq!(service.get("/").fine().as_array().unwrap().len(), 2);
}

#[test]
fn slow_senders_are_given_up_and_others_are_not_held_up() {
    let service = Service::start(&["tictactoe", "--timeout", "3", "--connections", "40"]);
    let start = Instant::now();
    // Heads and bodies that do not end, and a connection on which nothing comes: all but two of the places.
    let mut slow: Vec<_> = (0..38).map(|_| service.connect()).collect();
    for (i, stream) in slow.iter_mut().enumerate() {
        let part: &[u8] = match i % 3 {
            0 => b"GET /tictac",
            1 => b"POST /tictactoe HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n[",
            _ => b"",
        };
        stream.write_all(part).unwrap();
    }
    for _ in 0..20 {
        service.get("/").fine();
    }
    assert!(start.elapsed() < Duration::from_secs(3), "others are held up");
    for (i, mut stream) in slow.into_iter().enumerate() {
        let reply = read(&mut stream);
        match i % 3 {
            1 => {
                let reply = reply.unwrap();
                assert!(reply.error(408).contains("in time"));
                assert!(reply.head.contains("\r\nconnection: close\r\n"));
                assert!(read(&mut stream).is_none());
            }
            _ => assert!(reply.is_none_or(|reply| reply.status == 408)),
        }
    }
    assert!(start.elapsed() < Duration::from_secs(30), "slow senders keep their places");
}

#[test]
fn connections_above_the_most_wait_for_a_place() {
    let service = Service::start(&["tictactoe", "--connections", "2"]);
    let (mut first, second) = (service.connect(), service.connect());
    let request = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n";
    first.write_all(request).unwrap();
    read(&mut first).unwrap().fine();
    // Both places are taken.
    let mut third = service.connect();
    third.write_all(request).unwrap();
    third.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    assert!(third.read(&mut [0]).is_err());
    drop(second);
    third.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    read(&mut third).unwrap().fine();
}

/// So many connections at a time, on each of which requests follow one another; every request is answered, and each
/// with its own answer.
fn load(connections: usize, requests: usize) {
    let service = Service::start(&["tictactoe"]);
    let codes: Vec<_> = (0..9).map(|cell| (cell, 3_u64.pow(cell))).collect();
    let mut streams: Vec<_> = (0..connections).map(|_| service.connect()).collect();
    for request in 0..requests {
        for (i, stream) in streams.iter_mut().enumerate() {
            let (cell, _) = codes[(i + request) % 9];
            let board: String = (0..9).map(|c| if c == cell { 'X' } else { '.' }).collect();
            let text = format!("GET /tictactoe?position={board} HTTP/1.1\r\nHost: here\r\n\r\n");
            stream.write_all(text.as_bytes()).unwrap();
        }
        for (i, stream) in streams.iter_mut().enumerate() {
            let (_, code) = codes[(i + request) % 9];
            assert_eq!(read(stream).unwrap().fine()["code"], code);
        }
    }
    drop(streams);
    let (status, said) = service.end("TERM");
    assert_eq!(status.code(), Some(0));
    let answered = connections * requests;
    assert!(
        said.replace(',', "").contains(&format!("ended: {answered} requests answered")),
        "{said}"
    );
}

#[test]
fn many_connections_lose_nothing() {
    load(200, 3);
}

#[test]
#[ignore = "takes long, and a thousand open files: `.ci/full` runs it"]
fn a_thousand_connections_lose_nothing_among_slow_and_broken_ones() {
    // Beside them, a service of its own is given nonsense, and half of each request.
    let other = Service::start(&["tictactoe", "--timeout", "1"]);
    let address = other.address;
    let nonsense = thread::spawn(move || {
        for i in 0..3_000_u32 {
            let mut stream = TcpStream::connect(address).unwrap();
            let bytes: Vec<_> =
                (0..i % 97).flat_map(|byte| (byte * 37 + i).to_le_bytes()).collect();
            let _ = stream.write_all(&bytes);
            let _ = stream.write_all(&b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"[..(i % 30) as usize]);
        }
    });
    load(1_000, 20);
    nonsense.join().unwrap();
    other.get("/").fine();
    assert_eq!(other.end("INT").0.code(), Some(0));
}

/// Without the end of their work, the lists would take half a minute.
#[test]
fn the_work_for_clients_that_leave_ends() {
    let service = Service::start(&["tictactoe"]);
    let list = format!("[{}]", vec![r#"".........""#; 10_000].join(","));
    let length = list.len();
    let head =
        format!("POST /tictactoe HTTP/1.1\r\nHost: here\r\nContent-Length: {length}\r\n\r\n");
    for _ in 0..60 {
        let mut leaving = service.connect();
        leaving.write_all(head.as_bytes()).unwrap();
        leaving.write_all(list.as_bytes()).unwrap();
        thread::sleep(Duration::from_millis(20));
    }
    let began = Instant::now();
    service.get("/tictactoe?position=.........").fine();
    service.signal("TERM");
    let mut service = service;
    assert_eq!(service.child.wait().unwrap().code(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_signal_ends_the_service_when_all_is_answered() {
    for signal in ["INT", "TERM"] {
        let service = Service::start(&["tictactoe"]);
        let mut idle = service.connect();
        idle.write_all(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n").unwrap();
        read(&mut idle).unwrap().fine();
        let mut half = service.connect();
        half.write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
        // One that is answered shows that those before it have been accepted.
        service.get("/").fine();
        service.signal(signal);
        // The idle connection is closed.
        assert!(read(&mut idle).is_none());
        half.write_all(b"st: here\r\n\r\n").unwrap();
        read(&mut half).unwrap().fine();
        assert!(read(&mut half).is_none());
        let mut service = service;
        let mut said = String::new();
        service.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(service.child.wait().unwrap().code(), Some(0), "{said}");
        assert_eq!(said, "ended: 3 requests answered\n");
        assert!(TcpStream::connect(service.address).is_err());
    }
}

#[test]
fn a_second_signal_ends_the_service_at_once() {
    let service = Service::start(&["tictactoe", "--timeout", "60"]);
    let mut half = service.connect();
    half.write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
    service.get("/").fine();
    service.signal("TERM");
    while TcpStream::connect(service.address).is_ok() {
        thread::sleep(Duration::from_millis(10));
    }
    let (status, _) = service.end("TERM");
    assert_eq!(status.code(), None, "{status}");
}

#[test]
fn what_cannot_be_served_is_refused_before_anything_is_solved() {
    let folder = Folder::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let said = folder.trouble(&["serve", "tictactoe", "--listen", &address]);
    assert!(said.starts_with(&format!("error: cannot listen at {address}: ")), "{said}");
    assert!(said.contains("choose another port with --listen"), "{said}");
    for listen in ["", "8080", "127.0.0.1", "127.0.0.1:99999", "no such host:1"] {
        let said = folder.trouble(&["serve", "--listen", listen]);
        assert!(said.contains("is no address to listen at"), "{said}");
    }
    let free = ["serve", "--listen", "127.0.0.1:0"];
    let said = folder.trouble(&[&free[..], &["tictactoe", "mnk:3,3,3"]].concat());
    assert!(said.contains("two tables are of tictactoe"), "{said}");
    let said = folder.trouble(&[&free[..], &["no.perfect"]].concat());
    assert!(said.contains("no.perfect"), "{said}");
    folder.trouble(&[&free[..], &["--connections", "0"]].concat());
    folder.trouble(&[&free[..], &["--timeout", "0"]].concat());
}
