/**
 * The content of "About this table".
 *
 * @typedef {import("./node.js").Source} Source
 */

import { define, element, make } from "./dom.js";
import { counted, fateOf } from "./node.js";

/** A number with separators between thousands. @param {number} number */
const grouped = (number) => number.toLocaleString("en");

/** Shows the facts about the table, and counts its positions. @param {Source} source whose start is known */
export function showFacts(source) {
  define("facts", factsOf(source));
  showCounts(source);
}

/** The facts, as terms and their descriptions. @param {Source} source @returns {[string, string][]} */
export function factsOf(source) {
  const { header, description } = source;
  const start = source.node(source.start);
  return [
    ["game", header.game],
    ["with best play", fateOf(source, start, start.mover ?? 0)],
    ...countsOf(source),
    [
      "best moves",
      header.objective === "outcome" ? "keep the outcome" : header.scores ? "get the most points" : source.words.best,
    ],
    ["table", description],
  ];
}

/** What is counted of all positions. Of a cut table: how much it stores. @param {Source} source @returns {[string, string][]} */
function countsOf(source) {
  const { positions = 0, canonical = 0, terminal, plies } = source.header;
  if (terminal === undefined) {
    return [["stored", `the first ${counted(plies ?? 0, "ply", "plies")}`]];
  }
  const { total, x_wins, o_wins, draws } = terminal;
  const [x, o, none] = source.words.ends;
  const wins = x_wins === undefined ? "" : `${x} ${grouped(x_wins)}, ${o} ${grouped(o_wins ?? 0)}, `;
  return [
    ["reachable positions", grouped(positions)],
    ["symmetric ones once", grouped(canonical)],
    ["finished games' boards", `${grouped(total)}: ${wins}${none} ${grouped(draws)}`],
  ];
}

/** @param {Source} source */
function showCounts(source) {
  const { by_ply = [], positions = 0, outcomes } = source.header;
  if (outcomes === undefined) {
    element("counts").parentElement?.remove();
    return;
  }
  const { win, draw, loss } = outcomes;
  const words = source.words;
  const names = [words.moves[0], "positions", words.win, words.draw, words.loss];
  /** @param {string} name @param {number[]} numbers */
  const row = (name, numbers) =>
    make("tr", {}, make("th", { scope: "row" }, name), ...numbers.map((number) => make("td", {}, grouped(number))));
  element("counts").append(
    make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name))),
    ...by_ply.map((of) => row(`${of.ply}`, [of.positions, of.win, of.draw, of.loss])),
    row("all", [positions, win, draw, loss]),
  );
}
