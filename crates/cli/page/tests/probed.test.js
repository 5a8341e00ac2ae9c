import assert from "node:assert/strict";
import { test } from "node:test";
import { ProbedSource } from "../probed.js";
import { Session } from "../session.js";

const LINES = { columns: 3, rows: 2, k: 3, misere: false, falls: true };

/** A table whose searches end when they are told to, and the positions that it was asked about. */
function searched(plies) {
  const asked = [];
  const table = { start: "......", probe: (position) => new Promise((done) => asked.push({ position, done })) };
  const source = new ProbedSource(table, { lines: LINES, plies, drawing: null }, { description: "", waiting: "" });
  return { source, asked };
}

/** An answer: a win with a move in column 1. */
const ANSWER = {
  ...{ to_move: "X", terminal: false, winner: null, outcome: "win", remoteness: 3, pieces: [], line: [] },
  moves: [{ column: 1, outcome: "win", remoteness: 3, optimal: true, to: 3, from: null, position: "...X.." }],
};

test("a game of lines is seen before its values are found", async () => {
  const { source, asked } = searched(0);
  const session = new Session(source);
  await session.fromAddress("#moves=1-1-2-2-3");
  assert.deepEqual(asked, []);
  assert.equal(session.made, 5);
  assert.equal(session.id(), "OO.XXX");
  assert.deepEqual([session.isOver(), session.winner(), session.node().line], [true, 0, [3, 4, 5]]);
  session.goTo(4);
  assert.deepEqual([source.sees(session.id()), source.knows(session.id())], [true, false]);
  assert.deepEqual(
    session.node().steps.map(({ text }) => text),
    ["column 3"],
  );
  // A table that is read, not searched, has its answers at once.
  assert.throws(() => searched(undefined).source.node("......"), /has not been read/);
});

test("the moves that were made get their values, and what is asked last is searched first", async () => {
  const { source, asked } = searched(0);
  const [step] = source.node("......").steps;
  const learned = [source.learn(["...X.."]), source.learn(["......", "...XO."])];
  for (let i = 0; i < 3; i++) {
    await new Promise((done) => setTimeout(done));
    asked[i].done(ANSWER);
  }
  await Promise.all(learned);
  assert.deepEqual(
    asked.map(({ position }) => position),
    ["......", "...XO.", "...X.."],
  );
  assert.deepEqual([step.outcome, step.remoteness, source.node("......").steps[0] === step], ["win", 3, true]);
});
