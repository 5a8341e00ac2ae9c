/** Runs the examples of the README, and checks the types as users of TypeScript see them. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(join(folder, "README.md"), "utf8");
// `boardgame.io/bot.js` runs the example with a bot.
const examples = [...readme.matchAll(/```js\n(.*?)```/gs)]
  .map(([, example]) => example)
  .filter((example) => !example.includes("boardgame.io"));

test("the examples of the README run", () => {
  const run = (example) =>
    String(execFileSync(process.execPath, ["--input-type=module", "-e", example], { cwd: folder, timeout: 30_000 }));
  assert.equal(examples.length, 6);
  const [first, ...others] = examples.map(run);
  const [position, ...moves] = first.trim().split("\n");
  assert.match(position, /^(win|draw|loss) \d+ [1-5]$/);
  assert.equal(moves.length, 6);
  // The output that the comments state.
  for (const [i, printed] of others.entries()) {
    const promised = [...examples[i + 1].matchAll(/console\.log\(.*\); \/\/ ([^:\n]*(?::[\d,]+ \w+)?)/g)];
    assert.deepEqual(
      printed.trim().split("\n"),
      promised.map(([, said]) => said),
    );
  }
});

test("the package has all that it needs, and is small", () => {
  const packed = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] }),
  );
  const files = packed[0].files.map(({ path }) => path);
  const licences = ["LICENSE-APACHE", "LICENSE-MIT", "LICENSES-OTHERS"];
  for (const file of [
    ...licences,
    "README.md",
    "js/perfect_play.wasm",
    "js/connect4.perfect",
    "js/worker.js",
    "js/boardgame.io.js",
    "types/browser.d.ts",
    "types/boardgame.io.d.ts",
  ]) {
    assert.ok(files.includes(file), file);
  }
  assert.ok(!files.some((file) => /tests|src|node_modules/.test(file)));
  assert.match(readFileSync(join(folder, "LICENSES-OTHERS"), "utf8"), /ruzstd \d/);
  // Half of it is the book. With an installed target the package is larger, because the standard library then contains messages
  // for panics.
  assert.ok(packed[0].size < 1_250_000, `${packed[0].size} bytes`);
});

/** Code that the types must allow, and code that they must reject. */
const PROGRAM = `
import { grade, open, solve, type Table } from "perfect-play";

const table: Table = await open("https://example.com/table.perfect", { signal: AbortSignal.timeout(1000) });
const { outcome, remoteness, moves } = await table.probe("2233");
const text: "win" | "draw" | "loss" = outcome;
const plies: number | null = remoteness;
const worths: { move: number; optimal: boolean; position: string }[] = moves;
const chosen: number | null = await table.chooseMove("", "skill(0.9)", () => 0.5);
const solved = await solve("mnk:4,4,4", { objective: "outcome", worker: false, onProgress: (done, of) => done / of });
await open({ size: 3, read: async (_offset, length) => new Uint8Array(length) });
await open(new Blob([]));
const bytes: Uint8Array = await solved.bytes();
const proven: boolean = (await solved.verify({ onProgress() {} })).proven;
const regret: number = (await grade(table, (_position, moves) => ({ [moves[0]]: 1 }), { positions: [""] })).outcome_regret.value;
// @ts-expect-error not a move
await grade(table, () => "4");
await grade(solved, (position) => solved.chooseMove(position));
await table.chooseMove("", "tricky");
// @ts-expect-error not a level
await table.chooseMove("", "expert");
// @ts-expect-error not an objective
await solve("tictactoe", { objective: "slowest" });
// @ts-expect-error not a source
await open(7);
console.log(text, plies, worths, chosen, bytes, proven, regret);
`;

test("the types are those that users expect", () => {
  // The file is in the package, so that the package can be imported by its own name.
  const program = mkdtempSync(join(folder, "tests/types-"));
  try {
    writeFileSync(join(program, "program.ts"), PROGRAM);
    for (const [module, resolution] of [
      ["NodeNext", "NodeNext"],
      ["ESNext", "Bundler"],
    ]) {
      const options = `--ignoreConfig --noEmit --strict --target ES2023 --module ${module} --moduleResolution ${resolution} --lib ES2023,DOM --types node`;
      const tsc = join(folder, "node_modules/typescript/bin/tsc");
      try {
        execFileSync(process.execPath, [tsc, ...options.split(" "), join(program, "program.ts")], { cwd: folder });
      } catch (error) {
        assert.fail(`${module}: ${error.stdout}`);
      }
    }
  } finally {
    rmSync(program, { recursive: true });
  }
});
