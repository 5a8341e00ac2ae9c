/**
 * How a search finds the worth of a position: plain minimax, alpha-beta and minimax with a memo, call by call.
 *
 * X maximises and O minimises. Moves are tried in ascending order, and the first of the best moves is kept. The scores
 * are +1 if X wins, −1 if O wins and 0 for a draw, or X's lead in a game for points. Alpha-beta is fail-soft.
 * `perfect-play trace` makes the same calls, with the same windows and results.
 *
 * @typedef {import("./node.js").Node} Node
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 * @typedef {"minimax" | "alpha-beta" | "memo"} Algorithm
 * @typedef {"exact" | "at-least" | "at-most"} Bound The position is worth a score, at least the score, or at most.
 * @typedef {[number, number]} Window Alpha and beta: what X and O are already sure of.
 *
 * @typedef {object} Result What a call returns, or has found so far.
 * @property {number} score
 * @property {Bound} bound
 * @property {Call | null} chosen The child with the best score, the first of equals.
 *
 * @typedef {object} Place A call in the tree.
 * @property {number} number Its number in the order of the calls, from 1.
 * @property {Node} node
 * @property {0 | 1} mover
 * @property {Call | null} parent
 * @property {Step | null} step The move that led here.
 * @property {Call[]} children
 * @property {Window} window Its window when it is called.
 * @property {Step[]} cut The moves that are not tried, because alpha-beta cuts them off.
 * @property {Call | null} seen The earlier call whose result the memo returns.
 * @typedef {Place & Result} Call
 *
 * @typedef {object} Event One step of the search.
 * @property {"call" | "return" | "cut"} kind
 * @property {Call} call
 * @property {Window} window The window of the call, or after a return that of its parent.
 * @property {string} words
 *
 * @typedef {object} Search
 * @property {Algorithm} algorithm
 * @property {Call[]} calls In the order of calling.
 * @property {Event[]} events
 */

import { counted, sideName } from "./node.js";

/** @type {Algorithm[]} */
export const ALGORITHMS = ["minimax", "alpha-beta", "memo"];

/** The most calls of plain minimax that are shown. */
export const MOST_CALLS = 400;

/** A score with its sign. @param {number} score */
export function signed(score) {
  const size = Math.abs(score) === Number.POSITIVE_INFINITY ? "∞" : `${Math.abs(score)}`;
  return score > 0 ? `+${size}` : score < 0 ? `−${size}` : size;
}

/** A window: "(−1, +∞)". @param {Window} window */
export const windowText = (window) => `(${window.map(signed).join(", ")})`;

/** @type {Record<Bound, string>} */
const RELATIONS = { exact: "", "at-least": "≥ ", "at-most": "≤ " };

/** The score of a result: "+1", or "≤ +1" if it is a bound. @param {Result} result */
export const scoreText = ({ score, bound }) => `${RELATIONS[bound]}${signed(score)}`;

/** The side that a result is good for; null in a draw, undefined if a bound leaves it open. @param {Result} result */
export function sideOfResult({ score, bound }) {
  const isSure = bound === "exact" || (bound === "at-least" ? score > 0 : score < 0);
  return isSure ? (score === 0 ? null : score > 0 ? 0 : 1) : undefined;
}

/** The name of the cutoff by a side: X reaches beta, O reaches alpha. @param {Call} call */
export const cutName = ({ mover }) => (mover === 0 ? "β cut" : "α cut");

/**
 * How many calls plain minimax makes from a position; null if there are more than `limit`. All positions below it are
 * read.
 * @param {Source} source @param {string} id @param {number} limit
 */
export async function countCalls(source, id, limit = MOST_CALLS) {
  let calls = 0;
  /** How often each position of one depth is called. @type {Map<string, number>} */
  let depth = new Map([[id, 1]]);
  while (depth.size > 0) {
    calls += [...depth.values()].reduce((sum, times) => sum + times);
    if (calls > limit) {
      return null;
    }
    await source.learn([...depth.keys()]);
    /** @type {typeof depth} */
    const below = new Map();
    for (const [id, times] of depth) {
      for (const { next } of source.node(id).steps) {
        below.set(next, (below.get(next) ?? 0) + times);
      }
    }
    depth = below;
  }
  return calls;
}

