// Uses of a table of tic-tac-toe. Its types must reject each line marked as wrong, and no other line.
import * as table from "./table.mjs";

const entry = table.probe(0);
table.probe(true); // wrong
table.show([0]); // wrong
table.play(0); // wrong
table.play(0, "4"); // wrong
export const who: string = table.winner(0); // wrong
table.probe(); // wrong
table.codeOf(5); // wrong
table.codeOf([1]); // wrong
table.choose(0, "expert"); // wrong
table.choose(0, { skill: 0.9 }); // wrong
table.choose(0, { lookahead: "3" }); // wrong
table.choose(0, { skill: [1, 2, 3] }); // wrong
table.choose(0, "blind", () => "0"); // wrong
table.solve(0); // wrong
table.CODES = 0; // wrong
export const move: number = entry.bestMove; // wrong
export const next: number = table.bestMove(0) + 1; // wrong
export const winner: boolean = entry.outcome === "X"; // wrong
export const best: number = entry.best_move; // wrong
export const worth: number = table.worths(0)[0].value; // wrong
export const level: table.Level = "novice "; // wrong
export const fine: string | null = entry.outcome === "win" ? entry.toMove : null;
