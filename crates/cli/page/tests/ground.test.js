import assert from "node:assert/strict";
import { before, test } from "node:test";
import { groundOf, strokeOf } from "../ground.js";
import { centreOf, cornerOf, layoutOf, roomAt } from "../layout.js";
import { LETTERS } from "../node.js";
import { arrows, beacons, brackets, pushArrow } from "../overlay.js";
import { shapesOf } from "../pieces.js";
import { recordingBrowser } from "./no-browser.js";
import { drawn, pits, squares } from "./sources.js";

before(() => {
  // Node.js 20 has no such function.
  Map.groupBy ??= (items, keyOf) => {
    const groups = new Map();
    for (const item of items) {
      groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
    }
    return groups;
  };
  recordingBrowser();
});

/** All parts of a ground. */
function partsOf(drawing, view = {}) {
  const { under, before } = groundOf(drawing, layoutOf(drawing, view), true);
  return [...under, ...before].flatMap((part) => [part, ...part.children]);
}

/** The parts with this class. */
const ofClass = (parts, name) => parts.filter(({ attributes }) => attributes?.class?.split(" ").includes(name));

/** The names of cells as they are written. */
const namesIn = (parts, name) => ofClass(parts, name).map(({ children }) => children.join(""));

test("a chessboard is chequered, dark at the lower left, with files and ranks", () => {
  const names = squares(4, 4).map(([x, y]) => `${"abcd"[x]}${4 - y}`);
  const drawing = drawn(squares(4, 4), { surface: "chess", rim: true, names });
  const parts = partsOf(drawing);
  assert.deepEqual([ofClass(parts, "dark").length, ofClass(parts, "light").length], [8, 8]);
  const colours = parts
    .map(({ attributes }) => attributes?.class)
    .filter((name) => name === "dark" || name === "light");
  assert.deepEqual([colours[0], colours[12]], ["light", "dark"]);
  assert.deepEqual(namesIn(parts, "rim-name").toSorted(), ["1", "2", "3", "4", "a", "b", "c", "d"]);
  assert.deepEqual(namesIn(partsOf(drawing, { flipped: true }), "rim-name").toSorted().length, 8);
});

test("discs fall behind a plate with a hole for each", () => {
  const parts = partsOf(drawn(squares(7, 6), { surface: "frame", falls: true }));
  const [plate] = ofClass(parts, "plate");
  assert.equal(plate.attributes.d.split("z").length - 1, 42 + 1);
  assert.equal(ofClass(parts, "ring").length, 42);
  assert.deepEqual(namesIn(parts, "rim-name"), ["1", "2", "3", "4", "5", "6", "7"]);
});

test("boxes have a dot at each corner, and hexagons the edges of their owners", () => {
  const cells = [
    [1, 0, "lying"],
    [0, 1, "standing"],
    [2, 1, "standing"],
    [1, 2, "lying"],
    [1, 1, "box"],
  ];
  const dots = drawn(cells, { kind: "boxes", surface: "dots" });
  assert.equal(ofClass(partsOf(dots), "dot").length, 4);
  // The dots are over the edges, and the last edge has a mark between two of them.
  assert.equal(ofClass(groundOf(dots, layoutOf(dots), true).before, "dot").length, 4);
  const [mark] = brackets(dots, layoutOf(dots).boxes, [0]);
  assert.ok(mark.attributes.width < 2 && mark.attributes.height < 0.4);
  const hexes = [0, 1, 2, 3].map((cell) => [(cell % 2) + (cell > 1 ? 0.5 : 0), cell > 1 ? 1 : 0, "hexagon"]);
  const parts = partsOf(drawn(hexes, { kind: "hexagons", surface: "hexes", goals: ["x", "o"] }));
  const goals = ofClass(parts, "goal").map(({ attributes }) => attributes.class);
  assert.deepEqual(goals, ["goal x", "goal x", "goal o", "goal o"]);
});

