//! What the service tells the people who run it: counts for Prometheus, and a log.

use std::{
    collections::BTreeMap,
    fs,
    io::{Read, Write},
    thread,
    time::{Duration, Instant},
};

use super::{Reply, Service, read};

/// The samples of a text in the format of Prometheus, by name and labels. Each must have a type and a help text, which come
/// before it.
fn samples(text: &str) -> BTreeMap<&str, &str> {
    let mut samples = BTreeMap::new();
    let (mut helped, mut kind) = (None, None);
    assert!(text.ends_with('\n'));
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            let (name, help) = rest.split_once(' ').unwrap();
            assert!(help.ends_with('.'), "{line}");
            helped = Some(name);
        } else if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, of) = rest.split_once(' ').unwrap();
            assert_eq!(helped, Some(name));
            assert!(["counter", "gauge", "histogram"].contains(&of), "{line}");
            kind = Some(of);
        } else {
            let (sample, value) = line.rsplit_once(' ').unwrap();
            let (name, labels) = sample.split_once('{').unwrap_or((sample, "}"));
            let family = helped.unwrap();
            let suffix = name.strip_prefix(family).unwrap_or_else(|| panic!("{line}"));
            match kind.unwrap() {
                "histogram" => assert!(["_bucket", "_sum", "_count"].contains(&suffix), "{line}"),
                kind => assert_eq!((suffix, kind == "counter"), ("", name.ends_with("_total"))),
            }
            assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'), "{line}");
            for label in labels.strip_suffix('}').unwrap().split(',').filter(|l| !l.is_empty()) {
                let (key, quoted) = label.split_once('=').unwrap();
                assert!(["le", "status"].contains(&key), "{line}");
                assert!(quoted.len() > 2 && quoted.starts_with('"') && quoted.ends_with('"'));
            }
            assert!(value.parse::<f64>().is_ok_and(|value| value >= 0.0), "{line}");
            assert!(samples.insert(sample, value).is_none(), "{line}");
        }
    }
    samples
}

