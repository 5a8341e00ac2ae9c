/**
 * A table in a file beside the page, or a game that is solved in the page. Both use the npm package `perfect-play`,
 * which is also beside the page.
 *
 * @typedef {import("./node.js").Header} Header
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./probed.js").ProbedTable} ProbedTable
 * @typedef {{
 *   open: (from: string | Blob) => Promise<ProbedTable>,
 *   solve: (game: string, options: object) => Promise<ProbedTable>,
 * }} Package
 */

import { READING, SEARCHING } from "./node.js";
import { ProbedSource } from "./probed.js";

/** What the page imports, from the folder that the package was copied to. */
const PACKAGE = "perfect-play/js/browser.js";

/**
 * The page's source.
 * @param {Header} header
 * @returns {Promise<Source>}
 */
export async function openSource(header) {
  if (location.protocol === "file:") {
    throw new Error(
      "a browser reads the table, a file beside the page, from a server alone. Run `python3 -m http.server` in the " +
        "page's folder, and open http://localhost:8000/",
    );
  }
  const { open } = await loadPackage();
  const table = await open(await tableFile(new URL(header.file ?? "", document.baseURI).href));
  if (table.name !== header.game || table.objective !== header.objective) {
    throw new Error(
      `${header.file} has the table of ${table.name} (${table.objective}), and the page is for ${header.game} ` +
        `(${header.objective}): export both again`,
    );
  }
  const description = `the file ${header.file}, ${header.bytes?.toLocaleString("en")} bytes, checked as they are read`;
  return new ProbedSource(table, header, { description, waiting: header.plies === undefined ? READING : SEARCHING });
}

/** @returns {Promise<Package>} */
async function loadPackage() {
  try {
    return await import(new URL(PACKAGE, document.baseURI).href);
  } catch (cause) {
    throw new Error(
      `${PACKAGE} beside the page cannot be loaded (${messageOf(cause)}): copy the npm package perfect-play to the ` +
        "page's folder",
      { cause },
    );
  }
}

/**
 * The source of the table: its address, or the whole table if the server serves no ranges of bytes.
 * @param {string} url
 */
async function tableFile(url) {
  let response;
  try {
    response = await fetch(url, { headers: { Range: "bytes=0-0" } });
    if (response.status === 200) {
      return await response.blob();
    }
  } catch (cause) {
    throw new Error(`${url} cannot be read: ${messageOf(cause)}`, { cause });
  }
  await response.body?.cancel();
  if (response.status !== 206) {
    throw new Error(`${url} cannot be read: the server answered ${response.status} ${response.statusText}`.trimEnd());
  }
  return url;
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : `${error}`);
