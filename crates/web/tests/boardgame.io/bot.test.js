/** Runs `bot.js` if boardgame.io is installed. */

import { existsSync } from "node:fs";
import { test } from "node:test";

if (process.env.CI || existsSync(new URL("node_modules", import.meta.url))) {
  await import("./paths.js");
  await import("./bot.js");
} else {
  test("the bot for boardgame.io", { skip: "install it first: npm ci --prefix crates/web/tests/boardgame.io" });
}
