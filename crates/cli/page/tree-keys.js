/**
 * The parts of a drawn tree as a tree for the keyboard and for screen readers. One part is in the order of the tab key;
 * the arrow keys move between parts.
 *
 * @typedef {import("./tree-drawing.js").Item} Item
 * @typedef {import("./tree-drawing.js").TreeDrawing} TreeDrawing
 */

export class TreeKeys {
  /**
   * @param {TreeDrawing} tree
   * @param {object} reader
   * @param {(item: Item) => string} reader.name the name of a part
   * @param {(item: Item | null) => void} reader.point called when the reader points at a part, or at none any more
   * @param {(item: Item) => void} reader.choose called when the reader chooses a part
   */
  constructor(tree, reader) {
    this.tree = tree;
    this.reader = reader;
    /** @type {Item} */
    this.current = tree.items[0];
    tree.picture.setAttribute("role", "tree");
    tree.picture.setAttribute("aria-label", "The tree of the calls so far");
    for (const item of tree.items) {
      const { group, level, kind } = item;
      group.classList.add("item");
      group.setAttribute("role", "treeitem");
      group.setAttribute("tabindex", "-1");
      group.setAttribute("aria-level", `${level}`);
      if (isFoldable(item)) {
        group.setAttribute("aria-expanded", `${kind === "call" && !item.call.isFolded}`);
      }
      group.addEventListener("pointerenter", () => reader.point(item));
      group.addEventListener("pointerleave", () => reader.point(this.focused()));
      group.addEventListener("focus", () => this.enter(item));
      group.addEventListener("blur", () => reader.point(null));
      group.addEventListener("click", () => {
        this.enter(item);
        reader.choose(item);
      });
    }
    this.enter(this.current, false);
    tree.picture.addEventListener("keydown", (event) => this.press(event));
  }

  /** The part that has the focus. */
  focused() {
    return this.tree.items.find(({ group }) => group === document.activeElement) ?? null;
  }

  /** Gives each visible part its name. */
  nameAll() {
    for (const item of this.tree.items) {
      if (isVisible(item)) {
        item.group.setAttribute("aria-label", this.reader.name(item));
      }
    }
  }

  /** Makes this the part that the tab key leads to. @param {Item} item @param {boolean} points */
  enter(item, points = true) {
    this.current.group.setAttribute("tabindex", "-1");
    item.group.setAttribute("tabindex", "0");
    this.current = item;
    if (points) {
      this.reader.point(item);
    }
  }

  /** Moves the focus to a part, by its path. @param {string} path */
  focus(path) {
    const item = this.tree.items.find((item) => item.path === path) ?? this.tree.items[0];
    item.group.focus();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const item = this.focused();
    if (item === null || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const items = this.tree.items.filter(isVisible);
    const at = items.indexOf(item);
    const isOpen = item.group.getAttribute("aria-expanded") === "true";
    const isFolded = item.group.getAttribute("aria-expanded") === "false";
    const above = items.slice(0, at).findLast(({ level }) => level < item.level);
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowDown: () => items[at + 1]?.group.focus(),
      ArrowUp: () => items[at - 1]?.group.focus(),
      ArrowRight: () => (isFolded ? this.reader.choose(item) : isOpen && items[at + 1]?.group.focus()),
      ArrowLeft: () => above?.group.focus(),
      Home: () => items[0].group.focus(),
      End: () => items[items.length - 1].group.focus(),
      Enter: () => this.reader.choose(item),
      " ": () => this.reader.choose(item),
    };
    const action = actions[event.key];
    if (action !== undefined) {
      action();
      event.preventDefault();
    }
  }
}

/** Whether something is folded or can be. @param {Item} item */
export function isFoldable({ kind, call }) {
  return kind === "symmetric" || (kind === "call" && (call.isFolded || call.children.length > 0));
}

/** @param {Item} item */
const isVisible = ({ group }) => !group.classList.contains("new");
