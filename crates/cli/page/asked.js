/**
 * A table on the server that serves the page (`perfect-play serve --page`), which answers for each position.
 *
 * @typedef {import("./node.js").Header} Header
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./probed.js").Probed} Probed
 */

import { LETTERS, READING, SEARCHING } from "./node.js";
import { ProbedSource } from "./probed.js";

/**
 * The page's source.
 * @param {Header} header
 * @returns {Promise<Source>}
 */
export async function openSource(header) {
  const description = `on the server ${location.host}, which answers for each position`;
  const waiting = header.plies === undefined ? READING : SEARCHING;
  return new ProbedSource({ start: header.start ?? "", probe }, header, { description, waiting });
}

/** @param {string} position @returns {Promise<Probed>} */
async function probe(position) {
  const response = await fetch(`?position=${encodeURIComponent(position)}`);
  if (!response.ok) {
    // A proxy that cannot reach the server answers with HTML.
    const answer = await response.json().catch(() => null);
    throw new Error(answer?.error ?? `the server answered ${response.status} ${response.statusText}`.trimEnd());
  }
  const answer = await response.json();
  Object.assign(LETTERS, answer.letters);
  return answer;
}
