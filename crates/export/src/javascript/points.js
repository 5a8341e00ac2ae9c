/**
 * An end that wins, with the most points; otherwise one of the best moves with this chance, otherwise
 * any move.
 * @param {number} code @param {[number, number][]} values @param {[number, number]} chance
 * @param {() => number} random @returns {number | null}
 */
function forPoints(code, values, [numerator, denominator], random) {
  const ends = values.filter(([move, value]) => value > 127 && isOver(codeAfter(code, move)));
  if (ends.length > 0) {
    return chooseFrom(
      bestOf(ends, (value) => value),
      [1, 1],
      [],
      random,
    );
  }
  const best = bestOf(values, (value) => value);
  const times = numerator * values.length + (denominator - numerator) * best.length;
  const legal = values.map(([move]) => move);
  return chooseFrom(best, [times, denominator * values.length], legal, random);
}

/**
 * @param {number} code @param {[number, number][]} values @param {number} plies
 * @param {() => number} random @returns {number | null}
 */
function lookAhead(code, values, plies, random) {
  if (plies === 0) {
    return choose(code, "blind", random);
  }
  return forPoints(code, values, [plies - 1, plies], random);
}

/**
 * @param {number} code @param {[number, number][]} values @param {() => number} random
 * @returns {number | null}
 */
function playHard(code, values, random) {
  return forPoints(code, values, [9, 10], random);
}
