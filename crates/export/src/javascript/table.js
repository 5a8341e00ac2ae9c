/**
PERFECT_PLAY_HEAD
 *
PERFECT_PLAY_TERMS
 *
PERFECT_PLAY_USAGE
 */

/** The game. @type {string} */
export const GAME = PERFECT_PLAY_NAME;

/** Which moves the table calls optimal: `fastest` or `outcome`. @type {string} */
export const OBJECTIVE = PERFECT_PLAY_OBJECTIVE;

/** All codes of positions are below this number. @type {number} */
export const CODES = PERFECT_PLAY_CODES;

/** The number of positions with an entry. @type {number} */
export const POSITIONS = PERFECT_PLAY_POSITIONS;

/** All numbers of moves are below this number. @type {number} */
export const MOVE_NUMBERS = PERFECT_PLAY_MOVES;

/** The code of the start position. If there are several, the code of the first one. @type {number} */
export const START = PERFECT_PLAY_START;

/**
 * A position: PERFECT_PLAY_POSITIONS_ARE.
 * @typedef {PERFECT_PLAY_POSITION} Position
 *
 * How a game ends for a player.
 * @typedef {"win" | "draw" | "loss"} Outcome
 *
 * The entry of a position.
 * @typedef {object} Entry
 * @property {PERFECT_PLAY_PLAYER} toMove PERFECT_PLAY_TURN
 * @property {Outcome} outcome how the game ends under best play, for the side to move
 * @property {PERFECT_PLAY_NUMBER} PERFECT_PLAY_MEASURE PERFECT_PLAY_MEASURED
 * @property {number | null} bestMove the lowest optimal move; null if the game is over
 * @property {number[]} optimalMoves ascending; empty if the game is over
 *
 * The value of a move for the player who makes it.
 * @typedef {object} Worth
 * @property {number} move
 * @property {Outcome} outcome
 * @property {PERFECT_PLAY_NUMBER} PERFECT_PLAY_MEASURE
 *
 * A level of play. A look-ahead has a number of plies, up to 255: `{ lookahead: 3 }`. A skill is an exact chance:
 * numerator and denominator, whole numbers below 2^32, as in `{ skill: [9, 10] }`.
 * @typedef {"easy" | "medium" | "hard" | "perfect" | "blind" | "novice" | "master"} NamedLevel
 * @typedef {NamedLevel | { lookahead: number } | { skill: readonly [number, number] }} Level
 */

/** This is not the code of a position. */
export class NotAPosition extends RangeError {
  name = "NotAPosition";
}

/** The position with this code is unreachable by legal play. */
export class Unreachable extends RangeError {
  name = "Unreachable";
}

/** The move is not legal in the position. */
export class IllegalMove extends RangeError {
  name = "IllegalMove";
}

/**
 * The entry of a position. Throws `NotAPosition` or `Unreachable` if it has no entry. All
 * other functions do so as well.
 * @param {Position} position @returns {Entry}
 */
export function probe(position) {
  const place = find(position);
  const optimal = optimalOf(valuesAt(place));
  return {
    toMove: PERFECT_PLAY_TO_MOVE,
    outcome: outcomeOf(RECORDS[place]),
    PERFECT_PLAY_MEASURE: measureOf(RECORDS[place], place),
    bestMove: optimal.length > 0 ? optimal[0] : null,
    optimalMoves: optimal,
  };
}

/**
 * The lowest optimal move; null if the game is over.
 * @param {Position} position @returns {number | null}
 */
export function bestMove(position) {
  return probe(position).bestMove;
}

/**
 * The optimal moves, ascending; empty if the game is over.
 * @param {Position} position @returns {number[]}
 */
export function optimalMoves(position) {
  return probe(position).optimalMoves;
}

/**
 * The moves that keep the outcome, ascending; empty if the game is over.
 * @param {Position} position @returns {number[]}
 */
export function outcomePreservingMoves(position) {
  return bestOf(valuesAt(find(position)), signOf);
}

/**
 * The value of each legal move, moves ascending; empty if the game is over.
 * @param {Position} position @returns {Worth[]}
 */
export function worths(position) {
  const place = find(position);
  return valuesAt(place).map(([move, value]) => ({
    move,
    outcome: outcomeOf(value),
    PERFECT_PLAY_MEASURE: measureOf(value, place),
  }));
}

