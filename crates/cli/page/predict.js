/**
 * Predictions about a search, and their grades: the reader backs values up, marks what alpha-beta cuts off, or finds the
 * best move.
 *
 * @typedef {import("./minimax.js").Call} Call
 * @typedef {import("./minimax.js").Search} Search
 *
 * @typedef {object} Grade
 * @property {"right" | "wrong" | "open" | "follows"} kind `open`: it is not answered. `follows`: it is wrong, but follows
 *   from answers below it.
 * @property {string} words Why.
 * @property {Call[]} line The calls of the line that refutes a wrong answer.
 */

import { chooser, cutName, moveTo, signed, windowText } from "./minimax.js";
import { otherSide, sideName } from "./node.js";

/** The calls whose values are asked for, in the order in which they return: those with calls below. @param {Search} search */
export function askedCalls({ events }) {
  const returned = events.filter(({ kind }) => kind === "return").map(({ call }) => call);
  return returned.filter(({ children }) => children.length > 0);
}

/** The scores at the leaves of the tree, greatest first. @param {Search} search */
export function scoresOf({ calls }) {
  return [...new Set(calls.map(({ score }) => score))].toSorted((one, other) => other - one);
}

/** The calls of best play from a call, as far as they are shown. @param {Call} call @returns {Call[]} */
export function lineFrom(call) {
  const next = call.children.find((child) => child === call.chosen);
  return next === undefined ? [] : [next, ...lineFrom(next)];
}

/** The calls that lead to a call, and the call, without the first of all. @param {Call} call @returns {Call[]} */
export const pathTo = (call) => (call.parent === null ? [] : [...pathTo(call.parent), call]);

/** A line in words: "X 5, O 3". @param {Call[]} line */
export const lineText = (line) => line.map(moveTo).join(", ");

/**
 * Grades the values that the reader has backed up in a search without cuts.
 * @param {Search} search @param {Map<Call, number>} answers @returns {Map<Call, Grade>}
 */
export function gradeValues(search, answers) {
  const grades = new Map();
  for (const call of askedCalls(search)) {
    const answer = answers.get(call);
    const line = lineFrom(call);
    const which = call.mover === 0 ? "largest" : "smallest";
    const scores = call.children.filter(({ like }) => like === null).map(({ score }) => signed(score));
    const rule = `${chooser(call)} takes the ${which} of ${scores.join(", ")}`;
    if (answer === call.score) {
      grades.set(call, { kind: "right", words: `${rule}: ${signed(call.score)}.`, line: [] });
      continue;
    }
    const told = call.children.map((child) => answers.get(child) ?? child.score);
    const follows = answer === (call.mover === 0 ? Math.max(...told) : Math.min(...told));
    const because = follows ? "It follows from a value below that is wrong. " : "";
    const words = `${because}${rule}: ${signed(call.score)}. The line: ${lineText(line)}, ${signed(call.score)}.`;
    grades.set(call, { kind: answer === undefined ? "open" : follows ? "follows" : "wrong", words, line });
  }
  return grades;
}

/**
 * Grades the moves that the reader has marked as cut off. Calls are those of plain minimax; a call below a cut is neither
 * right nor wrong.
 * @param {Search} plain @param {Search} alphaBeta @param {Set<Call>} marked @returns {Map<Call, Grade>}
 */
export function gradeCuts(plain, alphaBeta, marked) {
  const made = new Map(alphaBeta.calls.map((call) => [call.path, call]));
  const grades = new Map();
  for (const call of plain.calls) {
    const above = made.get(call.parent?.path ?? "");
    if (call.parent === null || call.like !== null || above === undefined) {
      continue;
    }
    const isCut = !made.has(call.path);
    const isMarked = marked.has(call);
    if (!isCut && isMarked) {
      const window = /** @type {Call} */ (made.get(call.path)).window;
      const words = `The window is still open here, ${windowText(window)}: this move is tried.`;
      grades.set(call, { kind: "wrong", words, line: [] });
    } else if (isCut) {
      grades.set(call, { kind: isMarked ? "right" : "open", words: cutReason(above), line: lineFrom(above) });
    }
  }
  return grades;
}

/** Why a call does not try its other moves. @param {Call} call */
export function cutReason(call) {
  const { mover, score, window } = call;
  const [side, other] = [sideName(mover), sideName(otherSide(mover))];
  const [least, has] = mover === 0 ? ["at least", window[1]] : ["at most", window[0]];
  return `${cutName(call)}: ${side} is sure of ${least} ${signed(score)} here, and ${other} of ${signed(has)} elsewhere.`;
}

/** "5 of 6 right. 1 still open." @param {Map<Call, Grade>} grades @param {string} task */
export function summary(grades, task) {
  /** @param {Grade["kind"]} kind */
  const count = (kind) => [...grades.values()].filter((grade) => grade.kind === kind).length;
  const [right, wrong, open, follows] = [count("right"), count("wrong"), count("open"), count("follows")];
  const left = open === 0 ? "" : ` ${open} still open.`;
  if (task === "cuts") {
    const all = right + open;
    const none = all === 0 ? "Alpha-beta cuts nothing off here." : `${right} of ${all} cuts found.`;
    return `${none}${left}${wrong === 0 ? "" : ` ${wrong} marked that ${wrong === 1 ? "is" : "are"} no cut.`}`;
  }
  const rest = follows === 0 ? "" : ` ${follows} ${follows === 1 ? "follows" : "follow"} from a wrong value below.`;
  return `${right} of ${grades.size} right.${rest}${left}`;
}
