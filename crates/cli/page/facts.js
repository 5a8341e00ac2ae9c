/**
 * The content of "About this table".
 *
 * @typedef {import("./node.js").Header} Header
 */

import { define, element, make } from "./dom.js";
import { counted } from "./node.js";

/** A number with separators between thousands. @param {number} number */
const grouped = (number) => number.toLocaleString("en");

/** Shows the facts about the table, and counts its positions. @param {import("./node.js").Source} source whose start is known */
export function showFacts(source) {
  const { header, description } = source;
  define("facts", [
    ["game", header.game],
    ["with best play", fateOf(source.node(source.start))],
    ...countsOf(header),
    ["best moves", header.objective === "fastest" ? "win soonest, lose latest" : "keep the outcome"],
    ["table", description],
  ]);
  showCounts(header);
}

/** What is counted of all positions. Of a cut table: how much it stores. @param {Header} header @returns {[string, string][]} */
function countsOf({ positions = 0, canonical = 0, terminal, plies }) {
  if (terminal === undefined) {
    return [["stored", `the first ${counted(plies ?? 0, "ply", "plies")}`]];
  }
  const { total, x_wins, o_wins, draws } = terminal;
  const wins = x_wins === undefined ? "" : `X has won ${grouped(x_wins)}, O has won ${grouped(o_wins ?? 0)}, `;
  return [
    ["reachable positions", grouped(positions)],
    ["symmetric ones once", grouped(canonical)],
    ["finished games' boards", `${grouped(total)}: ${wins}drawn ${grouped(draws)}`],
  ];
}

/** The result of the game under best play. @param {import("./node.js").Node} node the start */
function fateOf({ outcome, remoteness, score, mover }) {
  if (outcome === "draw") {
    return "a draw";
  }
  const [first, second] =
    mover === null ? ["the first player", "the second player"] : mover === 0 ? ["X", "O"] : ["O", "X"];
  const by = score !== null ? ` by ${counted(Math.abs(score), "point", "points")}` : "";
  const soon = remoteness === null ? "" : ` in ${counted(remoteness, "ply", "plies")}`;
  return `${outcome === "win" ? first : second} wins${by}${soon}`;
}

/** @param {Header} header */
function showCounts({ by_ply = [], positions = 0, outcomes }) {
  if (outcomes === undefined) {
    element("counts").parentElement?.remove();
    return;
  }
  const { win, draw, loss } = outcomes;
  const names = ["ply", "positions", "win", "draw", "loss"];
  /** @param {string} name @param {number[]} numbers */
  const row = (name, numbers) =>
    make(
      "tr",
      {},
      make("th", { scope: "row", class: "count" }, name),
      ...numbers.map((number) => make("td", { class: "count" }, grouped(number))),
    );
  element("counts").append(
    make("tr", {}, ...names.map((name) => make("th", { scope: "col", class: "count" }, name))),
    ...by_ply.map((of) => row(`${of.ply}`, [of.positions, of.win, of.draw, of.loss])),
    row("all", [positions, win, draw, loss]),
  );
}
