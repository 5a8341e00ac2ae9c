//! The description of the service at `/openapi.json`, held against what the service answers.

use serde_json::{Value, json};

use super::{Reply, Service};

/// What a schema of the description says against a value. This knows the keywords that the description uses, and refuses
/// others.
fn check(api: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let fail = |what: &str| Err(format!("{what}: {value} is not as in {schema}"));
    let fits = |schema: &&Value| check(api, schema, value).is_ok();
    let field = |name: &str| value.get(name).is_some();
    for (keyword, of) in schema.as_object().unwrap() {
        match &**keyword {
            "$ref" => check(api, resolved(api, schema), value)?,
            "type" => {
                let types = of.as_array().cloned().unwrap_or_else(|| vec![of.clone()]);
                if !types.iter().any(|name| has_type(value, name.as_str().unwrap())) {
                    return fail("type");
                }
            }
            "enum" if !of.as_array().unwrap().contains(value) => return fail("enum"),
            "const" if of != value => return fail("const"),
            "minimum" if value.as_f64() < of.as_f64() && value.is_number() => {
                return fail("minimum");
            }
            "maximum" if value.as_f64() > of.as_f64() && value.is_number() => {
                return fail("maximum");
            }
            "maxItems" if json!(value.as_array().map_or(0, Vec::len)).as_f64() > of.as_f64() => {
                return fail("maxItems");
            }
            "oneOf" if of.as_array().unwrap().iter().filter(fits).count() != 1 => {
                return fail("oneOf");
            }
            "required"
                if !of.as_array().unwrap().iter().all(|name| field(name.as_str().unwrap())) =>
            {
                return fail("required");
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    check(api, of, item)?;
                }
            }
            "properties" => {
                for (name, schema) in of.as_object().unwrap() {
                    value.get(name).map_or(Ok(()), |value| check(api, schema, value))?;
                }
            }
            "additionalProperties" => {
                assert_eq!(of, false);
                let known = schema["properties"].as_object().unwrap();
                if !value
                    .as_object()
                    .is_none_or(|all| all.keys().all(|key| known.contains_key(key)))
                {
                    return fail("additionalProperties");
                }
            }
            "enum" | "const" | "minimum" | "maximum" | "maxItems" | "oneOf" | "required"
            | "description" => {}
            _ => panic!("{keyword} in {schema}"),
        }
    }
    Ok(())
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        _ => panic!("{name}"),
    }
}

/// What `$ref` names, if there is one.
fn resolved<'a>(api: &'a Value, value: &'a Value) -> &'a Value {
    match value.get("$ref") {
        Some(name) => api.pointer(name.as_str().unwrap().strip_prefix('#').unwrap()).unwrap(),
        None => value,
    }
}

/// Holds an answer against the responses of an operation.
fn fits(api: &Value, responses: &Value, reply: &Reply) {
    let response = resolved(api, &responses[reply.status.to_string()]);
    assert!(response["description"].is_string(), "{reply:?} is not described");
    let content_type = reply.head.split("\r\ncontent-type: ").nth(1);
    let content_type = content_type.unwrap_or_else(|| panic!("{reply:?}"));
    let content_type = content_type.split([';', '\r']).next().unwrap();
    let schema = &response["content"][content_type]["schema"];
    assert!(schema.is_object(), "{content_type} is not described: {reply:?}");
    let value = match content_type {
        "application/json" => reply.json(),
        _ => Value::from(&*reply.body),
    };
    check(api, schema, &value).unwrap();
    for header in response.get("headers").and_then(Value::as_object).into_iter().flatten() {
        assert!(reply.head.contains(&format!("\r\n{}: ", header.0.to_lowercase())), "{reply:?}");
    }
}

