/** Grades of agents, against values from independent rules (`rules.js`) and against the program's. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import { grade, open, solve } from "perfect-play";

import { noProgram, program } from "./program.js";
import { decided, dots, scored, tictactoe } from "./rules.js";

const uniform = (_position, moves) => Object.fromEntries(moves.map((move) => [move, 1 / moves.length]));
const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const near = (one, other) => Math.abs(one - other) < 1e-9;

test("perfect has no regret, and a uniform agent what enumeration says", async () => {
  const table = await solve("tictactoe", { worker: false });
  const perfect = await grade(table, (position) => table.chooseMove(position));
  assert.deepEqual(perfect, {
    game: "tictactoe",
    positions: "all",
    count: 4520,
    right_in_outcome: { value: 1 },
    right_in_distance: { value: 1 },
    outcome_regret: { value: 0 },
    plies_regret: { value: 0 },
    failures: {},
  });

  const values = decided(tictactoe);
  const steps = ({ win }) => (win === undefined ? 1 : win ? 0 : 2);
  const [right, optimal, outcome, plies] = [[], [], [], []];
  let weight = 0;
  for (const position of values.keys()) {
    if (tictactoe.end(position) === undefined) {
      const value = values.get(position);
      const regrets = tictactoe.moves(position).map(([, after]) => {
        const reached = values.get(after);
        const lost = steps(reached) - (2 - steps(value));
        return lost !== 0 ? [-lost, 0] : [0, value.win === undefined ? 0 : Math.abs(value.plies - 1 - reached.plies)];
      });
      right.push(mean(regrets.map(([lost]) => (lost === 0 ? 1 : 0))));
      optimal.push(mean(regrets.map(([lost, later]) => (lost + later === 0 ? 1 : 0))));
      outcome.push(mean(regrets.map(([lost]) => lost)));
      plies.push(mean(regrets.map(([, later]) => later)));
      weight += right.at(-1);
    }
  }
  const graded = await grade(table, uniform);
  assert.ok(near(graded.right_in_outcome.value, mean(right)));
  assert.ok(near(graded.right_in_distance.value, mean(optimal)));
  assert.ok(near(graded.outcome_regret.value, mean(outcome)), `${graded.outcome_regret.value} ${mean(outcome)}`);
  assert.ok(near(graded.plies_regret.value, (mean(plies) * plies.length) / weight));
  table.close();
});

test("in a game for points, points are given away", async () => {
  const table = await solve("dots-and-boxes:1,2", { worker: false });
  const values = scored(dots);
  const side = (position) => position.at(-1);
  const lost = [];
  for (const [position, best] of values) {
    if (dots.end(position) === undefined) {
      const score = ([, after]) => (side(after) === side(position) ? values.get(after) : 0 - values.get(after));
      lost.push(mean(dots.moves(position).map((move) => best - score(move))));
    }
  }
  const graded = await grade(table, uniform);
  assert.equal(graded.count, lost.length);
  assert.ok(near(graded.score_regret.value, mean(lost)));
  assert.equal(graded.plies_regret, undefined);
  table.close();
});

test("the program grades the same", { skip: noProgram }, async () => {
  for (const game of ["connect:4,3,3", "dots-and-boxes:1,2", "three-mens-morris"]) {
    const args = ["grade", game, "blind", "--over", "all", "--json"];
    const said = JSON.parse(execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    const table = await solve(game, { worker: false });
    const graded = await grade(table, uniform);
    for (const [name, value] of Object.entries(graded)) {
      if (typeof value === "object" && "value" in value) {
        assert.ok(near(value.value, said[name].value), `${game} ${name}`);
      } else {
        assert.deepEqual(value, said[name], `${game} ${name}`);
      }
    }
    table.close();
  }
});

test("failures are counted, and the game is given away", async () => {
  const table = await solve("tictactoe", { worker: false });
  const answers = { ".........": () => 9, "X........": () => ({ 4: 0.5, 5: 0.4 }), "X...O....": () => null };
  const crash = () => {
    throw new Error("never mind");
  };
  const positions = [...Object.keys(answers), "XX..O...."];
  const graded = await grade(table, (position) => (answers[position] ?? crash)(), { positions });
  assert.deepEqual(graded.failures, { illegal: 3, crashed: 1 });
  assert.deepEqual([graded.positions, graded.count], ["given", 4]);
  assert.equal(graded.right_in_outcome.value, 0);
  assert.equal(graded.outcome_regret.value, 1);
  const whole = await grade(table, () => ({ 4: 0.5, 1: 0.5, 3: 0 }), { positions: ["X........"] });
  assert.deepEqual([whole.outcome_regret.value, whole.failures], [0.5, {}]);
  const rounded = await grade(table, () => ({ 0: 0.3333, 1: 0.3333, 2: 0.3333 }), { positions: ["........."] });
  assert.deepEqual([rounded.outcome_regret.value, rounded.failures], [0, {}]);
  await assert.rejects(
    grade(table, () => 0, { positions: [] }),
    /no positions/,
  );
  await assert.rejects(
    grade(table, () => 0, { positions: ["XXXOO...."] }),
    /over in XXXOO/,
  );
  table.close();
  const book = await open("connect4");
  await assert.rejects(
    grade(book, () => 1),
    /cut table/,
  );
  assert.equal((await grade(book, () => 4, { positions: [""] })).right_in_distance.value, 1);
  book.close();
});
