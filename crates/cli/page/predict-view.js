/**
 * The reader's predictions about a search: values to back up, cuts to mark, or the best move to find. The tree asks, and
 * is graded when the reader wants.
 *
 * @typedef {import("./minimax.js").Call} Call
 * @typedef {import("./minimax.js").Search} Search
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 * @typedef {import("./predict.js").Grade} Grade
 * @typedef {import("./tree-drawing.js").Item} Item
 * @typedef {import("./tree-drawing.js").TreeDrawing} TreeDrawing
 * @typedef {"values" | "cuts" | "move"} Task
 */

import { isMistake, refutation } from "./explain.js";
import { scoreText, sideOfResult, signed } from "./minimax.js";
import { askedCalls, gradeCuts, gradeValues, lineFrom, lineText, pathTo, scoresOf, summary } from "./predict.js";
import { judge } from "./quiz.js";

/** What the reader is asked to do. @type {Record<Task, string>} */
const QUESTIONS = {
  values: "What is each position with a “?” worth? Choose it until it shows the score you mean. Begin at the right.",
  cuts: "Which moves does alpha-beta not try? It goes from top to bottom. Choose a position to mark it as cut off.",
  move: "Which move is the best? Choose the position after it.",
};

const GRADE_SIGNS = { right: "✓ ", wrong: "✗ ", open: "", follows: "≈ " };

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
    /** The grades of what is answered, once the reader has asked for them. @type {Map<Call, Grade>} */
    this.grades = new Map();
    /** Whether nothing is open any more. */
    this.isDone = false;
    /** The line that refutes the reader's move. @type {import("./explain.js").Reply[]} */
    this.refutation = [];
    /** The paths of the calls of a line that stands out. @type {Set<string>} */
    this.line = new Set();
    this.question = QUESTIONS[task];
    this.words = this.question;
  }

  /** Handles a part of the tree that the reader chooses: an answer, or a grade to be explained. @param {Item} item */
  async choose({ kind, call }) {
    if (this.isTold(call)) {
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

  /** Whether the reader is told about a call, and does not predict it any more. @param {Call} call */
  isTold(call) {
    return this.isDone || this.grades.has(call);
  }

  /** Makes the line that refutes an answer stand out. @param {Call} call */
  standOut(call) {
    const grade = this.grades.get(call);
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
    const step = /** @type {Step} */ (child.step);
    const { node, mover } = root;
    const isWrong = isMistake(node, step);
    const isEqual = node.steps.every((step) => !isMistake(node, step));
    const { sentences } = isEqual
      ? { sentences: [`Every move is as good as ${step.text} here.`] }
      : await judge(this.source, { node, mover, path: [] }, step);
    this.refutation = isWrong ? await refutation(this.source, { mover, step }) : [];
    const line = [child, ...lineFrom(child)];
    const words = `${isWrong ? "✗ Wrong." : "✓ Right."} ${sentences.join(" ")}`;
    this.grades = new Map([[child, { kind: isWrong ? "wrong" : "right", words, line }]]);
    this.isDone = true;
    this.standOut(child);
  }

  /** Grades what is answered, and leaves the rest open. */
  check() {
    const isCuts = this.task === "cuts";
    const all = isCuts ? gradeCuts(this.plain, this.alphaBeta, this.marked) : gradeValues(this.plain, this.answers);
    const answered = [...all].filter(([, { kind }]) => kind !== "open");
    this.isDone = answered.length === all.size;
    if ((isCuts ? this.marked : this.answers).size === 0 && !this.isDone) {
      this.words = `Answer first: ${this.question}`;
      return;
    }
    this.grades = new Map(answered);
    const [first] = answered.find(([, { kind }]) => kind === "wrong") ?? [];
    if (first !== undefined) {
      this.standOut(first);
    }
    const why = first === undefined ? "" : ` First mistake: ${callName(first)}. ${this.words}`;
    this.words = `${summary(all, this.task)}${why}`;
  }

  /** Shows the answers in the tree, and once they are graded what is right. @param {TreeDrawing} tree */
  show(tree) {
    const made = new Map(this.alphaBeta.calls.map((call) => [call.path, call]));
    for (const call of this.plain.calls.filter(({ like }) => like === null)) {
      const isTold = this.isTold(call);
      /** What has been found: in alpha-beta nothing if the call is not made. */
      const found = isTold && this.task === "cuts" ? made.get(call.path) : call;
      const asks = this.task === "move" || this.asked.has(call);
      const answer = this.answers.get(call);
      /** @type {import("./minimax.js").Result | undefined} */
      const answered = answer === undefined ? undefined : { score: answer, bound: "exact", chosen: null };
      const grade = this.grades.get(call)?.kind ?? "open";
      const isMarked = this.marked.has(call);
      const told = isTold || !asks ? found : answered;
      const score = told ? scoreText(told) : isTold ? "not called" : "?";
      const not = isTold && answered && answer !== call.score ? `, not ${scoreText(answered)}` : "";
      tree.ask(call, `${GRADE_SIGNS[grade]}${isMarked ? "✂ " : ""}${score}${not}`, {
        side: told && sideOfResult(told),
        isAnswer: asks && !isTold && this.task !== "cuts",
        grade,
        isCut: isMarked || found === undefined,
        isOnLine: this.line.has(call.path),
        window: isTold && this.task === "cuts" ? (found?.window ?? null) : null,
      });
    }
  }
}

/** "X 5, O 3", or "This position". @param {Call} call */
const callName = (call) => lineText(pathTo(call)) || "This position";
