/** The page: its contents, and the actions of a reader. */

import { bestLine } from "./best-line.js";
import { Board } from "./board.js";
import { dotsOf } from "./chart.js";
import { showHistory } from "./chart-view.js";
import { cellsChanged, cellsOf, choice, isTo, movesPiece, numbered } from "./choosing.js";
import { button, control, define, element, make } from "./dom.js";
import { showFacts } from "./facts.js";
import { GraphMap } from "./graph-map.js";
import { listenToKeys } from "./keys.js";
import { choose } from "./levels.js";
import { openSource } from "./lines.js";
import { search } from "./minimax.js";
import { SearchDialog } from "./minimax-view.js";
import { movesList } from "./moves.js";
import { canBe, cannotRead, endOf, otherSide, playedBy, reasonOf, SIDES, sideName, worthWords } from "./node.js";
import { drawnPiece, pieceName, seenPieces, swept, tallyOf } from "./pieces.js";
import { Players } from "./players.js";
import { Posters } from "./posters.js";
import { Quiz } from "./quiz-view.js";
import { Review } from "./review.js";
import { Session } from "./session.js";
import { Sharing } from "./share.js";
import { guideWords, hintWords, turnWords, unitOf, verdictWords } from "./turn.js";

/**
 * @typedef {import("./node.js").Node} Position
 * @typedef {import("./node.js").Step} Step
 */

/** The delay of the machine's move in milliseconds, and the addition where the reader's move is sown. */
const PACE = 450;
const SOWING = 1100;

/** The delay after a choice by keyboard. The keys pass through other levels, one at each press. */
const PACE_OF_KEYS = 1500;

/** Shown to a reader who tries to continue a game that has ended. */
const OVER = "The game is over. ";

/**
 * Marks a button as not usable now. It keeps the focus, which a disabled button would lose.
 * @param {string} id @param {boolean} useless
 */
const setUseless = (id, useless) => element(id).setAttribute("aria-disabled", `${useless}`);

/** A move that a side makes, as news, without a break in it. @param {0 | 1} side @param {Step} step */
const playedWords = (side, { text }) => `${playedBy(side, text.replaceAll("-", "\u2011"))}. `;

class Page {
  /** @param {import("./node.js").Source} source whose start is known */
  constructor(source) {
    this.source = source;
    this.session = new Session(source);
    this.board = this.makeBoard();
    this.players = new Players(this.session, source.isForOne, (side, byKeys) => {
      // Who is to move is known once the position has been read.
      if (side === null || !source.sees(this.session.id()) || this.session.side() === side) {
        this.goOn("", byKeys ? PACE_OF_KEYS : PACE);
      } else {
        this.say("");
      }
    });
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
    this.sharing = new Sharing(
      source,
      this.session,
      () => ({ pieces: this.pieces(), owners: this.session.owners() }),
      (moves) => this.load(moves),
    );
    /** The cells of a move that have been chosen so far. @type {number[]} */
    this.chosen = [];
    /** The moves that the chosen cells complete, if there are several. @type {Step[]} */
    this.choices = [];
    /** The move that is recommended. @type {Step | null} */
    this.hinted = null;
    /** The latest event, announced before the side to move. */
    this.news = "";
    /** The machine's delay after a move. */
    this.pace = PACE + (source.drawing?.motion === "sow" ? SOWING : 0);
    /** The timer of the machine's next move. @type {number | undefined} */
    this.timer = undefined;
    /** The machine's delay once the table has been read, if it is to move then. @type {number | undefined} */
    this.due = undefined;
    /** The number of times the page has been shown. A read that began for an earlier one is not shown. */
    this.shown = 0;
  }

  begin() {
    this.makeControls();
    showFacts(this.source);
    new Posters(this.source);
    // On a phone the rules are below the rest, and folded.
    element("rules").toggleAttribute("open", matchMedia("(min-width: 56rem)").matches);
    addEventListener("hashchange", () => {
      if (location.hash === this.session.address()) {
        // The reader has gone back to it before another link was read.
        this.goOn("");
      } else {
        this.readAddress().catch((error) => this.say(`${cannotRead(error)} `));
      }
    });
    return this.readAddress();
  }

  /**
   * Loads the link's game, or begins a new one if the link has none. Until it is read, no machine moves and no question is
   * asked.
   */
  async readAddress() {
    const { hash } = location;
    this.stop();
    if (this.quiz.isOn()) {
      this.quiz.leave();
      this.say("");
    }
    const news = await this.session.fromAddress(hash);
    if (news === null) {
      return;
    }
    document.body.classList.toggle("embed", this.session.modes.includes("embed"));
    if (this.quiz.isOn()) {
      await this.beginQuiz(hash);
    } else {
      this.goOn(news);
    }
  }

