/** The code of the position after a legal move. @param {number} code @param {number} move @returns {number} */
function codeAfter(code, move) {
  let cell = COLUMNS * (ROWS - 1) + move - 1;
  while (digitAt(code, cell) !== 0) {
    cell -= COLUMNS;
  }
  return codeWithMark(code, cell);
}

/** @param {string} text @returns {number} */
function codeOfTextOrColumns(text) {
  const packed = [...text].filter((found) => !SPACES.includes(found)).join("");
  const isBoard = COLUMNS * ROWS <= 10 && packed === "0123456789".slice(0, COLUMNS * ROWS);
  if (/^[1-9]/.test(packed) || (/^[0-9]*$/.test(packed) && !isBoard)) {
    return codeOfColumns(text);
  }
  return codeOfText(text);
}

/**
 * The code of the board after marks fell into these columns. Who is to move, and whether the game is
 * over, the table says.
 * @param {string} columns @returns {number}
 */
function codeOfColumns(columns) {
  if (COLUMNS > 9) {
    const most = "a list of columns is for boards of up to 9 columns";
    throw new BadBoard(`${most}, and this board has ${COLUMNS}: write it row by row`);
  }
  let code = START;
  let place = 0;
  let number = 0;
  for (const found of columns) {
    place++;
    if (SPACES.includes(found)) {
      continue;
    }
    number++;
    if (!/^[0-9]$/.test(found)) {
      throw new BadBoard(`character ${place} is \`${found}\`${numberOf(found)}: a list of columns has only digits`);
    }
    const column = Number(found);
    if (column < 1 || column > COLUMNS) {
      throw new BadBoard(`move ${number}: there is no column ${column}: the columns are 1 to ${COLUMNS}`);
    }
    if (isOver(code)) {
      throw new BadBoard(`move ${number}: the game is already over: ${endOf(probe(code))}`);
    }
    if (!legalMoves(code).includes(column)) {
      throw new BadBoard(`move ${number}: column ${column} is full`);
    }
    code = codeAfter(code, column);
  }
  return code;
}

/** How a game has ended. @param {Entry} position @returns {string} */
function endOf({ outcome, toMove }) {
  return outcome === "draw" ? "the board is full" : `${toMove === "X" ? "O" : "X"} has completed a line`;
}
