/**
 * How a move is chosen by its cells: first the cell that it starts from, then the cell that it leads to, then a third
 * cell.
 *
 * @typedef {import("./node.js").Step} Step
 */

import { compareWorths } from "./node.js";

/** The cells of a move, in the order in which they are chosen. @param {Step} step */
export function cellsOf({ from, to, third }) {
  return [from, to, third].filter((cell) => cell !== null);
}

/** Whether a move ends on a cell. A move that takes a piece away does not. @param {Step | null} step @param {number} cell */
export function isTo(step, cell) {
  return step !== null && (step.to ?? step.from) === cell;
}

/** Whether a move leads a piece from one cell to another. @param {import("./node.js").Node} node @param {Step} step */
export const movesPiece = ({ pieces }, { from, to }) => to !== null && (pieces[from ?? -1] ?? "") !== "";

/** The moves that begin with these cells. @param {Step[]} steps @param {number[]} chosen */
export function candidates(steps, chosen) {
  return steps.filter((step) => {
    const cells = cellsOf(step);
    return cells.length > 0 && chosen.every((cell, i) => cells[i] === cell);
  });
}

/**
 * The cells that can be chosen next, each with the best move that it can lead to.
 * @param {Step[]} steps @param {number[]} chosen
 */
export function targets(steps, chosen) {
  /** @type {Map<number, Step>} */
  const best = new Map();
  for (const step of candidates(steps, chosen)) {
    const cell = cellsOf(step)[chosen.length];
    const other = best.get(cell);
    if (cell !== undefined && (other === undefined || compareWorths(step, other) > 0)) {
      best.set(cell, step);
    }
  }
  return best;
}

/**
 * The move with this number: of its cell or column, or on a map in the list. Other moves have no number that a reader sees.
 * @param {Step[]} steps @param {number} number @param {boolean} isMap
 */
export function numbered(steps, number, isMap) {
  return isMap ? steps[number - 1] : steps.find(({ text }) => text.split(" ").at(-1) === `${number}`);
}

/**
 * The result of choosing a cell: the cells chosen then, and the moves that they complete. If both are empty, the cell
 * is refused.
 * @param {Step[]} steps @param {number[]} chosen @param {number} cell
 * @returns {{ chosen: number[], moves: Step[] }}
 */
export function choice(steps, chosen, cell) {
  const next = [...chosen, cell];
  const left = candidates(steps, next);
  const whole = left.filter((step) => cellsOf(step).length === next.length);
  if (whole.length === left.length && left.length > 0) {
    return { chosen: [], moves: whole };
  }
  if (left.length > 0) {
    return { chosen: next, moves: [] };
  }
  // Choosing the same cell again cancels the choice. Another cell begins a new choice.
  return chosen.length === 0 || cell === chosen[0] ? { chosen: [], moves: [] } : choice(steps, [], cell);
}

/** The cells whose pieces are others after a move. @param {string[]} before @param {string[]} after */
export const cellsChanged = (before, after) => [...after.keys()].filter((cell) => after[cell] !== before[cell]);
