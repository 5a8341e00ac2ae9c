/** Who plays: the opponent, the reader's side, and two machines that are watched. */

import { control, element, make } from "./dom.js";
import { FOR_PEOPLE, LEVELS } from "./levels.js";
import { otherSide, sideName } from "./node.js";
import { YOU } from "./session.js";

/** The choice of a game that the reader watches. */
const WATCHED = "watch";

export class Players {
  /**
   * @param {import("./session.js").Session} session @param {boolean} isForOne whether one player alone moves
   * @param {(side: 0 | 1 | null, byKeys: boolean) => void} onChange called when another player has been chosen for a side, or
   *   for both (null)
   */
  constructor(session, isForOne, onChange) {
    this.session = session;
    /** The side of the reader, if two people play or none. @type {0 | 1} */
    this.reader = 0;
    element("players").hidden = isForOne;
    if (isForOne) {
      session.players = [YOU, YOU];
    }
    const opponent = control("opponent");
    const watched = make("option", { value: WATCHED }, "Watch two machines play");
    opponent.append(
      ...levels(watched),
      make("optgroup", { label: "People" }, make("option", { value: YOU }, "A person beside you")),
    );
    opponent.addEventListener("change", () => {
      const side = this.oppose(opponent.value);
      onChange(side, opponent.matches(":focus-visible"));
    });
    for (const [side, id] of /** @type {[0 | 1, string][]} */ ([
      [0, "player-x"],
      [1, "player-o"],
    ])) {
      const select = control(id);
      element(`of-${id}`).textContent = sideName(side);
      select.append(...levels());
      select.addEventListener("change", () => {
        session.players[side] = select.value;
        onChange(side, select.matches(":focus-visible"));
      });
    }
    control("skill").addEventListener("input", () => {
      session.skill = Number(control("skill").value);
      this.show();
    });
  }

  /** Sets the opponent. Returns the side of the new player; null for both. @param {string} chosen @returns {0 | 1 | null} */
  oppose(chosen) {
    const { session } = this;
    const level = session.players.find((player) => player !== YOU) ?? "perfect";
    this.reader = this.readersSide();
    const players = chosen === WATCHED ? [level, level] : [YOU, chosen];
    session.players = this.reader === 0 ? players : players.toReversed();
    return chosen === WATCHED ? null : otherSide(this.reader);
  }

  /** @returns {0 | 1} */
  readersSide() {
    const [x, o] = this.session.players;
    return x === YOU && o !== YOU ? 0 : o === YOU && x !== YOU ? 1 : this.reader;
  }

  swap() {
    this.reader = otherSide(this.readersSide());
    this.session.players.reverse();
  }

  show() {
    const { session } = this;
    const [x, o] = session.players;
    const people = session.players.filter((player) => player === YOU).length;
    const machine = x === YOU ? o : x;
    control("opponent").value = people === 2 ? YOU : people === 0 ? WATCHED : machine;
    element("yours").hidden = people !== 1;
    element("your-side").textContent = sideName(this.readersSide());
    element("your-side").className = this.readersSide() === 0 ? "of-x" : "of-o";
    element("watched").hidden = people !== 0;
    control("player-x").value = x;
    control("player-o").value = o;
    const isSkilled = session.players.includes("skill");
    control("skill").disabled = !isSkilled;
    control("skill").value = `${session.skill}`;
    control("skill").parentElement?.toggleAttribute("hidden", !isSkilled);
    element("skill-value").textContent = `${session.skill}% best moves`;
  }
}

/** The levels: first those for people. @param {HTMLElement[]} more what to choose besides */
function levels(...more) {
  const options = Object.entries(LEVELS).map(([value, name]) => make("option", { value }, name));
  return [
    make("optgroup", { label: "Machines to play against" }, ...options.slice(0, FOR_PEOPLE)),
    make("optgroup", { label: "Machines to experiment with" }, ...options.slice(FOR_PEOPLE), ...more),
  ];
}
