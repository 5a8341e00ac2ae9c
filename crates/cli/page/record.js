/**
 * A game as text: a line for each move, as people write it. The same text can be read again.
 *
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 * @typedef {import("./session.js").Session} Session
 */

import { moveOf, SIDES, seenNode } from "./node.js";
import { turnWords } from "./turn.js";

/** The first line of a game as text. @param {Source} source */
const headOf = ({ header }) => `${header.title} (${header.game})`;

/** The game so far. All its positions but the last are known. @param {Source} source @param {Session} session */
export function recordOf(source, session) {
  const moves = session.past().map((step, made) => {
    return `${made + 1}. ${moveOf(source, session.sideAfter(made), step.text)}`;
  });
  const end = source.sees(session.id()) && session.isOver() ? [turnWords(source, session)] : [];
  return [headOf(source), ...moves, ...end, ""].join("\n");
}

/** A text without the number and the side before its first move. @param {string} text */
const skipNumber = (text) =>
  text.trim().replace(new RegExp(`^(\\d+\\.\\s*)?((${["X", "O", ...SIDES].join("|")}):?\\s+)?`), "");

/**
 * The moves in a text. Moves are in lines that begin with a move's number; all other lines are ignored. The game's title may
 * begin with a number too. Before a move there may be its number and its side. Without lines of moves, the text has only moves.
 * Digits without spaces are moves of one digit each.
 * @param {Source} source @param {string} text @returns {Promise<Step[]>}
 * @throws {Error} if a move is not legal; the message says which
 */
export async function stepsIn(source, text) {
  const moves = [];
  let id = source.start;
  const numbered = text.split("\n").filter((line) => /^\s*\d+\./.test(line) && line.trimEnd() !== headOf(source));
  const isDense = /^\s*\d+\s*$/.test(text);
  for (const line of numbered.length > 0 ? numbered : [text.replace(/[\s,;]+/g, " ")]) {
    for (let rest = skipNumber(line); rest !== ""; ) {
      const { steps, over } = await seenNode(source, id);
      const names = steps.flatMap((step) =>
        [step.text, step.text.replace(/^column /, "")].map((name) => ({ name, step })),
      );
      // A name may be the beginning of another.
      const found = names
        .toSorted((one, other) => other.name.length - one.name.length)
        .find(({ name }) => rest.startsWith(name) && (isDense || !/^\S/.test(rest.slice(name.length))));
      if (found === undefined) {
        const legal = over ? "the game is over before it" : `possible are ${steps.map(({ text }) => text).join(", ")}`;
        if (numbered.length === 0 && moves.length === 0) {
          throw new Error(`The text has no move. Write the moves from the start, with spaces between: ${legal}.`);
        }
        const [move] = rest.split(numbered.length > 0 ? /\s+\d+\./ : " ");
        throw new Error(`Move ${moves.length + 1}, “${move}”, is not possible: ${legal}.`);
      }
      moves.push(found.step);
      id = found.step.next;
      rest = skipNumber(rest.slice(found.name.length));
    }
  }
  if (moves.length === 0) {
    throw new Error("The text has no move.");
  }
  return moves;
}