/**
 * A complete search. All positions below `id` must be known.
 * @param {Source} source @param {string} id @param {Algorithm} algorithm @returns {Search}
 */
export function search(source, id, algorithm) {
  const walk = new Walk(source, algorithm);
  const node = source.node(id);
  /** @type {Window} */
  const window = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const root = walk.call(node, node.mover ?? 0, null, null, window);
  walk.tell("return", root, window, `${resultWords(root)}. ${counted(walk.calls.length, "call", "calls")} in all.`);
  const { calls, events } = walk;
  return { algorithm, calls, events };
}

/** Before a call has found anything. @type {Result} */
const NO_RESULT = { score: 0, bound: "exact", chosen: null };

/**
 * The best result of a side so far, after a child has returned. If the best score is a bound and a later child has the
 * same score exactly, the score is exact.
 * @param {0 | 1} mover @param {Result} result @param {Call} child @returns {Result}
 */
function bestOf(mover, { score, bound, chosen }, child) {
  if (chosen === null || (mover === 0 ? child.score > score : child.score < score)) {
    return { score: child.score, bound: child.bound, chosen: child };
  }
  const isExact = child.score === score && child.bound === "exact";
  return { score, bound: isExact ? "exact" : bound, chosen };
}

class Walk {
  /** @param {Source} source @param {Algorithm} algorithm */
  constructor(source, algorithm) {
    this.source = source;
    this.algorithm = algorithm;
    /** @type {Call[]} */
    this.calls = [];
    /** @type {Event[]} */
    this.events = [];
    /** The calls that have returned, by position and side to move. @type {Map<string, Call>} */
    this.memo = new Map();
  }

  /**
   * @param {Node} node @param {0 | 1} mover @param {Call | null} parent @param {Step | null} step
   * @param {Window} window
   */
  call(node, mover, parent, step, window) {
    const key = `${mover} ${node.id}`;
    const seen = this.algorithm === "memo" ? (this.memo.get(key) ?? null) : null;
    const number = this.calls.length + 1;
    /** @type {Call} */
    const call = { number, node, mover, parent, step, children: [], window, cut: [], seen, ...NO_RESULT };
    this.calls.push(call);
    parent?.children.push(call);
    this.tell("call", call, window, `${callWords(call)}${this.windowWords("Window", window)}`);
    if (seen !== null) {
      call.score = seen.score;
    } else if (node.over) {
      call.score = payoff(node, mover);
    } else {
      this.tryMoves(call);
    }
    this.memo.set(key, seen ?? call);
    return call;
  }

  /** @param {Call} call */
  tryMoves(call) {
    const { node, mover } = call;
    let [alpha, beta] = call.window;
    for (const [i, step] of node.steps.entries()) {
      const next = this.source.node(step.next);
      const side = next.mover ?? (mover === 0 ? 1 : 0);
      const child = this.call(next, side, call, step, [alpha, beta]);
      Object.assign(call, bestOf(mover, call, child));
      if (this.algorithm === "alpha-beta") {
        [alpha, beta] = mover === 0 ? [Math.max(alpha, call.score), beta] : [alpha, Math.min(beta, call.score)];
      }
      const words = `${returnWords(child, call)}${this.windowWords("Window now", [alpha, beta])}`;
      this.tell("return", child, [alpha, beta], words);
      const rest = node.steps.slice(i + 1);
      if (alpha >= beta && rest.length > 0) {
        call.cut = rest;
        call.bound = mover === 0 ? "at-least" : "at-most";
        this.tell("cut", call, [alpha, beta], cutWords(call, [alpha, beta]));
        return;
      }
    }
  }

  /** A sentence about a window; only alpha-beta has windows. @param {string} subject @param {Window} window */
  windowWords(subject, window) {
    return this.algorithm === "alpha-beta" ? ` ${subject} ${windowText(window)}.` : "";
  }

