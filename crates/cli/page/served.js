/**
 * A table in a file beside the page, or a game that is solved in the page. Both use the npm package `perfect-play`,
 * which is also beside the page. A position's id is its text.
 *
 * @typedef {import("./node.js").Header} Header
 * @typedef {import("./node.js").Node} Node
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Worth} Worth
 * @typedef {{ from: number | null, to: number | null, then: number | null }} Cells
 * @typedef {Worth & {
 *   to_move: "X" | "O" | null, terminal: boolean, winner: "X" | "O" | null, pieces: (string | null)[], line: number[],
 *   moves: (Worth & Cells & { move: number, text: string, optimal: boolean, position: string })[],
 * }} Probed
 * @typedef {object} PackageTable The part of the package's `Table` that the page uses.
 * @property {string} name
 * @property {string} objective
 * @property {string} start
 * @property {(position: string) => Promise<Probed>} probe
 * @typedef {{
 *   open: (from: string | Blob) => Promise<PackageTable>,
 *   solve: (game: string, options: object) => Promise<PackageTable>,
 * }} Package
 */

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
  return new ServedSource(table, header);
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

/** @implements {Source} */
class ServedSource {
  /** @param {PackageTable} table @param {Header} header */
  constructor(table, header) {
    this.table = table;
    this.header = header;
    this.drawing = header.drawing;
    this.start = table.start;
    this.description = `the file ${header.file}, ${header.bytes?.toLocaleString("en")} bytes, checked as they are read`;
    this.isHeld = false;
    /** @type {Map<string, Node>} */
    this.nodes = new Map();
  }

  /** @param {string} id */
  knows(id) {
    return this.nodes.has(id);
  }

  /** @param {string[]} ids */
  async learn(ids) {
    await Promise.all(ids.filter((id) => !this.knows(id)).map((id) => this.ask(id)));
  }

  /** @param {string} id @returns {Node} */
  node(id) {
    const node = this.nodes.get(id);
    if (node === undefined) {
      throw new Error(`the position ${id} has not been read`);
    }
    return node;
  }

  /** @param {string} id */
  async ask(id) {
    const { to_move, terminal, winner, outcome, remoteness, score, pieces, line, moves } = await this.table.probe(id);
    this.nodes.set(id, {
      ...{ id, mover: sideNumber(to_move), over: terminal, winner: sideNumber(winner), outcome, remoteness, score },
      pieces: pieces.map((piece) => piece ?? ""),
      line,
      steps: moves.map(({ position, then, text, ...step }) => ({
        ...step,
        third: then,
        next: position,
        kind: position,
        text: this.moveText(text, step.to),
      })),
    });
  }

  /**
   * A move as people know it. The package numbers the cells of a game of lines from 0.
   * @param {string} text as the package writes the move @param {number | null} to
   */
  moveText(text, to) {
    const { drawing, lines } = this.header;
    if (drawing === null || lines === undefined || to === null) {
      return text;
    }
    return lines.falls ? `column ${text}` : drawing.names[to];
  }
}

/** @param {"X" | "O" | null} side */
function sideNumber(side) {
  return side === null ? null : side === "X" ? 0 : 1;
}
