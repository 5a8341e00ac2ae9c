import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutOf } from "../layout.js";
import { motionsOf } from "../motion.js";
import { swept, tallyOf } from "../pieces.js";
import { drawn, pits, squares } from "./sources.js";

/** The motions of a move as text: the cell, the kind, and where the piece comes from. */
function motions(drawing, step, before, after, view = {}) {
  const { boxes } = layoutOf(drawing, view);
  const all = motionsOf(drawing, boxes, { from: null, to: null, third: null, ...step }, before, after);
  return [...all].map(([cell, { kind, right, down }]) => `${cell} ${kind} ${Math.round(right)},${Math.round(down)}`);
}

test("a mark appears, a stone comes from its cell, and a disc falls from above", () => {
  const board = drawn(squares(3, 2), {});
  const [empty, last] = [
    ["", "", "", "", "", ""],
    ["", "", "", "", "", "x"],
  ];
  assert.deepEqual(motions(board, { to: 5 }, empty, last), ["5 new 0,0"]);
  assert.deepEqual(motions(board, { from: 0, to: 5 }, ["x", "", "", "", "", ""], last), ["5 moved -2,-1"]);
  const falls = drawn(squares(3, 2), { falls: true, surface: "frame" });
  assert.deepEqual(motions(falls, { to: 5 }, empty, last), ["5 falls 0,-2"]);
});

test("discs turn, the nearest first", () => {
  const board = drawn(squares(4, 1), {});
  const { boxes } = layoutOf(board);
  const turned = motionsOf(board, boxes, { from: null, to: 3 }, ["x", "o", "o", ""], ["x", "x", "x", "x"]);
  assert.deepEqual([...turned.keys()], [1, 2, 3]);
  assert.equal(turned.get(1).kind, "turned");
  assert.ok(turned.get(1).delay > turned.get(2).delay);
});

test("seeds are sown counterclockwise, one after the other", () => {
  const board = drawn(pits(2), { motion: "sow", surface: "tray", kind: "pits" });
  const { boxes } = layoutOf(board);
  // X's pits, X's store, O's pits, O's store. The second pit holds three seeds.
  const sown = motionsOf(
    board,
    boxes,
    { from: 1, to: null },
    ["1", "3", "0", "2", "2", "0"],
    ["1", "0", "1", "3", "3", "0"],
  );
  assert.deepEqual([...sown.keys()], [2, 3, 4]);
  const delays = [...sown.values()].map(({ delay }) => delay);
  assert.deepEqual(
    delays,
    delays.toSorted((one, other) => one - other),
  );
});

test("a pushed row moves by one, from the side on which the cube is pushed in", () => {
  const board = drawn(squares(3, 3), { motion: "push" });
  const [empty, after] = [Array(9).fill(""), ["", "", "x", "", "", "", "", "", ""]];
  const pushed = ["0 moved 1,0", "1 moved 1,0", "2 moved 1,0"];
  assert.deepEqual(motions(board, { from: 0, to: 2 }, empty, after), pushed);
  const flipped = ["0 moved -1,0", "1 moved -1,0", "2 moved -1,0"];
  assert.deepEqual(motions(board, { from: 0, to: 2 }, empty, after, { flipped: true }), flipped);
});

test("discs, boxes and seeds are counted", () => {
  const of = (drawing, pieces, owners = []) => {
    const { x, o } = tallyOf(drawing, pieces, owners);
    return [x, o];
  };
  assert.equal(tallyOf(drawn(squares(1, 1), {}), ["x"], []), null);
  assert.deepEqual(of(drawn(squares(2, 2), { counts: "discs" }), ["x", "o", "", "x"]), [2, 1]);
  const seeds = drawn(pits(1), { counts: "seeds" });
  assert.deepEqual(of(seeds, ["1", "4", "2", "3"]), [4, 3]);
  assert.deepEqual(of(seeds, swept(["1", "4", "2", "3"])), [5, 5]);
  assert.deepEqual(swept(["1", "0", "4", "0", "0", "3"]), ["0", "0", "5", "0", "0", "3"]);
  const cells = [
    [0, 0, "lying"],
    [0, 1, "box"],
    [1, 1, "box"],
  ];
  assert.deepEqual(of(drawn(cells, { counts: "boxes" }), ["edge", "box", "x"], ["o", "o", "o"]), [1, 1]);
});
