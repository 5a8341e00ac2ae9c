/** Every answer of the built module against the theory: `node check.mjs PATH/TO/nim.wasm`. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { nim } from "./nim.mjs";

const table = await nim(await readFile(process.argv[2]));
let asked = 0;
for (const misere of [false, true]) {
  const wins = ([a, b, c]) => ((a ^ b ^ c) !== 0) === (!misere || Math.max(a, b, c) >= 2);
  for (let i = 0; i < 4 * 5 * 6; i++) {
    const heaps = [i % 4, Math.floor(i / 4) % 5, Math.floor(i / 20)];
    assert.equal(table.wins(heaps, misere), wins(heaps), `${heaps}, misère: ${misere}`);
    const move = table.bestMove(heaps, misere);
    assert.equal(move === null, heaps.every((stones) => stones === 0));
    if (move !== null && wins(heaps)) {
      heaps[move.heap] -= move.stones;
      assert.ok(!wins(heaps));
    }
    asked++;
  }
}
assert.throws(() => table.wins([4, 0, 0]), RangeError);
console.log(`${asked} positions are what theory says.`);
