/**
 * Small sources for the tests, solved here from the rules.
 *
 * @typedef {import("../node.js").Source} Source
 */

import { wordsForOne } from "../graph.js";
import { linesOf } from "../grid.js";
import { compareWorths, FOR_TWO, OPPOSITE } from "../node.js";

const MARKS = ["X", "O"];

/** A game of marks that make lines; a position's id is its board. Moves are symmetric only if asked for. @returns {Source} */
export function linesGame({ columns = 3, rows = 3, k = 3, misere = false, falls = false, symmetric = false } = {}) {
  const rules = { columns, rows, k, misere, falls };
  const lines = linesOf(rules);
  const cells = columns * rows;
  const moves = (board) => {
    const lands = (to) => board[to] === "." && (!falls || to + columns >= cells || board[to + columns] !== ".");
    return [...board].flatMap((_, to) =>
      lands(to)
        ? [{ move: to, text: falls ? `column ${1 + (to % columns)}` : `${to + 1}`, from: null, to, third: null }]
        : [],
    );
  };
  const look = (board) => {
    const mover = [...board].filter((cell) => cell !== ".").length % 2;
    const line = lines.find(
      (line) => MARKS.includes(board[line[0]]) && line.every((at) => board[at] === board[line[0]]),
    );
    const piece = { X: "x", O: "o", ".": "" };
    const seen = { mover, pieces: [...board].map((mark) => piece[mark]), line: line ?? [] };
    if (line !== undefined) {
      return { ...seen, ends: misere ? "win" : "loss" };
    }
    return { ...seen, ends: board.includes(".") ? undefined : "draw" };
  };
  const next = (board, mover, { to }) => board.slice(0, to) + MARKS[mover] + board.slice(to + 1);
  const turns = (board) =>
    moves(board).toSorted((one, other) => (falls ? (one.to % columns) - (other.to % columns) : 0));
  const turned = (board) =>
    [...board].map((_, at) => board[columns * Math.floor(at / columns) + columns - 1 - (at % columns)]).join("");
  const mirrored = (board) =>
    [...board].map((_, at) => board[rows * (at % columns) + Math.floor(at / columns)]).join("");
  const images = (board) =>
    [0, 1, 2, 3].reduce(
      (images) => [...images, (columns === rows ? mirrored : (b) => [...b].reverse().join(""))(turned(images.at(-1)))],
      [board],
    );
  const kind = (board) =>
    symmetric
      ? images(board)
          .flatMap((image) => [image, turned(image)])
          .sort()[0]
      : board;
  return solved({
    kind,
    header: { game: "lines", title: "Lines", lines: rules, scores: false, repeats: false, impartial: false },
    drawing: {
      places: Array.from({ length: cells }, (_, cell) => [cell % columns, Math.floor(cell / columns)]),
      links: [],
      kind: "squares",
      falls,
    },
    start: ".".repeat(cells),
    look,
    moves: turns,
    next,
  });
}

/** Who takes the last of some stones wins; one or two are taken. @returns {Source} */
export function nim(stones) {
  return solved({
    header: { game: "nim", scores: false, repeats: false, impartial: true },
    drawing: null,
    start: `${stones}`,
    look: (id) => ({ mover: null, pieces: [], line: [], ends: id === "0" ? "loss" : undefined }),
    moves: (id) =>
      [1, 2]
        .filter((take) => take <= id)
        .map((take) => ({ move: take, text: `take ${take}`, from: null, to: null, third: null })),
    next: (id, _, { move }) => `${id - move}`,
  });
}

/**
 * A game for points: from a row of numbers each side takes one from either end, and the difference counts. Who takes a
 * 9 moves again.
 * @param {number[]} numbers @returns {Source}
 */
export function row(numbers) {
  return solved({
    header: { game: "row", scores: true, repeats: false, impartial: false },
    drawing: null,
    start: `${numbers.join(",")}/0/0`,
    look: (id) => {
      const [left, mover, lead] = id.split("/");
      const points = mover === "0" ? Number(lead) : -lead;
      const ends = points > 0 ? "win" : points === 0 ? "draw" : "loss";
      return { mover: Number(mover), pieces: [], line: [], ends: left === "" ? ends : undefined, points };
    },
    moves: (id) =>
      id.split("/")[0].includes(",")
        ? ["left", "right"].map((text, move) => ({ move, text, from: null, to: null, third: null }))
        : [{ move: 0, text: "left", from: null, to: null, third: null }],
    next: (id, mover, { move }) => {
      const [left, , lead] = id.split("/");
      const numbers = left.split(",").map(Number);
      const [taken] = numbers.splice(move === 0 ? 0 : -1, 1);
      return `${numbers.join(",")}/${taken === 9 ? mover : 1 - mover}/${Number(lead) + (mover === 0 ? taken : -taken)}`;
    },
  });
}