test("stores, heaps and points have names", () => {
  const names = ["1", "2", "store", "1", "2", "store"];
  const tray = partsOf(drawn(pits(2), { kind: "pits", surface: "tray", names }));
  assert.deepEqual(namesIn(tray, "pit-name"), ["1", "2", "X", "1", "2", "O"]);
  assert.deepEqual(namesIn(partsOf(drawn(squares(3, 2), { surface: "heaps" })), "heap-name"), ["Pile 1", "Pile 2"]);
  const points = drawn(squares(3, 3, "point"), { kind: "points", surface: "lines" });
  assert.deepEqual(namesIn(partsOf(points), "point-name"), ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
});

test("the name of a point is beside it, nearest to it and on no line", () => {
  const star = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [x, y])).filter(([x, y]) => x !== 0 || y !== 0);
  const places = [[0, 0], ...star].map(([x, y]) => [x, y, "point"]);
  const links = star.map((_, i) => [0, i + 1]);
  const drawing = drawn(places, { kind: "points", surface: "lines", links });
  const { boxes } = layoutOf(drawing);
  const [middle, ...others] = boxes.map(centreOf);
  const [name] = ofClass(partsOf(drawing), "point-name").map(({ attributes: { x, y } }) => [x, y - 0.06]);
  const far = ({ x, y }) => Math.hypot(name[0] - x, name[1] - y);
  assert.ok(others.every((other) => far(other) > far(middle) + 0.05));
  const ways = others.map(({ x, y }) => Math.atan2(y - middle.y, x - middle.x));
  const way = Math.atan2(name[1] - middle.y, name[0] - middle.x);
  assert.ok(ways.every((line) => Math.abs(Math.sin(way - line)) * far(middle) > 0.15));
});

test("a piece without a picture is its letter", () => {
  const letter = (piece) => shapesOf(piece, "disc")[0].children.join("");
  assert.equal(letter("o-hound"), "H");
  Object.assign(LETTERS, { "x-hound": "X", "o-hare": "r" });
  assert.deepEqual(["x-hound", "o-hound", "o-hare", "y"].map(letter), ["X", "X", "r", "Y"]);
});

test("points in columns and rows are named at the rim", () => {
  const names = squares(3, 3).map(([x, y]) => `${"abc"[x]}${3 - y}`);
  const parts = partsOf(drawn(squares(3, 3, "point"), { kind: "points", surface: "lines", rim: true, names }));
  assert.deepEqual(namesIn(parts, "rim-name").toSorted(), ["1", "2", "3", "a", "b", "c"]);
  assert.equal(ofClass(parts, "point-name").length, 0);
});

test("the value of a stone is above it and covers no stone", () => {
  const { boxes, height } = layoutOf(drawn(squares(3, 2), { surface: "heaps" }));
  const stones = boxes.map(({ y }) => [y + 0.17, y + 0.83]);
  for (const box of boxes) {
    const { y, height: high } = roomAt(box, true);
    assert.ok(y > 0 && y + high <= box.y + 0.17 && y + high < height);
    assert.ok(stones.every(([top, bottom]) => bottom <= y || y + high <= top));
  }
});

test("the arrows of a chosen cube stay on the board", () => {
  const drawing = drawn(squares(3, 3), { surface: "cubes", motion: "push", rim: true });
  const worth = { third: null, outcome: "draw", remoteness: null, score: null };
  const steps = [2, 6].map((to) => ({ ...worth, from: 0, to }));
  for (const flipped of [false, true]) {
    const { boxes, width, height } = layoutOf(drawing, { flipped });
    const of = (chosen) => arrows(drawing, boxes, { steps, chosen, values: false, hinted: null });
    assert.equal(of([]).length, 0);
    assert.equal(of([0]).length, 2);
    const along = pushArrow(centreOf(boxes[0]), centreOf(boxes[2]), "arrow", true);
    for (const path of [along, ...of([0])].flatMap(({ children }) => children)) {
      const places = path.attributes.d.match(/-?[\d.]+/g).map(Number);
      assert.ok(
        places.every((place, i) => place > 0.02 && place < (i % 2 === 0 ? width : height) - 0.02),
        path.attributes.d,
      );
    }
  }
});

