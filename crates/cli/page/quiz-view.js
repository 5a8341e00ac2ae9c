/**
 * The quiz on the page: the board asks a question. The text below the board says whether the answer is right, and why.
 *
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 * @typedef {import("./quiz.js").Question} Question
 */

import { element, make } from "./dom.js";
import { refutation, sideAt } from "./explain.js";
import { lineView } from "./line-view.js";
import { cannotRead } from "./node.js";
import { findQuestion, interest, judge, QuizScore, questionWords, randomFrom } from "./quiz.js";

/** Shown if the game has no position in which some moves hold the outcome and others do not. */
const NOTHING = "This game has no position to ask for: everywhere all moves are as good as one another.";

export class Quiz {
  /**
   * @param {Source} source @param {import("./session.js").Session} session @param {() => void} show shows the position
   * @param {() => void} bringToBoard moves the focus to the board
   */
  constructor(source, session, show, bringToBoard) {
    this.source = source;
    this.session = session;
    this.show = show;
    this.bringToBoard = bringToBoard;
    this.score = new QuizScore(source.header.game, () => localStorage);
    this.random = Math.random;
    /** The kinds of the positions that were asked. @type {Set<string>} */
    this.asked = new Set();
    /** @type {Question | null} */
    this.question = null;
    this.isAnswered = false;
    /** How often the quiz has read the table or was left. What an earlier reading finds is not shown. */
    this.run = 0;
    const bring = () => this.isOn() && bringToBoard();
    /** @type {Record<string, () => void>} */
    const actions = {
      "quiz-start": () => this.begin(null, false).then(bring),
      "quiz-next": () => this.next().then(bring),
      "quiz-end": () => this.end(),
      "quiz-reset": () => this.reset(),
    };
    for (const [id, action] of Object.entries(actions)) {
      element(id).addEventListener("click", action);
    }
  }

  isOn() {
    return this.session.modes.includes("quiz");
  }

  /** Whether the quiz waits for an answer. Then no value is shown. */
  isAsking() {
    return this.question !== null && !this.isAnswered;
  }

  /**
   * Begins the quiz. If `here` is set and the session's position is a question, the quiz begins with it.
   * @param {number | null} seed @param {boolean} here
   */
  begin(seed, here) {
    this.session.giveUp();
    this.random = seed === null ? Math.random : randomFrom(seed);
    this.asked.clear();
    this.session.modes = ["quiz", ...this.session.modes.filter((mode) => mode === "embed")];
    document.body.classList.add("quizzing");
    const { session, source } = this;
    return here ? this.afterReading(source.learn([session.id()]), () => this.askHere()) : this.next();
  }

  /** Asks for the session's position, or if it is no question for another one. */
  askHere() {
    const { session } = this;
    const node = session.node();
    if (interest(node) === 0) {
      return this.next();
    }
    const path = session.past().map(({ move }) => move);
    this.ask({ node, mover: sideAt(node, path.length), path });
  }

  /** Asks the next question. */
  next() {
    document.body.classList.add("looking");
    element("status").textContent = "Looking for a question…";
    return this.afterReading(this.find(), (found) => {
      if (found === null) {
        element("quiz-answer").replaceChildren(NOTHING);
        this.show();
      } else {
        this.session.moves = found.moves;
        this.ask(found.question);
      }
    });
  }

  /** The next question, and the moves that lead there. If all were asked, begins again. */
  async find() {
    let question = await findQuestion(this.source, this.random, this.asked);
    if (question === null) {
      this.asked.clear();
      question = await findQuestion(this.source, this.random, this.asked);
    }
    return question && { question, moves: await this.session.stepsOf(question.path) };
  }

  /**
   * Shows what has been read, or says why the table cannot be read. Does nothing if by then the reader has left the quiz or
   * has asked for something else.
   * @template T @param {Promise<T>} reading @param {(read: T) => void | Promise<void>} show
   */
  async afterReading(reading, show) {
    this.run += 1;
    const { run } = this;
    const [read] = await Promise.allSettled([reading]);
    if (run !== this.run) {
      return;
    }
    document.body.classList.remove("looking");
    if (read.status === "fulfilled") {
      await show(read.value);
    } else {
      element("quiz-answer").replaceChildren(cannotRead(read.reason));
    }
  }

  /** @param {Question} question */
  ask(question) {
    this.question = question;
    this.isAnswered = false;
    this.asked.add(question.node.kind);
    this.session.goTo(question.path.length);
    element("quiz-answer").replaceChildren();
    document.querySelector("#quiz-panel .line-of-boards")?.remove();
    this.showScore();
    this.show();
  }

  /** Handles the reader's answer. @param {Step} step */
  async answer(step) {
    const { question } = this;
    if (question === null) {
      return;
    }
    this.isAnswered = true;
    await this.afterReading(this.judged(question, step), ({ right, sentences, line }) => {
      const said = make("b", {}, right ? "✓ Right." : "✗ Wrong.");
      element("quiz-answer").replaceChildren(make("p", {}, said, ` ${sentences.join(" ")}`));
      // Below the buttons, so that they stay in sight.
      element("quiz-panel").append(right ? "" : lineView(this.source, line));
      this.showScore();
      this.show();
    });
  }

  /** Counts an answer, and says why it is right or wrong. @param {Question} question @param {Step} step */
  async judged(question, step) {
    const { right, sentences } = await judge(this.source, question, step);
    this.score.count(right);
    return { right, sentences, line: right ? [] : await refutation(this.source, { ...question, step }) };
  }

  /** The question, or null if the page shows its usual text. */
  words() {
    const { question } = this;
    return question === null
      ? null
      : this.isAnswered
        ? "This question is answered."
        : questionWords(this.source, question);
  }

  /** Ends the quiz. The position is then analysed. */
  end() {
    this.leave();
    this.session.modes = ["analyse", ...this.session.modes];
    this.show();
    this.bringToBoard();
  }

  leave() {
    this.run += 1;
    this.question = null;
    this.session.modes = this.session.modes.filter((mode) => mode !== "quiz");
    document.body.classList.remove("quizzing", "looking");
  }

  reset() {
    this.score.reset();
    this.showScore();
    // The button that was used is hidden now.
    element("quiz-next").focus();
  }

  showScore() {
    element("quiz-score").textContent = this.score.words();
    element("quiz-reset").hidden = this.score.score.asked === 0;
    element("quiz-next").textContent = this.isAnswered ? "Next question" : "Another question";
  }
}
