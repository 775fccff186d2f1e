// One game: what it is, and a new table of it.

/** @import {Clock, GamePage, NewTableMade} from "./wire" */

import {html, nothing} from "./vendor/lit.js";
import {get, post} from "./api.js";
import "./drawing.js";
import {seatWords} from "./library.js";
import {Page, languageTitle, playerWords, seatColor} from "./page.js";
import {keep, keepLinks, setting} from "./settings.js";

/** @type {[label: string, clock: Clock][]} */
const CLOCKS = [
  ["no clock", {kind: "none"}],
  ["30 seconds a move", {kind: "move", seconds: 30}],
  ["2 minutes a move", {kind: "move", seconds: 120}],
  ["a day a move", {kind: "move", seconds: 86400}],
  ["3 minutes, 2 seconds more each move", {kind: "fischer", seconds: 180, increment: 2}],
  ["10 minutes, 5 seconds more each move", {kind: "fischer", seconds: 600, increment: 5}],
];

export class ParlourGame extends Page {
  /** @type {GamePage | null} */
  #game = null;
  #isMaking = false;

  async connectedCallback() {
    super.connectedCallback();
    const name = location.pathname.slice("/game/".length);
    this.#game = (await this.attempt(() => /** @type {Promise<GamePage>} */ (get(`/api/games/${name}`)))) ?? null;
    if (this.#game) document.title = `${this.#game.title} · Parlour`;
    this.requestUpdate();
  }

  /** @param {SubmitEvent} event */
  async #make(event) {
    event.preventDefault();
    const game = /** @type {GamePage} */ (this.#game);
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const who = String(form.get("who") ?? "").trim();
    keep("name", who);
    const chosen = this.#seatNames(game).map((_, index) => String(form.get(`seat-${index}`) ?? "human"));
    const me = chosen.indexOf("me");
    this.#isMaking = true;
    this.requestUpdate();
    const made = await this.attempt(
      () =>
        /** @type {Promise<NewTableMade>} */ (
          post("/api/tables", {
            game: game.name,
            seats: chosen.map((player) => ({player: player === "me" ? "human" : player})),
            others: String(form.get("others") ?? "human"),
            me: me < 0 ? null : me,
            who,
            clock: CLOCKS[Number(form.get("clock") ?? 0)][1],
            is_public: form.get("public") === "on",
          })
        ),
    );
    this.#isMaking = false;
    this.requestUpdate();
    if (made === undefined) return;
    keepLinks(made.table.id, made);
    location.assign(`/table/${made.table.id}${made.me === null ? "" : `?seat=${made.me}`}`);
  }

  /** The seats that are known before the match; a game that names none has somebody to ask. @param {GamePage} game */
  #seatNames(game) {
    const names = game.seats ?? game.first_seats ?? [];
    return names.length ? names : ["player"];
  }

  render() {
    const game = this.#game;
    if (game === null)
      return html`<main class="plain">
        ${this.problem ? html`<h1>This game cannot be opened</h1>` : html`<p class="soft" role="status">Reading the rules…</p>`}
        ${this.problemNote()}
        <p><a class="button" href="/">To the library</a></p>
      </main>`;
    return html`<main class="game-page">
      <header>
        <h1>${game.title}</h1>
        <p class="soft">${[languageTitle(game.language), seatWords(game)].filter(Boolean).join(" · ")}</p>
      </header>
      ${game.problem ? brokenNote(game.problem) : nothing}
      <div class="board-side">
        ${game.drawing
          ? html`<div class="felt"><parlour-drawing .drawing=${game.drawing}></parlour-drawing></div>`
          : nothing}
        ${game.about ? html`<p class="about">${game.about}</p>` : nothing}
      </div>
      <div class="beside">
        ${this.problemNote()}
        ${game.problem ? nothing : this.#form(game)}
      </div>
    </main>`;
  }

  /** @param {GamePage} game */
  #form(game) {
    const seats = this.#seatNames(game);
    const players = game.players ?? [];
    const usual = players.includes("level:2") ? "level:2" : (players[0] ?? "human");
    return html`<form class="panel new-table" @submit=${this.#make}>
      <h2>A new table</h2>
      <fieldset>
        <legend>Who sits where</legend>
        ${seats.map(
          (name, index) => html`<label class="seat-choice">
            <span><span class=${seatColor(index, name)} aria-hidden="true"></span> ${name}</span>
            <select name=${`seat-${index}`} @change=${this.#onlyOne}>
              <option value="me" ?selected=${index === 0}>me</option>
              <option value="human" ?selected=${index > 0 && usual === "human"}>a person, by a link</option>
              ${players.map(
                (player) => html`<option value=${player} ?selected=${index > 0 && player === usual}>${playerWords(player)}</option>`,
              )}
            </select>
          </label>`,
        )}
        ${game.seats === undefined || game.seats === null
          ? html`<details>
              <summary class="soft">If the game adds seats later…</summary>
              <label class="seat-choice">
                <span>they are for</span>
                <select name="others">
                  ${players.map(
                    (player) => html`<option value=${player} ?selected=${player === usual}>${playerWords(player)}</option>`,
                  )}
                  <option value="human" ?selected=${usual === "human"}>people, by links</option>
                </select>
              </label>
            </details>`
          : nothing}
      </fieldset>
      <label class="seat-choice">
        <span>Clock</span>
        <select name="clock">
          ${CLOCKS.map(([label], index) => html`<option value=${index}>${label}</option>`)}
        </select>
      </label>
      <label class="seat-choice">
        <span>I am called</span>
        <input name="who" maxlength="40" autocomplete="nickname" .value=${setting("name")} placeholder="nobody in particular" />
      </label>
      <label class="check">
        <input type="checkbox" name="public" />
        <span>Public: listed among the open tables, everybody may watch and take open seats</span>
      </label>
      <button class="primary large" ?disabled=${this.#isMaking}>${this.#isMaking ? "Setting the table…" : "Sit down"}</button>
    </form>`;
  }

  /** One person has one seat. @param {Event} event */
  #onlyOne(event) {
    const chosen = /** @type {HTMLSelectElement} */ (event.target);
    if (chosen.value !== "me") return;
    for (const other of chosen.form?.querySelectorAll("select") ?? [])
      if (other !== chosen && other.value === "me") other.value = "human";
  }
}

/** What is wrong with the rules, line by line as at a terminal. @param {string} problem */
function brokenNote(problem) {
  return html`<section class="broken note bad" aria-label="What is wrong">
    <p>The rules of this game cannot be read. Whoever writes them finds here why:</p>
    <pre tabindex="0">${problem}</pre>
  </section>`;
}

customElements.define("parlour-game", ParlourGame);
