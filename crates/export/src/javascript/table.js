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

/** Every position's code is below this. @type {number} */
export const CODES = PERFECT_PLAY_CODES;

/** The number of positions that legal play leads to. @type {number} */
export const POSITIONS = PERFECT_PLAY_POSITIONS;

/** Every move's number is below this. @type {number} */
export const MOVE_NUMBERS = PERFECT_PLAY_MOVES;

/** The code of the position in which the game starts; of the first one if there are several. @type {number} */
export const START = PERFECT_PLAY_START;

/**
 * A position: PERFECT_PLAY_POSITIONS_ARE.
 * @typedef {PERFECT_PLAY_POSITION} Position
 *
 * How a game ends for a player.
 * @typedef {"win" | "draw" | "loss"} Outcome
 *
 * What the table says of a position.
 * @typedef {object} Entry
 * @property {PERFECT_PLAY_PLAYER} toMove PERFECT_PLAY_TURN
 * @property {Outcome} outcome how the game ends under best play, for the side to move
 * @property {PERFECT_PLAY_NUMBER} PERFECT_PLAY_MEASURE PERFECT_PLAY_MEASURED
 * @property {number | null} bestMove the lowest optimal move; null where the game is over
 * @property {number[]} optimalMoves ascending; none where the game is over
 *
 * What a move is worth to the player who makes it.
 * @typedef {object} Worth
 * @property {number} move
 * @property {Outcome} outcome
 * @property {PERFECT_PLAY_NUMBER} PERFECT_PLAY_MEASURE
 *
 * A level of play. A skill is a chance as numerator and denominator, whole numbers below 2^32, so that
 * it is exact: `{ skill: [9, 10] }`.
 * @typedef {"blind" | "novice" | "master" | "perfect" | { skill: readonly [number, number] }} Level
 */

/** No position has this code. */
export class NotAPosition extends RangeError {
  name = "NotAPosition";
}

/** No legal play leads to the position with this code. */
export class Unreachable extends RangeError {
  name = "Unreachable";
}

/** The move is not legal in the position. */
export class IllegalMove extends RangeError {
  name = "IllegalMove";
}

/**
 * What the table says of a position. Throws `NotAPosition` or `Unreachable` where it has no entry, as
 * all other functions do.
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
 * The lowest optimal move; null where the game is over.
 * @param {Position} position @returns {number | null}
 */
export function bestMove(position) {
  return probe(position).bestMove;
}

/**
 * The optimal moves, ascending; none where the game is over.
 * @param {Position} position @returns {number[]}
 */
export function optimalMoves(position) {
  return probe(position).optimalMoves;
}

/**
 * The moves that keep the outcome, ascending; none where the game is over.
 * @param {Position} position @returns {number[]}
 */
export function outcomePreservingMoves(position) {
  return bestOf(valuesAt(find(position)), signOf);
}

/**
 * What each legal move is worth, moves ascending; none where the game is over.
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
 * The legal moves, ascending; none where the game is over.
 * @param {Position} position @returns {number[]}
 */
export function legalMoves(position) {
  return valuesAt(find(position)).map(([move]) => move);
}

/**
 * The code of the position that a legal move leads to. Throws `IllegalMove` where the move is not legal.
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
 * PERFECT_PLAY_WINNERS; null where the game is drawn or not over.
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
 * A move of a level's choice; null where the game is over. `random` gives 32 random bits a call, as a
 * number, all equally likely.
 * @param {Position} position @param {Level} level @param {() => number} [random] @returns {number | null}
 */
export function choose(position, level, random = () => Math.floor(Math.random() * 2 ** 32)) {
  const values = valuesAt(find(position));
  const legal = values.map(([move]) => move);
  // Stable: of equals the lowest move stays first.
  const ranked = () => [...values].sort((one, other) => other[1] - one[1]).map(([move]) => move);
  switch (level) {
    case "blind":
      return chooseFrom(legal, [1, 1], [], random);
    case "novice":
      return chooseFrom(ranked().slice(0, 1), [2, 5], ranked().slice(1, 2), random);
    case "master":
      return chooseFrom(ranked().slice(0, 1), [1, 1], [], random);
    case "perfect":
      return chooseFrom(optimalOf(values), [1, 1], [], random);
    default:
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

/** Where the position's record is. @param {Position} position @returns {number} */
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

/** What was given, for a message. @param {unknown} given @returns {string} */
function shown(given) {
  if (typeof given !== "string" && typeof given !== "object") {
    return String(given);
  }
  try {
    return JSON.stringify(given);
  } catch {
    return "what cannot be shown";
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
 * The moves whose value, measured so, no other exceeds.
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

/** The chance of a skill, in lowest terms. @param {unknown} level @returns {[number, number]} */
function chanceOf(level) {
  const skill = typeof level === "object" && level !== null && "skill" in level ? level.skill : undefined;
  if (!Array.isArray(skill) || skill.length !== 2) {
    throw new TypeError(
      'a level is "blind", "novice", "master", "perfect" or { skill: [9, 10] }, the chance of an optimal move: ' +
        `not ${shown(level)}`,
    );
  }
  const [numerator, denominator] = skill;
  const whole = [numerator, denominator].every((part) => Number.isInteger(part) && part >= 0 && part < 2 ** 32);
  if (!whole || denominator === 0 || numerator > denominator) {
    throw new RangeError(`a skill is a chance from 0 to 1, two whole numbers below 2^32: not ${shown(skill)}`);
  }
  let [divisor, rest] = [denominator, numerator];
  while (rest !== 0) {
    [divisor, rest] = [rest, divisor % rest];
  }
  return [numerator / divisor, denominator / divisor];
}

/**
 * A move from the first list with this chance, otherwise one from the rest of the second; if one of
 * the two is empty, always from the other.
 * @param {number[]} first @param {[number, number]} chance @param {number[]} second
 * @param {() => number} random @returns {number | null}
 */
function chooseFrom(first, [numerator, denominator], second, random) {
  const rest = second.filter((move) => !first.includes(move));
  let moves = first;
  if (first.length === 0 || (rest.length > 0 && numerator === 0)) {
    moves = rest;
  } else if (rest.length > 0 && numerator < denominator && below(denominator, random) >= numerator) {
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
