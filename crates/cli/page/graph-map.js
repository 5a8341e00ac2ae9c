/**
 * The map of a game that has no board: its positions are places, and its moves are lines between them. If the map is
 * larger than its window, the window follows the position, and a small map below it shows the whole.
 *
 * @typedef {import("./graph-chart.js").Chart} Chart
 * @typedef {import("./graph-chart.js").Place} Place
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 *
 * @typedef {object} Shown
 * @property {string} id The position.
 * @property {string | null} before The position before it.
 * @property {0 | 1} side The side to move.
 * @property {Step[]} steps
 * @property {boolean} values Whether values are shown.
 * @property {Step | null} hinted
 *
 * @typedef {{ kind: string, first: string, name: string, worth: string }} Sign A place's class, and what it says.
 * @typedef {{ from: string, to: string, isBoth: boolean, name: string }} Way A line on the map, and its class.
 * @typedef {Place & { wide: number, high: number }} Spot A place and half of its size, in pixels.
 */

import { fadeSides, make, makeSvg } from "./dom.js";
import { fanOf, wholeChart } from "./graph-chart.js";
import { briefWorth, capital, endOf, OPPOSITE, otherSide, sideName, worthWords } from "./node.js";

/** The least and the most room of a place at coordinates, in pixels, how many are side by side before it grows, and its height. */
const ROOM = { least: 44, most: 56, count: 14, high: 0.85 };

/** The least and the most width of a place with a name in layers one below the other, and the least of layers side by side. */
const NARROW = 84;
const BROAD = 260;
const LAYER = 176;

/** What is between names side by side, between names one above the other, and the least and the most between layers. */
const ASIDE = 9;
const BELOW = 12;
const GAPS = [21, 48];

/** The height of a line of text, and what is around it. */
const TALL = 26;

/** How high a line between coordinates bends, as a part of its width. */
const LEAP = 0.42;

/** The points of a part of a line, and the length of the sides of an arrow head, in pixels. */
const POINTS = 40;
const HEAD = 6;

export class GraphMap {
  /** @param {HTMLElement} root @param {Source} source @param {(step: Step) => void} onPlay */
  constructor(root, source, onPlay) {
    this.root = root;
    this.source = source;
    this.onPlay = onPlay;
    this.whole = source.isHeld ? wholeChart(source) : null;
    root.className = "graph-map";
    root.setAttribute("role", "group");
    this.window = make("div", { class: "scrolled map-window" });
    this.small = makeSvg("svg", { class: "map-small", "aria-hidden": "true" });
    this.frame = makeSvg("rect", { class: "frame" });
    this.ways = makeSvg("svg", { "aria-hidden": "true" });
    this.sheet = make("div");
    this.goal = make("span", { class: "map-goal", "aria-hidden": "true" });
    this.goal.addEventListener("click", () => this.lookTo(this.goals.slice(0, 1)));
    root.append(make("div", { class: "map-around" }, this.window, this.goal), this.small);
    /** The places of the map, by position. @type {Map<string, HTMLElement>} */
    this.nodes = new Map();
    /** The places of the goals of a game for one. @type {HTMLElement[]} */
    this.goals = [];
    /** The lines of the map, the last above the others. @type {Way[]} */
    this.lines = [];
    /** What the window is to show: the position, and where one can go. @type {HTMLElement[]} */
    this.near = [];
    /** The width of columns that the window does not cut, in pixels. */
    this.column = 1;
    /** The width of the window when it was laid out last. */
    this.wide = 0;
    /** The heights of the layers, which do not shrink, so that the map stays where it is. @type {number[]} */
    this.heights = [];
    new ResizeObserver(() => this.fit()).observe(root.parentElement ?? root);
    this.window.addEventListener("scroll", () => this.showFrame());
    this.small.addEventListener("click", ({ clientX, clientY }) => {
      const { left, top, width, height } = this.small.getBoundingClientRect();
      this.lookAt((clientX - left) / width, (clientY - top) / height);
    });
  }

