/**
 * The board without its pieces: what lies under the pieces, and what stands before them. The board of the page and its
 * small pictures share these drawings.
 *
 * @typedef {import("./node.js").Drawing} Drawing
 * @typedef {import("./layout.js").Box} Box
 * @typedef {import("./layout.js").Layout} Layout
 */

import { makeSvg } from "./dom.js";
import { centreOf } from "./layout.js";
import { SIDES } from "./node.js";

/**
 * @typedef {object} Ground
 * @property {SVGElement[]} under
 * @property {SVGElement[]} before
 */

/** Draws a surface. @type {Record<string, (drawing: Drawing, layout: Layout) => SVGElement[]>} */
const SURFACES = {
  paper: (_, layout) => [pen(layout)],
  frame: (_, layout) => [makeSvg("rect", { ...inner(layout), class: "holes" })],
  chess: (_, layout) => [edge(layout, 0.1), ...layout.boxes.map(chequer)],
  felt: (_, layout) => [edge(layout, 0.12), makeSvg("rect", { ...inner(layout), class: "felt" }), pen(layout)],
  cubes: (_, layout) => [edge(layout, layout.margins.right), ...tiles(layout, 0.03, 0.12)],
  heaps: (_, layout) => sand(layout),
  hexes: (drawing, layout) => [...layout.boxes.map(hexagon), ...goals(drawing, layout)],
  lines: (drawing, layout) => [...links(drawing, layout), ...layout.boxes.map(spot)],
  dots: (_, layout) => [makeSvg("path", { d: waysOf(layout).join(""), class: "faint" })],
  tray: (_, layout) => [
    edge(layout, 0.26),
    ...layout.boxes.flatMap((box, cell) => pit(box, cell < layout.boxes.length / 2)),
  ],
  tiles: (_, layout) => tiles(layout, 0.025, 0.1),
};

/**
 * @param {Drawing} drawing @param {Layout} layout @param {boolean} named whether names are written
 * @returns {Ground}
 */
export function groundOf(drawing, layout, named) {
  const under = (SURFACES[drawing.surface] ?? SURFACES.tiles)(drawing, layout);
  return {
    under: named ? [...under, ...names(drawing, layout)] : under,
    before: { frame: [front], dots: [dots] }[drawing.surface]?.flatMap((draw) => draw(layout)) ?? [],
  };
}

/** The rectangle of the cells. @param {Layout} layout */
function inner({ margins, width, height }) {
  return {
    x: margins.left,
    y: margins.top,
    width: width - margins.left - margins.right,
    height: height - margins.top - margins.bottom,
  };
}

/** The edge of a board, around its cells. @param {Layout} layout @param {number} wide */
function edge(layout, wide) {
  const { x, y, width, height } = inner(layout);
  return makeSvg("rect", {
    ...{ x: x - wide, y: y - wide, width: width + 2 * wide, height: height + 2 * wide, rx: Math.min(wide, 0.2) },
    class: "rim",
  });
}

/** The lines between squares. @param {Layout} layout */
function pen(layout) {
  const { x, y, width, height } = inner(layout);
  const lines = [];
  for (let column = 1; column < Math.round(width); column++) {
    lines.push(`M${x + column} ${y}v${height}`);
  }
  for (let row = 1; row < Math.round(height); row++) {
    lines.push(`M${x} ${y + row}h${width}`);
  }
  const isRow = Math.round(width) === 1 || Math.round(height) === 1;
  return makeSvg("path", {
    d: lines.join("") + (isRow ? `M${x} ${y}h${width}v${height}h${-width}z` : ""),
    class: "pen",
  });
}

/** @param {Box} box */
function chequer({ x, y, width, height }) {
  const isDark = Math.round(x - y) % 2 !== 0;
  return makeSvg("rect", { x, y, width, height, class: isDark ? "dark" : "light" });
}

/** @param {Layout} layout @param {number} inset @param {number} rx */
function tiles({ boxes }, inset, rx) {
  return boxes.map(({ x, y, width, height }) =>
    makeSvg("rect", {
      ...{ x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset, rx },
      class: "tile",
    }),
  );
}

/** A box of sand, raked under each heap. @param {Layout} layout */
function sand(layout) {
  const { x, width } = inner(layout);
  const rows = [...new Set(layout.boxes.map(({ y }) => y))];
  const d = rows.flatMap((y) => [0.78, 0.86, 0.94].map((down) => `M${x} ${y + down}h${width}`)).join("");
  const size = { x: x - 0.18, y: 0.08, width: width + 0.36, height: layout.height - 0.16, rx: 0.16 };
  return [makeSvg("rect", { ...size, class: "sand" }), makeSvg("path", { d, class: "furrows" })];
}

