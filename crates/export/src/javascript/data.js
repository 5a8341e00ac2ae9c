/** Bytes that are written in base 64. @param {string} text @returns {Uint8Array} */
function bytes(text) {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

// By code: 0 if it is no position's, 1 if the position is unreachable, otherwise where its record is.
// A record is the position's value; the plies a draw takes from there, 127 for none, and 128 more
// where O is to move; the set of legal moves, a bit each, lowest byte first; the value of each legal
// move; and, unless the game is played on a board, the code that each legal move leads to. A value is d
// for a loss in d plies, 127 for a draw, 254 - d for a win in d plies; in a game for points it is 127
// more than these: the larger, the better. Places and codes are numbers of so many bytes, lowest first.
const PLACE_BYTES = PERFECT_PLAY_PLACE_BYTES;
const MASK_BYTES = PERFECT_PLAY_MASK;
const PLACES = bytes(`
PERFECT_PLAY_PLACES
`);
const RECORDS = bytes(`
PERFECT_PLAY_RECORDS
`);
