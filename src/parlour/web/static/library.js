// The library: every game with its table drawn, and ways to find one.

/** @import {GameCard, GamePage} from "./wire" */

import {html, nothing, repeat} from "./vendor/lit.js";
import {get} from "./api.js";
import "./drawing.js";
import {LANGUAGES, Page, languageTitle} from "./page.js";

// So many tables are asked for at once: a server works them out one by one.
const AT_ONCE = 2;

/** @type {[key: string, label: string, is: (page: GamePage) => boolean][]} */
const KINDS = [
  ["one", "for one", (page) => seatCount(page) === 1],
  ["two", "for two", (page) => seatCount(page) === 2],
  ["more", "for more", (page) => (seatCount(page) ?? 3) > 2],
  ["open", "nothing hidden", (page) => !page.is_hidden],
  ["hidden", "hidden hands", (page) => page.is_hidden === true],
  ["chance", "with chance", (page) => page.has_chance === true],
  ["season", "seasons", (page) => page.is_season === true],
];

export class ParlourLibrary extends Page {
  /** @type {GameCard[] | null} */
  #games = null;
  /** @type {Map<string, GamePage>} what is known of games whose rules were read */
  #pages = new Map();
  #words = "";
  #language = "";
  #kind = "";
  /** @type {string[]} */
  #wanted = [];
  #asking = 0;
  #watcher = new IntersectionObserver((entries) => this.#seen(entries), {rootMargin: "300px"});

  async connectedCallback() {
    super.connectedCallback();
    document.title = "Library · Parlour";
    const library = await this.attempt(() => /** @type {Promise<{games: GameCard[]}>} */ (get("/api/games")));
    this.#games = library?.games ?? [];
    this.requestUpdate();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#watcher.disconnect();
  }

