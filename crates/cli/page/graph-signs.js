/**
 * What a place of the map says.
 *
 * @typedef {import("./graph-chart.js").Chart} Chart
 * @typedef {import("./node.js").Node} Node
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 *
 * @typedef {{ kind: string, first: string, text?: string, name: string, worth: string }} Sign A place's class, and what it
 *   says; `text` is that of a move. A name of two parts has a bar between them.
 *
 * @typedef {object} Shown
 * @property {string} id The position.
 * @property {string[]} path The positions from the start to this one.
 * @property {0 | 1} side The side to move.
 * @property {Step[]} steps
 * @property {boolean} values Whether values are shown.
 * @property {Step | null} hinted
 */

import { briefWorth, capital, endOf, leaderOf, OPPOSITE, otherSide, sideName } from "./node.js";

/** The sign of a goal, and of a dead end. */
export const GOAL = "⚑";
const DEAD_END = "✕";

/**
 * Stands for a position that has not been read. Its place says what the move there is worth, and not how a game ends.
 * @type {Node}
 */
const UNREAD = {
  ...{ id: "", kind: "", mover: null, pieces: [], over: false, winner: null, line: [], steps: [] },
  ...{ outcome: "draw", remoteness: null, score: null },
};

/** The position at a place. @param {Source} source @param {string} id */
export const nodeAt = (source, id) => (source.sees(id) ? source.node(id) : UNREAD);

/** Whether this is the goal of a game for one. @param {Pick<Source, "isForOne">} source @param {Node} node */
export const isGoal = ({ isForOne }, { over, outcome, score }) =>
  isForOne && over && outcome === "win" && score === null;

/** Colours that are neither those of a goal nor of a dead end. */
const HUES = [270, 50, 200, 25, 320, 230, 65, 180];

/** The sides of a position, if its name has two with a bar between them. @param {string} name @returns {string[] | null} */
export function sidesOf(name) {
  const sides = name.split("|");
  return sides.length === 2 ? sides : null;
}

/** What a side lists. @param {string} side */
export const itemsOf = (side) => side.trim().split(/\s*,\s*/);

/**
 * What the sides of positions list, and for each a colour and as many letters as tell it from the others. What always stands
 * alone, such as "nobody", is not among them.
 * @param {Iterable<string>} ids @returns {Map<string, { hue: number, letters: string }>}
 */
export function itemsAmong(ids) {
  const lists = [...ids].flatMap((id) => sidesOf(id) ?? []).map(itemsOf);
  const names = [...new Set(lists.filter(({ length }) => length > 1).flat())];
  const letters = (/** @type {string} */ name) => {
    const others = names.filter((other) => other !== name);
    const starts = Array.from(name, (_, i) => name.slice(0, i + 1));
    return starts.find((start) => !others.some((other) => other.startsWith(start))) ?? name;
  };
  return new Map(names.map((name, i) => [name, { hue: HUES[i % HUES.length], letters: letters(name) }]));
}

/**
 * How a game ends: in words, or where there is no room for them as a sign.
 * @param {Source} source @param {Node} node @param {0 | 1} side who would be to move @param {boolean} hasRoom
 */
function endSign(source, node, side, hasRoom) {
  const { mover, outcome, score } = node;
  if (source.isForOne && score === null) {
    const sign = isGoal(source, node) ? GOAL : DEAD_END;
    return hasRoom ? `${sign} ${source.words[outcome]}` : sign;
  }
  const winner = leaderOf(node, mover ?? side);
  return hasRoom ? capital(endOf(source, node, side)) : `${score ?? (winner === null ? "=" : sideName(winner))}`;
}

/**
 * What a place says: whose turn it is here, the moves that lead there, how a game ends there, its name, and what the
 * move there is worth. Only values tell of a dead end.
 * @param {Source} source @param {Chart} chart @param {Omit<Shown, "path" | "hinted">} shown @param {string} other
 * @returns {Sign}
 */
export function signOf(source, { isNamed, isWhole }, { id, side, steps, values }, other) {
  const { isForOne, words } = source;
  const node = nodeAt(source, other);
  const here = other === id ? "here" : "";
  const isDeadEnd = isForOne && node.over && node.score === null && node.outcome === "loss";
  const isTold = node.over && (values || here !== "" || !isDeadEnd);
  const moves = here === "" ? [...steps.entries()].filter(([, { next }]) => next === other) : [];
  // At coordinates, a name is told by the rims, too. It stands here, where one can go if no worth does, and at the goal.
  const isNear = here !== "" || (moves.length > 0 && !values);
  const name = isNamed || isNear || isGoal(source, node) ? other : "";
  if (moves.length > 0) {
    const [[, step]] = moves;
    const numbers = moves.map(([i]) => i + 1).join(", ");
    const end = isTold ? endSign(source, node, otherSide(side), isNamed && !isForOne) : "";
    const far = values ? briefWorth({ ...step, optimal: false }, words) : "";
    return {
      kind: `open ${values || isTold ? step.outcome : ""} ${values && step.optimal ? "best" : ""}`,
      first: numbers,
      text: isNamed ? step.text : "",
      name: isWhole && (isNamed || end === "") ? name : "",
      worth: `${values && step.optimal ? "★" : ""}${end || far}`,
    };
  }
  const outcome = node.mover === null || node.mover === side ? node.outcome : OPPOSITE[node.outcome];
  const ofSide = (/** @type {boolean} */ isOther) => `of-${"xo"[isOther ? otherSide(side) : side]}`;
  if (isTold) {
    const kind = isForOne || outcome === "draw" ? outcome : ofSide(outcome === "loss");
    // Dead ends are many, and their sign is enough.
    const hasRoom = isNamed && (here !== "" || !isDeadEnd);
    return { kind: `end ${kind} ${here}`, first: endSign(source, node, side, hasRoom), name, worth: "" };
  }
  if (here !== "") {
    const first = isForOne ? "You" : `${sideName(side)}${isNamed ? " to move" : ""}`;
    return { kind: `here ${isForOne ? "" : ofSide(false)}`, first, name, worth: "" };
  }
  return { kind: values ? outcome : "", first: "", name, worth: "" };
}
