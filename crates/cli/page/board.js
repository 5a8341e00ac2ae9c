/**
 * The board: its cells are buttons. A drawing over the buttons shows the links between cells, the moves and the winning
 * line.
 * In games in which pieces fall, each column is a button.
 *
 * @typedef {import("./node.js").Drawing} Drawing
 * @typedef {import("./node.js").Outline} Outline
 * @typedef {import("./node.js").Step} Step
 *
 * @typedef {object} Shown What the board shows.
 * @property {string} id The position's id. A new piece is animated.
 * @property {string[]} pieces
 * @property {number[]} line
 * @property {Step[]} steps The moves that can be chosen; empty if nobody can choose.
 * @property {number[]} chosen The cells chosen so far.
 * @property {Step | null} last The move that led here.
 * @property {boolean} values Whether the moves are coloured by their worth.
 */

import { candidates, cellsOf, targets } from "./choosing.js";
import { make, makeSvg } from "./dom.js";
import { compareWorths, worthWords } from "./node.js";
import { drawnPiece, pieceName } from "./pieces.js";

/** Width and height of a cell, in units of a cell. @type {Record<Outline, [number, number]>} */
const SIZES = {
  square: [1, 1],
  hexagon: [1, 1.155],
  point: [0.72, 0.72],
  lying: [1.6, 0.4],
  standing: [0.4, 1.6],
  box: [1.6, 1.6],
  pit: [0.92, 0.92],
  store: [0.92, 1.92],
};

/** Outlines that cannot be chosen. @type {Outline[]} */
const PASSIVE = ["box", "store"];

/** The number of arrows that a reader can distinguish. */
const ARROWS = 24;

/** The height of the row of values above the columns, in units of a cell. */
const VALUES = 0.62;

export class Board {
  /**
   * @param {HTMLElement} root @param {Drawing} drawing @param {boolean} marks whether pieces are marks rather than
   *   discs
   * @param {(cell: number) => void} onChoose
   */
  constructor(root, drawing, marks, onChoose) {
    this.root = root;
    this.drawing = drawing;
    /** @type {import("./pieces.js").Style} */
    this.style = marks ? "mark" : "disc";
    this.onChoose = onChoose;
    /** The button that the arrow keys have reached, as an index of `buttons`. */
    this.focused = 0;
    /** @type {string | null} */
    this.shown = null;
    this.boxes = boxesOf(drawing);
    this.under = makeSvg("svg", { class: "under", "aria-hidden": "true" });
    this.over = makeSvg("svg", { class: "over", "aria-hidden": "true" });
    this.width = Math.max(...this.boxes.map(({ x, width }) => x + width));
    this.height = Math.max(...this.boxes.map(({ y, height }) => y + height));
    /** The elements that show pieces: buttons, or parts of buttons in games in which pieces fall. @type {HTMLElement[]} */
    this.cells = [];
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    /** The cell of each button: its only one, or the top cell of its column. @type {number[]} */
    this.cellOfButton = [];
    this.make();
  }

  make() {
    const { root, drawing, width, height } = this;
    root.style.setProperty("--width", `${width}`);
    root.style.setProperty("--height", `${height}`);
    root.className = `${drawing.falls ? "columns" : drawing.outlines[0]}-board ${this.style}s`;
    for (const picture of [this.under, this.over]) {
      picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    }
    this.under.append(
      ...drawing.links.map(([from, to]) => {
        const [one, other] = [this.centre(from), this.centre(to)];
        return makeSvg("line", { x1: one.x, y1: one.y, x2: other.x, y2: other.y, class: "link" });
      }),
    );
    const parts = drawing.falls ? this.makeColumns() : this.makeCells();
    for (const [cell, element] of this.cells.entries()) {
      element.dataset.cell = `${cell}`;
    }
    root.replaceChildren(this.under, ...parts, this.over);
    root.addEventListener("keydown", (event) => this.moveFocus(event));
  }