  /** @param {Shown} shown */
  show(shown) {
    const { source } = this;
    const { id, before, steps, values, hinted } = shown;
    const chart = this.whole ?? fanOf(id, steps);
    const targets = Map.groupBy([...steps.entries()], ([, { next }]) => next);
    const hadFocus = this.window.contains(document.activeElement);
    this.nodes = new Map(
      [...chart.places.keys()].map((other) => {
        const moves = (other === id ? undefined : targets.get(other)) ?? [];
        const node = this.node(other, signOf(source, chart, shown, other), moves, values);
        node.classList.toggle("hinted", hinted?.next === other);
        return [other, node];
      }),
    );
    const isLost = (/** @type {string} */ other) => {
      const { over, outcome } = source.node(other);
      return source.isForOne && over && outcome === "loss";
    };
    const oneWay = { isBoth: false };
    const best = values && chart.isWhole && source.node(id).outcome !== "draw" ? bestIds(source, id) : [];
    this.lines = [
      ...chart.lines.map((line) => ({ ...line, name: isLost(line.to) ? "lost" : "" })),
      ...best.slice(1).map((to, i) => ({ ...oneWay, from: best[i], to, name: "best" })),
      ...(before === null ? [] : [{ ...oneWay, from: before, to: id, name: "made" }]),
      ...steps.map(({ next, outcome }) => ({ ...oneWay, from: id, to: next, name: `open ${values ? outcome : ""}` })),
    ];
    this.sheet = make("div", { class: `map-sheet ${chart.isNamed ? "named" : "grid"}` }, this.ways);
    this.sheet.append(...this.nodes.values());
    this.window.replaceChildren(this.sheet);
    this.window.tabIndex = steps.length === 0 ? 0 : -1;
    this.near = [id, ...targets.keys()].flatMap((near) => this.nodes.get(near) ?? []);
    this.heights = chart === this.chart ? this.heights : [];
    this.chart = chart;
    this.showGoal(shown);
    if (hadFocus) {
      this.focus();
    }
    this.fit();
  }

  /** Lays the map out for its window, draws its lines, and shows the position. */
  fit() {
    const { chart, nodes, sheet } = this;
    if (chart === undefined) {
      return;
    }
    const wide = this.window.clientWidth;
    const isDown = chart.isNamed && chart.wide * NARROW <= wide;
    this.root.classList.toggle("down", isDown);
    const room = { wide, high: Number.parseFloat(getComputedStyle(this.window).maxHeight) };
    this.heights = room.wide === this.wide ? this.heights : [];
    this.wide = room.wide;
    const { at, width, height } = chart.isNamed ? this.inRows(chart, room, isDown) : this.onGrid(chart, room.wide);
    sheet.style.width = `${width}px`;
    sheet.style.height = `${height}px`;
    for (const [id, node] of nodes) {
      const { x, y } = at(chart.places.get(id) ?? { x: 0, y: 0 });
      node.style.left = `${x}px`;
      node.style.top = `${y}px`;
    }
    const spots = new Map(
      [...nodes].map(([id, { offsetLeft, offsetTop, offsetWidth, offsetHeight }]) => [
        id,
        { x: offsetLeft, y: offsetTop, wide: offsetWidth / 2, high: offsetHeight / 2 },
      ]),
    );
    const paths = this.lines.map((way) => {
      const line = chart.lines.find(({ from, to }) => [from, to].includes(way.from) && [from, to].includes(way.to));
      const [from, to] = [way.from, way.to].map((id) => spots.get(id));
      if (line === undefined || from === undefined || to === undefined) {
        return makeSvg("path");
      }
      const via = (line.from === way.from ? line.via : line.via.toReversed()).map((place) => ({
        ...at(place),
        wide: chart.isNamed ? (this.column - GAPS[1]) / 2 : 0,
        high: (this.heights[place.y] ?? 0) / 2,
      }));
      return drawnWay(
        from,
        to,
        chart.isNamed ? curve([from, ...via, to], isDown) : leap(from, to, Math.max(this.column, ROOM.least)),
        way,
      );
    });
    this.ways.replaceChildren(...paths);
    const dots = [...spots].map(([id, { x, y }]) =>
      makeSvg("path", { d: `M${x} ${y}h0`, class: `map-spot ${nodes.get(id)?.className}`.replace("node", "") }),
    );
    this.small.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.small.replaceChildren(...paths.map((path) => path.cloneNode()), ...dots, this.frame);
    this.follow();
  }

