/** The page of `perfect-play export html TABLE -o FOLDER/`, whose program is this crate without what solves games. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { inPage, noBrowser, restedFile, sendFile } from "./chromium.js";
import { exported, noProgram, said } from "./program.js";

const skip = noBrowser || noProgram;
/** The page of a game whose table is too large to be held in memory, although its file is small. */
const site = skip || exported("mnk:5,4,3");

/**
 * Opens pages in frames, and plays. `/ranges/` and `/whole/` are the page on servers with and without ranges of bytes. In
 * `/changed/` is another table.
 */
const SCRIPT = `
  async function until(what, isSo) {
    for (const end = performance.now() + 20000; !isSo(); ) {
      if (performance.now() > end) throw new Error("not in time: " + what());
      await new Promise((done) => setTimeout(done, 10));
    }
  }
  async function opened(address) {
    const frame = document.createElement("iframe");
    frame.width = frame.height = 1000;
    frame.src = address;
    document.body.append(frame);
    const page = {
      find: (selector) => frame.contentDocument.querySelector(selector),
      all: (selector) => [...frame.contentDocument.querySelectorAll(selector)],
      source: () => frame.contentWindow.perfectPlay.source,
      hash: () => frame.contentWindow.location.hash,
      lastId: () => page.find("#position dd").textContent,
      status: () => page.find("#status")?.textContent ?? "Reading",
      board: () => page.all("#board .cell").map((cell) => cell.querySelector(".mark")?.dataset.piece.toUpperCase() ?? ".").join(""),
      rested: () => until(page.status, () => !page.status().includes("Reading")),
    };
    await page.rested();
    return page;
  }
  /** A person who takes the last empty cell plays against a machine. */
  async function play(page) {
    const seen = [];
    for (;;) {
      await until(page.status, () => /Your move|has won|A draw/.test(page.status()));
      const board = page.board();
      const id = board.includes("X") ? page.lastId() : page.source().start;
      seen.push({ board, ...page.source().node(id) });
      if (!page.status().includes("Your move")) return seen;
      if (page.all("#moves .move").length < 1) throw new Error("no moves are shown");
      page.all("#board button").filter((cell) => !cell.querySelector(".mark")).at(-1).click();
    }
  }
  /** A server that is unreachable, and one that answers late. */
  async function wait(page) {
    const { table } = page.source();
    table.probe = async () => { throw new Error("the server is away"); };
    page.all("#board button")[4].click();
    await until(page.status, () => page.status().includes("cannot"));
    const away = page.status();
    const proto = Object.getPrototypeOf(table);
    let answer;
    let id;
    table.probe = (position) => new Promise((done) => { id = position; answer = () => done(proto.probe.call(table, position)); });
    page.find("#worths").click();
    page.find("#worths").click();
    const reading = page.status();
    page.find("#undo").click();
    const undone = page.status();
    answer();
    await until(page.status, () => page.source().knows(id));
    const late = [page.status(), page.board(), page.all("#board .worth").length];
    page.find("#redo").click();
    return { away, reading, undone, late, redone: [page.status(), page.all("#board .worth").length] };
  }
  async function main() {
    const page = await opened("/ranges/#moves=&x=you&o=perfect");
    page.find("#best").click();
    await until(page.status, () => !page.find("#best-line").textContent.includes("Reading"));
    const line = page.all("#best-line li").map((item) => item.textContent);
    const facts = page.all("#facts dd").map((item) => item.textContent);
    const seen = await play(page);
    const end = { status: page.status(), review: page.find("#review").textContent, link: page.hash() };
    const linked = await opened("/whole/#moves=0-19-4&x=you&o=you");
    linked.find("#show-search").click();
    await until(() => linked.find("#no-search").textContent, () => linked.find("#search").open);
    const search = linked.find("#search-words").textContent;
    linked.find("#search-close").click();
    const whole = await play(linked);
    const waited = await wait(await opened("/ranges/#analyse&moves=&x=you&o=you"));
    const changed = await opened("/changed/");
    return { line, facts, seen, end, search, whole, waited, changed: changed.status() };
  }`;

/** Asserts that a page and the program give the same answer for a position. */
function check(table, { board, steps, outcome, remoteness }) {
  const expected = said(table, board);
  assert.deepEqual([outcome, remoteness], [expected.outcome, expected.remoteness], board);
  assert.deepEqual(
    steps.map(({ move, outcome, remoteness }) => ({ cell: move, outcome, remoteness })),
    expected.moves,
    board,
  );
  assert.deepEqual(
    steps.filter(({ optimal }) => optimal).map(({ move }) => move),
    expected.optimal_moves,
    board,
  );
}

