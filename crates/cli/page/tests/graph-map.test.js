import assert from "node:assert/strict";
import { test } from "node:test";
import { fanOf, inLines, wholeChart } from "../graph-chart.js";
import { signOf } from "../graph-map.js";
import { level, nim } from "./sources.js";

/** A game whose positions are these, each with moves to all that follow it. @param {string[]} ids */
const chain = (ids) => ({
  start: ids[0],
  node: (id) => ({ steps: ids.slice(ids.indexOf(id) + 1).map((next) => ({ text: "go", next })) }),
});

/** The pairs of places of a chart that are in one another's room. */
function tooNear({ places, room }) {
  const all = [...places.values()];
  const isNear = (one, other) =>
    Math.abs(one.x - other.x) < room.wide - 0.01 && Math.abs(one.y - other.y) < room.high - 0.01;
  return all.flatMap((one, i) => all.slice(i + 1).filter((other) => isNear(one, other)));
}

test("no place of a map covers another, wherever one is", () => {
  const coordinates = ["0,8", "1,8", "2,8", "3,9", "2,6", "29,1", "3,7", "-4,8"];
  const moves = Array.from({ length: 20 }, (_, i) => ({ text: `take-${i}`, next: `${i}` }));
  const charts = [
    ...[coordinates, ["5,5"], coordinates.map((id) => `at ${id}`)].map((ids) => wholeChart(chain(ids))),
    wholeChart(level()),
    ...[0, 1, 20].map((count) => fanOf("here", moves.slice(0, count))),
  ];
  for (const chart of charts) {
    assert.deepEqual(tooNear(chart), [], [...chart.places.keys()].join(" "));
    assert.ok(chart.width >= 0 && chart.height >= 0 && Number.isFinite(chart.width + chart.height));
  }
  assert.deepEqual(
    charts.map(({ isNamed, isWhole, columns }) => [isNamed, isWhole, columns]),
    [[false, true, 34], [false, true, null], [true, true, 2], [true, true, 4], ...Array(3).fill([true, false, 2])],
  );
  assert.equal(wholeChart(chain(Array.from({ length: 61 }, (_, i) => `position ${i}`))), null);
});

/** What the places of a position say. */
function signs(source, id, side, values) {
  const chart = wholeChart(source);
  const shown = { id, side, values, steps: source.node(id).steps };
  return Object.fromEntries([...chart.places.keys()].map((other) => [other, signOf(source, chart, shown, other)]));
}

test("a place says who is there, which moves lead there, and what they are worth", () => {
  const played = signs(level(), "1", 0, false);
  assert.deepEqual(
    Object.entries(played).map(([id, { kind, first, second }]) => [id, kind.trim(), first, second]),
    [
      ["0", "", "0", ""],
      ["1", "here", "You", "1"],
      ["2", "open", "1 walk", "2"],
      ["3", "open", "2 jump", "3"],
      ["4", "end win", "The goal", "4"],
      ["5", "end loss", "A dead end", "5"],
    ],
  );
  const analysed = signs(level(), "1", 0, true);
  assert.deepEqual(
    ["0", "2", "3"].map((id) => [analysed[id].kind, analysed[id].second]),
    [
      ["win", ""],
      ["open win best", "2\n★G2"],
      ["open loss ", "3\nD2"],
    ],
  );
  assert.deepEqual(signs(level(), "4", 0, false)["4"], { kind: "end win here", first: "The goal", second: "4" });
});

test("in a game for two, it is named who moves and who has won", () => {
  const source = nim(2);
  const { 2: start, 0: end } = signs(source, "2", 1, true);
  assert.deepEqual([start.kind, start.first], ["here of-o", "O to move"]);
  assert.deepEqual([end.kind, end.second], ["open win best", "0\n★W1"]);
  const over = signs(source, "0", 0, false);
  assert.deepEqual([over["0"].kind.trim(), over["0"].first], ["end of-o here", "O has won"]);
});

test("a long name is in lines, which do not end within a word that fits", () => {
  for (const [name, lines] of [
    ["wolf, goat, cabbage | boat", ["wolf, goat,", "cabbage | boat"]],
    ["jump-right-1-3", ["jump-right-1-3"]],
    ["one-of-the-longest-names-that-anybody-gives-to-a-position", ["one-of-the-", "longest-names-", "that-anybody-…"]],
    ["x".repeat(20), ["x".repeat(15), "x".repeat(5)]],
    ["…", ["…"]],
  ]) {
    assert.deepEqual(inLines(name), lines);
  }
});
