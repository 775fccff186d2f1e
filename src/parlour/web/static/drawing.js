// A drawing in the page: the same list of primitives that Python's SVG is written from, kept up to date as it changes.

/** @import {Block, Drawing, Mark, Row} from "./wire" */

import {placeKey} from "./choices.js";

const SVG = "http://www.w3.org/2000/svg";
const FLIGHT_MS = 320;
/** What a primitive may have. Anything else in the list is left alone, whoever sent it. */
const ATTRIBUTES = [
  "width", "height", "rx", "cx", "cy", "r", "x1", "y1", "x2", "y2", "points", "d", "font-size", "font-weight",
  "text-anchor", "stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-dasharray", "stroke-opacity",
  "fill-opacity",
];
const TAGS = new Set(["rect", "circle", "line", "polygon", "path", "text", "g"]);
const ARROWS = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
]);

/** How a place is shown beside what the drawing says: it can be clicked, was clicked, is suggested. */
const STATES = /** @type {const} */ (["open", "chosen", "hinted"]);

/**
 * `<parlour-drawing>`: give it a `drawing`, and with `mark` which places are open. A click, Enter or the blank on an open
 * place is an event `place` whose `detail` is the key of the place. Arrows go from place to place, Home and End to the
 * first and the last; each block is one stop of the tabulator.
 */
export class ParlourDrawing extends HTMLElement {
  /** @type {Drawing | null} */
  #drawing = null;
  /** @type {Map<string, SVGGElement>} places by their keys */
  #places = new Map();
  /** @type {Record<typeof STATES[number], ReadonlySet<string>>} */
  #states = {open: new Set(), chosen: new Set(), hinted: new Set()};

  connectedCallback() {
    this.addEventListener("click", (event) => this.#click(event.target));
    this.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("focusin", (event) => this.#focused(event.target));
  }

  get drawing() {
    return this.#drawing;
  }

  set drawing(drawing) {
    if (drawing === this.#drawing) return;
    const before = this.#drawing;
    const from = before === null ? null : this.#pieces();
    this.#drawing = drawing;
    each(this, before?.rows ?? [], drawing?.rows ?? [], makeRow, changeRow);
    this.#collect();
    this.#show();
    if (from !== null) this.#fly(from);
  }

  /** @param {Partial<Record<typeof STATES[number], ReadonlySet<string>>>} states keys of places */
  mark(states) {
    this.#states = {...this.#states, ...states};
    this.#show();
  }

  /** Puts the keyboard on the first open place, or on this one. @param {string} [key] */
  focusPlace(key) {
    const wanted = key === undefined ? this.#inOrder().find((place) => place.classList.contains("open")) : this.#places.get(key);
    wanted?.focus();
  }

  #collect() {
    this.#places.clear();
    for (const place of this.querySelectorAll("g[data-key]")) {
      const group = /** @type {SVGGElement} */ (place);
      this.#places.set(group.dataset.key ?? "", group);
    }
  }

  /** All places as the keyboard goes through them. */
  #inOrder() {
    const blocks = [...this.querySelectorAll("svg.block")];
    return blocks.flatMap((block) =>
      /** @type {SVGGElement[]} */ ([...block.querySelectorAll("g[data-key]")]).sort(
        (one, other) => Number(one.dataset.order) - Number(other.dataset.order),
      ),
    );
  }

  #show() {
    for (const [key, place] of this.#places) {
      for (const state of STATES) place.classList.toggle(state, this.#states[state].has(key));
      const isOpen = this.#states.open.has(key);
      place.setAttribute("role", isOpen ? "button" : "img");
      if (this.#states.chosen.has(key)) place.setAttribute("aria-pressed", "true");
      else place.removeAttribute("aria-pressed");
      if (this.#states.chosen.has(key)) place.setAttribute("role", "button");
    }
    for (const block of this.querySelectorAll("svg.block")) {
      const places = this.#inOrder().filter((place) => block.contains(place));
      const stop =
        places.find((place) => place === document.activeElement) ??
        places.find((place) => place.classList.contains("open")) ??
        places[0];
      for (const place of places) place.setAttribute("tabindex", place === stop ? "0" : "-1");
    }
  }

  /** @param {EventTarget | null} target */
  #click(target) {
    const place = target instanceof Element ? target.closest("g[data-key]") : null;
    if (place instanceof SVGGElement && (place.classList.contains("open") || place.classList.contains("chosen")))
      this.dispatchEvent(new CustomEvent("place", {detail: place.dataset.key, bubbles: true}));
  }

  /** @param {EventTarget | null} target */
  #focused(target) {
    const place = target instanceof Element ? target.closest("g[data-key]") : null;
    for (const other of place?.closest("svg.block")?.querySelectorAll("g[data-key]") ?? [])
      other.setAttribute("tabindex", other === place ? "0" : "-1");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const here = event.target;
    if (!(here instanceof SVGGElement) || event.ctrlKey || event.altKey || event.metaKey) return;
    const order = this.#inOrder();
    let next;
    const arrow = ARROWS.get(event.key);
    if (arrow) next = nearest(here, order, arrow[0], arrow[1]);
    else if (event.key === "Home") next = order[0];
    else if (event.key === "End") next = order.at(-1);
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#click(here);
      return;
    } else return;
    event.preventDefault();
    next?.focus();
  }

