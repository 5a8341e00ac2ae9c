import assert from "node:assert/strict";
import { test } from "node:test";
import { positionsByPly } from "../posters.js";
import { linesGame, nim, played } from "./sources.js";

test("all positions are met once, with a play that leads there", () => {
  const source = linesGame({ symmetric: true });
  const plies = positionsByPly(source);
  assert.deepEqual(
    plies.map((ply) => ply.length),
    [1, 3, 12, 38, 108, 174, 204, 153, 57, 15],
  );
  for (const { node, path } of plies.flat()) {
    const { nodes } = played(
      source,
      path.map((move) => `${move + 1}`),
    );
    assert.equal(nodes.at(-1).id, node.id);
  }
  // Two plies of Nim can lead to the same number of stones as one.
  assert.equal(positionsByPly(nim(7)).flat().length, 8);
});
