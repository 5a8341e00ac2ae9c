import assert from "node:assert/strict";
import { test } from "node:test";

import { choice } from "../choosing.js";

test("a move from cell to cell is chosen from its first cell on", () => {
  const [one, other] = [
    { from: 1, to: 3, third: null },
    { from: 2, to: 4, third: null },
  ];
  const steps = /** @type {import("../node.js").Step[]} */ (/** @type {unknown} */ ([one, other]));
  // Only one move leads to 3, and still it is not made before its piece is chosen.
  assert.deepEqual(choice(steps, [], 3), { chosen: [], moves: [] });
  assert.deepEqual(choice(steps, [], 1), { chosen: [1], moves: [] });
  assert.deepEqual(choice(steps, [1], 3), { chosen: [], moves: [one] });
  assert.deepEqual(choice(steps, [1], 2), { chosen: [2], moves: [] });
  assert.deepEqual(choice(steps, [1], 1), { chosen: [], moves: [] });
});
