/**
 * "Show how it is found": a dialog in which the tree of a search grows call by call, folds and unfolds, and is predicted.
 *
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./minimax.js").Algorithm} Algorithm
 * @typedef {import("./minimax.js").Progress} Progress
 * @typedef {import("./minimax.js").Search} Search
 * @typedef {import("./predict-view.js").Task} Task
 * @typedef {import("./tree-drawing.js").Item} Item
 */

import { button, element, make } from "./dom.js";
import { AT_FIRST, callsByDepth, FoldedTree, firstDepth } from "./folding.js";
import { lineView } from "./line-view.js";
import { ALGORITHMS, countCalls, moveTo, progressAfter, scoreText, search, sideOfResult } from "./minimax.js";
import { canBe, cannotRead, counted, otherSide, SIDES } from "./node.js";
import { pathTo } from "./predict.js";
import { Prediction } from "./predict-view.js";
import { TreeDrawing } from "./tree-drawing.js";
import { isFoldable, TreeKeys } from "./tree-keys.js";
import { callSentences, ghostSentences, itemName } from "./tree-words.js";

/** @type {Record<Algorithm, { name: string, about: string }>} */
const ABOUT = {
  minimax: { name: "Plain minimax", about: "It tries every move, down to " },
  "alpha-beta": {
    name: "Alpha-beta",
    about:
      "Window (α, β): {x} is already sure of α, {o} of β. A call stops when α reaches β, because one of the two would not " +
      "let the game come here. Scores with ≥ or ≤ are bounds. Moves that are cut off are ghosts.",
  },
  memo: {
    name: "Memo",
    about:
      "It remembers what each position was worth, and does not look at the position again. Symmetric positions are not " +
      "taken as the same.",
  },
};

/** @type {Record<Task | "watch", string>} */
const TASKS = { watch: "Watch", values: "Back values up", cuts: "Mark the cuts", move: "Find the move" };

/** The speeds of the tree in events a second, slowest first. */
const SPEEDS = [0.5, 1, 2, 4, 8, 16];

/** Up to this speed, a screen reader announces every event. */
const TOLD_SPEED = 1;