/** The corners of a hexagon, clockwise from the top. @param {Box} box */
function corners({ x, y, width, height }) {
  const [middle, upper, lower] = [x + width / 2, y + height / 4, y + (3 * height) / 4];
  return [
    [middle, y],
    [x + width, upper],
    [x + width, lower],
    [middle, y + height],
    [x, lower],
    [x, upper],
  ];
}

/** @param {Box} box */
function hexagon(box) {
  return makeSvg("polygon", { points: corners(box).join(" "), class: "tile" });
}

/** The edges that belong to a side: above and below, left and right. @param {Drawing} drawing @param {Layout} layout */
function goals({ goals }, { boxes }) {
  if (goals.length < 2) {
    return [];
  }
  const ordered = boxes.toSorted((one, other) => one.y - other.y || one.x - other.x);
  const rows = [...Map.groupBy(ordered, ({ y }) => y).values()];
  /** @param {Box[]} cells @param {number[]} which corners of each @param {string} owner */
  const goal = (cells, which, owner) => {
    const points = cells.flatMap((box) => which.map((corner) => corners(box)[corner].join(" ")));
    return makeSvg("path", { d: `M${points.join("L")}`, class: `goal ${owner}` });
  };
  const [across, along] = goals;
  return [
    goal(rows[0], [5, 0, 1], across),
    goal(rows[rows.length - 1], [4, 3, 2], across),
    goal(
      rows.map(([first]) => first),
      [5, 4],
      along,
    ),
    goal(
      rows.map((row) => row[row.length - 1]),
      [1, 2],
      along,
    ),
  ];
}

/** @param {Drawing} drawing @param {Layout} layout */
function links({ links }, { boxes }) {
  return links.map(([from, to]) => {
    const [one, other] = [centreOf(boxes[from]), centreOf(boxes[to])];
    return makeSvg("line", { x1: one.x, y1: one.y, x2: other.x, y2: other.y, class: "link" });
  });
}

/** @param {Box} box */
function spot(box) {
  const { x, y } = centreOf(box);
  return makeSvg("circle", { cx: x, cy: y, r: 0.1, class: "spot" });
}

/** The ways from dot to dot, where edges can be drawn. @param {Layout} layout */
const waysOf = ({ boxes }) =>
  boxes.map((box) => {
    const { x, y } = centreOf(box);
    return box.outline === "lying" ? `M${x - 1} ${y}h2` : box.outline === "standing" ? `M${x} ${y - 1}v2` : "";
  });

/** The dots, over the ends of the edges. @param {Layout} layout */
function dots({ boxes }) {
  const corners = boxes
    .filter(({ outline }) => outline === "box")
    .flatMap((box) => {
      const { x, y } = centreOf(box);
      return [-1, 1].flatMap((right) => [-1, 1].map((down) => [x + right, y + down]));
    });
  const places = new Map(corners.map((at) => [at.map((number) => number.toFixed(2)).join(), at]));
  return [...places.values()].map(([cx, cy]) => makeSvg("circle", { cx, cy, r: 0.15, class: "dot" }));
}

/** @param {Box} box @param {boolean} isX whether it belongs to X */
function pit({ x, y, width, height }, isX) {
  const rx = 0.36 * width;
  return [
    makeSvg("rect", { x, y: y + 0.045, width, height, rx, class: "lip" }),
    makeSvg("rect", { x, y, width, height, rx, class: `pit ${isX ? "of-x" : "of-o"}` }),
  ];
}

/** The front of a board in which discs fall: a plate with holes. @param {Layout} layout */
function front(layout) {
  const { x, y, width, height } = inner(layout);
  const [across, down] = [width - 0.04, height - 0.04];
  const plate = `M${x + 0.02} ${y - 0.1}h${across}a.12.12 0 0 1 .12.12v${down}a.12.12 0 0 1-.12.12
    h${-across}a.12.12 0 0 1-.12-.12v${-down}a.12.12 0 0 1 .12-.12z`;
  const holes = layout.boxes.map((box) => {
    const at = centreOf(box);
    return `M${at.x - 0.4} ${at.y}a.4 .4 0 1 0 .8 0a.4 .4 0 1 0-.8 0z`;
  });
  const rings = layout.boxes.map((box) => {
    const { x, y } = centreOf(box);
    return makeSvg("circle", { cx: x, cy: y, r: 0.41, class: "ring" });
  });
  return makeSvg("g", {}, makeSvg("path", { d: plate + holes.join(""), class: "plate" }), ...rings);
}

