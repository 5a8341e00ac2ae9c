/** The history of the game: a button for each ply, and above the buttons the values as a drawing. */

import { button, element, fadeSides, make, makeSvg } from "./dom.js";

/**
 * @typedef {import("./chart.js").Dot} Dot
 */

/** The least width of a ply, the widths of a letter of its move and of its side, the height of the drawing and of its margins, and a dot's radius, in pixels. */
const PLY = 44;
const SIGN = 11;
const SIDE_SIGN = 10;
const HIGH = 160;
const EDGE = 24;
const RADIUS = 11;

/** The move on the button of a ply: without the first words of its name. @param {Dot} dot */
const shortOf = ({ move }) => move.split(" ").at(-1) ?? "";

/**
 * Shows the game in `#history`. If the focus is there, it stays there.
 * @param {Dot[]} dots @param {number} made how many moves have been made in the shown position
 * @param {boolean} values whether values are shown
 * @param {string[]} names the meaning of the top, the middle and the bottom @param {(made: number) => void} goTo
 */
export function showHistory(dots, made, values, names, goTo) {
  const history = element("history");
  const hadFocus = history.contains(document.activeElement);
  const wide = Math.max(PLY, ...dots.flatMap((dot) => [SIGN * shortOf(dot).length, SIDE_SIGN * dot.mover.length]));
  const buttons = dots.map((dot, ply) => plyButton(dot, values, ply === made, () => goTo(ply)));
  const plies = make("div", { class: "plies", role: "toolbar", "aria-label": "Moves so far" }, ...buttons);
  plies.addEventListener("keydown", (event) => moveAlong(event, buttons));
  const strip = make("div", { class: "strip" }, ...(values ? [drawingOf(dots, made, wide)] : []), plies);
  strip.style.width = `${dots.length * wide}px`;
  const scrolled = make("div", { class: "scrolled" }, strip);
  history.replaceChildren(...(values ? [sidesOfChart(names)] : []), scrolled);
  scrolled.addEventListener("scroll", () => fadeSides(scrolled));
  new ResizeObserver(() => {
    scrolled.scrollLeft = (made + 0.5) * wide - scrolled.clientWidth / 2;
    fadeSides(scrolled);
  }).observe(scrolled);
  if (hadFocus) {
    buttons[made].focus();
  }
}

/** The meaning of the top, the middle and the bottom of the drawing. @param {string[]} names */
function sidesOfChart(names) {
  return make("div", { class: "sides", "aria-hidden": "true" }, ...names.map((name) => make("span", {}, name)));
}

/** @param {Dot} dot @param {boolean} values @param {boolean} current @param {() => void} goHere */
function plyButton(dot, values, current, goHere) {
  const { name, when, move, mover, by, mistake } = dot;
  const short = shortOf(dot);
  // A user of speech control says the words on the button, so its accessible name contains these words, too.
  const label = `${short === move ? "" : `${`${mover} ${short}`.trim()}, `}${values ? name : when}`;
  const made = button({ "aria-label": label, title: label, tabindex: current ? "0" : "-1" }, goHere);
  made.append(...(mover === "" ? [] : [make("span", {}, mover), " "]), make("span", {}, short));
  made.className = `${by}${values && mistake ? " mistaken" : ""}`;
  if (current) {
    made.setAttribute("aria-current", "step");
  }
  return made;
}

/** The arrow keys move from ply to ply. @param {KeyboardEvent} event @param {HTMLButtonElement[]} buttons */
function moveAlong(event, buttons) {
  const here = buttons.findIndex((button) => button.matches(":focus"));
  /** @type {Record<string, number>} */
  const targets = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: buttons.length - 1 };
  const held = event.altKey || event.ctrlKey || event.metaKey;
  const target = held ? undefined : buttons[targets[event.key] ?? -1];
  if (target !== undefined) {
    event.preventDefault();
    target.focus();
  }
}

/** @param {Dot[]} dots @param {number} made @param {number} wide the width of a ply */
function drawingOf(dots, made, wide) {
  const width = dots.length * wide;
  const points = dots.map(({ height }, ply) => [(ply + 0.5) * wide, HIGH / 2 - height * (HIGH / 2 - EDGE)]);
  const drawing = makeSvg("svg", { width, height: HIGH, "aria-hidden": "true" });
  drawing.append(makeSvg("line", { class: "centre", x1: 0, y1: HIGH / 2, x2: width, y2: HIGH / 2 }));
  for (const [ply, dot] of dots.entries()) {
    if (ply > 0) {
      const [[x1, y1], [x2, y2]] = points.slice(ply - 1);
      drawing.append(makeSvg("line", { class: dot.mistake ? "jump" : "way", x1, y1, x2, y2 }));
    }
  }
  for (const [ply, dot] of dots.entries()) {
    const [x, y] = points[ply];
    const classes = `dot ${dot.side}${ply === made ? " current" : ""}${ply > made ? " ahead" : ""}`;
    const group = makeSvg("g", { class: classes, transform: `translate(${x} ${y})` });
    group.append(makeSvg("circle", { r: ply === made ? RADIUS + 2.5 : RADIUS }), makeSvg("text", { y: 4 }, dot.label));
    if (dot.mistake) {
      group.append(makeSvg("text", { class: "mistake", x: RADIUS + 3, y: -RADIUS + 3 }, "?"));
    }
    drawing.append(group);
  }
  return drawing;
}
