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
 * @property {boolean} isForOne Whether the game is for one.
 * @property {Call | null} parent
 * @property {Step | null} step The move that led here.
 * @property {Call[]} children
 * @property {Window} window Its window when it is called.
 * @property {Step[]} cut The moves that are not tried, because alpha-beta cuts them off.
 * @property {Call | null} seen The earlier call whose result the memo returns.
 * @property {string} path The moves that led here from the first call: "0-4".
 * @property {Call | null} like The earlier call of a symmetric move, if the two are shown as one.
 * @property {boolean} isFolded Whether the calls below are not shown.
 * @property {number | null} hidden How many calls below are not shown; null if they are not counted.
 * @typedef {Place & Result} Call
 *
 * @typedef {object} Folding Which calls are shown. Folding hides calls, and does not change the search.
 * @property {(call: Call) => boolean} merges Whether the symmetric moves of a call are shown as one.
 * @property {(call: Call, isSymmetric: boolean) => boolean} folds Whether the calls below a call are hidden.
 * @property {boolean} counts Whether hidden calls are made and counted. Otherwise, and if they are too many, a folded
 *   call returns the score in the table.
 *
 * @typedef {object} Event One step of the search.
 * @property {"call" | "return" | "cut"} kind
 * @property {Call} call
 * @property {Window} window The window of the call, or after a return that of its parent.
 * @property {string} words
 *
 * @typedef {object} Search
 * @property {Algorithm} algorithm
 * @property {Call[]} calls In the order of calling, without those that are hidden.
 * @property {Event[]} events
 * @property {number | null} total How many calls there are, with those that are hidden; null if they are too many.
 */

import { capital, counted, endOf, moveOf, otherSide, sideName } from "./node.js";

/** @type {Algorithm[]} */
export const ALGORITHMS = ["minimax", "alpha-beta", "memo"];

/** The most calls of plain minimax that are shown. */
const MOST_CALLS = 400;

/** The most hidden calls that are made, so that a reader does not wait. Tic-tac-toe needs fewer. */
const MOST_HIDDEN = 20_000;

/** Ends the search below a folded call. */
const TOO_MANY = new Error("more calls are hidden than are made");

/** @type {Folding} */
const UNFOLDED = { merges: () => false, folds: () => false, counts: true };

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
 * A complete search, of which a part may be hidden. All positions that are shown must be known, and if hidden calls are
 * counted, all positions below `id`.
 * @param {Pick<Source, "node" | "isForOne">} source @param {string} id @param {Algorithm} algorithm @param {Folding} folding
 * @param {0 | 1 | null} mover the side to move; null if the position says so
 * @returns {Search}
 */
export function search(source, id, algorithm, folding = UNFOLDED, mover = null) {
  const walk = new Walk(source, algorithm, folding);
  const node = source.node(id);
  /** @type {Window} */
  const window = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const root = walk.call(node, mover ?? node.mover ?? 0, null, null, window);
  const { calls, events } = walk;
  const total = walk.counts || !folding.counts ? walk.made : null;
  const made = counted(walk.made, "call", "calls");
  walk.tell("return", root, window, () => `${resultWords(root)}. ${made} ${walk.counts ? "in all" : "to this depth"}.`);
  return { algorithm, calls, events, total };
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
  /** @param {Pick<Source, "node" | "isForOne">} source @param {Algorithm} algorithm @param {Folding} folding */
  constructor(source, algorithm, folding) {
    this.source = source;
    this.algorithm = algorithm;
    this.folding = folding;
    /** @type {Call[]} */
    this.calls = [];
    /** @type {Event[]} */
    this.events = [];
    /** How many calls have been made, with those that are hidden. */
    this.made = 0;
    /** The calls that have returned, by position and side to move. @type {Map<string, Call>} */
    this.memo = new Map();
    /** The hidden calls of plain minimax, and how many calls are below. They need not be made twice. @type {Map<string, [Call, number]>} */
    this.known = new Map();
    this.isHidden = false;
    this.counts = folding.counts;
    this.left = MOST_HIDDEN;
  }

  /**
   * @param {Node} node @param {0 | 1} mover @param {Call | null} parent @param {Step | null} step
   * @param {Window} window
   * @returns {Call}
   */
  call(node, mover, parent, step, window) {
    this.made += 1;
    const key = `${mover} ${node.id}`;
    const known = this.isHidden ? this.known.get(key) : undefined;
    if (known !== undefined) {
      this.made += known[1];
      return known[0];
    }
    const number = this.made;
    /** @type {Call} */
    const call = {
      ...{ number, node, mover, parent, step, children: [], window, cut: [], path: "", like: null, ...NO_RESULT },
      seen: this.algorithm === "memo" ? (this.memo.get(key) ?? null) : null,
      ...{ isFolded: false, hidden: 0, isForOne: this.source.isForOne },
    };
    if (!this.isHidden) {
      this.place(call);
    }
    if (call.like === null) {
      this.tell("call", call, window, () => `${callWords(call)}${this.windowWords("Window", window)}`);
    }
    if (call.seen !== null) {
      call.score = call.seen.score;
    } else if (node.over) {
      call.score = payoff(node, mover);
    } else if (call.isFolded) {
      this.hide(call);
    } else {
      this.tryMoves(call);
    }
    this.memo.set(key, call.seen ?? call);
    if (this.isHidden && this.algorithm === "minimax") {
      this.known.set(key, [call, this.made - number]);
    }
    return call;
  }

  /** Adds a call to those that are shown. @param {Call} call */
  place(call) {
    const { parent, step, node, seen } = call;
    this.calls.push(call);
    let isSymmetric = false;
    if (parent !== null && step !== null) {
      call.path = parent.parent === null ? `${step.move}` : `${parent.path}-${step.move}`;
      const twin = parent.children.find((child) => child.step?.kind === step.kind) ?? null;
      isSymmetric = twin !== null;
      call.like = isSymmetric && this.folding.merges(parent) ? twin : null;
      parent.children.push(call);
    }
    const ends = node.over || seen !== null;
    call.isFolded = call.like !== null || (!ends && this.folding.folds(call, isSymmetric));
  }

  /** Makes the calls below a folded call, if that does not take too long. @param {Call} call */
  hide(call) {
    const { made } = this;
    if (this.counts) {
      this.isHidden = true;
      try {
        this.tryMoves(call);
        call.hidden = this.made - made;
      } catch (error) {
        if (error !== TOO_MANY) {
          throw error;
        }
        this.counts = false;
        this.made = made;
      }
      this.isHidden = false;
    }
    if (!this.counts) {
      const score = payoff(call.node, call.mover);
      Object.assign(call, { ...NO_RESULT, score, cut: [], hidden: null });
    }
  }

  /** @param {Call} call */
  tryMoves(call) {
    const { node, mover } = call;
    let [alpha, beta] = call.window;
    for (const [i, step] of node.steps.entries()) {
      if (this.isHidden && this.left === 0) {
        throw TOO_MANY;
      }
      this.left -= this.isHidden ? 1 : 0;
      const next = this.source.node(step.next);
      const side = next.mover ?? otherSide(mover);
      const child = this.call(next, side, call, step, [alpha, beta]);
      Object.assign(call, bestOf(mover, call, child));
      if (this.algorithm === "alpha-beta") {
        [alpha, beta] = mover === 0 ? [Math.max(alpha, call.score), beta] : [alpha, Math.min(beta, call.score)];
      }
      /** @type {Window} */
      const window = [alpha, beta];
      this.tell("return", child, window, () => `${returnWords(child, call)}${this.windowWords("Window now", window)}`);
      const rest = node.steps.slice(i + 1);
      if (alpha >= beta && rest.length > 0) {
        call.cut = rest;
        call.bound = mover === 0 ? "at-least" : "at-most";
        this.tell("cut", call, window, () => cutWords(call, window));
        return;
      }
    }
  }

  /** A sentence about a window; only alpha-beta has windows. @param {string} subject @param {Window} window */
  windowWords(subject, window) {
    return this.algorithm === "alpha-beta" ? ` ${subject} ${windowText(window)}.` : "";
  }

  /** @param {Event["kind"]} kind @param {Call} call @param {Window} window @param {() => string} words */
  tell(kind, call, window, words) {
    if (!this.isHidden) {
      this.events.push({ kind, call, window, words: words() });
    }
  }
}

