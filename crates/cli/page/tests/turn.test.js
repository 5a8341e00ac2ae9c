import assert from "node:assert/strict";
import { test } from "node:test";
import { numbered } from "../choosing.js";
import { canBe, FOR_TWO, playedBy, SIDES } from "../node.js";
import { pieceName } from "../pieces.js";
import { recordOf, stepsIn } from "../record.js";
import { Session, YOU } from "../session.js";
import { guideWords, hintWords, passOf, turnWords, verdictWords } from "../turn.js";
import { drawn, level, linesGame, nim, squares } from "./sources.js";

/** A session of these moves. */
async function after(source, numbers, players = [YOU, YOU], modes = []) {
  const session = new Session(source);
  const moves = await session.stepsOf(numbers);
  return Object.assign(session, { moves, made: moves.length, players, modes });
}

/** The numbers of the moves in a text. */
const movesIn = async (source, text) => (await stepsIn(source, text)).map(({ move }) => move);

/** A game without an end: two positions, between which X and O go back and forth. */
const SHUFFLE = {
  header: { repeats: true, scores: false },
  drawing: null,
  start: "a",
  isForOne: false,
  knows: () => true,
  sees: () => true,
  learn: async () => {},
  node: (id) => ({
    ...{ id, mover: id === "a" ? 0 : 1, pieces: [], over: false, winner: null, line: [] },
    ...{ outcome: "draw", remoteness: null, score: null },
    steps: [
      {
        move: 0,
        text: "on",
        from: null,
        to: null,
        next: id === "a" ? "b" : "a",
        optimal: true,
        outcome: "draw",
        score: null,
      },
    ],
  }),
};

test("whose turn it is, and how the game has ended", async () => {
  const game = linesGame();
  assert.equal(turnWords(game, await after(game, [])), "Your move, X.");
  assert.equal(turnWords(game, await after(game, [4], [YOU, "easy"])), "O (easy) is to move.");
  assert.equal(turnWords(game, await after(game, [4], [YOU, "easy"], ["analyse"])), "O is to move.");
  assert.equal(turnWords(game, await after(game, [0, 1, 4, 2, 8])), "X has won.");
  const told = { ...game, drawing: drawn(squares(3, 3), { ending: "{loser} is beaten." }) };
  assert.equal(turnWords(told, await after(told, [0, 1, 4, 2, 8])), "O is beaten. X has won.");
  told.drawing.ending = "{winner} drew a line and wins.";
  assert.equal(turnWords(told, await after(told, [0, 1, 4, 2, 8])), "X drew a line and wins.");
  // A push can complete a line of the opponent.
  const pushed = { ...game, node: (id) => ({ ...game.node(id), ...(game.node(id).over ? { winner: 1 } : {}) }) };
  const completed = await after(pushed, [0, 1, 4, 2, 8]);
  assert.equal(turnWords(pushed, completed), "O has won. X has completed a line of O.");
  pushed.header = { ...game.header, lines: { ...game.header.lines, misere: true } };
  assert.equal(turnWords(pushed, completed), "O has won. X has completed a line.");
  assert.equal(verdictWords(game, await after(game, [0, 1, 4, 2])), "With best play X wins in 1 ply.");
});

test("how a move is chosen is said until the reader has moved a piece", async () => {
  const node = SHUFFLE.node("a");
  const there = { ...node, pieces: ["x", ""], steps: [{ ...node.steps[0], from: 0, to: 1, next: "a" }] };
  const source = { ...SHUFFLE, drawing: drawn(squares(2, 1), {}), node: () => there };
  assert.equal(guideWords(source, await after(source, []), []), "Choose a piece, then where it goes.");
  const stones = { ...source, drawing: { ...source.drawing, kind: "points" } };
  assert.equal(guideWords(stones, await after(stones, []), []), "Choose a stone, then where it goes.");
  assert.equal(guideWords(source, await after(source, []), [0]), "Now choose where it goes.");
  assert.equal(guideWords(source, await after(source, [0]), []), "");
  const told = { ...source, drawing: drawn(squares(2, 1), { guide: "Push it." }) };
  assert.equal(guideWords(told, await after(told, []), []), "Push it.");
  const map = level();
  assert.equal(guideWords(map, await after(map, []), []), "Choose a place with a number.");
  assert.equal(guideWords(map, await after(map, [0]), []), "");
  assert.equal(guideWords(told, await after(told, [0]), []), "");
  const pushed = { ...told, drawing: { ...told.drawing, motion: "push" } };
  assert.equal(guideWords(pushed, await after(pushed, [0]), []), "Push it.");
  assert.equal(guideWords(pushed, await after(pushed, [0]), [0]), "Now choose the side where it is pushed in.");
  const sown = { ...told, drawing: { ...told.drawing, motion: "sow" } };
  assert.equal(guideWords(sown, await after(sown, []), []), "Push it.");
  assert.equal(guideWords(sown, await after(sown, [0]), []), "The last seed is in the store: X plays again.");
});