  /**
   * Begins the quiz that an address asks for: `#quiz`, with a seed `#quiz=7`, or with the moves of a question.
   * @param {string} hash
   */
  beginQuiz(hash) {
    const fields = new URLSearchParams(hash.slice(1));
    const seed = fields.get("quiz") ?? "";
    return this.quiz.begin(/^\d{1,9}$/.test(seed) ? Number(seed) : null, fields.has("moves"));
  }

  makeBoard() {
    const { source } = this;
    const { drawing } = source;
    document.body.dataset.surface = drawing?.surface ?? "map";
    if (drawing === null) {
      // The moves are always listed: the map has their numbers.
      element("worth-of-moves").classList.remove("for-analysis");
      return new GraphMap(element("board"), source, (step) => this.play(step));
    }
    return new Board(
      element("board"),
      drawing,
      (cell) => this.take(cell),
      (cell) => this.point(cell),
    );
  }

  /** What the worths on the board mean. @param {Position} node */
  showLegend(node) {
    const { source } = this;
    const { words } = source;
    const outcomes = /** @type {const} */ (["win", "draw", "loss"]).filter((outcome) => canBe(source, outcome));
    const keys = outcomes.map((outcome) =>
      make("span", { class: `key ${outcome}` }, `${words.letters[outcome]} ${words[outcome]}`),
    );
    const isPush = source.drawing?.motion === "push";
    const isOnPieces = this.chosen.length === 0 && (isPush || node.steps.some((step) => movesPiece(node, step)));
    element("legend").replaceChildren(
      ...keys,
      source.header.scores
        ? words.legend.replace(/: .* left/, ": the points won or lost")
        : isOnPieces
          ? words.legend.replace(/ \(.*\)/, "")
          : words.legend,
      isOnPieces ? ` · on a ${unitOf(source.drawing)}: its best ${isPush ? "push" : "move"}` : "",
    );
  }

  makeControls() {
    /** @type {Record<string, () => void>} */
    const actions = {
      go: () => this.goOn(""),
      undo: () => this.step(-1, "Taken back. ", "There is nothing to take back. "),
      redo: () => this.step(1, "Made again. ", "There is nothing to make again. "),
      hint: () => this.hint(),
      new: () => {
        this.session.restart();
        this.goOn("A new game. ");
      },
      swap: () => {
        this.players.swap();
        this.goOn("Sides are swapped. ");
      },
      best: () => this.showBestLine(),
      "mode-play": () => this.setMode(false),
      "mode-analyse": () => this.setMode(true),
      analyse: () => {
        this.setMode(true);
        element("mode-analyse").focus();
      },
    };
    for (const [id, action] of Object.entries(actions)) {
      element(id).addEventListener("click", action);
    }
    control("worths").addEventListener("change", () => this.show());
    /** A question stays on the board until the quiz ends. @param {() => void} action */
    const unlessAsked = (action) => () => (this.quiz.isOn() ? this.say("") : action());
    listenToKeys({
      undo: unlessAsked(actions.undo),
      redo: unlessAsked(actions.redo),
      hint: actions.hint,
      begin: unlessAsked(actions.new),
      flip: () => this.flip(),
      change: () => this.setMode(!this.session.isAnalysed()),
      move: (number) => this.playNumber(number),
    });
  }

  /** Shows what moves are worth, or plays with the opponent. @param {boolean} isAnalysed */
  setMode(isAnalysed) {
    const { session } = this;
    this.quiz.leave();
    session.modes = [...session.modes.filter((mode) => mode !== "analyse"), ...(isAnalysed ? ["analyse"] : [])];
    this.goOn("");
  }

  flip() {
    // The cells are made anew.
    const hadFocus = element("board").contains(document.activeElement);
    if (this.board.flip()) {
      this.show();
      if (hadFocus) {
        this.focusBoard();
      }
    } else {
      this.say("This board cannot be turned. ");
    }
  }

  /** Begins with the moves of a text. @param {Step[]} moves */
  load(moves) {
    this.session.moves = moves;
    this.quiz.leave();
    this.goTo(moves.length);
  }

