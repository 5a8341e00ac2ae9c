/**
PERFECT_PLAY_HEAD
 *
PERFECT_PLAY_TERMS
 */

/** The game. */
export const GAME: string;

/** Which moves the table calls optimal: `fastest` or `outcome`. */
export const OBJECTIVE: string;

/** All codes of positions are below this number. */
export const CODES: number;

/** The number of positions with an entry. */
export const POSITIONS: number;

/** All numbers of moves are below this number. */
export const MOVE_NUMBERS: number;

/** The code of the start position. If there are several, the code of the first one. */
export const START: number;

/** A position: PERFECT_PLAY_POSITIONS_ARE. */
export type Position = PERFECT_PLAY_POSITION;

/** How a game ends for a player. */
export type Outcome = "win" | "draw" | "loss";

/** The entry of a position. */
export type Entry = {
  /** PERFECT_PLAY_TURN. */
  toMove: PERFECT_PLAY_PLAYER;
  /** How the game ends under best play, for the side to move. */
  outcome: Outcome;
  /** PERFECT_PLAY_MEASURED. */
  PERFECT_PLAY_MEASURE: PERFECT_PLAY_NUMBER;
  /** The lowest optimal move; null if the game is over. */
  bestMove: number | null;
  /** Ascending; empty if the game is over. */
  optimalMoves: number[];
};

/** The value of a move for the player who makes it. */
export type Worth = {
  move: number;
  outcome: Outcome;
  PERFECT_PLAY_MEASURE: PERFECT_PLAY_NUMBER;
};

/**
 * A level of play. A look-ahead has a number of plies, up to 255: `{ lookahead: 3 }`. A skill is an exact chance:
 * numerator and denominator, whole numbers below 2^32, as in `{ skill: [9, 10] }`.
 */
export type Level =
  | "easy"
  | "medium"
  | "hard"
  | "perfect"
  | "blind"
  | "novice"
  | "master"
  | { lookahead: number }
  | { skill: readonly [number, number] };

/** This is not the code of a position. */
export class NotAPosition extends RangeError {
  name: string;
}

/** The position with this code is unreachable by legal play. */
export class Unreachable extends RangeError {
  name: string;
}

/** The move is not legal in the position. */
export class IllegalMove extends RangeError {
  name: string;
}

/**
 * The entry of a position. Throws `NotAPosition` or `Unreachable` if it has no entry. All
 * other functions do so as well.
 */
export function probe(position: Position): Entry;

/** The lowest optimal move; null if the game is over. */
export function bestMove(position: Position): number | null;

/** The optimal moves, ascending; empty if the game is over. */
export function optimalMoves(position: Position): number[];

/** The moves that keep the outcome, ascending; empty if the game is over. */
export function outcomePreservingMoves(position: Position): number[];

/** The value of each legal move, moves ascending; empty if the game is over. */
export function worths(position: Position): Worth[];

/** The legal moves, ascending; empty if the game is over. */
export function legalMoves(position: Position): number[];

/** The code of the position after a legal move. Throws `IllegalMove` if the move is not legal. */
export function play(position: Position, move: number): number;

/** Whether the game is over. */
export function isOver(position: Position): boolean;

/** PERFECT_PLAY_WINNERS; null if the game is drawn or not over. */
export function winner(position: Position): PERFECT_PLAY_WINNER;

/**
 * A move that a level chooses; null if the game is over. Each call of `random`
 * gives a whole number from 0 to 2^32 - 1, all equally likely.
 */
export function choose(position: Position, level: Level, random?: () => number): number | null;
