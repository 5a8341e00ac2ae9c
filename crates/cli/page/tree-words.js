/**
 * What is said of a part of the tree: its name, and sentences about it.
 *
 * @typedef {import("./minimax.js").Call} Call
 * @typedef {import("./minimax.js").Progress} Progress
 * @typedef {import("./tree-drawing.js").Item} Item
 */

import { chooser, moveTo, scoreText, signed, windowText } from "./minimax.js";
import { counted, sideName } from "./node.js";
import { cutReason } from "./predict.js";

/** The name of a part, with what is shown at it: "X 5, call 6: +1". @param {Item} item @param {string} shown */
export function itemName({ kind, call, step }, shown = "") {
  if (kind === "call") {
    const name = `call ${call.number.toLocaleString("en")}`;
    const also = shown.startsWith(name) ? shown.slice(name.length) : shown && `: ${shown}`;
    return `${moveTo(call)}, ${name}${also}`;
  }
  return kind === "ghost" ? `${sideName(call.mover)} ${step?.text}, cut off` : `${chooser(call)}'s symmetric moves`;
}

/** What is known of a call so far, in sentences. @param {Call} call @param {Progress} progress @param {boolean} hasWindows */
export function callSentences(call, { phase, result, window }, hasWindows) {
  const { node, mover, children, cut, hidden, isFolded, seen } = call;
  const told = [];
  if (!node.over) {
    told.push(`${chooser(call)} is to move and takes the ${mover === 0 ? "largest" : "smallest"} score.`);
  }
  if (hasWindows) {
    const now = windowText(window) === windowText(call.window) ? "" : `, then ${windowText(window)}`;
    told.push(`The window: ${windowText(call.window)}${now}.`);
  }
  const soFar = result.chosen === null ? "It has no score yet." : `${scoreText(result)} so far.`;
  told.push(phase === "returned" ? `It returns ${scoreText(call)}.` : soFar);
  if (seen !== null) {
    told.push(`Call ${seen.number.toLocaleString("en")} has searched this position.`);
  } else if (isFolded) {
    const calls =
      hidden === null ? "The calls below are not made: the score is the table's" : counted(hidden, "call", "calls");
    told.push(`${calls}${hidden === null ? "" : " below, folded"}.`);
  } else if (children.length > 0) {
    told.push(`${counted(callsUnder(call), "call", "calls")} below.`);
  }
  if (cut.length > 0 && !isFolded && phase !== "new" && result === call) {
    told.push(cutReason(call));
  }
  return told;
}

/** Moves that are cut off, in sentences. @param {Item} item @param {number | null} calls what plain minimax would take */
export function ghostSentences({ call, step }, calls) {
  const own = step?.score ?? { win: 1, draw: 0, loss: -1 }[step?.outcome ?? "draw"];
  const score = signed(call.mover === 0 || own === 0 ? own : -own);
  const saved = calls === null ? "" : ` Plain minimax makes ${counted(calls, "call", "calls")} here.`;
  return [cutReason(call), `It is not searched.${saved} The table says ${score}, which changes nothing.`];
}

/** How many calls there are below a call. @param {Call} call @returns {number} */
const callsUnder = ({ children }) =>
  children.reduce((sum, child) => sum + 1 + callsUnder(child) + (child.hidden ?? 0), 0);
