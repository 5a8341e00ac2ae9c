/**
 * "Show how it is found": a dialog in which the tree of a search grows call by call.
 *
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./minimax.js").Algorithm} Algorithm
 * @typedef {import("./minimax.js").Search} Search
 */

import { element, make } from "./dom.js";
import { ALGORITHMS, countCalls, MOST_CALLS, progressAfter, search } from "./minimax.js";
import { counted, sideName } from "./node.js";
import { TreeDrawing } from "./tree-drawing.js";

/** @type {Record<Algorithm, { name: string, about: string }>} */
const ABOUT = {
  minimax: { name: "Plain minimax", about: "It tries every move, down to the end of the game." },
  "alpha-beta": {
    name: "Alpha-beta",
    about:
      "Window (α, β): X is already sure of α, O of β. A call stops when α reaches β, because one of the two would not " +
      "let the game come here. Scores with ≥ or ≤ are bounds.",
  },
  memo: {
    name: "Memo",
    about:
      "It remembers what each position was worth, and does not look at the position again. Symmetric positions are not " +
      "taken as the same.",
  },
};

/** The speeds of the tree in events a second, slowest first. */
const SPEEDS = [0.5, 1, 2, 4, 8, 16];

/** Up to this speed, a screen reader announces every event. */
const TOLD_SPEED = 1;

