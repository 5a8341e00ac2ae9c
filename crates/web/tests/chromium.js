/** Chromium without a window, which opens a page of a server of this test. */

import { spawn, spawnSync } from "node:child_process";
import { createReadStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const names = ["chromium", "chromium-browser", "google-chrome"];
const chromium = names.find((name) => spawnSync(name, ["--version"]).status === 0);

/** Why tests that need the browser are skipped; `false` if it is there. With `CI` set they are not. */
export const noBrowser = chromium || process.env.CI ? false : "there is no chromium";

/** The folder of the package's modules. */
export const js = fileURLToPath(new URL("../js/", import.meta.url));

const types = { ".js": "text/javascript", ".html": "text/html", ".wasm": "application/wasm" };

const options = ["--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run"];

/** Answers with a file, of which a range may be asked for; gives how many bytes that sends. */
export function sendFile(request, response, path, { ranges = true } = {}) {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) {
    response.writeHead(404).end();
    return 0;
  }
  const type = { "Content-Type": types[extname(path)] ?? "application/octet-stream" };
  const range = ranges && /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
  if (!range) {
    response.writeHead(200, { ...type, "Content-Length": size });
    createReadStream(path).pipe(response);
    return size;
  }
  const [, start, end] = range.map(Number);
  const last = Math.min(end, size - 1);
  response.writeHead(206, {
    ...type,
    "Content-Range": `bytes ${start}-${last}/${size}`,
    "Content-Length": last + 1 - start,
  });
  createReadStream(path, { start, end: last }).pipe(response);
  return last + 1 - start;
}

/**
 * Opens the page `/`, whose module script is given, and gives what the script returns. Other paths are answered by
 * `answer(pathname, request, response)`.
 */
export async function inPage(script, answer) {
  const page = `<!doctype html><body><script type="module">
    ${script}
    const answer = await main().catch((error) => ({ error: String(error) }));
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
    } else {
      answer(pathname, request, response);
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const profile = mkdtempSync(join(tmpdir(), "perfect-play-chromium-"));
  const browser = spawn(
    chromium ?? "chromium",
    [...options, `--user-data-dir=${profile}`, `http://127.0.0.1:${server.address().port}/`],
    { stdio: "ignore", detached: true },
  );
  browser.on("error", reject);
  const timeout = setTimeout(() => reject(new Error("the page did not answer in 60 s")), 60_000);
  try {
    return await promise;
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

/** A page opened as a file, as its elements are when it has come to rest. */
export function restedFile(path) {
  const profile = mkdtempSync(join(tmpdir(), "perfect-play-chromium-"));
  try {
    const dump = ["--virtual-time-budget=2000", "--dump-dom", `file://${path}`];
    const { stdout } = spawnSync(chromium ?? "chromium", [...options, `--user-data-dir=${profile}`, ...dump], {
      encoding: "utf8",
      timeout: 60_000,
    });
    return stdout;
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** As `Promise.withResolvers` of newer versions. */
function resolvers() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}
