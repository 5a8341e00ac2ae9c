import assert from "node:assert/strict";
import { test } from "node:test";
import { lineView } from "../line-view.js";
import { recordingBrowser } from "./no-browser.js";
import { drawn, squares } from "./sources.js";

/** The owners of the discs on the boards of a view, board by board. */
function discsIn(view) {
  const within = (element) => [element, ...(element.children ?? []).flatMap(within)];
  return view.children.map((item) =>
    within(item)
      .map(({ attributes }) => /^disc (.)$/.exec(attributes?.class ?? "")?.[1])
      .filter((owner) => owner !== undefined)
      .join(""),
  );
}

test("where the mover's pieces are X's, the boards of a line have the colours of the sides that move", () => {
  recordingBrowser();
  const drawing = drawn(squares(3, 1), { seenByMover: true });
  /** After each move the same pieces, from the view of the side to move. */
  const line = (movers) =>
    [0, 1, 0].map((mover, i) => {
      const node = { mover: movers[i], pieces: ["x", "", "o"], line: [] };
      return { mover, step: { text: "1", to: 0 }, node };
    });
  // An impartial game does not say who is to move.
  for (const movers of [
    [null, null, null],
    [1, 0, 1],
  ]) {
    assert.deepEqual(discsIn(lineView({ drawing, isForOne: false }, line(movers))), ["ox", "xo", "ox"]);
  }
  const seenByAll = { ...drawing, seenByMover: false };
  assert.deepEqual(discsIn(lineView({ drawing: seenByAll, isForOne: false }, line([1, 0, 1]))), ["xo", "xo", "xo"]);
});