/** X's score in a finished game. @param {Node} node @param {0 | 1} mover */
function payoff({ outcome, score }, mover) {
  const own = score ?? { win: 1, draw: 0, loss: -1 }[outcome];
  return mover === 0 || own === 0 ? own : -own;
}

/** Who chooses at a call. @param {Call} call */
export const chooser = ({ isForOne, mover }) => (isForOne ? "The player" : sideName(mover));

/** The move that led to a call: "X 5", or "This position". @param {Call} call */
export const moveTo = ({ parent, step }) =>
  parent && step ? moveOf(parent, parent.mover, step.text) : "This position";

/** @param {Call} call */
function callWords(call) {
  const { number, parent, step } = call;
  return parent === null || step === null
    ? `Call ${number}: ${chooser(call)} is to move.`
    : `${chooser(parent)} tries ${step.text}: call ${number}.`;
}

/** The text for a call that returns to its parent. @param {Call} call @param {Call} parent */
function returnWords(call, parent) {
  const kept = parent.chosen === call ? "it" : `${scoreText(parent)} of ${parent.chosen?.step?.text}`;
  const keeps = `${chooser(parent)} keeps ${kept}.`;
  if (call.like !== null) {
    const calls = call.hidden === null ? "" : ` ${counted(1 + call.hidden, "call", "calls")},`;
    const tries = `${chooser(parent)} tries ${call.step?.text}, which is symmetric to ${call.like.step?.text}`;
    return `${tries}:${calls} ${scoreText(call)}. ${keeps}`;
  }
  const folded = call.isFolded && call.hidden !== null ? ` (${counted(call.hidden, "call", "calls")} folded)` : "";
  const cut = call.cut.length > 0 ? ` after the ${cutName(call)}` : "";
  const returned = call.bound === "exact" ? ", returned" : `: ${scoreText(call)} is returned${cut}`;
  return `${resultWords(call)}${returned}${folded}. ${keeps}`;
}

/** @type {Record<Bound, string>} */
const RELATION_WORDS = { exact: "", "at-least": "at least ", "at-most": "at most " };

/** The result of a call: "O's best is −1", "X has won: +1". @param {Call} call */
function resultWords(call) {
  const { node, mover, score, bound, chosen, seen, isFolded, hidden } = call;
  if (seen !== null) {
    return `Call ${seen.number} found this position to be worth ${signed(score)}`;
  }
  if (isFolded && hidden === null) {
    return `The table says ${signed(score)}`;
  }
  if (chosen !== null) {
    return `${chooser(call)}'s best is ${RELATION_WORDS[bound]}${signed(score)}`;
  }
  return `${capital(endOf(call, node, mover))}: ${signed(score)}`;
}

/** The text for moves that are cut off. The window is that at the cut. @param {Call} call @param {Window} window */
function cutWords(call, [alpha, beta]) {
  const { mover, score, bound, cut } = call;
  const [side, other] = [sideName(mover), sideName(otherSide(mover))];
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
  /** @param {Call} call */
  const of = (call) => /** @type {Progress} */ (progress.get(call));
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
