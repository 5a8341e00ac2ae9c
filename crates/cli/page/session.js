/**
 * A game in progress: its moves, the current position, and the players. It knows nothing of the page's elements.
 * `address` and `fromAddress` write and read the game in the page's link.
 *
 * @typedef {import("./node.js").Node} Position
 * @typedef {import("./node.js").Step} Step
 */

import { LEVELS } from "./levels.js";
import { leaderOf, seenNode } from "./node.js";

export const YOU = "you";

/** How often a position comes back before two machines stop. */
const ENOUGH = 3;

export class Session {
  /** @param {import("./node.js").Source} source whose start is known */
  constructor(source) {
    this.source = source;
    /** @type {Step[]} */
    this.moves = [];
    /** How many of the moves are made. The others can be redone. */
    this.made = 0;
    /** The players of X and of O. */
    this.players = [YOU, "easy"];
    /** The chance in percent that the level `skill` takes an optimal move. */
    this.skill = 70;
    /** Words at the beginning of the address, such as `embed`. @type {string[]} */
    this.modes = [];
    /** Gives up the game that is being read, because the reader asks for something else. @type {() => void} */
    this.giveUp = () => {};
  }

  /** The moves that have been made. */
  past() {
    return this.moves.slice(0, this.made);
  }

  /** The ids of the positions from the start to the current one. */
  ids() {
    return [this.source.start, ...this.past().map((step) => step.next)];
  }

  /** The id of the current position. */
  id() {
    return this.made === 0 ? this.source.start : this.moves[this.made - 1].next;
  }

  /** The move that led to the current position. */
  last() {
    return this.made === 0 ? null : this.moves[this.made - 1];
  }

  /** The current position. It must be known. */
  node() {
    return this.source.node(this.id());
  }

  /** All positions from the start to the current one. They must be known. */
  nodes() {
    return this.ids().map((id) => this.source.node(id));
  }

  /** The side to move. In an impartial game the sides take turns. */
  side() {
    return this.sideAfter(this.made);
  }

  /** The side to move after this many moves. @param {number} made @returns {0 | 1} */
  sideAfter(made) {
    const id = made === 0 ? this.source.start : this.moves[made - 1].next;
    return this.source.node(id).mover ?? (made % 2 === 0 ? 0 : 1);
  }

  /** The winner; null for a draw, or if the game is not over. @returns {0 | 1 | null} */
  winner() {
    const node = this.node();
    return node.over && node.winner === null ? leaderOf(node, this.side()) : node.winner;
  }

  /** The player to move: YOU or a level. */
  mover() {
    return this.players[this.side()];
  }

  isOver() {
    return this.node().over;
  }

  /** Whether the reader makes the moves of both sides, to see what they are worth. */
  isAnalysed() {
    return this.modes.includes("analyse") || this.modes.includes("quiz");
  }

  /** Whether it is the machine's turn. */
  isMachines() {
    return !this.isAnalysed() && !this.isOver() && this.mover() !== YOU;
  }

  /** How many times the game has come to the current position. */
  times() {
    const [id, side] = [this.id(), this.side()];
    return this.ids().filter((other, made) => other === id && this.sideAfter(made) === side).length;
  }

  /** Whether two machines repeat themselves. They would play for ever. */
  isEndless() {
    return this.isMachines() && !this.players.includes(YOU) && this.times() >= ENOUGH;
  }

  /**
   * Who has made the pieces that do not say whose they are, by cell: "x", "o", or "" for pieces that were there at the
   * start. The positions of the game must be known.
   */
  owners() {
    /** @type {string[]} */
    let owners = [];
    let before = this.source.node(this.source.start).pieces;
    for (const [made, { next }] of this.past().entries()) {
      const { pieces } = this.source.node(next);
      const maker = this.sideAfter(made) === 0 ? "x" : "o";
      owners = pieces.map((piece, cell) => (piece === "" ? "" : before[cell] === "" ? maker : (owners[cell] ?? "")));
      before = pieces;
    }
    return owners;
  }

  /** @param {Step} step a legal move */
  play(step) {
    this.moves = [...this.past(), step];
    this.made += 1;
  }

  /** Goes to the position after this many moves. @param {number} made */
  goTo(made) {
    this.giveUp();
    this.made = Math.max(0, Math.min(made, this.moves.length));
  }

  /** Goes back or forward to the next position in which the reader can move. @param {1 | -1} step */
  step(step) {
    do {
      this.goTo(this.made + step);
    } while (this.made > 0 && this.made < this.moves.length && this.isMachines() && this.players.includes(YOU));
  }

  restart() {
    this.giveUp();
    this.moves = [];
    this.made = 0;
  }

  /** What has been read; null as soon as it is given up. @template T @param {Promise<T>} reading @returns {Promise<T | null>} */
  unlessGivenUp(reading) {
    this.giveUp();
    const givenUp = new Promise((resolve) => {
      this.giveUp = () => resolve(null);
    });
    return Promise.race([reading, givenUp]);
  }

  /** The game so far, for a link: `#moves=4-0-8&x=you&o=easy`, and the skill if it is used. */
  address() {
    const [x, o] = this.players;
    const skill = this.players.includes("skill") ? `&skill=${this.skill}` : "";
    const modes = this.modes.map((mode) => `${mode}&`).join("");
    return `#${modes}moves=${this.past()
      .map((step) => step.move)
      .join("-")}&x=${x}&o=${o}${skill}`;
  }

  /**
   * Loads the game of a link, up to the first move that is not possible. Its positions have been read. Unknown players
   * are ignored. Returns what is wrong with the link, or nothing; null if the link was given up and is not loaded.
   * @param {string} address
   */
  async fromAddress(address) {
    const fields = new URLSearchParams(address.replace(/^#/, ""));
    const text = fields.get("moves");
    const modes = [...fields.keys()].filter((key) => MODES.includes(key));
    if (text === null && modes.length === 0) {
      this.restart();
      return address === "" || fields.has("play") ? "" : "No game in this link. ";
    }
    const players = ["x", "o"].map((side, i) => {
      const player = fields.get(side) ?? "";
      return Object.hasOwn(LEVELS, player) ? player : text !== null || player === YOU ? YOU : this.players[i];
    });
    const given = fields.get("skill") ?? "";
    const skill = /^(\d\d?|100)$/.test(given) ? Number(given) : this.skill;
    const asked = text ? text.split("-") : [];
    const moves = await this.unlessGivenUp(this.stepsOf(asked));
    if (moves === null) {
      return null;
    }
    const made = moves.length;
    Object.assign(this, { moves, made, players, skill, modes });
    return made < asked.length ? `Move ${made + 1} of this link, “${asked[made]}”, is not possible. ` : "";
  }

  /** The moves with these numbers from the start, up to the first that is not legal. @param {(number | string)[]} numbers */
  async stepsOf(numbers) {
    const steps = [];
    let id = this.source.start;
    for (const number of numbers) {
      const node = await seenNode(this.source, id);
      const step = node.steps.find((step) => `${step.move}` === `${number}`);
      if (step === undefined) {
        break;
      }
      steps.push(step);
      id = step.next;
    }
    return steps;
  }
}

/**
 * The words that an address can begin with: `analyse` shows what moves are worth, `quiz` begins a quiz, and `embed` leaves
 * out the headings.
 */
const MODES = ["analyse", "quiz", "embed"];