/** Where the moves of a level lead, by cell; 4 is its goal and 5 a dead end. */
const LEVEL = {
  0: { walk: 1, jump: 2 },
  1: { walk: 2, jump: 3 },
  2: { walk: 3, jump: 4 },
  3: { walk: 5 },
  4: {},
  5: {},
};

/** A game for one, with a goal and a dead end, or with the points of these ends. @returns {Source} */
export function level(points = null) {
  return solved({
    header: { game: "level", scores: points !== null, repeats: false, impartial: false },
    drawing: null,
    isForOne: true,
    start: "0",
    look: (id) => ({ mover: 0, pieces: [], line: [], ends: { 4: "win", 5: "loss" }[id], points: points?.[id] }),
    moves: (id) => Object.keys(LEVEL[id]).map((text, move) => ({ move, text, from: null, to: null, third: null })),
    next: (id, _, { text }) => `${LEVEL[id][text]}`,
  });
}

/**
 * A board as the program describes it.
 * @param {[number, number, string][]} cells the centre and the outline of each @param {Partial<import("../node.js").Drawing>} look
 * @returns {import("../node.js").Drawing}
 */
export function drawn(cells, look) {
  return {
    ...{ kind: "squares", links: [], falls: false, seenByMover: false, surface: "tiles", style: "disc", rim: false },
    ...{ goals: [], counts: "", motion: "", ending: "" },
    places: cells.map(([x, y]) => [x, y]),
    outlines: cells.map(([, , outline]) => outline),
    names: cells.map((_, cell) => `${cell + 1}`),
    ...look,
  };
}

/** The cells of a board of squares. @param {number} columns @param {number} rows */
export function squares(columns, rows, outline = "square") {
  return Array.from({ length: columns * rows }, (_, cell) => [cell % columns, Math.floor(cell / columns), outline]);
}

/** A kalah board of this many pits a side. @param {number} pits */
export function pits(pits) {
  const upper = Array.from({ length: pits }, (_, i) => [pits - i, 0, "pit"]);
  const lower = Array.from({ length: pits }, (_, i) => [i + 1, 1, "pit"]);
  return [...lower, [pits + 1, 0.5, "store"], ...upper, [0, 0.5, "store"]];
}

/** A game solved by plain recursion. */
function solved({ header, drawing, start, look, moves, next, kind = (id) => id, isForOne = false }) {
  const known = new Map();
  const node = (id) => {
    if (!known.has(id)) {
      known.set(id, find(id));
    }
    return known.get(id);
  };
  const find = (id) => {
    const { ends, points = null, ...looked } = look(id);
    const seen = { kind: kind(id), ...looked };
    if (ends !== undefined) {
      const winner = ends === "draw" || seen.mover === null ? null : ends === "win" ? seen.mover : 1 - seen.mover;
      const score = header.scores ? points : null;
      return { id, ...seen, over: true, winner, steps: [], outcome: ends, remoteness: header.scores ? null : 0, score };
    }
    const steps = moves(id).map((move) => {
      const after = node(next(id, seen.mover, move));
      const same = seen.mover !== null && after.mover === seen.mover;
      return {
        ...move,
        outcome: same ? after.outcome : OPPOSITE[after.outcome],
        remoteness: header.scores ? null : after.remoteness + 1,
        score: header.scores ? (same ? after.score : -after.score) : null,
        next: after.id,
        kind: kind(after.id),
      };
    });
    const best = steps.reduce((best, step) => (compareWorths(step, best) > 0 ? step : best));
    for (const step of steps) {
      step.optimal = compareWorths(step, best) === 0;
    }
    const { outcome, remoteness, score } = best;
    return { id, ...seen, over: false, winner: null, steps, outcome, remoteness, score };
  };
  return {
    header,
    drawing,
    start,
    description: "",
    isHeld: true,
    isForOne,
    words: isForOne ? wordsForOne(header.scores) : FOR_TWO,
    knows: (id) => known.has(id),
    sees: (id) => known.has(id),
    learn: async () => {},
    node,
  };
}

/**
 * The positions of a play, and its moves, each the text of a move.
 * @param {Source} source @param {string[]} texts @param {string} start
 */
export function played(source, texts, start = source.start) {
  const nodes = [source.node(start)];
  const steps = texts.map((text) => {
    const step = nodes.at(-1).steps.find((step) => step.text === text);
    nodes.push(source.node(step.next));
    return step;
  });
  return { nodes, steps };
}
