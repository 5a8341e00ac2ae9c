/**
 * The package in Chromium, without a bundler: a page opens a table over HTTP, and solves in a worker. The environment
 * variable `PERFECT_PLAY_TABLE` can name another file of any size to be opened. This test does not read it into memory.
 */

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { open } from "perfect-play";

import { inPage, js, noBrowser, sendFile } from "./chromium.js";
import { noProgram, solved } from "./program.js";

/** Runs a script in a page beside the package's `js` and the table. Returns the script's result and the bytes sent. */
async function withTable(table, script) {
  let sent = 0;
  let requests = 0;
  const main = `import { open, solve } from "/js/browser.js";
    const main = async () => { ${script} };`;
  const answer = await inPage(main, (pathname, request, response) => {
    if (pathname === "/table.perfect") {
      sent += sendFile(request, response, table);
      requests += 1;
    } else {
      sendFile(request, response, join(js, /^\/js\/([a-z_-]+\.(js|wasm))$/.exec(pathname)?.[1] ?? "none"));
    }
  });
  return { answer, sent, requests };
}

const PROBES = `
  const table = await open("table.perfect");
  const began = performance.now();
  const probed = [await table.probe()];
  const first = performance.now() - began;
  for (let i = 0; i < 3; i++) {
    probed.push(await table.probe(probed.at(-1).moves.at(i).position));
  }
  return { probed, first };`;

test("a page reads of a table on a server what its probes need", { skip: noBrowser || noProgram }, async (context) => {
  const path = solved("connect:5,5,4");
  const { answer, sent } = await withTable(path, PROBES);
  assert.equal(answer.error, undefined);
  const table = await open(path);
  for (const probed of answer.probed) {
    assert.deepEqual(probed, await table.probe(probed.position));
  }
  const { size } = statSync(path);
  assert.ok(sent < size / 20, `${sent} bytes`);
  context.diagnostic(`${sent} of ${size} bytes for four probes`);
});

test("a page solves in a worker, and ends it", { skip: noBrowser }, async () => {
  const { answer } = await withTable(
    undefined,
    `const reports = [];
     const table = await solve("mnk:4,4,4", { onProgress: (done, of) => reports.push(done / of) });
     const start = await table.probe();
     const proof = await table.verify();
     const saved = await open(await table.bytes());
     table.close();
     const controller = new AbortController();
     const ended = solve("mnk:5,4,4", { signal: controller.signal, onProgress: () => controller.abort() });
     return { start, proof, again: await saved.probe(), reports, ended: await ended.catch((error) => error.name) };`,
  );
  assert.equal(answer.error, undefined);
  assert.equal(answer.start.outcome, "draw");
  assert.deepEqual(answer.again, answer.start);
  assert.ok(answer.proof.proven && answer.reports.length > 0);
  assert.equal(answer.ended, "AbortError");
});

const large = process.env.PERFECT_PLAY_TABLE;

test("a large table of your own", {
  skip: noBrowser || (large ? false : "PERFECT_PLAY_TABLE is not set"),
}, async (context) => {
  const { answer, sent, requests } = await withTable(large, PROBES);
  assert.equal(answer.error, undefined);
  const { size } = statSync(large);
  context.diagnostic(
    `${sent} of ${size} bytes, ${requests} requests, ${answer.first.toFixed(1)} ms for the first probe`,
  );
  const table = await open(large);
  for (const probed of answer.probed) {
    assert.deepEqual(probed, await table.probe(probed.position));
  }
  assert.ok(sent < 1_000_000, `${sent} bytes`);
});