  /** Recommends a move. */
  hint() {
    const { session, source } = this;
    if (this.quiz.isOn() || !this.isReadersTurn()) {
      return;
    }
    if (!source.knows(session.id())) {
      element("verdict").textContent = source.waiting;
      this.ifStillShown(source.learn([session.id()]), () => this.hint());
      return;
    }
    const { steps } = session.node();
    this.news = "";
    this.unchoose();
    this.hinted = steps.find(({ optimal }) => optimal) ?? steps[0];
    this.show();
  }

  /** Makes the move with this number: of its choice, or on the board. @param {number} number */
  playNumber(number) {
    if (this.isReadersTurn()) {
      const { steps } = this.session.node();
      const step = this.choices[number - 1] ?? numbered(steps, number, this.source.drawing === null);
      step === undefined ? this.say(`No move has the number ${number}. `) : this.play(step);
    }
  }

  /** Handles a chosen cell. @param {number} cell */
  take(cell) {
    const { session, source } = this;
    if (!this.isReadersTurn()) {
      return;
    }
    const { steps, pieces } = session.node();
    const { chosen, moves } = this.choiceOf(cell);
    if (moves.length === 1) {
      this.play(moves[0]);
    } else if (moves.length > 1 || chosen.length > 0 || this.chosen.length > 0) {
      this.chosen = chosen;
      this.choices = moves;
      this.hinted = null;
      const { names = [], style = "mark" } = source.drawing ?? {};
      const [piece, name] = [this.pieces()[chosen[0] ?? 0], names[chosen[0] ?? 0]];
      this.news =
        chosen.length === 1 ? `${piece === "" ? "" : `${pieceName(piece, style)} on `}${name} is chosen. ` : "";
      this.show();
    } else {
      const name = source.drawing?.names[cell];
      const taken = source.drawing?.falls
        ? `Column ${this.columnOf(cell) + 1} is full. `
        : pieces[cell] === "" || steps.some(({ from, to }) => from !== null && to === null)
          ? steps.some((step) => isTo(step, cell))
            ? `Choose first what moves to ${name}. `
            : `No move leads to ${name}. `
          : `${pieceName(this.pieces()[cell], source.drawing?.style ?? "mark")} is on ${name} already. `;
      this.say(taken);
    }
  }

  /** What choosing a cell comes to. @param {number} cell */
  choiceOf(cell) {
    const { steps } = this.session.node();
    return this.source.drawing?.falls
      ? { chosen: [], moves: steps.filter(({ to }) => to !== null && this.columnOf(to) === this.columnOf(cell)) }
      : choice(steps, this.chosen, cell);
  }

  /** @param {number} cell */
  columnOf(cell) {
    return this.board instanceof Board ? this.board.columnOf(cell) : 0;
  }

  /** Shows what choosing a cell would change, while the reader points at it. @param {number | null} cell */
  point(cell) {
    const { session, source } = this;
    const { chosen, moves } = cell !== null && this.canMove() ? this.choiceOf(cell) : { chosen: [], moves: [] };
    const step = moves.length === 1 ? moves[0] : undefined;
    const values = this.showsValues();
    const begun = this.chosen.length === 0 && this.hinted === null ? chosen : this.chosen;
    this.preview(step ?? null, begun);
    if (source.sees(session.id())) {
      this.showVerdict(session.node(), values);
    }
    if (step && this.hinted === null && step.text !== source.drawing?.names[cell ?? 0]) {
      element("verdict").textContent = `${step.text}${values ? `: ${worthWords(step)}` : ""}`;
    }
  }

  /** Shows what a move would change. @param {Step | null} step @param {number[]} begun the cells chosen then */
  preview(step, begun) {
    const { board, session, source } = this;
    if (!(board instanceof Board)) {
      return;
    }
    if (step === null || !source.sees(step.next)) {
      board.preview(null, begun);
      return;
    }
    const { pieces } = source.node(step.next);
    const maker = session.side() === 0 ? "x" : "o";
    const owners = session.owners();
    const before = session.node().pieces;
    const next = {
      pieces: seenPieces(source.drawing, pieces, otherSide(session.side())),
      owners: pieces.map((_, other) => (before[other] === "" ? maker : (owners[other] ?? ""))),
    };
    board.preview(next, begun, step);
  }

  /** Moves the focus to the board. */
  focusBoard() {
    this.board.focus();
  }

  /** Moves the focus to the board and scrolls to it, because the button that was used is hidden now. */
  bringToBoard() {
    this.focusBoard();
    element("status").scrollIntoView({ block: "nearest" });
  }

