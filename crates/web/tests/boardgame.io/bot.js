/** The bot for boardgame.io, with that package itself and against values by retrograde analysis. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Bot, RandomBot, Simulate, Step } from "boardgame.io/ai";
import { Client } from "boardgame.io/client";
import { InitializeGame } from "boardgame.io/internal";
import { open, solve } from "perfect-play";
import { perfectBot } from "perfect-play/boardgame.io";

import { decided } from "../rules.js";
import { ConnectFour, TicTacToe } from "./Game.js";

const folder = fileURLToPath(new URL("../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));

const position = ({ cells }) => cells.map((cell) => (cell === null ? "." : "XO"[cell])).join("");
const byCell = ({ cell }) => ({ move: "clickCell", args: [cell] });
const byColumn = ({ column }) => ({ move: "drop", args: [column - 1] });

const solved = ["tictactoe", "connect:4,4,4", "connect:4,3,3"].map((name) => solve(name, { worker: false }));
const tables = await Promise.all([...solved, open("connect4")]);
after(() => {
  for (const table of tables) {
    table.close();
  }
});

/** A game with its table, the text of a state, the state of a text, and the bots. */
function playing(game, table, action) {
  const { enumerate } = game.ai;
  const stateOf = (text) => {
    const cells = [...text].map((mark) => (mark === "." ? null : String("XO".indexOf(mark))));
    return { G: { cells }, ctx: { currentPlayer: String(cells.filter((cell) => cell !== null).length % 2) } };
  };
  const afterMove = (text, { move, args }) => {
    const { G, ctx } = stateOf(text);
    assert.equal(game.moves[move]({ G, ctx, playerID: ctx.currentPlayer }, ...args), undefined);
    return position(G);
  };
  return {
    game,
    table,
    afterMove,
    stateOf,
    random: (seed) => new RandomBot({ enumerate, seed }),
    perfect: (seed, options = {}) =>
      new (perfectBot(Bot, { table, position, action, ...options }))({ enumerate, seed }),
    /** The rules, for `decided`. They are those of `Game.js`. */
    rules: {
      start: position(game.setup()),
      end(text) {
        const over = game.endIf(stateOf(text));
        return over && (over.draw ? {} : { win: false, plies: 0 });
      },
      moves: (text) => enumerate(stateOf(text).G).map((action) => [action, afterMove(text, action)]),
    },
  };
}

const tictactoe = playing(TicTacToe, tables[0], byCell);
/** Connect Four on a small board: a draw, and with three in a row a win. */
const drawn = playing(ConnectFour(4, 4, 4), tables[1], byColumn);
const won = playing(ConnectFour(4, 3, 3), tables[2], byColumn);
const connect4 = playing(ConnectFour(7, 6, 4), tables[3], byColumn);

/** The end of a game between two bots: the winner, `null` after a draw, and the plies. */
async function played({ game }, first, second) {
  const state = InitializeGame({ game });
  const end = await Simulate({ game, bots: { 0: first, 1: second }, state });
  return { winner: end.state.ctx.gameover.winner ?? null, plies: end.state.ctx.turn };
}

/**
 * What each move gives away, by the position and the position after the move: steps of the outcome, or plies if the move keeps
 * the outcome.
 */
