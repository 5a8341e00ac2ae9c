import assert from "node:assert/strict";
import { test } from "node:test";
import { fanOf, wholeChart } from "../graph-chart.js";
import { signOf } from "../graph-signs.js";
import { level, nim } from "./sources.js";

/** A game whose positions are these, each with moves to all that follow it. @param {string[]} ids */
const chain = (ids) => moving(Object.fromEntries(ids.map((id, i) => [id, ids.slice(i + 1)])));

/** A game with these moves from each position; the first is the start. @param {Record<string, string[]>} moves */
const moving = (moves) => ({
  start: Object.keys(moves)[0],
  node: (id) => ({ steps: moves[id].map((next) => ({ text: "go", next })) }),
});

/** A wolf, a goat and a cabbage: the moves to and fro between safe banks, and to what ends. */
const FERRY = {
  wgcb: ["wgc", "gc", "wc", "wg"],
  ...{ wgc: [], gc: [], wg: [] },
  ...{ wc: ["wcb", "wgcb"], wcb: ["wc", "w", "c"], w: ["wcb", "wgb", "wg"], c: ["wcb", "gcb", "gc"] },
  ...{ wgb: ["w", "g"], gcb: ["c", "g"], g: ["gb", "wgb", "gcb"], gb: ["g", "none"], none: ["gb"] },
};

/** The pairs of items of a layer of which one is in the room of the other; a point of a line has little. */
function tooNear({ places, lines }) {
  const points = lines.flatMap(({ via }) => via.map(({ x, y }) => ({ x, y, half: 0.15 })));
  const all = [...[...places.values()].map(({ x, y }) => ({ x, y, half: 0.5 })), ...points];
  const isNear = (one, other) => one.y === other.y && Math.abs(one.x - other.x) < one.half + other.half - 0.01;
  return all.flatMap((one, i) => all.slice(i + 1).filter((other) => isNear(one, other)));
}

/** The pairs of lines that cross between two layers. */
function crossings({ places, lines }) {
  const parts = lines.flatMap(({ from, to, via }) => {
    const stops = [places.get(from), ...via, places.get(to)];
    return stops.slice(1).map((stop, i) => [stops[i], stop].toSorted((one, other) => one.y - other.y));
  });
  const cross = ([a, b], [c, d]) => a.y === c.y && b.y === d.y && (a.x - c.x) * (b.x - d.x) < -1e-9;
  return parts.flatMap((one, i) => parts.slice(i + 1).filter((other) => cross(one, other)));
}

test("on a map in layers, no place or line is in the room of another, and few lines cross", () => {
  const moves = Array.from({ length: 20 }, (_, i) => ({ text: `take-${i}`, next: `${i}` }));
  const names = ["a", "b", "c", "d", "e"];
  const charts = [
    ...[["only"], names].map((ids) => wholeChart(chain(ids))),
    ...[level(), moving(FERRY)].map(wholeChart),
    ...[0, 1, 20].map((count) => fanOf("here", moves.slice(0, count))),
  ];
  for (const chart of charts) {
    assert.deepEqual(tooNear(chart), [], [...chart.places.keys()].join(" "));
    for (const { x, y, room } of chart.places.values()) {
      assert.ok(x - room / 2 > -0.01 && x + room / 2 < chart.wide + 0.01 && room > 0.99 && y < chart.high);
    }
  }
  assert.deepEqual(
    charts.map(({ isNamed, isWhole, high }) => [isNamed, isWhole, high]),
    [...[1, 2, 4, 8].map((high) => [true, true, high]), ...[1, 2, 2].map((high) => [true, false, high])],
  );
  assert.ok(crossings(charts[3]).length <= 1, "the map of the ferry");
  assert.equal(wholeChart(chain(Array.from({ length: 61 }, (_, i) => `position ${i}`))), null);
});

test("moves there and back are one line, which passes between the places of the layers on its way", () => {
  const { lines, places } = wholeChart(moving(FERRY));
  const line = (...ends) => lines.filter(({ from, to }) => ends.includes(from) && ends.includes(to));
  assert.deepEqual(
    line("wc", "wcb").map(({ isBoth, via }) => [isBoth, via.length]),
    [[true, 0]],
  );
  const [back] = line("w", "wg");
  assert.deepEqual([back.isBoth, back.via.map(({ y }) => y)], [false, [2]]);
  assert.equal(places.get("w").y, 3);
});

test("coordinates are places on a map", () => {
  const chart = wholeChart(chain(["0,8", "1,8", "2,8", "3,9", "2,6", "29,1", "3,7", "-4,8"]));
  assert.deepEqual([chart.isNamed, chart.wide, chart.high, chart.far], [false, 34, 9, { x: 1, y: 2 }]);
  assert.deepEqual(chart.origin, { x: -4, y: 1 });
  // Places two rows apart need no room one above the other if they are in different columns.
  assert.deepEqual(wholeChart(chain(["0,0", "1,0", "2,2", "1,5"])).far, { x: 1, y: 5 });
  assert.deepEqual(
    [chart.places.get("-4,8"), chart.places.get("29,1")],
    [
      { x: 0.5, y: 7.5 },
      { x: 33.5, y: 0.5 },
    ],
  );
  const { far, wide } = wholeChart(chain(["5,5"]));
  assert.deepEqual([far, wide], [{ x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY }, 1]);
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
    Object.entries(played).map(([id, { kind, first, text = "", name }]) => [
      id,
      kind.trim(),
      `${first} ${text}`.trim(),
      name,
    ]),
    [
      ["0", "", "", "0"],
      ["1", "here", "You", "1"],
      ["2", "open", "1 walk", "2"],
      ["3", "open", "2 jump", "3"],
      ["4", "end win", "⚑ goal", "4"],
      // The dead end is told only by values.
      ["5", "", "", "5"],
    ],
  );
  const analysed = signs(level(), "1", 0, true);
  assert.deepEqual(
    ["0", "2", "3", "5"].map((id) => [analysed[id].kind.trim(), analysed[id].name, analysed[id].worth]),
    [
      // Only where a move leads is it told how far the goal is, as beside the map.
      ["win", "0", ""],
      ["open win best", "2", "★⚑2"],
      ["open loss", "3", "✕2"],
      ["end loss", "5", ""],
    ],
  );
  assert.deepEqual(signs(level(), "4", 0, false)["4"], {
    ...{ kind: "end win here", first: "⚑ goal", name: "4", worth: "" },
  });
});

test("in a game for two, it is named who moves and who has won", () => {
  const source = nim(2);
  const { 2: start, 0: end } = signs(source, "2", 1, true);
  assert.deepEqual([start.kind, start.first], ["here of-o", "O to move"]);
  assert.deepEqual([end.kind, end.name, end.worth], ["open win best", "0", "★O has won"]);
  const over = signs(source, "0", 0, false);
  assert.deepEqual([over["0"].kind.trim(), over["0"].first], ["end of-o here", "O has won"]);
});

test("where a move leads, it is said how the game ends once that position has been read", () => {
  const whole = nim(2);
  const read = new Set(["2"]);
  const node = (id) => (read.has(id) ? whole.node(id) : assert.fail(`${id} has not been read`));
  const source = { ...whole, node, sees: (id) => read.has(id) };
  const { steps } = source.node("2");
  const sign = () => signOf(source, fanOf("2", steps), { id: "2", side: 0, values: true, steps }, "0");
  assert.deepEqual(sign(), { kind: "open win best", first: "2", text: "take 2", name: "", worth: "★W1" });
  read.add("0");
  assert.equal(sign().worth, "★X has won");
});
