/** The page: what is on it, and what a reader can do with it. */

import { openTable } from "./embedded.js";
import { Game } from "./game.js";
import { LEVELS } from "./levels.js";
import { codeOf, digitsOf, MARKS, play, toMove } from "./rules.js";
import { Session, YOU } from "./session.js";

/** How long the machine waits before it moves, in milliseconds. */
const PACE = 450;

/** The same after a choice by keyboard, which passes through other levels on its way, one a key. */
const PACE_OF_KEYS = 1500;

/** The most positions that are counted unasked. */
const COUNTED = 50_000;

/** Said to who goes on in a game that has ended. */
const OVER = "The game is over. ";

/** Said while the table is read. */
const READING = "Reading the table…";

/** What the machine's levels are called. */
const LEVEL_NAMES = {
  blind: "blind: any move",
  novice: "novice: often the second best",
  master: "master: the best move",
  perfect: "perfect: any of the best",
  skill: "skill: the best so often",
};

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`there is no #${id}`);
  }
  return found;
}

const control = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (element(id));

/**
 * A new element with these attributes, and these children or this text.
 * @param {string} name @param {Record<string, string>} attributes @param {(Node | string)[]} children
 */
function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** A number with its thousands apart. @param {number} number */
const grouped = (number) => number.toLocaleString("en");

/** @param {number} count */
const plies = (count) => (count === 1 ? "1 ply" : `${count} plies`);

/**
 * Marks a button as without use now. It keeps the focus, which a disabled one would lose.
 * @param {string} id @param {boolean} useless
 */
const setUseless = (id, useless) => element(id).setAttribute("aria-disabled", `${useless}`);

/** How a game has ended. @param {string} winner the winner's mark, "" for a draw */
const resultOf = (winner) => (winner === "" ? "a draw" : `${winner} has won`);

/** @param {import("./game.js").Worth} worth */
const wordsOf = (worth) => `${worth.outcome} in ${worth.remoteness}`;

/** Cells as people count them. @param {number[]} cells @param {string} and */
function listed(cells, and) {
  const numbers = cells.map((cell) => `${cell + 1}`);
  const last = numbers.pop();
  return numbers.length === 0 ? `${last}` : `${numbers.join(", ")} ${and} ${last}`;
}

