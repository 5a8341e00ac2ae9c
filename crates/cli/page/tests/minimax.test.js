import assert from "node:assert/strict";
import { test } from "node:test";
import { ALGORITHMS, countCalls, progressAfter, scoreText, search, sideOfResult, windowText } from "../minimax.js";
import { SearchDialog } from "../minimax-view.js";
import { noBrowser } from "./no-browser.js";
import { linesGame, nim, row } from "./sources.js";

const tictactoe = linesGame();

/** The calls of plain minimax, alpha-beta and the memo, after checking that they find the same move and score. */
function calls(source, id) {
  const searches = ALGORITHMS.map((algorithm) => search(source, id, algorithm).calls);
  const found = searches.map(([root]) => [root.chosen?.step.text, root.score]);
  assert.deepEqual(found[1], found[0]);
  assert.deepEqual(found[2], found[0]);
  return searches.map(({ length }) => length);
}

// `perfect-play trace` counts the same.
test("the calls of the three are counted", async () => {
  for (const [id, expected] of [
    ["O.XX.X.OO", [9, 8, 9]],
    ["X.O...O.X", [130, 44, 88]],
    ["XO.OX....", [190, 61, 115]],
    ["XO..X....", [1061, 270, 395]],
    ["XOXOX.OX.", [5, 5, 5]],
    ["XXXOO....", [1, 1, 1]],
  ]) {
    assert.deepEqual(calls(tictactoe, id), expected, id);
    assert.equal(await countCalls(tictactoe, id, 2000), expected[0], id);
  }
});

test("every finished game, and every other, is searched as the table says", () => {
  const misere = linesGame({ misere: true });
  const falling = linesGame({ columns: 3, rows: 3, k: 3, falls: true });
  for (const [source, id] of [
    [tictactoe, "XO.OX...."],
    [misere, "XO.OX...."],
    [falling, "...O.OXXO"],
    [nim(6), "6"],
  ]) {
    for (const algorithm of ["minimax", "memo"]) {
      for (const { node, mover, score } of search(source, id, algorithm).calls) {
        const own = mover === 0 ? score : -score;
        assert.equal(["loss", "draw", "win"][own + 1], node.outcome, `${algorithm} ${node.id}`);
      }
    }
    calls(source, id);
  }
});

test("a game for points is searched for X's lead, also where a side moves twice", () => {
  const game = row([3, 9, 1, 2]);
  const [root] = search(game, game.start, "minimax").calls;
  assert.deepEqual([root.score, root.chosen.step.text], [9, "right"]);
  const again = search(game, game.start, "minimax").calls.filter(({ mover, parent }) => mover === parent?.mover);
  assert.notEqual(again.length, 0);
  assert.deepEqual(calls(game, game.start), [23, 21, 23]);
});

test("too many calls are no number, and no deeper position is learnt", async () => {
  const learnt = [];
  const source = { ...tictactoe, learn: async (ids) => void learnt.push(...ids) };
  assert.equal(await countCalls(source, source.start, 400), null);
  assert.equal(learnt.length, 82);
});

test("what is cut off is told with its reason", () => {
  const { events, calls } = search(tictactoe, "O.XX.X.OO", "alpha-beta");
  const cuts = events.filter(({ kind }) => kind === "cut");
  assert.deepEqual(
    cuts.map(({ words }) => words),
    [
      "Cut off (α cut): O gets at most +1 here, and X has +1 elsewhere already. The window (+1, +1) is closed: X has no reason to come here, and 5 is not tried.",
    ],
  );
  assert.deepEqual(cuts[0].window, [1, 1]);
  const [{ number, cut }] = calls.filter(({ cut }) => cut.length > 0);
  assert.deepEqual([number, cut.map(({ text }) => text)], [6, ["5"]]);
  // O's move 5 would win here, so the position is worth −1.
  const returned = events.find(({ kind, call }) => kind === "return" && call.number === 6);
  assert.equal(
    returned.words,
    "O's best is at most +1: ≤ +1 is returned after the α cut. X keeps +1 of 5. Window now (+1, +∞).",
  );
  assert.deepEqual(calls.map(scoreText), ["+1", "−1", "−1", "−1", "+1", "≤ +1", "+1", "+1"]);
  assert.deepEqual(calls.map(sideOfResult), [0, 1, 1, 1, 0, undefined, 0, 0]);
});

