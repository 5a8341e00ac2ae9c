/** Opens a page of this test's server in Chromium without a window. */

import { spawn, spawnSync } from "node:child_process";
import { createReadStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const names = ["chromium", "chromium-browser", "google-chrome"];
const chromium = names.find((name) => spawnSync(name, ["--version"]).status === 0);

/** Why tests that need the browser are skipped. `false` if it is installed, or if `CI` is set. */
export const noBrowser = chromium || process.env.CI ? false : "there is no chromium";

/** The folder of the package's modules. */
export const js = fileURLToPath(new URL("../js/", import.meta.url));

const types = { ".js": "text/javascript", ".html": "text/html", ".wasm": "application/wasm" };

const options = ["--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run"];

/** Answers a request with a file or a range of it. Returns how many bytes it sends. */
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
 * Opens the page `/` with this module script, and returns the script's result. `answer(pathname, request, response)`
 * answers requests for other paths.
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
      // This also ends its child processes.
      process.kill(-browser.pid);
      await ended;
    } catch {}
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** The elements of a page that is opened as a file, after it has finished loading. */
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

/** Like `Promise.withResolvers` of newer versions. */
function resolvers() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}
