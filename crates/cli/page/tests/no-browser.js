/** A document without a browser: the tests of views look at what these know, not at what they show. */

/** Stands for every element, and for whatever is asked of one. */
const anything = new Proxy(() => {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => "" : anything),
  set: () => true,
  apply: () => anything,
});

/** Makes the document. Returns the classes of its body. */
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
