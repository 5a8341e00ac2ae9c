/**
 * The mistakes of the game, below the moves: all of them after the end, or the one that the reader has gone back to.
 *
 * @typedef {import("./explain.js").Mistake} Mistake
 * @typedef {import("./node.js").Source} Source
 */

import { button, element, make } from "./dom.js";
import { explain, mistakesOf, verdict } from "./explain.js";

export class Review {
  /** @param {Source} source @param {(made: number) => void} goTo */
  constructor(source, goTo) {
    this.source = source;
    this.goTo = goTo;
    /** The explanations by position and move. @type {Map<string, Promise<string[]>>} */
    this.explained = new Map();
    /** The shown text. The same text is not shown again. */
    this.shown = "";
  }

  /**
   * @param {import("./node.js").Node[]} nodes the positions of the game, the start first; none to tell nothing
   * @param {import("./node.js").Step[]} steps all its moves @param {number} made how many of them have been made
   */
  show(nodes, steps, made) {
    const mistakes = nodes.length === 0 ? [] : mistakesOf(nodes, steps);
    const atEnd = made === steps.length && nodes[made]?.over === true;
    const isBack = made < steps.length;
    const told = atEnd ? mistakes : isBack ? mistakes.filter(({ ply }) => ply === made || ply === made + 1) : [];
    const shown = `${atEnd} ${told.map(({ ply, node, step }) => `${ply} ${node.id} ${step.move}`)}`;
    if (shown === this.shown) {
      return;
    }
    this.shown = shown;
    const items = told.map((mistake) => this.item(mistake, atEnd, told.length === 1 || mistake === told.at(-1)));
    element("review").replaceChildren(
      ...(atEnd ? [make("p", {}, verdict(mistakes, this.source.header.scores))] : []),
      ...items,
    );
  }

  /** A mistake; opening it shows the reasons. @param {Mistake} mistake @param {boolean} canGo @param {boolean} open */
  item(mistake, canGo, open) {
    const { ply, node, step } = mistake;
    const summary = make("summary", {}, ply === null ? this.source.waiting : `Move ${ply}`);
    const reasons = make("div", { class: "reasons" });
    const item = make("details", { class: "mistake" }, summary, reasons);
    item.toggleAttribute("open", open);
    const key = `${ply} ${node.id} ${step.move}`;
    const explained = this.explained.get(key) ?? explain(this.source, mistake);
    this.explained.set(key, explained);
    explained.then(
      ([what, ...why]) => {
        summary.textContent = what;
        reasons.replaceChildren(...why.map((sentence) => make("p", {}, sentence)));
        if (canGo && ply !== null) {
          reasons.append(button({}, () => this.goTo(ply - 1), `Go back to before move ${ply}`));
        }
      },
      (error) => {
        this.explained.delete(key);
        summary.textContent = `Move ${ply} was a mistake. Why cannot be told, as the table cannot be read: ${error.message}.`;
      },
    );
    return item;
  }
}
