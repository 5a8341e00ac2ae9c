import assert from "node:assert/strict";
import { test } from "node:test";
import { openSource } from "../asked.js";

test("what is wrong is said by the server, or if a proxy answers for it by the status", async () => {
  globalThis.location = { host: "localhost" };
  const source = await openSource({ start: "a", drawing: null });
  const cases = [
    [new Response('{"error":"there is no position `a`"}', { status: 400 }), "there is no position `a`"],
    [new Response("<html>", { status: 502, statusText: "Bad Gateway" }), "the server answered 502 Bad Gateway"],
    // HTTP/2 has no words for a status.
    [new Response("", { status: 503 }), "the server answered 503"],
  ];
  for (const [response, message] of cases) {
    globalThis.fetch = async () => response;
    await assert.rejects(source.learn(["a"]), { message });
  }
});
