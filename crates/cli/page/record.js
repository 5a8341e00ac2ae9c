/**
 * A game as text: a line for each move, as people write it, and the link to its end. The same text can be read again.
 *
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 * @typedef {import("./session.js").Session} Session
 */

import { moveOf, SIDES, seenNode } from "./node.js";
import { turnWords } from "./turn.js";

/** The game so far. Its positions are known. @param {Source} source @param {Session} session */
export function recordOf(source, session) {
  const { title, game } = source.header;
  const moves = session.past().map((step, made) => {
    return `${made + 1}. ${moveOf(source, session.sideAfter(made), step.text)}`;
  });
  const end = session.isOver() ? [turnWords(source, session)] : [];
  return [`${title} (${game})`, ...moves, ...end, ""].join("\n");
}

/** A text without the number and the side before its first move. @param {string} text */
const skipNumber = (text) =>
  text.trim().replace(new RegExp(`^(\\d+\\.\\s*)?((${["X", "O", ...SIDES].join("|")}):?\\s+)?`), "");

/**
 * The numbers of the moves in a text. Moves are in lines that begin with a move's number; all other lines are ignored.
 * Before a move there may be its number and its side.
 * @param {Source} source @param {string} text @returns {Promise<number[]>}
 * @throws {Error} if a move is not legal; the message says which
 */
export async function movesIn(source, text) {
  const numbers = [];
  let id = source.start;
  for (const line of text.split("\n").filter((line) => /^\s*\d+\./.test(line))) {
    for (let rest = skipNumber(line); rest !== ""; ) {
      const { steps, over } = await seenNode(source, id);
      // A name may be the beginning of another.
      const named = steps.toSorted((one, other) => other.text.length - one.text.length);
      const step = named.find(({ text }) => rest.startsWith(text) && !/^\S/.test(rest.slice(text.length)));
      if (step === undefined) {
        const legal = over ? "the game is over before it" : `possible are ${steps.map(({ text }) => text).join(", ")}`;
        const [move] = rest.split(/\s+\d+\./);
        throw new Error(`Move ${numbers.length + 1}, “${move}”, is not possible: ${legal}.`);
      }
      numbers.push(step.move);
      id = step.next;
      rest = skipNumber(rest.slice(step.text.length));
    }
  }
  if (numbers.length === 0) {
    throw new Error("The text has no move. A move is a line such as “1. 5”.");
  }
  return numbers;
}
