/** @param {number} value @param {number} place of the position's record @returns {number | null} */
function measureOf(value, place) {
  const toDraw = RECORDS[place + 1] & 127;
  return value < 127 ? value : value > 127 ? 254 - value : toDraw < 127 ? toDraw : null;
}
