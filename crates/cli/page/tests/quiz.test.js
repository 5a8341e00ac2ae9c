import assert from "node:assert/strict";
import { test } from "node:test";
import { holdingMoves } from "../explain.js";
import { findQuestion, interest, judge, QuizScore, questionWords, randomFrom } from "../quiz.js";
import { Quiz } from "../quiz-view.js";
import { Session, YOU } from "../session.js";
import { noBrowser } from "./no-browser.js";
import { level, linesGame, nim, row } from "./sources.js";

const tictactoe = linesGame();

/** The first questions of a seed. */
async function questions(source, seed, count) {
  const random = randomFrom(seed);
  const asked = new Set();
  const found = [];
  for (let i = 0; i < count; i++) {
    const question = await findQuestion(source, random, asked);
    if (question === null) {
      break;
    }
    asked.add(question.node.kind);
    found.push(question);
  }
  return found;
}

test("a question's position is where its moves lead, and most of its moves are mistakes", async () => {
  for (const source of [
    tictactoe,
    linesGame({ misere: true }),
    linesGame({ columns: 4, rows: 3, falls: true }),
    row([3, 9, 1, 2, 5, 6]),
  ]) {
    const found = await questions(source, 7, 6);
    assert.ok(found.length > 3);
    for (const { node, mover, path } of found) {
      let here = source.node(source.start);
      for (const move of path) {
        here = source.node(here.steps.find((step) => step.move === move).next);
      }
      assert.deepEqual([here.id, here.mover, here.over], [node.id, mover, false]);
      const held = holdingMoves(node).length;
      assert.ok(held >= 1 && 2 * held <= node.steps.length, node.id);
    }
  }
});

test("the same seed asks the same, another one something else", async () => {
  const ids = async (seed) => (await questions(tictactoe, seed, 5)).map(({ node }) => node.id).join(" ");
  assert.equal(await ids(3), await ids(3));
  assert.notEqual(await ids(3), await ids(4));
});

test("nothing is asked twice, until there is nothing more to ask", async () => {
  const found = await questions(nim(7), 1, 50);
  assert.ok(found.length > 1 && found.length < 50);
  assert.equal(new Set(found.map(({ node }) => node.id)).size, found.length);
});

test("a single holding move is the best question, and an immediate win is a poor one", () => {
  const of = (id) => interest(tictactoe.node(id));
  assert.equal(of("XX.OO...."), of("XX.OO...."));
  assert.ok(of("X........") > of("....X...."), "one move, and four of which two kinds");
  assert.ok(of("X........") > 10 * of("XX.OO...."), "a win at once");
  assert.equal(of("XXXOO...."), 0, "over");
  assert.equal(of("XO..X...."), 0, "lost");
});

test("the question says who moves, and what is to be kept", async () => {
  const said = (id) =>
    questionWords(tictactoe, { node: tictactoe.node(id), mover: tictactoe.node(id).mover, path: [] });
  assert.equal(said("X........"), "O is to move. Find the only move that holds the draw.");
  assert.equal(said("....X...."), "O is to move. Find a move that holds the draw: 4 of 8 moves do.");
  assert.equal(said("X.O...X.O"), "X is to move. Find the only move that keeps the win.");
});

test("the score is kept where that is allowed, and counted where it is not", () => {
  const kept = new Map();
  const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  const score = new QuizScore("tictactoe", () => storage);
  assert.equal(score.words(), "No question answered yet.");
  score.count(true);
  score.count(false);
  score.count(true);
  score.count(true);
  assert.equal(score.words(), "3 of 4 right, 2 in a row.");
  assert.equal(new QuizScore("tictactoe", () => storage).words(), "3 of 4 right, 2 in a row.");
  assert.equal(new QuizScore("nim:7", () => storage).words(), "No question answered yet.");
  const denied = () => {
    throw new Error("denied");
  };
  const own = new QuizScore("tictactoe", denied);
  own.count(true);
  assert.equal(own.words(), "1 of 1 right.");
  for (const damaged of ["{", '"3"', "{}", '{"right":"1"}']) {
    kept.set("perfect-play quiz tictactoe", damaged);
    assert.equal(new QuizScore("tictactoe", () => storage).words(), "No question answered yet.");
  }
});

test("an answer is judged, and the reason told", async () => {
  const node = tictactoe.node("X........");
  const answer = (text) =>
    judge(
      tictactoe,
      { node, mover: 1, path: [] },
      node.steps.find((step) => step.text === text),
    );
  assert.deepEqual(await answer("2"), {
    right: false,
    sentences: [
      "With 2, O turned a draw into a loss.",
      "Only 5 would have held the draw.",
      "Then X plays 4 and threatens 1-4-7, so O has to block at 7. X plays 5 and threatens two lines at once: 4-5-6 and " +
        "1-5-9. O can block only one.",
    ],
  });
  const { right, sentences } = await answer("5");
  assert.deepEqual(
    [right, ...sentences.slice(0, 2)],
    [true, "5 is the only move that holds the draw.", "Not so with 2:"],
  );
  assert.match(sentences[2], /two lines at once/);
});

test("a game for one asks for its goal", async () => {
  const alone = level();
  const node = alone.node("1");
  const question = { node, mover: 0, path: [] };
  assert.equal(questionWords(alone, question), "Your move. Find the only move that leads to the goal.");
  assert.deepEqual((await judge(alone, question, node.steps[0])).sentences, [
    "walk is the only move that leads to the goal.",
    "Not so with jump:",
    "Best play goes on: walk: a dead end.",
  ]);
});

/** A quiz in a table that is not read before `read` is called, and the positions that are shown. */
function waitingQuiz() {
  const classes = noBrowser();
  let read = () => {};
  const reading = new Promise((done) => {
    read = done;
  });
  const source = { ...linesGame(), learn: () => reading };
  const session = new Session(source);
  const shown = [];
  const quiz = new Quiz(
    source,
    session,
    () => shown.push(session.id()),
    () => {},
  );
  return { quiz, session, shown, classes, read };
}

test("a reader who has left the quiz is asked nothing", async () => {
  for (const here of [false, true]) {
    const { quiz, session, shown, classes, read } = waitingQuiz();
    const begun = quiz.begin(1, here);
    quiz.leave();
    assert.deepEqual([...classes], []);
    read();
    await begun;
    assert.deepEqual([shown, quiz.question, session.moves, session.players], [[], null, [], [YOU, "easy"]]);
  }
});

test("of two questions that are looked for, the later is asked", async () => {
  const { quiz, session, shown, classes, read } = waitingQuiz();
  const begun = [quiz.begin(1, false), quiz.next()];
  assert.deepEqual([...classes], ["quizzing", "looking"]);
  read();
  await Promise.all(begun);
  assert.deepEqual([shown, [...classes]], [[quiz.question.node.id], ["quizzing"]]);
  assert.deepEqual([session.id(), quiz.asked.size], [quiz.question.node.id, 1]);
});

test("the players are the same after the quiz", async () => {
  const { quiz, session, read } = waitingQuiz();
  read();
  await quiz.begin(1, false);
  assert.ok(quiz.isAsking() && !session.isMachines());
  quiz.leave();
  assert.deepEqual(session.players, [YOU, "easy"]);
});

test("a link that is read when the quiz begins is given up", async () => {
  const { quiz, session, read } = waitingQuiz();
  const linked = session.unlessGivenUp(session.source.learn([]));
  const begun = quiz.begin(1, false);
  read();
  await begun;
  assert.equal(await linked, null);
});
