// What all pages share: an element without a shadow, words for seats and players, a few signs.

/** @import {Seat} from "./wire" */

import {LitElement, html, nothing} from "./vendor/lit.js";

/** A page: its fields are plain, and `requestUpdate` says that something is new. */
export class Page extends LitElement {
  /** @type {string} what went wrong, for people */
  problem = "";

  createRenderRoot() {
    return this;
  }

  /**
   * Does something that may be refused, and shows why.
   *
   * @template T
   * @param {() => Promise<T>} what
   * @returns {Promise<T | undefined>}
   */
  async attempt(what) {
    try {
      this.problem = "";
      return await what();
    } catch (problem) {
      this.problem = problem instanceof Error ? problem.message : String(problem);
      return undefined;
    } finally {
      this.requestUpdate();
    }
  }

  /** The problem, until it is put away. */
  problemNote() {
    if (!this.problem) return nothing;
    const away = () => {
      this.problem = "";
      this.requestUpdate();
    };
    return html`<div class="note bad" role="alert">
      <p>${this.problem}</p>
      <button class="quiet" @click=${away} aria-label="Close this message">${icon("close")}</button>
    </div>`;
  }
}

const COLORS = new Set([
  "red", "yellow", "black", "white", "blue", "green", "orange", "purple", "pink", "brown", "grey", "gray",
]);

/** The class of a seat's colour, as the drawing has it. @param {number} number @param {string} name */
export function seatColor(number, name) {
  const word = name.toLowerCase();
  return `dot fill-${COLORS.has(word) ? word.replace("gray", "grey") : `seat${number % 8}`}`;
}

/** Who sits there, in words. @param {Seat} seat @param {number | null} [me] */
export function sitter(seat, me = null) {
  if (seat.number === me) return seat.who ? `${seat.who} (you)` : "you";
  if (seat.sitting === "computer") return seat.player === "random" ? "plays at random" : playerWords(seat.player ?? "");
  if (seat.sitting === "open") return "open seat";
  return seat.who || "somebody";
}

/** A computer player in words. @param {string} player */
export function playerWords(player) {
  const [, level] = /^level:(\d+)$/.exec(player) ?? [];
  if (level) return `computer, level ${level}`;
  if (player === "human") return "a person";
  if (player === "random") return "computer, moves at random";
  return `computer, ${player}`;
}

export const LANGUAGES = new Map([
  ["bogl", "BoGL"],
  ["senet", "Senet"],
  ["allhandsondeck", "AllHandsOnDeck"],
  ["tgdl", "TGDL"],
  ["contest", "Contest"],
  ["gdl", "GDL"],
]);

/** @param {string} language */
export function languageTitle(language) {
  return LANGUAGES.get(language.toLowerCase()) ?? language;
}

const ICONS = {
  first: "M4 3h2.5v10H4zM15 3v10L7.5 8z",
  back: "M11.5 3v10L4 8z",
  on: "M4.5 3v10L12 8z",
  last: "M9.5 3H12v10H9.5zM1 3v10l7.5-5z",
  theme: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 1.6v10.8A5.4 5.4 0 0 1 8 2.6z",
  close: "M3.5 2.1 8 6.6l4.5-4.5 1.4 1.4L9.4 8l4.5 4.5-1.4 1.4L8 9.4l-4.5 4.5-1.4-1.4L6.6 8 2.1 3.5z",
};

/** A sign on a button; the button says what it means. @param {keyof typeof ICONS} name */
export function icon(name) {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;
}

/** Seconds as a clock shows them. @param {number} seconds */
export function clockWords(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return left.toFixed(1);
  const whole = Math.ceil(left);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(rest).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}
