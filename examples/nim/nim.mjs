/** Nim with heaps of 3, 4 and 5 stones: the table in the WebAssembly module, for a page or for Node. */

/**
 * Reads the module that `cargo build --release --target wasm32-unknown-unknown` makes.
 * @param {BufferSource} bytes `nim.wasm`
 */
export async function nim(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes);
  const { nim_best_move, nim_wins } = instance.exports;
  return {
    /** Whether who is to move wins; an error for heaps that there cannot be. */
    wins(heaps, misere = false) {
      return checked(nim_wins(...heaps, misere ? 1 : 0)) === 1;
    },
    /** The heap to take from, 0 to 2, and the stones to take; null where no stone is left. */
    bestMove(heaps, misere = false) {
      const move = nim_best_move(...heaps, misere ? 1 : 0);
      if (move === GAME_OVER) return null;
      return { heap: checked(move) >> 4, stones: move & 15 };
    },
  };
}

const GAME_OVER = -2;

function checked(answer) {
  if (answer < 0) throw new RangeError("the heaps have at most 3, 4 and 5 stones");
  return answer;
}