export class SearchDialog {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    /** The position that is shown. */
    this.id = source.start;
    /** @type {Map<Algorithm, Search>} */
    this.searches = new Map();
    /** @type {Algorithm} */
    this.algorithm = "minimax";
    /** How many events are shown. */
    this.made = 1;
    /** @type {TreeDrawing | undefined} */
    this.tree = undefined;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.makeDialog();
    element("show-search").addEventListener("click", () => this.open());
  }

  /** Offers to show the search of a position if it is small enough. Otherwise says why not. @param {string} id */
  async offer(id) {
    this.id = id;
    const button = element("show-search");
    const why = element("no-search");
    const { over } = this.source.node(id);
    element("viewer").hidden = over;
    if (over || this.source.header.repeats) {
      button.hidden = true;
      why.textContent = "Play can come back to a position in this game, so minimax has no tree that ends.";
      return;
    }
    if (this.source.isHeld) {
      await this.count();
    } else {
      // To count the calls, hundreds of positions are read from the server. That waits for a click.
      button.hidden = false;
      button.textContent = "Show how it is found";
      why.textContent = "";
    }
  }

  /** Counts the calls of the position that is shown. Returns whether their tree can be shown, and otherwise says why not. */
  async count() {
    const { id } = this;
    // The board reports a table that cannot be read.
    const calls = await countCalls(this.source, id).catch(() => null);
    if (id !== this.id) {
      return false;
    }
    const button = element("show-search");
    button.hidden = calls === null;
    button.textContent = `Show how it is found (${counted(calls ?? 0, "call", "calls")})`;
    element("no-search").textContent =
      calls === null
        ? `Minimax takes more than ${MOST_CALLS} calls here. Nearer to the end its tree can be shown.`
        : "";
    return calls !== null;
  }

  makeDialog() {
    const radios = ALGORITHMS.map((algorithm) => {
      const radio = make("input", { type: "radio", name: "algorithm", value: algorithm });
      radio.addEventListener("change", () => this.choose(algorithm));
      return make("label", {}, radio, ` ${ABOUT[algorithm].name}: `, make("b", { "data-calls": algorithm }));
    });
    const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ action) => {
      const made = make("button", { type: "button", id }, text);
      made.autofocus = id === "search-play";
      made.addEventListener("click", action);
      return made;
    };
    this.speed = make("input", {
      type: "range",
      id: "search-speed",
      min: "0",
      max: `${SPEEDS.length - 1}`,
      value: "1",
    });
    this.speed.addEventListener("input", () => this.timer !== undefined && this.play());
    this.about = make("p", { class: "hint" });
    this.words = make("p", { id: "search-words", role: "status" });
    this.holder = make("div", { id: "search-tree", tabindex: "0", role: "region", "aria-label": "The tree" });
    this.path = make("p", { class: "hint" });
    this.dialog = make(
      "dialog",
      { id: "search", "aria-labelledby": "search-heading" },
      make(
        "div",
        { class: "search-head" },
        make("h2", { id: "search-heading" }, "How it is found"),
        button("search-close", "Close", () => this.dialog?.close()),
      ),
      make(
        "p",
        { class: "hint" },
        this.source.header.scores ? "Scores are X's lead in points. " : "+1: X wins, 0: a draw, −1: O wins. ",
        "X takes the largest score, O the smallest, both the first of equals.",
      ),
      make("fieldset", { class: "algorithms" }, make("legend", { class: "unseen" }, "Algorithm"), ...radios),
      this.about,
      make(
        "div",
        { class: "buttons" },
        button("search-first", "Start", () => this.stepTo(1)),
        button("search-back", "Back", () => this.stepTo(this.made - 1)),
        button("search-play", "Play", () => (this.timer === undefined ? this.play() : this.pause())),
        button("search-on", "Step", () => this.stepTo(this.made + 1)),
        button("search-last", "End", () => this.stepTo(Number.POSITIVE_INFINITY)),
        make("label", { for: "search-speed" }, "Speed"),
        this.speed,
      ),
      this.words,
      this.path,
      this.holder,
    );
    this.dialog.addEventListener("close", () => this.pause());
    document.body.append(this.dialog);
  }

  async open() {
    if (!this.source.isHeld) {
      element("no-search").textContent = this.source.waiting;
      if (!(await this.count())) {
        return;
      }
    }
    this.searches = new Map(ALGORITHMS.map((algorithm) => [algorithm, search(this.source, this.id, algorithm)]));
    this.showCounts();
    this.choose(this.algorithm);
    this.dialog?.showModal();
    this.show();
  }

  /** @param {Algorithm} algorithm */
  choose(algorithm) {
    this.pause();
    this.algorithm = algorithm;
    this.made = 1;
    for (const radio of this.dialog?.querySelectorAll("input[name=algorithm]") ?? []) {
      const input = /** @type {HTMLInputElement} */ (radio);
      input.checked = input.value === algorithm;
    }
    this.about?.replaceChildren(ABOUT[algorithm].about);
    this.tree = new TreeDrawing(this.search(), this.source.drawing);
    this.holder?.replaceChildren(this.tree.picture);
    this.show();
  }

  search() {
    return /** @type {Search} */ (this.searches.get(this.algorithm));
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
    /** @type {string[]} */
    const path = [];
    for (let above = /** @type {typeof call | null} */ (call); above !== null; above = above.parent) {
      path.unshift(
        above.parent === null ? "Path: this position" : `${sideName(above.parent.mover)} ${above.step?.text}`,
      );
    }
    this.path?.replaceChildren(path.join(" → "));
    this.tree?.show(progressAfter(this.search(), this.made), call);
    if (this.words) {
      this.words.textContent = `${this.made} of ${events.length}: ${words}`;
    }
    element("search-back").setAttribute("aria-disabled", `${this.made === 1}`);
    element("search-on").setAttribute("aria-disabled", `${this.made === events.length}`);
    this.bringIntoSight();
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
    const plain = this.searches.get("minimax")?.calls.length ?? 1;
    for (const shown of this.dialog?.querySelectorAll("[data-calls]") ?? []) {
      const algorithm = /** @type {Algorithm} */ (shown.getAttribute("data-calls"));
      const calls = this.searches.get(algorithm)?.calls.length ?? 0;
      const part = algorithm === "minimax" ? "" : ` (${Math.round((100 * calls) / plain)} %)`;
      shown.textContent = `${counted(calls, "call", "calls")}${part}`;
    }
  }
}
