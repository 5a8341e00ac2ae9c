/**
 * Levels of play: how an opponent chooses among moves, from what they are worth. The names and the
 * chances are those of `perfect-play arena --help`.
 *
 * @typedef {import("./game.js").Worth} Worth
 */

export const LEVELS = ["blind", "novice", "master", "perfect", "skill"];

/**
 * The cell that a level takes.
 * @param {string} level @param {number} skill in percent @param {Worth[]} worths
 */
export function choose(level, skill, worths) {
  // Stable: of equals the lowest cell stays first.
  const ranked = worths.toSorted((one, other) => other.value - one.value);
  const best = worths.filter((worth) => worth.best);
  const rest = worths.filter((worth) => !worth.best);
  switch (level) {
    case "novice":
      return ranked[ranked.length > 1 && !happens(2, 5) ? 1 : 0].cell;
    case "master":
      return ranked[0].cell;
    case "perfect":
      return anyOf(best).cell;
    case "skill":
      return anyOf(rest.length === 0 || happens(skill, 100) ? best : rest).cell;
    default:
      return anyOf(worths).cell;
  }
}

/** @template T @param {T[]} list */
function anyOf(list) {
  return list[below(list.length)];
}

/** Whether something happens that does so many times in so many. @param {number} times @param {number} of */
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
