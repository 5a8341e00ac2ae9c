/**
 * A game as text: a line for each move, as people write it, and the link to its end. The same text can be read again.
 *
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 * @typedef {import("./session.js").Session} Session
 */

import { sideName } from "./node.js";
import { turnWords } from "./turn.js";

/** The game so far. Its positions are known. @param {Source} source @param {Session} session */
export function recordOf(source, session) {
  const { title, game } = source.header;
  const moves = session.past().map((step, made) => {
    const side = source.isForOne ? "" : `${sideName(session.sideAfter(made))} `;
    return `${made + 1}. ${side}${step.text}`;
  });
  const end = session.isOver() ? [turnWords(source, session)] : [];
  return [`${title} (${game})`, ...moves, ...end, ""].join("\n");
}

/**
 * The numbers of the moves in a text. A move is a line that begins with its number; all other lines are ignored.
 * @param {Source} source @param {string} text @returns {Promise<number[]>}
 * @throws {Error} if a line is no legal move; the message says which
 */
export async function movesIn(source, text) {
  const numbers = [];
  let id = source.start;
  for (const line of text.split("\n")) {
    const [, number, move] = /^\s*(\d+)\.\s*(?:[XO]\s+)?(.*?)\s*$/.exec(line) ?? [];
    if (move !== undefined) {
      await source.learn([id]);
      const { steps, over } = source.node(id);
      const step = steps.find((step) => step.text === move);
      if (step === undefined) {
        const legal = over ? "the game is over before it" : `possible are ${steps.map(({ text }) => text).join(", ")}`;
        throw new Error(`Move ${number}, “${move}”, is not possible: ${legal}.`);
      }
      numbers.push(step.move);
      id = step.next;
    }
  }
  if (numbers.length === 0) {
    throw new Error("The text has no move. A move is a line such as “1. X 5”.");
  }
  return numbers;
}
