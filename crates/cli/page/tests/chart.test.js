import assert from "node:assert/strict";
import { test } from "node:test";
import { dotsOf } from "../chart.js";
import { sidesWithMore } from "../dom.js";
import { explain } from "../explain.js";
import { factsOf } from "../facts.js";
import { briefWorth, worthWords } from "../node.js";
import { questionWords } from "../quiz.js";
import { level, linesGame, nim, played, row } from "./sources.js";

const FOR_TWO = { isForOne: false };

test("a dot is on the side of who wins, the farther out the nearer the end", () => {
  const source = linesGame();
  const { nodes, steps } = played(source, ["1", "2", "5", "3", "9"]);
  const dots = dotsOf(source, nodes, steps);
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
  const source = linesGame({ misere: true });
  const { nodes, steps } = played(source, ["1", "2", "5", "3", "9"]);
  const dots = dotsOf(source, nodes, steps);
  assert.equal(dots.at(-1).name, "after move 5, X 9: O has won");
  assert.equal(dots.at(-1).height, -1);
  assert.equal(dots.at(-1).side, "o");
  assert.deepEqual([dots[5].mover, dots[5].when, dots[0].when], ["X", "after move 5, X 9", "start"]);
});

test("in a game for points the distance is the points", () => {
  const source = row([3, 9, 1, 2]);
  const { nodes, steps } = played(source, ["left", "right", "left", "left"]);
  const dots = dotsOf(source, nodes, steps);
  assert.deepEqual(
    dots.map(({ height }) => Math.round(100 * height)),
    [87, -75, 100, 100, 100],
  );
  assert.equal(dots[1].name, "after move 1, X left: O wins by 7 points; a mistake of X");
  assert.equal(dots[4].name, "after move 4, X left: X has won by 11 points");
  const draw = played(row([1, 1]), ["left", "left"]);
  assert.equal(
    dotsOf(FOR_TWO, draw.nodes, draw.steps)
      .map(({ label }) => label)
      .join(""),
    "===",
  );
});

test("in an impartial game the sides take turns", () => {
  const { nodes, steps } = played(nim(3), ["take 1", "take 2"]);
  assert.deepEqual(
    dotsOf(FOR_TWO, nodes, steps).map(({ side }) => side),
    ["o", "o", "o"],
  );
});

test("a win without a distance, and a game without an end, have dots", () => {
  const node = { mover: 0, over: false, score: null, remoteness: null, pieces: [], line: [], steps: [], winner: null };
  const step = { text: "a1-b1", outcome: "draw", remoteness: null, score: null };
  const dots = dotsOf(
    FOR_TWO,
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

test("in a game for one nobody wins or loses, and no side is named", () => {
  const { nodes, steps } = played(level(), ["walk", "jump", "walk"]);
  const dots = dotsOf(level(), nodes, steps);
  assert.deepEqual(
    dots.map(({ name }) => name),
    [
      "start: goal in 2 moves",
      "after move 1, walk: goal in 2 moves",
      "after move 2, jump: dead end in 1 move; a mistake",
      "after move 3, walk: a dead end",
    ],
  );
  assert.deepEqual(dots.map(({ mover }) => mover).join(""), "");
  const counts = { positions: 6, canonical: 6, terminal: { total: 2, x_wins: 1, o_wins: 1, draws: 0 } };
  const facts = factsOf({ ...level(), header: { ...level().header, ...counts, objective: "fastest" } });
  const told = JSON.stringify([facts, level().words]).replaceAll(/"\w+":/g, "");
  const scored = factsOf({ ...level(), header: { ...level().header, ...counts, objective: "fastest", scores: true } });
  assert.ok(scored.some((fact) => `${fact}` === "best moves,get the most points"));
  assert.match(told, /goal in 2 moves.*2: goal 1, dead end 1, no end 0.*reach the goal/);
  assert.doesNotMatch(told, /\b(win|wins|won|loss|lose|draw|drawn|ply|plies|X|O|opponent)\b/);
});

test("in a game for one with points, nothing is told but the points", async () => {
  const source = level({ 4: 5, 5: -2 });
  const { nodes, steps } = played(source, ["walk", "jump", "walk"]);
  assert.deepEqual(
    dotsOf(source, nodes, steps).map(({ name }) => name.replace(/.*: /, "")),
    ["5 points", "5 points", "-2 points; a mistake", "-2 points"],
  );
  const [node, step] = [nodes[1], steps[1]];
  const told = await explain(source, { ply: 2, mover: 0, node, step });
  assert.deepEqual(told, [
    "Move 2: with jump, you gave away 7 points: the best was 5 points, and this is -2 points.",
    "Only walk would have given away no point.",
    "Best play goes on: walk: -2 points.",
  ]);
  assert.equal(
    questionWords(source, { node, mover: 0, path: [], kind: "" }),
    "Your move. Find the only move that gets the most points.",
  );
  assert.deepEqual([briefWorth(step, source.words), worthWords(step)], ["−2", "loss by 2 points"]);
});

test("the history says on which sides there is more", () => {
  const at = (scrollLeft) => sidesWithMore({ scrollLeft, scrollWidth: 500, clientWidth: 300 });
  assert.deepEqual(
    [0, 100, 200].map((left) => Object.values(at(left))),
    [
      [false, true],
      [true, true],
      [true, false],
    ],
  );
});