  /** Whether the reader can move. */
  canMove() {
    const { session, source } = this;
    return source.sees(session.id()) && !session.isOver() && !session.isMachines();
  }

  /** Whether the reader can move. If not, says why. */
  isReadersTurn() {
    const { session, source } = this;
    if (!this.canMove()) {
      source.sees(session.id()) ? this.say(session.isOver() ? OVER : "It is the machine's turn. ") : this.show();
    }
    return this.canMove();
  }

  /** Makes the reader's move. @param {Step} step */
  play(step) {
    if (this.quiz.isAsking()) {
      this.quiz.answer(step);
    } else if (this.quiz.isOn()) {
      this.say("");
    } else if (this.isReadersTurn()) {
      const side = this.session.side();
      this.session.play(step);
      this.goOn(this.source.isForOne ? `You play ${step.text}. ` : playedWords(side, step), this.pace);
    }
  }

  /** Announces something that changes nothing. @param {string} news */
  say(news) {
    this.news = news;
    this.hinted = null;
    this.unchoose();
    this.show();
  }

  unchoose() {
    this.chosen = [];
    this.choices = [];
  }

  /**
   * Shows what the reader has asked for, and lets the machine move if it is its turn.
   * @param {string} news @param {number} pace how long the machine waits, in milliseconds
   */
  goOn(news, pace = PACE) {
    this.session.giveUp();
    this.stop();
    this.due = pace;
    this.say(news);
  }

