/** Opens tables with the program in the pages, and prints what it says of positions: `[{ file, positions }]` as JSON on standard input. */

import { readFileSync } from "node:fs";

import { HeldTable } from "../../../web/js/held.js";
import { Instance } from "../../../web/js/instance.js";
import { bytesSource } from "../../../web/js/source.js";

const program = await WebAssembly.compile(readFileSync(new URL("../../page/perfect_play.wasm", import.meta.url)));

/** What the program says of a table. */
async function said({ file, positions }) {
  try {
    const table = await HeldTable.open(new Instance(program), bytesSource(readFileSync(file)));
    const answers = [];
    for (const position of positions) {
      answers.push(JSON.parse(new TextDecoder().decode(await table.ask("probe", position))));
    }
    return answers;
  } catch (error) {
    return String(error);
  }
}

const answers = [];
for (const table of JSON.parse(readFileSync(0, "utf8"))) {
  answers.push(await said(table));
}
console.log(JSON.stringify(answers));
