/**
 * The map of a game that has no board: its positions are places, and its moves lead from one to the next. If positions
 * are too many, or are read one by one, the map shows only this position and those after it.
 *
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 * @typedef {{ x: number, y: number }} Place
 * @typedef {{ places: Map<string, Place>, isWhole: boolean, width: number, height: number }} Chart
 */

import { make, makeSvg } from "./dom.js";
import { worthWords } from "./node.js";

/** The most positions of a map, and of a map with their names. */
const MOST_PLACES = 250;
const WITH_NAMES = 30;

/** The most characters of a name that a place can show. */
const NAMED = 12;

/** Names such as `3,-1` are places on a map. */
const COORDINATES = /^(-?\d{1,3}),(-?\d{1,3})$/;

/** The least width of a map compared with its height, and the most. */
const PROPORTIONS = [1, 1.5];

/** The size of a button on the map, in pixels. */
const BADGE = [38, 30];

/** The margin of a map, as a part of its width. */
const MARGIN = 0.05;

export class GraphMap {
  /** @param {HTMLElement} root @param {Source} source @param {(step: Step) => void} onPlay */
  constructor(root, source, onPlay) {
    this.root = root;
    this.source = source;
    this.onPlay = onPlay;
    this.whole = source.isHeld ? wholeChart(source) : null;
    root.className = "graph-map";
    root.setAttribute("role", "group");
  }

  /** @param {{ id: string, before: string | null, steps: Step[], values: boolean, hinted: Step | null }} shown */
  show({ id, before, steps, values, hinted }) {
    const { root } = this;
    const chart = this.whole ?? fanOf(id, steps);
    const { places, width, height } = chart;
    const shape = Math.min(Math.max(width / height, PROPORTIONS[0]), PROPORTIONS[1]);
    root.style.setProperty("--width", `${4 * shape}`);
    root.style.setProperty("--height", "4");
    root.style.setProperty("--mark", `min(1.2rem, ${80 / width}cqw)`);
    const at = (/** @type {string} */ id) => {
      const { x, y } = places.get(id) ?? { x: 0, y: 0 };
      const within = (/** @type {number} */ part) => MARGIN + (1 - 2 * MARGIN) * part;
      return { x: within((x + 0.5) / width), y: within((y + 0.5) / height) };
    };
    const numbered = steps.map((step, i) => /** @type {[number, Step]} */ ([i + 1, step]));
    const targets = Map.groupBy(numbered, ([, { next }]) => next);
    const hadFocus = root.contains(document.activeElement);
    const badges = this.badges(at, id, [...targets.keys()]);
    const nodes = [...places.keys()].map((other) => {
      const moves = targets.get(other) ?? [];
      const node = this.node(other, moves, values, chart, other === id);
      const { x, y } = badges.get(other) ?? at(other);
      node.style.left = `${100 * x}%`;
      node.style.top = `${100 * y}%`;
      node.classList.toggle("came", other === before);
      node.classList.toggle("hinted", hinted?.next === other);
      return node;
    });
    const picture = makeSvg("svg", { class: "under", viewBox: `0 0 ${100 * shape} 100`, "aria-hidden": "true" });
    const line = (/** @type {string} */ from, /** @type {string} */ to, /** @type {string} */ name) => {
      const [one, other] = [at(from), name === "way" ? at(to) : (badges.get(to) ?? at(to))];
      const [x1, y1, x2, y2] = [100 * shape * one.x, 100 * one.y, 100 * shape * other.x, 100 * other.y];
      const bend = 0.12;
      const middle = [(x1 + x2) / 2 + bend * (y2 - y1), (y1 + y2) / 2 - bend * (x2 - x1)];
      return makeSvg("path", { d: `M${x1} ${y1}Q${middle.join(" ")} ${x2} ${y2}`, class: name });
    };
    const all = chart.isWhole
      ? [...places.keys()].flatMap((from) => this.source.node(from).steps.map(({ next }) => line(from, next, "way")))
      : [];
    const own = steps.map((step) => line(id, step.next, `way open ${values ? step.outcome : ""}`));
    picture.append(...all, ...own);
    root.replaceChildren(picture, ...nodes);
    if (hadFocus) {
      this.focus();
    }
  }