test("the page plays with the table's values", { skip }, async (context) => {
  let sent = 0;
  const asked = [];
  const answer = await inPage(SCRIPT, (pathname, request, response) => {
    const [, place, path] = /^\/([a-z]+)\/(.*)$/.exec(pathname) ?? [];
    if (path === "table.perfect" && place === "changed") {
      sendFile(request, response, new URL("../../../data/tictactoe.perfect", import.meta.url).pathname);
    } else if (path === "table.perfect") {
      asked.push(place);
      const bytes = sendFile(request, response, join(site, path), { ranges: place === "ranges" });
      sent += place === "ranges" ? bytes : 0;
    } else {
      sendFile(request, response, join(site, path || "index.html"));
    }
  });
  assert.equal(answer.error, undefined);
  const table = join(site, "table.perfect");
  const { outcome, remoteness } = said(table, ".".repeat(20));
  assert.equal(answer.line.length, remoteness + 1);
  assert.equal(answer.facts[0], "mnk:5,4,3");
  assert.equal(answer.facts[1], `${outcome === "win" ? "X" : "O"} wins in ${remoteness} plies`);
  for (const position of [...answer.seen, ...answer.whole]) {
    check(table, position);
  }
  assert.ok(answer.seen.length > 2, "some moves were made");
  // The machine's moves. In a pair of consecutive boards, the first one is before the person's move.
  for (const [i, { board }] of answer.seen.slice(1).entries()) {
    const before = [...answer.seen[i].board];
    before[before.lastIndexOf(".")] = "X";
    const { optimal_moves } = said(table, before.join(""));
    const moved = [...board].flatMap((mark, cell) => (mark === before[cell] ? [] : [cell]));
    assert.ok(moved.length === 0 || optimal_moves.includes(moved[0]), board);
  }
  assert.match(answer.end.status, /O has won|X has won|A draw/);
  assert.notEqual(answer.end.review, "");
  assert.match(answer.end.link, /^#moves=19-[-\d]+&x=you&o=perfect$/);
  // The start, its 17 moves, and the words of the last step.
  assert.match(answer.search, /^36 of 36: O's best is (0|[+−]1)\. 18 calls to this depth\.$/);
  assert.equal(asked.filter((place) => place === "whole").length, 1);
  assert.deepEqual(answer.waited, {
    away: "The table cannot be read: the server is away. Any move or button tries again.",
    reading: "X plays 5. Reading the table…",
    undone: "Taken back. X is to move.",
    late: ["Taken back. X is to move.", ".".repeat(20), 20],
    redone: ["Made again. O is to move.", 19],
  });
  assert.match(answer.changed, /table\.perfect has the table of tictactoe \(fastest\), and the page is for mnk:5,4,3/);
  const ranges = asked.filter((place) => place === "ranges").length;
  // The page reads only the positions that it shows, and their children.
  assert.ok(ranges < 300, `${ranges} requests`);
  context.diagnostic(`${ranges} requests for ${sent} bytes; ${answer.seen.length} positions`);
});

test("opened as a file, the page says that it needs a server", { skip }, () => {
  const page = restedFile(join(site, "index.html"));
  assert.match(page, /This page does not work: a browser reads the table[^<]*python3 -m http\.server/);
  assert.doesNotMatch(page, /id="history"/);
});

test("the page of a book searches in a worker", { skip }, async () => {
  const book = exported("connect4", { isBook: true });
  const script = `
    const main = async () => {
      const frame = document.createElement("iframe");
      frame.src = "/site/index.html#analyse&moves=1-2-1-5-3-3-6-6-2-1-1-3-6-6-6-7&x=you&o=you";
      document.body.append(frame);
      for (;;) {
        await new Promise((done) => setTimeout(done, 50));
        const verdict = frame.contentDocument?.querySelector("#verdict")?.textContent;
        if (verdict?.startsWith("With")) return verdict;
      }
    };`;
  const answer = await inPage(script, (pathname, request, response) => {
    sendFile(request, response, join(book, pathname.replace(/^\/site\//, "")));
  });
  assert.equal(answer, "With best play Yellow wins in 22 plies.");
});
