/**
 * The types of positions on the page. All modules except the sources know only these types, and no rule of a game.
 *
 * A page has one module with the function `openSource`: `lines.js` for games of marks that make lines, `graph.js` for
 * any other game whose positions fit in the page, `program.js` for a cut table, whose other values are searched, or a table in
 * a file beside the page, and `asked.js` for a table of the server.
 *
 * @typedef {"win" | "draw" | "loss"} Outcome For the side to move.
 *
 * @typedef {object} Worth The worth of a position for the side to move, or of a move for the side that makes it.
 * @property {Outcome} outcome
 * @property {number | null} remoteness Plies to the end under best play; null if the outcome has no distance.
 * @property {number | null} score The points that the side wins by, in a game for points.
 *
 * @typedef {object} Move
 * @property {number} move Its number in the library.
 * @property {string} text The name for people: "5", "column 3", "a1-b2".
 * @property {number | null} from The cell that it starts from; null for none.
 * @property {number | null} to The cell that it leads to; null for none.
 * @property {number | null} third A third cell, which is chosen last; null for none.
 * @property {boolean} optimal
 * @property {string} next The id of the position after it.
 * @property {string} kind The kind of the position after it. Moves of one kind are symmetric.
 * @typedef {Worth & Move} Step A legal move.
 *
 * @typedef {object} Position
 * @property {string} id
 * @property {string} kind Positions of one kind are symmetric.
 * @property {0 | 1 | null} mover The side to move, 0 for X and 1 for O; null in an impartial game.
 * @property {string[]} pieces One entry for each cell: "" if it is empty, "x", "o" or the name of another piece.
 * @property {boolean} over
 * @property {0 | 1 | null} winner
 * @property {number[]} line The cells of the winning line, in order.
 * @property {Step[]} steps The legal moves.
 * @typedef {Worth & Position} Node
 *
 * @typedef {"square" | "hexagon" | "point" | "lying" | "standing" | "box" | "pit" | "store"} Outline
 *
 * @typedef {object} Drawing How a board is drawn.
 * @property {"squares" | "hexagons" | "points" | "boxes" | "pits"} kind Squares are row by row from the top left.
 * @property {[number, number][]} places The centre of each cell, in units of a cell: x to the right, y down.
 * @property {[number, number][]} links Pairs of cells that a line joins.
 * @property {boolean} falls Whether pieces fall to the lowest empty cell of a column.
 * @property {Outline[]} outlines The shape of each cell.
 * @property {string[]} names The name of each cell, for people.
 * @property {boolean} seenByMover Whether X's pieces are those of the side to move, in every position.
 * @property {string} surface What the board is made of. `ground.js` draws it.
 * @property {"mark" | "disc"} style Whether players write marks or put pieces.
 * @property {boolean} rim Whether the names of columns and rows stand around the board.
 * @property {("x" | "o")[]} goals The owner of the upper and the lower edge, and of the left and the right edge; empty if
 *   edges have no owners.
 * @property {"" | "discs" | "boxes" | "seeds"} counts What each player has more or less of.
 * @property {"" | "push" | "sow"} motion How pieces move, if a move is more than its two cells.
 * @property {string} [guide] How a move is chosen, if the board does not show it.
 * @property {string} ending What has happened if a player has won, with `{loser}`, or with `{winner}` and that it wins.
 *
 * @typedef {object} Header The facts about the table that the program writes.
 * @property {string} game The game's name.
 * @property {string} title The game's name for people.
 * @property {[string, string]} sides The names of the two sides.
 * @property {"fastest" | "outcome"} objective
 * @property {boolean} scores Whether the game is played for points.
 * @property {boolean} repeats Whether play can come back to a position.
 * @property {boolean} impartial Whether both sides have the same moves, so that positions do not contain the side to
 *   move.
 * @property {Drawing | null} drawing How the board is drawn, with the names that people have for cells; null for a game
 *   that has none.
 * @property {number} [plies] How many plies a cut table stores. All positions are stored if this is absent, and counted.
 * @property {number} [positions]
 * @property {number} [canonical]
 * @property {{ total: number, x_wins?: number, o_wins?: number, draws: number }} [terminal]
 * @property {{ win: number, draw: number, loss: number }} [outcomes]
 * @property {{ ply: number, positions: number, win: number, draw: number, loss: number }[]} [by_ply]
 * @property {{ columns: number, rows: number, k: number, misere: boolean, falls: boolean }} [lines] In a game of
 *   marks that make lines.
 * @property {number} [slots] Bytes in the page, before they are compressed: the table, for a cut table after the program.
 * @property {number} [program] How many of these bytes are the program that searches, WebAssembly.
 * @property {number} [crc32] CRC-32 (IEEE) of these bytes.
 * @property {string} [start] The start, for a server's table.
 * @property {string} [file] The name of the table beside the page.
 * @property {number} [bytes] The size of that file.
 *
 * @typedef {object} Source The answers about positions.
 * @property {Header} header
 * @property {Drawing | null} drawing null for a game that has no board: its moves are a list.
 * @property {string} start The id of the start.
 * @property {string} description A description of the table for the reader.
 * @property {string} waiting Shown while positions are read.
 * @property {boolean} isForOne Whether one player alone moves, to a goal.
 * @property {Words} words The words of such a game.
 * @property {boolean} isHeld Whether the whole table is in the page, so that reading takes no time.
 * @property {(id: string) => boolean} knows Whether `node` can answer for this position at once.
 * @property {(id: string) => boolean} sees Whether `node` can answer for its pieces and its moves at once. Until the position
 *   is known, its worth and that of its moves are those of a draw.
 * @property {(ids: string[]) => Promise<void>} learn Reads these positions, so that `node` can answer for them.
 * @property {(id: string) => Node} node A position that is seen.
 */

