/**
 * A table that the page's program reads: WebAssembly, which is in the page. The table is in the page as well, or in a file
 * beside the page, on a server. If it is cut, the program searches for the values that it does not store. The program runs in
 * a worker, so that the page can be used meanwhile.
 *
 * @typedef {import("./node.js").Header} Header
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./probed.js").Probed} Probed
 * @typedef {import("./probed.js").ProbedTable} ProbedTable
 *
 * @typedef {Blob | { url: string, bytes: number }} Table Its bytes, or the address of a file from which ranges can be read.
 * @typedef {{ id: number, program?: Uint8Array, table?: Table, position?: string }} Message To the worker: a program and a
 *   table first, and then positions.
 * @typedef {{ id: number, answer?: string, error?: string }} Reply JSON.
 * @typedef {object} Port The other end: in a worker or on this thread.
 * @property {(message: Message) => void} post
 * @property {(onReply: (reply: Reply) => void, onEnd: (why: string) => void) => void} listen
 */

import { READING, reasonOf, SEARCHING } from "./node.js";
import { ProbedSource } from "./probed.js";
import { describeBytes, pageBytes } from "./unpack.js";

/**
 * The page's source.
 * @param {Header} header
 * @returns {Promise<Source>}
 */
export async function openSource(header) {
  const { file, game, objective, plies } = header;
  const bytes = await pageBytes(header);
  const table = file === undefined ? new Blob([bytes.slice(header.program)]) : await tableFile(file, header.bytes ?? 0);
  const opened = await ProgramTable.open(bytes.slice(0, header.program), table);
  if (opened.name !== game || opened.objective !== objective) {
    throw new Error(
      `${file} has the table of ${opened.name} (${opened.objective}), and the page is for ${game} (${objective}): ` +
        "export both again",
    );
  }
  const description =
    file === undefined
      ? describeBytes(header)
      : `the file ${file}, ${header.bytes?.toLocaleString("en")} bytes, checked as they are read`;
  return new ProbedSource(opened, header, { description, waiting: plies === undefined ? READING : SEARCHING });
}

/**
 * The table beside the page: its address, or all its bytes if the server serves no ranges.
 * @param {string} file @param {number} bytes
 * @returns {Promise<Table>}
 */
async function tableFile(file, bytes) {
  if (location.protocol === "file:") {
    throw new Error(
      "a browser reads the table, a file beside the page, from a server alone. Run `python3 -m http.server` in the " +
        "page's folder, and open http://localhost:8000/",
    );
  }
  const url = new URL(file, document.baseURI).href;
  let response;
  try {
    response = await fetch(url, { headers: { Range: "bytes=0-0" } });
    if (response.status === 200) {
      return await response.blob();
    }
  } catch (cause) {
    throw new Error(`${url} cannot be read: ${reasonOf(cause)}`, { cause });
  }
  await response.body?.cancel();
  if (response.status !== 206) {
    throw new Error(`${url} cannot be read: the server answered ${response.status} ${response.statusText}`.trimEnd());
  }
  const [, size] = /\/(\d+)$/.exec(response.headers.get("Content-Range") ?? "") ?? [];
  return { url, bytes: size === undefined ? bytes : Number(size) };
}

/** @implements {ProbedTable} */
class ProgramTable {
  /** @param {Port} port */
  constructor(port) {
    this.port = port;
    this.name = "";
    this.objective = "";
    this.start = "";
    /** The questions without a reply yet. @type {Map<number, { resolve: (answer: any) => void, reject: (why: Error) => void }>} */
    this.waiting = new Map();
    this.asked = 0;
    port.listen(
      ({ id, answer, error }) => {
        const waiting = this.waiting.get(id);
        this.waiting.delete(id);
        answer === undefined ? waiting?.reject(new Error(error)) : waiting?.resolve(JSON.parse(answer));
      },
      (why) => {
        for (const { reject } of this.waiting.values()) {
          reject(new Error(why));
        }
        this.waiting.clear();
      },
    );
  }

  /** @param {Uint8Array} program @param {Table} table */
  static async open(program, table) {
    const begin = async (/** @type {Port} */ port) => {
      const opened = new ProgramTable(port);
      const { name, objective, start } = await opened.post({ program, table });
      return Object.assign(opened, { name, objective, start });
    };
    try {
      return await begin(inWorker());
    } catch {
      // Some browsers start no worker in a page that is opened from a file.
      return begin(onThisThread());
    }
  }

  /** @param {Omit<Message, "id">} message @returns {Promise<any>} */
  post(message) {
    return new Promise((resolve, reject) => {
      const id = this.asked++;
      this.waiting.set(id, { resolve, reject });
      this.port.post({ ...message, id });
    });
  }