#[test]
fn metrics_count_what_is_answered() {
    let service = Service::start(&["tictactoe", "--metrics", "--answer-memory", "3MB"]);
    let mut idle = service.connect();
    idle.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    read(&mut idle).unwrap().fine();
    service.get("/tictactoe?position=bad").error(400);
    service.get("/tictactoe/line?position=X........").fine();
    service.post("/tictactoe", r#"["X........", "bad", "........."]"#).fine();
    let Reply { status, head, body } = service.get("/metrics");
    assert_eq!(status, 200);
    let content_type = "\r\ncontent-type: text/plain; version=0.0.4; charset=utf-8\r\n";
    assert!(head.contains(content_type), "{head}");
    let samples = samples(&body);
    let value = |name: &str| samples[&*format!("perfect_play_{name}")];
    assert_eq!(value("requests_total{status=\"200\"}"), "3");
    assert_eq!(value("requests_total{status=\"400\"}"), "1");
    assert_eq!(value("positions_total"), "4");
    // The idle one, and that of this request; others may not be closed yet.
    let open: u64 = value("connections").parse().unwrap();
    assert!((2..=5).contains(&open), "{body}");
    assert_eq!(value("answer_memory_bytes"), "0");
    assert_eq!(value("answer_memory_limit_bytes"), "3000320");
    assert_eq!(value("work_seconds_count"), "4");
    assert_ne!(value("work_seconds_sum"), "0");
    let buckets = ["0.0001", "0.001", "0.01", "0.1", "1", "10", "+Inf"];
    let counts = buckets.map(|le| value(&format!("work_seconds_bucket{{le=\"{le}\"}}")));
    assert!(counts.is_sorted() && counts[6] == "4", "{counts:?}");

    // A published package does not contain the page.
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/service.md");
    if let Ok(page) = fs::read_to_string(page) {
        for sample in samples.keys() {
            let name = sample.strip_prefix("perfect_play_").unwrap().split('{').next().unwrap();
            let family = name.split("_seconds").next().unwrap();
            assert!(page.contains(&format!("`{family}")), "{name} is not in docs/service.md");
        }
        let help = service.folder.fine(&["serve", "--help"]);
        let options = page.split("--").skip(1).map(|rest| {
            let name = rest.split(|c: char| !c.is_ascii_lowercase() && c != '-').next();
            name.unwrap().trim_end_matches('-')
        });
        for option in options.filter(|option| !["", "now"].contains(option)) {
            assert!(help.contains(&format!("--{option}")), "there is no --{option}");
        }
    }

    let service = Service::start(&["tictactoe"]);
    assert!(service.get("/metrics").error(404).contains("serve --metrics"));
}

#[test]
fn who_disconnects_before_the_answer_is_in_the_log_and_nothing_is_worked_out_for_it() {
    // Nobody waits for the end of these searches.
    let mut service = Service::start(&["connect:8,7,4", "--log", "--metrics"]);
    let body = r#"[{"position": "4", "move": 4}]"#;
    let streams = ["GET /connect:8,7,4?position=4", "POST /connect:8,7,4/grade"].map(|target| {
        let mut stream = service.connect();
        let length = if target.starts_with("POST") { body.len() } else { 0 };
        let head =
            format!("{target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n");
        stream.write_all(&[head.as_bytes(), &body.as_bytes()[..length]].concat()).unwrap();
        stream
    });
    thread::sleep(Duration::from_secs(2));
    drop(streams);
    // What was worked out is counted: each request for these counts, and the two searches.
    let began = Instant::now();
    for asked in 0.. {
        let metrics = service.get("/metrics").body;
        let samples = samples(&metrics);
        let count: u64 = samples["perfect_play_work_seconds_count"].parse().unwrap();
        assert_eq!(samples["perfect_play_positions_total"], "0");
        if count == asked + 2 {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{metrics}");
        thread::sleep(Duration::from_millis(20));
    }
    service.signal("TERM");
    let mut said = String::new();
    service.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    for target in ["GET /connect:8,7,4?position=4 - 0 ", "POST /connect:8,7,4/grade - 0 "] {
        let is_cut = |line: &str| line.contains(target) && line.ends_with(" cut");
        assert!(said.lines().any(is_cut), "{said}");
    }
}

#[test]
fn the_log_has_a_line_for_each_request() {
    let mut service = Service::start(&["tictactoe", "--log"]);
    let cut = format!("/tictactoe?position={}", "X".repeat(1_000));
    let nasty = "/%1b[31m\u{9b}\u{202e}";
    let body = service.get("/tictactoe").body;
    service.get(&cut).error(400);
    service.get(nasty).error(404);
    let mut stream = service.connect();
    let head = b"HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(head).unwrap();
    stream.read_to_end(&mut Vec::new()).unwrap();
    service.signal("TERM");
    let mut said = String::new();
    service.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    let lines: Vec<_> = said.lines().collect();
    let [first, second, third, fourth, end] = lines[..] else { panic!("{said}") };
    assert_eq!(end, "ended: 4 requests answered");
    // A date, as in HTTP, is six words.
    let words: Vec<_> = first.split(' ').collect();
    assert!(words[5] == "GMT" && words[6].starts_with("127.0.0.1:"), "{first}");
    assert_eq!(words[7..11], ["GET", "/tictactoe", "200", &*body.len().to_string()]);
    assert!(words[11].parse::<f64>().is_ok() && words.len() == 12, "{first}");
    assert!(second.len() < 300 && second.contains("XXX… 400 "), "{second}");
    assert!(third.contains(r"GET /%1b[31m\u{9b}\u{202e} 404 "), "{third}");
    assert!(!said.contains('\u{9b}'));
    assert!(fourth.contains(" HEAD / 200 0 ") && !fourth.ends_with("cut"), "{fourth}");
}
