// Prints all answers of a table, as tests/answers.rs does.
import * as table from "./table.mjs";

/** @type {table.Level[]} */
const LEVELS = [
  "easy",
  "medium",
  "hard",
  "perfect",
  "blind",
  "novice",
  "master",
  { skill: [0, 1] },
  { skill: [1, 3] },
  { skill: [2, 6] },
  { skill: [9, 10] },
  { skill: [1, 1] },
  { skill: [1, 4294967295] },
  { skill: [4294967294, 4294967295] },
  { skill: [1073741825, 3221225472] },
  { lookahead: 0 },
  { lookahead: 1 },
  { lookahead: 3 },
  { lookahead: 255 },
];

/** @param {number} code @param {table.Level} level */
function chosen(code, level) {
  return [0, 1, 2, 3, 4].map((kind) => {
    let draws = 0;
    let state = [code, Math.imul(code, 2654435761) + 1, 0, 4294967295, 0][kind] >>> 0;
    const move = table.choose(code, level, () => {
      draws++;
      const number = state;
      if (kind < 2) {
        state = (Math.imul(number, 1664525) + 1013904223) >>> 0;
      } else if (kind === 4) {
        state++;
      }
      return number;
    });
    return `${move ?? "-"}/${draws},`;
  });
}

/** @param {number} code @param {number} move */
function isRefused(code, move) {
  try {
    table.play(code, move);
  } catch (error) {
    return error instanceof table.IllegalMove;
  }
  return false;
}

/** The rows of the board, if there is one. The printed board is read again. @param {any} any @param {number} code */
function rows(any, code) {
  if (!("show" in any)) {
    return "";
  }
  const shown = any.show(code);
  const same = any.codeOf(shown) === code && any.codeOf(`\n${shown}\n`) === code;
  return same ? ` ${shown.replaceAll(" ", "_").replaceAll("\n", "/")}/` : "WRONG";
}

/** @param {number} code */
function answer(code) {
  let entry;
  try {
    entry = table.probe(code);
  } catch (error) {
    if (error instanceof table.NotAPosition) {
      return "not a position";
    }
    if (error instanceof table.Unreachable) {
      return "unreachable";
    }
    throw error;
  }
  const { toMove, outcome, remoteness, bestMove, optimalMoves } = entry;
  const worths = table.worths(code);
  const any = table.choose(code, "blind");
  const legal = table.legalMoves(code);
  const numbers = [-1, table.MOVE_NUMBERS, 256].concat(Array.from({ length: table.MOVE_NUMBERS }, (_, move) => move));
  if (
    !numbers.every((move) => legal.includes(move) || isRefused(code, move)) ||
    table.isOver(code) !== (legal.length === 0) ||
    table.bestMove(code) !== bestMove ||
    table.optimalMoves(code).join() !== optimalMoves.join() ||
    !(any === null ? worths.length === 0 : worths.some((worth) => worth.move === any))
  ) {
    return "WRONG";
  }
  return (
    `${toMove} ${outcome} ${remoteness} best=${bestMove ?? "-"} optimal=${optimalMoves}` +
    ` preserving=${table.outcomePreservingMoves(code)} worths=` +
    worths.map((worth) => `${worth.move}:${worth.outcome}:${worth.remoteness},`).join("") +
    ` leads=${legal.map((move) => `${move}:${table.play(code, move)},`).join("")}` +
    ` ${table.winner(code) ?? (legal.length > 0 ? "on" : "drawn")}${rows(table, code)}` +
    LEVELS.map((level) => ` ${chosen(code, level).join("")}`).join("")
  );
}

const lines = [];
const step = Number(new URL(import.meta.url).searchParams.get("step"));
for (let code = 0; code < table.CODES; code += step) {
  lines.push(`${code} ${answer(code)}`);
}
for (const code of [table.CODES, table.CODES + 1, table.CODES + 2 ** 40]) {
  lines.push(`${code} ${answer(code)}`);
}
console.log(lines.join("\n"));