#[test]
fn every_address_is_described_as_it_answers() {
    let games = ["connect:3,3,3", "nim:1,2", "dots:1,2", "three-mens-morris", "tictactoe"];
    let service = Service::start(&[&games[..], &["--page", "--metrics"]].concat());
    let api = service.get("/openapi.json").fine();
    assert_eq!(api["openapi"], "3.1.0");
    let mut kinds = Vec::new();
    for (path, operations) in api["paths"].as_object().unwrap() {
        let game = &operations["parameters"][0]["example"];
        for (method, operation) in operations.as_object().unwrap() {
            if method == "parameters" {
                continue;
            }
            let (responses, targets) = (&operation["responses"], targets(path, game, operation));
            for target in &targets {
                let ask = |target: &str| {
                    if method == "get" {
                        return service.get(target);
                    }
                    let content = &operation["requestBody"]["content"]["application/json"];
                    check(&api, &content["schema"], &content["example"]).unwrap();
                    service.post(target, &content["example"].to_string())
                };
                let reply = ask(target);
                reply.fine_text();
                fits(&api, responses, &reply);
                if path.contains("{game}") {
                    fits(&api, responses, &ask(&target.replace("tictactoe", "poker")));
                    let method = method.to_uppercase();
                    let text = format!("{method} {target} HTTP/1.1\r\nHost: evil\r\n\r\n");
                    let reply = service.send(text.as_bytes());
                    assert_eq!(reply.status, 421);
                    fits(&api, responses, &reply);
                }
            }
            kinds.extend(responses.as_object().unwrap().keys().cloned());
        }
    }
    kinds.sort();
    kinds.dedup();
    let described: Vec<_> = api["components"]["responses"].as_object().unwrap().keys().collect();
    assert!(described.iter().all(|status| kinds.contains(status)), "{described:?}, {kinds:?}");

    // Every family's positions and lines, from the start to the end.
    let responses = |path: &str, method: &str| api["paths"][path][method]["responses"].clone();
    for game in games {
        let listed = service.get(&format!("/{game}/regular/")).fine();
        let start = listed["startPosition"].as_str().unwrap();
        let start =
            start[2..].replace(|c| c == '-' && ["tictactoe", "connect:3,3,3"].contains(&game), ".");
        let line = service.get(&format!("/{game}/line?position={}", encoded(&start)));
        fits(&api, &responses("/{game}/line", "get"), &line);
        let line = line.fine();
        let plies = line["plies"].as_array().unwrap();
        assert_eq!(plies.len(), line["line"].as_array().unwrap().len());
        let positions: Vec<_> =
            plies.iter().map(|ply| &ply["position"]).chain([&line["end"]]).collect();
        let reply = service.post(&format!("/{game}"), &json!(positions).to_string());
        fits(&api, &responses("/{game}", "post"), &reply);
        for (position, ply) in reply.fine().as_array().unwrap().iter().zip(plies) {
            for field in ["position", "to_move", "outcome", "remoteness", "score"] {
                assert_eq!(position.get(field), ply.get(field), "{game}: {ply}");
            }
            let number = ["cell", "column", "move"].map(|noun| &ply[noun]);
            assert!(number.contains(&&position["best_move"]), "{game}: {ply}");
        }
        let last = &positions[positions.len() - 1];
        let last = encoded(last.as_str().unwrap());
        let last = service.get(&format!("/{game}?position={last}")).fine();
        assert_eq!(line["repeats"] == true, last["terminal"] == false, "{game}: {line}");
    }
    // Moves of both kinds, and what is none.
    let graded =
        service.post("/tictactoe/grade", r#"[{"play":[0,1]},{"position":"X........","move":9}]"#);
    fits(&api, &responses("/{game}/grade", "post"), &graded);
    let graded = graded.fine();
    let moves = graded["moves"].as_array().unwrap();
    assert_eq!((moves[1]["regret"]["outcome"].clone(), moves[2].clone()), (json!(1), Value::Null));
    assert_eq!((&graded["failures"], &graded["count"]), (&json!({"illegal": 1}), &json!(3)));
    for wrong in ["[{}]", "{", "[{\"play\":[0,0]}]", "[{\"position\":\"?\",\"move\":1}]"] {
        let refused = service.post("/dots:1,2/grade", wrong);
        assert_eq!(refused.status, 400, "{wrong}");
        fits(&api, &responses("/{game}/grade", "post"), &refused);
    }
    // As the program prints it.
    let probed = service.folder.json(&["probe", "connect:3,3,3", "12", "--line", "--json"]);
    let line = service.get("/connect:3,3,3/line?position=12").fine();
    for field in ["game", "position", "board", "line", "columns"] {
        assert_eq!(line[field], probed[field], "{field}");
    }
}

/// A text as it is written in a query.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |query, byte| format!("{query}%{byte:02x}"))
}

/// The addresses of an operation: with its examples, and without those that may be left out.
fn targets(path: &str, game: &Value, operation: &Value) -> Vec<String> {
    let path = path.replace("{game}", game.as_str().unwrap_or_default());
    let Some(parameter) = operation["parameters"].get(0) else { return vec![path] };
    let (name, example) =
        (parameter["name"].as_str().unwrap(), parameter["example"].as_str().unwrap());
    let with = format!("{path}?{name}={example}");
    if parameter["required"] == true { vec![with] } else { vec![with, path] }
}
