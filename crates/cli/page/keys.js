/** Keys that do what buttons do, and the help that lists them. */

import { button, element, make } from "./dom.js";

/** What each key does, for the help. @type {[string, string][]} */
const HELP = [
  ["← →", "take a move back, make it again"],
  ["1 – 9", "make the move of this number"],
  ["h", "a hint"],
  ["n", "a new game"],
  ["f", "flip the board"],
  ["a", "play, or analyse"],
  ["?", "this help"],
];

/** @typedef {{ undo: () => void, redo: () => void, hint: () => void, begin: () => void, flip: () => void, change: () => void, move: (number: number) => void }} Actions */

/** @param {Actions} actions */
export function listenToKeys(actions) {
  const help = helpDialog();
  element("help").addEventListener("click", () => help.showModal());
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: actions.undo,
    ArrowRight: actions.redo,
    h: actions.hint,
    n: actions.begin,
    f: actions.flip,
    a: actions.change,
    "?": () => help.showModal(),
  };
  for (let number = 1; number <= 9; number++) {
    keys[`${number}`] = () => actions.move(number);
  }
  document.addEventListener("keydown", (event) => {
    const held = event.altKey || event.ctrlKey || event.metaKey;
    const { target } = event;
    const isTaken =
      target instanceof Element && target.closest("input, select, textarea, dialog, [role=toolbar]") !== null;
    const action = held || isTaken || event.defaultPrevented ? undefined : keys[event.key];
    if (action !== undefined) {
      event.preventDefault();
      action();
    }
  });
}

function helpDialog() {
  const rows = HELP.flatMap(([key, words]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, words)]);
  const dialog = make(
    "dialog",
    { id: "help-dialog", class: "small-dialog", "aria-labelledby": "help-heading" },
    make("h2", { id: "help-heading" }, "Keys"),
    make("dl", {}, ...rows),
    make("p", {}, "On the board, after the Tab key, the arrow keys move from cell to cell, and Enter plays."),
    make(
      "p",
      {},
      make("b", {}, "Play"),
      " hides the values and has an opponent. ",
      make("b", {}, "Analyse"),
      " shows what every move is worth, explains mistakes, and asks a quiz.",
    ),
    button({}, () => dialog.close(), "Close"),
  );
  document.body.append(dialog);
  return dialog;
}
