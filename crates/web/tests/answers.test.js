/** Compares tables with plain minimax over independent rules (`rules.js`). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { open, solve } from "perfect-play";

import { decided, dots, reachable, scored, threeMensMorris, tictactoe } from "./rules.js";

const data = (name) => new URL(`../../../data/${name}`, import.meta.url);

/** A value one ply earlier, for the other side. */
const before = ({ win, plies }) => (win === undefined ? {} : { win: !win, plies: plies + 1 });
const outcome = ({ win }) => (win === undefined ? "draw" : win ? "win" : "loss");

/** The larger, the better for the side that has it. */
const order = ({ win, plies }) => (win === undefined ? 0 : win ? 1000 - plies : plies - 1000);

async function checkDecided(table, game, drawPlies) {
  const values = decided(game);
  for (const [position, value] of values) {
    const probed = await table.probe(position);
    assert.equal(probed.position, position);
    assert.equal(probed.outcome, outcome(value), position);
    assert.equal(probed.remoteness, value.plies ?? drawPlies(position), position);
    assert.equal(probed.terminal, game.end(position) !== undefined, position);
    const moves = probed.terminal ? [] : game.moves(position);
    const worths = moves.map(([move, after]) => ({ move, after, value: before(values.get(after)) }));
    worths.sort((one, other) => one.move - other.move);
    assert.deepEqual(
      probed.moves.map(({ move, position, outcome }) => ({ move, position, outcome })),
      worths.map(({ move, after, value }) => ({ move, position: after, outcome: outcome(value) })),
    );
    const best = Math.max(...worths.map(({ value }) => order(value)));
    const optimal = worths.filter(({ value }) => order(value) === best).map(({ move }) => move);
    assert.deepEqual(probed.optimal_moves, optimal, position);
    assert.deepEqual(
      probed.moves.filter(({ optimal }) => optimal).map(({ move }) => move),
      optimal,
    );
    assert.equal(probed.best_move, optimal[0] ?? null);
    assert.deepEqual(
      probed.outcome_preserving_moves,
      worths.filter((worth) => outcome(worth.value) === outcome(value)).map(({ move }) => move),
    );
  }
  return values.size;
}

const emptyCells = (position) => position.split(".").length - 1;

test("tic-tac-toe: every position of a file, and of a solved table", async () => {
  for (const table of [await open(data("tictactoe.perfect")), await solve("tictactoe", { worker: false })]) {
    assert.equal(table.name, "tictactoe");
    assert.deepEqual(table.board, { columns: 3, rows: 3 });
    assert.equal(await checkDecided(table, tictactoe, emptyCells), 5478);
    table.close();
  }
});

test("a misère table loses where the other wins", async () => {
  const table = await open(data("tictactoe-misere.perfect"));
  const lost = await table.probe("XX.OO....");
  assert.equal(lost.moves.find(({ move }) => move === 2)?.outcome, "loss");
  assert.ok((await table.verify()).proven);
});

test("three men's morris, where positions come again: every position", async () => {
  const solved = await solve("three-mens-morris", { worker: false });
  const file = await open(await solved.bytes());
  assert.equal(file.positions, reachable(threeMensMorris).size);
  for (const table of [solved, file]) {
    assert.equal(await checkDecided(table, threeMensMorris, () => null), file.positions);
    assert.ok((await table.verify()).proven);
  }
});

test("dots and boxes, for points: every position", async () => {
  const table = await solve("dots:1,2", { worker: false });
  assert.ok(table.scores);
  const values = scored(dots);
  for (const [position, score] of values) {
    const probed = await table.probe(position);
    assert.equal(probed.score, score, position);
    for (const { move, position: after, score: worth } of probed.moves) {
      assert.ok(
        dots.moves(position).some(([own, to]) => own === move && to === after),
        `${position} ${move} ${after}`,
      );
      assert.equal(worth, after.at(-1) === position.at(-1) ? values.get(after) : 0 - values.get(after));
    }
    const best = probed.moves.filter(({ score }) => score === probed.score).map(({ move }) => move);
    assert.deepEqual(probed.optimal_moves, best);
  }
  assert.ok((await table.verify()).proven);
});

