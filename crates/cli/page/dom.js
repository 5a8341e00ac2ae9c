/** Finds and makes elements of the page. */

/** @param {string} id */
export function element(id) {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`there is no #${id}`);
  }
  return found;
}

/**
 * A new element with these attributes and children.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string>} attributes @param {(Node | string)[]} children
 */
export function make(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/**
 * A new button with these attributes and children. `action` is called when it is clicked.
 * @param {Record<string, string>} attributes @param {() => void} action @param {(Node | string)[]} children
 */
export function button(attributes, action, ...children) {
  const made = make("button", { type: "button", ...attributes }, ...children);
  made.addEventListener("click", action);
  return made;
}

/**
 * As `make`, for an element of a drawing.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string | number>} attributes @param {(Node | string)[]} children
 */
export function makeSvg(name, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

/**
 * @template {Element} Made
 * @param {Made} made @param {Record<string, string | number>} attributes @param {(Node | string)[]} children
 */
function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, `${value}`);
  }
  made.append(...children);
  return made;
}

/** On which sides of its window there is more of what is scrolled. @param {{ scrollLeft: number, scrollWidth: number, clientWidth: number }} scrolled */
export const sidesWithMore = ({ scrollLeft, scrollWidth, clientWidth }) => ({
  before: scrollLeft > 1,
  after: scrollLeft + clientWidth < scrollWidth - 1,
});

/** Fades the sides of a window on which there is more. @param {HTMLElement} scrolled */
export const fadeSides = (scrolled) => Object.assign(scrolled.dataset, sidesWithMore(scrolled));

/** An element that has a value. @param {string} id */
export const control = (id) => /** @type {HTMLInputElement} */ (element(id));

/**
 * Fills a list of terms and their descriptions.
 * @param {string} id @param {[string, string][]} entries
 */
export function define(id, entries) {
  const items = entries.flatMap(([term, description]) => [make("dt", {}, term), make("dd", {}, description)]);
  element(id).replaceChildren(...items);
}
