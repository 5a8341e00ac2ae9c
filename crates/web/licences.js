/** Writes the licences of the libraries that are compiled into the WebAssembly: `node licences.js > LICENSES-OTHERS`. */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const metadata = JSON.parse(
  execFileSync(
    "cargo",
    ["metadata", "--locked", "--format-version", "1", "--filter-platform", "wasm32-unknown-unknown"],
    { maxBuffer: 2 ** 28 },
  ),
);
const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
const packages = new Map(metadata.packages.map((found) => [found.id, found]));

/** The packages that are compiled into the module, without build scripts and the dependencies of macros. */
const linked = new Set([metadata.resolve.root]);
for (const id of linked) {
  for (const { pkg, dep_kinds } of nodes.get(id).deps) {
    const isMacro = packages.get(pkg).targets.some(({ kind }) => kind.includes("proc-macro"));
    if (!isMacro && dep_kinds.some(({ kind }) => kind === null)) {
      linked.add(pkg);
    }
  }
}

/** The licence of a package. MIT's if the package offers a choice. */
function text({ name, manifest_path }) {
  const folder = dirname(manifest_path);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|unlicense)/i.test(file));
  const file = files.find((file) => /mit/i.test(file)) ?? files.sort()[0];
  if (!file) {
    throw new Error(`the package ${name} has no licence in ${folder}`);
  }
  return readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
}

/** The packages that have the same licence, word for word. */
const users = new Map();
for (const found of [...linked].map((id) => packages.get(id)).filter(({ source }) => source !== null)) {
  const licence = text(found);
  users.set(licence, [...(users.get(licence) ?? []), `${found.name} ${found.version}`].sort());
}
console.log("Parts of these libraries, and of Rust's standard library (MIT or Apache-2.0), are in perfect_play.wasm.");
for (const [licence, names] of [...users].sort(([, [one]], [, [other]]) => (one < other ? -1 : 1))) {
  console.log(`\n${"-".repeat(80)}\n${names.join(", ")}\n\n${licence}`);
}
