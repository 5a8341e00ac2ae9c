/**
 * The map of a game that has no board: its positions are places, and its moves lead from one to the next. If the map is
 * larger than its window, the window follows the position, and a small map below it shows the whole.
 *
 * @typedef {import("./graph-chart.js").Chart} Chart
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
 * @typedef {{ kind: string, first: string, second: string }} Sign A place's class, and its text, in bold type and in thin.
 * @typedef {import("./graph-chart.js").Place & { wide: number, high: number }} Spot A place and half of its size, in pixels.
 */

import { fadeSides, make, makeSvg } from "./dom.js";
import { fanOf, inLines, wholeChart } from "./graph-chart.js";
import { briefWorth, capital, endOf, OPPOSITE, otherSide, sideName, worthWords } from "./node.js";

/** How much a way bends, as a part of its length: between names, and between places, as a leap. The ways there and back bend apart. */
const BEND = 0.12;
const LEAP = 0.35;

/** The points of a way, and the length of the sides of its arrow head, in pixels. */
const POINTS = 64;
const HEAD = 7;

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
    this.name = make("p", { class: "map-name" });
    this.goal = make("span", { class: "map-goal", "aria-hidden": "true" });
    this.goal.addEventListener("click", () => this.lookTo(this.goals.slice(0, 1)));
    root.append(this.name, make("div", { class: "map-around" }, this.window, this.goal), this.small);
    /** The places of the map, by position. @type {Map<string, HTMLElement>} */
    this.nodes = new Map();
    /** The places of the goals of a game for one. @type {HTMLElement[]} */
    this.goals = [];
    /** Draws the ways, between the places where they are now. */
    this.draw = () => {};
    /** What the window is to show: the position, and where one can go. @type {HTMLElement[]} */
    this.near = [];
    new ResizeObserver(() => this.fit()).observe(this.window);
    this.window.addEventListener("scroll", () => this.showFrame());
    this.small.addEventListener("click", ({ clientX, clientY }) => {
      const { left, top, width, height } = this.small.getBoundingClientRect();
      this.lookAt((clientX - left) / width, (clientY - top) / height);
    });
  }

  /** @param {Shown} shown */
  show(shown) {
    const { id, before, steps, values, hinted } = shown;
    const chart = this.whole ?? fanOf(id, steps);
    const targets = Map.groupBy([...steps.entries()], ([, { next }]) => next);
    const hadFocus = this.window.contains(document.activeElement);
    this.nodes = new Map(
      [...chart.places].map(([other, { x, y }]) => {
        const moves = (other === id ? undefined : targets.get(other)) ?? [];
        const node = this.node(other, signOf(this.source, chart, shown, other), moves, values);
        node.style.setProperty("--along", `${x / (chart.width || 1)}`);
        node.style.setProperty("--down", `${y / (chart.height || 1)}`);
        node.classList.toggle("hinted", hinted?.next === other);
        return [other, node];
      }),
    );
    const made = before === null ? [] : [{ from: before, to: id, name: "made" }];
    const open = steps.map(({ next, outcome }) => ({ from: id, to: next, name: `open ${values ? outcome : ""}` }));
    this.draw = () => {
      const spots = this.spots();
      const ways = [...this.allWays(chart), ...made, ...open];
      this.ways.replaceChildren(...ways.map(({ from, to, name }) => wayOf(chart, spots, from, to, name)));
    };
    const { width, height, room } = chart;
    const sheet = make("div", { class: `map-sheet ${chart.isNamed ? "named" : ""} ${chart.isWhole ? "" : "fan"}` });
    for (const [name, size] of Object.entries({ width: width + room.wide, height: height + room.high, ...room })) {
      sheet.style.setProperty(`--${name}`, `${size}px`);
    }
    sheet.append(this.ways, ...this.nodes.values());
    this.window.replaceChildren(sheet);
    this.window.tabIndex = steps.length === 0 ? 0 : -1;
    this.near = [id, ...targets.keys()].flatMap((near) => this.nodes.get(near) ?? []);
    this.chart = chart;
    this.showGoal(shown);
    this.showSmall(chart, shown);
    if (hadFocus) {
      this.focus();
    }
    this.fit();
  }

  /** Fits the columns of the map into its window, so that no edge cuts a name; then shows the position. */
  fit() {
    const { columns = null, room = { wide: 0 } } = this.chart ?? {};
    const [sheet] = this.window.children;
    if (columns !== null && sheet instanceof HTMLElement) {
      const { clientWidth } = this.window;
      const wide = clientWidth / Math.min(Math.max(Math.floor(clientWidth / room.wide), 1), columns);
      sheet.style.setProperty("--wide", `${wide}px`);
      sheet.style.setProperty("--width", `${wide * columns}px`);
    }
    this.draw();
    this.follow();
  }

  /** Writes the position in full, and where the goals of a game for one are. @param {Shown} shown */
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
    const parts = [["position: ", id], ...(goals.length === 1 && !node.over ? [["goal: ", goals[0]]] : [])];
    this.name.replaceChildren(...parts.map(([what, name]) => make("span", {}, what, make("b", {}, name))));
  }

  /** Where the places are in the window, by position. @returns {Map<string, Spot>} */
  spots() {
    return new Map(
      [...this.nodes].map(([id, { offsetLeft, offsetTop, offsetWidth, offsetHeight }]) => [
        id,
        { x: offsetLeft, y: offsetTop, wide: offsetWidth / 2, high: offsetHeight / 2 },
      ]),
    );
  }

  /** The ways of all moves. @param {Chart} chart */
  allWays({ isWhole, places }) {
    const froms = isWhole ? [...places.keys()] : [];
    return froms.flatMap((from) => this.source.node(from).steps.map(({ next }) => ({ from, to: next, name: "" })));
  }

  /**
   * A place: a button if moves lead there.
   * @param {string} id @param {Sign} sign @param {[number, Step][]} moves with their indices @param {boolean} values
   */
  node(id, { kind, first, second }, moves, values) {
    // As on a board, the lines are no text: the accessible name, which has their words in full, would have to repeat them.
    const lines = [first, second].filter((line) => line !== "").map((line) => make("span", { "data-text": line }));
    if (moves.length === 0) {
      return make("span", { class: `node ${kind}`, title: id }, ...lines);
    }
    const [[, step]] = moves;
    const worth = values ? `: ${worthWords(step, this.source.words)}${step.optimal ? ", best" : ""}` : "";
    const words = moves.map(([i, { text }]) => `${i + 1} ${text}`).join(", ");
    const label = `${words}, to ${id}${worth}`;
    const button = make(
      "button",
      { class: `node ${kind}`, type: "button", "aria-label": label, title: label },
      ...lines,
    );
    button.addEventListener("click", () => this.onPlay(step));
    return button;
  }

  /** The whole map, small. @param {Chart} chart @param {Shown} shown */
  showSmall(chart, shown) {
    const { wide, high } = chart.room;
    const box = [-wide / 2, -high / 2, chart.width + wide, chart.height + high];
    this.small.setAttribute("viewBox", box.join(" "));
    const dots = [...chart.places].map(([id, { x, y }]) =>
      makeSvg("path", { d: `M${x} ${y}h0`, class: `map-spot ${signOf(this.source, chart, shown, id).kind}` }),
    );
    const spots = new Map([...chart.places].map(([id, place]) => [id, { ...place, wide: 0, high: 0 }]));
    const ways = this.allWays(chart).map(({ from, to }) => wayOf(chart, spots, from, to, "plain"));
    this.small.replaceChildren(...ways, ...dots, this.frame);
  }

  /** Shows the position and where one can go from there, or as much of it as the window holds. */
  follow() {
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = this.window;
    this.lookTo(this.near);
    this.small.toggleAttribute("hidden", scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1);
    this.showFrame();
  }

  /** Moves the window to the first of some places, and to as many of the others as it holds. @param {HTMLElement[]} nodes */
  lookTo(nodes) {
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = this.window;
    const middle = (/** @type {number[]} */ all, /** @type {number} */ size) => {
      const [here] = all;
      const centre = (Math.min(...all) + Math.max(...all)) / 2;
      return Math.min(Math.max(centre, here - size / 3), here + size / 3);
    };
    if (nodes.length > 0) {
      const [lefts, tops] = [nodes.map(({ offsetLeft }) => offsetLeft), nodes.map(({ offsetTop }) => offsetTop)];
      this.lookAt(middle(lefts, clientWidth) / scrollWidth, middle(tops, clientHeight) / scrollHeight);
    }
  }

  /** Moves the window to a point of the map, where it cuts no column. @param {number} x from 0 to 1 @param {number} y */
  lookAt(x, y) {
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = this.window;
    const column = this.chart?.columns ? scrollWidth / this.chart.columns : 1;
    const left = Math.round((x * scrollWidth - clientWidth / 2) / column) * column;
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
    const far = this.goals.map(({ offsetLeft }) => offsetLeft - scrollLeft);
    const side = far.some((left) => left > 0 && left < clientWidth)
      ? ""
      : far.some((left) => left > 0)
        ? "after"
        : "before";
    this.goal.dataset.side = side;
    this.goal.hidden = side === "" || far.length === 0;
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
  // Where places have no room for a name, it stands where no worth does.
  const name = isNamed ? inLines(other).join("\n") : values ? "" : other;
  const moves = [...steps.entries()].filter(([, { next }]) => next === other && next !== id);
  if (moves.length > 0) {
    const [[, step]] = moves;
    const numbers = moves.map(([i]) => i + 1).join(", ");
    const second = [isWhole ? name : "", values ? briefWorth(step, source.words) : ""];
    return {
      kind: `open ${values ? step.outcome : ""} ${values && step.optimal ? "best" : ""}`,
      first: isNamed ? `${numbers} ${inLines(step.text).join("\n")}` : numbers,
      second: second.filter((part) => part !== "").join("\n"),
    };
  }
  const node = source.node(other);
  const outcome = node.mover === null || node.mover === side ? node.outcome : OPPOSITE[node.outcome];
  const here = other === id ? "here" : "";
  const [mine, theirs] = [sideName(side), sideName(otherSide(side))];
  if (node.over) {
    const marks = source.isForOne ? { win: "★", draw: "=", loss: "✕" } : { win: mine, draw: "=", loss: theirs };
    const kind = source.isForOne || outcome === "draw" ? outcome : `of-${marks[outcome].toLowerCase()}`;
    const first = isNamed ? capital(endOf(source, node, side)) : marks[outcome];
    return { kind: `end ${kind} ${here}`, first, second: name };
  }
  if (here) {
    const first = source.isForOne ? "You" : isNamed ? `${mine} to move` : mine;
    return { kind: `here ${source.isForOne ? "" : `of-${mine.toLowerCase()}`}`, first, second: name || other };
  }
  return { kind: values ? outcome : "", first: isNamed || !values ? name : `${node.remoteness ?? ""}`, second: "" };
}

