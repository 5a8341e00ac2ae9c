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
 * @typedef {{ kind: string, first: string, second: string }} Sign A place's class, and its one or two lines of text.
 */

import { fadeSides, make, makeSvg } from "./dom.js";
import { fanOf, shortName, wholeChart } from "./graph-chart.js";
import { briefWorth, capital, endOf, OPPOSITE, sideName, worthWords } from "./node.js";

/** How much a way bends, as a part of its length: between names, and between places, as a leap. The ways there and back bend apart. */
const BEND = 0.12;
const LEAP = 0.35;

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
    root.append(this.window, this.small);
    /** What the window is to show: the position, and where one can go. @type {HTMLElement[]} */
    this.near = [];
    new ResizeObserver(() => this.follow()).observe(this.window);
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
    const nodes = new Map(
      [...chart.places.keys()].map((other) => {
        const moves = (other === id ? undefined : targets.get(other)) ?? [];
        const node = this.node(other, signOf(this.source, chart, shown, other), moves, values);
        const { x, y } = chart.places.get(other) ?? { x: 0, y: 0 };
        node.style.setProperty("--along", `${x / (chart.width || 1)}`);
        node.style.setProperty("--down", `${y / (chart.height || 1)}`);
        node.classList.toggle("hinted", hinted?.next === other);
        return [other, node];
      }),
    );
    const ways = this.ways(chart);
    const own = steps.map((step) => wayOf(chart, id, step.next, `open ${values ? step.outcome : ""}`));
    const last = before === null ? [] : [wayOf(chart, before, id, "made")];
    const { width, height, room } = chart;
    const box = { viewBox: `0 0 ${width || 1} ${height || 1}`, preserveAspectRatio: "none", "aria-hidden": "true" };
    const sheet = make("div", { class: `map-sheet ${chart.isNamed ? "named" : ""} ${chart.isWhole ? "" : "fan"}` });
    for (const [name, size] of Object.entries({ width: width + room.wide, height: height + room.high, ...room })) {
      sheet.style.setProperty(`--${name}`, `${size}px`);
    }
    sheet.append(makeSvg("svg", box, ...ways, ...last, ...own), ...nodes.values());
    this.window.replaceChildren(sheet);
    this.window.tabIndex = steps.length === 0 ? 0 : -1;
    this.near = [id, ...targets.keys()].flatMap((near) => nodes.get(near) ?? []);
    this.showSmall(chart, shown);
    if (hadFocus) {
      this.focus();
    }
    this.follow();
  }

  /** The ways of all moves. @param {Chart} chart */
  ways(chart) {
    return chart.isWhole
      ? [...chart.places.keys()].flatMap((from) =>
          this.source.node(from).steps.map(({ next }) => wayOf(chart, from, next, "")),
        )
      : [];
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
    this.small.replaceChildren(...this.ways(chart), ...dots, this.frame);
  }

  /** Shows the position and where one can go from there, or as much of it as the window holds. */
  follow() {
    const boxes = this.near.map(({ offsetLeft, offsetTop }) => ({ x: offsetLeft, y: offsetTop }));
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = this.window;
    const middle = (/** @type {number[]} */ all, /** @type {number} */ size) => {
      const [here] = all;
      const centre = (Math.min(...all) + Math.max(...all)) / 2;
      return Math.min(Math.max(centre, here - size / 3), here + size / 3);
    };
    if (boxes.length > 0) {
      this.lookAt(
        middle(
          boxes.map(({ x }) => x),
          clientWidth,
        ) / scrollWidth,
        middle(
          boxes.map(({ y }) => y),
          clientHeight,
        ) / scrollHeight,
      );
    }
    this.small.toggleAttribute("hidden", scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1);
    this.showFrame();
  }

  /** Moves the window to a point of the map. @param {number} x from 0 to 1 @param {number} y */
  lookAt(x, y) {
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = this.window;
    this.window.scrollTo(x * scrollWidth - clientWidth / 2, y * scrollHeight - clientHeight / 2);
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
  const name = isNamed ? shortName(other) : "";
  const moves = [...steps.entries()].filter(([, { next }]) => next === other && next !== id);
  if (moves.length > 0) {
    const [[, step]] = moves;
    const numbers = moves.map(([i]) => i + 1).join(", ");
    const second = [isWhole ? name : "", values ? briefWorth(step, source.words) : ""];
    return {
      kind: `open ${values ? step.outcome : ""} ${values && step.optimal ? "best" : ""}`,
      first: isNamed ? `${numbers} ${shortName(step.text)}` : numbers,
      second: second.filter((part) => part !== "").join(" · "),
    };
  }
  const node = source.node(other);
  const outcome = node.mover === null || node.mover === side ? node.outcome : OPPOSITE[node.outcome];
  const here = other === id ? "here" : "";
  const [mine, theirs] = [sideName(side), sideName(side === 0 ? 1 : 0)];
  if (node.over) {
    const marks = source.isForOne ? { win: "★", draw: "=", loss: "✕" } : { win: mine, draw: "=", loss: theirs };
    const kind = source.isForOne || outcome === "draw" ? outcome : `of-${marks[outcome].toLowerCase()}`;
    const first = isNamed ? shortName(capital(endOf(source, node, side))) : marks[outcome];
    return { kind: `end ${kind} ${here}`, first, second: name };
  }
  if (here) {
    const first = source.isForOne ? "You" : isNamed ? `${mine} to move` : mine;
    return { kind: `here ${source.isForOne ? "" : `of-${mine.toLowerCase()}`}`, first, second: name };
  }
  return { kind: values ? outcome : "", first: isNamed || !values ? name : `${node.remoteness ?? ""}`, second: "" };
}

/** A way on the map. @param {Chart} chart @param {string} from @param {string} to @param {string} name */
function wayOf({ places, isNamed }, from, to, name) {
  const [one, other] = [places.get(from), places.get(to)];
  if (one === undefined || other === undefined) {
    return makeSvg("path");
  }
  const [aside, below] = [other.x - one.x, other.y - one.y];
  const bend = isNamed ? BEND : LEAP;
  const middle = `${(one.x + other.x) / 2 + bend * below} ${(one.y + other.y) / 2 - bend * aside}`;
  return makeSvg("path", { d: `M${one.x} ${one.y}Q${middle} ${other.x} ${other.y}`, class: `map-way ${name}` });
}
