/** Sharing a game: the link to the position, its picture, and the game as text. */

import { button, element, make } from "./dom.js";
import { reasonOf } from "./node.js";
import { recordOf, stepsIn } from "./record.js";
import { smallBoard } from "./small-board.js";

/** The side of a saved picture in pixels. */
const SIDE = 800;

/** What a picture takes from the style of the page. */
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "opacity",
  "font-size",
  "font-weight",
  "font-family",
  "text-anchor",
  "paint-order",
];

/**
 * @typedef {import("./node.js").Source} Source
 * @typedef {import("./session.js").Session} Session
 */

export class Sharing {
  /**
   * @param {Source} source @param {Session} session
   * @param {() => { pieces: string[], owners: string[] }} seen the pieces as the board shows them
   * @param {(moves: import("./node.js").Step[]) => void} load
   */
  constructor(source, session, seen, load) {
    this.source = source;
    this.session = session;
    this.seen = seen;
    this.load = load;
    this.said = make("p", { role: "status" });
    this.link = make("input", { id: "share-link", readonly: "" });
    this.text = make("textarea", { id: "share-text", rows: "8", spellcheck: "false" });
    this.save = button({ id: "share-picture" }, () => this.savePicture(), "Save a picture");
    this.dialog = make(
      "dialog",
      { id: "share-dialog", class: "small-dialog", "aria-labelledby": "share-heading" },
      make("h2", { id: "share-heading" }, "Share"),
      make("label", { for: "share-link" }, "The link to this position"),
      make(
        "div",
        { class: "row" },
        this.link,
        button({ id: "share-copy" }, () => this.copy(this.link, "The link"), "Copy the link"),
      ),
      make("label", { for: "share-text" }, "The game as text. You can also paste one here and load it."),
      this.text,
      make(
        "div",
        { class: "row" },
        button({ id: "share-copy-text" }, () => this.copy(this.text, "The text"), "Copy the text"),
        button({ id: "share-load" }, () => this.read(), "Load the text"),
        this.save,
      ),
      this.said,
      button({ id: "share-close" }, () => this.dialog.close(), "Close"),
    );
    document.body.append(this.dialog);
    element("share").addEventListener("click", () => this.open());
  }

  open() {
    // The address of the page is another one if the browser has refused to change it.
    this.link.value = new URL(this.session.address(), location.href).href;
    this.text.value = recordOf(this.source, this.session);
    this.save.hidden = this.source.drawing === null || !this.source.sees(this.session.id());
    this.said.textContent = "";
    this.dialog.showModal();
    this.copy(this.link, "The link");
  }

  /** @param {HTMLInputElement | HTMLTextAreaElement} field @param {string} what */
  async copy(field, what) {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      this.said.textContent = `${what} is copied.`;
    } catch {
      // A page that is opened as a file may not be allowed to copy.
      const isCopied = document.execCommand("copy");
      this.said.textContent = isCopied ? `${what} is copied.` : `${what} is selected: copy it with the keyboard.`;
    }
  }

  async read() {
    try {
      const moves = await this.session.unlessGivenUp(stepsIn(this.source, this.text.value));
      if (moves === null) {
        this.said.textContent = "The game has changed: load the text again.";
      } else if (this.dialog.open) {
        this.dialog.close();
        this.load(moves);
      }
    } catch (error) {
      this.said.textContent = reasonOf(error);
    }
  }

  /** Saves the position as a picture in the format PNG. */
  async savePicture() {
    const blob = await pictureOf(this.picture());
    const link = make("a", { download: `${this.source.header.game.replace(/[^a-z0-9]+/gi, "-")}.png` });
    link.href = URL.createObjectURL(blob);
    link.click();
    URL.revokeObjectURL(link.href);
    this.said.textContent = "The picture is saved.";
  }

  /** The position as a drawing that needs no style of the page. */
  picture() {
    const { drawing } = this.source;
    if (drawing === null) {
      throw new Error("this game has no board");
    }
    const { pieces, owners } = this.seen();
    const [last, { line }] = [this.session.last(), this.session.node()];
    const board = smallBoard(
      drawing,
      pieces,
      SIDE,
      { last: last === null ? null : (last.to ?? last.from), line, owners },
      true,
    );
    document.body.append(board);
    for (const part of board.querySelectorAll("*")) {
      const style = getComputedStyle(part);
      part.setAttribute("style", STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
    }
    board.remove();
    return board;
  }
}

/** @param {SVGSVGElement} board @returns {Promise<Blob>} */
async function pictureOf(board) {
  const { width, height } = board.viewBox.baseVal;
  const scale = SIDE / Math.max(width, height);
  board.setAttribute("width", `${scale * width}`);
  board.setAttribute("height", `${scale * height}`);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(board))}`;
  await image.decode();
  const canvas = make("canvas");
  [canvas.width, canvas.height] = [scale * width + 40, scale * height + 40];
  const context = canvas.getContext("2d");
  if (context === null) {
    throw new Error("the browser draws no pictures");
  }
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 20, 20);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error("the browser makes no picture")) : resolve(blob))),
  );
}
