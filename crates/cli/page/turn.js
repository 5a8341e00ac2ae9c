/**
 * What the page says of the position: whose turn it is, that a side must pass, that play repeats itself, and how the game
 * has ended.
 *
 * @typedef {import("./node.js").Node} Node
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 * @typedef {import("./session.js").Session} Session
 */

import { movesPiece } from "./choosing.js";
import { sidesOf } from "./graph-signs.js";
import { counted, fateOf, otherSide, pointsOf, sideName, worthWords } from "./node.js";
import { YOU } from "./session.js";

/** The number of moves until a reader knows how cubes are pushed. */
const PUSHES = 8;

/** The side that a position has no need to name, in a game for one. */
const ALONE = "You";

/** What stands on a board, for people. @param {import("./node.js").Drawing | null} drawing */
export const unitOf = (drawing) =>
  drawing?.motion === "push" ? "cube" : drawing?.kind === "points" ? "stone" : "piece";

/** The only move, if it is one without a cell where moves have cells. @param {Source} source @param {Node} node */
export function passOf({ drawing }, { steps }) {
  const [only] = steps;
  return drawing !== null && steps.length === 1 && only.from === null && only.to === null ? only : null;
}

/** Whose turn it is, or how the game has ended. @param {Source} source @param {Session} session */
export function turnWords(source, session) {
  const node = session.node();
  if (node.over) {
    return endWords(source, session);
  }
  const side = source.isForOne ? ALONE : sideName(session.side());
  const times = session.times();
  const again = times > 1 && source.header.repeats ? `This position is here for the ${ordinal(times)} time. ` : "";
  if (session.isEndless()) {
    return `${again}The machines would go on for ever: a draw.`;
  }
  const isPass = passOf(source, node) !== null;
  if (session.isAnalysed()) {
    return `${again}${isPass ? `${side} has no other move than to pass.` : source.isForOne ? "Your move." : `${side} is to move.`}`;
  }
  if (session.mover() !== YOU) {
    return `${again}${side} (${session.mover()}) ${isPass ? "must pass" : "is to move"}.`;
  }
  const called = source.isForOne ? "" : `, ${side}`;
  return `${again}${isPass ? `You must pass${called}.` : `Your move${called}.`}`;
}

/** @param {number} number */
const ordinal = (number) => ["", "first", "second", "third"][number] ?? `${number}th`;

/** @param {Source} source @param {Session} session */
function endWords(source, session) {
  const { header, drawing, words } = source;
  const { score, line } = session.node();
  const winner = session.winner();
  if (words.ended) {
    return words.ended(source, session.node(), session.made);
  }
  if (winner === null) {
    return "A draw.";
  }
  const [won, lost] = [sideName(winner), sideName(otherSide(winner))];
  const isLosers = line.length > 0 && session.made > 0 && session.sideAfter(session.made - 1) !== winner;
  const completed = isLosers ? ` ${lost} has completed a line${header.lines?.misere ? "" : ` of ${won}`}.` : "";
  const ending = (drawing?.ending ?? "").replace("{winner}", won).replace("{loser}", lost);
  return ending.startsWith(won) ? ending : `${ending} ${won} has won${pointsOf(score)}.${completed}`.trimStart();
}

/** The result under best play. @param {Source} source @param {Session} session */
export function verdictWords(source, session) {
  const node = session.node();
  if (source.isForOne && node.score === null) {
    return {
      win: `The goal is ${counted(node.remoteness ?? 0, "move", "moves")} away.`,
      draw: "No way leads to the goal from here.",
      loss: "Every way ends in a dead end.",
    }[node.outcome];
  }
  return `With best play ${node.outcome === "draw" ? "nobody wins" : fateOf(source, node, session.side())}.`;
}

/**
 * How a move is chosen: before the first move or pushes, until the reader has moved a piece, and while a piece is chosen. Also
 * why a side sows again.
 * @param {Source} source @param {Session} session @param {number[]} chosen
 */
export function guideWords({ drawing }, session, chosen) {
  const node = session.node();
  if (drawing === null) {
    const sides = sidesOf(node.id) === null ? "" : " The bar is between the two sides.";
    return session.made === 0 ? `Choose a place with a number.${sides}` : "";
  }
  const nodes = session.nodes();
  const isPush = drawing.motion === "push";
  if (chosen.length > 0) {
    if (isPush) {
      return "Now choose the side where it is pushed in.";
    }
    return node.pieces[chosen[0]] === "" || chosen.length > 1 ? "" : "Now choose where it goes.";
  }
  if (drawing.motion === "sow" && session.made > 0 && session.sideAfter(session.made - 1) === session.side()) {
    return `The last seed is in the store: ${sideName(session.side())} plays again.`;
  }
  if (drawing.guide && session.made < (isPush ? PUSHES : 1)) {
    return drawing.guide;
  }
  const isNew = !session.past().some((step, made) => movesPiece(nodes[made], step));
  return isNew && node.steps.some((step) => movesPiece(node, step))
    ? `Choose a ${unitOf(drawing)}, then where it goes.`
    : "";
}

/**
 * Why a move is recommended. On a map it has a number.
 * @param {Source} source @param {Step} step @param {number} number
 */
export function hintWords({ isForOne, drawing }, step, number) {
  const name = drawing === null ? `${number} ${step.text}` : step.text;
  if (isForOne) {
    return `Hint: ${name}.`;
  }
  const what = { win: "wins", draw: "holds the draw", loss: "loses as late as possible" };
  return `Hint: ${name} ${step.score === null ? what[step.outcome] : `is best: a ${worthWords(step)}`}.`;
}
