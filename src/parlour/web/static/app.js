// Which page stands at which address, and what is above all of them.

import {html, nothing} from "./vendor/lit.js";
import {Page, icon} from "./page.js";
import {keep, setting, showTheme} from "./settings.js";

showTheme();

/** @type {[path: RegExp, load: () => Promise<unknown>, page: () => unknown][]} */
const PAGES = [
  [/^\/$/, () => import("./library.js"), () => html`<parlour-library></parlour-library>`],
  [/^\/game\/./, () => import("./game.js"), () => html`<parlour-game></parlour-game>`],
  [/^\/lobby$/, () => import("./lobby.js"), () => html`<parlour-lobby></parlour-lobby>`],
  [/^\/table\/./, () => import("./table.js"), () => html`<parlour-table></parlour-table>`],
  [/^\/replay(\/|$)/, () => import("./replay.js"), () => html`<parlour-replay></parlour-replay>`],
];
const THEMES = ["auto", "light", "dark"];
const NOWHERE = html`<main class="plain">
  <h1>There is no such page</h1>
  <p>Perhaps the address was cut when it was copied.</p>
  <p><a class="button" href="/">To the library</a></p>
</main>`;

class ParlourApp extends Page {
  /** @type {(() => unknown) | null} */
  #page = null;

  connectedCallback() {
    super.connectedCallback();
    const [, load, page] = PAGES.find(([path]) => path.test(location.pathname)) ?? [null, async () => {}, () => NOWHERE];
    load().then(() => {
      this.#page = page;
      this.requestUpdate();
    });
  }

  render() {
    const [theme, sound] = [setting("theme"), setting("sound")];
    const here = (/** @type {string} */ path) => (location.pathname === path ? "page" : nothing);
    return html`<a class="skip" href="#page">To the page</a>
      <header class="top">
        <a class="brand" href="/"><span class="sign" aria-hidden="true"></span>Parlour</a>
        <nav aria-label="Pages">
          <a href="/" aria-current=${here("/")}>Library</a>
          <a href="/lobby" aria-current=${here("/lobby")}>Tables</a>
          <a href="/replay" aria-current=${here("/replay")}>Replay</a>
        </nav>
        <span class="tools">
          <button class="quiet" aria-pressed=${sound === "on"} @click=${() => this.#keep("sound", sound === "on" ? "off" : "on")}>
            Sound ${sound}
          </button>
          <button class="quiet" @click=${() => this.#keep("theme", THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length])}>
            ${icon("theme")} <span class="unseen">Colours: </span>${{light: "Light", dark: "Dark"}[theme] ?? "Auto"}
          </button>
        </span>
      </header>
      <div id="page" tabindex="-1">${this.#page ? this.#page() : nothing}</div>`;
  }

  /** @param {"sound" | "theme"} what @param {string} value */
  #keep(what, value) {
    keep(what, value);
    this.requestUpdate();
  }
}

customElements.define("parlour-app", ParlourApp);