export class SearchDialog {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    this.isForOne = source.isForOne;
    /** The positions that have been looked at since the dialog was opened. @type {Map<string, import("./node.js").Node>} */
    this.nodes = new Map();
    /** The position that is shown. */
    this.id = source.start;
    /** The side to move there. @type {0 | 1} */
    this.side = 0;
    this.folding = new FoldedTree(1, true);
    /** The searches with the present folding. @type {Map<Algorithm, Search>} */
    this.searches = new Map();
    /** How many calls there are; null if they are too many to count. @type {Map<Algorithm, number | null>} */
    this.totals = new Map();
    /** @type {Algorithm} */
    this.algorithm = "minimax";
    /** What the reader predicts, or null if the reader watches. @type {Prediction | null} */
    this.prediction = null;
    /** How many events are shown. */
    this.made = 1;
    /** @type {TreeDrawing | undefined} */
    this.tree = undefined;
    /** @type {TreeKeys | undefined} */
    this.keys = undefined;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.makeDialog();
    element("show-search").addEventListener("click", () => this.open());
  }

  /**
   * Offers to show the search of a position, if the game is not over.
   * @param {string} id @param {0 | 1} side the side to move
   */
  async offer(id, side) {
    this.id = id;
    this.side = side;
    element("viewer").hidden = this.source.node(id).over;
    element("no-search").textContent = "";
    const button = element("show-search");
    button.hidden = false;
    button.textContent = "Show how it is found";
    if (this.source.isHeld) {
      const calls = await countCalls(this.source, id);
      if (id === this.id && calls !== null) {
        button.textContent += ` (${counted(calls, "call", "calls")})`;
      }
    }
  }

  makeDialog() {
    const radios = ALGORITHMS.map((algorithm) => {
      const radio = make("input", { type: "radio", name: "algorithm", value: algorithm });
      radio.addEventListener("change", () => this.choose(algorithm));
      return make("label", {}, radio, make("span", {}, ABOUT[algorithm].name), make("b", { "data-calls": algorithm }));
    });
    const tasks = Object.entries(TASKS).map(([task, name]) => {
      const radio = make("input", { type: "radio", name: "task", value: task });
      radio.checked = task === "watch";
      radio.addEventListener("change", () => this.begin(/** @type {Task | "watch"} */ (task)));
      return make("label", {}, radio, name);
    });
    this.speed = make("input", {
      type: "range",
      id: "search-speed",
      min: "0",
      max: `${SPEEDS.length - 1}`,
      value: "1",
    });
    this.speed.addEventListener("input", () => this.timer !== undefined && this.play());
    this.depth = make("select", { id: "search-depth" });
    this.depth.addEventListener("change", () => this.foldAt(Number(this.depth?.value)));
    this.words = make("p", { id: "search-words", role: "status" });
    this.holder = make("div", { id: "search-tree" });
    this.part = make("section", {
      id: "search-part",
      tabindex: "0",
      "aria-label": "The part of the tree that you point at",
    });
    this.path = make("p", { class: "hint" });
    this.dialog = make(
      "dialog",
      { id: "search", "aria-labelledby": "search-heading" },
      make(
        "div",
        { class: "search-head" },
        make("h2", { id: "search-heading" }, "How it is found"),
        make("fieldset", { class: "tasks" }, make("legend", { class: "unseen" }, "What to do"), ...tasks),
        button({ id: "search-close" }, () => this.dialog?.close(), "Close"),
      ),
      make(
        "div",
        { class: "buttons" },
        make("fieldset", { class: "algorithms watching" }, make("legend", { class: "unseen" }, "Algorithm"), ...radios),
        make(
          "div",
          { class: "watching" },
          button({ id: "search-first" }, () => this.stepTo(1), "Start"),
          button({ id: "search-back" }, () => this.stepTo(this.made - 1), "Back"),
          button(
            { id: "search-play", autofocus: "" },
            () => (this.timer === undefined ? this.play() : this.pause()),
            "Play",
          ),
          button({ id: "search-on" }, () => this.stepTo(this.made + 1), "Step"),
          button({ id: "search-last" }, () => this.stepTo(Number.POSITIVE_INFINITY), "End"),
          make("label", { class: "search-field" }, "Speed ", this.speed),
        ),
        make(
          "div",
          { class: "predicting" },
          button({ id: "search-check" }, () => this.check(), "Check"),
          button({ id: "search-again" }, () => this.begin(this.task()), "Again"),
        ),
        make("label", { class: "search-field" }, "Depth ", this.depth),
      ),
      make("div", { class: "search-said" }, this.words, this.path),
      make("div", { class: "search-main" }, this.holder, this.part),
    );
    this.dialog.addEventListener("close", () => this.pause());
    document.body.append(this.dialog);
  }

  async open() {
    const { source, id } = this;
    const nodes = new Map();
    this.nodes = nodes;
    // What was read for an earlier opening is not shown.
    const isLate = () => nodes !== this.nodes || id !== this.id;
    element("no-search").textContent = source.isHeld ? "" : source.waiting;
    try {
      await this.offerDepths(isLate);
    } catch (error) {
      if (!isLate()) {
        element("no-search").textContent = cannotRead(error);
      }
      return;
    }
    if (isLate()) {
      return;
    }
    element("no-search").textContent = "";
    this.totals = new Map(ALGORITHMS.map((algorithm) => [algorithm, this.searchBy(algorithm).total]));
    this.showCounts();
    this.begin("watch");
    this.dialog?.showModal();
    this.show();
  }

  /**
   * Offers the depths at which the tree can be folded, and folds it at the first.
   * @param {() => boolean} isLate whether something else has been opened, or is shown
   */
  async offerDepths(isLate) {
    const { source, id } = this;
    const all = source.isHeld ? await countCalls(source, id) : null;
    const counts = await callsByDepth(source, id);
    if (isLate()) {
      return;
    }
    const options = counts.slice(1).map((calls, i) => {
      const text = `${i + 1} (${counted(calls, "call", "calls")})`;
      return make("option", { value: `${i + 1}` }, text);
    });
    if (all !== null) {
      options.push(make("option", { value: "Infinity" }, `all (${counted(all, "call", "calls")})`));
    }
    this.depth?.replaceChildren(...options);
    const depth = all !== null && all <= AT_FIRST ? Number.POSITIVE_INFINITY : firstDepth(counts);
    this.folding = new FoldedTree(depth, this.isCounted());
    this.searches.clear();
    this.totals.clear();
    if (this.depth) {
      this.depth.value = `${depth}`;
    }
  }

  /** @param {string} id */
  node(id) {
    const node = this.nodes.get(id) ?? this.source.node(id);
    this.nodes.set(id, node);
    return node;
  }

  /** @param {number} depth */
  foldAt(depth) {
    this.folding = new FoldedTree(depth, this.isCounted());
    this.searches.clear();
    this.begin(this.task());
  }

  /** What the reader does. */
  task() {
    const radio = this.dialog?.querySelector("input[name=task]:checked");
    return /** @type {Task | "watch"} */ (radio?.getAttribute("value") ?? "watch");
  }

  /** Begins to watch, or to predict. @param {Task | "watch"} task */
  begin(task) {
    const [plain, alphaBeta] = ALGORITHMS.map((algorithm) => this.searchBy(algorithm));
    for (const radio of this.dialog?.querySelectorAll("input[name=task]") ?? []) {
      const input = /** @type {HTMLInputElement} */ (radio);
      input.checked = input.value === task;
    }
    this.dialog?.classList.toggle("is-predicting", task !== "watch");
    this.prediction = task === "watch" ? null : new Prediction(task, plain, alphaBeta, this.source);
    element("search-check").hidden = task === "move";
    this.choose(task === "watch" ? this.algorithm : "minimax");
  }

  /** @param {Algorithm} algorithm */
  choose(algorithm) {
    this.pause();
    this.algorithm = algorithm;
    for (const radio of this.dialog?.querySelectorAll("input[name=algorithm]") ?? []) {
      const input = /** @type {HTMLInputElement} */ (radio);
      input.checked = input.value === algorithm;
    }
    this.made = this.search().events.length;
    this.draw();
    this.show();
  }

  draw() {
    const hasWindows = this.prediction === null ? undefined : this.prediction.task === "cuts";
    this.tree = new TreeDrawing(this.search(), this.source, hasWindows);
    this.keys = new TreeKeys(this.tree, {
      name: (item) => this.name(item),
      point: (item) => this.point(item),
      choose: (item) => this.take(item),
    });
    this.holder?.replaceChildren(this.tree.picture);
    this.point(null);
  }

  search() {
    return this.searchBy(this.algorithm);
  }

  /** @param {Algorithm} algorithm @returns {Search} */
  searchBy(algorithm) {
    // What was too much to count once is not counted again.
    this.folding.counts = this.isCounted() && this.totals.get(algorithm) !== null;
    const found = this.searches.get(algorithm) ?? search(this, this.id, algorithm, this.folding, this.side);
    this.searches.set(algorithm, found);
    return found;
  }

  /** Whether hidden calls are counted: their positions are in the page, and their tree ends. */
  isCounted() {
    return this.source.isHeld && !this.source.header.repeats;
  }

  /** The reader chooses a part of the tree: it folds, or it is an answer. @param {Item} item */
  async take(item) {
    const { folding, prediction } = this;
    try {
      if (prediction !== null) {
        await prediction.choose(item);
        if (prediction === this.prediction) {
          this.show();
          this.point(item);
        }
        return;
      }
      if (!isFoldable(item)) {
        return;
      }
      await this.source.learn(item.call.node.steps.map(({ next }) => next));
    } catch (error) {
      this.words?.replaceChildren(cannotRead(error));
      return;
    }
    // Meanwhile the reader may have chosen another depth, position or task.
    if (folding !== this.folding || this.prediction !== null) {
      return;
    }
    // Only what has been read is unfolded.
    item.kind === "symmetric" ? folding.toggleSymmetric(item.call) : folding.toggle(item.call);
    const { path } = item.call;
    const isAtEnd = this.made === this.search().events.length;
    this.searches.clear();
    const { events } = this.search();
    const at = events.findLastIndex(({ call, kind }) => call.path === path && kind === "return");
    this.pause();
    this.made = isAtEnd ? events.length : at + 1;
    this.draw();
    this.show();
    this.keys?.focus(path);
  }

  /** Grades the reader's prediction. */
  check() {
    this.prediction?.check();
    this.show();
  }

  /** The name of a part of the tree, with what is shown at it. @param {Item} item */
  name(item) {
    /** @param {string} of */
    const text = (of) => item.group.querySelector(of)?.textContent ?? "";
    const window = this.prediction === null ? text(".window") : "";
    return `${itemName(item, text(".number"))}${window && `: ${window}`}`;
  }

  /** Shows what is below the part of the tree that the reader points at. @param {Item | null} item */
  point(item) {
    const { tree, part, source } = this;
    tree?.light(this.prediction === null ? item : null);
    const refutation = this.prediction?.refutation ?? [];
    if (refutation.length > 0) {
      part?.replaceChildren(make("h3", {}, "The line that refutes it"), lineView(source, refutation));
      return;
    }
    if (item === null || tree === undefined || this.prediction?.isTold(item.call) === false) {
      const [of, ...how] = this.howToRead();
      part?.replaceChildren(make("h3", {}, of), ...how.map((words) => make("p", {}, words)));
      return;
    }
    const { kind, call, step } = item;
    const nextId = kind === "call" ? call.node.id : (step?.next ?? "");
    const sentences =
      kind === "call"
        ? callSentences(call, this.progressOf(call), tree.hasWindows)
        : kind === "ghost"
          ? ghostSentences(item, this.callsBelow(nextId))
          : [`They are worth as much as the move that is shown. Choose this to see them one by one.`];
    const isHidden = kind !== "call" || call.isFolded;
    const below =
      isHidden && source.isHeld ? this.small(nextId, kind === "call" ? call.mover : otherSide(call.mover)) : [];
    part?.replaceChildren(make("h3", {}, itemName(item)), make("p", {}, sentences.join(" ")), ...below);
  }

  /** A heading, and how to read the tree. */
  howToRead() {
    const { algorithm, isForOne } = this;
    const { name, about } = ABOUT[algorithm];
    const [x, o] = SIDES;
    const scores = this.source.header.scores
      ? `Scores are ${isForOne ? "points" : `${x}'s lead in points`}.`
      : isForOne
        ? "+1: the goal, 0: no end, −1: a dead end."
        : `+1: ${x} wins,${canBe(this.source, "draw") ? " 0: a draw," : ""} −1: ${o} wins.`;
    const takers = isForOne
      ? "The player takes the largest score,"
      : `${x} takes the largest score, ${o} the smallest, both`;
    const takes = `${scores} ${takers} the first of equals.`;
    if (this.prediction !== null) {
      return [
        TASKS[this.prediction.task],
        this.prediction.question,
        takes,
        "“Check” says what is right, and shows the line that refutes a mistake.",
      ];
    }
    const isLimited = this.search().calls.some(({ isFolded, hidden }) => isFolded && hidden === null);
    const end = isLimited ? "the depth that you choose." : "the end of the game.";
    const hides = isLimited
      ? "The calls below it are not made: its score is the table's."
      : "Folding hides calls, and does not change the search.";
    const folded = `⊞ is folded: choose it to unfold it. ${hides}`;
    return [
      name,
      algorithm === "minimax"
        ? about + end
        : isForOne && algorithm !== "memo"
          ? "It cuts nothing off in a game for one."
          : about.replace("{x}", x).replace("{o}", o),
      takes,
      folded,
      "Go to a position, also with the arrow keys, to see what is below it.",
    ];
  }

  /** How many calls plain minimax makes from a position; null if they are too many to count. @param {string} id */
  callsBelow(id) {
    const isCounted = this.isCounted() && this.totals.get("minimax") !== null;
    return isCounted ? search(this, id, "minimax", new FoldedTree(0, true)).total : null;
  }

  /** A small tree of the moves from a position. @param {string} id @param {0 | 1} mover */
  small(id, mover) {
    const found = search(this, id, "minimax", new FoldedTree(1, false), this.node(id).mover ?? mover);
    const tree = new TreeDrawing(found, this.source);
    for (const call of found.calls.filter(({ like }) => like === null)) {
      const isOnLine = call === found.calls[0].chosen;
      tree.ask(call, scoreText(call), { side: sideOfResult(call), isOnLine });
    }
    tree.picture.setAttribute("role", "img");
    tree.picture.setAttribute("aria-label", "The moves from here, with the table's scores");
    return [tree.picture];
  }

  /** @param {import("./minimax.js").Call} call */
  progressOf(call) {
    const progress = progressAfter(this.search(), this.made);
    return /** @type {Progress} */ (progress.get(call));
  }

  /** Shows the tree after this many events, and pauses. @param {number} made */
  stepTo(made) {
    this.pause();
    this.made = Math.max(1, Math.min(made, this.search().events.length));
    this.show();
  }

  play() {
    clearInterval(this.timer);
    if (this.made === this.search().events.length) {
      this.made = 0;
    }
    const speed = SPEEDS[Number(this.speed?.value)];
    this.timer = setInterval(() => this.grow(), 1000 / speed);
    element("search-play").textContent = "Pause";
    this.words?.setAttribute("aria-live", speed > TOLD_SPEED ? "off" : "polite");
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    element("search-play").textContent = "Play";
    this.words?.setAttribute("aria-live", "polite");
  }

  grow() {
    this.made += 1;
    if (this.made === this.search().events.length) {
      this.pause();
    }
    this.show();
  }

  show() {
    const { events } = this.search();
    const { call, words } = events[this.made - 1];
    this.tree?.show(progressAfter(this.search(), this.made), call);
    if (this.prediction !== null && this.tree !== undefined) {
      this.prediction.show(this.tree);
    }
    this.keys?.nameAll();
    const path = ["Path: this position", ...pathTo(call).map(moveTo)];
    this.path?.replaceChildren(this.prediction === null ? path.join(" → ") : "");
    if (this.words) {
      this.words.textContent = this.prediction?.words ?? `${this.made} of ${events.length}: ${words}`;
    }
    element("search-back").setAttribute("aria-disabled", `${this.made === 1}`);
    element("search-on").setAttribute("aria-disabled", `${this.made === events.length}`);
    if (this.prediction === null) {
      this.bringIntoSight();
    }
  }

  /** Scrolls the tree until the current call is visible. */
  bringIntoSight() {
    const { holder, tree } = this;
    if (holder === undefined || tree === undefined) {
      return;
    }
    const { left, top, right, bottom } = tree.placeOf(this.search().events[this.made - 1]);
    const within = (
      /** @type {number} */ low,
      /** @type {number} */ high,
      /** @type {number} */ at,
      /** @type {number} */ size,
    ) => Math.max(Math.min(at, low), high - size);
    holder.scrollTo({
      left: within(left, right, holder.scrollLeft, holder.clientWidth),
      top: within(top, bottom, holder.scrollTop, holder.clientHeight),
    });
  }

  /** Shows the number of calls of the three searches side by side. */
  showCounts() {
    const plain = this.totals.get("minimax") ?? null;
    for (const shown of this.dialog?.querySelectorAll("[data-calls]") ?? []) {
      const algorithm = /** @type {Algorithm} */ (shown.getAttribute("data-calls"));
      const total = this.totals.get(algorithm) ?? null;
      const part = algorithm === "minimax" || plain === null || total === null ? "" : ` (${percent(total / plain)})`;
      shown.textContent = total === null ? "too many to count" : `${counted(total, "call", "calls")}${part}`;
    }
  }
}

/** "32 %", or "2.9 %" of what is small. @param {number} part */
const percent = (part) => `${(100 * part).toFixed(part < 0.095 ? 1 : 0)} %`;