test("a board is drawn as its positions and moves are written", async () => {
  const letters = { x: "X", o: "O" };
  for (const name of ["tictactoe", "connect:4,2,2", "three-mens-morris"]) {
    const table = await solve(name, { worker: false });
    const { places, names, outlines, falls, kind } = table.drawing;
    assert.ok(falls === name.startsWith("connect") && (kind === "squares") === (name !== "three-mens-morris"));
    assert.ok(names.length === places.length && outlines.length === places.length);
    const seen = new Set([table.start]);
    for (const position of seen) {
      const { pieces, moves, line, winner } = await table.probe(position);
      assert.equal(pieces.map((piece) => letters[piece] ?? ".").join(""), position.split(" ")[0]);
      assert.ok(line.every((cell) => letters[pieces[cell]] === winner));
      // Who has no stone to move has lost as well, without a line.
      assert.ok(line.length > 0 === (winner !== null) || (name === "three-mens-morris" && line.length === 0));
      for (const { text, from, to, then, position: after } of moves) {
        const said = [from, to].filter((cell) => cell !== null).map((cell) => names[cell]);
        assert.ok(then === null && (falls || said.join("-") === text), `${position} ${text}`);
        assert.equal(after[to], position.includes(" ") ? position.at(-1) : after[to], text);
        assert.ok(position[to] === "." && after[to] !== "." && (from === null || after[from] === "."), text);
        seen.add(after);
      }
    }
    table.close();
  }
});

test("pieces have names, and a game without a board is not drawn", async () => {
  const krk = await solve("krk:4", { worker: false });
  const { pieces, moves } = await krk.probe();
  assert.deepEqual(
    pieces.flatMap((piece, cell) => (piece === null ? [] : [[krk.drawing.names[cell], piece]])),
    [
      ["c4", "o-king"],
      ["c1", "x-king"],
      ["d1", "x-rook"],
    ],
  );
  assert.ok(moves.every(({ text, to }) => text.endsWith(krk.drawing.names[to])));
  const nim = await solve("nim:200,50", { worker: false });
  assert.equal(nim.drawing, null);
  assert.deepEqual((await nim.probe()).pieces, []);
});

test("levels choose as they promise, from the numbers they are given", async () => {
  const table = await open(data("tictactoe.perfect"));
  const { moves, optimal_moves } = await table.probe("X........");
  assert.ok(optimal_moves.length < moves.length);
  const drawn = async (level, random) => table.chooseMove("X........", level, random);
  assert.equal(await drawn("master"), optimal_moves[0]);
  const chosen = new Set();
  for (let i = 0; i < 100; i++) {
    assert.ok(optimal_moves.includes(await drawn("perfect", () => i / 100)));
    chosen.add(await drawn("blind", () => i / 100));
  }
  assert.deepEqual([...chosen].sort(), moves.map(({ move }) => move).sort());
  for (const level of ["skill(1)", "tricky"]) {
    assert.ok(optimal_moves.includes(await drawn(level)), level);
  }
  assert.equal(await table.chooseMove("XXXOO....", "novice"), null);
  // The same numbers give the same moves, and no more numbers are drawn than used.
  const stream = (seed) => () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const play = async (random) => {
    const played = [];
    for (let position = table.start; ; ) {
      const move = await table.chooseMove(position, "skill(0.5)", random);
      if (move === null) {
        return played;
      }
      played.push(move);
      position = (await table.probe(position)).moves.find((worth) => worth.move === move).position;
    }
  };
  assert.deepEqual(await play(stream(7)), await play(stream(7)));
  await assert.rejects(drawn("expert"), /expert|level/);
  await assert.rejects(
    drawn("blind", () => 1),
    RangeError,
  );
});

test("columns that were played are a position", async () => {
  const table = await solve("connect:4,4,4", { worker: false });
  assert.equal(table.moves, "column");
  const probed = await table.probe("2233");
  assert.equal(probed.position, ".........OO..XX.");
  assert.deepEqual(
    probed.moves.map(({ move }) => move),
    [1, 2, 3, 4],
  );
  assert.deepEqual(await table.probe(probed.position), probed);
});

test("the best line ends as the values say", async () => {
  const table = await solve("tictactoe", { worker: false });
  const values = decided(tictactoe);
  for (const [position, { plies }] of values) {
    if (plies === undefined) {
      continue;
    }
    const { line, texts, repeats, end } = await table.bestLine(position);
    assert.equal(line.length, plies, position);
    assert.deepEqual(texts, line.map(String));
    assert.ok(!repeats && (await table.probe(end)).terminal);
  }
  table.close();
});
