/** @param {string} text @returns {number[]} */
function digitsOfTextOrColumns(text) {
  const isBoard = COLUMNS * ROWS <= 10 && text === "0123456789".slice(0, COLUMNS * ROWS);
  if (/^[1-9]/.test(text) || (/^[0-9]*$/.test(text) && !isBoard)) {
    return digitsAfter(text);
  }
  return digitsOfText(text);
}

/**
 * The board after marks fell into these columns. Who is to move, and whether the game is over, the
 * table says.
 * @param {string} columns @returns {number[]}
 */
function digitsAfter(columns) {
  if (COLUMNS > 9) {
    const most = "a list of columns is for boards of up to 9 columns";
    throw new BadBoard(`${most}, and this board has ${COLUMNS}: write it row by row`);
  }
  /** @type {number[]} */
  const digits = Array(COLUMNS * ROWS).fill(0);
  let place = 0;
  for (const found of columns) {
    place++;
    if (!/^[0-9]$/.test(found)) {
      throw new BadBoard(`character ${place} is \`${found}\`${numberOf(found)}: a list of columns has only digits`);
    }
    const column = Number(found);
    if (column < 1 || column > COLUMNS) {
      throw new BadBoard(`move ${place}: there is no column ${column}: the columns are 1 to ${COLUMNS}`);
    }
    const position = probe(codeOfDigits(digits));
    if (position.bestMove === null) {
      throw new BadBoard(`move ${place}: the game is already over: ${endOf(position)}`);
    }
    let cell = COLUMNS * (ROWS - 1) + column - 1;
    while (cell >= 0 && digits[cell] !== 0) {
      cell -= COLUMNS;
    }
    if (cell < 0) {
      throw new BadBoard(`move ${place}: column ${column} is full`);
    }
    digits[cell] = position.toMove === "X" ? 1 : 2;
  }
  return digits;
}

/** How a game has ended. @param {Entry} position @returns {string} */
function endOf({ outcome, toMove }) {
  return outcome === "draw" ? "the board is full" : `${toMove === "X" ? "O" : "X"} has completed a line`;
}