class Page {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.session = new Session(game);
    /** The cell that the arrow keys have gone to. */
    this.focused = 0;
    /** What has just happened, said before whose turn it is. */
    this.news = "";
    /** The machine's move that is to come. @type {number | undefined} */
    this.timer = undefined;
    /** How long the machine is to wait once the table has been read, if it is to move then. @type {number | undefined} */
    this.due = undefined;
    /** How often the page has been shown: what is read for one time is not shown at a later one. */
    this.shown = 0;
    /** @type {HTMLElement[]} */
    this.cells = [];
    /** How many positions lie below a board, by its digits; null for more than are counted. @type {Map<string, number | null>} */
    this.below = new Map();
  }

  begin() {
    this.makeBoard();
    this.makeControls();
    this.showFacts();
    this.readAddress();
    addEventListener("hashchange", () => {
      if (location.hash !== this.session.address()) {
        this.readAddress();
      }
    });
  }

  /** Takes over the link's game, or begins a new one if there is none. */
  readAddress() {
    let news = "";
    if (location.hash.length <= 1) {
      this.session.restart();
    } else if (!this.session.fromAddress(location.hash)) {
      this.session.restart();
      news = "This link holds no possible game: a new one begins. ";
    }
    this.goOn(news);
  }

  makeBoard() {
    const { columns, rows } = this.game.header;
    const board = element("board");
    board.style.setProperty("--columns", `${columns}`);
    board.style.setProperty("--rows", `${rows}`);
    for (let row = 0; row < rows; row++) {
      const line = make("div", { role: "row" });
      for (let column = 0; column < columns; column++) {
        const cell = row * columns + column;
        const button = make("button", { type: "button" });
        button.addEventListener("click", () => this.take(cell));
        this.cells.push(button);
        line.append(make("div", { role: "gridcell" }, button));
      }
      board.append(line);
    }
    board.addEventListener("keydown", (event) => this.moveFocus(event));
  }

  makeControls() {
    for (const [i, side] of ["x", "o"].entries()) {
      const select = control(`player-${side}`);
      select.append(make("option", { value: YOU }, "you"));
      for (const level of LEVELS) {
        const name = LEVEL_NAMES[/** @type {keyof typeof LEVEL_NAMES} */ (level)];
        select.append(make("option", { value: level }, name));
      }
      select.addEventListener("change", () => {
        this.session.players[i] = select.value;
        if (toMove(this.session.board()) === i + 1) {
          this.goOn("", select.matches(":focus-visible") ? PACE_OF_KEYS : PACE);
        } else {
          this.say("");
        }
      });
    }
    const skill = control("skill");
    skill.addEventListener("input", () => {
      this.session.skill = Number(skill.value);
      this.show();
    });
    /** @type {Record<string, () => void>} */
    const actions = {
      go: () => this.goOn(""),
      undo: () => this.step(-1, "Taken back. ", "There is nothing to take back. "),
      redo: () => this.step(1, "Made again. ", "There is nothing to make again. "),
      new: () => {
        this.session.restart();
        this.goOn("A new game. ");
      },
      swap: () => {
        this.session.swap();
        this.goOn("Sides are swapped. ");
      },
      best: () => this.showBestLine(),
    };
    for (const [id, action] of Object.entries(actions)) {
      element(id).addEventListener("click", action);
    }
    control("worths").addEventListener("change", () => this.show());
  }

  /** The reader takes a cell. @param {number} cell */
  take(cell) {
    this.focused = cell;
    const { session, game } = this;
    const board = session.board();
    if (session.isMachines()) {
      this.say("It is the machine's turn. ");
    } else if (!game.moves(board).includes(cell)) {
      const mark = MARKS[board[cell]];
      this.say(session.isOver() ? OVER : `${mark} is on ${cell + 1} already. `);
    } else {
      const mark = MARKS[toMove(board)];
      session.play(cell);
      this.goOn(`${mark} takes ${cell + 1}. `);
    }
  }

  /** Says something without anything having changed. @param {string} news */
  say(news) {
    this.news = news;
    this.show();
  }

  /**
   * Shows the position, and lets the machine move if it is its turn.
   * @param {string} news @param {number} pace how long the machine waits, in milliseconds
   */
  goOn(news, pace = PACE) {
    this.stop();
    this.news = news;
    if (this.session.isMachines()) {
      this.due = pace;
    }
    this.show();
  }

  machineMoves() {
    const { session, game } = this;
    const board = session.board();
    const mark = MARKS[toMove(board)];
    const cell = game.choose(session.mover(), session.skill, board);
    session.play(cell);
    this.goOn(`${mark} takes ${cell + 1}. `);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.due = undefined;
  }

  /** @param {1 | -1} step @param {string} news @param {string} none said if there is no such move */
  step(step, news, none) {
    const { made } = this.session;
    this.stop();
    this.session.step(step);
    this.say(this.session.made === made ? none : news);
  }

  /** @param {number} made */
  goTo(made) {
    this.stop();
    this.session.goTo(made);
    this.say("");
  }

  /** @param {KeyboardEvent} event */
  moveFocus(event) {
    const { columns, rows } = this.game.header;
    const [x, y] = [this.focused % columns, Math.floor(this.focused / columns)];
    /** @type {Record<string, [number, number]>} */
    const targets = {
      ArrowLeft: [Math.max(x - 1, 0), y],
      ArrowRight: [Math.min(x + 1, columns - 1), y],
      ArrowUp: [x, Math.max(y - 1, 0)],
      ArrowDown: [x, Math.min(y + 1, rows - 1)],
      Home: [0, y],
      End: [columns - 1, y],
    };
    // With one of these the key is the browser's.
    const held = event.altKey || event.ctrlKey || event.metaKey;
    const target = held ? undefined : targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      this.focused = target[1] * columns + target[0];
      this.showFocus();
      this.cells[this.focused].focus();
    }
  }

  /** One cell at a time is reached with the Tab key. */
  showFocus() {
    for (const [cell, button] of this.cells.entries()) {
      button.tabIndex = cell === this.focused ? 0 : -1;
    }
  }

  /** Shows the game at once, and what the table says of it at once or when it has been read. */
  show() {
    const { table } = this.game;
    const boards = this.game.boards(this.session.past());
    this.shown += 1;
    if (boards.every((board) => table.knows(board))) {
      this.showAnswers();
      return;
    }
    this.showNoAnswers(`${this.news}${READING}`);
    this.ifStillShown(table.learn(boards), () => this.showAnswers());
  }

  /**
   * Goes on when something has been read, or says why it was not; neither if something else is shown by then.
   * @template T @param {Promise<T>} reading @param {(read: T) => void} goOn
   */
  ifStillShown(reading, goOn) {
    const { shown } = this;
    const still = (/** @type {() => void} */ action) => shown === this.shown && action();
    reading.then(
      (read) => still(() => goOn(read)),
      (error) =>
        still(() => {
          this.stop();
          this.showNoAnswers(`The table cannot be read: ${error.message}. Any move or button tries again.`);
        }),
    );
  }

  /** Shows all there is. What the table says of this game has been read. */
  showAnswers() {
    if (this.due !== undefined) {
      this.timer = setTimeout(() => this.machineMoves(), this.due);
      this.due = undefined;
    }
    const board = this.session.board();
    const worths = this.game.worths(board);
    this.showGame(board, worths);
    this.showStatus(board);
    this.showPosition(board);
    this.showMoves(board, worths);
  }

  /** Shows what is known without the table. @param {string} status */
  showNoAnswers(status) {
    this.showGame(this.session.board(), []);
    element("status").textContent = status;
    element("review").textContent = "";
    this.define("position", []);
    element("moves").hidden = true;
  }

  /** @param {import("./rules.js").Board} board @param {import("./game.js").Worth[]} worths those that are known */
  showGame(board, worths) {
    this.showBoard(board, worths);
    this.showFocus();
    this.showControls();
    this.showHistory();
    element("best-line").hidden = true;
    history.replaceState(null, "", this.session.address());
  }

  /**
   * @param {import("./rules.js").Board} board
   * @param {import("./game.js").Worth[]} worths
   */
  showBoard(board, worths) {
    const shown = control("worths").checked;
    const last = this.session.past().at(-1);
    const line = this.session.isOver() ? this.game.completed(board) : new Set();
    for (const [cell, button] of this.cells.entries()) {
      const mark = MARKS[board[cell]];
      const worth = shown ? worths.find((worth) => worth.cell === cell) : undefined;
      const words = [`${cell + 1}`];
      const classes = [];
      if (mark !== "") {
        words.push(mark);
        button.replaceChildren(make("span", { class: `mark ${mark.toLowerCase()}` }, mark));
      } else {
        // What a move is worth says as much. The label's beginning is what is to be read on the cell.
        words.push(worth === undefined ? "empty" : wordsOf(worth));
        button.replaceChildren(make("span", { class: "number" }, `${cell + 1}`));
      }
      if (worth !== undefined) {
        const star = worth.best ? [make("span", { "aria-hidden": "true" }, "★ ")] : [];
        words.push(...(worth.best ? ["best"] : []));
        classes.push(worth.outcome, ...(worth.best ? ["best"] : []));
        button.append(" ", make("span", { class: "worth" }, ...star, wordsOf(worth)));
      }
      if (cell === last) {
        words.push("the last move");
        classes.push("last");
      }
      if (line.has(cell)) {
        words.push("in the line");
        classes.push("line");
      }
      button.setAttribute("aria-label", words.join(", "));
      const holder = /** @type {HTMLElement} */ (button.parentElement);
      holder.className = classes.join(" ");
    }
  }

  /** @param {import("./rules.js").Board} board */
  showStatus(board) {
    const { session, game } = this;
    const mark = MARKS[toMove(board)];
    let turn = session.mover() === YOU ? `Your move, ${mark}.` : `${mark} (${session.mover()}) is to move.`;
    if (session.isOver()) {
      const winner = game.winner(board);
      turn = winner === "" ? "A draw." : `${winner} has won.`;
      if (winner !== "" && game.header.misere) {
        turn += ` ${MARKS[3 - MARKS.indexOf(winner)]} has completed a line.`;
      }
    }
    // What is told already is not told again.
    if (element("status").textContent !== `${this.news}${turn}`) {
      element("status").textContent = `${this.news}${turn}`;
    }
    element("review").textContent = session.isOver() ? this.review() : "";
  }

  /** Where the game was decided, and what would have held. */
  review() {
    const changes = this.game.changes(this.session.past());
    const told = changes.map(
      ({ number, mark, cell, from, to, held }) =>
        `move ${number}: ${mark} took ${cell + 1} and turned a ${from} into a ${to}. ` +
        `Taking ${listed(held, "or")} would have held the ${from}.`,
    );
    if (told.length === 0) {
      return "No move changed the outcome.";
    }
    if (told.length === 1) {
      return `The game was decided on ${told[0]}`;
    }
    const between = changes.slice(1, -1).map((change) => change.number);
    const again = between.length === 0 ? "It turned" : `It turned again on move ${between.join(", ")}, and`;
    return `The game first turned on ${told[0]} ${again} for good on ${told[told.length - 1]}`;
  }

  showControls() {
    const { session } = this;
    control("player-x").value = session.players[0];
    control("player-o").value = session.players[1];
    control("skill").disabled = !session.players.includes("skill");
    control("skill").value = `${session.skill}`;
    element("skill-value").textContent = `${session.skill}% best moves`;
    setUseless("undo", session.made === 0);
    setUseless("redo", session.made === session.moves.length);
    setUseless("best", session.isOver());
    this.showGo();
  }

  /** Shows the button that lets the machine move where it waits for that, or hides it and takes its focus over. */
  showGo() {
    const go = element("go");
    const waits = this.session.isMachines() && this.timer === undefined && this.due === undefined;
    if (!waits && go === document.activeElement) {
      this.cells[this.focused].focus();
    }
    go.hidden = !waits;
  }

  /** @param {import("./rules.js").Board} board */
  showPosition(board) {
    const { game } = this;
    const code = codeOf(board);
    /** A code that is too large for a number is not shown. @type {[string, string][]} */
    const named = Number.isSafeInteger(code) ? [["code", `${code}`]] : [];
    if (game.isOver(board)) {
      this.define("position", [...named, ["result", resultOf(game.winner(board))]]);
      return;
    }
    const { outcome, remoteness } = game.entry(board);
    const mark = MARKS[toMove(board)];
    const below = this.positionsBelow(board);
    this.define("position", [
      ...named,
      ["to move", mark],
      ["outcome", outcome === "draw" ? "a draw" : `${outcome} for ${mark}`],
      ["remoteness", plies(remoteness)],
      ["positions below", below === null ? `more than ${grouped(COUNTED)}` : grouped(below)],
    ]);
  }

  /** How many positions can follow, counted once for each board. @param {import("./rules.js").Board} board */
  positionsBelow(board) {
    const digits = digitsOf(board);
    const known = this.below.get(digits);
    if (known !== undefined) {
      return known;
    }
    const isStart = board.every((cell) => cell === 0);
    const below = isStart ? this.game.header.positions - 1 : this.game.positionsBelow(board, COUNTED);
    this.below.set(digits, below);
    return below;
  }

  /** @param {string} id @param {[string, string][]} entries */
  define(id, entries) {
    element(id).replaceChildren(
      ...entries.flatMap(([term, description]) => [make("dt", {}, term), make("dd", {}, description)]),
    );
  }

  /**
   * The moves, symmetric ones in one row, best first.
   * @param {import("./rules.js").Board} board
   * @param {import("./game.js").Worth[]} worths
   */
  showMoves(board, worths) {
    /** @type {Map<string, import("./game.js").Worth[]>} */
    const kinds = new Map();
    for (const worth of worths) {
      kinds.set(worth.kind, [...(kinds.get(worth.kind) ?? []), worth]);
    }
    const rows = [...kinds.values()].toSorted((one, other) => other[0].value - one[0].value);
    element("moves").hidden = rows.length === 0;
    const table = make(
      "table",
      {},
      make("caption", {}, `What each move is worth for ${MARKS[toMove(board)]}; symmetric moves in one row`),
      make("tr", {}, ...["cell", "worth", "best"].map((head) => make("th", { scope: "col" }, head))),
    );
    for (const moves of rows) {
      const [{ outcome, remoteness, best }] = moves;
      const cells = moves.map((worth) => worth.cell + 1).join(", ");
      table.append(
        make(
          "tr",
          {},
          make("td", {}, cells),
          make("td", { class: `worth-${outcome}` }, `${outcome} in ${plies(remoteness)}`),
          make("td", {}, best ? "yes" : ""),
        ),
      );
    }
    element("moves").replaceChildren(table);
  }

  showBestLine() {
    if (this.session.isOver()) {
      this.say(OVER);
      return;
    }
    const board = this.session.board();
    element("best-line").replaceChildren(make("li", {}, READING));
    element("best-line").hidden = false;
    this.ifStillShown(this.game.bestLine(board), (line) => {
      let here = board;
      const items = line.map((cell) => {
        const item = make("li", {}, `${MARKS[toMove(here)]} takes ${cell + 1}`);
        here = play(here, cell);
        return item;
      });
      items.push(make("li", {}, resultOf(this.game.winner(here))));
      element("best-line").replaceChildren(...items);
    });
  }

  showHistory() {
    const { moves, made } = this.session;
    const focused = document.activeElement?.closest("#history li");
    const index = focused ? [...element("history").children].indexOf(focused) : -1;
    const steps = ["start", ...moves.map((cell, i) => `${MARKS[1 + (i % 2)]} ${cell + 1}`)];
    element("history").replaceChildren(
      ...steps.map((name, i) => {
        const button = make("button", { type: "button" }, name);
        if (i === made) {
          button.setAttribute("aria-current", "step");
        }
        button.addEventListener("click", () => this.goTo(i));
        return make("li", {}, button);
      }),
    );
    // The buttons are new, perhaps fewer, and one of them had the focus.
    const buttons = element("history").querySelectorAll("button");
    if (index >= 0) {
      buttons[Math.min(index, buttons.length - 1)].focus();
    }
  }

  showFacts() {
    const { header } = this.game;
    const { outcome, remoteness } = this.game.entry(this.game.start());
    const { total, x_wins, o_wins, draws } = header.terminal;
    this.define("facts", [
      ["game", header.game],
      [
        "with best play",
        outcome === "draw" ? "a draw" : `${outcome === "win" ? "X" : "O"} wins in ${plies(remoteness)}`,
      ],
      ["reachable positions", grouped(header.positions)],
      ["symmetric ones once", grouped(header.canonical)],
      [
        "finished games' boards",
        `${grouped(total)}: X has won ${grouped(x_wins)}, O has won ${grouped(o_wins)}, drawn ${grouped(draws)}`,
      ],
      ["best moves", header.objective === "fastest" ? "win soonest, lose latest" : "keep the outcome"],
      ["table", this.game.table.description],
    ]);
    const names = ["ply", "positions", "win", "draw", "loss"];
    const count = (/** @type {number} */ number) => make("td", { class: "count" }, grouped(number));
    const rows = header.by_ply.map((row) =>
      make(
        "tr",
        {},
        make("th", { scope: "row", class: "count" }, `${row.ply}`),
        ...[row.positions, row.win, row.draw, row.loss].map(count),
      ),
    );
    const { win, draw, loss } = header.outcomes;
    element("counts").append(
      make("tr", {}, ...names.map((name) => make("th", { scope: "col", class: "count" }, name))),
      ...rows,
      make(
        "tr",
        {},
        make("th", { scope: "row", class: "count" }, "all"),
        ...[header.positions, win, draw, loss].map(count),
      ),
    );
  }
}

try {
  /** @type {import("./value.js").Header} */
  const header = JSON.parse(element("header").textContent ?? "");
  const game = new Game(await openTable(header));
  await game.table.learn([game.start()]);
  new Page(game).begin();
  // For scripts that compare: what the page answers is what the game answers.
  Object.assign(globalThis, { perfectPlay: game });
} catch (error) {
  for (const useless of document.querySelectorAll(".hint, .buttons, fieldset, .explore, .facts")) {
    useless.remove();
  }
  element("status").textContent = `This page does not work: ${error instanceof Error ? error.message : error}`;
}
