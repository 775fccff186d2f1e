// What somebody likes: kept in this browser, and nowhere else.

const DEFAULTS = {theme: "auto", sound: "off", name: ""};

/**
 * @param {keyof typeof DEFAULTS} what
 * @returns {string}
 */
export function setting(what) {
  try {
    return localStorage.getItem(`parlour-${what}`) ?? DEFAULTS[what];
  } catch {
    return DEFAULTS[what]; // A browser may refuse to keep anything, and a file may have no place for it.
  }
}

/**
 * @param {keyof typeof DEFAULTS} what
 * @param {string} value
 */
export function keep(what, value) {
  try {
    localStorage.setItem(`parlour-${what}`, value);
  } catch {
    // Then it holds until the page is left.
  }
  if (what === "theme") showTheme(value);
}

const MOST_TABLES = 12;

/** @typedef {{id: string, seat: number}} Place a seat at a table */

/** Where somebody sits or has sat, the latest first. @returns {Place[]} */
export function places() {
  try {
    return JSON.parse(localStorage.getItem("parlour-places") ?? "[]");
  } catch {
    return [];
  }
}

/** Keeps one seat at each table, or none where `seat` is null. @param {string} id @param {number | null} seat */
export function keepPlace(id, seat) {
  const others = places().filter((place) => place.id !== id);
  try {
    const kept = seat === null ? others : [{id, seat}, ...others].slice(0, MOST_TABLES);
    localStorage.setItem("parlour-places", JSON.stringify(kept));
  } catch {
    // Then the way back is the browser's history.
  }
}

/** Puts the chosen theme on the page; `auto` leaves it to the screen. */
export function showTheme(theme = setting("theme")) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/**
 * The links of a table that was made in this tab, to be given to others.
 *
 * @param {string} table
 * @returns {{links: {seat: number, token: string}[], watch: string} | null}
 */
export function linksOf(table) {
  try {
    return JSON.parse(sessionStorage.getItem(`parlour-links-${table}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} table @param {{links: {seat: number, token: string}[], watch: string}} made */
export function keepLinks(table, {links, watch}) {
  try {
    sessionStorage.setItem(`parlour-links-${table}`, JSON.stringify({links, watch}));
  } catch {
    // The links can be copied until the page is left.
  }
}
