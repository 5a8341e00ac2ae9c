/**
 * A table in a file beside the page: the npm package `perfect-play`, which lies there too, reads from the server what
 * an answer needs.
 *
 * @typedef {import("./value.js").Header} Header
 * @typedef {import("./value.js").Lookup} Lookup
 * @typedef {import("./value.js").Outcome} Outcome
 * @typedef {import("./rules.js").Board} Board
 * @typedef {{ outcome: Outcome, remoteness: number | null }} Told
 * @typedef {{
 *   name: string, objective: string,
 *   probe: (position: string) => Promise<Told & { moves: (Told & { move: number })[] }>,
 * }} PackageTable What the page uses of the package's `Table`.
 * @typedef {{ open: (from: string | Blob) => Promise<PackageTable> }} Package
 */

import { MARKS, play } from "./rules.js";
import { DRAW } from "./value.js";

/** What the page imports, from the folder that the package was copied to. */
const PACKAGE = "perfect-play/js/browser.js";

/**
 * The table beside the page.
 * @type {typeof import("./embedded.js").openTable}
 */
export async function openTable(header) {
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
  return new Served(table, header);
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
 * What the table is opened from: its address, or all of it if the server serves no ranges of bytes.
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

/** The board as the package reads it. @param {Board} board */
const textOf = (board) => board.map((cell) => MARKS[cell] || ".").join("");

/** @implements {Lookup} */
class Served {
  /** @param {PackageTable} table @param {Header} header */
  constructor(table, header) {
    this.table = table;
    this.header = header;
    this.description = `the file ${header.file}, ${header.bytes?.toLocaleString("en")} bytes, checked as they are read`;
    /** The boards that were asked for, as text. @type {Set<string>} */
    this.asked = new Set();
    /** @type {Map<string, number>} */
    this.values = new Map();
  }

  /** @param {Board} board */
  knows(board) {
    return this.asked.has(textOf(board));
  }

  /** @param {Board[]} boards */
  async learn(boards) {
    await Promise.all(boards.filter((board) => !this.knows(board)).map((board) => this.ask(board)));
  }

  /** @param {Board} board */
  value(board) {
    return this.values.get(textOf(board)) ?? null;
  }

  /** @param {Board} board */
  async ask(board) {
    const { outcome, remoteness, moves } = await this.table.probe(textOf(board));
    this.values.set(textOf(board), byteOf(outcome, remoteness ?? 0));
    for (const { move, outcome, remoteness } of moves) {
      this.values.set(textOf(play(board, move)), byteOf(OPPOSITE[outcome], (remoteness ?? 0) - 1));
    }
    this.asked.add(textOf(board));
  }
}

/** What an outcome is to the other side. @type {Record<Outcome, Outcome>} */
const OPPOSITE = { win: "loss", draw: "draw", loss: "win" };

/** @param {Outcome} outcome @param {number} remoteness in plies; a draw's is not in its value */
function byteOf(outcome, remoteness) {
  return outcome === "draw" ? DRAW : outcome === "win" ? 254 - remoteness : remoteness;
}