  /** @param {Event["kind"]} kind @param {Call} call @param {Window} window @param {string} words */
  tell(kind, call, window, words) {
    this.events.push({ kind, call, window, words });
  }
}

/** X's score in a finished game. @param {Node} node @param {0 | 1} mover */
function payoff({ outcome, score }, mover) {
  const own = score ?? { win: 1, draw: 0, loss: -1 }[outcome];
  return mover === 0 || own === 0 ? own : -own;
}

/** @param {Call} call */
function callWords({ number, mover, parent, step }) {
  return parent === null || step === null
    ? `Call ${number}: ${sideName(mover)} is to move.`
    : `${sideName(parent.mover)} tries ${step.text}: call ${number}.`;
}

/** The text for a call that returns to its parent. @param {Call} call @param {Call} parent */
function returnWords(call, parent) {
  const kept = parent.chosen === call ? "it" : `${scoreText(parent)} of ${parent.chosen?.step?.text}`;
  const cut = call.cut.length > 0 ? ` after the ${cutName(call)}` : "";
  const returned = call.bound === "exact" ? ", returned" : `: ${scoreText(call)} is returned${cut}`;
  return `${resultWords(call)}${returned}. ${sideName(parent.mover)} keeps ${kept}.`;
}

/** @type {Record<Bound, string>} */
const RELATION_WORDS = { exact: "", "at-least": "at least ", "at-most": "at most " };

/** The result of a call: "O's best is −1", "X has won: +1". @param {Call} call */
function resultWords({ node, mover, score, bound, chosen, seen }) {
  if (seen !== null) {
    return `Call ${seen.number} found this position to be worth ${signed(score)}`;
  }
  if (chosen !== null) {
    return `${sideName(mover)}'s best is ${RELATION_WORDS[bound]}${signed(score)}`;
  }
  const result = score === 0 ? "A draw" : `${sideName(score > 0 ? 0 : 1)} has won`;
  return `${result}${node.score === null ? "" : ` by ${counted(Math.abs(score), "point", "points")}`}: ${signed(score)}`;
}

/** The text for moves that are cut off. The window is that at the cut. @param {Call} call @param {Window} window */
function cutWords(call, [alpha, beta]) {
  const { mover, score, bound, cut } = call;
  const [side, other] = [sideName(mover), sideName(mover === 0 ? 1 : 0)];
  const gets = `${side} gets ${RELATION_WORDS[bound]}${signed(score)} here`;
  const has = `${other} has ${signed(mover === 0 ? beta : alpha)} elsewhere already`;
  const moves = cut.map((step) => step.text).join(", ");
  const closed = `The window ${windowText([alpha, beta])} is closed`;
  const untried = `${moves} ${cut.length === 1 ? "is" : "are"} not tried`;
  return `Cut off (${cutName(call)}): ${gets}, and ${has}. ${closed}: ${other} has no reason to come here, and ${untried}.`;
}

/**
 * @typedef {object} Progress The progress of a call.
 * @property {"new" | "open" | "returned"} phase
 * @property {Result} result So far.
 * @property {Window} window Alpha and beta so far.
 * @property {boolean} cut Whether its other moves are cut off.
 */

/**
 * The progress of each call after this many events.
 * @param {Search} search @param {number} made
 */
export function progressAfter(search, made) {
  /** @type {Map<Call, Progress>} */
  const progress = new Map(
    search.calls.map((call) => [call, { phase: "new", result: NO_RESULT, window: call.window, cut: false }]),
  );
  const of = (/** @type {Call} */ call) => /** @type {Progress} */ (progress.get(call));
  for (const { kind, call, window } of search.events.slice(0, made)) {
    if (kind === "call") {
      of(call).phase = "open";
    } else {
      // After a cut or a return, the result of a call does not change any more.
      of(call).result = call;
      of(call).cut ||= kind === "cut";
    }
    if (kind === "return") {
      of(call).phase = "returned";
      if (call.parent !== null) {
        const above = of(call.parent);
        above.window = window;
        above.result = bestOf(call.parent.mover, above.result, call);
      }
    }
  }
  return progress;
}
