/**
 * The moves of who sees so many plies ahead: the soonest win in sight; otherwise all moves but the
 * losses in sight; otherwise the latest loss.
 * @param {[number, number][]} values @param {number} plies @returns {number[]}
 */
function inSight(values, plies) {
  const others = values.filter(([, value]) => value >= 127 || value > plies).map(([move]) => move);
  const seesWin = values.some(([, value]) => value > 127 && 254 - value <= plies);
  return seesWin || others.length === 0 ? bestOf(values, (value) => value) : others;
}

/**
 * @param {number} _code @param {[number, number][]} values @param {number} plies
 * @param {() => number} random @returns {number | null}
 */
function lookAhead(_code, values, plies, random) {
  return chooseFrom(inSight(values, plies), [1, 1], [], random);
}

/**
 * @param {number} _code @param {[number, number][]} values @param {() => number} random
 * @returns {number | null}
 */
function playHard(_code, values, random) {
  return chooseFrom(inSight(values, 6), [9, 10], inSight(values, 2), random);
}
