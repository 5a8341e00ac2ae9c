/** Documents without a browser. */

/** Stands for every element, and for whatever is asked of one. */
const anything = new Proxy(() => {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => "" : anything),
  set: () => true,
  apply: () => anything,
});

/** Makes a document for tests that look at what views know, not at what they show. Returns the classes of its body. */
export function noBrowser() {
  const classes = new Set();
  const classList = {
    add: (name) => classes.add(name),
    remove: (...names) => names.map((name) => classes.delete(name)),
  };
  globalThis.document = {
    body: { classList, append() {} },
    ...{ getElementById: () => anything, createElement: () => anything, querySelector: () => null },
  };
  return classes;
}

/** Makes a document whose elements have the attributes and the children that they were given, for tests of drawings. */
export function recordingBrowser() {
  const made = (name) => ({
    name,
    attributes: {},
    children: [],
    style: { setProperty() {} },
    setAttribute(key, value) {
      this.attributes[key] = value;
    },
    append(...children) {
      this.children.push(...children);
    },
    prepend(...children) {
      this.children.unshift(...children);
    },
  });
  globalThis.document = { createElement: made, createElementNS: (_, name) => made(name) };
}
