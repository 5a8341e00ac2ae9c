/**
PERFECT_PLAY_HEAD
 *
PERFECT_PLAY_TERMS
 */

/** The game. */
export const GAME: string;

/** Which moves the table calls optimal: `fastest` or `outcome`. */
export const OBJECTIVE: string;

/** Every position's code is below this. */
export const CODES: number;

/** The number of positions that legal play leads to. */
export const POSITIONS: number;

/** Every move's number is below this. */
export const MOVE_NUMBERS: number;

/** How a game ends for a player. */
export type Outcome = "win" | "draw" | "loss";

/** What the table says of a position. */
export type Entry = {
  /** PERFECT_PLAY_TURN. */
  toMove: PERFECT_PLAY_PLAYER;
  /** How the game ends under best play, for the side to move. */
  outcome: Outcome;
  /** PERFECT_PLAY_MEASURED. */
  PERFECT_PLAY_MEASURE: PERFECT_PLAY_NUMBER;
  /** The lowest optimal move; null where the game is over. */
  bestMove: number | null;
  /** Ascending; empty where the game is over. */
  optimalMoves: number[];
};

/** What a move is worth to the player who makes it. */
export type Worth = {
  move: number;
  outcome: Outcome;
  PERFECT_PLAY_MEASURE: PERFECT_PLAY_NUMBER;
};

/**
 * A level of play. A skill is a chance as numerator and denominator, whole numbers below 2^32, so that
 * it is exact: `{ skill: [9, 10] }`.
 */
export type Level = "blind" | "novice" | "master" | "perfect" | { skill: readonly [number, number] };

/** No position has this code. */
export class NotAPosition extends RangeError {
  name: string;
}

/** No legal play leads to the position with this code. */
export class Unreachable extends RangeError {
  name: string;
}

/**
 * What the table says of a position. Throws `NotAPosition` or `Unreachable` where it has no entry, as
 * all other functions do.
 */
export function probe(code: number): Entry;

/** The lowest optimal move; null where the game is over. */
export function bestMove(code: number): number | null;

/** The optimal moves, ascending; empty where the game is over. */
export function optimalMoves(code: number): number[];

/** The moves that keep the outcome, ascending; empty where the game is over. */
export function outcomePreservingMoves(code: number): number[];

/** What each legal move is worth, moves ascending; empty where the game is over. */
export function worths(code: number): Worth[];

/**
 * A move of a level's choice; null where the game is over. `random` gives 32 random bits a call, as a
 * number, all equally likely.
 */
export function choose(code: number, level: Level, random?: () => number): number | null;
