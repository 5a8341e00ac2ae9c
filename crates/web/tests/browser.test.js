/**
 * The package in Chromium, with no bundler: a page that opens a table over HTTP, and solves in a worker. With the
 * environment variable `PERFECT_PLAY_TABLE` a file of your own is opened as well, of any size: it is not read into memory
 * here.
 */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { open } from "perfect-play";

import { noProgram, solved } from "./program.js";

const names = ["chromium", "chromium-browser", "google-chrome"];
const chromium = names.find((name) => spawnSync(name, ["--version"]).status === 0);
const noBrowser = chromium || process.env.CI ? false : "there is no chromium";

const js = fileURLToPath(new URL("../js/", import.meta.url));
const types = { ".js": "text/javascript", ".html": "text/html", ".wasm": "application/wasm" };

/** Runs a script in a page beside the package's `js` and the table, and gives what it returns and what the table sent. */
async function inPage(table, script) {
  let sent = 0;
  let requests = 0;
  const page = `<!doctype html><script type="module">
    import { open, solve } from "/js/browser.js";
    const answer = await (async () => { ${script} })().catch((error) => ({ error: String(error) }));
    await fetch("/answer", { method: "POST", body: JSON.stringify(answer) });
  </script>`;
  const { promise, resolve, reject } = Promise.withResolvers?.() ?? resolvers();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/") {
      response.writeHead(200, { "Content-Type": "text/html" }).end(page);
    } else if (pathname === "/answer") {
      let text = "";
      request.on("data", (data) => (text += data));
      request.on("end", () => resolve(JSON.parse(text)));
      response.end();
    } else if (pathname === "/table.perfect") {
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range).map(Number);
      const { size } = statSync(table);
      const last = Math.min(end, size - 1);
      sent += last + 1 - start;
      requests += 1;
      response.writeHead(206, {
        "Content-Range": `bytes ${start}-${last}/${size}`,
        "Content-Length": last + 1 - start,
      });
      createReadStream(table, { start, end: last }).pipe(response);
    } else if (/^\/js\/[a-z_-]+\.(js|wasm)$/.test(pathname) && existsSync(join(js, pathname.slice(4)))) {
      response.writeHead(200, { "Content-Type": types[/\.\w+$/.exec(pathname)[0]] });
      createReadStream(join(js, pathname.slice(4))).pipe(response);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const profile = mkdtempSync(join(tmpdir(), "perfect-play-chromium-"));
  const browser = spawn(
    chromium ?? "chromium",
    [
      "--headless",
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--disable-gpu",
      "--no-first-run",
      `--user-data-dir=${profile}`,
      `http://127.0.0.1:${server.address().port}/`,
    ],
    { stdio: "ignore", detached: true },
  );
  browser.on("error", reject);
  const timeout = setTimeout(() => reject(new Error("the page did not answer in 60 s")), 60_000);
  try {
    return { answer: await promise, sent, requests };
  } finally {
    clearTimeout(timeout);
    const ended = new Promise((done) => browser.on("exit", done));
    try {
      // Its other processes with it.
      process.kill(-browser.pid);
      await ended;
    } catch {}
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** As `Promise.withResolvers` of newer versions. */
function resolvers() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
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
  const { answer, sent } = await inPage(path, PROBES);
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
  const { answer } = await inPage(
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
  const { answer, sent, requests } = await inPage(large, PROBES);
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
