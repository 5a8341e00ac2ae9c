/**
 * The map of a game that has no board: its positions are places, and its moves are lines between them. If the map is
 * larger than its window, the window follows the position, and a small map below it shows the whole.
 *
 * @typedef {import("./graph-chart.js").Chart} Chart
 * @typedef {import("./graph-chart.js").Line} Line
 * @typedef {import("./graph-chart.js").Place} Place
 * @typedef {import("./graph-signs.js").Shown} Shown
 * @typedef {import("./graph-signs.js").Sign} Sign
 * @typedef {import("./graph-ways.js").Way} Way
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 */

import { button, fadeSides, make, makeSvg } from "./dom.js";
import { fanOf, wholeChart } from "./graph-chart.js";
import { GOAL, isGoal, itemsAmong, itemsOf, nodeAt, sidesOf, signOf } from "./graph-signs.js";
import { curve, drawnWay, GAPS, leap } from "./graph-ways.js";
import { worthWords } from "./node.js";

/**
 * The least and the most room of a place at coordinates, in pixels, and how many are side by side before it grows; then, as
 * parts of it, the most between rows, and what is above and below them.
 */
const ROOM = { least: 44, most: 56, count: 14, high: 0.85, above: 0.9, below: 0.6 };

/** The most lines of a map on squared paper that shows all of them. */
const MOST_LINES = 60;

/** The least between two numbers at the rim, in pixels. */
const RIM = 15;

/** The least and the most width of a place with a name in layers one below the other, and the least of layers side by side. */
const NARROW = 84;
const BROAD = 260;
const LAYER = 176;

/** What is between names side by side, and between names one above the other. */
const ASIDE = 9;
const BELOW = 12;

/** The height of a line of text, and what is around it. */
const TALL = 26;

/** Arrows, clockwise from the right. */
const WAYS = "→↘↓↙←↖↑↗";

