//! Many, slow and broken connections, and the end of the service.

use std::{
    io::{Read, Write},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use super::{Service, read};

#[test]
fn slow_senders_are_given_up_and_others_are_not_held_up() {
    let service = Service::start(&["tictactoe", "--timeout", "3", "--connections", "40"]);
    let start = Instant::now();
    // Heads and bodies that do not end, and a connection on which nothing comes: all but two of the places.
    let mut slow: Vec<_> = (0..38).map(|_| service.connect()).collect();
    for (i, stream) in slow.iter_mut().enumerate() {
        let part: &[u8] = match i % 3 {
            0 => b"GET /tictac",
            1 => b"POST /tictactoe HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n[",
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
    let request = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
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
            let text =
                format!("GET /tictactoe?position={board} HTTP/1.1\r\nHost: localhost\r\n\r\n");
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
            let _ = stream
                .write_all(&b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"[..(i % 30) as usize]);
        }
    });
    load(1_000, 20);
    nonsense.join().unwrap();
    other.get("/").fine();
    assert_eq!(other.end("INT").0.code(), Some(0));
}

#[test]
fn searches_do_not_hold_up_what_needs_none() {
    let service = Service::start(&["connect:8,7,4", "tictactoe", "--page", "--metrics"]);
    // Nobody waits for the end of these searches. They are more than the threads of the service.
    let searches = 3 * thread::available_parallelism().unwrap().get();
    let request = b"GET /connect:8,7,4?position=4 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut searching: Vec<_> = (0..searches).map(|_| service.connect()).collect();
    for stream in &mut searching {
        stream.write_all(request).unwrap();
    }
    thread::sleep(Duration::from_millis(200));
    service.get("/tictactoe?position=.........").fine();
    service.get("/metrics").fine_text();
    service.get("/connect:8,7,4/page").fine_text();
    drop(searching);
    // Clients that leave, searched for or waiting, give up their turns.
    let late = "/connect:8,7,4?position=8312714658731186433723763175356826557745";
    service.get(late).fine();
}

/// Without the end of their work, the lists would take half a minute.
#[test]
fn the_work_for_clients_that_leave_ends() {
    let service = Service::start(&["tictactoe"]);
    let list = format!("[{}]", vec![r#"".........""#; 10_000].join(","));
    let length = list.len();
    let head =
        format!("POST /tictactoe HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n");
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
        idle.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        read(&mut idle).unwrap().fine();
        let mut half = service.connect();
        half.write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
        // One that is answered shows that those before it have been accepted.
        service.get("/").fine();
        service.signal(signal);
        // The idle connection is closed.
        assert!(read(&mut idle).is_none());
        half.write_all(b"st: localhost\r\n\r\n").unwrap();
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