  /** Places at their coordinates, on squared paper. The window cuts no column. @param {Chart} chart @param {number} room its width */
  onGrid({ wide, high, far }, room) {
    const least = clamp(room / ROOM.count, ROOM.least, ROOM.most);
    const side = room / Math.max(Math.floor(room / least), 1);
    this.column = Math.max(side / far.x, (room - side) / Math.max(wide - 1, 1));
    const row = Math.max((0.95 * side) / far.y, (ROOM.high * side) / far.x);
    const square = [this.column, row].map((size) => `${size * Math.ceil(ROOM.least / 2 / size)}px`);
    this.sheet.style.setProperty("--square", square.join(" "));
    const at = (/** @type {Place} */ { x, y }) => ({
      x: (x - 0.5) * this.column + side / 2,
      y: (y - 0.5) * row + side,
    });
    return { at, width: (wide - 1) * this.column + side, height: (high - 1) * row + 2 * side };
  }

  /**
   * Places in layers, one below the other, or if these are too wide side by side.
   * @param {Chart} chart @param {{ wide: number, high: number }} room @param {boolean} isDown
   */
  inRows({ places, wide, high }, room, isDown) {
    const pitch = isDown ? room.wide / wide : Math.max(LAYER, room.wide / high);
    this.column = isDown ? 1 : pitch;
    for (const [id, node] of this.nodes) {
      const { y = 0, room: own = 1 } = places.get(id) ?? {};
      const row = isDown ? y : 0;
      node.style.maxWidth = `${isDown ? Math.min(own * pitch - ASIDE, BROAD) : pitch - GAPS[1]}px`;
      // There is always room for a move above the name.
      const name = node.querySelector(".map-name")?.clientHeight ?? 0;
      this.heights[row] = Math.max(this.heights[row] ?? 0, node.offsetHeight, name + TALL);
    }
    const { heights } = this;
    if (!isDown) {
      const below = heights[0] + BELOW;
      const at = (/** @type {Place} */ { x, y }) => ({ x: (y + 0.5) * pitch, y: x * below + BELOW });
      return { at, width: high * pitch, height: wide * below + 2 * BELOW };
    }
    const all = heights.reduce((sum, height) => sum + height, 0);
    const [least, most] = GAPS;
    const gap = clamp((room.high - all) / (high + 1), least, most);
    const tops = heights.map((_, row) => heights.slice(0, row).reduce((sum, height) => sum + height + gap, gap / 2));
    const at = (/** @type {Place} */ { x, y }) => ({ x: x * pitch, y: tops[y] + heights[y] / 2 });
    return { at, width: wide * pitch, height: all + high * gap };
  }

  /** Says where the goals of a game for one are. @param {Shown} shown */
  showGoal({ id, values }) {
    const { isForOne, words } = this.source;
    const goals = isForOne
      ? [...this.nodes.keys()].filter((other) => {
          const { over, outcome } = this.source.node(other);
          return over && outcome === "win";
        })
      : [];
    this.goals = goals.flatMap((goal) => this.nodes.get(goal) ?? []);
    const node = this.source.node(id);
    const isFar = values && node.outcome === "win" && node.remoteness !== null;
    this.goal.textContent = isFar ? worthWords(node, words) : words.win;
  }

  /**
   * A place: a button if moves lead there.
   * @param {string} id @param {Sign} sign @param {[number, Step][]} moves with their indices @param {boolean} values
   */
  node(id, { kind, first, name, worth }, moves, values) {
    // As on a board, the lines are no text: the accessible name, which has their words in full, would have to repeat them.
    const lines = Object.entries({ first, worth, name })
      .filter(([, text]) => text !== "")
      .map(([line, text]) => make("span", { class: `map-${line}`, "data-text": text }));
    if (moves.length === 0) {
      return make("span", { class: `node ${kind}`, title: id }, ...lines);
    }
    const [[, step]] = moves;
    const value = values ? `: ${worthWords(step, this.source.words)}${step.optimal ? ", best" : ""}` : "";
    const words = moves.map(([i, { text }]) => `${i + 1} ${text}`).join(", ");
    const label = `${words}, to ${id}${value}`;
    const button = make(
      "button",
      { class: `node ${kind}`, type: "button", "aria-label": label, title: label },
      ...lines,
    );
    button.addEventListener("click", () => this.onPlay(step));
    return button;
  }

  /** Shows the position and where one can go from there, or as much of it as the window holds. */
  follow() {
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = this.window;
    this.lookTo(this.near);
    this.small.toggleAttribute(
      "hidden",
      scrollWidth <= clientWidth + 1 && (this.column === 1 || scrollHeight <= clientHeight + 1),
    );
    this.showFrame();
  }