  /** Where every piece is on the screen. */
  #pieces() {
    const found = new Map();
    for (const element of this.querySelectorAll("g[data-piece]"))
      found.set(/** @type {SVGGElement} */ (element).dataset.piece, element.getBoundingClientRect());
    return found;
  }

  /**
   * Lets every piece that is somewhere else now fly there. What flies is a copy above everything, because in the
   * drawing later cells lie upon earlier ones.
   *
   * @param {Map<string, DOMRect>} from
   */
  #fly(from) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const frame = this.getBoundingClientRect();
    const sky = document.createElementNS(SVG, "svg");
    sky.setAttribute("class", "sky");
    sky.setAttribute("aria-hidden", "true");
    for (const element of this.querySelectorAll("g[data-piece]")) {
      const piece = /** @type {SVGGElement} */ (element);
      const before = from.get(piece.dataset.piece ?? "");
      const now = piece.getBoundingClientRect();
      if (before === undefined) {
        piece.animate([{opacity: 0}, {opacity: 1}], {duration: FLIGHT_MS / 2});
        continue;
      }
      const dx = before.x - now.x, dy = before.y - now.y;
      if (Math.hypot(dx, dy) < 2) continue;
      const matrix = piece.getScreenCTM();
      if (matrix === null) continue;
      const bird = document.createElementNS(SVG, "g");
      const copy = /** @type {SVGGElement} */ (piece.cloneNode(true));
      const {a, b, c, d, e, f} = matrix;
      copy.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e - frame.x} ${f - frame.y})`);
      bird.append(copy);
      sky.append(bird);
      piece.classList.add("away");
      bird.animate([{transform: `translate(${dx}px, ${dy}px)`}, {transform: "translate(0, 0)"}], {
        duration: FLIGHT_MS,
        easing: "cubic-bezier(.3, .1, .2, 1)",
      }).finished.finally(() => {
        bird.remove();
        piece.classList.remove("away");
        if (!sky.childElementCount) sky.remove();
      });
    }
    if (sky.childElementCount) this.append(sky);
  }
}

customElements.define("parlour-drawing", ParlourDrawing);

// ---- making and changing elements

/**
 * Brings the children of an element from one list to another, one by one; what is the same object stays untouched.
 *
 * @template T
 * @param {Element} parent
 * @param {readonly T[]} before
 * @param {readonly T[]} after
 * @param {(item: T) => Element} make
 * @param {(element: Element, before: T, after: T) => boolean} change whether it could be changed in its place
 * @param {number} [skip] children in front that are not of the list
 */
function each(parent, before, after, make, change, skip = 0) {
  const elements = [...parent.children].slice(skip, skip + before.length);
  after.forEach((item, index) => {
    const element = elements[index];
    if (element === undefined) parent.insertBefore(make(item), parent.children[skip + index] ?? null);
    else if (before[index] !== item && !change(element, before[index], item)) element.replaceWith(make(item));
  });
  for (const element of elements.slice(after.length)) element.remove();
}

/** @param {Row} row */
function makeRow(row) {
  const element = document.createElement("div");
  element.className = "line-up";
  element.style.setProperty("gap", `14px ${row.gap ?? 0}px`);
  each(element, [], row.blocks, makeBlock, changeBlock);
  return element;
}

/** @param {Element} element @param {Row} before @param {Row} after */
function changeRow(element, before, after) {
  /** @type {HTMLElement} */ (element).style.setProperty("gap", `14px ${after.gap ?? 0}px`);
  each(element, before.blocks, after.blocks, makeBlock, changeBlock);
  return true;
}

/** @param {Block} block */
function makeBlock(block) {
  const element = document.createElementNS(SVG, "svg");
  element.setAttribute("role", "group");
  setBlock(element, block);
  each(element, [], block.marks ?? [], makeMark, changeMark);
  return element;
}

/** @param {Element} element @param {Block} before @param {Block} after */
function changeBlock(element, before, after) {
  if (before.kind !== after.kind) return false;
  setBlock(element, after);
  each(element, before.marks ?? [], after.marks ?? [], makeMark, changeMark);
  return true;
}

/** @param {Element} element @param {Block} block */
function setBlock(element, block) {
  element.setAttribute("class", `block ${block.kind ?? ""}`);
  element.setAttribute("viewBox", `0 0 ${block.width} ${block.height}`);
  element.setAttribute("width", String(block.width));
  element.setAttribute("height", String(block.height));
  if (block.name) element.setAttribute("aria-label", block.name);
}

/** @param {Mark} mark @returns {Element} */
function makeMark(mark) {
  const element = document.createElementNS(SVG, TAGS.has(mark.is) ? mark.is : "g");
  setMark(element, mark);
  if (mark.is === "g") {
    if (mark.name) element.append(titled(mark.name));
    each(element, [], mark.marks ?? [], makeMark, changeMark, mark.name ? 1 : 0);
    if (mark.anchor) outline(element);
  }
  return element;
}

/** @param {Element} element @param {Mark} before @param {Mark} after @returns {boolean} */
function changeMark(element, before, after) {
  if (before.is !== after.is || before.piece !== after.piece || !before.name !== !after.name) return false;
  setMark(element, after);
  if (after.is === "g") {
    if (after.name && after.name !== before.name) element.children[0].textContent = after.name;
    each(element, before.marks ?? [], after.marks ?? [], makeMark, changeMark, after.name ? 1 : 0);
    if (after.anchor) outline(element);
  }
  return true;
}

/** @param {string} name */
function titled(name) {
  const title = document.createElementNS(SVG, "title");
  title.textContent = name;
  return title;
}

/** The first mark of a place says where it ends; on a card it is the sheet, which moves with it. @param {Element} place */
function outline(place) {
  let first = place.querySelector(":scope > :not(title)");
  while (first instanceof SVGGElement) first = first.firstElementChild;
  first?.classList.add("outline");
}

/** @param {Element} element @param {Mark} mark */
function setMark(element, mark) {
  const classes = [];
  if (mark.is === "g") {
    if (mark.kind) classes.push(mark.kind);
    set(element, "transform", mark.x || mark.y ? `translate(${mark.x ?? 0} ${mark.y ?? 0})` : undefined);
    set(element, "data-piece", mark.piece || undefined);
    if (mark.anchor) {
      set(element, "data-key", placeKey([mark.anchor.item, mark.anchor.cell ?? []]));
      set(element, "data-order", mark.order ?? 0);
      classes.push("place");
    }
  } else {
    for (const what of /** @type {const} */ (["fill", "stroke"])) {
      const color = mark[what];
      set(element, what, color === "none" ? "none" : undefined);
      if (color && color !== "none") classes.push(`${what}-${color}`);
    }
    set(element, "x", mark.x);
    set(element, "y", mark.y);
    for (const name of ATTRIBUTES) set(element, name, mark[name]);
    if (mark.is === "text") {
      if (element.textContent !== mark.text) element.textContent = mark.text ?? "";
      if (mark["font-size"] === undefined) set(element, "font-size", 14);
      if (mark["is-fixed"]) classes.push("fixed");
    }
  }
  element.setAttribute("class", classes.join(" "));
}

/** @param {Element} element @param {string} name @param {unknown} value */
function set(element, name, value) {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

// ---- from place to place

/**
 * The place that lies nearest in a direction; what is aside counts double.
 *
 * @param {Element} here
 * @param {SVGGElement[]} places
 * @param {number} dx
 * @param {number} dy
 */
function nearest(here, places, dx, dy) {
  const {x, y} = middle(here);
  let best, least = Infinity;
  for (const place of places) {
    const there = middle(place);
    const ahead = (there.x - x) * dx + (there.y - y) * dy;
    const aside = Math.abs((there.x - x) * dy) + Math.abs((there.y - y) * dx);
    const distance = ahead + 2 * aside;
    if (place !== here && ahead > 1 && aside <= 2 * ahead && distance < least) [best, least] = [place, distance];
  }
  return best;
}

/** @param {Element} element */
function middle(element) {
  const {x, y, width, height} = (element.querySelector(".outline") ?? element).getBoundingClientRect();
  return {x: x + width / 2, y: y + height / 2};
}
