// The moves of a match, to be stepped through: on the table and in replays.

/** @import {Line} from "./wire" */

import {classMap, html, nothing, repeat} from "./vendor/lit.js";
import {icon, seatColor} from "./page.js";

/**
 * @param {Line[]} lines
 * @param {string[]} seats names
 * @param {number | null} shown the step that is looked at; null: now
 * @param {(step: number | null) => void} look
 * @param {boolean} hasBegun somebody has moved, though this viewer may not know how
 */
export function moveList(lines, seats, shown, look, hasBegun) {
  if (!lines.length)
    return html`<p class="soft">${hasBegun ? "None that you may know of." : "Nothing has happened yet."}</p>`;
  return html`<ol class="moves" tabindex="0" aria-label="Moves so far">
    ${repeat(
      lines,
      (line) => line.step,
      (line) => html`<li>
        <button
          class=${classMap({here: line.step === shown})}
          aria-current=${line.step === shown ? "step" : nothing}
          @click=${() => look(line.step)}
        >
          ${line.seat === undefined || line.seat === null
            ? nothing
            : html`<span class=${seatColor(line.seat, seats[line.seat] ?? "")} aria-hidden="true"></span>`}
          ${line.text}
        </button>
      </li>`,
    )}
  </ol>`;
}

/**
 * Buttons that go to the beginning, back, on, and to the end. Steps are those of the lines, and 0 before them.
 *
 * @param {Line[]} lines
 * @param {number | null} shown
 * @param {(step: number | null) => void} look
 * @param {string} end what the end is called
 */
export function stepButtons(lines, shown, look, end) {
  const steps = [0, ...lines.map((line) => line.step)];
  const last = steps.length - 1;
  const at = shown === null ? last : Math.max(0, steps.findLastIndex((step) => step <= shown));
  /** @param {number} index */
  const go = (index) => look(index >= last ? null : steps[index]);
  return html`<div class="steps" role="group" aria-label="Step through the moves">
    <button class="quiet" ?disabled=${at === 0} @click=${() => go(0)} aria-label="To the beginning">${icon("first")}</button>
    <button class="quiet" ?disabled=${at === 0} @click=${() => go(at - 1)} aria-label="One move back">${icon("back")}</button>
    <span class="soft">${at} of ${last}</span>
    <button class="quiet" ?disabled=${at === last} @click=${() => go(at + 1)} aria-label="One move on">${icon("on")}</button>
    <button class="quiet" ?disabled=${at === last} @click=${() => go(last)} aria-label=${end}>${icon("last")}</button>
  </div>`;
}
