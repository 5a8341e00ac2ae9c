/**
 * How long this package takes, in one thread, for the values of all moves of random positions of Connect Four with 0 to 40
 * marks: `./build && node time-book.js`. The example `connect_four` of the crate `search` measures the same without WebAssembly.
 */
import { open } from "./js/node.js";

const POSITIONS = 10_000;

/** Numbers from 0 to 1, the same in every run (mulberry32). */
let state = 1;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const STEPS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

/** Whether the topmost mark of a column completes a line. */
function completes(board, column) {
  const row = board[column].length - 1;
  const mark = board[column][row];
  const run = (dx, dy) => {
    let length = 0;
    while (board[column + (length + 1) * dx]?.[row + (length + 1) * dy] === mark) length += 1;
    return length;
  };
  return STEPS.some(([dx, dy]) => run(dx, dy) + run(-dx, -dy) >= 3);
}

/** The columns of so many random moves, or `undefined` if the game is over before. */
function position(marks) {
  const board = Array.from({ length: 7 }, () => []);
  let columns = "";
  for (let ply = 0; ply < marks; ply += 1) {
    const open = [0, 1, 2, 3, 4, 5, 6].filter((column) => board[column].length < 6);
    const column = open[Math.floor(random() * open.length)];
    board[column].push(ply % 2);
    columns += column + 1;
    if (completes(board, column)) return undefined;
  }
  return columns;
}

const book = await open("connect4", { worker: false });
const times = [];
while (times.length < POSITIONS) {
  const columns = position(Math.floor(random() * 41));
  if (columns === undefined) continue;
  const start = performance.now();
  await book.probe(columns);
  times.push(performance.now() - start);
}
book.close();
times.sort((one, other) => one - other);
const [median, late, worst] = [0.5, 0.99, 1].map((part) => times[Math.ceil(part * POSITIONS) - 1].toFixed(3));
console.log(`all moves, with the book: median ${median}, 99th percentile ${late}, worst ${worst} ms`);