/** Shown while the table is read. */
export const READING = "Reading the table…";

/** Shown while a value is searched that the table does not store. */
export const SEARCHING = "Searching for the values of this position…";

/** The names of the sides. The page takes those of its header. */
export const SIDES = ["X", "O"];

/** The letters of pieces, by their names. Sources add those of their game. @type {Record<string, string>} */
export const LETTERS = {};

/** A position, as soon as its pieces and moves are seen. @param {Source} source @param {string} id */
export async function seenNode(source, id) {
  if (!source.sees(id)) {
    await source.learn([id]);
  }
  return source.node(id);
}

/** The side to move: "X", "White", or "the side to move" in an impartial game. @param {0 | 1 | null} side */
export function sideName(side) {
  return side === null ? "the side to move" : SIDES[side];
}

/** The other side. @param {0 | 1} side @returns {0 | 1} */
export const otherSide = (side) => (side === 0 ? 1 : 0);

/** The side that wins under best play; null for a draw. @param {Pick<Worth, "outcome">} worth @param {0 | 1} side the side to move */
export const leaderOf = ({ outcome }, side) => (outcome === "draw" ? null : outcome === "win" ? side : otherSide(side));

/**
 * How a game has ended; a game for one ends at its goal, in a dead end, or with points.
 * @param {Pick<Source, "isForOne">} source @param {Node} node @param {0 | 1} side who would be to move
 */
export function endOf({ isForOne }, node, side) {
  const { mover, outcome, score } = node;
  if (isForOne) {
    return score !== null ? counted(score, "point", "points") : outcome === "win" ? "the goal" : "a dead end";
  }
  const winner = leaderOf(node, mover ?? side);
  return winner === null ? "a draw" : `${sideName(winner)} has won${pointsOf(score)}`;
}

/** A move with its side: "X 5", "Blue: 5", or "right" in a game for one. @param {Pick<Source, "isForOne">} source @param {0 | 1} side @param {string} text */
export const moveOf = ({ isForOne }, side, text) =>
  isForOne ? text : `${sideName(side)}${SIDES[0] === "X" ? "" : ":"} ${text}`;

/** What a side does: "X plays 5", "Black passes". @param {0 | 1 | null} side @param {string} text */
export const playedBy = (side, text) => `${sideName(side)} ${text === "pass" ? "passes" : `plays ${text}`}`;

/** A sentence with a capital letter, unless it begins with the name of a cell. @param {string} sentence */
export const capital = (sentence) =>
  sentence.replace(/^[a-z]+ /, (word) => word.charAt(0).toUpperCase() + word.slice(1));

/** The same outcome for the other side. @type {Record<Outcome, Outcome>} */
export const OPPOSITE = { win: "loss", draw: "draw", loss: "win" };

/** An outcome as a number: loss 0, draw 1, win 2. @param {Outcome} outcome */
export function rankOf(outcome) {
  return outcome === "loss" ? 0 : outcome === "draw" ? 1 : 2;
}

