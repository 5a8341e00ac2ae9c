/** The lines of a board of squares, and the moves of the games on it. */

/**
 * All lines of k cells. A line is the list of its cells in order.
 * @param {{ columns: number, rows: number, k: number }} board
 */
export function linesOf({ columns, rows, k }) {
  const lines = [];
  for (const [right, down] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [-1, 1],
  ]) {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const line = Array.from({ length: k }, (_, i) => [column + i * right, row + i * down]);
        if (line.every(([x, y]) => x >= 0 && x < columns && y < rows)) {
          lines.push(line.map(([x, y]) => y * columns + x));
        }
      }
    }
  }
  return lines;
}

/**
 * The moves of a game of lines, with the cells that they mark.
 * @param {{ columns: number, rows: number, falls: boolean }} board @param {(cell: number) => boolean} isEmpty
 */
export function marksOf({ columns, rows, falls }, isEmpty) {
  if (!falls) {
    const cells = [...Array(columns * rows).keys()].filter(isEmpty);
    return cells.map((to) => ({ move: to, text: `${to + 1}`, to }));
  }
  return Array.from({ length: columns }, (_, column) => {
    let to = (rows - 1) * columns + column;
    while (to >= 0 && !isEmpty(to)) {
      to -= columns;
    }
    return { move: column + 1, text: `column ${column + 1}`, to };
  }).filter(({ to }) => to >= 0);
}
