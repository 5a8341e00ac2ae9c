/** Solving: in a worker and without one, ended, and refused. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { open, solve } from "perfect-play";

import { Instance } from "../js/instance.js";

const folder = fileURLToPath(new URL("..", import.meta.url));

test("a worker solves, reports, and answers as this thread does", async () => {
  const reports = [];
  const onProgress = (done, of) => reports.push([done, of]);
  const [worked, here] = [await solve("mnk:4,4,4", { onProgress }), await solve("mnk:4,4,4", { worker: false })];
  assert.ok(reports.length > 0 && reports.every(([done, of]) => 0 <= done && done <= of));
  for (const position of ["", "X...............", "XO..X..........."]) {
    const probed = await worked.probe(position);
    assert.deepEqual(probed, await here.probe(position));
  }
  assert.deepEqual(await worked.bytes(), await here.bytes());
  assert.ok((await worked.verify()).proven);
  const first = () => 0;
  assert.equal(await worked.chooseMove("", "perfect", first), await here.chooseMove("", "perfect", first));
  await assert.rejects(worked.probe("XX.............."), /2 X and 0 O/);
  worked.close();
  await assert.rejects(async () => worked.probe(), /closed/);
});

test("an objective decides what is optimal", async () => {
  const [fastest, outcome] = [await solve("tictactoe"), await solve("tictactoe", { objective: "outcome" })];
  const position = "XX.OO....";
  assert.deepEqual((await fastest.probe(position)).optimal_moves, [2]);
  assert.deepEqual(
    (await outcome.probe("X.......O")).optimal_moves,
    (await fastest.probe("X.......O")).outcome_preserving_moves,
  );
  assert.equal(outcome.objective, "outcome");
  fastest.close();
  outcome.close();
});

test("a signal ends a solve and its worker", async () => {
  const began = performance.now();
  const controller = new AbortController();
  const solving = solve("mnk:5,4,4", {
    signal: controller.signal,
    onProgress: () => controller.abort(new Error("never mind")),
  });
  await assert.rejects(solving, /never mind/);
  assert.ok(performance.now() - began < 3000);
  await assert.rejects(solve("tictactoe", { signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("what cannot be solved is refused", async () => {
  for (const worker of [false, true]) {
    await assert.rejects(solve("poker", { worker }), /there is no game `poker`/);
    await assert.rejects(solve("tictacto", { worker }), /did you mean `tictactoe`/);
    assert.equal((await solve("Tic Tac Toe", { worker })).name, "tictactoe");
    await assert.rejects(
      solve("mnk:5,5,4", { worker }),
      /takes 17933536727 bytes of memory, and 1073741824 may be used/,
    );
    await assert.rejects(solve("tictactoe", { worker, objective: "slowest" }), /slowest|objective/);
    await assert.rejects(solve("three-mens-morris", { worker, objective: "outcome" }), /repeat/);
    await assert.rejects(solve("othello:4,4", { worker, memory: 1000 }), /memory/);
    await assert.rejects(solve("graph:level.jsonl", { worker }), /graph/);
  }
  await assert.rejects(solve(7), TypeError);
  await assert.rejects(solve("tictactoe", { memory: -1 }), RangeError);
});

test("an exception of the user's function comes back, and the table goes on", async () => {
  const thrown = () => {
    throw new RangeError("mine");
  };
  for (const worker of [false, true]) {
    await assert.rejects(solve("mnk:4,4,4", { worker, onProgress: thrown }), /mine/);
    const table = await solve("mnk:4,3,3", { worker });
    await assert.rejects(table.verify({ onProgress: thrown }), /mine/);
    assert.equal((await table.probe()).outcome, "win");
    table.close();
  }
});

test("a table is not kept if the user's function has thrown an exception", async () => {
  const wasm = await readFile(new URL("../js/perfect_play.wasm", import.meta.url));
  const instance = new Instance(await WebAssembly.compile(wasm));
  const input = new TextEncoder().encode(`mnk:4,3,3\nfastest\n${2 ** 30}\n`);
  const onProgress = () => {
    throw new RangeError("mine");
  };
  assert.throws(() => instance.call("solve", null, { input, onProgress }), /mine/);
  // The lowest number that is free.
  assert.deepEqual(instance.call("solve", null, { input }), { table: 0 });
});

test("a table that is closed while a call uses it gives no answer any more", async () => {
  const table = await solve("mnk:4,3,3", { worker: false });
  let other;
  const proof = await table.verify({
    onProgress: () => {
      table.close();
      other ??= solve("tictactoe+misere", { worker: false });
    },
  });
  assert.ok(proof.proven);
  await assert.rejects(async () => table.probe(), /closed/);
  const begun = await other;
  // O holds a line, so X has won in misère play.
  assert.equal((await begun.probe("OOOXX.X..")).outcome, "win");
  begun.close();
});

/** What a program prints that uses the package. */
function printed(script, ...options) {
  const given = [...options, "--input-type=module", "-e", script];
  return String(execFileSync(process.execPath, given, { cwd: folder, timeout: 20_000 }));
}

test("a program ends although a table is open", () => {
  const script = `
    import { solve } from "perfect-play";
    const table = await solve("tictactoe");
    console.log((await table.probe()).outcome);`;
  assert.equal(printed(script), "draw\n");
});

test("a table that is no longer referenced ends its worker, after its answers", () => {
  const script = `
    import { open } from "perfect-play";
    let isEnded = false;
    process.on("worker", (worker) => worker.on("exit", () => (isEnded = true)));
    const probed = async () => (await open("connect4")).probe("4444443265667");
    let answer = "no answer";
    probed().then(({ outcome }) => (answer = outcome));
    for (const end = Date.now() + 15_000; !isEnded && Date.now() < end; ) {
      gc();
      await new Promise((done) => setTimeout(done, 10));
    }
    console.log(answer, isEnded);`;
  assert.match(printed(script, "--expose-gc"), /^(win|draw|loss) true\n$/);
});

test("many tables at once", async () => {
  const names = ["tictactoe", "mnk:3,3,2", "nim:1,2,3", "hex:2", "tictactoe+misere"];
  const tables = await Promise.all(names.map((name) => solve(name, { worker: false })));
  assert.deepEqual(
    tables.map(({ name }) => name),
    names,
  );
  const saved = await Promise.all(tables.map((table) => table.bytes()));
  const again = await Promise.all(saved.map((bytes) => open(bytes)));
  for (const [i, table] of again.entries()) {
    assert.deepEqual(await table.probe(), await tables[i].probe());
    table.close();
  }
});
