/** Cut tables and the book: the first plies are stored, and all other values are searched. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { open, solve } from "perfect-play";

/** All positions that play can reach. */
async function positionsOf(table) {
  const found = new Set([table.start]);
  for (const position of found) {
    for (const { position: next } of (await table.probe(position)).moves) {
      found.add(next);
    }
  }
  return [...found];
}

/** The parts of an answer that both tables give: a cut table knows no codes of positions that it does not store. */
const value = ({ outcome, remoteness, optimal_moves, moves }) => ({ outcome, remoteness, optimal_moves, moves });

for (const [name, plies] of [
  ["tictactoe", 3],
  ["connect:3,3,3", 2],
  ["connect:3,3,3", 0],
  ["chomp:3,3", 2],
]) {
  test(`${name} cut after ${plies} plies answers as a whole table`, async () => {
    const [whole, cut] = [await solve(name, { worker: false }), await solve(name, { plies, worker: false })];
    assert.deepEqual([whole.plies, cut.plies], [null, plies]);
    for (const position of await positionsOf(whole)) {
      assert.deepEqual(value(await cut.probe(position)), value(await whole.probe(position)), position);
    }
    assert.deepEqual(await cut.bestLine(), await whole.bestLine());
    if (plies === 0) {
      await assert.rejects(cut.verify(), /stores nothing/);
      await assert.rejects(cut.bytes(), /stores nothing/);
    }
    const first = () => 0;
    assert.equal(await cut.chooseMove("", "perfect", first), await whole.chooseMove("", "perfect", first));
  });
}

test("a cut table is saved, opened in a worker or here, and proven", async () => {
  const cut = await solve("connect:4,4,3", { plies: 4, objective: "outcome" });
  assert.ok((await cut.verify()).proven);
  const bytes = await cut.bytes();
  for (const worker of [true, false]) {
    const opened = await open(bytes, { worker });
    assert.deepEqual([opened.name, opened.plies, opened.objective], ["connect:4,4,3", 4, "outcome"]);
    assert.deepEqual(await opened.probe("12121"), await cut.probe("12121"));
    await assert.rejects(opened.probe("11111"), /column 1/);
    opened.close();
  }
  await assert.rejects(open(bytes.subarray(0, bytes.length - 1)));
  cut.close();
});

test("cuts that make no sense are refused", async () => {
  for (const plies of [-1, 1.5, "3", Number.NaN]) {
    await assert.rejects(solve("tictactoe", { plies }), /`plies` is a number/);
  }
  await assert.rejects(solve("tictactoe", { plies: 9 }), /nothing would be cut/);
  await assert.rejects(solve("three-mens-morris", { plies: 2 }), /play can return to a position/);
});

test("the book answers for Connect Four", async () => {
  for (const name of ["connect4", "connect:7,6,4"]) {
    const book = await open(name);
    assert.ok(book.name === "connect:7,6,4" && book.plies > 0);
    const start = await book.probe();
    assert.deepEqual([start.outcome, start.remoteness, start.optimal_moves], ["win", 41, [4]]);
    const late = await book.probe("1215336621136667");
    assert.deepEqual([late.outcome, late.remoteness], ["loss", 22]);
    await assert.rejects(book.verify(), /may take \d+ bytes of memory/);
    book.close();
  }
  await assert.rejects(open("./connect4"), /connect4/);
});

test("a long search leaves this thread free, and ends when the table is closed", async () => {
  const table = await solve("connect:8,7,4", { plies: 0 });
  const began = performance.now();
  const searching = table.probe();
  setTimeout(() => table.close(), 200);
  await assert.rejects(searching, /closed/);
  assert.ok(performance.now() - began < 5000);
});
