/**
 * Posters of a game: all its positions ply by ply, and the map of optimal play for one side. `perfect-play export tree`
 * and `export map` draw them for paper.
 *
 * @typedef {import("./node.js").Node} Node
 * @typedef {import("./node.js").Source} Source
 *
 * @typedef {object} Reached A position of all those that are symmetric to it.
 * @property {Node} node
 * @property {number[]} path The moves that lead there from the start.
 */

import { button, element, make, makeSvg } from "./dom.js";
import { layoutOf } from "./layout.js";
import { counted, leaderOf, SIDES, sideName, worthWords } from "./node.js";
import { seenPieces } from "./pieces.js";
import { smallBoard } from "./small-board.js";

/** The most positions of a poster, of those that are not symmetric. */
const MOST_POSITIONS = 1000;

/** The most cells of a board with a map. The boards in a map have one more size for each two plies. */
const MOST_CELLS = 9;

/** The width of a board of a poster, in pixels. */
const WIDTH = 48;

/** All positions, by ply; of symmetric ones, the one that is met first. @param {Source} source @returns {Reached[][]} */
export function positionsByPly(source) {
  const start = source.node(source.start);
  const met = new Set([start.kind]);
  const plies = [[{ node: start, path: /** @type {number[]} */ ([]) }]];
  for (;;) {
    const next = plies[plies.length - 1].flatMap(({ node, path }) =>
      node.steps.flatMap(({ kind, next, move }) => {
        const isNew = !met.has(kind);
        met.add(kind);
        return isNew ? [{ node: source.node(next), path: [...path, move] }] : [];
      }),
    );
    if (next.length === 0) {
      return plies;
    }
    plies.push(next);
  }
}

/** The side that wins a position under best play; null for a draw, and in an impartial game. @param {Node} node */
function winnerOf(node) {
  return node.mover === null ? null : leaderOf(node, node.mover);
}

/** The class of a position that a side wins. @param {Node} node */
const wonBy = (node) => ({ 0: "won-x", 1: "won-o", null: "won-none" })[`${winnerOf(node)}`] ?? "";

export class Posters {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    const { drawing, header, isHeld } = source;
    const hasMap = drawing?.kind === "squares" && !drawing.falls && drawing.places.length <= MOST_CELLS;
    const isOfMarks = header.lines !== undefined && hasMap;
    /** @type {[string, string, () => Element[]][]} */
    const posters = [];
    if (isHeld && drawing !== null && (header.canonical ?? Number.POSITIVE_INFINITY) <= MOST_POSITIONS) {
      posters.push(["all", "All positions", () => this.positions()]);
    }
    if (isHeld && isOfMarks) {
      posters.push(
        ["map-x", `Optimal play for ${SIDES[0]}`, () => this.map(0)],
        ["map-o", `Optimal play for ${SIDES[1]}`, () => this.map(1)],
      );
    }
    element("posters").hidden = posters.length === 0;
    for (const [id, name, draw] of posters) {
      element("poster-buttons").append(button({ id: `poster-${id}` }, () => this.open(name, draw()), name));
    }
  }

  /** @param {string} name @param {Element[]} poster */
  open(name, poster) {
    const close = button({}, () => dialog.close(), "Close");
    const enlarge = () => larger.setAttribute("aria-pressed", `${body.classList.toggle("larger")}`);
    const larger = button({ "aria-pressed": "false" }, enlarge, "Larger");
    const head = make("div", { class: "search-head" }, make("h2", { id: "poster-heading" }, name), larger, close);
    const body = make("div", { class: "poster", tabindex: "0", role: "region", "aria-label": name }, ...poster);
    const dialog = make("dialog", { id: "poster", "aria-labelledby": "poster-heading" }, head, body);
    dialog.addEventListener("close", () => dialog.remove());
    // A link to a position leads to the board.
    body.addEventListener("click", ({ target }) => target instanceof Element && target.closest("a") && dialog.close());
    document.body.append(dialog);
    dialog.showModal();
  }

  /** All positions, each with a link to it. */
  positions() {
    const plies = positionsByPly(this.source);
    const count = plies.reduce((sum, ply) => sum + ply.length, 0);
    const about = `${counted(count, "position", "positions")}, symmetric ones once. The ground says who wins with best play.`;
    return [
      make("p", {}, about, " W, D, L: a win, a draw or a loss for the side to move."),
      ...plies.flatMap((reached, ply) => [
        make("h3", {}, `Ply ${ply}: ${counted(reached.length, "position", "positions")}`),
        make("div", { class: "ply" }, ...reached.map((one) => this.position(one))),
      ]),
    ];
  }

  /** @param {Reached} reached */
  position({ node, path }) {
    const { outcome, remoteness, score, mover, over, line } = node;
    const worth = score !== null ? `${score}` : `${outcome.charAt(0).toUpperCase()}${remoteness ?? ""}`;
    const name = `${worth}, ${node.id}, ${sideName(mover)}: ${over ? "the game is over" : worthWords(node)}`;
    const { href } = new URL(`#analyse&moves=${path.join("-")}&x=you&o=you`, location.href);
    const link = make("a", { href, class: wonBy(node), "aria-label": name });
    const drawing = /** @type {NonNullable<Source["drawing"]>} */ (this.source.drawing);
    link.title = name;
    link.append(
      smallBoard(drawing, seenPieces(drawing, node.pieces, mover), WIDTH, { last: null, line }),
      make("span", { "aria-hidden": "true" }, worth),
    );
    return link;
  }

  /** The map of optimal play for a side. @param {0 | 1} side */
  map(side) {
    const { source } = this;
    const start = source.node(source.start);
    const first = start.mover === side ? this.answer(start) : null;
    const map = this.mapFrom(first === null ? start : source.node(first.next), first?.to ?? null);
    map.setAttribute("class", "small-board map");
    map.setAttribute("role", "img");
    const name = sideName(side);
    map.setAttribute("aria-label", `The map of optimal play for ${name}`);
    const about =
      `Read it from outside to inside. Choose the other side's move: the board in that cell shows the position after ` +
      `it and after ${name}'s best answer, which is marked.`;
    return [make("p", {}, about), map];
  }

  /** The first optimal move. @param {Node} node */
  answer({ steps }) {
    return steps.find(({ optimal }) => optimal) ?? null;
  }

  /** A board of the map, with a smaller board for each move. @param {Node} node @param {number | null} last @returns {SVGSVGElement} */
  mapFrom(node, last) {
    const { source } = this;
    const drawing = /** @type {NonNullable<Source["drawing"]>} */ (source.drawing);
    const board = smallBoard(drawing, node.pieces, WIDTH, { last, line: node.line });
    if (node.over) {
      board.classList.add(wonBy(node));
      board.prepend(makeSvg("rect", { width: "100%", height: "100%", class: "ground" }));
    }
    const { boxes } = layoutOf(drawing, { small: true });
    for (const { next, to } of node.steps) {
      const after = source.node(next);
      const answer = this.answer(after);
      const inner = this.mapFrom(answer === null ? after : source.node(answer.next), answer?.to ?? to);
      const { x, y, width, height } = boxes[to ?? 0];
      const at = { x: x + 0.06 * width, y: y + 0.06 * height, width: 0.88 * width, height: 0.88 * height };
      for (const [name, value] of Object.entries(at)) {
        inner.setAttribute(name, `${value}`);
      }
      board.append(inner);
    }
    return board;
  }
}
