/**
 * Mistakes in words: which move changed the outcome, which moves would have held it, and why. In games of lines, lines
 * and threats give the reason. In every other game, the continuation under best play gives it.
 *
 * @typedef {import("./node.js").Node} Node
 * @typedef {import("./node.js").Outcome} Outcome
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./node.js").Step} Step
 * @typedef {0 | 1} Side
 *
 * @typedef {object} Mistake A move after which the result under best play is worse for the player who made it.
 * @property {number | null} ply Its number in the game, from 1; null outside a game.
 * @property {Side} mover
 * @property {Node} node The position before it.
 * @property {Step} step
 *
 * @typedef {{ mover: Side, step: Step, node: Node }} Reply A move of best play, and the position after it.
 */

import { capital, compareWorths, counted, endOf, moveOf, otherSide, rankOf, sideName, worthWords } from "./node.js";
import { Threats } from "./threats.js";

/** The limit on moves of a continuation. */
const TOLD = 7;

/** The limit on listed moves that hold. */
const LISTED = 4;

/** The side to move after this many moves; in an impartial game X begins. @param {Node} node @param {number} made @returns {Side} */
export function sideAt({ mover }, made) {
  return mover ?? (made % 2 === 0 ? 0 : 1);
}

/**
 * The mistakes of a game.
 * @param {Node[]} nodes the positions, the start first @param {Step[]} steps the moves between them
 * @returns {Mistake[]}
 */
export function mistakesOf(nodes, steps) {
  return steps.flatMap((step, i) =>
    isMistake(nodes[i], step) ? [{ ply: i + 1, mover: sideAt(nodes[i], i), node: nodes[i], step }] : [],
  );
}

/** Whether a move makes the outcome worse, or costs points. @param {Node} node @param {Step} step */
export function isMistake(node, step) {
  return node.score !== null && step.score !== null
    ? step.score < node.score
    : rankOf(step.outcome) < rankOf(node.outcome);
}

/** The moves that are no mistake. @param {Node} node */
export function holdingMoves(node) {
  return node.steps.filter((step) => !isMistake(node, step));
}

/**
 * A sentence about the moves that decided the game, or that gave away points.
 * @param {Mistake[]} mistakes @param {boolean} isForPoints
 */
export function verdict(mistakes, isForPoints) {
  const last = mistakes.at(-1);
  const plies = mistakes.map(({ ply }) => `${ply}`);
  if (isForPoints) {
    const moves = `${plies.length === 1 ? "Move" : "Moves"} ${inWords(plies, "and")}`;
    return `${last === undefined ? "No move" : moves} gave away points.`;
  }
  if (last === undefined) {
    return "No move changed the outcome.";
  }
  if (mistakes.length === 1) {
    return `The game was decided on move ${last.ply}.`;
  }
  return `The outcome changed on moves ${inWords(plies, "and")}. Move ${last.ply} was the last to change it.`;
}

/**
 * A mistake in sentences: its effect, the moves that would have held, and the reason. This may read positions.
 * @param {Source} source @param {Mistake} mistake
 */
export async function explain(source, mistake) {
  return [changeWords(source, mistake), heldWords(source, mistake.node), ...(await reasons(source, mistake))];
}

/**
 * The reason why a move is a mistake, in sentences.
 * @param {Source} source @param {Mistake} mistake @returns {Promise<string[]>}
 */
export async function reasons(source, mistake) {
  const { mover, node, step } = mistake;
  const { lines } = source.header;
  if (lines === undefined || node.score !== null) {
    return howItGoesOn(source, mistake);
  }
  await source.learn([step.next]);
  const threats = new Threats(lines);
  if (lines.misere) {
    const [line] = step.to === null ? [] : threats.through(source.node(step.next).pieces, step.to);
    const completes = `It completes ${line === undefined ? "" : threats.aLine(line)}, and who completes a line loses.`;
    return line === undefined ? howItGoesOn(source, mistake) : [completes];
  }
  return new Reasons(source, threats).why(mover, node, step);
}

/**
 * The line that refutes a mistake: its move, and best play after it.
 * @param {Source} source @param {{ mover: Side, step: Step }} mistake
 */
export async function refutation(source, { mover, step }) {
  await source.learn([step.next]);
  const node = source.node(step.next);
  return [{ mover, step, node }, ...(await bestPlay(source, step.next, node.mover ?? otherSide(mover)))];
}

