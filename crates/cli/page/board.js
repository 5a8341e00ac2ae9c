/**
 * The board: its cells are buttons. Below them is the ground of the board. Above them are the last move, the arrows and
 * the values.
 * In games in which pieces fall, each column is a button.
 *
 * @typedef {import("./node.js").Drawing} Drawing
 * @typedef {import("./node.js").Outline} Outline
 * @typedef {import("./node.js").Step} Step
 * @typedef {import("./layout.js").Box} Box
 *
 * @typedef {object} Shown What the board shows.
 * @property {string} id The position's id.
 * @property {string[]} path The ids of the positions from the start to this one. If the board shows it, the move is
 *   animated.
 * @property {string[]} pieces
 * @property {string[]} owners For pieces that do not say whose they are: "x" or "o", who made them.
 * @property {number[]} line
 * @property {string} [loser] "x" or "o", who has lost.
 * @property {Step[]} steps The moves that can be chosen; empty if nobody can choose.
 * @property {number[]} chosen The cells chosen so far.
 * @property {Step | null} last The move that led here.
 * @property {boolean} values Whether the moves have their worth.
 * @property {Step | null} hinted A move that is recommended.
 * @property {string[]} first The pieces at the start.
 * @property {string[]} former The pieces before the last move.
 * @property {number[]} asked The cells of the recommended move.
 */

import { cellsChanged, isTo, targets } from "./choosing.js";
import { button, make, makeSvg } from "./dom.js";
import { groundOf, strokeOf } from "./ground.js";
import { centreOf, cornerOf, layoutOf, placeIn, roomAt, VALUES } from "./layout.js";
import { motionsOf } from "./motion.js";
import { worthWords } from "./node.js";
import { arrows, beacons, brackets, labelLayer, pushArrow } from "./overlay.js";
import { drawnPiece, isCount, pieceName, seenIn } from "./pieces.js";

/** Outlines that cannot be chosen. @type {Outline[]} */
const PASSIVE = ["box", "store"];

export class Board {
  /**
   * @param {HTMLElement} root @param {Drawing} drawing @param {(cell: number) => void} onChoose
   * @param {(cell: number | null) => void} onPoint called with the cell that a reader points at
   */
  constructor(root, drawing, onChoose, onPoint) {
    this.root = root;
    this.drawing = drawing;
    this.onChoose = onChoose;
    this.onPoint = onPoint;
    this.isFlipped = false;
    /** Whether the reader chose the focused cell with the keyboard. Then the arrow keys move the focus. */
    this.byKeys = true;
    /** The button that the arrow keys have reached, as an index of `buttons`. */
    this.focused = 0;
    /** @type {Shown | null} */
    this.shown = null;
    /** The chosen cells of the moves that are shown, as text. */
    this.begun = "";
    /** The elements that show pieces: buttons, or parts of buttons in games in which pieces fall. @type {HTMLElement[]} */
    this.cells = [];
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    /** The cell of each button: its only one, or the top cell of its column. @type {number[]} */
    this.cellOfButton = [];
    this.under = makeSvg("svg", { class: "under", "aria-hidden": "true" });
    this.stroke = makeSvg("g");
    this.before = makeSvg("svg", { class: "before", "aria-hidden": "true" });
    this.over = makeSvg("svg", { class: "over", "aria-hidden": "true" });
    this.labels = make("div", { class: "labels", "aria-hidden": "true" });
    root.addEventListener("keydown", (event) => this.moveFocus(event));
    root.addEventListener("pointerdown", () => {
      this.byKeys = false;
    });
    root.addEventListener("focusin", (event) => {
      this.byKeys = event.target instanceof Element && event.target.matches(":focus-visible");
      if (this.byKeys) {
        onPoint(this.cellOfButton[this.focused]);
      }
    });
    root.addEventListener("pointerleave", () => onPoint(null));
    root.addEventListener("focusout", () => onPoint(null));
    this.layout = layoutOf(drawing);
    this.make();
  }

