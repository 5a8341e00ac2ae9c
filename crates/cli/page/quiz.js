/**
 * A quiz: positions in which few moves hold the outcome, found by random play from the start, and the player's score.
 *
 * @typedef {import("./node.js").Node} Node
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 * @typedef {() => number} Random A number from 0 to below 1.
 *
 * @typedef {object} Question
 * @property {Node} node
 * @property {0 | 1} mover
 * @property {number[]} path The moves that lead there from the start.
 */

import { explain, holdingMoves, isMistake, reasons, sideAt } from "./explain.js";
import { compareWorths, sideName } from "./node.js";

/** The number of games that are played to find a question. */
const GAMES = 10;

/** The same if positions are searched, which takes longer. */
const SEARCHED_GAMES = 1;

/** The limit on the moves of a game. */
const MOST_PLIES = 60;

/**
 * Random numbers that a seed determines (the generator mulberry32).
 * @param {number} seed @returns {Random}
 */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * How good a question a position is: 0 for none, up to 1 if only one of many moves holds. Immediate wins, and moves
 * that only stop one, are poor questions.
 * @param {Node} node
 */
export function interest(node) {
  const held = new Set(holdingMoves(node).map(({ kind }) => kind)).size;
  const all = new Set(node.steps.map(({ kind }) => kind)).size;
  if (node.over || held === all || (node.outcome === "loss" && node.score === null)) {
    return 0;
  }
  const few = (1 - held / all) / held ** 2;
  const atOnce = node.outcome === "win" && node.remoteness === 1;
  const forced = node.steps.every((step) => step.optimal || (step.outcome === "loss" && step.remoteness === 2));
  return few * (atOnce ? 0.05 : forced ? 0.3 : 1);
}

/**
 * A question that was not asked before; null if none is found.
 * @param {Source} source @param {Random} random @param {Set<string>} asked the kinds of the questions asked before
 * @returns {Promise<Question | null>}
 */
export async function findQuestion(source, random, asked) {
  /** @type {{ question: Question, weight: number }[]} */
  const found = [];
  const games = source.header.plies === undefined ? GAMES : SEARCHED_GAMES;
  for (let game = 0; game < games; game++) {
    await source.learn([source.start]);
    let node = source.node(source.start);
    /** @type {number[]} */
    const path = [];
    while (!node.over && path.length < MOST_PLIES) {
      const weight = interest(node);
      if (weight > 0 && !asked.has(node.kind)) {
        found.push({ question: { node, mover: sideAt(node, path.length), path: [...path] }, weight });
      }
      const step = nextMove(node, random);
      path.push(step.move);
      await source.learn([step.next]);
      node = source.node(step.next);
    }
  }
  return drawn(found, random);
}

/** A move of a game with mistakes: half of the moves hold the outcome. @param {Node} node @param {Random} random */
function nextMove(node, random) {
  const among = random() < 0.5 ? holdingMoves(node) : node.steps;
  return among[Math.floor(random() * among.length)];
}

/** A random question. Good ones are more likely. @param {{ question: Question, weight: number }[]} found @param {Random} random */
function drawn(found, random) {
  const most = Math.max(...found.map(({ weight }) => weight));
  const good = found.filter(({ weight }) => weight >= most / 2);
  return good.length === 0 ? null : good[Math.floor(random() * good.length)].question;
}

/**
 * The response to an answer: whether it is right, and why.
 * @param {Source} source @param {Question} question @param {Step} step
 */
export async function judge(source, { node, mover }, step) {
  if (isMistake(node, step)) {
    return { right: false, sentences: await explain(source, { ply: null, mover, node, step }) };
  }
  const only = holdingMoves(node).length === 1 ? "the only move" : "a move";
  const [tempting] = node.steps
    .filter((other) => isMistake(node, other))
    .toSorted((one, other) => compareWorths(other, one));
  const why = await reasons(source, { ply: null, mover, node, step: tempting });
  return {
    right: true,
    sentences: [`${step.text} is ${only} that ${goalOf(source, node)}.`, `Not so with ${tempting.text}:`, ...why],
  };
}

/** The task of a move. @param {Source} source @param {Node} node */
function goalOf({ isForOne }, { score, outcome }) {
  if (isForOne && score === null) {
    return outcome === "win" ? "leads to the goal" : "ends in no dead end";
  }
  return score !== null ? "gets the most points" : outcome === "win" ? "keeps the win" : "holds the draw";
}

/** The text of the question. @param {Source} source @param {Question} question */
export function questionWords(source, { node, mover }) {
  const held = holdingMoves(node).length;
  const turn = source.isForOne ? "Your move" : `${sideName(mover)} is to move`;
  const goal = goalOf(source, node);
  return held === 1
    ? `${turn}. Find the only move that ${goal}.`
    : `${turn}. Find a move that ${goal}: ${held} of ${node.steps.length} moves do.`;
}

/** @typedef {{ right: number, asked: number, inARow: number }} Score */

/** The player's score, kept in the browser if that is allowed. */
export class QuizScore {
  /** @param {string} game @param {() => Storage} storage */
  constructor(game, storage) {
    this.key = `perfect-play quiz ${game}`;
    this.storage = storage;
    /** @type {Score} */
    this.score = this.read();
  }

  /** @returns {Score} */
  read() {
    const none = { right: 0, asked: 0, inARow: 0 };
    try {
      const kept = JSON.parse(this.storage().getItem(this.key) ?? "null");
      const numbers = Object.keys(none).every((name) => Number.isSafeInteger(kept?.[name]));
      return numbers ? kept : none;
    } catch {
      // Without storage, or if another program has written there, the score begins anew.
      return none;
    }
  }

  /** @param {boolean} right */
  count(right) {
    const { score } = this;
    this.keep({ right: score.right + (right ? 1 : 0), asked: score.asked + 1, inARow: right ? score.inARow + 1 : 0 });
  }

  reset() {
    this.keep({ right: 0, asked: 0, inARow: 0 });
  }

  /** @param {Score} score */
  keep(score) {
    this.score = score;
    try {
      this.storage().setItem(this.key, JSON.stringify(score));
    } catch {
      // The score is then kept only by this page.
    }
  }

  /** "3 of 4 right, 2 in a row". */
  words() {
    const { right, asked, inARow } = this.score;
    const row = inARow > 1 ? `, ${inARow} in a row` : "";
    return asked === 0 ? "No question answered yet." : `${right} of ${asked} right${row}.`;
  }
}