/**
 * A way on the map, from the edge of one place to that of the other, with an arrow head if it is not plain.
 * @param {Chart} chart @param {Map<string, Spot>} spots @param {string} from @param {string} to @param {string} name
 */
export function wayOf({ isNamed }, spots, from, to, name) {
  const [one, other] = [spots.get(from), spots.get(to)];
  if (one === undefined || other === undefined) {
    return makeSvg("path");
  }
  const [aside, below] = [other.x - one.x, other.y - one.y];
  const bend = isNamed ? BEND : LEAP;
  const [x, y] = [(one.x + other.x) / 2 + bend * below, (one.y + other.y) / 2 - bend * aside];
  const on = (/** @type {number[]} */ [first, middle, last], /** @type {number} */ t) =>
    (1 - t) ** 2 * first + 2 * t * (1 - t) * middle + t ** 2 * last;
  const isIn = (/** @type {Spot} */ spot, /** @type {number[]} */ [left, top]) =>
    ((left - spot.x) / spot.wide) ** 6 + ((top - spot.y) / spot.high) ** 6 < 1;
  const points = Array.from({ length: POINTS + 1 }, (_, i) => [
    on([one.x, x, other.x], i / POINTS),
    on([one.y, y, other.y], i / POINTS),
  ]).filter((point) => !isIn(one, point) && !isIn(other, point));
  const [tip, before] = [points.at(-1), points.at(-3)];
  if (tip === undefined || before === undefined) {
    return makeSvg("path");
  }
  const angle = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
  const wing = (/** @type {number} */ turn) =>
    [tip[0] - HEAD * Math.cos(angle + turn), tip[1] - HEAD * Math.sin(angle + turn)].join(" ");
  const head = name === "plain" || name === "made" ? "" : `M${wing(0.5)}L${tip.join(" ")}L${wing(-0.5)}`;
  return makeSvg("path", {
    d: `M${points.map((point) => point.join(" ")).join("L")}${head}`,
    class: `map-way ${name}`,
  });
}
