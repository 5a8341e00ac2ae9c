/** @param {number} value @param {number} _place @returns {number} */
function measureOf(value, _place) {
  return value - 127;
}
