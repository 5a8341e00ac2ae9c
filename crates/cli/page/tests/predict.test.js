import assert from "node:assert/strict";
import { test } from "node:test";
import { callsByDepth, FoldedTree, firstDepth } from "../folding.js";
import { ALGORITHMS, scoreText, search } from "../minimax.js";
import { askedCalls, gradeCuts, gradeValues, scoresOf, summary } from "../predict.js";
import { Prediction } from "../predict-view.js";
import { callSentences, itemName } from "../tree-words.js";
import { level, linesGame, nim } from "./sources.js";

const tictactoe = linesGame({ symmetric: true });
const LATE = "O.XX.X.OO";

test("folding hides calls and does not change the search", async () => {
  assert.deepEqual((await callsByDepth(tictactoe, tictactoe.start)).slice(0, 4), [1, 4, 16, 82]);
  for (const [id, totals] of [
    [tictactoe.start, [549946, 18297, 16168]],
    ["X.O...O.X", [130, 44, 88]],
  ]) {
    const counts = await callsByDepth(tictactoe, id);
    for (const [i, algorithm] of ALGORITHMS.entries()) {
      const folded = search(tictactoe, id, algorithm, new FoldedTree(firstDepth(counts), true));
      assert.equal(folded.total, totals[i]);
      const [root] = folded.calls;
      const hidden = folded.calls.reduce((sum, call) => sum + (call.hidden ?? 0), folded.calls.length);
      assert.equal(hidden, totals[i], algorithm);
      if (totals[i] > 400) {
        continue;
      }
      const whole = new Map(search(tictactoe, id, algorithm).calls.map((call) => [call.path, call]));
      for (const { path, window, number, ...call } of folded.calls) {
        const same = whole.get(path);
        assert.deepEqual([window, number, scoreText(call)], [same.window, same.number, scoreText(same)]);
      }
      assert.equal(root.chosen.path, whole.get("").chosen.path);
    }
  }
});

test("symmetric moves are shown as one until the reader asks", () => {
  const folding = new FoldedTree(1, true);
  const shown = () => search(tictactoe, tictactoe.start, "minimax", folding).calls;
  const moves = (calls) => calls.filter(({ like, parent }) => parent && !like).map(({ step }) => step.text);
  const [root] = shown();
  assert.deepEqual(moves(shown()), ["1", "2", "5"]);
  folding.toggleSymmetric(root);
  assert.equal(moves(shown()).length, 9);
  folding.toggleSymmetric(root);
  folding.toggle(shown()[1]);
  assert.deepEqual(moves(shown()), ["1", "2", "3", "5", "6", "9", "2", "5"]);
});

test("without counting, a folded call has the score of the table", () => {
  for (const depth of [0, 1, 2]) {
    const { calls, total } = search(tictactoe, "XO..X....", "alpha-beta", new FoldedTree(depth, false));
    assert.deepEqual([calls[0].score, total], [1, calls.length]);
    assert.ok(calls.every(({ isFolded, hidden }) => !isFolded || hidden === null));
  }
});

test("the calls are not made if they are too many", () => {
  const many = nim(60);
  const [plain, alphaBeta] = ALGORITHMS.map((algorithm) =>
    search(many, many.start, algorithm, new FoldedTree(1, true)),
  );
  // Plain minimax counts the calls below a position once.
  assert.ok(plain.total > 1e12);
  assert.deepEqual([alphaBeta.total, alphaBeta.calls[0].score], [null, plain.calls[0].score]);
});

test("values are graded by the values below them", () => {
  const plain = search(tictactoe, LATE, "minimax");
  const asked = askedCalls(plain);
  assert.deepEqual(
    asked.map(({ number }) => number),
    [2, 7, 6, 1],
  );
  assert.deepEqual(scoresOf(plain), [1, -1]);
  const right = new Map(asked.map((call) => [call, call.score]));
  assert.equal(summary(gradeValues(plain, right), "values"), "4 of 4 right.");
  // Call 7 is wrong, and call 6 follows from it.
  const wrong = new Map(right);
  const [, seven, six] = asked;
  wrong.set(seven, -1);
  assert.equal(gradeValues(plain, wrong).get(seven).kind, "wrong");
  assert.equal(gradeValues(plain, wrong).get(six).kind, "right");
  wrong.delete(six);
  assert.equal(summary(gradeValues(plain, wrong), "values"), "2 of 4 right. 1 still open.");
});

test("a wrong value that follows from a wrong value is told apart", () => {
  const plain = search(nim(3), "3", "minimax");
  const [root] = plain.calls;
  const answers = new Map(askedCalls(plain).map((call) => [call, -call.score]));
  const kinds = [...gradeValues(plain, answers)].map(([{ number }, { kind }]) => [number, kind]);
  assert.deepEqual(kinds.at(-1), [root.number, "follows"]);
});

