/**
 * The lines of the map, from the edge of one place to that of another.
 *
 * @typedef {import("./graph-chart.js").Place} Place
 *
 * @typedef {{ from: string, to: string, isBoth: boolean, via?: Place[], name: string }} Way A line on the map, and its class.
 *   Without the points that it passes, it goes along the line of the chart between its places.
 * @typedef {Place & { wide: number, high: number }} Spot A place and half of its size, in pixels.
 */

import { makeSvg } from "./dom.js";

/** The least and the most between layers, in pixels. */
export const GAPS = [17, 48];

/** How high a line between coordinates bends, as a part of its width. */
const LEAP = 0.34;

/** The points of a part of a line, and the length of the sides of an arrow head, in pixels. */
const POINTS = 40;
const HEAD = 6;

/**
 * The points of a line between layers: from the edge of a place, straight through the layers between, to the edge of the other.
 * @param {Spot[]} through @param {boolean} isDown
 */
export function curve(through, isDown) {
  const stops = through.map(({ x, y, wide, high }) => (isDown ? [y, x, high] : [x, y, wide]));
  return stops.slice(1).flatMap(([to, aside, after], i) => {
    const [from, across, ahead] = stops[i];
    const way = Math.sign(to - from);
    // Between two places of a layer, it leads round below it.
    const [start, end] = way === 0 ? [from + ahead, to + after] : [from + way * ahead, to - way * after];
    const middle = way === 0 ? Math.max(start, end) + GAPS[0] : (start + end) / 2;
    return [
      ...(i === 0 ? [] : [isDown ? [across, from - way * ahead] : [from - way * ahead, across]]),
      ...pointsOn((t) => {
        const [along, beside] = [bezier([start, middle, middle, end], t), bezier([across, across, aside, aside], t)];
        return isDown ? [beside, along] : [along, beside];
      }),
    ];
  });
}

/** The points of a leap, the same there and back: up, or aside if it leads up or down. @param {Place} from @param {Place} to @param {number} unit */
export function leap(from, to, unit) {
  const [aside, below] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  const bend = Math.max(aside, below) < 1.5 * unit ? 0 : LEAP;
  const [right, up] = aside < below / 2 ? [bend * below, 0] : [0, bend * aside];
  const [x, y] = [(from.x + to.x) / 2 + right, (from.y + to.y) / 2 - up];
  return pointsOn((t) => [bezier([from.x, x, x, to.x], t), bezier([from.y, y, y, to.y], t)]);
}

/** @param {number[]} points of a cubic curve @param {number} t from 0 to 1 */
const bezier = ([a, b, c, d], t) => (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t ** 2 * (1 - t) * c + t ** 3 * d;

/** @param {(t: number) => number[]} at */
const pointsOn = (at) => Array.from({ length: POINTS + 1 }, (_, i) => at(i / POINTS));

/**
 * A line from the edge of one place to that of another, with the heads of its arrows.
 * @param {Spot} from @param {Spot} to @param {number[][]} through its points @param {Pick<Way, "isBoth" | "name">} way
 */
export function drawnWay(from, to, through, { isBoth, name }) {
  const isIn = (/** @type {Spot} */ spot, /** @type {number[]} */ [left, top]) =>
    ((left - spot.x) / (spot.wide + 2)) ** 6 + ((top - spot.y) / (spot.high + 2)) ** 6 < 1;
  const points = through.filter((point) => !isIn(from, point) && !isIn(to, point));
  if (points.length < 3) {
    return makeSvg("path");
  }
  const head = (/** @type {number[][]} */ [[x, y], , [left, top]]) => {
    const angle = Math.atan2(y - top, x - left);
    const wing = (/** @type {number} */ turn) =>
      `${x - HEAD * Math.cos(angle + turn)} ${y - HEAD * Math.sin(angle + turn)}`;
    return `M${wing(0.5)}L${x} ${y}L${wing(-0.5)}`;
  };
  const heads = [...(name === "made" ? [] : [points.slice(-3).reverse()]), ...(isBoth ? [points] : [])];
  return makeSvg("path", { d: `M${points.join("L")}${heads.map(head).join("")}`, class: `map-way ${name}` });
}
