/**
 * Levels of play: how an opponent chooses a move by the worth of the moves. The levels and their chances are those of
 * `perfect-play play --help`.
 *
 * @typedef {import("./node.js").Step} Step
 */

import { compareWorths } from "./node.js";

/**
 * The levels for people and then the levels of the tutorials: their names on the page, and what they do.
 * @type {Record<string, string>}
 */
export const LEVELS = {
  easy: "Easy: takes a win at hand",
  medium: "Medium: sees your reply coming",
  hard: "Hard: looks ahead, seldom errs",
  perfect: "Perfect: never errs",
  blind: "Blind: any move",
  novice: "Novice: often the second best",
  master: "Master: always the same best move",
  "lookahead:3": "Looks 3 plies ahead",
  "lookahead:4": "Looks 4 plies ahead",
  "lookahead:5": "Looks 5 plies ahead",
  skill: "Skill: the best move as often as you like",
};

/** The number of levels for people. */
export const FOR_PEOPLE = 4;

/** How many plies a level looks ahead. @type {Record<string, number>} */
const PLIES = { easy: 1, medium: 2, "lookahead:3": 3, "lookahead:4": 4, "lookahead:5": 5, hard: 6 };

/**
 * The move that a level makes.
 * @param {string} level
 * @param {number} skill in percent
 * @param {Step[]} steps all legal moves
 * @param {(step: Step) => boolean} ends whether a move ends the game; called only in games for points
 */
export function choose(level, skill, steps, ends) {
  const best = steps.filter((step) => step.optimal);
  const first = steps.reduce((best, step) => (compareWorths(step, best) > 0 ? step : best), steps[0]);
  const top = steps.filter((step) => compareWorths(step, first) === 0);
  switch (level) {
    case "easy":
    case "medium":
    case "lookahead:3":
    case "lookahead:4":
    case "lookahead:5":
      return steps[0].score === null ? anyOf(inSight(steps, PLIES[level])) : forPoints(steps, top, PLIES[level], ends);
    case "hard": {
      if (steps[0].score !== null) {
        return forPoints(steps, top, 10, ends);
      }
      const far = inSight(steps, PLIES.hard);
      const near = inSight(steps, PLIES.medium).filter((step) => !far.includes(step));
      return anyOf(near.length === 0 || happens(9, 10) ? far : near);
    }
    case "novice": {
      // The sort is stable: of equal moves the lowest stays first.
      const ranked = steps.toSorted((one, other) => compareWorths(other, one));
      return ranked[ranked.length > 1 && !happens(2, 5) ? 1 : 0];
    }
    case "master":
      return top[0];
    case "perfect":
      return anyOf(best);
    case "skill": {
      const rest = steps.filter((step) => !step.optimal);
      return anyOf(rest.length === 0 || happens(skill, 100) ? best : rest);
    }
    default:
      return anyOf(steps);
  }
}

/**
 * The moves of a player who looks this many plies ahead: the soonest win in sight. Without one, all moves except losses
 * in sight. If all moves lose, the latest loss.
 * @param {Step[]} steps @param {number} plies
 */
function inSight(steps, plies) {
  const best = steps.reduce((best, step) => (compareWorths(step, best) > 0 ? step : best), steps[0]);
  const top = steps.filter((step) => compareWorths(step, best) === 0);
  const isSeen = (/** @type {Step} */ step) => (step.remoteness ?? Number.POSITIVE_INFINITY) <= plies;
  if (best.outcome === "win" && isSeen(best)) {
    return top;
  }
  const others = steps.filter((step) => step.outcome !== "loss" || !isSeen(step));
  return others.length === 0 ? top : others;
}

/**
 * How a level plays for points: a move that ends the game and wins, with the most points. If there is none: one of the
 * best moves, or any move with chance 1 in `times`.
 * @param {Step[]} steps @param {Step[]} top @param {number} times @param {(step: Step) => boolean} ends
 */
function forPoints(steps, top, times, ends) {
  const wins = steps.filter((step) => step.outcome === "win" && ends(step));
  if (wins.length > 0) {
    const most = Math.max(...wins.map((step) => step.score ?? 0));
    return anyOf(wins.filter((step) => step.score === most));
  }
  return anyOf(happens(times - 1, times) ? top : steps);
}

/** @template T @param {T[]} list */
function anyOf(list) {
  return list[below(list.length)];
}

/** True with the chance `times` in `of`. @param {number} times @param {number} of */
function happens(times, of) {
  return below(of) < times;
}

/** A random whole number below `bound`, all equally likely. @param {number} bound */
function below(bound) {
  const fair = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    if (number < fair) {
      return number % bound;
    }
  }
}
