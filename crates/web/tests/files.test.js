/** Files as bytes, blobs, paths and custom sources; and damaged files. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { open, solve } from "perfect-play";

import { HeldTable } from "../js/held.js";
import { noProgram, said, solved } from "./program.js";

const path = fileURLToPath(new URL("../../../data/tictactoe.perfect", import.meta.url));
const bytes = await readFile(path);

test("a table opens from wherever its bytes are", async () => {
  const own = {
    size: bytes.length,
    read: async (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length)),
  };
  const sources = {
    bytes,
    buffer: new Uint8Array(bytes).buffer,
    view: new DataView(new Uint8Array(bytes).buffer),
    blob: new Blob([bytes]),
    path,
    url: pathToFileURL(path),
    own,
    "own, of no known size": { ...own, size: null },
  };
  for (const [name, source] of Object.entries(sources)) {
    const table = await open(source);
    assert.equal(table.name, "tictactoe", name);
    assert.equal(table.positions, 5478);
    assert.equal((await table.probe()).outcome, "draw");
    table.close();
    await assert.rejects(async () => table.probe(), /closed/);
    table.close();
  }
  const wrong = [undefined, null, 7, {}, { read: 1 }, { size: -1, read() {} }];
  for (const source of wrong) {
    await assert.rejects(open(source), TypeError);
  }
  await assert.rejects(open("/no/such/file"), /ENOENT/);
  await assert.rejects(open(fileURLToPath(new URL(".", import.meta.url))), /not a file|EISDIR/);
});

test("a source that gives less than it was asked for is refused", async () => {
  const short = {
    size: bytes.length,
    read: (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length - 1)),
  };
  await assert.rejects(open(short), /the source gave \d+ bytes, not/);
  await assert.rejects(open({ size: 9, read: () => "text" }), /no Uint8Array/);
});

test("a table that is closed while its bytes are read asks nothing more", async () => {
  const calls = [];
  const instance = {
    call: (name) => {
      calls.push(name);
      return { missing: [[0, 4]] };
    },
    close: (number) => calls.push(number),
  };
  const table = new HeldTable(instance, 7, { size: 4, read: async () => new Uint8Array(4) });
  const asked = table.ask("probe");
  table.close();
  table.close();
  await assert.rejects(asked, /the table is closed/);
  assert.deepEqual(calls, ["probe", 7]);
});

test("every changed byte is seen, and no file makes the package stop", async () => {
  let refused = 0;
  for (let at = 0; at < bytes.length; at++) {
    const changed = new Uint8Array(bytes);
    changed[at] ^= 1 << (at % 8);
    await assert.rejects(open(changed), (error) => error.constructor === Error && !/fault|memory/.test(error.message));
    refused += 1;
  }
  assert.equal(refused, bytes.length);
  for (const length of [0, 1, 7, 8, 20, 100, bytes.length - 1]) {
    await assert.rejects(open(bytes.subarray(0, length)), /empty|not a \.perfect table|end is missing/);
  }
  await assert.rejects(open(Buffer.concat([bytes, Buffer.from([0])])), /after its end/);
  const version = new Uint8Array(bytes);
  version[8] = 9;
  await assert.rejects(open(version), /format version 9/);
  // The same instance can still be used.
  assert.ok((await (await open(bytes)).verify()).proven);
});

test("a solved table is saved, and opened by the program", { skip: noProgram }, async (context) => {
  const table = await solve("mnk:4,3,3", { worker: false });
  const saved = await table.bytes();
  const again = await open(saved);
  assert.deepEqual(await again.probe(), await table.probe());
  assert.ok((await again.verify()).proven);

  const { mkdtemp, rm, writeFile } = await import("node:fs/promises");
  const { tmpdir } = await import("node:os");
  const folder = await mkdtemp(`${tmpdir()}/perfect-play-web-`);
  context.after(() => rm(folder, { recursive: true }));
  await writeFile(`${folder}/saved.perfect`, saved);
  const { outcome, remoteness, optimal_moves } = said(`${folder}/saved.perfect`, "............");
  const probed = await table.probe();
  assert.deepEqual([outcome, remoteness, optimal_moves], [probed.outcome, probed.remoteness, probed.optimal_moves]);
});

test("connect:5,4,4 of the program is the one that is solved here", { skip: noProgram }, async () => {
  const [file, own] = [await open(solved("connect:5,4,4")), await solve("connect:5,4,4", { worker: false })];
  let positions = ["", "3", "1234512345", "33333".slice(0, 4)];
  for (let plies = 0; plies < 6; plies++) {
    const next = [];
    for (const position of positions) {
      const probed = await file.probe(position);
      assert.deepEqual(await own.probe(position), { ...probed });
      next.push(...probed.moves.slice(0, 2).map((worth) => worth.position));
    }
    positions = next;
  }
  assert.ok((await file.verify()).proven);
});