  /** @param {string} position @returns {Promise<Probed>} */
  probe(position) {
    return this.post({ position });
  }
}

/** @returns {Port} */
function inWorker() {
  const script = `const reply = (${replying})((reply) => postMessage(reply)); onmessage = ({ data }) => reply(data);`;
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  return {
    post: (message) => worker.postMessage(message),
    listen(onReply, onEnd) {
      worker.addEventListener("message", ({ data }) => onReply(data));
      worker.addEventListener("error", ({ message }) => onEnd(message || "the worker of this page cannot be started"));
    },
  };
}

/** @returns {Port} */
function onThisThread() {
  /** @type {(reply: Reply) => void} */
  let hear = () => {};
  const reply = replying((reply) => hear(reply));
  return {
    // The page is drawn first, because it stands still during a search.
    post: (message) => setTimeout(() => reply(message), 20),
    listen: (onReply) => {
      hear = onReply;
    },
  };
}

/**
 * Answers messages. The worker gets the text of this function, so it uses no other name of this page.
 * @param {(reply: Reply) => void} post
 * @returns {(message: Message) => Promise<void>}
 */
function replying(post) {
  const utf8 = { from: new TextDecoder(), to: new TextEncoder() };
  /** The status of a call that needs more bytes of the table. The output lists their ranges. */
  const MISSING = -2;
  /** @type {any} */
  let wasm;
  let opened = -1;
  const output = () =>
    utf8.from.decode(new Uint8Array(wasm.memory.buffer, wasm.output() >>> 0, wasm.output_bytes() >>> 0));
  /** @param {Uint8Array} bytes */
  const input = (bytes) => {
    // Room for them may need more memory, which is another buffer. So the memory is asked for its buffer afterwards.
    const place = wasm.input(bytes.length) >>> 0;
    new Uint8Array(wasm.memory.buffer, place, bytes.length).set(bytes);
  };
  /** The bytes of the table in a range. @type {(start: number, end: number) => Promise<ArrayBuffer>} */
  let read;
  /** @param {string} url @returns {typeof read} */
  const readFrom = (url) => {
    /** @type {string | null} */
    let version = null;
    return async (start, end) => {
      const response = await fetch(url, { headers: { Range: `bytes=${start}-${end - 1}` } });
      if (response.status !== 206) {
        throw new Error(`the server answered ${response.status} ${response.statusText}`.trimEnd());
      }
      const now = response.headers.get("ETag") ?? response.headers.get("Last-Modified");
      version ??= now;
      if (version !== now) {
        throw new Error(`${url} was changed: load this page again`);
      }
      return response.arrayBuffer();
    };
  };
  /** Calls a function of the program again and again, until it has all bytes of the table that it needs. */
  const call = async (/** @type {string} */ name, position = "") => {
    /** @type {[number, Uint8Array][]} */
    const pieces = [];
    for (;;) {
      for (const [offset, bytes] of pieces) {
        input(bytes);
        wasm.provide(opened, offset);
      }
      input(utf8.to.encode(position));
      const status = wasm[name](opened);
      const said = output();
      if (status === 0) {
        return said;
      }
      if (status !== MISSING) {
        throw new Error(said);
      }
      /** @type {[number, number][]} */
      const ranges = [];
      for (const [start, end] of JSON.parse(said)) {
        const last = ranges.at(-1);
        // A request costs more than some more bytes.
        if (last !== undefined && start - last[1] < 1024) {
          last[1] = end;
        } else {
          ranges.push([start, end]);
        }
      }
      const found = ranges.map(async ([start, end]) => {
        const bytes = new Uint8Array(await read(start, end));
        if (bytes.length !== end - start) {
          throw new Error(`the table has ${bytes.length} bytes where ${end - start} are needed: load this page again`);
        }
        return /** @type {[number, Uint8Array]} */ ([start, bytes]);
      });
      pieces.push(...(await Promise.all(found)));
    }
  };
  /** @param {Uint8Array} program @param {Table} table */
  const open = async (program, table) => {
    const imports = { perfect_play: { progress() {}, panicked() {} } };
    const { instance } = await WebAssembly.instantiate(/** @type {Uint8Array<ArrayBuffer>} */ (program), imports);
    wasm = instance.exports;
    wasm.begin();
    read = table instanceof Blob ? (start, end) => table.slice(start, end).arrayBuffer() : readFrom(table.url);
    opened = wasm.file(table instanceof Blob ? table.size : table.bytes);
    await call("open");
    return call("about");
  };
  return async ({ id, program, table, position }) => {
    try {
      const answer = program !== undefined && table !== undefined ? open(program, table) : call("probe", position);
      post({ id, answer: await answer });
    } catch (error) {
      post({ id, error: error instanceof Error ? error.message : `${error}` });
    }
  };
}
