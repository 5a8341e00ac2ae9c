/**
 * How a search finds the worth of a position: plain minimax, alpha-beta and minimax with a memo, call by call.
 *
 * X maximises and O minimises. Moves are tried in ascending order, and the first of the best moves is kept. The scores
 * are +1 if X wins, −1 if O wins and 0 for a draw, or X's lead in a game for points. `perfect-play trace` counts the
 * same calls.
 *
 * @typedef {import("./node.js").Node} Node
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 * @typedef {"minimax" | "alpha-beta" | "memo"} Algorithm
 *
 * @typedef {object} Call
 * @property {number} number Its number in the order of the calls, from 1.
 * @property {Node} node
 * @property {0 | 1} mover
 * @property {Call | null} parent
 * @property {Step | null} step The move that led here.
 * @property {Call[]} children
 * @property {number} score The score that it returns.
 * @property {Call | null} chosen The child with the best score, the first of equals.
 * @property {[number, number]} window Alpha and beta when it is called.
 * @property {Step[]} cut The moves that are not tried, because alpha-beta cuts them off.
 * @property {Call | null} seen The earlier call whose result the memo returns.
 *
 * @typedef {object} Event One step of the search.
 * @property {"call" | "return" | "cut"} kind
 * @property {Call} call
 * @property {[number, number]} window Alpha and beta: of the call, or after a return those of its parent.
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
  /** @type {[number, number]} */
  const window = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const root = walk.call(node, node.mover ?? 0, null, null, window);
  walk.tell("return", root, window, `${resultWords(root)}. ${counted(walk.calls.length, "call", "calls")} in all.`);
  const { calls, events } = walk;
  return { algorithm, calls, events };
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
   * @param {[number, number]} window
   */
  call(node, mover, parent, step, window) {
    const key = `${mover} ${node.id}`;
    const seen = this.algorithm === "memo" ? (this.memo.get(key) ?? null) : null;
    const number = this.calls.length + 1;
    /** @type {Call} */
    const call = { number, node, mover, parent, step, children: [], score: 0, chosen: null, window, cut: [], seen };
    this.calls.push(call);
    parent?.children.push(call);
    this.tell("call", call, window, callWords(call));
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
      if (call.chosen === null || isBetter(mover, child.score, call.chosen.score)) {
        call.chosen = child;
        call.score = child.score;
      }
      if (this.algorithm === "alpha-beta") {
        [alpha, beta] = mover === 0 ? [Math.max(alpha, call.score), beta] : [alpha, Math.min(beta, call.score)];
      }
      this.tell("return", child, [alpha, beta], returnWords(child, call, call.chosen));
      const rest = node.steps.slice(i + 1);
      if (alpha >= beta && rest.length > 0) {
        call.cut = rest;
        this.tell("cut", call, [alpha, beta], cutWords(call, alpha, beta));
        return;
      }
    }
  }

  /** @param {Event["kind"]} kind @param {Call} call @param {[number, number]} window @param {string} words */
  tell(kind, call, window, words) {
    this.events.push({ kind, call, window, words });
  }
}

/** Whether a side prefers a score to another. @param {0 | 1} mover @param {number} score @param {number} other */
const isBetter = (mover, score, other) => (mover === 0 ? score > other : score < other);

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

/** The text for a call that returns to its parent. @param {Call} call @param {Call} parent @param {Call} chosen */
function returnWords(call, parent, chosen) {
  const kept = chosen === call ? "it" : `${signed(parent.score)} of ${chosen.step?.text}`;
  return `${resultWords(call)}, returned. ${sideName(parent.mover)} keeps ${kept}.`;
}

/** The result of a call: "O's best is −1", "X has won: +1". @param {Call} call */
export function resultWords({ node, mover, score, chosen, seen }) {
  if (seen !== null) {
    return `Call ${seen.number} found this position to be worth ${signed(score)}`;
  }
  if (chosen !== null) {
    return `${sideName(mover)}'s best is ${signed(score)}`;
  }
  const result = score === 0 ? "A draw" : `${sideName(score > 0 ? 0 : 1)} has won`;
  return `${result}${node.score === null ? "" : ` by ${counted(Math.abs(score), "point", "points")}`}: ${signed(score)}`;
}

/** @param {Call} call @param {number} alpha @param {number} beta */
function cutWords({ mover, score, cut }, alpha, beta) {
  const [side, other] = [sideName(mover), sideName(mover === 0 ? 1 : 0)];
  const gets = `${side} gets ${mover === 0 ? "at least" : "at most"} ${signed(score)} here`;
  const has = `${other} has ${signed(mover === 0 ? beta : alpha)} elsewhere already`;
  const moves = cut.map((step) => step.text).join(", ");
  return `Cut off: ${gets}, and ${has}. So ${other} has no reason to come here, and ${moves} ${cut.length === 1 ? "is" : "are"} not tried.`;
}

/**
 * @typedef {object} Progress The progress of a call.
 * @property {"new" | "open" | "returned"} phase
 * @property {Call | null} chosen The best child so far.
 * @property {[number, number]} window Alpha and beta so far.
 * @property {boolean} cut Whether its other moves are cut off.
 */

/**
 * The progress of each call after this many events.
 * @param {Search} search @param {number} made
 */
export function progressAfter(search, made) {
  /** @type {Map<Call, Progress>} */
  const progress = new Map(
    search.calls.map((call) => [call, { phase: "new", chosen: null, window: call.window, cut: false }]),
  );
  const of = (/** @type {Call} */ call) => /** @type {Progress} */ (progress.get(call));
  for (const { kind, call, window } of search.events.slice(0, made)) {
    if (kind === "call") {
      of(call).phase = "open";
    } else if (kind === "cut") {
      of(call).cut = true;
    } else {
      of(call).phase = "returned";
      const above = call.parent === null ? null : of(call.parent);
      const side = call.parent?.mover ?? 0;
      if (above !== null) {
        above.window = window;
        above.chosen = above.chosen === null || isBetter(side, call.score, above.chosen.score) ? call : above.chosen;
      }
    }
  }
  return progress;
}