test("before a piece is chosen, only the best moves have arrows", () => {
  const { boxes } = layoutOf(drawn(squares(3, 3), {}));
  const worth = { third: null, outcome: "win", remoteness: 1, score: null };
  const steps = [0, 1, 2].map((to) => ({ ...worth, from: 4, to, optimal: to === 2 }));
  const of = (values, chosen) => arrows({ motion: "" }, boxes, { steps, chosen, values, hinted: null }).length;
  assert.deepEqual([of(false, []), of(true, []), of(true, [4]), of(false, [4])], [0, 1, 3, 3]);
});

test("the value of a piece is at a corner where no best move begins", () => {
  const { boxes } = layoutOf(drawn(squares(3, 3), {}));
  const { x, y } = boxes[4];
  const corner = (to, optimal) => cornerOf(boxes, 4, [{ from: 4, to, optimal }]);
  assert.ok(corner(2, false).x >= x + 0.5 && corner(2, false).y < y + 0.1);
  assert.ok(corner(2, true).x < x + 0.1 && corner(2, true).y < y + 0.1);
  assert.ok(corner(1, true).x > x);
  const both = [0, 2].map((to) => ({ from: 4, to, optimal: true }));
  assert.ok(cornerOf(boxes, 4, both).y > y + 0.5);
  for (const steps of [[], both, [both[1]]]) {
    const inside = cornerOf(boxes, 4, steps);
    assert.ok(inside.x > x && inside.x + inside.width < x + 1 && inside.y > y && inside.y + inside.height < y + 1);
  }
  // On points, it is beside the piece. In the last column it would stick out of the board.
  const points = layoutOf(drawn(squares(3, 3, "point"), {})).boxes;
  assert.ok(cornerOf(points, 4, []).y < points[4].y);
  assert.ok(cornerOf(points, 5, []).x < points[5].x + 0.2);
  assert.ok(cornerOf(points, 5, []).x - cornerOf(points, 4, []).x > 0.7);
});

test("the value of a square that an arrow comes to is far from the arrow", () => {
  const { boxes } = layoutOf(drawn(squares(3, 3), {}));
  const [from, right, up] = [boxes[4], roomAt(boxes[5], false, boxes[4]), roomAt(boxes[1], false, boxes[4])];
  assert.ok(right.x > boxes[5].x && right.y === from.y && up.y < boxes[1].y && up.x === from.x);
  assert.deepEqual(roomAt(boxes[5], false), boxes[5]);
});

test("a hint has a ring with an edge on each cell, and an arrow over a column", () => {
  const board = drawn(squares(3, 2), { surface: "heaps" });
  assert.equal(beacons(board, layoutOf(board).boxes, [4, 5]).length, 4);
  const frame = drawn(squares(3, 2), { surface: "frame", falls: true });
  const { boxes } = layoutOf(frame);
  const marks = beacons(frame, boxes, [4]);
  assert.deepEqual(
    marks.map(({ name }) => name),
    ["rect", "path", "rect", "path"],
  );
  const [, down] = marks[1].attributes.d.match(/l-\.2 (\.\d+)/).map(Number);
  assert.ok(0.2 + down < boxes[1].y, "above the plate");
  assert.ok(marks[0].attributes.y > boxes[1].y + 0.9, "around the cell where the disc lands");
});

test("only a straight line has a stroke", () => {
  const { boxes } = layoutOf(drawn(squares(3, 3), {}));
  assert.equal(strokeOf(boxes, [0, 4, 8]).length, 1);
  const points = layoutOf(drawn(squares(3, 3, "point"), {})).boxes;
  const [{ attributes }] = strokeOf(points, [0, 1, 2]);
  assert.ok(attributes.x2 < points[2].x + points[2].width, "it ends within the last stone");
  assert.equal(strokeOf(boxes, [0, 1, 4]).length, 0);
  assert.equal(strokeOf(boxes, []).length, 0);
});