test("a side that has no other move is told to pass", async () => {
  assert.deepEqual([playedBy(0, "pass"), playedBy(1, "5")], ["X passes", "O plays 5"]);
  const source = { ...SHUFFLE, drawing: drawn(squares(1, 1), {}) };
  assert.equal(passOf(source, source.node("a")).text, "on");
  assert.equal(turnWords(source, await after(source, [])), "You must pass, X.");
  assert.equal(turnWords(source, await after(source, [0], [YOU, "hard"])), "O (hard) must pass.");
  // A game without a board has moves without cells.
  assert.equal(passOf(SHUFFLE, SHUFFLE.node("a")), null);
});

test("two machines do not repeat a position for ever, and a person is told", async () => {
  const machines = ["perfect", "perfect"];
  assert.equal((await after(SHUFFLE, [0, 0], machines)).isEndless(), false);
  const stuck = await after(SHUFFLE, [0, 0, 0, 0], machines);
  assert.ok(stuck.isEndless());
  assert.equal(
    turnWords(SHUFFLE, stuck),
    "This position is here for the third time. The machines would go on for ever: a draw.",
  );
  const person = await after(SHUFFLE, [0, 0], [YOU, "perfect"]);
  assert.equal(person.isEndless(), false);
  assert.equal(turnWords(SHUFFLE, person), "This position is here for the second time. Your move, X.");
});

test("a game for one has a goal and no sides", async () => {
  const alone = { ...nim(3), isForOne: true };
  assert.equal(turnWords(alone, await after(alone, [])), "Your move.");
  assert.equal(
    verdictWords({ ...linesGame(), isForOne: true }, await after(linesGame(), [0, 1, 4, 2])),
    "The goal is 1 move away.",
  );
  const ends = [
    [[1, 1], "The goal is reached, in 2 moves, the fewest possible."],
    [[0, 0, 1], "The goal is reached, in 3 moves."],
    [[1, 0, 0], "A dead end."],
  ];
  for (const [moves, words] of ends) {
    assert.equal(turnWords(level(), await after(level(), moves)), words);
  }
});

test("a link is read up to the first move that is not possible, and unknown players are ignored", async () => {
  const possible = [
    ["#analyse&moves=4-4", "#analyse&moves=4&x=you&o=you", "Move 2 of this link, “4”, is not possible. "],
    ["#moves=0-1-2-3-4-5-6-7-8", "#moves=0-1-2-3-4-5-6&x=you&o=you", "Move 8 of this link, “7”, is not possible. "],
    ["#analyse&moves=4-1&x=zzz&o=you", "#analyse&moves=4-1&x=you&o=you", ""],
    ["#moves=&x=easy&o=toString&skill=101", "#moves=&x=easy&o=you", ""],
    ["#moves=1e0", "#moves=&x=you&o=you", "Move 1 of this link, “1e0”, is not possible. "],
    ["#analyse", "#analyse&moves=&x=easy&o=skill&skill=70", ""],
    ["#nonsense", "#moves=&x=easy&o=skill&skill=70", "No game in this link. "],
    ["#play", "#moves=&x=easy&o=skill&skill=70", ""],
  ];
  for (const [link, address, wrong] of possible) {
    const session = await after(linesGame(), [], ["easy", "skill"]);
    assert.equal(await session.fromAddress(link), wrong, link);
    assert.equal(session.address(), address);
  }
});

test("a move has a number only if a reader sees it", () => {
  const steps = [{ text: "column 3" }, { text: "2-from-1" }, { text: "2" }];
  assert.deepEqual(
    [1, 2, 3].map((number) => numbered(steps, number, false)),
    [undefined, steps[2], steps[0]],
  );
  assert.equal(numbered(steps, 1, true), steps[0]);
});

