/** The code that a legal move leads to. @param {number} code @param {number} move @returns {number} */
function codeAfter(code, move) {
  return codeWithMark(code, move);
}
