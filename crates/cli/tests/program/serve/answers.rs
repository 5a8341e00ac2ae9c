//! Answers over HTTP, and everything that may be wrong with a request.

use std::{
    io::{Read, Write},
    net::TcpListener,
};

use serde_json::json;

use super::{Service, read};
use crate::Folder;

#[test]
fn a_position_and_a_list_are_answered_best_move_first() {
    let service = Service::start(&["tictactoe"]);
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
    let mut stream = service.connect();
    stream.write_all(b"HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut head = String::new();
    stream.read_to_string(&mut head).unwrap();
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && head.ends_with("\r\n\r\n"), "{head}");
}

#[test]
fn a_page_is_served_with_what_it_draws() {
    let service = Service::start(&["hex:2", "tictactoe", "--page"]);
    let page = service.get("/tictactoe/page/");
    assert!(page.status == 200 && page.body.contains("<title>Tic-tac-toe</title>"), "{page:?}");
    assert!(page.head.contains("\r\ncontent-type: text/html; charset=utf-8\r\n"), "{}", page.head);
    let answer = service.get("/hex:2/page?position=...X").fine();
    let first = &answer["moves"][0];
    assert_eq!((&answer["pieces"], &first["to"]), (&json!([null, null, null, "x"]), &json!(0)));
    assert_eq!(answer["letters"], json!({"x": "X"}));
    assert!(service.get("/hex:2/page?position=X").error(400).contains("no position of hex:2"));
    let service = Service::start(&["tictactoe"]);
    assert!(service.get("/tictactoe/page").error(404).contains("serve --page"));
}

#[test]
fn what_is_wrong_with_a_request_is_said_and_harms_no_other() {
    let folder = Folder::new();
    folder.fine(&["solve", "mnk:2,2,2", "-o", "t.perfect"]);
    let path = folder.path("t.perfect");
    let service = Service::start(&["tictactoe", path.to_str().unwrap()]);
    assert_eq!(service.get("/mnk:2,2,2?position=....").fine()["remoteness"], 3);
    // Other names of the same game.
    assert_eq!(service.get("/ttt").fine()["id"], "tictactoe");
    assert_eq!(service.get("/Tic-Tac-Toe?position=X1OX4XOO8").fine()["code"], 6_121);
    assert_eq!(service.get("/mnk:3,3,3?position=X1OX4XOO8").fine()["code"], 6_121);
    for (target, status, error) in [
        ("/poker", 404, "no table of `poker` is served: there are mnk:2,2,2, tictactoe"),
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
        ("/tictactoe?board=XO.", 400, "no parameter `board`: ask for /tictactoe?position="),
        ("/tictactoe/regular/positions/?p=---------", 400, "begins with `1_` or `2_`"),
        ("/tictactoe/regular/positions/?p=2_---------", 400, "the other player is to move"),
        ("/tictactoe/regular/positions/?p=1_%C3%A9", 400, "character 1"),
    ] {
        let found = service.get(target).error(status);
        assert!(found.contains(error), "{target}: {found}");
    }
    for (body, error) in [
        ("", "no JSON list of positions, such as [\".........\"]"),
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
    let put = service.send(b"PUT / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_eq!(put.status, 405);
    assert!(put.head.contains("\r\nallow: get, head, post, options\r\n"));
    let options = service.send(b"OPTIONS /x HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_eq!((options.status, &*options.body), (204, ""));

    // More than a body or a head may have. The answer comes before all of it was sent.
    let head = "POST /tictactoe HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n";
    assert!(service.send(head.as_bytes()).error(413).contains("more than 1 MiB"));
    let long = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(40_000));
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