test("a hint says what its move does", () => {
  const game = linesGame();
  const step = game.node(game.start).steps[4];
  assert.equal(hintWords(game, step, 5), "Hint: 5 holds the draw.");
  const map = { ...game, drawing: null };
  assert.equal(hintWords(map, { ...step, text: "jump" }, 5), "Hint: 5 jump holds the draw.");
  assert.equal(hintWords({ ...map, isForOne: true }, { ...step, text: "jump" }, 5), "Hint: 5 jump.");
});

test("pieces that do not say whose they are belong to who made them", async () => {
  const game = linesGame();
  assert.deepEqual((await after(game, [4, 0])).owners(), ["o", "", "", "", "x", "", "", "", ""]);
});

test("a game is written as text, and read again", async () => {
  const game = linesGame();
  const text = recordOf(game, await after(game, [0, 1, 4, 2, 8]));
  assert.equal(text, "Lines (lines)\n1. X 1\n2. O 2\n3. X 5\n4. O 3\n5. X 9\nX has won.\n");
  assert.deepEqual(await movesIn(game, text), [0, 1, 4, 2, 8]);
  assert.deepEqual(await movesIn(game, " 1. 5\r\n2. O 1"), [4, 0]);
  for (const text of ["1. 5 1 2. 9", "1. X 5 O 1 2. X 9", "1. 5\t1\r\n2. 9"]) {
    assert.deepEqual(await movesIn(game, text), [4, 0, 8], text);
  }
  const columns = linesGame({ falls: true });
  assert.deepEqual(await movesIn(columns, "1. X column 1 O column 3\n3. column 1"), [6, 8, 3]);
  assert.deepEqual(await movesIn(game, "5 1, 3"), await movesIn(game, "1. 5\n2. 1\n3. 3"));
  assert.deepEqual(await movesIn(game, "513"), await movesIn(game, "5 1 3"));
  assert.deepEqual(
    await movesIn(linesGame({ falls: true }), "221"),
    await movesIn(linesGame({ falls: true }), "1. column 2 2. column 2 3. column 1"),
  );
  await assert.rejects(movesIn(game, "X...O...X"), /has no move.*: possible are 1, 2/);
  await assert.rejects(movesIn(game, "1. 5 1 2. 5 3. 2"), /Move 3, “5”, is not possible: possible are 2, 3/);
  await assert.rejects(movesIn(game, "1. X 5\n2. O 5"), /Move 2, “5”, is not possible: possible are 1, 2, 3/);
  await assert.rejects(movesIn(game, "hello"), /has no move/);
});

test("a title with a number and a dot before it is no line of moves", async () => {
  const game = linesGame();
  game.header = { ...game.header, title: "1. Lines" };
  const text = recordOf(game, await after(game, [4, 0]));
  assert.equal(text, "1. Lines (lines)\n1. X 5\n2. O 1\n");
  assert.deepEqual(await movesIn(game, text), [4, 0]);
  assert.deepEqual(await movesIn(game, text.replaceAll("\n", "\r\n")), [4, 0]);
  await assert.rejects(movesIn(game, recordOf(game, await after(game, []))), /has no move.*: possible are 1, 2/);
});

test("the sides have the names of the page everywhere", async () => {
  const game = linesGame();
  SIDES.splice(0, 2, "Player 1", "Player 2");
  try {
    assert.equal(turnWords(game, await after(game, [0, 1, 4, 2, 8])), "Player 1 has won.");
    assert.deepEqual(FOR_TWO.sides, ["Player 1 wins", "draw", "Player 2 wins"]);
    assert.deepEqual(FOR_TWO.ends, ["Player 1 has won", "Player 2 has won", "drawn"]);
    assert.deepEqual(
      ["o", "x-king", "stone"].map((piece) => pieceName(piece, "disc")),
      ["Player 2", "Player 1's king", "stone"],
    );
    // On paper, X is a mark and no side.
    assert.equal(pieceName("x", "mark"), "X");
    const text = recordOf(game, await after(game, [4, 0]));
    assert.ok(text.includes("1. Player 1: 5\n2. Player 2: 1\n"), text);
    assert.deepEqual(await movesIn(game, `${text}3. X 9`), [4, 0, 8]);
  } finally {
    SIDES.splice(0, 2, "X", "O");
  }
});

test("an outcome that no position has is not listed", () => {
  const header = { outcomes: { win: 3, draw: 0, loss: 2 } };
  assert.deepEqual(
    [canBe({ header }, "win"), canBe({ header }, "draw"), canBe({ header: {} }, "draw")],
    [true, false, true],
  );
});