/**
 * Compares two worths for one side. The result is above 0 if the first is better. A sooner win and a later loss are
 * better; draws are equal.
 * @param {Worth} one @param {Worth} other
 */
export function compareWorths(one, other) {
  if (one.score !== null && other.score !== null) {
    return one.score - other.score;
  }
  const outcomes = rankOf(one.outcome) - rankOf(other.outcome);
  if (outcomes !== 0 || one.outcome === "draw") {
    return outcomes;
  }
  const later = (one.remoteness ?? 0) - (other.remoteness ?? 0);
  return one.outcome === "win" ? -later : later;
}

/**
 * Marks the optimal moves: the best moves, or all moves that keep the outcome.
 * @param {Step[]} steps @param {Header["objective"]} objective
 */
export function withOptimal(steps, objective) {
  const best = steps.reduce((best, step) => (compareWorths(step, best) > 0 ? step : best), steps[0]);
  for (const step of steps) {
    const keeps = objective === "outcome" && step.outcome === best.outcome;
    step.optimal = keeps || compareWorths(step, best) === 0;
  }
  return steps;
}

/**
 * A number and its noun: "1 ply", "3 plies".
 * @param {number} count @param {string} one @param {string} many
 */
export function counted(count, one, many) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/**
 * The words of a game for two: the outcomes, the letters that stand for them, the nouns for a move and for moves, the
 * meaning of the top, the middle and the bottom of the history, the ends that are counted, the moves that are best, and
 * what a worth on the board says. `graph.js` has those of a game for one, and how it has ended after some moves.
 *
 * @typedef {typeof FOR_TWO & { ended?: (source: Source, node: Node, made: number) => string }} Words
 */
export const FOR_TWO = {
  ...{ win: "win", draw: "draw", loss: "loss" },
  letters: { win: "W", draw: "=", loss: "L" },
  moves: ["ply", "plies"],
  get sides() {
    return [`${SIDES[0]} wins`, "draw", `${SIDES[1]} wins`];
  },
  get ends() {
    return [`${SIDES[0]} has won`, `${SIDES[1]} has won`, "drawn"];
  },
  best: "win soonest, lose latest",
  legend: "for the side to move · number: plies (moves of either side) left · ★ best",
};

/** What an error says, whichever window or worker it is from. @param {unknown} error */
export const reasonOf = (error) =>
  typeof error === "object" && error && "message" in error ? `${error.message}` : `${error}`;

/** What is said if a position could not be read. @param {unknown} error */
export const cannotRead = (error) => `The table cannot be read: ${reasonOf(error)}.`;

/** Whether a position of the game can have this outcome, as far as it is known. @param {Pick<Source, "header">} source @param {Outcome} outcome */
export const canBe = ({ header }, outcome) => header.outcomes?.[outcome] !== 0;

/** Points that somebody wins by: " by 3 points", "" if there are none. @param {number | null} score */
export const pointsOf = (score) => (score ? ` by ${counted(Math.abs(score), "point", "points")}` : "");

/**
 * A worth in words, with its distance: "win in 5 plies", "draw", "win by 3 points"; "goal in 5 moves", "3 points".
 * @param {Worth} worth @param {Words} words
 */
export function worthWords({ outcome, remoteness, score }, words = FOR_TWO) {
  const [one, many] = words.moves;
  if (score !== null) {
    return words === FOR_TWO ? `${words[outcome]}${pointsOf(score)}` : counted(score, "point", "points");
  }
  return remoteness === null ? words[outcome] : `${words[outcome]} in ${counted(remoteness, one, many)}`;
}

/** The same as a letter and a number, with a star if the move is optimal: "★W5", "=". @param {Worth & { optimal?: boolean }} step @param {Words} words */
export function briefWorth({ outcome, remoteness, score, optimal }, words = FOR_TWO) {
  const number = outcome === "draw" ? "" : score === null ? (remoteness ?? "") : Math.abs(score);
  return `${optimal ? "★" : ""}${words.letters[outcome]}${number}`;
}

/**
 * The result under best play: "X wins in 5 plies", "a draw"; in a game for one "goal in 5 moves".
 * @param {Pick<Source, "isForOne" | "words">} source @param {Worth} node @param {0 | 1} side the side to move
 */
export function fateOf(source, node, side) {
  if (source.isForOne) {
    return worthWords(node, source.words);
  }
  const winner = leaderOf(node, side);
  return winner === null ? "a draw" : worthWords(node).replace(node.outcome, `${sideName(winner)} wins`);
}
