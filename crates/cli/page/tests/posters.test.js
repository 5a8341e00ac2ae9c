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

test("a start to which play comes back is there once, and its images are not", () => {
  const next = { start: ["on"], on: ["image", "far"], image: ["turned"], far: ["start", "on"], turned: ["far"] };
  const kinds = { image: "start", turned: "on" };
  const node = (id) => ({
    ...{ id, kind: kinds[id] ?? id },
    steps: next[id].map((next, move) => ({ move, next, kind: kinds[next] ?? next })),
  });
  const plies = positionsByPly({ start: "start", node });
  assert.deepEqual(
    plies.map((ply) => ply.map(({ node }) => node.id)),
    [["start"], ["on"], ["far"]],
  );
});
