/** The worker in browsers. */

import { answering } from "./work.js";

const answer = answering((message) => postMessage(message));
addEventListener("message", ({ data }) => answer(data));
