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
import { findQuestion, interest, judge, QuizScore, questionWords, randomFrom } from "./quiz.js";
import { YOU } from "./session.js";

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
    /** @type {Record<string, () => void>} */
    const actions = {
      "quiz-start": () => this.begin(null, false).then(bringToBoard),
      "quiz-next": () => this.next().then(bringToBoard),
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
  async begin(seed, here) {
    this.random = seed === null ? Math.random : randomFrom(seed);
    this.asked.clear();
    this.session.modes = ["quiz", ...this.session.modes.filter((mode) => mode === "embed")];
    document.body.classList.add("quizzing");
    if (here) {
      const { session } = this;
      await this.source.learn([session.id()]);
      const node = session.node();
      if (interest(node) > 0) {
        const path = session.past().map(({ move }) => move);
        this.ask({ node, mover: sideAt(node, path.length), path, kind: session.last()?.kind ?? "" });
        return;
      }
    }
    await this.next();
  }

  /** Asks the next question. If all were asked, begins again. */
  next() {
    document.body.classList.add("looking");
    element("status").textContent = "Looking for a question…";
    return this.reading(async () => {
      let question = await findQuestion(this.source, this.random, this.asked);
      if (question === null) {
        this.asked.clear();
        question = await findQuestion(this.source, this.random, this.asked);
      }
      if (question === null) {
        element("quiz-answer").replaceChildren(NOTHING);
        this.show();
      } else {
        this.session.moves = await this.session.stepsOf(question.path);
        this.ask(question);
      }
    });
  }

  /** Does something that reads the table, or says why the table cannot be read. @param {() => Promise<void>} work */
  async reading(work) {
    try {
      await work();
    } catch (error) {
      const why = error instanceof Error ? error.message : `${error}`;
      element("quiz-answer").replaceChildren(`The table cannot be read: ${why}.`);
    } finally {
      document.body.classList.remove("looking");
    }
  }

  /** @param {Question} question */
  ask(question) {
    this.question = question;
    this.isAnswered = false;
    this.asked.add(question.kind);
    this.session.players = [YOU, YOU];
    this.session.goTo(question.path.length);
    element("quiz-answer").replaceChildren();
    document.querySelector("#quiz-panel .line-of-boards")?.remove();
    this.showScore();
    this.show();
  }

  /** Handles the reader's answer. @param {Step} step */
  answer(step) {
    return this.reading(async () => {
      const { question } = this;
      if (question === null) {
        return;
      }
      this.isAnswered = true;
      const { right, sentences } = await judge(this.source, question, step);
      this.score.count(right);
      const said = make("b", {}, right ? "✓ Right." : "✗ Wrong.");
      const line = right ? "" : lineView(this.source, await refutation(this.source, { ...question, step }));
      element("quiz-answer").replaceChildren(make("p", {}, said, ` ${sentences.join(" ")}`));
      // Below the buttons, so that they stay in sight.
      element("quiz-panel").append(line);
      this.showScore();
      this.show();
    });
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
    this.question = null;
    this.session.modes = this.session.modes.filter((mode) => mode !== "quiz");
    document.body.classList.remove("quizzing");
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
