/** The list of moves: the worth of each move, and a button that makes it. Symmetric moves are grouped. */

import { button, make } from "./dom.js";
import { compareWorths, worthWords } from "./node.js";

/**
 * @typedef {import("./node.js").Step} Step
 */

/**
 * The moves in groups, by worth with the best first, and then by kind.
 * @param {Step[]} steps
 */
function ranked(steps) {
  const ranks = Map.groupBy(steps, (step) => worthWords(step));
  return [...ranks.values()]
    .toSorted(([one], [other]) => compareWorths(other, one))
    .map((rank) => [...Map.groupBy(rank, (step) => step.kind).values()]);
}

/**
 * The list, as an element. Without values, the moves are in their own order. On a map each move has its number.
 * @param {import("./node.js").Source} source @param {Step[]} steps @param {boolean} values @param {(step: Step) => void} onPlay
 */
export function movesList(source, steps, values, onPlay) {
  /** @param {Step} step */
  const buttonOf = (step) => {
    const number =
      source.drawing === null ? [make("span", { class: "of-move" }, `${steps.indexOf(step) + 1}`), " "] : [];
    return button({ class: "move", "data-move": `${step.move}` }, () => onPlay(step), ...number, step.text);
  };
  if (!values) {
    return make("div", { class: "rank" }, ...steps.map(buttonOf));
  }
  const rows = ranked(steps).map((kinds) => {
    const [{ outcome, optimal }] = kinds[0];
    const best = optimal
      ? [make("span", { "aria-hidden": "true" }, "★ "), make("span", { class: "unseen" }, "best: ")]
      : [];
    return make(
      "li",
      { class: "rank" },
      make("span", { class: `key ${outcome}` }, ...best, worthWords(kinds[0][0], source.words)),
      ...kinds.map((kind) => make("span", { class: "kind" }, ...kind.map(buttonOf))),
    );
  });
  return make("ul", { class: "ranks" }, ...rows);
}
