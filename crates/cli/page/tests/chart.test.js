import assert from "node:assert/strict";
import { test } from "node:test";
import { dotsOf } from "../chart.js";
import { linesGame, nim, played, row } from "./sources.js";

test("a dot is on the side of who wins, the farther out the nearer the end", () => {
  const { nodes, steps } = played(linesGame(), ["1", "2", "5", "3", "9"]);
  const dots = dotsOf(nodes, steps);
  assert.deepEqual(
    dots.map(({ height }) => Math.round(100 * height)),
    [0, 0, 42, 53, 88, 100],
  );
  assert.deepEqual(dots.map(({ label }) => label).join(""), "==5410");
  assert.deepEqual(
    dots.map(({ mistake }) => mistake),
    [false, false, true, false, false, false],
  );
  assert.deepEqual(
    dots.map(({ name }) => name),
    [
      "start: a draw",
      "after move 1, X 1: a draw",
      "after move 2, O 2: X wins in 5 plies; a mistake of O",
      "after move 3, X 5: X wins in 4 plies",
      "after move 4, O 3: X wins in 1 ply",
      "after move 5, X 9: X has won",
    ],
  );
});

test("what O wins is below the centre", () => {
  const { nodes, steps } = played(linesGame({ misere: true }), ["1", "2", "5", "3", "9"]);
  const dots = dotsOf(nodes, steps);
  assert.equal(dots.at(-1).name, "after move 5, X 9: O has won");
  assert.equal(dots.at(-1).height, -1);
  assert.equal(dots.at(-1).side, "o");
  assert.deepEqual([dots[5].mover, dots[5].when, dots[0].when], ["X", "after move 5, X 9", "start"]);
});

test("in a game for points the distance is the points", () => {
  const { nodes, steps } = played(row([3, 9, 1, 2]), ["left", "right", "left", "left"]);
  const dots = dotsOf(nodes, steps);
  assert.deepEqual(
    dots.map(({ height }) => Math.round(100 * height)),
    [87, -75, 100, 100, 100],
  );
  assert.equal(dots[1].name, "after move 1, X left: O wins by 7 points; a mistake of X");
  assert.equal(dots[4].name, "after move 4, X left: X has won by 11 points");
  const draw = played(row([1, 1]), ["left", "left"]);
  assert.equal(
    dotsOf(draw.nodes, draw.steps)
      .map(({ label }) => label)
      .join(""),
    "===",
  );
});

test("in an impartial game the sides take turns", () => {
  const { nodes, steps } = played(nim(3), ["take 1", "take 2"]);
  assert.deepEqual(
    dotsOf(nodes, steps).map(({ side }) => side),
    ["o", "o", "o"],
  );
});

test("a win without a distance, and a game without an end, have dots", () => {
  const node = { mover: 0, over: false, score: null, remoteness: null, pieces: [], line: [], steps: [], winner: null };
  const step = { text: "a1-b1", outcome: "draw", remoteness: null, score: null };
  const dots = dotsOf(
    [
      { ...node, outcome: "draw" },
      { ...node, mover: 1, outcome: "draw" },
    ],
    [step],
  );
  assert.deepEqual(
    dots.map(({ height, label }) => [height, label]),
    [
      [0, "="],
      [0, "="],
    ],
  );
});