  makeCells() {
    this.cells = this.boxes.map((box, cell) => {
      if (PASSIVE.includes(box.outline)) {
        const place = make("div", { role: "img" });
        this.place(place, box);
        return place;
      }
      const button = this.makeButton(cell);
      this.place(button, box);
      return button;
    });
    if (this.drawing.kind !== "squares") {
      this.root.setAttribute("role", "group");
      return this.cells;
    }
    this.root.setAttribute("role", "grid");
    const rows = Map.groupBy(this.cells.keys(), (cell) => this.boxes[cell].y);
    return [...rows.values()].map((row) => {
      const cells = row.map((cell) => make("div", { role: "gridcell" }, this.cells[cell]));
      return make("div", { role: "row" }, ...cells);
    });
  }

  makeColumns() {
    this.root.setAttribute("role", "group");
    this.cells = this.boxes.map((box) => {
      const cell = make("span", { class: "cell square" });
      this.place(cell, { ...box, x: 0 }, 1);
      return cell;
    });
    const columns = Map.groupBy(this.boxes.keys(), (cell) => this.boxes[cell].x);
    return [...columns.values()].map((cells) => {
      const button = this.makeButton(cells[0]);
      button.className = "column";
      this.place(button, { ...this.boxes[cells[0]], y: 0, height: this.height });
      button.append(make("span", { class: "value" }), ...cells.map((cell) => this.cells[cell]));
      return button;
    });
  }

  /** @param {number} cell */
  makeButton(cell) {
    const button = make("button", { type: "button" });
    const index = this.buttons.length;
    button.addEventListener("click", () => {
      this.focused = index;
      this.onChoose(cell);
    });
    this.buttons.push(button);
    this.cellOfButton.push(cell);
    return button;
  }

  /** @param {HTMLElement} element @param {Box} box @param {number} width of what it is placed in */
  place(element, box, width = this.width) {
    element.style.left = `${(100 * box.x) / width}%`;
    element.style.top = `${(100 * box.y) / this.height}%`;
    element.style.width = `${(100 * box.width) / width}%`;
    element.style.height = `${(100 * box.height) / this.height}%`;
  }

  /** The column of a cell, from 0. @param {number} cell */
  columnOf(cell) {
    return Math.round(this.boxes[cell].x);
  }