  /** Moves the window to the first of some places, and to as many of the others as it holds. @param {HTMLElement[]} nodes */
  lookTo(nodes) {
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = this.window;
    const middle = (/** @type {number[]} */ all, /** @type {number} */ size, around = all) => {
      const [here] = all;
      const [least, most] = [Math.min(...all), Math.max(...all)];
      // What is around them is shown as far as none of them is hidden by it.
      const free = Math.max((size - (most - least)) / 2 - ROOM.least, 0);
      const [centre, wanted] = [all, around].map((some) => (Math.min(...some) + Math.max(...some)) / 2);
      return clamp(clamp(wanted, centre - free, centre + free), here - size / 3, here + size / 3);
    };
    if (nodes.length > 0) {
      const left = middle(
        nodes.map(({ offsetLeft }) => offsetLeft),
        clientWidth,
      );
      this.lookAt(left / scrollWidth, 0);
      const { scrollLeft } = this.window;
      const seen = [...this.nodes.values()].filter(
        ({ offsetLeft }) => offsetLeft > scrollLeft && offsetLeft < scrollLeft + clientWidth,
      );
      const [near, around] = [nodes, seen].map((some) => some.map(({ offsetTop }) => offsetTop));
      this.lookAt(left / scrollWidth, middle(near, clientHeight, around) / scrollHeight);
    }
  }

  /** Moves the window to a point of the map, where it cuts no column. @param {number} x from 0 to 1 @param {number} y */
  lookAt(x, y) {
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = this.window;
    const left = Math.round((x * scrollWidth - clientWidth / 2) / this.column) * this.column;
    this.window.scrollTo(left, y * scrollHeight - clientHeight / 2);
  }

  /** Shows on the small map what the window shows, and that there is more beside it. */
  showFrame() {
    fadeSides(this.window);
    const { clientWidth, clientHeight, scrollWidth, scrollHeight, scrollLeft, scrollTop } = this.window;
    const { x, y, width, height } = this.small.viewBox.baseVal;
    const frame = {
      x: x + (width * scrollLeft) / scrollWidth,
      y: y + (height * scrollTop) / scrollHeight,
      width: (width * clientWidth) / scrollWidth,
      height: (height * clientHeight) / scrollHeight,
    };
    for (const [name, value] of Object.entries(frame)) {
      this.frame.setAttribute(name, `${value}`);
    }
    const sides = this.goals.map(({ offsetLeft, offsetTop }) => {
      const [left, top] = [offsetLeft - scrollLeft, offsetTop - scrollTop];
      const aside = left < 0 ? "before" : left > clientWidth ? "after" : "";
      return aside || (top < 0 ? "above" : top > clientHeight ? "below" : "");
    });
    this.goal.dataset.side = sides[0] ?? "";
    this.goal.hidden = sides.length === 0 || sides.includes("");
  }

  preview() {}

  flip() {
    return false;
  }

  focus() {
    /** @type {HTMLElement | null} */
    const first = this.root.querySelector("button");
    (first ?? document.getElementById("new"))?.focus();
  }
}

/**
 * What a place says: whose turn it is here, the moves that lead there and what they are worth, how a game ends there, or
 * its name.
 * @param {Source} source @param {Chart} chart @param {Omit<Shown, "before" | "hinted">} shown @param {string} other
 * @returns {Sign}
 */
export function signOf(source, { isNamed, isWhole }, { id, side, steps, values }, other) {
  const { isForOne, words } = source;
  // Where places have no room for a name, it stands where no worth does.
  const name = isNamed || !values ? other : "";
  const moves = [...steps.entries()].filter(([, { next }]) => next === other && next !== id);
  if (moves.length > 0) {
    const [[, step]] = moves;
    const numbers = moves.map(([i]) => i + 1).join(", ");
    return {
      kind: `open ${values ? step.outcome : ""} ${values && step.optimal ? "best" : ""}`,
      first: isNamed ? `${numbers} ${step.text}` : numbers,
      name: isWhole ? name : "",
      worth: values ? briefWorth(step, words) : "",
    };
  }
  const node = source.node(other);
  const outcome = node.mover === null || node.mover === side ? node.outcome : OPPOSITE[node.outcome];
  const here = other === id ? "here" : "";
  const [mine, theirs] = [sideName(side), sideName(otherSide(side))];
  if (node.over) {
    const marks = isForOne ? { win: "★", draw: "=", loss: "✕" } : { win: mine, draw: "=", loss: theirs };
    const kind = isForOne || outcome === "draw" ? outcome : `of-${marks[outcome].toLowerCase()}`;
    const first = isNamed ? capital(endOf(source, node, side)) : marks[outcome];
    return { kind: `end ${kind} ${here}`, first, name, worth: "" };
  }
  if (here) {
    const first = isForOne ? "You" : isNamed ? `${mine} to move` : mine;
    return { kind: `here ${isForOne ? "" : `of-${mine.toLowerCase()}`}`, first, name: other, worth: "" };
  }
  const worth = values ? briefWorth({ ...node, outcome }, words) : "";
  return { kind: values ? outcome : "", first: "", name, worth };
}

