/**
 * The program in the pages of cut tables, which is checked in (`crates/cli/page/perfect_play.wasm`), answers as the package does,
 * and as the program that was built now, whose path is in the environment variable `PAGE_WASM`.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { open, solve } from "perfect-play";

import { HeldTable } from "../js/held.js";
import { Instance } from "../js/instance.js";
import { bytesSource } from "../js/source.js";

const checkedIn = new URL("../../cli/page/perfect_play.wasm", import.meta.url);
const built = process.env.PAGE_WASM;
const skip = built || process.env.CI ? false : "PAGE_WASM is not set: crates/cli/page/build FILE writes one";

/** The answers of a program for these positions of a table. */
async function answers(program, bytes, positions) {
  const table = await HeldTable.open(
    new Instance(await WebAssembly.compile(readFileSync(program))),
    bytesSource(bytes),
  );
  const said = [];
  for (const position of positions) {
    said.push(new TextDecoder().decode(await table.ask("probe", position)));
  }
  return said;
}

/** The positions of some games: each takes the moves of the numbers in turn. */
async function positionsOf(table) {
  const positions = [];
  for (let seed = 1; seed <= 12; seed++) {
    let { moves, position } = await table.probe();
    for (let ply = 0; moves.length > 0; ply++) {
      positions.push(position);
      ({ moves, position } = await table.probe(moves[(seed * 7919 + ply * seed * 104729) % moves.length].position));
    }
    positions.push(position);
  }
  return positions;
}

for (const [name, plies] of [
  ["connect:5,4,4", 4],
  ["mnk:4,3,3", 2],
  ["chomp:4,3", 2],
]) {
  test(`the program in a page answers for ${name}`, { skip }, async () => {
    const [whole, cut] = [await solve(name), await solve(name, { plies })];
    const positions = await positionsOf(whole);
    const bytes = await cut.bytes();
    const said = await answers(checkedIn, bytes, positions);
    assert.deepEqual(said, await answers(built, bytes, positions));
    for (const [i, position] of positions.entries()) {
      const { outcome, remoteness, optimal_moves } = JSON.parse(said[i]);
      const right = await whole.probe(position);
      assert.deepEqual([outcome, remoteness, optimal_moves], [right.outcome, right.remoteness, right.optimal_moves]);
    }
    whole.close();
    cut.close();
  });
}

test("the program in a page answers for Connect Four", { skip }, async () => {
  const book = await open("connect4");
  const bytes = readFileSync(new URL("../js/connect4.perfect", import.meta.url));
  const positions = ["", "4", "44444", "44444522552252713513", "1215336621136667"];
  const said = await answers(checkedIn, bytes, positions);
  assert.deepEqual(said, await answers(built, bytes, positions));
  for (const [i, position] of positions.entries()) {
    assert.equal(JSON.parse(said[i]).remoteness, (await book.probe(position)).remoteness);
  }
  book.close();
});
