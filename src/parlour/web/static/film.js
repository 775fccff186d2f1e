// A match that was played, move by move: the same element in a replay page and in a file that is opened by itself.

/** @import {Line, Replay, View} from "./wire" */

import {html, live, nothing} from "./vendor/lit.js";
import "./drawing.js";
import {moveList, stepButtons} from "./moves.js";
import {Page, languageTitle} from "./page.js";
import {changed} from "./patch.js";

const FRAME_MS = 900;

/** `<parlour-film>`: give it a `replay`. */
export class ParlourFilm extends Page {
  /** @type {Replay | null} */
  #replay = null;
  /** @type {View[]} the views after 0, 1, … events, as far as anybody has looked */
  #views = [];
  #step = 0;
  #playing = 0;

  /** @param {Replay | null} replay */
  set replay(replay) {
    if (replay === this.#replay) return;
    const isOther = this.#replay?.steps.length !== replay?.steps.length;
    this.#replay = replay;
    this.#views = replay ? [replay.first] : [];
    if (isOther) this.#step = 0;
    this.requestUpdate();
  }

  get replay() {
    return this.#replay;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#playing);
  }

  /** @param {number} step @returns {View} */
  #view(step) {
    const replay = /** @type {Replay} */ (this.#replay);
    for (let at = this.#views.length; at <= step; at += 1)
      this.#views[at] = changed(this.#views[at - 1], replay.steps[at - 1]);
    return this.#views[step];
  }

  /** @param {number} step */
  #go(step) {
    this.#step = Math.max(0, Math.min(this.#replay?.steps.length ?? 0, step));
    if (this.#step === this.#replay?.steps.length) this.#stop();
    this.requestUpdate();
  }

  #stop() {
    clearInterval(this.#playing);
    this.#playing = 0;
  }

  #toggle() {
    if (this.#playing) this.#stop();
    else {
      if (this.#step === this.#replay?.steps.length) this.#step = 0;
      this.#playing = setInterval(() => this.#go(this.#step + 1), FRAME_MS);
    }
    this.requestUpdate();
  }

  updated() {
    const here = this.querySelector(".moves .here");
    const list = here?.closest(".moves");
    if (here instanceof HTMLElement && list) list.scrollTop = here.offsetTop - list.clientHeight / 2;
  }

  render() {
    const replay = this.#replay;
    if (replay === null) return nothing;
    const last = replay.steps.length;
    const view = this.#view(this.#step);
    const whole = this.#view(last);
    /** @type {Line[]} */
    const lines = whole.log ?? [];
    // Who knows of no move steps through what happened.
    const stops = lines.length ? lines : replay.steps.map((_, index) => ({step: index + 1, text: ""}));
    const shown = this.#step === last ? null : this.#step;
    const look = (/** @type {number | null} */ step) => this.#go(step ?? last);
    return html`<section class="film" aria-label=${`${replay.title}, replayed`}>
      <div class="board-side">
        ${replay.problem ? html`<div class="note warn"><p>${replay.problem}</p></div>` : nothing}
        <div class="felt"><parlour-drawing .drawing=${view.drawing}></parlour-drawing></div>
      </div>
      <aside class="side" aria-label="The match">
        <div class="panel player">
          <button class="primary" @click=${() => this.#toggle()}>${this.#playing ? "Pause" : "Play"}</button>
          <input
            type="range"
            min="0"
            max=${last}
            .value=${live(String(this.#step))}
            aria-label="Step of the match"
            aria-valuetext=${stepWords(lines, this.#step, last)}
            @input=${(/** @type {Event} */ event) => this.#go(Number(/** @type {HTMLInputElement} */ (event.target).value))}
          />
          ${stepButtons(stops, shown, look, "To the end")}
          <p class="soft" role="status">${stepWords(lines, this.#step, last)}</p>
        </div>
        ${view.outcome ? html`<div class="over"><h2>${view.outcome.words}</h2></div>` : nothing}
        <section class="panel">
          <h2>Moves</h2>
          ${moveList(lines, replay.seats, this.#step, look, last > 0)}
        </section>
        ${view.told?.length
          ? html`<section class="panel">
              <h2>What the game said</h2>
              <pre class="told" tabindex="0">${view.told.join("")}</pre>
            </section>`
          : nothing}
      </aside>
      ${replay.charts
        ? html`<section class="panel season" aria-label="The season">
            <div class="scroll" tabindex="0" role="region" aria-label="Season chart">
              <parlour-drawing class="chart" .drawing=${replay.charts}></parlour-drawing>
            </div>
          </section>`
        : nothing}
    </section>`;
  }
}

/** @param {Line[]} lines @param {number} step @param {number} last */
function stepWords(lines, step, last) {
  if (step === 0) return "Before the first move";
  const line = lines.findLast((each) => each.step <= step);
  return `${step} of ${last}${line ? ` · ${line.text}` : ""}`;
}

/** @param {Replay} replay */
export function filmTitle(replay) {
  const seen = replay.viewer === null ? "as a spectator saw it" : `as ${replay.seats[replay.viewer] ?? "somebody"} saw it`;
  return html`<header>
    <h1>${replay.title}</h1>
    <p class="soft">${languageTitle(replay.language)} · ${seen}${replay.result ? ` · ${replay.result}` : ""}</p>
  </header>`;
}

customElements.define("parlour-film", ParlourFilm);