/** @param {number} value @param {number} least @param {number} most */
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

/** The positions of best play from here, to the end or back. @param {Source} source @param {string} id */
function bestIds(source, id) {
  const ids = [id];
  for (;;) {
    const next = source.node(ids[ids.length - 1]).steps.find(({ optimal }) => optimal)?.next;
    if (next === undefined || ids.includes(next)) {
      return ids;
    }
    ids.push(next);
  }
}

/**
 * The points of a line between layers: from the edge of a place, straight through the layers between, to the edge of the other.
 * @param {Spot[]} through @param {boolean} isDown
 */
function curve(through, isDown) {
  const stops = through.map(({ x, y, wide, high }) => (isDown ? [y, x, high] : [x, y, wide]));
  return stops.slice(1).flatMap(([to, aside, after], i) => {
    const [from, across, ahead] = stops[i];
    const way = Math.sign(to - from);
    // Between two places of a layer, it leads round below it.
    const [start, end] = way === 0 ? [from + ahead, to + after] : [from + way * ahead, to - way * after];
    const middle = way === 0 ? Math.max(start, end) + GAPS[0] : (start + end) / 2;
    return [
      ...(i === 0 ? [] : [isDown ? [across, from - way * ahead] : [from - way * ahead, across]]),
      ...pointsOn((t) => {
        const [along, beside] = [bezier([start, middle, middle, end], t), bezier([across, across, aside, aside], t)];
        return isDown ? [beside, along] : [along, beside];
      }),
    ];
  });
}

/** The points of a leap, the same there and back: up, or aside if it leads up or down. @param {Place} from @param {Place} to @param {number} unit */
function leap(from, to, unit) {
  const [aside, below] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  const bend = Math.max(aside, below) < 1.5 * unit ? 0 : LEAP;
  const [right, up] = aside < below / 2 ? [bend * below, 0] : [0, bend * aside];
  const [x, y] = [(from.x + to.x) / 2 + right, (from.y + to.y) / 2 - up];
  return pointsOn((t) => [bezier([from.x, x, x, to.x], t), bezier([from.y, y, y, to.y], t)]);
}

/** @param {number[]} points of a cubic curve @param {number} t from 0 to 1 */
const bezier = ([a, b, c, d], t) => (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t ** 2 * (1 - t) * c + t ** 3 * d;

/** @param {(t: number) => number[]} at */
const pointsOn = (at) => Array.from({ length: POINTS + 1 }, (_, i) => at(i / POINTS));

/**
 * A line from the edge of one place to that of another, with the heads of its arrows.
 * @param {Spot} from @param {Spot} to @param {number[][]} through its points @param {Pick<Way, "isBoth" | "name">} way
 */
export function drawnWay(from, to, through, { isBoth, name }) {
  const isIn = (/** @type {Spot} */ spot, /** @type {number[]} */ [left, top]) =>
    ((left - spot.x) / (spot.wide + 2)) ** 6 + ((top - spot.y) / (spot.high + 2)) ** 6 < 1;
  const points = through.filter((point) => !isIn(from, point) && !isIn(to, point));
  if (points.length < 3) {
    return makeSvg("path");
  }
  const head = (/** @type {number[][]} */ [[x, y], , [left, top]]) => {
    const angle = Math.atan2(y - top, x - left);
    const wing = (/** @type {number} */ turn) =>
      `${x - HEAD * Math.cos(angle + turn)} ${y - HEAD * Math.sin(angle + turn)}`;
    return `M${wing(0.5)}L${x} ${y}L${wing(-0.5)}`;
  };
  const heads = [...(name === "made" ? [] : [points.slice(-3).reverse()]), ...(isBoth ? [points] : [])];
  return makeSvg("path", { d: `M${points.join("L")}${heads.map(head).join("")}`, class: `map-way ${name}` });
}
