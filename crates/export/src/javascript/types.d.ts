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

/** The code of the position in which the game starts; of the first one if there are several. */
export const START: number;

/** A position: PERFECT_PLAY_POSITIONS_ARE. */
export type Position = PERFECT_PLAY_POSITION;

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

/** The move is not legal in the position. */
export class IllegalMove extends RangeError {
  name: string;
}

/**
 * What the table says of a position. Throws `NotAPosition` or `Unreachable` where it has no entry, as
 * all other functions do.
 */
export function probe(position: Position): Entry;

/** The lowest optimal move; null where the game is over. */
export function bestMove(position: Position): number | null;

/** The optimal moves, ascending; empty where the game is over. */
export function optimalMoves(position: Position): number[];

/** The moves that keep the outcome, ascending; empty where the game is over. */
export function outcomePreservingMoves(position: Position): number[];

/** What each legal move is worth, moves ascending; empty where the game is over. */
export function worths(position: Position): Worth[];

/** The legal moves, ascending; empty where the game is over. */
export function legalMoves(position: Position): number[];

/** The code of the position that a legal move leads to. Throws `IllegalMove` where the move is not legal. */
export function play(position: Position, move: number): number;

/** Whether the game is over. */
export function isOver(position: Position): boolean;

/** PERFECT_PLAY_WINNERS; null where the game is drawn or not over. */
export function winner(position: Position): PERFECT_PLAY_WINNER;

/**
 * A move of a level's choice; null where the game is over. `random` gives 32 random bits a call, as a
 * number, all equally likely.
 */
export function choose(position: Position, level: Level, random?: () => number): number | null;
