/** Opens files and asks for positions: `node npm.mjs PACKAGE`, with the questions as JSON on standard input. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { open } = await import(new URL("js/node.js", `${pathToFileURL(process.argv[2])}/`));

const SOURCES = {
  bytes: (bytes) => bytes,
  blob: (bytes) => new Blob([bytes]),
  own: (bytes) => ({
    size: bytes.length,
    read: async (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length)),
  }),
};

/** What a function gives, or the error that it throws. */
async function said(answer) {
  try {
    return await answer();
  } catch (error) {
    return { error: `${error?.constructor?.name}: ${error?.message}` };
  }
}

async function asked(table, positions) {
  const answers = [];
  for (const position of positions) {
    const answer = await said(async () => {
      const { outcome, remoteness, optimal_moves, outcome_preserving_moves } = await table.probe(position);
      return { outcome, remoteness, optimal_moves, outcome_preserving_moves };
    });
    answers.push(answer);
  }
  const { proven = false, error } = await said(() => table.verify());
  table.close();
  return { answers, proven, error };
}

const { files, positions } = JSON.parse(readFileSync(0, "utf8"));
for (const { path, source } of files) {
  const bytes = readFileSync(path);
  console.log(JSON.stringify(await said(async () => asked(await open(SOURCES[source](bytes)), positions))));
}
