/** Games for boardgame.io: tic-tac-toe, as in its tutorial, and Connect Four. Cells are `null`, `"0"` or `"1"`, row by row. */

import { INVALID_MOVE } from "boardgame.io/core";

/** Whether there are `wanted` equal marks in a row. */
function hasRow(cells, { columns, rows, wanted }) {
  const at = (column, row) => (column >= 0 && column < columns && row < rows ? cells[row * columns + column] : null);
  const isRow = (cell, [right, down]) =>
    cells[cell] !== null &&
    Array.from({ length: wanted }, (_, step) =>
      at((cell % columns) + step * right, Math.floor(cell / columns) + step * down),
    ).every((mark) => mark === cells[cell]);
  const directions = [
    [1, 0],
    [0, 1],
    [1, 1],
    [-1, 1],
  ];
  return [...cells.keys()].some((cell) => directions.some((direction) => isRow(cell, direction)));
}

/** A game in which a player marks a cell of a board. `cellOf` is the cell that an argument of a move stands for. */
const gameOf = (board, { move, choices, cellOf }) => ({
  setup: () => ({ cells: Array(board.columns * board.rows).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    [move]({ G, playerID }, choice) {
      const cell = cellOf(G.cells, choice);
      if (G.cells[cell] !== null) {
        return INVALID_MOVE;
      }
      G.cells[cell] = playerID;
    },
  },
  endIf({ G, ctx }) {
    if (hasRow(G.cells, board)) {
      return { winner: ctx.currentPlayer };
    }
    return G.cells.includes(null) ? undefined : { draw: true };
  },
  ai: {
    enumerate: ({ cells }) =>
      [...Array(choices).keys()]
        .filter((choice) => cells[cellOf(cells, choice)] === null)
        .map((choice) => ({ move, args: [choice] })),
  },
});

export const TicTacToe = gameOf(
  { columns: 3, rows: 3, wanted: 3 },
  { move: "clickCell", choices: 9, cellOf: (_cells, cell) => cell },
);

/** Columns are numbered from 0. */
export function ConnectFour(columns, rows, wanted) {
  const lowest = (cells, column) => {
    const free = [...cells.keys()].filter((cell) => cell % columns === column && cells[cell] === null);
    return free.at(-1);
  };
  return gameOf({ columns, rows, wanted }, { move: "drop", choices: columns, cellOf: lowest });
}
