/** Tables on a server: the bytes that are read, and servers with errors. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { open } from "perfect-play";

import { noProgram, said, solved } from "./program.js";
import { serve } from "./server.js";

const small = await readFile(new URL("../../../data/tictactoe.perfect", import.meta.url));
/** A table that is not held in memory: 3 MB, in frames for 262,144 slots. */
const large = noProgram || (await readFile(solved("connect:5,5,4")));

test("a small table is read in one request", async () => {
  const server = await serve(small);
  const table = await open(server.url);
  assert.equal((await table.probe()).outcome, "draw");
  assert.deepEqual([server.sent, server.requests], [small.length, 1]);
});

test("a probe of a large table reads what it needs", { skip: noProgram }, async (context) => {
  const server = await serve(large);
  const table = await open(new URL(server.url));
  const toOpen = server.sent;
  assert.ok(toOpen < 50_000, `${toOpen} bytes to open`);
  await table.probe("3");
  const probed = server.sent - toOpen;
  assert.ok(probed < large.length / 20, `${probed} bytes for a probe`);
  const requests = server.requests;
  await table.probe("3");
  assert.equal(server.requests, requests, "what was read is kept");
  await Promise.all(["1", "2", "33", "3344", "12345"].map((position) => table.probe(position)));
  context.diagnostic(`of ${large.length} bytes: ${toOpen} to open, ${probed} for a probe, ${server.sent} in all`);

  const file = await open(large);
  for (const position of ["", "3", "3344", "1223334455"]) {
    assert.deepEqual(await table.probe(position), await file.probe(position));
  }
  assert.ok(server.sent < large.length / 4);
});

test("answers are those of the program", { skip: noProgram }, async () => {
  const path = solved("connect:5,5,4");
  const table = await open(path);
  for (const position of ["3", "3333", "1234512345"]) {
    const { outcome, remoteness, optimal_moves } = said(path, position);
    const probed = await table.probe(position);
    assert.deepEqual([outcome, remoteness, optimal_moves], [probed.outcome, probed.remoteness, probed.optimal_moves]);
  }
});

test("a proof reads the file as a whole", { skip: noProgram }, async () => {
  const server = await serve(large);
  const table = await open(server.url);
  let last = 0;
  const proof = await table.verify({ onProgress: (done, of) => (last = done / of) });
  assert.ok(proof.proven && last > 0.9);
  assert.ok(server.sent < 1.1 * large.length);
});

test("a changed byte on the way is seen", { skip: noProgram }, async () => {
  const damaged = Buffer.from(large);
  for (let at = 50_000; at < damaged.length - 50_000; at += 100) {
    damaged[at] ^= 4;
  }
  const table = await open((await serve(damaged)).url);
  await assert.rejects(table.probe("3"), /is damaged \(section \d+ is not what was written\)/);
});

test("a server without ranges gives a small table, and not a large one", async () => {
  const whole = (_, response, { bytes }) => response.end(bytes);
  const table = await open((await serve(small, whole)).url);
  assert.equal(table.positions, 5478);

  const chunk = Buffer.alloc(1 << 20, small);
  const endless = (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", more);
    more();
    return true;
  };
  await assert.rejects(open((await serve(small, endless)).url), /serves no ranges of bytes/);
  const long = (_, response) => {
    response.writeHead(200, { "Content-Length": 1 << 28 }).write(chunk);
    return true;
  };
  await assert.rejects(open((await serve(small, long)).url), /serves no ranges of bytes/);
});

test("a file that changes while it is read is refused", { skip: noProgram }, async () => {
  const changes = [(state) => (state.etag = '"2"'), (state) => (state.bytes = Buffer.concat([large, large]))];
  for (const change of changes) {
    const server = await serve(large);
    const table = await open(server.url);
    change(server);
    await assert.rejects(table.probe("3"), /was changed while it was read: open it again/);
  }
  const server = await serve(large);
  // Without a version from the server, the checksums must notice the change.
  server.etag = null;
  const table = await open(server.url);
  server.bytes = Buffer.alloc(large.length, small);
  await assert.rejects(table.probe("3"), /is damaged/);
});

test("what a server does wrong is said", { skip: noProgram }, async () => {
  const after = (requests, answer) => (request, response, state) =>
    state.requests > requests && answer(request, response, state);
  const cases = [
    [(_, response) => response.writeHead(404).end(), /404 Not Found/],
    [(_, response) => response.writeHead(500).end(), /500 Internal Server Error/],
    [
      (_, response) => response.writeHead(206, { "Content-Range": "bytes 7-9/10" }).end("abc"),
      /the server sent "bytes 7-9\/10"/,
    ],
    [
      (_, response) => response.writeHead(206, { "Content-Range": "bytes 0-3/10" }).end("abcd"),
      /4 bytes in place of 10/,
    ],
    [(_, response) => response.writeHead(206, { "Content-Length": 100 }).end("abc"), /cut short/],
    [(_, response) => !response.destroy(), /cannot be read/],
    [(_, response) => response.writeHead(416).end(), /is empty/],
    [after(1, (_, response) => response.end("all of it")), /served a range of bytes before/],
    [
      after(1, (_, response) => response.writeHead(206, { "Content-Length": 9 }).end("too short")),
      /9 bytes in place of/,
    ],
    [after(1, (_, response) => response.writeHead(404).end()), /404/],
  ];
  for (const [answer, message] of cases) {
    const server = await serve(large, (...given) => {
      const answered = answer(...given);
      return answered !== false;
    });
    await assert.rejects(async () => (await open(server.url)).probe("3"), message, String(message));
  }
  await assert.rejects(open("http://127.0.0.1:1/table.perfect"), /cannot be read: fetch failed/);
});

test("a signal ends a read while the answer arrives", async () => {
  const heads = [[206, { "Content-Range": "bytes 0-4095/9999" }], [200]];
  for (const head of heads) {
    const controller = new AbortController();
    const server = await serve(small, (_, response) => {
      response.writeHead(...head).write("the beginning");
      setTimeout(() => controller.abort(), 100);
      return true;
    });
    await assert.rejects(open(server.url, { signal: controller.signal }), { name: "AbortError" });
  }
});

test("a slow server is waited for, unless the signal says otherwise", { skip: noProgram }, async () => {
  const slowly = (request, response, state) => {
    if (request.headers["x-late"]) {
      return false;
    }
    request.headers["x-late"] = "1";
    setTimeout(() => response.req.socket.destroyed || answer(request, response, state), 30);
    return true;
  };
  const answer = (request, response, { bytes }) => {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range);
    const part = bytes.subarray(Number(start), Number(end) + 1);
    response.writeHead(206, { "Content-Range": `bytes ${start}-${Number(start) + part.length - 1}/${bytes.length}` });
    response.write(part.subarray(0, 10));
    setTimeout(() => response.end(part.subarray(10)), 30);
  };
  const server = await serve(large, slowly);
  assert.equal((await (await open(server.url)).probe("3")).position.length, 25);

  const never = await serve(large, () => true);
  await assert.rejects(open(never.url, { signal: AbortSignal.timeout(50) }), { name: "TimeoutError" });
});