  /** Turns the board by half a turn. Returns false if pieces fall. */
  flip() {
    if (this.drawing.falls) {
      return false;
    }
    this.isFlipped = !this.isFlipped;
    this.layout = layoutOf(this.drawing, { flipped: this.isFlipped });
    this.make();
    return true;
  }

  make() {
    const { root, drawing, layout } = this;
    const { width, height } = layout;
    [this.buttons, this.cellOfButton, this.shown] = [[], [], null];
    root.style.setProperty("--width", `${width}`);
    root.style.setProperty("--height", `${height}`);
    root.className = `${drawing.surface} ${drawing.style}s`;
    for (const picture of [this.under, this.before, this.over]) {
      picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    }
    const { under, before } = groundOf(drawing, layout, true);
    this.under.replaceChildren(...under);
    this.before.replaceChildren(...before);
    // Discs in a frame fill their cells: the line is before them.
    (drawing.falls ? this.before : this.under).append(this.stroke);
    const parts = drawing.falls ? this.makeColumns() : this.makeCells();
    for (const [cell, element] of this.cells.entries()) {
      element.dataset.cell = `${cell}`;
      element.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.onPoint(cell));
    }
    root.replaceChildren(this.under, ...parts, this.before, this.over, this.labels);
  }

  makeCells() {
    const { boxes } = this.layout;
    /** @type {HTMLElement[]} */
    const made = [];
    for (const cell of this.inReadingOrder()) {
      const isPassive = PASSIVE.includes(boxes[cell].outline);
      made[cell] = isPassive ? make("div", { role: "img" }) : this.makeButton(cell);
      placeIn(made[cell], boxes[cell], this.layout);
    }
    this.cells = made;
    if (this.drawing.kind !== "squares") {
      this.root.setAttribute("role", "group");
      return this.cells;
    }
    this.root.setAttribute("role", "grid");
    const rows = Map.groupBy(this.inReadingOrder(), (cell) => boxes[cell].y);
    return [...rows.values()].map((row) => {
      const cells = row.map((cell) => make("div", { role: "gridcell" }, this.cells[cell]));
      return make("div", { role: "row" }, ...cells);
    });
  }

  /** The cells in the order in which they are made; the rows of squares from the top. */
  inReadingOrder() {
    const cells = [...this.drawing.places.keys()];
    return this.isFlipped && this.drawing.kind === "squares" ? cells.reverse() : cells;
  }

  makeColumns() {
    const { boxes, height } = this.layout;
    this.root.setAttribute("role", "group");
    this.cells = boxes.map((box) => {
      const cell = make("span", { class: "cell square" });
      placeIn(cell, { ...box, x: 0 }, { width: 1, height });
      return cell;
    });
    const columns = Map.groupBy(boxes.keys(), (cell) => boxes[cell].x);
    return [...columns.values()].map((cells) => {
      const button = this.makeButton(cells[0]);
      button.className = "column";
      placeIn(button, { ...boxes[cells[0]], y: 0, height }, this.layout);
      button.append(...cells.map((cell) => this.cells[cell]));
      return button;
    });
  }

  /** @param {number} cell */
  makeButton(cell) {
    const index = this.buttons.length;
    const made = button({}, () => {
      this.focused = index;
      this.onChoose(cell);
    });
    this.buttons.push(made);
    this.cellOfButton.push(cell);
    return made;
  }

  /** The column of a cell, from 0. @param {number} cell */
  columnOf(cell) {
    return Math.round(this.layout.boxes[cell].x - this.layout.margins.left);
  }

  /** @param {Shown} shown */
  show(shown) {
    const { drawing, layout } = this;
    const next = drawing.falls ? new Map() : targets(shown.steps, shown.chosen);
    const isAfter = this.shown !== null && this.shown.id === shown.path.at(-2) && shown.last !== null;
    const motions =
      isAfter && this.shown !== null && shown.last !== null
        ? motionsOf(drawing, layout.boxes, shown.last, this.shown.pieces, shown.pieces)
        : new Map();
    for (const [cell, element] of this.cells.entries()) {
      this.showCell(cell, element, shown, next.get(cell), motions.get(cell));
    }
    if (drawing.falls) {
      this.showColumns(shown);
    }
    this.stroke.replaceChildren(...strokeOf(layout.boxes, shown.line));
    this.showMoves(shown);
    this.sow(motions);
    this.showFocus();
    this.shown = shown;
  }

  /** Shows the arrows and the values of the moves that begin with the chosen cells. @param {Shown} shown */
  showMoves(shown) {
    const { drawing, layout } = this;
    this.begun = `${shown.chosen}`;
    this.over.replaceChildren(
      ...brackets(drawing, layout.boxes, shown.asked.length > 0 ? [] : this.marked(shown)),
      ...beacons(drawing, layout.boxes, shown.asked),
      ...arrows(drawing, layout.boxes, shown),
    );
    this.labels.replaceChildren(...(shown.values ? labelLayer(this.labelsOf(shown), layout) : []));
  }

  /** The cells that are marked for the last move: where it ends, or all that are taken. @param {Shown} shown */
  marked({ last, pieces, former }) {
    const { places, surface } = this.drawing;
    return surface === "heaps" ? cellsChanged(former, pieces) : [...places.keys()].filter((cell) => isTo(last, cell));
  }

  /**
   * @param {number} cell @param {HTMLElement} element @param {Shown} shown @param {Step | undefined} step the best move
   *   that the cell leads to @param {import("./motion.js").Motion | undefined} motion
   */
  showCell(cell, element, shown, step, motion) {
    const piece = shown.pieces[cell];
    const { drawing } = this;
    const { outline, width, height } = this.layout.boxes[cell];
    const words = [drawing.names[cell]];
    const classes = ["cell", outline];
    const children = [];
    if (piece === "") {
      classes.push(...(shown.first[cell] === "" ? [] : ["emptied"]));
      const isNamed = drawing.kind === "hexagons" || outline === "lying" || outline === "standing";
      const isNumbered = drawing.surface === "paper" || isNamed;
      children.push(...(isNumbered ? [make("span", { class: "cell-name" }, drawing.names[cell])] : []));
    } else {
      const [seen, owner] = seenIn(piece, shown.owners[cell] ?? "", outline);
      const drawn = drawnPiece(seen, drawing.style, owner);
      if (motion !== undefined) {
        drawn.classList.add(motion.kind);
        drawn.style.setProperty("--from-x", `${(100 * motion.right) / width}%`);
        drawn.style.setProperty("--from-y", `${(100 * motion.down) / height}%`);
        drawn.style.setProperty("--far", `${Math.sqrt(Math.abs(motion.down) + Math.abs(motion.right))}`);
        drawn.style.animationDelay = `${motion.delay}s`;
      }
      children.push(drawn);
    }
    // A shown value implies that the cell is empty.
    words.push(
      ...(piece !== "" ? [pieceName(piece, drawing.style)] : step !== undefined && shown.values ? [] : ["empty"]),
    );
    if (step !== undefined) {
      classes.push("open", ...(shown.chosen.length > 0 ? ["reached"] : []));
      if (shown.values) {
        classes.push(step.outcome, ...(step.optimal ? ["best"] : []));
        words.push(worthWords(step), ...(step.optimal ? ["best"] : []));
      }
    }
    if (shown.chosen.includes(cell)) {
      classes.push("chosen");
      words.push("chosen");
    }
    if (shown.asked.includes(cell)) {
      classes.push("hinted");
    }
    const gain = Number(piece) - Number(shown.former[cell]);
    if (drawing.motion === "sow" && gain > 0) {
      children.push(make("span", { class: "gain", "data-text": `+${gain}` }));
    }
    if (outline === "store" && shown.loser !== undefined) {
      const isFirst = drawing.outlines.indexOf("store") === cell;
      classes.push(...(isFirst === (shown.loser === "o") ? ["won"] : []));
    }
    if (isTo(shown.last, cell)) {
      classes.push("last");
      words.push("the last move");
    }
    if (shown.line.includes(cell)) {
      classes.push("line");
      words.push("in the line");
    }
    if (piece === `${shown.loser}-king`) {
      classes.push("mated");
      words.push("mated");
    }
    element.className = classes.join(" ");
    element.replaceChildren(...children);
    if (!drawing.falls) {
      element.setAttribute("aria-label", words.join(", "));
    }
  }

  /** @param {Shown} shown */
  showColumns(shown) {
    for (const [column, button] of this.buttons.entries()) {
      const cells = [...this.cells.keys()].filter((cell) => this.columnOf(cell) === column);
      const step = this.stepOf(shown, column);
      const pieces = cells
        .toReversed()
        .flatMap((cell) => (shown.pieces[cell] === "" ? [] : [pieceName(shown.pieces[cell], this.drawing.style)]));
      const words = [`column ${column + 1}`, pieces.length === 0 ? "empty" : `from the bottom ${pieces.join(" ")}`];
      button.classList.toggle("open", step !== undefined);
      if (step?.to != null) {
        this.cells[step.to].classList.add("target");
        if (shown.values) {
          words.push(worthWords(step), ...(step.optimal ? ["best"] : []));
        }
      } else if (pieces.length === cells.length) {
        words.push("full");
      }
      if (shown.last?.to != null && this.columnOf(shown.last.to) === column) {
        words.push("the last move");
      }
      button.setAttribute("aria-label", words.join(", "));
    }
  }

  /** The move of a column. @param {Shown} shown @param {number} column */
  stepOf({ steps }, column) {
    return steps.find((step) => step.to !== null && this.columnOf(step.to) === column);
  }

  /** The values and their places. @param {Shown} shown @returns {import("./overlay.js").Label[]} */
  labelsOf(shown) {
    const { boxes } = this.layout;
    if (this.drawing.falls) {
      return this.cellOfButton.flatMap((cell, column) => {
        const step = this.stepOf(shown, column);
        const box = { ...boxes[cell], y: 0.02, height: VALUES - 0.16 };
        return step === undefined ? [] : [{ step, box, isOnPiece: false }];
      });
    }
    const isHeap = this.drawing.surface === "heaps";
    const [from] = shown.chosen;
    return [...targets(shown.steps, shown.chosen)].map(([cell, step]) => {
      const isPush = this.drawing.motion === "push" && from !== undefined;
      const isOnPiece = isPush || (!isHeap && shown.pieces[cell] !== "");
      const box =
        isOnPiece && step.to !== null
          ? cornerOf(boxes, cell, shown.steps)
          : roomAt(boxes[cell], isHeap, from === undefined ? undefined : boxes[from]);
      return { step, box, isOnPiece };
    });
  }

  /** Lets a seed fly to each pit that gets some. @param {Map<number, import("./motion.js").Motion>} motions */
  sow(motions) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      return;
    }
    for (const [cell, { kind, right, down, delay }] of motions) {
      if (kind === "sown") {
        const to = centreOf(this.layout.boxes[cell]);
        const seed = makeSvg("circle", { cx: to.x, cy: to.y, r: 0.09, class: "flying" });
        this.over.append(seed);
        const frames = [{ transform: `translate(${right}px, ${down}px)` }, { transform: "none" }];
        const flight = seed.animate(frames, { duration: 260, delay: 1000 * (delay - 0.13), fill: "both" });
        flight.finished.then(
          () => seed.remove(),
          () => {},
        );
      }
    }
  }

  /**
   * Shows what a choice would change: pieces that would come, pieces that would go, and the moves that it begins.
   * @param {{ pieces: string[], owners: string[] } | null} next null to show the position again
   * @param {number[]} chosen the cells chosen then @param {Step} [step] the move, if the choice completes one
   */
  preview(next, chosen, step) {
    if (this.shown !== null && this.begun !== `${chosen}`) {
      this.showMoves({ ...this.shown, chosen });
    }
    for (const ghost of this.root.querySelectorAll(".ghost")) {
      ghost.remove();
    }
    if (this.drawing.motion === "push" && step?.from != null && step.to !== null) {
      const [from, to] = [step.from, step.to].map((cell) => centreOf(this.layout.boxes[cell]));
      this.over.append(pushArrow(from, to, "arrow ghost", true));
    }
    for (const [cell, element] of this.cells.entries()) {
      const [piece, after] = [this.shown?.pieces[cell] ?? "", next?.pieces[cell] ?? ""];
      const changes = next !== null && piece !== after;
      element.classList.toggle("going", changes && (after === "" || (isCount(after) && Number(after) < Number(piece))));
      element.classList.toggle("gaining", changes && isCount(after) && Number(after) > Number(piece));
      element.classList.toggle("turning", changes && piece !== "" && after !== "" && !isCount(after));
      if (changes && after !== "" && !isCount(after)) {
        const [seen, owner] = seenIn(after, next?.owners[cell] ?? "", this.layout.boxes[cell].outline);
        const ghost = drawnPiece(seen, this.drawing.style, owner);
        ghost.classList.replace("mark", "ghost");
        ghost.removeAttribute("data-piece");
        element.append(ghost);
      }
    }
  }

  /** @param {KeyboardEvent} event */
  moveFocus(event) {
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    // With one of these modifiers, the key belongs to the browser.
    const held = event.altKey || event.ctrlKey || event.metaKey;
    const way = ways[event.key];
    if (held || (way === undefined && event.key !== "Home" && event.key !== "End")) {
      return;
    }
    // After a click, the keys to the left and to the right belong to the page, which takes moves back.
    if (!this.byKeys && way !== undefined && way[0] !== 0) {
      return;
    }
    this.byKeys = true;
    event.preventDefault();
    event.stopPropagation();
    if (way === undefined) {
      this.focused = this.endOfRow(event.key === "Home" ? -1 : 1);
    } else {
      this.focused = this.neighbour(way) ?? this.focused;
    }
    this.showFocus();
    this.focus();
  }

  /** The nearest button in a direction. @param {[number, number]} way */
  neighbour([right, down]) {
    const here = this.middle(this.focused);
    let [nearest, least] = [/** @type {number | null} */ (null), Number.POSITIVE_INFINITY];
    for (const index of this.buttons.keys()) {
      const { x, y } = this.middle(index);
      const along = (x - here.x) * right + (y - here.y) * down;
      const aside = Math.abs((x - here.x) * down) + Math.abs((y - here.y) * right);
      if (along > 0.01 && aside <= along + 0.01 && along + 2 * aside < least) {
        [nearest, least] = [index, along + 2 * aside];
      }
    }
    return nearest;
  }

  /** The first or the last button of the row. @param {-1 | 1} way */
  endOfRow(way) {
    const here = this.middle(this.focused);
    const row = [...this.buttons.keys()].filter((index) => Math.abs(this.middle(index).y - here.y) < 0.3);
    return row.reduce((end, index) => ((this.middle(index).x - this.middle(end).x) * way > 0 ? index : end));
  }

  /** @param {number} button */
  middle(button) {
    return centreOf(this.layout.boxes[this.cellOfButton[button]]);
  }

  /** Only one button at a time can be reached with the Tab key. */
  showFocus() {
    for (const [index, button] of this.buttons.entries()) {
      button.tabIndex = index === this.focused ? 0 : -1;
    }
  }

  focus() {
    this.buttons[this.focused].focus();
  }
}
