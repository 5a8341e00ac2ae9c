/** The lines of a board of squares. */

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
