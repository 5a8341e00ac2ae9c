// A program in TypeScript that uses all exports of a table of tic-tac-toe.

import type { Entry, Level, Outcome, Worth } from "./table.mjs";
import * as table from "./table.mjs";

const levels: Level[] = ["easy", "hard", "perfect", "blind", "master", { lookahead: 3 }, { skill: [9, 10] }];
const cells: readonly (string | null | undefined)[] = ["X", "O", null, "", " ", ".", "x", undefined, "-"];
const code: number = table.codeOf(cells);

const entry: Entry = table.probe(code);
const { toMove, outcome, remoteness, bestMove, optimalMoves } = entry;
const shown: { [kind in Outcome]: string } = { win: "wins", draw: "draws", loss: "loses" };
const preserving: number[] = table.outcomePreservingMoves(code);
console.log(`${toMove} ${shown[outcome]} in ${remoteness}: ${bestMove ?? "over"} of ${optimalMoves}, ${preserving}`);

const same: boolean = table.bestMove(code) === bestMove && `${table.optimalMoves(code)}` === `${optimalMoves}`;
const worths: Worth[] = table.worths(code);
const moves = worths.filter((worth) => worth.outcome === outcome).map(({ move, remoteness }) => move + remoteness);
const chosen: (number | null)[] = levels.map((level) => table.choose(code, level, () => 0));
console.log(same, moves.length, chosen.join(), table.choose(code, "master"));

function reason(text: string): string {
  try {
    return `${table.probe(table.codeOf(text)).bestMove}`;
  } catch (error) {
    if (error instanceof table.BadBoard || error instanceof table.NotAPosition || error instanceof table.Unreachable) {
      return `${error.name}: ${error.message}`;
    }
    throw error;
  }
}

console.log(["XO", "O........", "XXXOOO...", "........."].map(reason).join("\n"));
const counts: number = table.CODES + table.POSITIONS + table.MOVE_NUMBERS + table.COLUMNS + table.ROWS;
const next: number = table.play("XO..X....", 8);
const won: "X" | "O" | null = table.winner(next);
const position: table.Position = table.show(next);
console.log(won, table.isOver(position), table.legalMoves(position).length, position);
const names: string = table.GAME + table.OBJECTIVE;
console.log(names, counts);
