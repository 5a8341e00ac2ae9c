/** The page: its contents, and the actions of a reader. */

import { Board } from "./board.js";
import { dotsOf } from "./chart.js";
import { showHistory } from "./chart-view.js";
import { choice } from "./choosing.js";
import { control, define, element, make } from "./dom.js";
import { showFacts } from "./facts.js";
import { choose, FOR_PEOPLE, LEVELS } from "./levels.js";
import { openSource } from "./lines.js";
import { search } from "./minimax.js";
import { SearchDialog } from "./minimax-view.js";
import { movesList } from "./moves.js";
import { counted, sideName, worthWords } from "./node.js";
import { otherSides, pieceName } from "./pieces.js";
import { Posters } from "./posters.js";
import { Quiz } from "./quiz-view.js";
import { Review } from "./review.js";
import { Session, YOU } from "./session.js";

/**
 * @typedef {import("./node.js").Node} Position
 * @typedef {import("./node.js").Step} Step
 */

/** The delay of the machine's move in milliseconds. */
const PACE = 450;

/** The delay after a choice by keyboard. The keys pass through other levels, one at each press. */
const PACE_OF_KEYS = 1500;

/** Shown to a reader who tries to continue a game that has ended. */
const OVER = "The game is over. ";

/** The limit on the line of best play. Without it, a line that repeats positions would never end. */
const LINE = 60;

/**
 * Marks a button as not usable now. It keeps the focus, which a disabled button would lose.
 * @param {string} id @param {boolean} useless
 */
const setUseless = (id, useless) => element(id).setAttribute("aria-disabled", `${useless}`);

/** The result of a game. @param {0 | 1 | null} winner */
const resultOf = (winner) => (winner === null ? "a draw" : `${sideName(winner)} has won`);

class Page {
  /** @param {import("./node.js").Source} source whose start is known */
  constructor(source) {
    this.source = source;
    this.session = new Session(source);
    this.board = this.makeBoard();
    this.quiz = new Quiz(
      source,
      this.session,
      () => this.goOn(""),
      () => this.bringToBoard(),
    );
    this.review = new Review(source, (made) => {
      this.goTo(made);
      this.bringToBoard();
    });
    this.search = new SearchDialog(source);
    /** The cells of a move that have been chosen so far. @type {number[]} */
    this.chosen = [];
    /** The moves that the chosen cells complete, if there are several. @type {Step[]} */
    this.choices = [];
    /** The latest event, announced before the side to move. */
    this.news = "";
    /** The timer of the machine's next move. @type {number | undefined} */
    this.timer = undefined;
    /** The machine's delay once the table has been read, if it is to move then. @type {number | undefined} */
    this.due = undefined;
    /** The number of times the page has been shown. A read that began for an earlier one is not shown. */
    this.shown = 0;
  }

  begin() {
    this.makeControls();
    if (this.source.header.scores) {
      element("unit").textContent = "the points won or lost";
    }
    showFacts(this.source);
    new Posters(this.source);
    addEventListener("hashchange", () => {
      if (location.hash !== this.session.address()) {
        this.readAddress();
      }
    });
    return this.readAddress();
  }

  /** Loads the link's game, or begins a new one if the link has none. */
  async readAddress() {
    let news = "";
    if (location.hash.length <= 1) {
      this.session.restart();
    } else if (!(await this.session.fromAddress(location.hash))) {
      this.session.restart();
      news = "This link holds no possible game: a new one begins. ";
    }
    document.body.classList.toggle("embed", this.session.modes.includes("embed"));
    if (this.quiz.isOn()) {
      await this.beginQuiz();
    } else {
      this.quiz.leave();
      this.goOn(news);
    }
  }

  /** Begins the quiz that the address asks for: `#quiz`, with a seed `#quiz=7`, or with the moves of a question. */
  beginQuiz() {
    const fields = new URLSearchParams(location.hash.slice(1));
    const seed = fields.get("quiz") ?? "";
    return this.quiz.begin(/^\d{1,9}$/.test(seed) ? Number(seed) : null, fields.has("moves"));
  }

  makeBoard() {
    const { source } = this;
    if (source.drawing === null) {
      // The list of moves replaces the board.
      element("board").replaceWith(element("worth-of-moves"));
      return null;
    }
    const { kind, falls } = source.drawing;
    const startsEmpty = source.node(source.start).pieces.every((piece) => piece === "");
    const isOfMarks = kind === "squares" && !falls && startsEmpty;
    return new Board(element("board"), source.drawing, isOfMarks, (cell) => this.take(cell));
  }

