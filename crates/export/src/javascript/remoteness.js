/** @param {number} value @param {number} place of the position's record @returns {number} */
function measureOf(value, place) {
  return value < 127 ? value : value > 127 ? 254 - value : RECORDS[place + 1] & 127;
}