function regrets(rules) {
  const values = decided(rules);
  const steps = ({ win }) => (win === undefined ? 1 : win ? 0 : 2);
  // For the player who moved: wins, soonest first, then draws, then losses, latest first.
  const rank = ({ win, plies }) => (win === undefined ? 0 : win ? 1000 - plies : plies - 1000);
  const found = new Map();
  for (const text of values.keys()) {
    if (rules.end(text) === undefined) {
      const reached = rules.moves(text).map(([, next]) => [next, values.get(next)]);
      const [best] = reached.map(([, value]) => value).sort((one, other) => rank(one) - rank(other));
      const regret = (value) => {
        const outcome = steps(best) - steps(value);
        return { outcome, plies: outcome === 0 && best.win !== undefined ? Math.abs(best.plies - value.plies) : 0 };
      };
      found.set(text, new Map(reached.map(([next, value]) => [next, regret(value)])));
    }
  }
  return found;
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** The regrets of a bot's moves, one in each position that goes on. */
async function regretsOf(bot, { stateOf, afterMove }, known) {
  const found = [];
  for (const [text, moves] of known) {
    const state = stateOf(text);
    const { action } = await bot.play(state, state.ctx.currentPlayer);
    assert.equal(action.payload.playerID, state.ctx.currentPlayer);
    found.push(moves.get(afterMove(text, { move: action.payload.type, args: action.payload.args })));
  }
  return found;
}

test("perfect never loses, and draws against itself", async () => {
  for (const entry of [tictactoe, drawn]) {
    let wins = 0;
    for (let seed = 1; seed <= 50; seed++) {
      const [perfect, random] = [entry.perfect(seed), entry.random(seed)];
      assert.equal((await played(entry, perfect, entry.perfect(`other ${seed}`))).winner, null);
      const { winner: first } = await played(entry, perfect, random);
      const { winner: second } = await played(entry, random, perfect);
      assert.ok(first !== "1" && second !== "0", `seed ${seed}`);
      wins += (first === "0") + (second === "1");
    }
    assert.ok(wins > 50, `perfect won only ${wins} of 100 games against random moves`);
  }
  assert.equal((await played(won, won.perfect(1), won.perfect(2))).winner, "0");
});

test("a bot takes a step of a client", async () => {
  const client = Client({ game: TicTacToe });
  client.moves.clickCell(0);
  await Step(client, tictactoe.perfect(1));
  assert.equal(client.getState().G.cells[4], "1");
});

test("the book of Connect Four wins in 41 plies", async () => {
  assert.deepEqual(await played(connect4, connect4.perfect(1), connect4.perfect(2)), { winner: "0", plies: 41 });
});

test("regret is 0 for perfect, and for random what enumeration says", async () => {
  for (const entry of [tictactoe, won]) {
    const known = regrets(entry.rules);
    const bots = [entry.perfect(1), entry.random(1), entry.perfect(1, { level: "novice" })];
    const [perfect, random, novice] = await Promise.all(bots.map((bot) => regretsOf(bot, entry, known)));
    for (const unit of ["outcome", "plies"]) {
      const all = [...known.values()].map((moves) => [...moves.values()].map((regret) => regret[unit]));
      const expected = mean(all.map(mean));
      const variance = mean(all.map((each) => mean(each.map((one) => (one - mean(each)) ** 2))));
      const tolerance = 3 * Math.sqrt(variance / all.length);
      const [ofPerfect, ofRandom, ofNovice] = [perfect, random, novice].map((found) =>
        mean(found.map((one) => one[unit])),
      );
      assert.equal(ofPerfect, 0);
      assert.ok(Math.abs(ofRandom - expected) < tolerance, `${unit}: ${ofRandom}, not ${expected} ± ${tolerance}`);
      assert.ok(ofNovice > 0);
    }
  }
});

test("a seed gives the same moves, and a bot's level can be changed", async () => {
  const state = tictactoe.stateOf("X...O....");
  const moves = async (bot) => {
    const found = [];
    for (let time = 0; time < 20; time++) {
      found.push((await bot.play(state, "0")).action.payload.args[0]);
    }
    return found;
  };
  assert.deepEqual(await moves(tictactoe.perfect(7)), await moves(tictactoe.perfect(7)));
  const bot = tictactoe.perfect(7);
  bot.setOpt("level", "master");
  assert.equal(bot.getOpt("level"), "master");
  assert.equal(new Set(await moves(bot)).size, 1);
  bot.setOpt("level", "expert");
  await assert.rejects(bot.play(state, "0"), /a level is/);
});

test("functions that do not fit are refused", async () => {
  const ask = (options, text = ".........") => tictactoe.perfect(1, options).play(tictactoe.stateOf(text), "0");
  const action = () => ({ move: "clickCell", args: [9] });
  await assert.rejects(ask({ action }), /`action` gave \["clickCell",\[9\]\] for the move \d in \.{9}, but/);
  await assert.rejects(ask({ position: () => "XXXOO...." }), /`position` gave XXXOO\.{4}, where the game is over/);
  await assert.rejects(ask({ position: () => 7 }), /a position is a string, not number/);
});

test("the example of the README runs", () => {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const example = [...readme.matchAll(/```js\n(.*?)```/gs)]
    .map(([, text]) => text)
    .find((text) => text.includes("boardgame.io"));
  assert.ok(example.split("\n").length <= 26);
  const options = { cwd: here, timeout: 30_000, encoding: "utf8" };
  // `console.log(…); // what is printed: a remark`
  const [, promised] = example.match(/console\.log\(.*\); \/\/ ([^:\n]*)/);
  const run = ["--import", "./paths.js", "--input-type=module", "-e", example];
  assert.equal(execFileSync(process.execPath, run, options), `${promised}\n`);
});

/** Code that the types must allow, and code that they must reject. */
const PROGRAM = `
import { Bot, Step } from "boardgame.io/ai";
import { Client } from "boardgame.io/client";
import { Local } from "boardgame.io/multiplayer";
import type { Game } from "boardgame.io";
import { solve, type Table } from "perfect-play";
import { perfectBot } from "perfect-play/boardgame.io";

declare const game: Game<{ cells: (string | null)[] }>;
const table: Table = await solve("tictactoe");
const position = (G: { cells: (string | null)[] }) => G.cells.map((cell) => cell ?? ".").join("");
const PerfectBot = perfectBot(Bot, { table, position, action: ({ move }) => ({ move: "clickCell", args: [move] }), level: "hard" });
const client = Client({ game, multiplayer: Local({ bots: { "1": PerfectBot } }) });
const bot: Bot = new PerfectBot({ enumerate: game.ai!.enumerate, seed: 7 });
bot.setOpt("level", "novice");
await Step(client, bot);
// @ts-expect-error not a level
perfectBot(Bot, { table, position, action: () => ({ move: "clickCell" }), level: "expert" });
// @ts-expect-error no table
perfectBot(Bot, { position, action: () => ({ move: "clickCell" }) });
// @ts-expect-error not a class of bots
perfectBot(7, { table, position, action: () => ({ move: "clickCell" }) });
`;

test("TypeScript and CommonJS find the bot", () => {
  const program = mkdtempSync(join(here, "types-"));
  try {
    writeFileSync(join(program, "program.ts"), PROGRAM);
    const compilerOptions = {
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      target: "ES2023",
      module: "ESNext",
      moduleResolution: "Bundler",
      lib: ["ES2023", "DOM"],
      types: ["node"],
      typeRoots: [join(folder, "node_modules/@types")],
      // As if both were installed in the same place.
      paths: { "perfect-play": ["../../../types/browser.d.ts"], "perfect-play/*": ["../../../types/*.d.ts"] },
    };
    writeFileSync(join(program, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    try {
      execFileSync(process.execPath, [join(folder, "node_modules/typescript/bin/tsc"), "-p", program]);
    } catch (error) {
      assert.fail(String(error.stdout));
    }
  } finally {
    rmSync(program, { recursive: true });
  }
  const { perfectBot: required } = createRequire(join(folder, "package.json"))("perfect-play/boardgame.io");
  const { Bot: RequiredBot } = createRequire(import.meta.url)("boardgame.io/ai");
  assert.equal(typeof new (required(RequiredBot, { table: tables[0] }))({ enumerate: () => [] }).play, "function");
});
