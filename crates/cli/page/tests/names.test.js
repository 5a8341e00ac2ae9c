import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

/** Modules of which a page has one. */
const SOURCES = ["lines.js", "graph.js", "program.js", "asked.js"];

// `export html` joins the modules into one script.
test("no two modules of a page declare the same name", () => {
  const folder = new URL("..", import.meta.url);
  const modules = readdirSync(folder).filter((name) => name.endsWith(".js"));
  for (const source of SOURCES) {
    const declared = new Map();
    for (const module of modules.filter((name) => name === source || !SOURCES.includes(name))) {
      const text = readFileSync(new URL(module, folder), "utf8");
      for (const [, name] of text.matchAll(/^(?:export )?(?:async )?(?:const|let|function|class) (\w+)/gm)) {
        assert.ok(!declared.has(name), `${name}: ${declared.get(name)} and ${module}`);
        declared.set(name, module);
      }
    }
    assert.ok(declared.size > 100);
  }
});

test("no two styles of a page style the same class", () => {
  const styled = new Map();
  for (const style of ["page.css", "board.css", "study.css", "graph-map.css"]) {
    const text = readFileSync(new URL(`../${style}`, import.meta.url), "utf8");
    for (const [, name] of text.matchAll(/^(\.[\w-]+)(?:,| \{)$/gm)) {
      assert.ok((styled.get(name) ?? style) === style, `${name}: ${styled.get(name)} and ${style}`);
      styled.set(name, style);
    }
  }
  assert.ok(styled.size > 50);
});

/** What draws boards. */
const DRAWN = [
  "board.js",
  "graph-map.js",
  "ground.js",
  "overlay.js",
  "page.html",
  "page.js",
  "pieces.js",
  "small-board.js",
];

test("a class of the board is given to nothing else", () => {
  const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
  const styled = new Set([...read("board.css").matchAll(/^\.([\w-]+)(?:,| \{)$/gm)].map(([, name]) => name));
  for (const module of readdirSync(new URL("..", import.meta.url)).filter((name) => /\.(js|html)$/.test(name))) {
    const given = [...read(module).matchAll(/class(?:: |=)"([^"]*)"/g)].flatMap(([, names]) => names.split(" "));
    const boards = given.filter((name) => styled.has(name) && !DRAWN.includes(module));
    assert.deepEqual(boards, [], module);
  }
  assert.ok(styled.size > 40);
});