/**
 * Beside a point, in the middle of its widest angle without a line, and of equal angles in the one away from the middle of the
 * board. In a narrow angle it is so near that it is not taken for the name of the next point.
 * @param {Drawing} drawing @param {Layout} layout @param {number} cell
 */
function besidePoint({ links }, { boxes, width, height }, cell) {
  const { x, y } = centreOf(boxes[cell]);
  const away = Math.atan2(y - height / 2, x - width / 2);
  const ways = links
    .filter((link) => link.includes(cell))
    .map(([one, other]) => centreOf(boxes[one === cell ? other : one]))
    .map((end) => Math.atan2(end.y - y, end.x - x))
    .toSorted((one, other) => one - other);
  const angles = ways.map((way, i) => {
    const wide = (ways[i + 1] ?? ways[0] + 2 * Math.PI) - way;
    return { wide, middle: way + wide / 2, worth: wide + 0.1 * Math.cos(way + wide / 2 - away) };
  });
  const best = angles.toSorted((one, other) => other.worth - one.worth)[0] ?? { wide: 2 * Math.PI, middle: away };
  const far = best.wide > Math.PI / 2 + 0.1 ? 0.54 : 0.48;
  return { x: x + far * Math.cos(best.middle), y: y + far * Math.sin(best.middle) };
}

/** The names of columns and rows, the numbers of columns, the names of points, of heaps and of stores. @param {Drawing} drawing @param {Layout} layout */
function names(drawing, layout) {
  const { boxes, margins, height } = layout;
  /** @param {string} words @param {number} x @param {number} y */
  const text = (words, x, y, name = "rim-name", dy = "0") => makeSvg("text", { x, y, dy, class: name }, words);
  if (drawing.surface === "heaps") {
    const heaps = Map.groupBy(boxes, ({ y }) => y);
    return [...heaps.keys()].map((y, heap) => text(`Pile ${heap + 1}`, 0.42, y + 0.58, "heap-name"));
  }
  if (drawing.surface === "lines" && !drawing.rim) {
    return boxes.map((_, cell) => {
      const { x, y } = besidePoint(drawing, layout, cell);
      return text(drawing.names[cell], x, y + 0.06, "point-name");
    });
  }
  if (drawing.surface === "tray") {
    return boxes.map((box, cell) => {
      const { x } = centreOf(box);
      const isUpper = centreOf(box).y < height / 2;
      const isStore = box.outline === "store";
      const words = isStore ? SIDES[drawing.names.indexOf(drawing.names[cell]) === cell ? 0 : 1] : drawing.names[cell];
      return text(words, x, isStore || isUpper ? box.y - 0.07 : box.y + box.height + 0.2, "pit-name");
    });
  }
  if (drawing.falls) {
    const columns = new Set(boxes.map((box) => centreOf(box).x));
    return [...columns].map((x, column) => text(`${column + 1}`, x, height - 0.14));
  }
  if (!drawing.rim) {
    return [];
  }
  const lowest = Math.max(...boxes.map(({ y }) => y));
  const leftmost = Math.min(...boxes.map(({ x }) => x));
  const [column, row] = [/^[a-z]+/, /\d+$/];
  return boxes.flatMap((box, cell) => {
    const { x, y } = centreOf(box);
    const name = drawing.names[cell];
    const down = margins.right + (box.outline === "point" ? 0.2 : 0.27);
    return [
      ...(box.y === lowest ? [text(column.exec(name)?.[0] ?? "", x, box.y + box.height + down)] : []),
      ...(box.x === leftmost ? [text(row.exec(name)?.[0] ?? "", 0.24, y, "rim-name", "0.36em")] : []),
    ];
  });
}

/**
 * The stroke under a winning line; nothing if its cells are not in a straight line.
 * @param {Box[]} boxes @param {number[]} line
 */
export function strokeOf(boxes, line) {
  if (line.length < 2) {
    return [];
  }
  const [first, last] = [centreOf(boxes[line[0]]), centreOf(boxes[line[line.length - 1]])];
  const isStraight = line.every((cell) => {
    const { x, y } = centreOf(boxes[cell]);
    return Math.abs((x - first.x) * (last.y - first.y) - (y - first.y) * (last.x - first.x)) < 0.01;
  });
  if (!isStraight) {
    return [];
  }
  const length = Math.hypot(last.x - first.x, last.y - first.y);
  // It ends within the last piece.
  const more = (0.3 * boxes[line[0]].width) / length;
  const [right, down] = [more * (last.x - first.x), more * (last.y - first.y)];
  const ends = { x1: first.x - right, y1: first.y - down, x2: last.x + right, y2: last.y + down };
  return [makeSvg("line", { ...ends, class: "winning", pathLength: 1 })];
}