/**
 * The legal moves, ascending; empty if the game is over.
 * @param {Position} position @returns {number[]}
 */
export function legalMoves(position) {
  return valuesAt(find(position)).map(([move]) => move);
}

/**
 * The code of the position after a legal move. Throws `IllegalMove` if the move is not legal.
 * @param {Position} position @param {number} move @returns {number}
 */
export function play(position, move) {
  const code = codeFrom(position);
  const legal = legalMoves(code);
  if (typeof move !== "number" || !Number.isInteger(move)) {
    throw new TypeError(`a move is a whole number: not ${shown(move)}`);
  }
  if (legal.length === 0) {
    throw new IllegalMove(`move ${move} is not legal: the game is over`);
  }
  if (!legal.includes(move)) {
    throw new IllegalMove(`move ${move} is not legal: the legal moves are ${legal.join(", ")}`);
  }
  return codeAfter(code, move);
}

/** Whether the game is over. @param {Position} position @returns {boolean} */
export function isOver(position) {
  return valuesAt(find(position)).length === 0;
}

/**
 * PERFECT_PLAY_WINNERS; null if the game is drawn or not over.
 * @param {Position} position @returns {PERFECT_PLAY_WINNER}
 */
export function winner(position) {
  const place = find(position);
  const outcome = outcomeOf(RECORDS[place]);
  if (valuesAt(place).length > 0 || outcome === "draw") {
    return null;
  }
  const won = outcome === "win";
  return PERFECT_PLAY_WON;
}

/**
 * A move that a level chooses; null if the game is over. Each call of `random`
 * gives a whole number from 0 to 2^32 - 1, all equally likely.
 * @param {Position} position @param {Level} level @param {() => number} [random] @returns {number | null}
 */
export function choose(position, level, random = () => Math.floor(Math.random() * 2 ** 32)) {
  const code = codeFrom(position);
  const values = valuesAt(find(code));
  const legal = values.map(([move]) => move);
  // The sort is stable: among equal moves the lowest number stays first.
  const ranked = () => [...values].sort((one, other) => other[1] - one[1]).map(([move]) => move);
  switch (level) {
    case "easy":
      return lookAhead(code, values, 1, random);
    case "medium":
      return lookAhead(code, values, 2, random);
    case "hard":
      return playHard(code, values, random);
    case "blind":
      return chooseFrom(legal, [1, 1], [], random);
    case "novice":
      return chooseFrom(ranked().slice(0, 1), [2, 5], ranked().slice(1, 2), random);
    case "master":
      return chooseFrom(ranked().slice(0, 1), [1, 1], [], random);
    case "perfect":
      return chooseFrom(optimalOf(values), [1, 1], [], random);
    default:
      if (typeof level === "object" && level !== null && "lookahead" in level) {
        return lookAhead(code, values, pliesOf(level.lookahead), random);
      }
      return chooseFrom(optimalOf(values), chanceOf(level), legal, random);
  }
}

/** The position's code. @param {Position} position @returns {number} */
function codeFrom(position) {
  const code = PERFECT_PLAY_CODE;
  if (typeof code !== "number" || !Number.isInteger(code)) {
    throw new TypeError(`a code is a whole number: not ${shown(code)}`);
  }
  if (code < 0 || code >= CODES) {
    throw new NotAPosition(`not a position: code ${code} is not from 0 to ${CODES - 1}`);
  }
  return code;
}

/** The offset of the position's record. @param {Position} position @returns {number} */
function find(position) {
  const code = codeFrom(position);
  let place = 0;
  for (let byte = PLACE_BYTES - 1; byte >= 0; byte--) {
    place = place * 256 + PLACES[code * PLACE_BYTES + byte];
  }
  if (place === 0) {
    throw new NotAPosition(`not a position: ${GAME} has none with the code ${code}`);
  }
  if (place === 1) {
    throw new Unreachable(`unreachable: no legal play of ${GAME} leads to code ${code}`);
  }
  return place;
}

/** The given value as text, for a message. @param {unknown} given @returns {string} */
function shown(given) {
  if (typeof given !== "string" && typeof given !== "object") {
    return String(given);
  }
  try {
    return JSON.stringify(given);
  } catch {
    return "a value that cannot be shown";
  }
}

