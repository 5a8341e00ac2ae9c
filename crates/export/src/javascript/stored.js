const CODE_BYTES = PERFECT_PLAY_CODE_BYTES;

/** The code of the position after a legal move. @param {number} code @param {number} move @returns {number} */
function codeAfter(code, move) {
  const place = find(code);
  const legal = legalMoves(code);
  const at = place + 2 + MASK_BYTES + legal.length + legal.indexOf(move) * CODE_BYTES;
  return RECORDS.subarray(at, at + CODE_BYTES).reduceRight((sum, byte) => sum * 256 + byte, 0);
}
