/**
 * A bot for boardgame.io that plays from a table.
 *
 * Its class `Bot` is an argument here and not an import: only those who use it install boardgame.io.
 *
 * @module
 */

/** @import { Level, MoveWorth, Table } from "./table.js" */

/**
 * @typedef {object} BotOptions
 * @property {Table} table
 * @property {(G: any, ctx: any, playerID: string) => string} position The position in the table's notation.
 * @property {(move: MoveWorth) => { move: string, args?: any[] }} action The action for a move, in the form in which
 *   the game's `ai.enumerate` gives it.
 * @property {Level} [level] The level of play. Defaults to `perfect`. `setOpt("level", …)` changes it for one bot.
 */

/**
 * Makes a class of bots, for `Local`, `Step` and `Simulate` of boardgame.io. Bots with the same `seed` make the same moves.
 *
 * @template {object} B
 * @param {abstract new (options: any) => B} Bot The class `Bot` of `boardgame.io/ai`.
 * @param {BotOptions} options
 * @returns {new (options: { enumerate: any, seed?: string | number }) => B & { play(state: any, playerID: string): Promise<{ action: any }> }}
 */
export function perfectBot(Bot, { table, position, action, level = "perfect" }) {
  const Base = /** @type {any} */ (Bot);
  class PerfectBot extends Base {
    /** @param {any} options */
    constructor(options) {
      super(options);
      this.addOpt({ key: "level", initial: level });
    }

    /** @param {any} state @param {string} playerID */
    async play({ G, ctx }, playerID) {
      const text = position(G, ctx, playerID);
      const chosen = await table.chooseMove(text, this.getOpt("level"), () => this.random());
      const { moves } = await table.probe(text);
      const worth = moves.find(({ move }) => move === chosen);
      if (!worth) {
        throw new Error(`\`position\` gave ${text}, where the game is over, but boardgame.io asks for a move`);
      }
      const { move, args = [] } = action(worth);
      const wanted = JSON.stringify([move, args]);
      const legal = this.enumerate(G, ctx, playerID);
      const found = legal.find(
        (/** @type {any} */ { payload }) => JSON.stringify([payload.type, payload.args ?? []]) === wanted,
      );
      if (!found) {
        throw new Error(
          `\`action\` gave ${wanted} for the move ${worth.text} in ${text}, but \`ai.enumerate\` does not list it`,
        );
      }
      return { action: found };
    }
  }
  return /** @type {any} */ (PerfectBot);
}
