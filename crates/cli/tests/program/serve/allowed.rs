//! Which hosts the service answers for, and which pages may read its answers.

use super::Service;
use crate::Folder;

/// The status of `/` for this host, and which origin may read the answer if a page of `origin` asks.
fn asked(service: &Service, host: &str, origin: &str) -> (u16, Option<String>) {
    let request = format!("GET / HTTP/1.1\r\n{host}{origin}\r\n");
    let reply = service.send(request.as_bytes());
    let allowed = reply.head.split("\r\naccess-control-allow-origin: ").nth(1);
    (reply.status, allowed.and_then(|rest| rest.lines().next()).map(str::to_owned))
}

fn status(service: &Service, host: &str) -> u16 {
    asked(service, host, "").0
}

#[test]
fn on_a_loopback_address_only_loopback_names_are_answered() {
    let service = Service::start(&["tictactoe"]);
    for host in ["localhost", "LocalHost:80", "127.0.0.1", "127.1.2.3:9", "[::1]:8080", "[::1]"] {
        assert_eq!(status(&service, &format!("Host: {host}\r\n")), 200, "{host}");
    }
    for host in [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "10.0.0.1",
        "[::2]",
        "",
        "a b",
        "localhost\r\nHost: evil.example",
    ] {
        assert_eq!(status(&service, &format!("Host: {host}\r\n")), 421, "{host}");
    }
    assert_eq!(status(&service, ""), 421);
    // A whole address in the first line counts as well.
    let request = b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n";
    assert!(service.send(request).error(421).contains("--allow-host NAME"));
    // The body of a refused request is read, so the connection can be used again.
    let request = b"POST /tictactoe HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 2\r\n\r\n[]";
    assert!(!service.send(request).head.contains("\r\nconnection: close\r\n"));

    let service = Service::start(&[
        "tictactoe",
        "--allow-host",
        "Games.example.org",
        "--allow-host",
        "[::2]",
    ]);
    for (host, expected) in
        [("games.example.org:443", 200), ("[::2]", 200), ("localhost", 200), ("example.org", 421)]
    {
        assert_eq!(status(&service, &format!("Host: {host}\r\n")), expected, "{host}");
    }
    let service = Service::start(&["tictactoe", "--allow-host", "*"]);
    assert_eq!(status(&service, "Host: evil.example\r\n"), 200);
    assert_eq!(status(&service, ""), 200);
}

#[test]
fn pages_of_allowed_origins_may_read_answers() {
    let host = "Host: localhost\r\n";
    let may_read = |service: &Service, origin: &str| {
        let (status, allowed) = asked(service, host, &format!("Origin: {origin}\r\n"));
        // Reading is forbidden by the browser, and not by the service.
        assert_eq!(status, 200);
        allowed
    };
    let service = Service::start(&["tictactoe"]);
    for origin in ["http://localhost:3000", "https://127.0.0.1", "http://[::1]:80"] {
        assert_eq!(may_read(&service, origin).as_deref(), Some(origin));
    }
    for origin in ["null", "https://evil.example", "http://localhost.evil.example", "localhost", ""]
    {
        assert_eq!(may_read(&service, origin), None, "{origin}");
    }
    // A cache must not give an answer for one origin to another, and a page of the service itself has none.
    let reply = service.get("/tictactoe");
    assert!(reply.head.contains("\r\nvary: origin\r\n"), "{}", reply.head);
    assert!(!reply.head.contains("access-control"), "{}", reply.head);

    let uni = "https://nyc.cs.berkeley.edu";
    let args = ["tictactoe", "--allow-origin", "https://NYC.cs.berkeley.edu:443", "--allow-origin"];
    let service = Service::start(&[&args[..], &["null"]].concat());
    assert_eq!(may_read(&service, uni).as_deref(), Some(uni));
    assert_eq!(may_read(&service, "null").as_deref(), Some("null"));
    assert_eq!(may_read(&service, "http://nyc.cs.berkeley.edu"), None);
    let preflight = format!("OPTIONS /tictactoe HTTP/1.1\r\n{host}Origin: {uni}\r\n\r\n");
    let head = service.send(preflight.as_bytes()).head;
    assert!(
        head.contains("\r\naccess-control-allow-methods: get, head, post, options\r\n"),
        "{head}"
    );

    let service = Service::start(&["tictactoe", "--allow-origin", "*"]);
    assert_eq!(may_read(&service, "https://anything.example").as_deref(), Some("*"));
    assert!(!service.get("/").head.contains("vary"));
}

#[test]
fn on_another_address_any_host_is_answered_and_no_page_reads_unless_allowed() {
    let start = |more: &[&str]| {
        Service::start_in(Folder::new(), "0.0.0.0:0", &[&["tictactoe"], more].concat())
    };
    let service = start(&[]);
    let origin = "Origin: http://localhost\r\n";
    assert_eq!(asked(&service, "Host: any.example\r\n", origin), (200, None));
    let service = start(&["--allow-host", "games.example.org"]);
    for (host, expected) in [("games.example.org", 200), ("localhost", 200), ("any.example", 421)] {
        assert_eq!(status(&service, &format!("Host: {host}\r\n")), expected, "{host}");
    }
}

#[test]
fn what_is_no_host_and_no_origin_is_refused() {
    let folder = Folder::new();
    for host in ["", "http://a.example", "a.example:80", "[::1]:80", "a/b", "a b", "*.example"] {
        let said = folder.trouble(&["serve", "--allow-host", host]);
        assert!(said.contains("without scheme and port, as in `games.example.org`"), "{said}");
    }
    for origin in ["", "a.example", "https://", "://a", "https://a.example/", "https://*.example"] {
        let said = folder.trouble(&["serve", "--allow-origin", origin]);
        assert!(said.contains("as in `https://games.example.org`"), "{said}");
    }
}
