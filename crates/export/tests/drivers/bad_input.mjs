// Prints the answers of a table of tic-tac-toe to bad input, or reads boards, one per line.
import * as table from "./table.mjs";

/** @type {any} */
const anything = table;

/** @param {() => unknown} ask */
function said(ask) {
  try {
    return JSON.stringify(ask());
  } catch (error) {
    return String(error);
  }
}

/** @param {string[]} boards */
export function boards(boards) {
  for (const board of boards) {
    console.log(said(() => table.codeOf(board)).replace("BadBoard: ", ""));
  }
}

export function all() {
  for (const code of [-1, table.CODES, 2 ** 80, 2, 13, true, 1.5, "0", null, Number.NaN]) {
    console.log(said(() => anything.probe(code)));
  }
  for (const level of [
    "expert",
    0.9,
    null,
    {},
    { skill: 0.9 },
    { skill: [3, 2] },
    { skill: [0.5, 1] },
    { skill: [0, 0] },
    { skill: [1, 2 ** 32] },
    { lookahead: -1 },
    { lookahead: 256 },
    { lookahead: 0.5 },
    { lookahead: "3" },
  ]) {
    console.log(said(() => anything.choose(0, level)));
  }
  for (const bits of [-1, 2 ** 32, 0.5, null]) {
    console.log(said(() => anything.choose(0, "blind", () => bits)));
  }
  const empty = Array(8).fill(null);
  for (const board of [
    null,
    5,
    ["X"],
    ["X", "O", null, "", " ", ".", "x", undefined, "-"],
    [...empty, "Z"],
    [...empty, 1],
    "O........",
  ]) {
    console.log(said(() => anything.codeOf(board)));
  }
  console.log(said(() => table.probe(table.codeOf("O........"))));
  for (const move of [2, 4, -1, 9, "4", true, null]) {
    console.log(said(() => anything.play("XO..X....", move)));
  }
  const cells = ["X", "O", null, null, "X", ...empty.slice(4)];
  for (const position of ["XO  X    ", "XO.\n.X.\n...", "XX......O", 88, cells]) {
    console.log(said(() => table.bestMove(position)));
  }
  for (const at of ["XXXOO....", "xxxxooooo", "XXOOOXXXO", 0]) {
    console.log(said(() => [table.winner(at), table.isOver(at), table.legalMoves(at)]));
  }
  console.log(said(() => table.play("XXXOO....", 5)));
  console.log(said(() => table.show("xo0/...\t.X.")));
  console.log(said(() => table.show("xo./...\t.X.")));
  console.log(said(() => table.play(table.play(table.START, 4), 0)));
  console.log(new table.Unreachable("").name, new table.NotAPosition("") instanceof RangeError);
}