export class GraphMap {
  /** @param {HTMLElement} root @param {Source} source @param {(step: Step) => void} onPlay */
  constructor(root, source, onPlay) {
    this.root = root;
    this.source = source;
    this.onPlay = onPlay;
    this.whole = source.isHeld ? wholeChart(source) : null;
    this.items = itemsAmong(this.whole?.places.keys() ?? []);
    root.className = "graph-map";
    root.setAttribute("role", "group");
    this.window = make("div", { class: "scrolled map-window" });
    this.small = makeSvg("svg", { class: "map-small", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.frame = makeSvg("rect", { class: "frame" });
    this.ways = makeSvg("svg", { "aria-hidden": "true" });
    this.sheet = make("div");
    /** The numbers of the rows and of the columns, at the rim. */
    this.rims = ["rows", "columns"].map((name) => make("div", { class: `map-rim ${name}`, "aria-hidden": "true" }));
    this.goal = make("span", { class: "map-goal", "aria-hidden": "true" });
    this.goal.addEventListener("click", () => this.lookTo(this.goals.slice(0, 1)));
    this.foot = make("div", { class: "map-foot" }, this.small, this.goal);
    const key = make(
      "div",
      { class: "map-key", "aria-hidden": "true" },
      ...[...this.items.keys()].map((name) => this.item(name)),
    );
    root.append(make("div", { class: "map-around" }, this.rims[0], this.window, this.rims[1]), key, this.foot);
    document.body.classList.toggle("for-one", source.isForOne);
    /** The places of the map, by position. @type {Map<string, HTMLElement>} */
    this.nodes = new Map();
    /** The places of the goals of a game for one. @type {HTMLElement[]} */
    this.goals = [];
    /** The lines of the map, the last above the others. @type {Way[]} */
    this.lines = [];
    /** What the window is to show: the position, and where one can go. @type {HTMLElement[]} */
    this.near = [];
    /** What it must show: the position, and where a hint leads. @type {HTMLElement[]} */
    this.asked = [];
    /** The width of columns that the window does not cut, in pixels. */
    this.column = 1;
    /** The width of the window when it was laid out last. */
    this.wide = 0;
    /** The position, and the place that the words below the map point at. @type {string} */
    this.id = source.start;
    /** @type {HTMLElement | undefined} */
    this.aim = undefined;
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
    const { id, path, steps, values, hinted } = shown;
    const chart = this.whole ?? fanOf(id, steps);
    const targets = Map.groupBy([...steps.entries()], ([, { next }]) => next);
    const hadFocus = this.window.contains(document.activeElement);
    this.nodes = new Map(
      [...chart.places.keys()].map((other) => {
        const moves = (other === id ? undefined : targets.get(other)) ?? [];
        const node = this.node(other, signOf(source, chart, shown, other), moves, values);
        node.classList.toggle("hinted", hinted?.next === other);
        node.classList.toggle("visited", path.includes(other));
        return [other, node];
      }),
    );
    const isLost = (/** @type {string} */ other) => {
      const { over, outcome } = nodeAt(source, other);
      return values && source.isForOne && over && outcome === "loss";
    };
    // Of a large net, the lines are shown where one can go next, and from there.
    const isNet = !chart.isNamed && chart.lines.length > MOST_LINES;
    const starts = new Set([id, ...targets.keys()]);
    const isNear = (/** @type {Line} */ { from, to, isBoth }) => starts.has(from) || (isBoth && starts.has(to));
    const oneWay = { isBoth: false };
    const best = values && chart.isWhole && source.node(id).outcome !== "draw" ? bestIds(source, id) : [];
    this.lines = [
      ...(isNet ? chart.lines.filter(isNear) : chart.lines).map((line) => ({
        ...line,
        name: isLost(line.to) ? "lost" : "",
      })),
      ...best.slice(1).map((to, i) => ({ ...oneWay, from: best[i], to, name: "best" })),
      ...path.slice(1).map((to, i) => ({ ...oneWay, from: path[i], to, name: "made" })),
      ...steps.map(({ next, outcome }) => ({ ...oneWay, from: id, to: next, name: `open ${values ? outcome : ""}` })),
    ];
    this.sheet = make("div", { class: `map-sheet ${chart.isNamed ? "named" : "grid"}` }, this.ways);
    this.sheet.append(...this.nodes.values());
    this.window.replaceChildren(this.sheet);
    this.window.tabIndex = steps.length === 0 ? 0 : -1;
    this.near = [id, ...targets.keys()].flatMap((near) => this.nodes.get(near) ?? []);
    this.asked = hinted === null ? [] : [id, hinted.next].flatMap((asked) => this.nodes.get(asked) ?? []);
    this.heights = chart === this.chart ? this.heights : [];
    this.chart = chart;
    this.showGoal(shown);
    this.id = id;
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
    const { at, width, height } = chart.isNamed ? this.inRows(chart, room, isDown) : this.onGrid(chart, room);
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
      const via = way.via ?? viaOf(chart, way);
      const [from, to] = [way.from, way.to].map((id) => spots.get(id));
      if (via === undefined || from === undefined || to === undefined) {
        return makeSvg("path");
      }
      const passed = via.map((place) => ({
        ...at(place),
        wide: chart.isNamed ? (this.column - GAPS[1]) / 2 : 0,
        high: (this.heights[place.y] ?? 0) / 2,
      }));
      return drawnWay(
        from,
        to,
        chart.isNamed ? curve([from, ...passed, to], isDown) : leap(from, to, Math.max(this.column, ROOM.least)),
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

  /**
   * Places at their coordinates, on squared paper. The window cuts no column. If it shows all of them, the rows share its
   * height as far as they have room.
   * @param {Chart} chart @param {{ wide: number, high: number }} room
   */
  onGrid({ wide, high, far, origin }, room) {
    const narrow = clamp(room.wide / ROOM.count, ROOM.least, ROOM.most);
    const side = room.wide / Math.max(Math.floor(room.wide / narrow), 1);
    const column = Math.max(side / far.x, (room.wide - side) / Math.max(wide - 1, 1));
    const [above, below] = [ROOM.above * side, ROOM.below * side];
    const tight = (0.95 * side) / far.y;
    const roomy = Math.max(tight, ROOM.high * column);
    const isWhole = (wide - 1) * column + side < room.wide + 1;
    const row = isWhole ? clamp((room.high - above - below) / Math.max(high - 1, 1), tight, roomy) : roomy;
    this.column = column;
    const at = (/** @type {Place} */ { x, y }) => ({ x: (x - 0.5) * column + side / 2, y: (y - 0.5) * row + above });
    const every = [column, row].map((size) => Math.ceil((2 * RIM) / size));
    this.sheet.style.setProperty("--column", `${column}px`);
    this.sheet.style.backgroundPosition = `${side / 2}px ${above}px`;
    this.sheet.style.backgroundSize = `${every[0] * column}px ${every[1] * row}px`;
    this.showRim(this.rims[0], { first: origin.y, count: high, from: above, size: row, axis: 1 });
    this.showRim(this.rims[1], { first: origin.x, count: wide, from: side / 2, size: column, axis: 0 });
    return { at, width: (wide - 1) * column + side, height: (high - 1) * row + above + below };
  }

  /**
   * Numbers at the rim: as many as it has room for, and those of the position and of the goals.
   * @param {HTMLElement} rim @param {{ first: number, count: number, from: number, size: number, axis: number }} numbers
   */
  showRim(rim, { first, count, from, size, axis }) {
    const numberOf = (/** @type {string} */ id) => Number(id.split(",")[axis]);
    const here = numberOf(this.id);
    const told = [here, ...this.goals.map(({ title }) => numberOf(title))];
    const every = Math.ceil(RIM / size);
    const marks = Array.from({ length: count }, (_, i) => {
      const number = first + i;
      const isTold = told.includes(number);
      const hasRoom = i % every === 0 && told.every((other) => Math.abs(other - number) >= every);
      const kind = !isTold ? "" : number === here ? "here" : "win";
      const mark = make("span", { class: kind }, isTold || hasRoom ? `${number}` : "");
      mark.style[axis === 0 ? "left" : "top"] = `${from + i * size}px`;
      return mark;
    });
    rim.replaceChildren(make("div", {}, ...marks));
  }

  /**
   * Places in layers, one below the other, or if these are too wide side by side.
   * @param {Chart} chart @param {{ wide: number, high: number }} room @param {boolean} isDown
   */
  inRows({ places, wide, high }, room, isDown) {
    const pitch = isDown ? room.wide / wide : Math.max(LAYER, room.wide / high);
    this.column = isDown ? 1 : pitch;
    for (const [id, node] of this.nodes) {
      const own = places.get(id)?.room ?? 1;
      node.style.maxWidth = `${isDown ? Math.min(own * pitch - ASIDE, BROAD) : pitch - GAPS[1]}px`;
    }
    for (const [id, node] of this.nodes) {
      const row = isDown ? (places.get(id)?.y ?? 0) : 0;
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

  /** Says which way the best move leads, or if values are hidden the goal of a game for one. @param {Shown} shown */
  showGoal({ id, steps, values }) {
    const { words } = this.source;
    const ids = [...this.nodes.keys()].filter((other) => isGoal(this.source, nodeAt(this.source, other)));
    this.goals = ids.flatMap((goal) => this.nodes.get(goal) ?? []);
    const node = this.source.node(id);
    const best = values && node.outcome === "win" ? steps.findIndex(({ optimal }) => optimal) : -1;
    this.aim = best < 0 ? this.goals[0] : this.nodes.get(steps[best].next);
    const name = this.chart?.isNamed ? words.win : ids[0];
    this.goal.textContent = best < 0 ? `${GOAL} ${name}` : `★ best: move ${best + 1}`;
  }

  /**
   * A place: a button if moves lead there.
   * @param {string} id @param {Sign} sign @param {[number, Step][]} moves with their indices @param {boolean} values
   */
  node(id, { kind, first, text = "", name, worth }, moves, values) {
    // As on a board, the lines are no text: the accessible name, which has their words in full, would have to repeat them.
    const span = (/** @type {string} */ text, /** @type {string} */ line) =>
      make("span", { class: `map-${line}`, "data-text": text });
    const sides = sidesOf(name);
    const lines = Object.entries({ first, text, worth, name })
      .filter(([, text]) => text !== "")
      .map(([line, text]) =>
        line === "name" && sides !== null
          ? make(
              "span",
              { class: "map-name parts" },
              ...sides.map((side) =>
                make("span", { class: "map-part" }, ...itemsOf(side).map((name) => this.item(name))),
              ),
            )
          : span(text, line),
      );
    if (moves.length === 0) {
      const { isForOne, words } = this.source;
      const place = this.source.node(id);
      const title = values && isForOne && !place.over ? `${id}: ${worthWords(place, words)}` : id;
      return make("span", { class: `node ${kind}`, title }, ...lines);
    }
    const [[, step]] = moves;
    const value = values ? `: ${worthWords(step, this.source.words)}${step.optimal ? ", best" : ""}` : "";
    const words = moves.map(([i, { text }]) => `${i + 1} ${text}`).join(", ");
    const label = `${words}, to ${id}${value}`;
    return button({ class: `node ${kind}`, "aria-label": label, title: label }, () => this.onPlay(step), ...lines);
  }

  /** What a side lists, in its colour. @param {string} name */
  item(name) {
    const item = this.items.get(name);
    if (item === undefined) {
      return make("span", { "data-text": name });
    }
    const made = make("span", { class: "map-item", "data-text": name, "data-letters": item.letters });
    made.style.setProperty("--hue", `${item.hue}`);
    return made;
  }

  /** Shows the position and where one can go from there, or as much of it as the window holds. */
  follow() {
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = this.window;
    this.lookTo(this.near);
    if (!this.asked.every((node) => this.isSeen(node))) {
      this.lookTo(this.asked);
    }
    const isWide = scrollWidth > clientWidth + 1;
    const isHigh = scrollHeight > clientHeight + 1;
    this.small.toggleAttribute("hidden", !isWide && (this.column === 1 || !isHigh));
    this.foot.hidden = !isWide && !isHigh;
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
      const around = seen.map(({ offsetTop }) => offsetTop);
      const near = nodes.flatMap(({ offsetTop, offsetHeight }) =>
        [0, -0.55, 0.55].map((part) => offsetTop + part * offsetHeight),
      );
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
    for (const [i, rim] of this.rims.entries()) {
      const inner = /** @type {HTMLElement | null} */ (rim.firstElementChild);
      if (inner !== null) {
        inner.style.translate = i === 0 ? `0 ${-scrollTop}px` : `${-scrollLeft}px`;
      }
    }
    const [here, aim] = [this.nodes.get(this.id), this.aim];
    this.goal.classList.toggle("seen", this.goals.length === 0 || this.goals.some((goal) => this.isSeen(goal)));
    const turn = Math.atan2(
      (aim?.offsetTop ?? 0) - (here?.offsetTop ?? 0),
      (aim?.offsetLeft ?? 0) - (here?.offsetLeft ?? 0),
    );
    this.goal.dataset.way = WAYS[(Math.round((4 * turn) / Math.PI) + 8) % 8];
  }

  /** Whether the window shows the whole of a place. @param {HTMLElement} node */
  isSeen({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) {
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.window;
    const isIn = (/** @type {number} */ from, /** @type {number} */ size, /** @type {number} */ room) =>
      from >= size / 2 && from + size / 2 <= room;
    return (
      isIn(offsetLeft - scrollLeft, offsetWidth, clientWidth) && isIn(offsetTop - scrollTop, offsetHeight, clientHeight)
    );
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

/** @param {number} value @param {number} least @param {number} most */
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

/** The points that a way passes along the line between its places. @param {Chart} chart @param {Way} way @returns {Place[] | undefined} */
function viaOf({ lines }, way) {
  const ahead = lines.find(({ from, to }) => from === way.from && to === way.to);
  return ahead?.via ?? lines.find(({ from, to }) => from === way.to && to === way.from)?.via.toReversed();
}

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