  machineMoves() {
    const { session, source } = this;
    this.timer = undefined;
    // Meanwhile the reader may have taken this side.
    if (!session.isMachines()) {
      return;
    }
    const { steps } = session.node();
    if (source.header.scores && !steps.every((step) => source.knows(step.next))) {
      // The move stays due: if something else is shown before these positions are read, the machine moves from there.
      this.due = 0;
      this.ifStillShown(source.learn(steps.map((step) => step.next)), () => this.showAnswers());
      return;
    }
    const side = session.side();
    const step = choose(session.mover(), session.skill, steps, ({ next }) => source.node(next).over);
    session.play(step);
    this.due = this.pace;
    this.say(playedWords(side, step));
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

  /** Shows the game, at once or when its positions have been read, and again when their values are found. */
  show() {
    const { source, session } = this;
    this.shown += 1;
    element("best-line").hidden = true;
    try {
      history.replaceState(null, "", session.address());
    } catch {
      // Some browsers refuse it in some frames, or after many moves in a short time. The address stays as it was.
    }
    const unseen = session.ids().filter((id) => !source.sees(id));
    if (unseen.length > 0) {
      element("status").textContent = `${this.news}${source.waiting}`;
      this.showControls();
    } else {
      this.showAnswers();
    }
    const missing = [...unseen, ...this.missing()];
    if (missing.length > 0) {
      this.ifStillShown(source.learn(missing), () => this.showAnswers());
    }
  }

  /** The positions whose values are needed and not known: for the machine's move, or of the whole game, the current one first. */
  missing() {
    const { source, session } = this;
    if (!source.sees(session.id())) {
      return [];
    }
    const isWhole = session.isAnalysed() || session.isOver();
    const current = isWhole || session.isMachines() ? [session.id()] : [];
    return [...current, ...(isWhole ? session.ids().slice(0, -1) : [])].filter((id) => !source.knows(id));
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
          element("status").textContent = `${cannotRead(error)} Any move or button tries again.`;
        }),
    );
  }

  /** Shows everything. The positions of this game are seen. */
  showAnswers() {
    const { session } = this;
    if (this.source.knows(session.id()) || !session.isMachines()) {
      if (this.due !== undefined && session.isMachines() && !session.isEndless()) {
        this.timer = setTimeout(() => this.machineMoves(), this.due);
      }
      this.due = undefined;
    }
    const node = session.node();
    const values = this.showsValues();
    this.showBoard(node, values);
    this.showChoices();
    this.showStatus();
    this.showVerdict(node, values);
    this.showControls();
    this.showHistory();
    this.showMoves(node, values);
    this.search.offer(node.id, session.side());
    this.showPosition(node);
  }

  /** Whether values are shown: while a game is analysed, and with the answer of a question of the quiz. */
  showsValues() {
    const { quiz, session, source } = this;
    const isShown = quiz.isOn() ? !quiz.isAsking() : session.isAnalysed() && control("worths").checked;
    return isShown && source.knows(session.id());
  }

  /** The pieces from the view of X and O. */
  pieces() {
    const { pieces, over } = this.session.node();
    if (over && this.source.drawing?.counts === "seeds") {
      return swept(pieces);
    }
    return seenPieces(this.source.drawing, pieces, this.session.side());
  }

  /** @param {Position} node @param {boolean} values */
  showBoard(node, values) {
    const { chosen, hinted, session } = this;
    const { steps, line, id } = node;
    const first = this.source.node(this.source.start).pieces;
    const [pieces, owners, side] = [this.pieces(), session.owners(), session.side()];
    const loser = ["o", "x"][session.winner() ?? 2];
    const [last, path] = [session.last(), session.ids()];
    const before = path.at(-2) ?? null;
    const former = before === null ? node.pieces : this.source.node(before).pieces;
    const { drawing } = this.source;
    const isTaken = hinted !== null && drawing?.surface === "heaps" && this.source.sees(hinted.next);
    const whole =
      hinted === null
        ? []
        : isTaken
          ? cellsChanged(node.pieces, this.source.node(hinted.next).pieces)
          : cellsOf(hinted);
    // An arrow shows where a cube is pushed in.
    const asked = drawing?.motion === "push" ? whole.slice(0, 1) : whole;
    this.board.show({
      id,
      path,
      side,
      pieces,
      owners,
      line,
      loser,
      steps,
      chosen,
      last,
      values,
      hinted,
      first,
      former,
      asked,
    });
    this.preview(null, chosen);
    this.showTally(pieces, owners);
  }

  /** What each side has. @param {string[]} pieces @param {string[]} owners */
  showTally(pieces, owners) {
    const counted = this.source.drawing === null ? null : tallyOf(this.source.drawing, pieces, owners);
    element("tally").hidden = counted === null;
    if (counted !== null) {
      const { x, o, what } = counted;
      const [ofX, ofO] = [
        make("span", { class: "of-x" }, `${SIDES[0]} `, make("b", {}, `${x}`)),
        make("span", { class: "of-o" }, `${SIDES[1]} `, make("b", {}, `${o}`)),
      ];
      element("tally").replaceChildren(ofX, " ", ofO, ` ${what}`);
    }
  }

  /** If the chosen cells complete several moves, these moves; also the moves without cells. */
  showChoices() {
    const { steps } = this.session.node();
    const isListed = this.source.drawing === null || this.session.isMachines();
    const passes = isListed ? [] : steps.filter(({ from, to }) => from === null && to === null);
    const moves = [...this.choices, ...(this.choices.length === 0 ? passes : [])];
    const hadFocus = element("choices").contains(document.activeElement);
    element("choices").replaceChildren(
      ...moves.map((step) => {
        const words = step.text === "pass" ? "Pass" : step.text;
        return button({ class: "choice" }, () => this.play(step), words);
      }),
    );
    if (this.choices.length > 0) {
      element("choices").querySelector("button")?.focus();
    } else if (hadFocus) {
      this.focusBoard();
    }
  }

  showStatus() {
    const { session, source } = this;
    const turn = (session.isOver() ? null : this.quiz.words()) ?? turnWords(source, session);
    // Text that has been announced is not announced again.
    if (element("status").textContent !== `${this.news}${turn}`) {
      element("status").textContent = `${this.news}${turn}`;
    }
    const side = session.isOver() ? session.winner() : session.side();
    const isShown = side !== null && !source.isForOne;
    const sign = side === 0 ? "x" : "o";
    const piece = this.pieces().includes(`${sign}-king`) ? `${sign}-king` : sign;
    element("side").replaceChildren(...(isShown ? [drawnPiece(piece, SIDES[0] === "X" ? "mark" : "disc")] : []));
  }

  /** The result of the game under best play, or the hint that was asked for. @param {Position} node @param {boolean} values */
  showVerdict(node, values) {
    const { hinted, session, source } = this;
    const verdict = values && !node.over ? verdictWords(source, session) : "";
    const guide = this.canMove() ? guideWords(source, session, this.chosen) : "";
    const [missing] = this.missing();
    element("verdict").textContent =
      missing === node.id
        ? source.waiting
        : node.over && missing !== undefined
          ? "The moves are judged…"
          : hinted !== null
            ? hintWords(source, hinted, 1 + node.steps.findIndex(({ move }) => move === hinted.move))
            : `${verdict} ${guide}`.trim();
    element("legend").hidden = !values || node.over;
    this.showLegend(node);
  }

  showControls() {
    const { session } = this;
    const isAnalysed = session.isAnalysed();
    document.body.classList.toggle("analysing", isAnalysed);
    element("mode-play").setAttribute("aria-pressed", `${!isAnalysed}`);
    element("mode-analyse").setAttribute("aria-pressed", `${isAnalysed}`);
    this.players.show();
    setUseless("undo", session.made === 0);
    setUseless("redo", session.made === session.moves.length);
    setUseless("hint", !this.canMove());
    this.showGo();
  }

  /** Shows the button that starts the machine's move if the machine waits for it. Otherwise hides it and moves its focus. */
  showGo() {
    const { session, source } = this;
    const go = element("go");
    const isMachines = source.sees(session.id()) && session.isMachines();
    const waits = isMachines && !session.isEndless() && this.timer === undefined && this.due === undefined;
    if (!waits && go === document.activeElement) {
      this.focusBoard();
    }
    go.hidden = !waits;
  }

  /** @param {Position} node */
  showPosition(node) {
    const { session, source } = this;
    const side = session.side();
    /** @type {[string, string][]} */
    const turn = source.isForOne ? [] : [["to move", sideName(side)]];
    /** @type {[string, string][]} */
    const worth = source.knows(node.id) ? [["worth", worthWords(node, source.words)]] : [];
    /** @type {[string, string][]} */
    const entries = node.over ? [["result", endOf(source, node, side)]] : [...turn, ...worth];
    define("position", [["position", node.id], ...entries]);
  }

  /** @param {Position} node @param {boolean} values */
  showMoves({ steps, over }, values) {
    const section = element("worth-of-moves");
    const hadFocus = section.contains(document.activeElement);
    element("moves-heading").textContent = values ? "What each move is worth" : "The moves";
    element("moves").replaceChildren(movesList(this.source, steps, values, (step) => this.play(step)));
    section.hidden = over;
    // The focused button may be one that is new or hidden now.
    if (hadFocus && (over || !section.contains(document.activeElement))) {
      const first = over ? null : element("moves").querySelector("button");
      first === null ? this.focusBoard() : first.focus();
    }
  }

  showBestLine() {
    const { session, source } = this;
    const id = session.id();
    element("best-line").replaceChildren(make("li", {}, source.waiting));
    element("best-line").hidden = false;
    // The side to move is known once the position is.
    const reading = source.learn([id]).then(() => bestLine(source, id, session.side()));
    this.ifStillShown(reading, (line) => {
      element("best-line").replaceChildren(...line.map((words) => make("li", {}, words)));
    });
  }

  /** The legend for the text at the dots of the chart. */
  dotWords() {
    const { source } = this;
    const number = source.header.scores ? "points" : `${source.words.moves[1]} left`;
    return `A number: ${number};${canBe(source, "draw") ? ` =: ${source.words.draw};` : ""} ?: a mistake.`;
  }

  /** The game so far, and its mistakes. Its values are shown at its end even if they are not shown otherwise. */
  showHistory() {
    const { session, source } = this;
    const ids = [source.start, ...session.moves.map((step) => step.next)];
    const [known, seen] = [source.knows.bind(source), source.sees.bind(source)].map((isThere) => {
      const end = ids.findIndex((id) => !isThere(id));
      return (end < 0 ? ids : ids.slice(0, end)).map((id) => source.node(id));
    });
    const isOver = seen[seen.length - 1].over;
    // The values of the start alone are no history.
    const values = (this.showsValues() || isOver) && known.length > Math.max(1, session.made);
    const nodes = values ? known : seen;
    const steps = session.moves.slice(0, nodes.length - 1);
    const names = source.words.sides.with(1, canBe(source, "draw") ? source.words.draw : "");
    showHistory(dotsOf(source, nodes, steps), session.made, values, names, (made) => this.goTo(made));
    element("analyse-game").hidden = !isOver;
    element("history-hint").textContent = values ? `Choose a move to go back to it. ${this.dotWords()}` : "";
    this.review.show(values ? nodes : [], steps, session.made);
  }
}

try {
  const header = JSON.parse(element("header").textContent ?? "");
  SIDES.splice(0, 2, ...header.sides);
  const source = await openSource(header);
  await source.learn([source.start]);
  await new Page(source).begin();
  // For scripts that compare answers. The page's answers are those of the source.
  Object.assign(globalThis, { perfectPlay: { source, choose, search } });
} catch (error) {
  for (const useless of document.querySelectorAll(".bar, .legend, .slot, .panel, .about, .modes, .tools")) {
    useless.remove();
  }
  element("status").textContent = `This page does not work: ${reasonOf(error)}`;
}
