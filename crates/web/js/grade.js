/** How well an agent plays, against the values of a table. The measures are those of `perfect-play grade`. */

/** @import { MoveWorth, Table } from "./table.js" */

/**
 * @typedef {number | Record<number, number> | null} Reply A move, or moves with their chances: `{ 0: 0.5, 4: 0.5 }`. `null` if
 *   the agent has no move.
 *
 * @typedef {(position: string, moves: number[]) => Reply | Promise<Reply>} Agent Answers a position with one of its moves.
 *
 * @typedef {{ value: number }} Average
 *
 * @typedef {object} Grade What the agent's moves are worth. The names are those of the program's JSON.
 * @property {string} game The game's name.
 * @property {"all" | "given"} positions Which positions it was asked about.
 * @property {number} count How many they were.
 * @property {Average} right_in_outcome The share of moves that keep the outcome.
 * @property {Average} right_in_distance The share of moves that give nothing away: no outcome, no points and no plies.
 * @property {Average} outcome_regret The mean of what moves give away of the outcome, in steps: 1 from a win to a draw or from a
 *   draw to a loss, 2 from a win to a loss.
 * @property {Average} [score_regret] The same in points, in a game for points.
 * @property {Average} [plies_regret] The mean of the plies by which moves win later or lose sooner. Moves that do not keep the
 *   outcome do not count. Absent in a game for points, and if there are no such moves.
 * @property {{ illegal?: number, crashed?: number }} failures How often there was no legal move: the answer was none, or the
 *   agent threw an error. This gives the game away. In a game for points it counts as the worst move.
 *
 * @typedef {{ outcome: number, score: number | null, plies: number | null }} Regret
 */

const STEPS = { loss: 0, draw: 1, win: 2 };

/** By how much the sum of chances may differ from 1, as in the program. */
const ROUNDING = 1e-3;

/** The most positions that are found by play. */
const MOST_POSITIONS = 1_000_000;

/** The moves from the best to the worst. @param {MoveWorth[]} moves */
function ranked(moves) {
  const plies = (/** @type {MoveWorth} */ { outcome, remoteness }) =>
    outcome === "draw" ? 0 : (remoteness ?? 0) * (outcome === "win" ? -1 : 1);
  return moves.toSorted(
    (one, other) =>
      (other.score ?? 0) - (one.score ?? 0) || STEPS[other.outcome] - STEPS[one.outcome] || plies(other) - plies(one),
  );
}

/**
 * What a move gives away.
 *
 * @param {MoveWorth[]} moves from the best to the worst
 * @param {MoveWorth | null} chosen `null` if it was no legal move
 * @returns {Regret}
 */
function regretOf([best, ...others], chosen) {
  const played = chosen ?? (best.score === null ? null : (others.at(-1) ?? best));
  if (played === null) {
    return { outcome: STEPS[best.outcome], score: null, plies: null };
  }
  const outcome = STEPS[best.outcome] - STEPS[played.outcome];
  if (outcome > 0 || best.score !== null) {
    return { outcome, score: best.score === null ? null : best.score - (played.score ?? 0), plies: null };
  }
  if (best.outcome === "draw") {
    return { outcome, score: null, plies: 0 };
  }
  const plies = best.remoteness === null ? null : Math.abs(best.remoteness - (played.remoteness ?? 0));
  return { outcome, score: null, plies };
}

/**
 * The moves of a reply, with their chances. `null` unless they are legal and their chances add up to 1.
 *
 * @param {unknown} reply
 * @param {MoveWorth[]} moves
 * @returns {[MoveWorth, number][] | null}
 */
function checked(reply, moves) {
  const chances = typeof reply === "number" ? { [reply]: 1 } : reply;
  if (typeof chances !== "object" || chances === null) {
    return null;
  }
  const played = Object.entries(chances).filter(([, chance]) => chance !== 0);
  const sum = played.reduce((sum, [, chance]) => sum + chance, 0);
  const found = played.map(([number, chance]) => ({
    worth: moves.find(({ move }) => String(move) === number),
    chance,
  }));
  if (!(Math.abs(sum - 1) <= ROUNDING) || found.some(({ worth, chance }) => !worth || !(chance > 0))) {
    return null;
  }
  return found.map(({ worth, chance }) => [/** @type {MoveWorth} */ (worth), chance / sum]);
}

/** All positions to which play can come, in which the game goes on. @param {Table} table */
async function* reached(table) {
  const seen = new Set([table.start]);
  for (const position of seen) {
    const { moves } = await table.probe(position);
    for (const { position: next } of moves) {
      seen.add(next);
    }
    if (seen.size > MOST_POSITIONS) {
      throw new Error(`${table.name} has more than ${MOST_POSITIONS} positions: choose some, with \`positions\``);
    }
    if (moves.length > 0) {
      yield position;
    }
  }
}

/** A mean of measurements with weights. */
class Mean {
  #weight = 0;
  #sum = 0;

  /** @param {number} weight @param {number | null} measured `null` does not count. */
  add(weight, measured) {
    if (measured !== null) {
      this.#weight += weight;
      this.#sum += weight * measured;
    }
  }

  /** `null` if nothing was measured. */
  get average() {
    return this.#weight > 0 ? { value: this.#sum / this.#weight } : null;
  }
}

/**
 * Grades an agent: how many of its moves are right, and what the others give away.
 *
 * @param {Table} table
 * @param {Agent} agent
 * @param {{ positions?: Iterable<string> }} [options] The positions that it is asked about, in which the game must go on. Defaults
 *   to all to which play can come, up to a million. For a cut table, choose them.
 * @returns {Promise<Grade>}
 */
export async function grade(table, agent, { positions } = {}) {
  if (!positions && table.plies !== null) {
    throw new Error(`${table.name} is a cut table, which searches values: choose positions, with \`positions\``);
  }
  const [right, optimal, outcomes, scores, plies] = Array.from({ length: 5 }, () => new Mean());
  /** @type {Grade["failures"]} */
  const failures = {};
  let count = 0;
  for await (const position of positions ?? reached(table)) {
    const moves = ranked((await table.probe(position)).moves);
    if (moves.length === 0) {
      throw new Error(`the game is over in ${position}: give positions in which it goes on`);
    }
    count += 1;
    /** @type {[MoveWorth | null, number][] | null} */
    let played = null;
    /** @type {keyof Grade["failures"]} */
    let failure = "illegal";
    try {
      const numbers = moves.map(({ move }) => move).sort((one, other) => one - other);
      played = checked(await agent(position, numbers), moves);
    } catch {
      failure = "crashed";
    }
    if (played === null) {
      failures[failure] = (failures[failure] ?? 0) + 1;
      played = [[null, 1]];
    }
    for (const [worth, chance] of played) {
      const regret = regretOf(moves, worth);
      right.add(chance, regret.outcome === 0 ? 1 : 0);
      optimal.add(chance, worth && regret.outcome === 0 && !regret.score && !regret.plies ? 1 : 0);
      outcomes.add(chance, regret.outcome);
      scores.add(chance, regret.score);
      plies.add(chance, regret.plies);
    }
  }
  if (!right.average || !optimal.average || !outcomes.average) {
    throw new Error("there are no positions to grade in");
  }
  return {
    game: table.name,
    positions: positions ? "given" : "all",
    count,
    right_in_outcome: right.average,
    right_in_distance: optimal.average,
    outcome_regret: outcomes.average,
    ...(scores.average && { score_regret: scores.average }),
    ...(plies.average && { plies_regret: plies.average }),
    failures,
  };
}
