// Replays: of a table's match, or of any record.

/** @import {Replay} from "./wire" */

import {html, nothing} from "./vendor/lit.js";
import {get, post} from "./api.js";
import {filmTitle} from "./film.js";
import {Page} from "./page.js";

export class ParlourReplay extends Page {
  /** @type {Replay | null} */
  #replay = null;
  #table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  #record = "";
  #isBusy = false;

  connectedCallback() {
    super.connectedCallback();
    document.title = "Replay · Parlour";
    const seat = new URLSearchParams(location.search).get("seat");
    if (this.#table) this.#load(seat === null ? null : Number(seat));
  }

  /** @param {number | null} seat */
  async #load(seat) {
    this.#isBusy = true;
    this.requestUpdate();
    const query = seat === null ? "" : `?seat=${seat}`;
    const replay = await this.attempt(
      () =>
        /** @type {Promise<Replay>} */ (
          this.#table
            ? get(`/api/tables/${this.#table}/replay${query}`)
            : post("/api/replays", {record: this.#record, seat})
        ),
    );
    this.#isBusy = false;
    if (replay) {
      this.#replay = replay;
      document.title = `${replay.title}, replayed · Parlour`;
      if (this.#table) history.replaceState(null, "", `/replay/${this.#table}${query}`);
    }
    this.requestUpdate();
  }

  /** @param {Event} event */
  async #file(event) {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (!file) return;
    this.#record = await file.text();
    this.#load(null);
  }

  /** @param {SubmitEvent} event */
  #pasted(event) {
    event.preventDefault();
    this.#record = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("record") ?? "");
    this.#load(null);
  }

  render() {
    const replay = this.#replay;
    if (replay === null)
      return html`<main class="plain">
        <h1>Replay a match</h1>
        ${this.problemNote()}
        ${this.#table
          ? this.#isBusy
            ? html`<p class="soft" role="status">Setting the table up again…</p>`
            : html`<p><a class="button" href=${`/table/${this.#table}`}>To the table</a></p>`
          : html`<form class="panel" @submit=${this.#pasted}>
              <label class="stacked">
                <span>A record that Parlour wrote (.match, as text or JSON)</span>
                <input type="file" accept=".match,.json,.txt,text/plain,application/json" @change=${this.#file} />
              </label>
              <label class="stacked">
                <span>or its text</span>
                <textarea name="record" rows="8" spellcheck="false" required></textarea>
              </label>
              <button class="primary" ?disabled=${this.#isBusy}>${this.#isBusy ? "Reading it…" : "Replay it"}</button>
            </form>`}
      </main>`;
    return html`<main class="replay-page">
      ${filmTitle(replay)}
      <div class="replay-tools">
        <label
          >Seen by
          <select
            @change=${(/** @type {Event} */ event) => {
              const value = /** @type {HTMLSelectElement} */ (event.target).value;
              this.#load(value === "" ? null : Number(value));
            }}
          >
            <option value="" ?selected=${replay.viewer === null}>a spectator</option>
            ${replay.seats.map(
              (name, index) => html`<option value=${index} ?selected=${replay.viewer === index}>${name}</option>`,
            )}
          </select>
        </label>
        ${this.#table
          ? html`<a class="button" href=${`/api/tables/${this.#table}/export${replay.viewer === null ? "" : `?seat=${replay.viewer}`}`} download
              >One file to keep</a
            >`
          : nothing}
      </div>
      ${this.problemNote()}
      <parlour-film .replay=${replay}></parlour-film>
    </main>`;
  }
}

customElements.define("parlour-replay", ParlourReplay);