/** @param {Source} source @param {Mistake} mistake */
function changeWords(source, { ply, mover, node, step }) {
  const { isForOne } = source;
  if (isForOne && node.score === null) {
    const lost = step.remoteness === 1 ? "you are in a dead end" : "every way ends in a dead end";
    const now = step.outcome === "draw" ? "no way leads to the goal" : lost;
    return `${ply === null ? "After" : `Move ${ply}: after`} ${step.text}, ${now}.`;
  }
  const made = `${ply === null ? "With" : `Move ${ply}: with`} ${step.text}, ${isForOne ? "you" : sideName(mover)}`;
  if (node.score !== null && step.score !== null) {
    const lost = counted(node.score - step.score, "point", "points");
    return `${made} gave away ${lost}: the best was ${aWorth(source, node)}, and this is ${aWorth(source, step)}.`;
  }
  return `${made} turned a ${node.outcome} into a ${step.outcome}.`;
}

/** @param {Source} source @param {import("./node.js").Worth} worth */
const aWorth = (source, worth) => `${source.isForOne ? "" : "a "}${worthWords(worth, source.words)}`;

/** What would have held. @param {Source} source @param {Node} node */
function heldWords({ isForOne }, node) {
  const held = holdingMoves(node).map(({ text }) => text);
  const more = held.length - LISTED;
  const names = more > 1 ? [...held.slice(0, LISTED), `${more} other moves`] : held;
  const what =
    isForOne && node.score === null
      ? node.outcome === "win"
        ? "led to the goal"
        : "ended in no dead end"
      : node.score !== null
        ? "given away no point"
        : `held the ${node.outcome}`;
  return capital(`${held.length === 1 ? "only " : ""}${inWords(names, "or")} would have ${what}.`);
}