test("marked cuts are compared with alpha-beta", () => {
  for (const id of [LATE, "XO.OX....", tictactoe.start]) {
    const folding = new FoldedTree(id === tictactoe.start ? 2 : Number.POSITIVE_INFINITY, true);
    const [plain, alphaBeta] = ALGORITHMS.map((algorithm) => search(tictactoe, id, algorithm, folding));
    const made = new Set(alphaBeta.calls.map(({ path }) => path));
    const cut = plain.calls.filter(
      ({ path, parent, like }) => !like && parent && made.has(parent.path) && !made.has(path),
    );
    const grades = gradeCuts(plain, alphaBeta, new Set(cut));
    assert.ok(cut.length > 0 && [...grades.values()].every(({ kind }) => kind === "right"));
    assert.equal(summary(grades, "cuts"), `${cut.length} of ${cut.length} cuts found.`);
    const wrong = gradeCuts(plain, alphaBeta, new Set([plain.calls[1]]));
    assert.match(summary(wrong, "cuts"), /^0 of \d+ cuts found\. \d+ still open\. 1 marked that is no cut\.$/);
    assert.match(wrong.get(plain.calls[1]).words, /still open here, \(−∞, \+∞\)/);
  }
});

/** A prediction, and what the tree shows of it. */
function predicted(task, source = tictactoe, id = LATE) {
  const [plain, alphaBeta] = ALGORITHMS.map((algorithm) => search(source, id, algorithm));
  const prediction = new Prediction(task, plain, alphaBeta, source);
  const shown = () => {
    const texts = [];
    prediction.show({ ask: (_, text) => texts.push(text) });
    return texts;
  };
  return { prediction, plain, shown };
}

test("only what is answered is graded, and the first wrong answer is named by its path", async () => {
  const { prediction, plain, shown } = predicted("values");
  const before = shown();
  prediction.check();
  assert.match(prediction.words, /^Answer first: What is each position/);
  assert.deepEqual(shown(), before);
  // Call 7 is deep in the tree, and worth +1; the answer is −1.
  const seven = plain.calls[6];
  await prediction.choose({ kind: "call", call: seven });
  await prediction.choose({ kind: "call", call: seven });
  assert.equal(prediction.words, "X 7, O 2: −1.");
  prediction.check();
  assert.equal(
    prediction.words,
    "0 of 4 right. 3 still open. First mistake: X 7, O 2. X takes the largest of +1: +1. The line: X 5, +1.",
  );
  assert.deepEqual(
    shown().filter((text, i) => text !== before[i]),
    ["✗ +1, not −1"],
  );
  // What is open can still be answered.
  const [root] = plain.calls;
  await prediction.choose({ kind: "call", call: root });
  assert.equal(prediction.words, "This position: +1.");
  prediction.check();
  assert.match(prediction.words, /^1 of 4 right\. 2 still open\./);
});

test("only the marked cuts are graded", async () => {
  const { prediction, plain, shown } = predicted("cuts");
  const before = shown();
  prediction.check();
  assert.match(prediction.words, /^Answer first: Which moves does alpha-beta not try\?/);
  await prediction.choose({ kind: "call", call: plain.calls[3] });
  prediction.check();
  assert.match(prediction.words, /^0 of 1 cuts found\. 1 still open\. 1 marked that is no cut\. First mistake: /);
  assert.equal(shown().filter((text, i) => text !== before[i]).length, 1);
});

test("a part of the tree has its call in its name once", () => {
  const [root, call] = search(tictactoe, LATE, "minimax").calls;
  const item = { kind: "call", call, step: call.step };
  assert.equal(itemName(item, "call 2: +1"), "X 2, call 2: +1");
  assert.equal(itemName(item, "call 2, +1 so far"), "X 2, call 2, +1 so far");
  assert.equal(itemName(item, "?"), "X 2, call 2: ?");
  assert.equal(itemName({ ...item, call: root }), "This position, call 1");
});

test("the search of a game for one names no side", async () => {
  const alone = level();
  const said = ALGORITHMS.flatMap((algorithm) => {
    const { calls, events } = search(alone, "0", algorithm);
    const progress = { phase: "new", result: calls[0], window: calls[0].window };
    return [
      ...events.map(({ words }) => words),
      ...calls.flatMap((call) => [itemName({ kind: "call", call }), ...callSentences(call, progress, false)]),
    ];
  });
  const { prediction, plain } = predicted("values", alone, "0");
  for (const call of askedCalls(plain)) {
    prediction.answers.set(call, -1);
  }
  prediction.check();
  said.push(...[...prediction.grades.values()].map(({ words }) => words));
  assert.deepEqual(
    said.filter((words) => /\b[XO]\b/.test(words)),
    [],
  );
  assert.deepEqual(said.slice(0, 2), ["Call 1: The player is to move.", "The player tries walk: call 2."]);
  assert.ok(said.some((words) => words.startsWith("The goal: +1, returned. The player keeps it.")));
});
