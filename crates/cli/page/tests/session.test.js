import assert from "node:assert/strict";
import { test } from "node:test";
import { Session } from "../session.js";
import { Sharing } from "../share.js";
import { linesGame } from "./sources.js";

/** A session in a table of which each read ends when the test ends it. */
function slowSession() {
  const reads = [];
  const learn = () => new Promise((resolve, reject) => reads.push({ resolve, reject }));
  return { session: new Session({ ...linesGame(), sees: () => false, learn }), reads };
}

test("of two links the later is loaded, whichever is read first", async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const { session, reads } = slowSession();
    const links = ["#moves=4", "#moves=0"].map((link) => session.fromAddress(link));
    for (const i of order) {
      reads[i].resolve();
      await links[i];
    }
    assert.deepEqual(await Promise.all(links), [null, ""]);
    assert.equal(session.address(), "#moves=0&x=you&o=you");
  }
});

test("a link is given up if the reader does something else before it is read", async () => {
  const actions = [(session) => session.restart(), (session) => session.goTo(0), (session) => session.fromAddress("")];
  for (const act of actions) {
    for (const end of ["resolve", "reject"]) {
      const { session, reads } = slowSession();
      const link = session.fromAddress("#analyse&moves=4&x=easy");
      act(session);
      reads[0][end](new Error("away"));
      assert.equal(await link, null);
      assert.equal(session.address(), "#moves=&x=you&o=easy");
    }
  }
});

test("a link that cannot be read is an error", async () => {
  const { session, reads } = slowSession();
  const link = session.fromAddress("#moves=4");
  reads[0].reject(new Error("away"));
  await assert.rejects(link, /away/);
});

test("a game as text is loaded unless the reader does something else before it is read", async () => {
  const actions = [() => {}, ({ session }) => session.restart(), ({ dialog }) => dialog.close()];
  const loaded = [];
  const told = [];
  for (const [i, act] of actions.entries()) {
    const { session, reads } = slowSession();
    const dialog = {
      open: true,
      close() {
        this.open = false;
      },
    };
    const load = (moves) => loaded.push([i, ...moves.map(({ text }) => text)]);
    const said = { textContent: "" };
    const sharing = { source: session.source, session, text: { value: "1. 5" }, said, dialog, load };
    const reading = Sharing.prototype.read.call(sharing);
    act(sharing);
    reads[0].resolve();
    await reading;
    told.push(said.textContent);
  }
  assert.deepEqual(loaded, [[0, "5"]]);
  assert.deepEqual(told, ["", "The game has changed: load the text again.", ""]);
});
