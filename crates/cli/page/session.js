/**
 * A game that is being played: the moves, where in them we are, and who plays. It knows nothing of
 * the page; `address` and `fromAddress` are what the page's link carries.
 */

import { LEVELS } from "./levels.js";
import { play, toMove } from "./rules.js";

export const YOU = "you";

export class Session {
  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    /** @type {number[]} */
    this.moves = [];
    /** How many of the moves are made; the others can be redone. */
    this.made = 0;
    /** Who plays X, and O. */
    this.players = [YOU, "novice"];
    /** How often, in percent, the level `skill` takes an optimal move. */
    this.skill = 70;
  }

  /** The moves that are made. */
  past() {
    return this.moves.slice(0, this.made);
  }

  board() {
    return this.past().reduce(play, this.game.start());
  }

  /** Who is to move: YOU or a level. */
  mover() {
    return this.players[toMove(this.board()) - 1];
  }

  isOver() {
    return this.game.isOver(this.board());
  }

  /** Whether it is the machine's turn. */
  isMachines() {
    return !this.isOver() && this.mover() !== YOU;
  }

  /** @param {number} cell a legal move */
  play(cell) {
    this.moves = [...this.past(), cell];
    this.made += 1;
  }

  /** Goes to where so many moves are made. @param {number} made */
  goTo(made) {
    this.made = Math.max(0, Math.min(made, this.moves.length));
  }

  /** Goes back, or on, to the next position in which a person is to move. @param {1 | -1} step */
  step(step) {
    do {
      this.goTo(this.made + step);
    } while (this.made > 0 && this.made < this.moves.length && this.isMachines() && this.players.includes(YOU));
  }

  restart() {
    this.moves = [];
    this.made = 0;
  }

  swap() {
    this.players.reverse();
  }

  /** The game so far, for a link: `#moves=4-0-8&x=you&o=novice`, and the skill where it is used. */
  address() {
    const [x, o] = this.players;
    const skill = this.players.includes("skill") ? `&skill=${this.skill}` : "";
    return `#moves=${this.past().join("-")}&x=${x}&o=${o}${skill}`;
  }

  /**
   * Takes over the game of a link. False, and nothing changed, if there is no such game.
   * @param {string} address
   */
  fromAddress(address) {
    const fields = new URLSearchParams(address.replace(/^#/, ""));
    const text = fields.get("moves") ?? "";
    const moves = text === "" ? [] : text.split("-").map((cell) => (/^\d{1,2}$/.test(cell) ? Number(cell) : -1));
    const players = ["x", "o"].map((side) => fields.get(side) ?? YOU);
    const known = players.every((player) => player === YOU || LEVELS.includes(player));
    const skill = fields.get("skill") ?? `${this.skill}`;
    const isPercent = /^\d{1,3}$/.test(skill) && Number(skill) <= 100;
    if (!fields.has("moves") || !known || !isPercent || this.game.after(moves) === null) {
      return false;
    }
    this.moves = moves;
    this.made = moves.length;
    this.players = players;
    this.skill = Number(skill);
    return true;
  }
}
