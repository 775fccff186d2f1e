// The lobby: public tables, and seats that are free.

/** @import {Access, Table} from "./wire" */

import {html, nothing, repeat} from "./vendor/lit.js";
import {Refusal, get, post} from "./api.js";
import {Page, languageTitle, seatColor, sitter} from "./page.js";
import {keepPlace, places, setting} from "./settings.js";

const AGAIN_MS = 5000;
const GONE = new Set(["no-such-table", "no-access"]);

export class ParlourLobby extends Page {
  /** @type {Table[] | null} */
  #tables = null;
  /** @type {{table: Table, seat: number}[]} */
  #own = [];
  #again = 0;

  connectedCallback() {
    super.connectedCallback();
    document.title = "Tables · Parlour";
    this.#look();
    this.#lookForOwn();
    this.#again = setInterval(() => document.hidden || this.#look(), AGAIN_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#again);
  }

  async #look() {
    try {
      this.#tables = (await /** @type {Promise<{tables: Table[]}>} */ (get("/api/tables"))).tables;
    } catch (problem) {
      this.problem = /** @type {Error} */ (problem).message;
    }
    this.requestUpdate();
  }

  /** Where this browser has a seat; what is not there any more is forgotten. */
  async #lookForOwn() {
    const found = places().map(async ({id, seat}) => {
      try {
        return [{table: /** @type {Table} */ (await get(`/api/tables/${id}`)), seat}];
      } catch (problem) {
        if (problem instanceof Refusal && GONE.has(problem.reason)) keepPlace(id, null);
        return [];
      }
    });
    this.#own = (await Promise.all(found)).flat();
    this.requestUpdate();
  }

  /** @param {Table} table @param {number} seat */
  async #sit(table, seat) {
    const access = await this.attempt(
      () => /** @type {Promise<Access>} */ (post(`/api/tables/${table.id}/seats/${seat}/claim`, {who: setting("name")})),
    );
    if (access) location.assign(`/table/${access.table}?seat=${access.seat}`);
    else this.#look();
  }

  render() {
    const own = new Set(this.#own.map(({table}) => table.id));
    const tables = this.#tables?.filter((table) => !own.has(table.id)) ?? null;
    return html`<main class="lobby">
      <header class="hero">
        <h1>Tables</h1>
        <p>Sit down where a seat is free, or watch. A table of your own begins in the <a href="/">library</a>.</p>
      </header>
      ${this.#own.length
        ? html`<section aria-label="Your tables">
              <h2>Your tables</h2>
              <ul class="tables">
                ${this.#own.map(({table, seat}) => this.#table(table, seat))}
              </ul>
            </section>`
        : nothing}
      ${this.#own.length || tables?.length ? html`<h2>Open tables</h2>` : nothing}
      ${this.problemNote()}
      ${tables === null
        ? html`<p class="soft" role="status">Looking around…</p>`
        : tables.length
          ? html`<ul class="tables">
              ${repeat(
                tables,
                (table) => table.id,
                (table) => this.#table(table),
              )}
            </ul>`
          : html`<div class="empty">
              <p>Nobody plays in public right now.</p>
              <p class="soft">Tables are private unless whoever makes one says otherwise.</p>
              <a class="button primary" href="/">Choose a game</a>
            </div>`}
    </main>`;
  }

  /** @param {Table} table @param {number} [mine] the seat one has there */
  #table(table, mine) {
    const address = `/table/${table.id}${mine === undefined ? "" : `?seat=${mine}`}`;
    const go = mine === undefined ? "Watch" : table.status === "over" ? "Look at it" : "Go on";
    const words = {waiting: "waits for players", playing: "is being played", over: "is over"}[table.status];
    return html`<li class="panel">
      <h3><a href=${address}>${table.title}</a></h3>
      <p class="soft">
        ${languageTitle(table.language)} · ${words}${table.watchers ? html` · ${table.watchers} watching` : nothing}
      </p>
      <ul class="seats">
        ${table.seats.map(
          (seat) => html`<li class="seat">
            <span class=${seatColor(seat.number, seat.name)} aria-hidden="true"></span>
            <span class="seat-name">${seat.name}</span>
            <span class="seat-who soft">${sitter(seat, mine ?? null)}</span>
            ${seat.sitting === "open" && mine === undefined && table.status !== "over"
              ? html`<button class="primary" @click=${() => this.#sit(table, seat.number)}>
                  Sit here<span class="unseen">: ${table.title}, ${seat.name}</span>
                </button>`
              : nothing}
          </li>`,
        )}
      </ul>
      <a class="button" href=${address}>${go}<span class="unseen"> ${mine === undefined ? "" : "with "}${table.title}</span></a>
    </li>`;
  }
}

customElements.define("parlour-lobby", ParlourLobby);