  /** @param {number} cell */
  centre(cell) {
    const { x, y, width, height } = this.boxes[cell];
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** @param {Shown} shown */
  show(shown) {
    const next = this.drawing.falls ? new Map() : targets(shown.steps, shown.chosen);
    const isNew = this.shown !== null && this.shown !== shown.id;
    for (const [cell, element] of this.cells.entries()) {
      this.showCell(cell, element, shown, next.get(cell), isNew);
    }
    if (this.drawing.falls) {
      this.showColumns(shown);
    }
    this.showPicture(shown);
    this.showFocus();
    this.shown = shown.id;
  }

  /**
   * @param {number} cell @param {HTMLElement} element @param {Shown} shown @param {Step | undefined} step the best move
   * that the cell leads to @param {boolean} isNew
   */
  showCell(cell, element, shown, step, isNew) {
    const piece = shown.pieces[cell];
    const { drawing } = this;
    const words = [drawing.names[cell]];
    const classes = ["cell", this.boxes[cell].outline];
    const children = [];
    if (piece === "") {
      children.push(...(this.style === "mark" ? [make("span", { class: "number" }, drawing.names[cell])] : []));
    } else {
      const drawn = drawnPiece(piece, this.style);
      if (isNew && isTo(shown.last, cell)) {
        this.setInMotion(drawn, cell, shown.last);
      }
      children.push(drawn);
    }
    // A shown value implies that the cell is empty.
    words.push(...(piece !== "" ? [pieceName(piece)] : step !== undefined && shown.values ? [] : ["empty"]));
    if (step !== undefined) {
      classes.push("open");
      if (shown.values) {
        classes.push(step.outcome, ...(step.optimal ? ["best"] : []));
        element.style.setProperty("--strength", `${strengthOf(step)}%`);
        children.push(" ", worthLabel(step));
        words.push(worthWords(step), ...(step.optimal ? ["best"] : []));
      }
    }
    if (shown.chosen.includes(cell)) {
      classes.push("chosen");
      words.push("chosen");
    }
    if (shown.last !== null && cellsOf(shown.last).includes(cell)) {
      classes.push(isTo(shown.last, cell) ? "last" : "left");
      words.push(...(isTo(shown.last, cell) ? ["the last move"] : []));
    }
    if (shown.line.includes(cell)) {
      classes.push("line");
      words.push("in the line");
    }
    element.className = classes.join(" ");
    element.replaceChildren(...children);
    if (!drawing.falls) {
      element.setAttribute("aria-label", words.join(", "));
    }
  }

  /** The origin of a piece, for the animation. @param {HTMLElement} drawn @param {number} cell @param {Step | null} last */
  setInMotion(drawn, cell, last) {
    const from = last?.from ?? null;
    if (from === null && !this.drawing.falls) {
      drawn.classList.add("new");
      return;
    }
    const [to, start] = [this.centre(cell), from === null ? { x: this.centre(cell).x, y: 0 } : this.centre(from)];
    const { width, height } = this.boxes[cell];
    drawn.style.setProperty("--from-x", `${(100 * (start.x - to.x)) / width}%`);
    drawn.style.setProperty("--from-y", `${(100 * (start.y - to.y)) / height}%`);
    drawn.classList.add("moved");
  }

  /** @param {Shown} shown */
  showColumns(shown) {
    for (const [column, button] of this.buttons.entries()) {
      const cells = [...this.boxes.keys()].filter((cell) => this.columnOf(cell) === column);
      const step = shown.steps.find((step) => step.to !== null && this.columnOf(step.to) === column);
      const pieces = cells
        .toReversed()
        .flatMap((cell) => (shown.pieces[cell] === "" ? [] : [pieceName(shown.pieces[cell])]));
      const words = [`column ${column + 1}`, pieces.length === 0 ? "empty" : `from the bottom ${pieces.join(" ")}`];
      const value = /** @type {HTMLElement} */ (button.querySelector(".value"));
      value.className = "value";
      value.replaceChildren();
      button.classList.toggle("open", step !== undefined);
      if (step?.to != null) {
        this.cells[step.to].classList.add("target");
        if (shown.values) {
          value.classList.add(step.outcome, ...(step.optimal ? ["best"] : []));
          value.style.setProperty("--strength", `${strengthOf(step)}%`);
          value.append(worthLabel(step));
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

  /** @param {Shown} shown */
  showPicture(shown) {
    const picture = [...this.brackets(shown.last), ...this.arrows(shown), ...this.stroke(shown.line)];
    this.over.replaceChildren(...picture);
  }

  /** The mark of the last move: the corners of a frame. @param {Step | null} last */
  brackets(last) {
    const cell = last === null ? undefined : cellsOf(last).findLast((cell) => isTo(last, cell));
    if (cell === undefined) {
      return [];
    }
    const { x, y, width, height } = this.boxes[cell];
    const [inset, length] = [0.07, 0.14];
    const [left, right, top, bottom] = [x + inset, x + width - inset, y + inset, y + height - inset];
    const corner = (
      /** @type {number} */ x,
      /** @type {number} */ y,
      /** @type {number} */ right,
      /** @type {number} */ down,
    ) => `M${x + right * length} ${y} H${x} V${y + down * length}`;
    const d = [
      corner(left, top, 1, 1),
      corner(right, top, -1, 1),
      corner(left, bottom, 1, -1),
      corner(right, bottom, -1, -1),
    ];
    return [makeSvg("path", { d: d.join(" "), class: "brackets" })];
  }

  /** The arrows of moves that lead from one cell to another. @param {Shown} shown */
  arrows({ pieces, steps, chosen, values }) {
    const moves = candidates(steps, chosen).filter(
      ({ from, to }) => from !== null && to !== null && pieces[from] !== "",
    );
    // Of several moves between two cells, only the best is drawn.
    const ranked = moves.toSorted(compareWorths);
    const seen = new Map(ranked.map((step) => [`${step.from}-${step.to}`, step]));
    if (seen.size > ARROWS || (!values && chosen.length === 0)) {
      return [];
    }
    return [...seen.values()].map((step) => {
      const [from, to] = [this.centre(step.from ?? 0), this.centre(step.to ?? 0)];
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      const [right, down] = [(to.x - from.x) / length, (to.y - from.y) / length];
      const [start, end, wing] = [0.3, length - 0.26, 0.1];
      const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
        `${from.x + right * along - down * aside} ${from.y + down * along + right * aside}`;
      const shaft = `M${at(start, 0)} L${at(end - 1.6 * wing, 0)}`;
      const head = `M${at(end - 1.6 * wing, wing)} L${at(end, 0)} L${at(end - 1.6 * wing, -wing)} Z`;
      const name = `arrow ${values ? step.outcome : ""} ${values && step.optimal ? "best" : ""}`;
      return makeSvg("g", { class: name }, makeSvg("path", { d: shaft, class: "shaft" }), makeSvg("path", { d: head }));
    });
  }

  /** The winning line. @param {number[]} line */
  stroke(line) {
    if (line.length < 2) {
      return [];
    }
    const [first, last] = [this.centre(line[0]), this.centre(line[line.length - 1])];
    const isStraight = line.every((cell) => {
      const { x, y } = this.centre(cell);
      return Math.abs((x - first.x) * (last.y - first.y) - (y - first.y) * (last.x - first.x)) < 0.01;
    });
    if (!isStraight) {
      return [];
    }
    const length = Math.hypot(last.x - first.x, last.y - first.y);
    const [right, down] = [(0.3 * (last.x - first.x)) / length, (0.3 * (last.y - first.y)) / length];
    const ends = { x1: first.x - right, y1: first.y - down, x2: last.x + right, y2: last.y + down };
    return ["halo", "winning"].map((name) => makeSvg("line", { ...ends, class: name, pathLength: 1 }));
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
    event.preventDefault();
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
    return this.centre(this.cellOfButton[button]);
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

/**
 * @typedef {{ x: number, y: number, width: number, height: number, outline: Outline }} Box A cell: its upper left
 *   corner and its size.
 */

/** @param {Drawing} drawing @returns {Box[]} */
export function boxesOf(drawing) {
  const flat = drawing.outlines[0] === "hexagon" ? 0.866 : 1;
  const boxes = drawing.places.map(([x, y], cell) => {
    const [width, height] = SIZES[drawing.outlines[cell]];
    return { x: x - width / 2, y: y * flat - height / 2, width, height, outline: drawing.outlines[cell] };
  });
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
  const above = drawing.falls ? VALUES : 0;
  return boxes.map((box) => ({ ...box, x: box.x - left, y: box.y - top + above }));
}

/** Whether a move ends on a cell. A move that takes a piece away does not. @param {Step | null} step @param {number} cell */
function isTo(step, cell) {
  return step !== null && (step.to ?? step.from) === cell;
}

/** The strength of a move's colour in percent. It is stronger if the end is nearer. @param {Step} step */
function strengthOf({ outcome, remoteness, score }) {
  if (score !== null) {
    return Math.min(100, 40 + 6 * Math.abs(score));
  }
  return outcome === "draw" ? 70 : Math.round(30 + 70 / (1 + Math.max(0, (remoteness ?? 9) - 1) / 4));
}

/**
 * The worth of a move, as the board shows it: in words if there is room, otherwise as a letter and a number.
 * @param {Step} step
 */
function worthLabel(step) {
  const [outcome, ...distance] = worthWords(step).split(" ");
  const far =
    step.outcome === "draw" || distance.length === 0
      ? []
      : [" ", make("span", { class: "distance" }, distance.join(" "))];
  const number =
    step.outcome === "draw" ? "" : `${step.score === null ? (step.remoteness ?? "") : Math.abs(step.score)}`;
  return make(
    "span",
    { class: "worth", "aria-hidden": "true" },
    make("span", { class: "full" }, make("span", { class: "outcome" }, step.optimal ? "★ " : "", outcome), ...far),
    make("span", {
      class: "brief",
      "data-text": `${step.optimal ? "★" : ""}${outcome.charAt(0).toUpperCase()}${number}`,
    }),
  );
}