/** @param {string[]} names @param {"and" | "or"} joined */
function inWords(names, joined) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${joined} ${names.at(-1)}`;
}

/**
 * How best play continues after a mistake, without a reason by lines.
 * @param {Source} source @param {Mistake} mistake
 */
async function howItGoesOn(source, { mover, node, step }) {
  const told = [];
  await source.learn([step.next]);
  const after = source.node(step.next);
  if (after.over) {
    return [capital(`${endOf(source, after, otherSide(mover))}.`)];
  }
  const next = after.mover ?? otherSide(mover);
  const answers = holdingMoves(after);
  if (next !== mover && answers.length === 1 && after.steps.length > 1 && after.outcome !== "loss") {
    told.push(`Now only ${answers[0].text} ${after.outcome === "win" ? "wins" : "holds"} for ${sideName(next)}.`);
  }
  if (step.outcome === "loss" || node.score !== null) {
    told.push(lineWords(source, "Best play goes on: ", await bestPlay(source, step.next, next), after));
  } else {
    const [best] = holdingMoves(node).toSorted((one, other) => compareWorths(other, one));
    await source.learn([best.next]);
    const rest = await bestPlay(source, best.next, source.node(best.next).mover ?? otherSide(mover));
    const line = [{ mover, step: best, node: source.node(best.next) }, ...rest].slice(0, TOLD);
    const begin = source.isForOne ? "The way to the goal was: " : `${sideName(mover)} would have won with `;
    told.push(lineWords(source, begin, line, node));
  }
  return told;
}

/** @param {Source} source @param {string} begin @param {Reply[]} line @param {Node} from */
function lineWords(source, begin, line, from) {
  const moves = line.map(({ mover, step }) => moveOf(source, mover, step.text)).join(", ");
  const last = line.at(-1);
  if (last?.node.over) {
    return `${begin}${moves}: ${endOf(source, last.node, otherSide(last.mover))}.`;
  }
  const [one, many] = source.words.moves;
  const rest = from.remoteness === null ? "" : ` (${counted(from.remoteness, one, many)} in all).`;
  return `${begin}${moves}, …${rest}`;
}

/** @param {Side} side */
const pieceOf = (side) => (side === 0 ? "x" : "o");

/**
 * The first moves of best play, with the first of equal moves.
 * @param {Source} source @param {string} id @param {Side} side @param {(node: Node, side: Side) => Step[]} prefer the
 *   moves in the order in which equals are taken
 */
async function bestPlay(source, id, side, prefer = (node) => node.steps) {
  /** @type {Reply[]} */
  const line = [];
  await source.learn([id]);
  let node = source.node(id);
  for (let mover = side; !node.over && line.length < TOLD; mover = node.mover ?? otherSide(mover)) {
    const step = prefer(node, mover).reduce((best, step) => (compareWorths(step, best) > 0 ? step : best));
    await source.learn([step.next]);
    node = source.node(step.next);
    line.push({ mover, step, node });
  }
  return line;
}

/** Why a move changed the outcome where a line wins. */
class Reasons {
  /** @param {Source} source @param {Threats} threats */
  constructor(source, threats) {
    this.source = source;
    this.threats = threats;
  }

  /** @param {Side} mover @param {Node} node @param {Step} step */
  async why(mover, node, step) {
    const { threats } = this;
    const [me, other] = [sideName(mover), sideName(otherSide(mover))];
    const [win] = threats.of(node.pieces, pieceOf(mover));
    const told =
      win === undefined
        ? []
        : [
            `${me} could have won at once with ${threats.cellName(win.cell)}, which completes ${threats.aLine(win.line)}.`,
          ];
    if (step.outcome === "loss") {
      const before = threats.of(node.pieces, pieceOf(otherSide(mover)));
      const after = threats.of(this.source.node(step.next).pieces, pieceOf(otherSide(mover)));
      const [next] = after;
      const missed = before.find(({ cell }) => cell === next?.cell);
      if (missed !== undefined) {
        const [block, line] = [threats.atCell(missed.cell), threats.aLine(missed.line)];
        const had = win === undefined ? `${me} had to block ${block}: ` : "";
        return [...told, `${had}${other} now completes ${line}${had === "" ? ` ${block}` : ""}.`];
      }
      if (next !== undefined) {
        return [...told, `It lets ${other} play on top of it, which completes ${threats.aLine(next.line)}.`];
      }
      return [...told, ...(await this.line(step.next, otherSide(mover), "Then "))];
    }
    const after = this.source.node(step.next);
    const answers = holdingMoves(after);
    const only =
      answers.length === 1 && after.steps.length > 1 ? [`Now only ${answers[0].text} holds for ${other}.`] : [];
    return [...told, ...only, ...(win === undefined ? await this.line(node.id, mover, "Instead, ") : [])];
  }

  /** How a side wins from here by threats. @param {string} id @param {Side} winner @param {string} begin */
  async line(id, winner, begin) {
    const line = await bestPlay(this.source, id, winner, (node, side) => this.clearest(node, side));
    const told = [];
    for (let i = 0; i < line.length; i++) {
      const said = this.move(line[i], line[i + 1], winner);
      if (said === null) {
        continue;
      }
      told.push(said.words);
      if (said.ends) {
        return [`${begin}${told.join(". ")}.`];
      }
    }
    return [
      lineWords(this.source, begin === "Then " ? "Best play goes on: " : "The win was: ", line, this.source.node(id)),
    ];
  }

  /** The effect of a move of the winning side; null for a move of the other side. @param {Reply} reply @param {Reply | undefined} next @param {Side} winner */
  move({ mover, step, node }, next, winner) {
    const { threats } = this;
    if (mover !== winner) {
      return null;
    }
    const side = sideName(mover);
    const loser = sideName(otherSide(mover));
    if (node.over) {
      return { words: `${side} completes ${threats.aLine(node.line)} with ${step.text}`, ends: true };
    }
    const made = threats.of(node.pieces, pieceOf(mover));
    const cells = made.map(({ cell }) => cell);
    if (made.length >= 2) {
      const lines = inWords(
        made.map(({ line }) => threats.lineName(line)),
        "and",
      );
      const many = made.length === 2 ? "two" : `${made.length}`;
      return {
        words: `${side} plays ${step.text} and threatens ${many} lines at once: ${lines}. ${loser} can block only one`,
        ends: true,
      };
    }
    const blocks = next?.step.to !== undefined && cells.includes(next.step.to ?? -1);
    if (made.length === 1) {
      const block = blocks ? `, so ${loser} has to block ${threats.atCell(cells[0])}` : "";
      return { words: `${side} plays ${step.text} and threatens ${threats.aLine(made[0].line)}${block}`, ends: false };
    }
    const answer = next === undefined ? "" : `, ${loser} ${next.step.text}`;
    return { words: `${side} plays ${step.text}${answer}`, ends: false };
  }

  /** The moves of a position, those that say most about the position first. @param {Node} node @param {Side} side */
  clearest(node, side) {
    const { threats } = this;
    const blocked = threats.of(node.pieces, pieceOf(otherSide(side))).map(({ cell }) => cell);
    /** @param {Step} given */
    const clarity = ({ to }) => {
      if (to === null) {
        return 0;
      }
      const pieces = node.pieces.with(to, pieceOf(side));
      return threats.of(pieces, pieceOf(side)).length + (blocked.includes(to) ? 10 : 0);
    };
    return node.steps.toSorted((one, other) => clarity(other) - clarity(one));
  }
}
