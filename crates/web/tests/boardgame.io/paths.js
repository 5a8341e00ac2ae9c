/** After this import, Node.js finds paths such as `boardgame.io/ai`, as bundlers do, and `perfect-play`. */

import { register } from "node:module";

const hook = `
  export const resolve = (name, context, next) =>
    name.startsWith("perfect-play")
      ? next(name, { ...context, parentURL: ${JSON.stringify(import.meta.resolve("../../package.json"))} })
      : next(name.replace(/^boardgame\\.io\\/(\\w+)$/, "boardgame.io/dist/cjs/$1.js"), context);
`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
