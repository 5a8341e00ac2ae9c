/** A server of one file in memory. It counts the bytes that it sends, and can be made to misbehave. */

import { createServer } from "node:http";
import { after } from "node:test";

/**
 * @param {Uint8Array} bytes
 * @param {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse, state: object) => boolean} [instead]
 *   answers the request in place of the server if it returns true
 */
export async function serve(bytes, instead = () => false) {
  const state = { bytes, sent: 0, requests: 0, etag: '"1"' };
  const server = createServer((request, response) => {
    state.requests += 1;
    if (instead(request, response, state)) {
      return;
    }
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (state.etag) {
      response.setHeader("ETag", state.etag);
    }
    if (start === undefined) {
      state.sent += state.bytes.length;
      response.end(state.bytes);
      return;
    }
    if (Number(start) >= state.bytes.length) {
      response.writeHead(416, { "Content-Range": `bytes */${state.bytes.length}` }).end();
      return;
    }
    const part = state.bytes.subarray(Number(start), Number(end) + 1);
    state.sent += part.length;
    const range = `bytes ${start}-${Number(start) + part.length - 1}/${state.bytes.length}`;
    response.writeHead(206, { "Content-Range": range, "Content-Length": part.length }).end(part);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  state.url = `http://127.0.0.1:${server.address().port}/table.perfect`;
  return state;
}