  /**
   * Where the buttons of moves are: at the places that they lead to, or above or below them if these are too near to one
   * another.
   * @param {(id: string) => Place} at @param {string} here @param {string[]} targets
   */
  badges(at, here, targets) {
    const { clientWidth, clientHeight } = this.root;
    const [wide, high] = [BADGE[0] / Math.max(clientWidth, 1), BADGE[1] / Math.max(clientHeight, 1)];
    const taken = [at(here)];
    /** @type {Map<string, Place>} */
    const badges = new Map();
    for (const id of targets.filter((id) => id !== here)) {
      const { x, y } = at(id);
      const tried = [0, -1, 1, -2, 2, -3, 3, -4].map((row) => ({ x, y: y + row * high }));
      const free = tried.find(
        (place) =>
          place.y > high / 2 &&
          place.y < 1 - high / 2 &&
          taken.every((other) => Math.abs(other.x - place.x) >= wide || Math.abs(other.y - place.y) >= 0.99 * high),
      );
      badges.set(id, free ?? { x, y });
      taken.push(free ?? { x, y });
    }
    return badges;
  }

  /**
   * A place, with the numbers of the moves that lead there.
   * @param {string} id @param {[number, Step][]} moves @param {boolean} values @param {Chart} chart @param {boolean} isHere
   */
  node(id, moves, values, { places, isWhole }, isHere) {
    if (moves.length === 0 || isHere) {
      const { over, outcome } = isWhole ? this.source.node(id) : { over: false, outcome: "draw" };
      const kind = isHere ? "here" : over ? (outcome === "win" ? "goal" : "end") : "";
      const signs = { here: "●", goal: "★", end: "✕" };
      const sign = kind === "" || (isHere && places.size <= WITH_NAMES) ? "" : signs[kind];
      const name = places.size <= WITH_NAMES ? shortName(id) : "";
      return make("span", { class: `node ${kind}`, title: id }, sign || name);
    }
    const [[, step]] = moves;
    const worth = values ? `: ${worthWords(step)}${step.optimal ? ", best" : ""}` : "";
    const words = moves.map(([number, { text }]) => `${number} ${text}`).join(", ");
    const label = `${words}, to ${id}${worth}`;
    const name = `node open ${values ? step.outcome : ""}`;
    const numbers = `${values && step.optimal ? "★" : ""}${moves.map(([number]) => number).join(", ")}`;
    const button = make("button", { type: "button", class: name, "aria-label": label, title: label }, numbers);
    button.addEventListener("click", () => this.onPlay(step));
    return button;
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

/** @param {string} text */
const shortName = (text) => (text.length > NAMED ? `${text.slice(0, NAMED - 1)}…` : text);

/** The places of all positions; null if there are too many. @param {Source} source @returns {Chart | null} */
function wholeChart(source) {
  /** @type {Map<string, number>} */
  const depths = new Map([[source.start, 0]]);
  for (const [id, depth] of depths) {
    for (const { next } of source.node(id).steps) {
      if (!depths.has(next)) {
        depths.set(next, depth + 1);
      }
    }
    if (depths.size > MOST_PLACES) {
      return null;
    }
  }
  const named = [...depths.keys()].map((id) => COORDINATES.exec(id));
  /** @type {Map<string, Place>} */
  let places;
  if (named.every((match) => match !== null)) {
    places = new Map(named.map(([id, x, y]) => [id, { x: Number(x), y: Number(y) }]));
  } else {
    const layers = [...Map.groupBy(depths.keys(), (id) => depths.get(id) ?? 0).values()];
    const widest = Math.max(...layers.map((layer) => layer.length));
    places = new Map(
      layers.flatMap((layer, x) => layer.map((id, i) => [id, { x, y: (widest * (i + 0.5)) / layer.length - 0.5 }])),
    );
  }
  const [xs, ys] = [[...places.values()].map(({ x }) => x), [...places.values()].map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const moved = [...places].map(([id, { x, y }]) => /** @type {[string, Place]} */ ([id, { x: x - left, y: y - top }]));
  return {
    places: new Map(moved),
    isWhole: true,
    width: Math.max(...xs) - left + 1,
    height: Math.max(...ys) - top + 1,
  };
}

/** This position on the left, and on the right those after it. @param {string} id @param {Step[]} steps @returns {Chart} */
function fanOf(id, steps) {
  const after = [...new Set(steps.map(({ next }) => next))].filter((next) => next !== id);
  const height = Math.max(after.length, 1);
  const places = new Map([[id, { x: 0, y: (height - 1) / 2 }]]);
  for (const [y, next] of after.entries()) {
    places.set(next, { x: 1, y });
  }
  return { places, isWhole: false, width: 2, height };
}
