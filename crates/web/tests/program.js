/** The program `perfect-play`, which writes the large files of these tests. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../../target", import.meta.url));
const programs = [process.env.PERFECT_PLAY, join(target, "debug/perfect-play"), join(target, "release/perfect-play")];
/** Its path, if it is built. */
export const program = programs.find((path) => path && existsSync(path));

/** Why tests that need the program are skipped. `false` if it is built, or if `CI` is set. */
export const noProgram = program || process.env.CI ? false : "build the program first: cargo build -p perfect-play-cli";

/** A game's file, in a folder that is removed after the tests. */
export function solved(game) {
  if (!program) {
    throw new Error(`there is no program perfect-play in ${target}: cargo build -p perfect-play-cli`);
  }
  const folder = mkdtempSync(join(tmpdir(), "perfect-play-web-"));
  after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "table.perfect");
  execFileSync(program, ["solve", game, "-o", path], { stdio: ["ignore", "ignore", "inherit"] });
  return path;
}

/** The folder of a game's page, which is removed after the tests. The table is solved unless it is a book. */
export function exported(game, { isBook = false } = {}) {
  const table = solved(isBook ? "tictactoe" : game);
  const folder = join(dirname(table), "site/");
  const named = isBook ? game : table;
  execFileSync(program, ["export", "html", named, "-o", folder], { stdio: ["ignore", "ignore", "ignore"] });
  return folder;
}

/** The program's answer for a position. */
export function said(path, position) {
  return JSON.parse(execFileSync(program, ["probe", path, position, "--json"], { encoding: "utf8" }));
}