/**
 * Each legal move, ascending, with its value.
 * @param {number} place @returns {[number, number][]}
 */
function valuesAt(place) {
  /** @type {[number, number][]} */
  const values = [];
  for (let move = 0; move < MOVE_NUMBERS; move++) {
    if ((RECORDS[place + 2 + (move >> 3)] >> (move & 7)) & 1) {
      values.push([move, RECORDS[place + 2 + MASK_BYTES + values.length]]);
    }
  }
  return values;
}

/** @param {number} value @returns {Outcome} */
function outcomeOf(value) {
  return value < 127 ? "loss" : value > 127 ? "win" : "draw";
}

/** The outcome as a number, larger for a better one. @param {number} value @returns {number} */
function signOf(value) {
  return Math.sign(value - 127);
}

/**
 * The moves with the largest measure of their value.
 * @param {[number, number][]} values @param {(value: number) => number} measure @returns {number[]}
 */
function bestOf(values, measure) {
  const best = Math.max(...values.map(([, value]) => measure(value)));
  return values.filter(([, value]) => measure(value) === best).map(([move]) => move);
}

/** @param {[number, number][]} values @returns {number[]} */
function optimalOf(values) {
  return bestOf(values, OBJECTIVE === "outcome" ? signOf : (value) => value);
}

/** The plies of a look-ahead. @param {unknown} plies @returns {number} */
function pliesOf(plies) {
  if (typeof plies !== "number" || !Number.isInteger(plies) || plies < 0 || plies > 255) {
    throw new RangeError(`a look-ahead is a whole number of plies from 0 to 255: not ${shown(plies)}`);
  }
  return plies;
}

/** The chance of a skill. @param {unknown} level @returns {[number, number]} */
function chanceOf(level) {
  const skill = typeof level === "object" && level !== null && "skill" in level ? level.skill : undefined;
  if (!Array.isArray(skill) || skill.length !== 2) {
    throw new TypeError(
      'a level is "easy", "medium", "hard", "perfect", "blind", "novice", "master", { lookahead: 3 }, which is how ' +
        `many plies it sees, or { skill: [9, 10] }, the chance of an optimal move: not ${shown(level)}`,
    );
  }
  const [numerator, denominator] = skill;
  const whole = [numerator, denominator].every((part) => Number.isInteger(part) && part >= 0 && part < 2 ** 32);
  if (!whole || denominator === 0 || numerator > denominator) {
    throw new RangeError(`a skill is a chance from 0 to 1, two whole numbers below 2^32: not ${shown(skill)}`);
  }
  return [numerator, denominator];
}

/**
 * With this chance a move from the first list, otherwise one from the rest of the second list. If one of
 * them is empty, always a move from the other.
 * @param {number[]} first @param {[number, number]} chance @param {number[]} second
 * @param {() => number} random @returns {number | null}
 */
function chooseFrom(first, [numerator, denominator], second, random) {
  const rest = second.filter((move) => !first.includes(move));
  let moves = first;
  let [divisor, remainder] = [denominator, numerator];
  while (remainder !== 0) {
    [divisor, remainder] = [remainder, divisor % remainder];
  }
  const drawn = () => below(denominator / divisor, random);
  if (first.length === 0 || (rest.length > 0 && numerator === 0)) {
    moves = rest;
  } else if (rest.length > 0 && numerator < denominator && drawn() >= numerator / divisor) {
    moves = rest;
  }
  return moves.length > 0 ? moves[below(moves.length, random)] : null;
}

/**
 * A random number below `bound`, all equally likely (D. Lemire, "Fast Random Integer Generation in an
 * Interval", 2019). A number that would favour one result is drawn again, 63 times at most.
 * @param {number} bound @param {() => number} random @returns {number}
 */
function below(bound, random) {
  const surplus = 2n ** 32n % BigInt(bound);
  let result = 0n;
  for (let draw = 0; draw < 64; draw++) {
    const bits = random();
    if (!Number.isInteger(bits) || bits < 0 || bits >= 2 ** 32) {
      throw new RangeError(`random must give whole numbers from 0 to 2^32 - 1: not ${shown(bits)}`);
    }
    const product = BigInt(bits) * BigInt(bound);
    result = product >> 32n;
    if (BigInt.asUintN(32, product) >= surplus) {
      break;
    }
  }
  return Number(result);
}