  makeControls() {
    for (const [i, side] of ["x", "o"].entries()) {
      const select = control(`player-${side}`);
      const options = Object.entries(LEVELS).map(([value, name]) => make("option", { value }, name));
      const machines = make("optgroup", { label: "machine" }, ...options.slice(0, FOR_PEOPLE));
      const more = make("optgroup", { label: "more machines" }, ...options.slice(FOR_PEOPLE));
      select.append(make("option", { value: YOU }, "you"), machines, more);
      select.addEventListener("change", () => {
        this.session.players[i] = select.value;
        if (this.session.side() === i) {
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

  /** Handles a chosen cell. @param {number} cell */
  take(cell) {
    const { session, source, board } = this;
    if (!this.isReadersTurn() || board === null) {
      return;
    }
    const { steps, pieces } = session.node();
    const { chosen, moves } = source.drawing?.falls
      ? { chosen: [], moves: steps.filter(({ to }) => to !== null && board.columnOf(to) === board.columnOf(cell)) }
      : choice(steps, this.chosen, cell);
    if (moves.length === 1) {
      this.play(moves[0]);
    } else if (moves.length > 1 || chosen.length > 0 || this.chosen.length > 0) {
      this.chosen = chosen;
      this.choices = moves;
      const [piece, name] = [this.pieces()[chosen[0] ?? 0], source.drawing?.names[chosen[0] ?? 0]];
      this.news = chosen.length === 1 ? `${piece === "" ? "" : `${pieceName(piece)} on `}${name} is chosen. ` : "";
      this.show();
    } else {
      const name = source.drawing?.names[cell];
      const taken = source.drawing?.falls
        ? `Column ${board.columnOf(cell) + 1} is full. `
        : pieces[cell] === ""
          ? `No move leads to ${name}. `
          : `${pieceName(this.pieces()[cell])} is on ${name} already. `;
      this.say(taken);
    }
  }

  /** Moves the focus to the board, or without a board to a button that always exists. */
  focusBoard() {
    this.board === null ? element("new").focus() : this.board.focus();
  }

  /** Moves the focus to the board and scrolls to it, because the button that was used is hidden now. */
  bringToBoard() {
    this.focusBoard();
    element("status").scrollIntoView({ block: "nearest" });
  }

  /** Whether the reader can move. If not, says why. */
  isReadersTurn() {
    const { session, source } = this;
    if (!source.knows(session.id())) {
      this.show();
      return false;
    }
    if (session.isOver() || session.isMachines()) {
      this.say(session.isOver() ? OVER : "It is the machine's turn. ");
      return false;
    }
    return true;
  }

  /** Makes the reader's move. @param {Step} step */
  play(step) {
    if (this.quiz.isAsking()) {
      this.quiz.answer(step);
    } else if (this.quiz.isOn()) {
      this.say("");
    } else if (this.isReadersTurn()) {
      const mover = sideName(this.session.side());
      this.session.play(step);
      this.goOn(`${mover} plays ${step.text}. `);
    }
  }

  /** Announces something that changes nothing. @param {string} news */
  say(news) {
    this.news = news;
    this.unchoose();
    this.show();
  }

  unchoose() {
    this.chosen = [];
    this.choices = [];
  }

  /**
   * Shows the position, and lets the machine move if it is its turn.
   * @param {string} news @param {number} pace how long the machine waits, in milliseconds
   */
  goOn(news, pace = PACE) {
    this.stop();
    this.due = pace;
    this.say(news);
  }

  machineMoves() {
    const { session, source } = this;
    const { steps } = session.node();
    const ends = (/** @type {Step} */ step) => source.node(step.next).over;
    const go = () => {
      const mover = sideName(session.side());
      const step = choose(session.mover(), session.skill, steps, ends);
      session.play(step);
      this.goOn(`${mover} plays ${step.text}. `);
    };
    if (source.header.scores && !steps.every((step) => source.knows(step.next))) {
      this.ifStillShown(source.learn(steps.map((step) => step.next)), go);
    } else {
      go();
    }
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.due = undefined;
  }

  /** @param {1 | -1} step @param {string} news @param {string} none announced if there is no such move */
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

  /** Shows the game, at once or when the table's entries have been read. */
  show() {
    const { source, session } = this;
    const ids = session.ids();
    this.shown += 1;
    if (ids.every((id) => source.knows(id))) {
      this.showAnswers();
      return;
    }
    element("status").textContent = `${this.news}${this.source.waiting}`;
    this.showControls();
    this.ifStillShown(source.learn(ids), () => this.showAnswers());
  }

  /**
   * Calls `goOn` when something has been read, or says why reading failed. Does nothing if something else is shown by
   * then.
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
          const why = `The table cannot be read: ${error.message}. Any move or button tries again.`;
          element("status").textContent = why;
        }),
    );
  }

  /** Shows everything. The entries of this game have been read. */
  showAnswers() {
    const { session } = this;
    if (this.due !== undefined && session.isMachines()) {
      this.timer = setTimeout(() => this.machineMoves(), this.due);
    }
    this.due = undefined;
    const node = session.node();
    const values = this.showsValues();
    this.showBoard(node, values);
    this.showChoices();
    this.showStatus(node);
    this.showVerdict(node, values);
    this.showControls();
    this.showHistory();
    this.showMoves(node, values);
    this.search.offer(node.id);
    this.showPosition(node);
    element("best-line").hidden = true;
    history.replaceState(null, "", session.address());
  }

  /** Whether values are shown. They are hidden while the quiz asks, and shown with its answer. */
  showsValues() {
    return this.quiz.isOn() ? !this.quiz.isAsking() : control("worths").checked;
  }

  /** The pieces from the view of X and O. */
  pieces() {
    const { pieces } = this.session.node();
    const isTurned = this.source.drawing?.seenByMover === true && this.session.side() === 1;
    return isTurned ? pieces.map(otherSides) : pieces;
  }

  /** @param {Position} node @param {boolean} values */
  showBoard(node, values) {
    const { chosen, session } = this;
    const { steps, line, id } = node;
    this.board?.show({ id, pieces: this.pieces(), line, steps, chosen, last: session.last(), values });
  }

  /** If the chosen cells complete several moves, these moves; also the moves without cells. */
  showChoices() {
    const { steps } = this.session.node();
    const passes = this.board === null ? [] : steps.filter(({ from, to }) => from === null && to === null);
    const moves = [...this.choices, ...(this.choices.length === 0 ? passes : [])];
    const hadFocus = element("choices").contains(document.activeElement);
    element("choices").replaceChildren(
      ...moves.map((step) => {
        const button = make("button", { type: "button", class: "choice" }, step.text);
        button.addEventListener("click", () => this.play(step));
        return button;
      }),
    );
    if (this.choices.length > 0) {
      element("choices").querySelector("button")?.focus();
    } else if (hadFocus) {
      this.focusBoard();
    }
  }

  /** @param {Position} node */
  showStatus(node) {
    const { session, source } = this;
    const mark = sideName(session.side());
    const asked = this.quiz.words();
    let turn = asked ?? (session.mover() === YOU ? `Your move, ${mark}.` : `${mark} (${session.mover()}) is to move.`);
    if (node.over) {
      const winner = session.winner();
      turn = winner === null ? "A draw." : `${sideName(winner)} has won.`;
      if (winner !== null && source.header.lines?.misere) {
        turn += ` ${sideName(winner === 0 ? 1 : 0)} has completed a line.`;
      }
      if (node.score) {
        turn = turn.replace(/\.$/, ` by ${counted(Math.abs(node.score), "point", "points")}.`);
      }
    }
    // Text that has been announced is not announced again.
    if (element("status").textContent !== `${this.news}${turn}`) {
      element("status").textContent = `${this.news}${turn}`;
    }
  }

  /** The result of the game under best play. @param {Position} node @param {boolean} values */
  showVerdict(node, values) {
    const side = this.session.side();
    const words = {
      win: `${sideName(side)} ${worthWords(node).replace("win", "wins")}`,
      draw: "nobody wins",
      loss: `${sideName(side === 0 ? 1 : 0)} ${worthWords(node).replace("loss", "wins")}`,
    }[node.outcome];
    element("verdict").textContent = values && !node.over ? `With best play ${words}.` : "";
    element("legend").hidden = !values || node.over;
  }

  showControls() {
    const { session } = this;
    control("player-x").value = session.players[0];
    control("player-o").value = session.players[1];
    const isSkilled = session.players.includes("skill");
    control("skill").disabled = !isSkilled;
    control("skill").value = `${session.skill}`;
    const holder = control("skill").parentElement;
    holder?.toggleAttribute("hidden", !isSkilled);
    element("skill-value").textContent = `${session.skill}% best moves`;
    setUseless("undo", session.made === 0);
    setUseless("redo", session.made === session.moves.length);
    this.showGo();
  }

  /** Shows the button that starts the machine's move if the machine waits for it. Otherwise hides it and moves its focus. */
  showGo() {
    const { session, source } = this;
    const go = element("go");
    const isMachines = source.knows(session.id()) && session.isMachines();
    const waits = isMachines && this.timer === undefined && this.due === undefined;
    if (!waits && go === document.activeElement) {
      this.focusBoard();
    }
    go.hidden = !waits;
  }

  /** @param {Position} node */
  showPosition(node) {
    const side = sideName(this.session.side());
    /** @type {[string, string][]} */
    const entries = node.over
      ? [["result", resultOf(this.session.winner())]]
      : [
          ["to move", side],
          ["outcome", node.outcome === "draw" ? "a draw" : `${node.outcome} for ${side}`],
          ["distance", node.remoteness === null ? "none" : counted(node.remoteness, "ply", "plies")],
        ];
    define("position", [["position", node.id], ...entries]);
  }

  /** @param {Position} node @param {boolean} values */
  showMoves({ steps, over }, values) {
    const section = element("worth-of-moves");
    const hadFocus = section.contains(document.activeElement);
    element("moves-heading").textContent = values ? "What each move is worth" : "The moves";
    element("moves").replaceChildren(movesList(steps, values, (step) => this.play(step)));
    section.hidden = over;
    // The focused button may be one that is new or hidden now.
    if (hadFocus && (over || !section.contains(document.activeElement))) {
      const first = over ? null : element("moves").querySelector("button");
      first === null ? this.focusBoard() : first.focus();
    }
  }

  showBestLine() {
    element("best-line").replaceChildren(make("li", {}, this.source.waiting));
    element("best-line").hidden = false;
    this.ifStillShown(this.bestLine(), (line) => {
      element("best-line").replaceChildren(...line.map((words) => make("li", {}, words)));
    });
  }

  /** The best moves from here to the end, in words. Takes the first of equal moves. Reads their positions. */
  async bestLine() {
    const { source, session } = this;
    const words = [];
    let [id, side] = [session.id(), session.side()];
    for (let i = 0; i < LINE; i++) {
      await source.learn([id]);
      const { steps, over, outcome, mover } = source.node(id);
      side = mover ?? side;
      if (over) {
        const winner = outcome === "draw" ? null : outcome === "win" ? side : side === 0 ? 1 : 0;
        return [...words, resultOf(winner)];
      }
      const best = steps.find((step) => step.optimal) ?? steps[0];
      words.push(`${sideName(side)} plays ${best.text}`);
      id = best.next;
      side = side === 0 ? 1 : 0;
    }
    return [...words, "and so on"];
  }

  /** The legend for the text at the dots of the chart. */
  dotWords() {
    const number = this.source.header.scores ? "the winner's points" : "plies left";
    return `A number: ${number}; =: a draw; ?: a mistake.`;
  }

  /** The game so far, and its mistakes. Its values are shown at its end even if they are not shown otherwise. */
  showHistory() {
    const { session, source } = this;
    const ids = [source.start, ...session.moves.map((step) => step.next)];
    const unknown = ids.findIndex((id) => !source.knows(id));
    const nodes = ids.slice(0, unknown < 0 ? ids.length : unknown).map((id) => source.node(id));
    const steps = session.moves.slice(0, nodes.length - 1);
    const values = this.showsValues() || nodes[nodes.length - 1].over;
    showHistory(dotsOf(nodes, steps), session.made, values, (made) => this.goTo(made));
    element("history-hint").textContent = values ? `Choose a move to go back to it. ${this.dotWords()}` : "";
    this.review.show(nodes, steps, session.made);
  }
}

try {
  const source = await openSource(JSON.parse(element("header").textContent ?? ""));
  await source.learn([source.start]);
  await new Page(source).begin();
  // For scripts that compare answers. The page's answers are those of the source.
  Object.assign(globalThis, { perfectPlay: { source, choose, search } });
} catch (error) {
  for (const useless of document.querySelectorAll(".bar, .legend, .players, .skill, .panel, .about")) {
    useless.remove();
  }
  element("status").textContent = `This page does not work: ${error instanceof Error ? error.message : error}`;
}
