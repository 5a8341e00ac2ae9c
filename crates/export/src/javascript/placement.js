/** The code of the position after a legal move. @param {number} code @param {number} move @returns {number} */
function codeAfter(code, move) {
  return codeWithMark(code, move);
}