/** A score of X, as the table has it. */
const worth = (source, { node, mover }) => {
  const own = source.header.scores ? node.score : { win: 1, draw: 0, loss: -1 }[node.outcome];
  return mover === 0 ? own : 0 - own;
};

test("what alpha-beta returns is exact or a bound, as it says, and exact within the window", () => {
  const misere = linesGame({ misere: true });
  const falling = linesGame({ columns: 3, rows: 3, k: 3, falls: true });
  const points = row([3, 9, 1, 2, 4, 7]);
  const bounds = new Set();
  for (const [source, id] of [
    [tictactoe, "XO.OX...."],
    [misere, "X...O...X"],
    [falling, falling.start],
    [nim(9), "9"],
    [points, points.start],
  ]) {
    for (const call of search(source, id, "alpha-beta").calls) {
      const { score, bound, chosen, window } = call;
      const difference = worth(source, call) - score;
      const isSo = { exact: difference === 0, "at-least": difference >= 0, "at-most": difference <= 0 }[bound];
      assert.ok(isSo, `${source.header.game} ${call.node.id}: ${bound} ${score}`);
      assert.ok(bound === "exact" || score <= window[0] || score >= window[1]);
      const side = sideOfResult(call);
      assert.ok(side === undefined || Math.sign(worth(source, call)) === (side === null ? 0 : side === 0 ? 1 : -1));
      bounds.add(`${bound} ${chosen === null ? "at the end" : Math.sign(difference)}`);
    }
  }
  // Some bounds are not the worth.
  assert.ok(bounds.has("at-least 1") && bounds.has("at-most -1"), `${[...bounds]}`);
});

test("each step is told in words", () => {
  const { events } = search(tictactoe, "O.XX.X.OO", "minimax");
  assert.deepEqual(
    events.slice(0, 5).map(({ words }) => words),
    [
      "Call 1: X is to move.",
      "X tries 2: call 2.",
      "O tries 5: call 3.",
      "O has won: −1, returned. O keeps it.",
      "O tries 7: call 4.",
    ],
  );
  assert.equal(events.at(-1).words, "X's best is +1. 9 calls in all.");
  const remembered = search(tictactoe, "X.O...O.X", "memo").events.find(
    ({ call, kind }) => call.seen && kind === "return",
  );
  assert.match(remembered.words, /^Call \d+ found this position to be worth (\+1|0|−1), returned\./);
});

test("what the memo returns was found before, at the same position with the same side to move", () => {
  const { calls } = search(tictactoe, "X.O...O.X", "memo");
  const seen = calls.filter((call) => call.seen !== null);
  assert.notEqual(seen.length, 0);
  for (const call of seen) {
    assert.deepEqual([call.seen.node.id, call.seen.mover, call.seen.score], [call.node.id, call.mover, call.score]);
    assert.ok(call.seen.number < call.number);
    assert.deepEqual(call.children, []);
  }
});

test("the tree grows call by call and shrinks by stepping back", () => {
  const found = search(tictactoe, "O.XX.X.OO", "alpha-beta");
  const [root] = found.calls;
  const phases = (made) => [...progressAfter(found, made).values()].map(({ phase }) => phase[0]).join("");
  assert.equal(phases(1), "onnnnnnn");
  assert.equal(phases(3), "ooonnnnn");
  assert.equal(phases(4), "oornnnnn");
  assert.equal(phases(found.events.length), "rrrrrrrr");
  // After call 2 has returned −1, X has that for certain.
  const made = found.events.findIndex(({ kind, call }) => kind === "return" && call.number === 2) + 1;
  const { result, window } = progressAfter(found, made).get(root);
  assert.deepEqual([result.chosen.number, windowText(window)], [2, "(−1, +∞)"]);
});

test("in an impartial game, the search begins with the side whose turn it is", async () => {
  noBrowser();
  const dialog = new SearchDialog(nim(3));
  for (const side of [0, 1]) {
    await dialog.offer("2", side);
    dialog.searches.clear();
    const { calls, events } = dialog.search();
    assert.deepEqual([calls[0].mover, events[0].words], [side, `Call 1: ${"XO"[side]} is to move.`]);
  }
});
