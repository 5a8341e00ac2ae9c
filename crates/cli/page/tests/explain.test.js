import assert from "node:assert/strict";
import { test } from "node:test";
import { explain, mistakesOf, verdict } from "../explain.js";
import { level, linesGame, nim, played, row } from "./sources.js";

const tictactoe = linesGame();

/** What is said of a game: the verdict, and the sentences of each mistake. */
async function told(source, moves, start = source.start) {
  const { nodes, steps } = played(source, moves, start);
  const mistakes = mistakesOf(nodes, steps);
  const said = [];
  for (const mistake of mistakes) {
    said.push(await explain(source, mistake));
  }
  return [verdict(mistakes, source.header.scores), ...said];
}

test("a game without a mistake has no decisive move", async () => {
  assert.deepEqual(await told(tictactoe, ["5", "1", "9"]), ["No move changed the outcome."]);
});

test("a fork is told with the threats that lead to it", async () => {
  assert.deepEqual(await told(tictactoe, ["1", "2", "5", "3", "9"]), [
    "The game was decided on move 2.",
    [
      "Move 2: with 2, O turned a draw into a loss.",
      "Only 5 would have held the draw.",
      "Then X plays 4 and threatens 1-4-7, so O has to block at 7. X plays 5 and threatens two lines at once: 4-5-6 and " +
        "1-5-9. O can block only one.",
    ],
  ]);
});

test("a missed block is told with its line", async () => {
  const [, mistake] = await told(tictactoe, ["5", "1", "9", "3", "4", "2"]);
  assert.deepEqual(mistake.slice(1), [
    "Only 2 would have held the draw.",
    "X had to block at 2: O now completes 1-2-3.",
  ]);
});

test("a missed win is told with its line, and with what it costs", async () => {
  const [, , missed] = await told(tictactoe, ["9", "8", "5", "2", "7", "3", "4", "1"]);
  assert.deepEqual(missed, [
    "Move 7: with 4, X turned a win into a loss.",
    "Only 1 would have held the win.",
    "X could have won at once with 1, which completes 1-5-9.",
    "O now completes 1-2-3 at 1.",
  ]);
});

test("a win that is let go is told with the way to it", async () => {
  const [verdict, , thrown] = await told(tictactoe, ["1", "2", "3"]);
  assert.equal(verdict, "The outcome changed on moves 2 and 3. Move 3 was the last to change it.");
  assert.deepEqual(thrown.slice(1), [
    "4, 5 or 7 would have held the win.",
    "Now only 5 holds for O.",
    "Instead, X plays 4 and threatens 1-4-7, so O has to block at 7. X plays 5 and threatens two lines at once: 4-5-6 " +
      "and 1-5-9. O can block only one.",
  ]);
});

test("every mistake in tic-tac-toe that loses is explained by a line", async () => {
  const seen = new Set();
  const waiting = [tictactoe.start];
  let mistakes = 0;
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = tictactoe.node(id);
    for (const step of node.steps) {
      if (!seen.has(step.next)) {
        seen.add(step.next);
        waiting.push(step.next);
      }
      if (step.outcome === "loss" && node.outcome !== "loss") {
        mistakes += 1;
        const said = (await explain(tictactoe, { ply: 1, mover: node.mover, node, step })).join(" ");
        assert.match(said, /two lines at once|3 lines at once|completes/, `${id} ${step.text}`);
        assert.doesNotMatch(said, /…/);
      }
    }
  }
  assert.ok(mistakes > 2000, `${mistakes}`);
});

test("where marks fall, lines are told by their columns", async () => {
  const connect = linesGame({ columns: 5, rows: 4, k: 4, falls: true });
  const start = "......OX...OXXOXXOOX";
  const [, blocked, missed] = await told(connect, ["column 4", "column 5"], start);
  assert.deepEqual(blocked.slice(1), [
    "Only column 2 would have held the draw.",
    "O had to block in column 2: X now completes a line falling over columns 2–5.",
  ]);
  assert.deepEqual(missed.slice(1), [
    "Only column 2 would have held the win.",
    "X could have won at once with column 2, which completes a line falling over columns 2–5.",
    "Now only column 2 holds for O.",
  ]);
});

test("a mark that lets the other side play on top of it is told so", async () => {
  const connect = linesGame({ columns: 5, rows: 4, k: 4, falls: true });
  const [, mistake] = await told(connect, ["column 5"], ".OOX..OXX..OXXOXXOOX");
  assert.deepEqual(mistake.slice(1), [
    "Only column 1 would have held the draw.",
    "It lets X play on top of it, which completes a line rising over columns 2–5.",
  ]);
});

test("in misère play a completed line is told, and no threat", async () => {
  const misere = linesGame({ misere: true });
  const [, mistake] = await told(misere, ["5", "1", "2", "3"]);
  assert.deepEqual(mistake, [
    "Move 3: with 2, X turned a draw into a loss.",
    "Only 9 would have held the draw.",
    "Best play goes on: O 3, X 4, O 7, X 9, O 6, X 8: O has won.",
  ]);
  const [, completed] = await told(misere, ["4"], "X.O...X.O");
  assert.deepEqual(completed.at(-1), "It completes 1-4-7, and who completes a line loses.");
});

test("a game without lines is told by how best play goes on", async () => {
  const [verdict, mistake] = await told(nim(7), ["take 2"]);
  assert.equal(verdict, "The game was decided on move 1.");
  assert.deepEqual(mistake, [
    "Move 1: with take 2, X turned a win into a loss.",
    "Only take 1 would have held the win.",
    "Now only take 2 wins for O.",
    "Best play goes on: O take 2, X take 1, O take 2: O has won.",
  ]);
});

test("in a game for points a mistake costs points", async () => {
  const [verdict, mistake] = await told(row([3, 9, 1, 2]), ["left"]);
  assert.equal(verdict, "Move 1 gave away points.");
  assert.deepEqual(await told(row([3, 9]), ["right"]), ["No move gave away points."]);
  assert.deepEqual(mistake.slice(0, 2), [
    "Move 1: with left, X gave away 16 points: the best was a win by 9 points, and this is a loss by 7 points.",
    "Only right would have given away no point.",
  ]);
});

test("a line that is longer than what is told ends with three dots", async () => {
  const [, mistake] = await told(row([1, 2, 5, 9, 3, 4, 7, 2, 6, 1, 8, 3]), ["left"]);
  assert.match(mistake.at(-1), /^Best play goes on: .*, …$/);
  const [, long] = await told(nim(16), ["take 2"]);
  assert.match(long.at(-1), /, … \(9 plies in all\)\.$/);
});

test("a game for one has no sides: it leads to its goal, or to a dead end", async () => {
  const [verdict, mistake] = await told(level(), ["walk", "jump", "walk"]);
  assert.equal(verdict, "The game was decided on move 2.");
  assert.deepEqual(mistake, [
    "Move 2: after jump, every way ends in a dead end.",
    "Only walk would have led to the goal.",
    "Best play goes on: walk: a dead end.",
  ]);
});
