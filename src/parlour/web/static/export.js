// The start of a match that was kept as one file: everything it needs is in the file.

import {html} from "./vendor/lit.js";
import {filmTitle} from "./film.js";
import {Page} from "./page.js";

class ParlourKept extends Page {
  #replay = JSON.parse(document.getElementById("replay")?.textContent ?? "null");

  render() {
    return html`<main class="replay-page">${filmTitle(this.#replay)}<parlour-film .replay=${this.#replay}></parlour-film></main>`;
  }
}

customElements.define("parlour-kept", ParlourKept);
document.body.append(document.createElement("parlour-kept"));