  updated() {
    for (const card of this.querySelectorAll("[data-game]")) this.#watcher.observe(card);
    for (const drawing of this.querySelectorAll(".thumb parlour-drawing")) fit(/** @type {HTMLElement} */ (drawing));
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #seen(entries) {
    for (const {isIntersecting, target} of entries) {
      const name = /** @type {HTMLElement} */ (target).dataset.game ?? "";
      if (isIntersecting && !this.#pages.has(name) && !this.#wanted.includes(name)) this.#wanted.push(name);
    }
    this.#ask();
  }

  #ask() {
    while (this.#asking < AT_ONCE && this.#wanted.length) {
      const name = this.#wanted.shift() ?? "";
      if (this.#pages.has(name)) continue;
      this.#asking += 1;
      /** @type {Promise<GamePage>} */ (get(`/api/games/${encodeURIComponent(name)}`))
        .then((page) => this.#pages.set(name, page))
        .catch(() => {}) // The card says enough without a drawing.
        .finally(() => {
          this.#asking -= 1;
          this.requestUpdate();
          this.#ask();
        });
    }
  }

  /** @param {GameCard} game */
  #isWanted(game) {
    const words = this.#words.toLowerCase().split(/\s+/).filter(Boolean);
    const text = `${game.title} ${game.name} ${game.about ?? ""} ${languageTitle(game.language)}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) return false;
    if (this.#language && game.language.toLowerCase() !== this.#language) return false;
    if (!this.#kind) return true;
    const page = this.#pages.get(game.name);
    return page !== undefined && (KINDS.find(([key]) => key === this.#kind)?.[2](page) ?? true);
  }

  /** @param {string} kind */
  #choose(kind) {
    this.#kind = this.#kind === kind ? "" : kind;
    // What a game is can only be told when its rules were read.
    if (this.#kind) this.#wanted.push(...(this.#games ?? []).map((game) => game.name).filter((name) => !this.#pages.has(name)));
    this.#ask();
    this.requestUpdate();
  }

  render() {
    const games = this.#games ?? [];
    const shown = games.filter((game) => this.#isWanted(game));
    const languages = [...new Set(games.map((game) => game.language.toLowerCase()))].sort();
    const unread = this.#kind ? games.filter((game) => !this.#pages.has(game.name)).length : 0;
    return html`<main class="library">
      <header class="hero">
        <h1>What shall we play?</h1>
        <p>Games that are written down: pick one, sit down, send a link. Rules are enforced, nobody needs an account.</p>
      </header>
      <search class="filters" aria-label="Find a game">
        <label class="search">
          <span class="unseen">Search</span>
          <input
            type="search"
            placeholder="Search ${games.length || ""} games"
            @input=${(/** @type {Event} */ event) => {
              this.#words = /** @type {HTMLInputElement} */ (event.target).value;
              this.requestUpdate();
            }}
          />
        </label>
        <div class="chips" role="group" aria-label="Language">
          ${languages.map((language) => this.#chip(this.#language === language, LANGUAGES.get(language) ?? language, () => {
            this.#language = this.#language === language ? "" : language;
            this.requestUpdate();
          }))}
        </div>
        <div class="chips" role="group" aria-label="Kind">
          ${KINDS.map(([key, label]) => this.#chip(this.#kind === key, label, () => this.#choose(key)))}
        </div>
      </search>
      ${this.problemNote()}
      ${this.#games === null ? html`<p class="soft" role="status">Looking through the shelves…</p>` : nothing}
      ${unread ? html`<p class="soft" role="status">Reading rules: ${unread} games to go.</p>` : nothing}
      ${this.#games !== null && !shown.length && !unread
        ? html`<p class="soft" role="status">No game is like that. Try fewer words, or another kind.</p>`
        : nothing}
      <ul class="games">
        ${repeat(
          shown,
          (game) => game.name,
          (game) => this.#card(game),
        )}
      </ul>
    </main>`;
  }

  /** @param {boolean} isOn @param {string} label @param {() => void} choose */
  #chip(isOn, label, choose) {
    return html`<button class="chip" aria-pressed=${isOn} @click=${choose}>${label}</button>`;
  }

  /** @param {GameCard} game */
  #card(game) {
    const page = this.#pages.get(game.name);
    return html`<li class="game-card" data-game=${game.name}>
      <a href=${`/game/${encodeURIComponent(game.name)}`}>
        <div class="thumb" aria-hidden="true" inert>
          ${page?.drawing ? html`<parlour-drawing .drawing=${page.drawing}></parlour-drawing>` : nothing}
          ${page?.problem ? html`<p class="soft">Its rules cannot be read.</p>` : nothing}
        </div>
        <h2>${game.title}</h2>
        <p class="soft">${[languageTitle(game.language), page ? seatWords(page) : ""].filter(Boolean).join(" · ")}</p>
        ${game.about ? html`<p class="about">${firstSentence(game.about)}</p>` : nothing}
      </a>
    </li>`;
  }
}

/** Makes a drawing as small as its frame. @param {HTMLElement} drawing */
function fit(drawing) {
  const frame = drawing.parentElement;
  if (frame === null || !drawing.offsetHeight) return;
  const scale = Math.min(1, (frame.clientWidth - 24) / drawing.offsetWidth, (frame.clientHeight - 24) / drawing.offsetHeight);
  drawing.style.setProperty("scale", String(scale));
}

/** @param {string} text */
function firstSentence(text) {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

/** @param {GamePage} page @returns {number | null} */
function seatCount(page) {
  return page.seats?.length ?? (page.first_seats?.length || null);
}

/** @param {GamePage} page */
export function seatWords(page) {
  const kinds = [page.is_hidden ? "hidden hands" : "", page.has_chance ? "chance" : "", page.is_season ? "a season" : ""];
  const count = seatCount(page);
  const seats = count === null ? "" : count === 1 ? "1 seat" : `${count} seats`;
  return [seats, ...kinds].filter(Boolean).join(", ");
}

customElements.define("parlour-library", ParlourLibrary);
