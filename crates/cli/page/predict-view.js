/**
 * The reader's predictions about a search: values to back up, cuts to mark, or the best move to find. The tree asks, and
 * is graded when the reader wants.
 *
 * @typedef {import("./minimax.js").Call} Call
 * @typedef {import("./minimax.js").Search} Search
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./predict.js").Grade} Grade
 * @typedef {import("./tree-drawing.js").Item} Item
 * @typedef {import("./tree-drawing.js").TreeDrawing} TreeDrawing
 * @typedef {"values" | "cuts" | "move"} Task
 */

import { isMistake, refutation } from "./explain.js";
import { scoreText, sideOfResult, signed } from "./minimax.js";
import { sideName } from "./node.js";
import { askedCalls, gradeCuts, gradeValues, lineFrom, lineText, scoresOf, summary } from "./predict.js";
import { judge } from "./quiz.js";

/** What the reader is asked to do. @type {Record<Task, string>} */
const QUESTIONS = {
  values: "What is each position with a “?” worth? Choose it until it shows the score you mean. Begin at the right.",
  cuts: "Which moves does alpha-beta not try? It goes from top to bottom. Choose a position to mark it as cut off.",
  move: "Which move is the best for the side to move? Choose the position after it.",
};

/** @type {Record<Grade["kind"], string>} */
const GRADE_SIGNS = { right: "✓", wrong: "✗", missed: "✗", follows: "≈" };

export class Prediction {
  /** @param {Task} task @param {Search} plain @param {Search} alphaBeta @param {Source} source */
  constructor(task, plain, alphaBeta, source) {
    this.task = task;
    this.plain = plain;
    this.alphaBeta = alphaBeta;
    this.source = source;
    this.scores = scoresOf(plain);
    this.asked = new Set(askedCalls(plain));
    /** @type {Map<Call, number>} */
    this.answers = new Map();
    /** @type {Set<Call>} */
    this.marked = new Set();
    /** The grades, or null as long as the reader predicts. @type {Map<Call, Grade> | null} */
    this.grades = null;
    /** The line that refutes the reader's move. @type {import("./explain.js").Reply[]} */
    this.refutation = [];
    /** The paths of the calls of a line that stands out. @type {Set<string>} */
    this.line = new Set();
    this.question = QUESTIONS[task];
    this.words = this.question;
  }

  /** Handles a part of the tree that the reader chooses: an answer, or a grade to be explained. @param {Item} item */
  async choose({ kind, call }) {
    if (this.grades !== null) {
      this.standOut(call);
    } else if (this.task === "values" && this.asked.has(call)) {
      const next = this.scores[this.scores.indexOf(this.answers.get(call) ?? Number.NaN) + 1];
      next === undefined ? this.answers.delete(call) : this.answers.set(call, next);
      this.words = `${callName(call)}: ${next === undefined ? "?" : signed(next)}.`;
    } else if (this.task === "cuts" && kind === "call" && call.parent !== null) {
      const isUnmarked = this.marked.delete(call) || !this.marked.add(call);
      this.words = `${callName(call)}: ${isUnmarked ? "not cut off" : "cut off"}.`;
    } else if (this.task === "move" && kind === "call" && call.parent !== null) {
      await this.chooseMove(call);
    }
  }

  /** Makes the line that refutes an answer stand out. @param {Call} call */
  standOut(call) {
    const grade = this.grades?.get(call);
    if (grade !== undefined) {
      this.line = new Set(grade.line.map(({ path }) => path));
      this.words = grade.words;
    }
  }

  /** Grades the move that leads to this call, or to where it comes from. @param {Call} call */
  async chooseMove(call) {
    const [root] = this.plain.calls;
    let child = call;
    while (child.parent !== null && child.parent !== root) {
      child = child.parent;
    }
    const step = /** @type {import("./node.js").Step} */ (child.step);
    const { node, mover } = root;
    const isWrong = isMistake(node, step);
    const isEqual = node.steps.every((step) => !isMistake(node, step));
    const { sentences } = isEqual
      ? { sentences: [`Every move of ${sideName(mover)} is as good as ${step.text} here.`] }
      : await judge(this.source, { node, mover, path: [], kind: "" }, step);
    this.refutation = isWrong ? await refutation(this.source, { mover, step }) : [];
    const line = [child, ...lineFrom(child)];
    const words = `${isWrong ? "✗ Wrong." : "✓ Right."} ${sentences.join(" ")}`;
    this.grades = new Map([[child, { kind: isWrong ? "wrong" : "right", words, line }]]);
    this.standOut(child);
  }

  /** Grades the answers. */
  check() {
    if (this.task === "move") {
      this.words = "Choose a move first.";
      return;
    }
    this.grades =
      this.task === "values"
        ? gradeValues(this.plain, this.answers)
        : gradeCuts(this.plain, this.alphaBeta, this.marked);
    const [first] = [...this.grades].find(([, { kind }]) => kind !== "right" && kind !== "follows") ?? [];
    if (first !== undefined) {
      this.standOut(first);
    }
    const why = first === undefined ? "" : ` First mistake: ${callName(first)}. ${this.words}`;
    this.words = `${summary(this.grades, this.task)}${why}`;
  }

  /** Shows the answers in the tree, and once they are graded what is right. @param {TreeDrawing} tree */
  show(tree) {
    const isDone = this.grades !== null;
    const made = new Map(this.alphaBeta.calls.map((call) => [call.path, call]));
    for (const call of this.plain.calls.filter(({ like }) => like === null)) {
      /** What has been found: in alpha-beta nothing if the call is not made. */
      const found = isDone && this.task === "cuts" ? made.get(call.path) : call;
      const asks = this.task === "move" || this.asked.has(call);
      const answer = this.answers.get(call);
      /** @type {import("./minimax.js").Result | undefined} */
      const answered = answer === undefined ? undefined : { score: answer, bound: "exact", chosen: null };
      const grade = this.grades?.get(call)?.kind;
      const isMarked = this.marked.has(call);
      const said = answer === undefined ? "?" : signed(answer);
      const isWrong = isDone && answer !== undefined && answer !== call.score;
      const score = found === undefined ? "not called" : isDone || !asks ? scoreText(found) : said;
      const sign = grade === undefined ? "" : `${GRADE_SIGNS[grade]} `;
      const side = isDone || !asks ? found && sideOfResult(found) : answered && sideOfResult(answered);
      tree.ask(call, `${sign}${isMarked ? "✂ " : ""}${score}${isWrong ? `, not ${said}` : ""}`, {
        side,
        isAnswer: asks && !isDone && this.task !== "cuts",
        grade,
        isCut: isMarked || found === undefined,
        isOnLine: this.line.has(call.path),
        window: isDone && this.task === "cuts" ? (found?.window ?? null) : null,
      });
    }
  }
}

/** "O 5", or "This position". @param {Call} call */
const callName = (call) => (call.parent === null ? "This position" : lineText([call]));
