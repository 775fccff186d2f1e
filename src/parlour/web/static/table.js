// The table: play, watch, come back.

/** @import {Access, Drawing, GamePage, HintLine, Question, Seat, Table, View} from "./wire" */
/** @import {Choice} from "./choices.js" */
/** @import {ParlourDrawing} from "./drawing.js" */

import {classMap, html, nothing} from "./vendor/lit.js";
import {get, post} from "./api.js";
import {asked, questionPanel} from "./asking.js";
import {choicesOf, beginning, nextPlaces, placeKey} from "./choices.js";
import "./drawing.js";
import {moveList, stepButtons} from "./moves.js";
import {Page, clockWords, languageTitle, playerWords, seatColor, sitter} from "./page.js";
import {keep, keepPlace, linksOf, setting} from "./settings.js";
import {TableLine} from "./socket.js";
import {play} from "./sound.js";

const TICK_MS = 200;
const SHORT_TIME_S = 10;

export class ParlourTable extends Page {
  /** @type {TableLine | null} */
  #line = null;
  /** @type {number | null} */
  #seat = null;
  #id = "";
  /** @type {{step: number, view: View} | null} the past that is looked at */
  #past = null;
  /** @type {string[]} places clicked so far */
  #clicked = [];
  #asked = 0;
  #isBusy = false;
  /** @type {HintLine[] | null | "thinking"} */
  #hints = null;
  /** @type {GamePage | null} */
  #game = null;
  /** @type {Drawing | null} */
  #charts = null;
  #copied = "";
  #said = "";
  #tableAt = 0;
  #tick = 0;

  connectedCallback() {
    super.connectedCallback();
    this.#id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
    this.#enter();
    addEventListener("keydown", this.#key);
    this.#tick = setInterval(() => {
      if (this.#line?.table?.seats.some((seat) => seat.runs)) this.requestUpdate();
    }, TICK_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("keydown", this.#key);
    clearInterval(this.#tick);
    this.#line?.close();
  }

  /** A link ends with a token: it is exchanged for a cookie, and does not stay in the address. */
  async #enter() {
    const token = location.hash.slice(1);
    if (token) {
      const access = await this.attempt(
        () => /** @type {Promise<Access>} */ (post("/api/tokens", {table: this.#id, token, who: setting("name")})),
      );
      const seat = access?.seat ?? null;
      history.replaceState(null, "", `/table/${this.#id}${seat === null ? "" : `?seat=${seat}`}`);
    }
    const seat = new URLSearchParams(location.search).get("seat");
    this.#seat = seat === null ? null : Number(seat);
    this.#connect();
  }

  #connect() {
    this.#line?.close();
    const line = new TableLine(this.#id, this.#seat);
    this.#line = line;
    line.addEventListener("line", () => this.requestUpdate());
    line.addEventListener("table", () => this.#newTable());
    line.addEventListener("view", () => this.#newView());
    this.requestUpdate();
  }

  #newTable() {
    this.#tableAt = performance.now();
    const table = this.#line?.table;
    if (table && this.#game === null) {
      this.#look_up(table.game);
      if (this.#seat !== null) keepPlace(this.#id, this.#seat);
    }
    this.requestUpdate();
  }

  /** @param {string} name */
  async #look_up(name) {
    this.#game = /** @type {GamePage} */ ({name, title: "", language: ""});
    this.#game = await /** @type {Promise<GamePage>} */ (get(`/api/games/${encodeURIComponent(name)}`)).catch(() => this.#game);
    this.requestUpdate();
  }

  #newView() {
    const view = /** @type {View} */ (this.#line?.view);
    const before = this.#before;
    this.#before = view;
    this.#clicked = [];
    this.#hints = null;
    if (this.#asked >= (view.questions?.length ?? 0)) this.#asked = 0;
    if (before) this.#tell(before, view);
    this.requestUpdate();
  }
  /** @type {View | null} */
  #before = null;

  /** Says aloud what is new. @param {View} before @param {View} view */
  #tell(before, view) {
    const lines = (view.log ?? []).slice(before.log?.length ?? 0).map((line) => line.text);
    const isMine = (view.questions ?? []).length > 0;
    const wasMine = (before.questions ?? []).length > 0;
    if (view.outcome && !before.outcome) {
      lines.push(`The match is over: ${view.outcome.words}`);
      play("over");
    } else if (isMine && (!wasMine || view.questions?.[0].id !== before.questions?.[0].id)) {
      lines.push(`Your turn: ${view.questions?.[0].prompt ?? ""}`);
      play("turn");
    } else if (lines.length) play("move");
    this.#said = lines.join(". ");
  }

  // ---- answers

  /** @returns {Question | null} the question that clicks answer */
  get #question() {
    if (this.#past || this.#isBusy || this.#line?.table?.status === "waiting") return null;
    return this.#line?.view?.questions?.[this.#asked] ?? null;
  }

  /** @param {CustomEvent<string>} event */
  #place = (event) => {
    const question = this.#question;
    if (question === null) return;
    const choices = choicesOf(question);
    if (this.#clicked.includes(event.detail) && !nextPlaces(choices, this.#clicked).has(event.detail)) {
      this.#forget();
      return;
    }
    this.#clicked = [...this.#clicked, event.detail];
    const left = beginning(choices, this.#clicked);
    if (left.length === 1 && left[0].isWhole) this.#choose(question, left[0].choice);
    else this.requestUpdate();
  };

  #forget = () => {
    this.#clicked = [];
    this.requestUpdate();
  };

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (event.key === "Escape" && this.#clicked.length) this.#forget();
    if (event.key === "Escape" && this.#past) this.#look(null);
  };

  /** @param {Question} question @param {Choice} choice */
  #choose(question, choice) {
    this.#answer(question, choice.answer);
  }

  /** @param {Question} question @param {object} answer */
  async #answer(question, answer) {
    const line = this.#line;
    if (line === null || this.#isBusy) return;
    this.#isBusy = true;
    this.requestUpdate();
    const message = {type: "answer", question: question.id, revision: line.revision, ...answer};
    await this.attempt(() => line.say(message));
    this.#isBusy = false;
    this.#clicked = [];
    this.requestUpdate();
  }

  /** @param {"undo" | "redo"} what */
  #takeBack(what) {
    const line = this.#line;
    if (line) this.attempt(() => line.say({type: what, revision: line.revision}));
  }

  /** @param {number} offer @param {boolean} yes */
  #agree(offer, yes) {
    this.attempt(async () => this.#line?.say({type: "agree", offer, yes}));
  }

  async #hint() {
    const line = this.#line;
    if (line === null) return;
    this.#hints = "thinking";
    const reply = await this.attempt(() => line.say({type: "hint", revision: line.revision}));
    this.#hints = reply?.lines ?? null;
    this.requestUpdate();
  }

  /** @param {number | null} step */
  async #look(step) {
    if (step === null || this.#line === null) this.#past = null;
    else {
      const line = this.#line;
      const reply = await this.attempt(() => line.say({type: "look", step}));
      if (reply) this.#past = {step, view: reply.view};
    }
    this.requestUpdate();
  }

  // ---- seats

  /** @param {number} seat */
  async #claim(seat) {
    const access = await this.attempt(
      () => /** @type {Promise<Access>} */ (post(`/api/tables/${this.#id}/seats/${seat}/claim`, {who: setting("name")})),
    );
    if (!access) return;
    this.#seat = access.seat;
    keepPlace(this.#id, access.seat);
    history.replaceState(null, "", `/table/${this.#id}?seat=${access.seat}`);
    this.#connect();
  }

  /** @param {number} seat @param {string} player */
  #fill(seat, player) {
    if (player) this.attempt(() => post(`/api/tables/${this.#id}/seats/${seat}/claim`, {player}));
  }

  /** @param {string | null} player */
  async #leave(player) {
    const line = this.#line;
    if (line === null) return;
    if ((await this.attempt(() => line.say({type: "leave", player}))) === undefined) return;
    this.#seat = null;
    keepPlace(this.#id, null);
    history.replaceState(null, "", `/table/${this.#id}`);
    this.#connect();
  }

  /** @param {SubmitEvent} event */
  #rename(event) {
    event.preventDefault();
    const who = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("who") ?? "").trim();
    if (!who) return;
    keep("name", who);
    this.attempt(async () => this.#line?.say({type: "name", who}));
  }

  async #again() {
    const access = await this.attempt(
      () => /** @type {Promise<Access>} */ (post(`/api/tables/${this.#id}/again`, {seat: this.#seat})),
    );
    if (access) location.assign(`/table/${access.table}${access.seat === null ? "" : `?seat=${access.seat}`}`);
  }

  /** @param {string} token @param {string} what */
  async #copy(token, what) {
    const link = `${location.origin}/table/${this.#id}#${token}`;
    try {
      await navigator.clipboard.writeText(link);
      this.#copied = what;
    } catch {
      this.#copied = ""; // The link stands there to be copied by hand.
    }
    this.requestUpdate();
  }

  async #chart() {
    const query = this.#seat === null ? "" : `?seat=${this.#seat}`;
    const charts = await this.attempt(
      () => /** @type {Promise<{drawing: Drawing | null}>} */ (get(`/api/tables/${this.#id}/charts${query}`)),
    );
    this.#charts = charts?.drawing ?? null;
    this.requestUpdate();
  }

  // ---- what is shown

  updated() {
    const drawing = /** @type {ParlourDrawing | null} */ (this.querySelector(".felt parlour-drawing"));
    const question = this.#question;
    const choices = question ? choicesOf(question) : [];
    const hints = Array.isArray(this.#hints) ? this.#hints : [];
    drawing?.mark({
      open: question ? nextPlaces(choices, this.#clicked) : new Set(),
      chosen: new Set(this.#clicked),
      hinted: new Set((hints[0]?.clicks ?? []).flat().map(placeKey)),
    });
    const moves = this.querySelector(".side .moves");
    if (moves && this.#past === null) moves.scrollTop = moves.scrollHeight;
    const awaited = this.querySelector(".seats .awaited");
    const seats = awaited?.parentElement;
    if (awaited instanceof HTMLElement && seats && seats.scrollWidth > seats.clientWidth)
      seats.scrollLeft = awaited.offsetLeft - seats.offsetLeft - seats.clientWidth / 4;
    else if (this.#line?.table?.status === "over") this.querySelector(".seats")?.scrollTo({left: 0});
    for (const told of this.querySelectorAll(".told, .said")) told.scrollTop = told.scrollHeight;
    const table = this.#line?.table;
    const isMine = (this.#line?.view?.questions ?? []).length > 0;
    document.title = `${isMine ? "● Your turn · " : ""}${table?.title ?? "Table"} · Parlour`;
  }

  render() {
    const line = this.#line;
    const table = line?.table ?? null;
    const view = this.#past?.view ?? line?.view ?? null;
    if (line?.state === "closed") return this.#closed(line);
    if (line === null || table === null || view === null)
      return html`<main class="plain"><p class="soft" role="status">Coming to the table…</p>${this.problemNote()}</main>`;
    const now = /** @type {View} */ (line.view);
    // As long as somebody is missing, nothing is wanted sooner than the links.
    const isWaiting = table.status === "waiting";
    return html`<main class="table-page">
      <header class="table-head">
        <h1>${table.title}</h1>
        <p class="soft">
          ${languageTitle(table.language)} · ${table.is_public ? "public table" : "private table"}${table.watchers
            ? html` · ${table.watchers} watching`
            : nothing}${this.#seat === null ? " · you are watching" : nothing}
        </p>
      </header>
      ${this.#seats(table, now)}
      <section class="board-side" aria-label="The table">
        ${this.#notes(table, line)}
        <p class="asked-above soft" aria-hidden="true">${this.#standing(now)}</p>
        <div class=${classMap({felt: true, past: this.#past !== null})}>
          <parlour-drawing .drawing=${view.drawing} @place=${this.#place}></parlour-drawing>
        </div>
        ${this.#pastNote()}
      </section>
      <aside class="side" aria-label="The match">
        ${now.outcome ? this.#over(table, now) : this.#asking(table, now)}
        ${isWaiting ? this.#invite(table) : nothing} ${this.#actions(table, now)} ${this.#hintList()}
        <section class="panel">
          <h2>Moves</h2>
          ${moveList(
            now.log ?? [],
            now.seats ?? [],
            this.#past?.step ?? null,
            (step) => this.#look(step),
            line.revision > 0 && !now.can_redo,
          )}
          ${now.log?.length
            ? stepButtons(now.log, this.#past?.step ?? null, (step) => this.#look(step), "To the present")
            : nothing}
        </section>
        ${view.told?.length
          ? html`<section class="panel">
              <h2>What the game says</h2>
              <pre class="told" tabindex="0">${view.told.join("")}</pre>
            </section>`
          : nothing}
        ${isWaiting ? nothing : this.#invite(table)}
      </aside>
      ${this.#season()}
      <p class="unseen" role="status">${this.#said}</p>
    </main>`;
  }

  /** How the match stands, in a line above the table where the panel that says it lies far below. @param {View} now */
  #standing(now) {
    if (now.outcome) return now.outcome.words;
    const question = now.questions?.[this.#asked] ?? now.questions?.[0];
    if (question && this.#line?.table?.status === "playing") return asked(question)[0];
    return waitingWords(now);
  }

  /** @param {TableLine} line */
  #closed(line) {
    const isGone = line.problem === "no-such-table";
    const [what, why] = isGone
      ? ["There is no such table", "Perhaps the address was cut when it was copied, or the table was put away."]
      : this.#seat === null
        ? ["This table is private", "Whoever made it has links for its seats, and one for those who watch."]
        : ["This seat is not yours here", "Open the link of your seat in this browser; whoever made the table has it."];
    return html`<main class="plain">
      <h1>${what}</h1>
      ${this.problemNote()}
      <p>${why}</p>
      <p>
        ${!isGone && this.#seat !== null ? html`<a class="button" href=${`/table/${this.#id}`}>Watch instead</a>` : nothing}
        <a class="button" href="/">To the library</a>
      </p>
    </main>`;
  }

  /** @param {Table} table @param {TableLine} line */
  #notes(table, line) {
    const offer = table.offer ?? null;
    const name = (/** @type {number} */ number) => {
      const seat = table.seats.find((each) => each.number === number);
      return seat ? (number === this.#seat ? "you" : seat.who || seat.name) : `seat ${number + 1}`;
    };
    const what = offer?.what === "redo" ? "play the move again" : "take the last move back";
    return html`
      ${line.state === "open"
        ? nothing
        : html`<div class="note warn" role="status">
            <p>${line.state === "lost" ? "The line is lost. Trying again…" : "Connecting…"}</p>
          </div>`}
      ${this.problemNote()}
      ${table.is_older
        ? html`<div class="note"><p>The file of this game has changed since; this match goes on by its old rules.</p></div>`
        : nothing}
      ${offer
        ? html`<div class="note" role="status">
            <p>
              ${offer.by === this.#seat ? "You want" : `${name(offer.by)} wants`} to ${what}.
              ${offer.missing.includes(this.#seat ?? -1)
                ? nothing
                : `Waiting for ${offer.missing.map(name).join(", ")}.`}
            </p>
            ${offer.missing.includes(this.#seat ?? -1)
              ? html`<span class="buttons">
                  <button class="primary" @click=${() => this.#agree(offer.id, true)}>Agree</button>
                  <button @click=${() => this.#agree(offer.id, false)}>Decline</button>
                </span>`
              : offer.by === this.#seat
                ? html`<button @click=${() => this.#agree(offer.id, false)}>Never mind</button>`
                : nothing}
          </div>`
        : nothing}
    `;
  }

  /** Below the table, which stays in its place while somebody steps through the past. */
  #pastNote() {
    if (this.#past === null) return nothing;
    return html`<div class="note" role="status">
      <p>You are looking at the table as it was ${this.#past.step === 0 ? "at the start" : "after an earlier move"}.</p>
      <button class="primary" @click=${() => this.#look(null)}>Back to now</button>
    </div>`;
  }

  /** @param {Table} table @param {View} now */
  #over(table, now) {
    const outcome = /** @type {NonNullable<View["outcome"]>} */ (now.outcome);
    const seat = this.#seat === null ? "" : `?seat=${this.#seat}`;
    return html`<div class="over" role="status">
      <h2>${outcome.words}</h2>
      ${outcome.error ? html`<p class="soft">${outcome.error}</p>` : nothing}
      ${outcome.reason ? html`<p class="soft">${outcome.reason}</p>` : nothing}
      ${outcome.scores
        ? html`<p class="soft">${outcome.scores.map((score, index) => `${now.seats?.[index] ?? index}: ${score}`).join(", ")}</p>`
        : nothing}
      ${table.status === "over"
        ? html`<p class="buttons">
            ${this.#seat !== null || table.next
              ? html`<button class="primary" @click=${() => this.#again()}>Play again, seats swapped</button>`
              : nothing}
            <a class="button" href=${`/replay/${this.#id}${seat}`}>Replay</a>
            <a class="button" href=${`/api/tables/${this.#id}/export${seat}`} download>One file to keep</a>
            <a class="button" href=${`/api/tables/${this.#id}/record?form=text`} download>Record</a>
          </p>`
        : nothing}
    </div>`;
  }

  /** @param {Table} table @param {View} now */
  #seats(table, now) {
    const since = (performance.now() - this.#tableAt) / 1000;
    return html`<ul class="seats" aria-label="Seats" tabindex="0">
      ${table.seats.map((seat) => {
        const isAwaited = (now.awaited ?? []).includes(seat.number) && table.status === "playing";
        const left = seat.seconds == null ? null : seat.seconds - (seat.runs ? since : 0);
        return html`<li class=${classMap({seat: true, awaited: isAwaited, mine: seat.number === this.#seat})}>
          <span class=${seatColor(seat.number, seat.name)} aria-hidden="true"></span>
          <span class="seat-name">${seat.name}</span>
          <span class="seat-who soft">
            ${sitter(seat, this.#seat)}${seat.sitting === "human" && !seat.here && seat.number !== this.#seat ? ", away" : nothing}
          </span>
          ${left === null
            ? nothing
            : html`<span class=${classMap({clock: true, short: left < SHORT_TIME_S})} role="timer">${clockWords(left)}</span>`}
          ${seat.thinks && isAwaited
            ? html`<span class="thinks">thinks…</span>`
            : isAwaited
              ? html`<span class="turn">${seat.number === this.#seat ? "your turn" : "to move"}</span>`
              : nothing}
          ${seat.sitting === "open" ? this.#openSeat(seat) : nothing}
        </li>`;
      })}
    </ul>`;
  }

  /** Where others have names, whoever came by a link is asked for theirs. @param {Table} table */
  #naming(table) {
    const isNamed = table.seats.find((seat) => seat.number === this.#seat)?.who;
    if (isNamed || !table.seats.some((seat) => seat.who)) return nothing;
    return html`<form class="typed naming" @submit=${this.#rename}>
      <label>
        <span class="soft">What do they call you?</span>
        <input name="who" maxlength="40" autocomplete="nickname" placeholder="your name" />
      </label>
      <button>Say it</button>
    </form>`;
  }

  /** @param {Seat} seat */
  #openSeat(seat) {
    if (this.#seat === null)
      return html`<button class="primary" @click=${() => this.#claim(seat.number)}>Sit here</button>`;
    const players = this.#game?.players ?? [];
    if (!players.length) return nothing;
    return html`<select
      aria-label=${`Have a computer play ${seat.name}`}
      @change=${(/** @type {Event} */ event) => this.#fill(seat.number, /** @type {HTMLSelectElement} */ (event.target).value)}
    >
      <option value="">wait for a person…</option>
      ${players.map((player) => html`<option value=${player}>${playerWords(player)}</option>`)}
    </select>`;
  }

  /** @param {Table} table @param {View} now */
  #asking(table, now) {
    if (table.status === "over") return nothing;
    if (table.status === "waiting") {
      const open = table.seats.filter((seat) => seat.sitting === "open").map((seat) => seat.name);
      return html`<section class="asked panel">
        <h2 class="prompt">Waiting for ${open.join(", ") || "the others"}</h2>
        <p class="soft">
          The match ${(this.#line?.revision ?? 0) > 0 ? "goes on" : "begins"} when every seat is
          taken.${linksOf(table.id) ? " Links to give away stand below." : nothing}
        </p>
      </section>`;
    }
    const questions = now.questions ?? [];
    if (!questions.length) {
      return html`<section class="asked panel"><p class="prompt waiting">${waitingWords(now)}</p></section>`;
    }
    return html`<section class="asked panel" aria-label="What you are asked">
      ${questions.length > 1
        ? html`<div class="tabs" role="group" aria-label="Questions that are open to you">
            ${questions.map(
              (question, index) =>
                html`<button aria-pressed=${index === this.#asked} @click=${() => this.#turnTo(index)}>
                  ${index + 1}. ${question.prompt}
                </button>`,
            )}
          </div>`
        : nothing}
      ${this.#panel(questions[this.#asked] ?? questions[0])}
      ${(now.awaited ?? []).length > 1
        ? html`<p class="soft secret">Others answer at the same time; nobody sees an answer before all are given.</p>`
        : nothing}
    </section>`;
  }

  /** @param {number} index */
  #turnTo(index) {
    this.#asked = index;
    this.#forget();
  }

  /** @param {Question} question */
  #panel(question) {
    // What was chosen is on its way: nothing else is asked.
    return questionPanel(question, choicesOf(question), this.#isBusy ? [] : this.#clicked, {
      isBusy: this.#isBusy || this.#past !== null,
      choose: (choice) => this.#choose(question, choice),
      type: (text) => this.#answer(question, {text}),
      forget: this.#forget,
    });
  }

  /** @param {Table} table @param {View} now */
  #actions(table, now) {
    if (this.#seat === null || table.status === "over" || now.outcome) return nothing;
    const undo = now.undo ?? "none";
    const canHint = table.has_hints && (now.questions ?? []).length > 0;
    return html`<section class="panel actions" aria-label="What you can do">
      <button ?disabled=${undo === "none"} @click=${() => this.#takeBack("undo")}>
        ${undo === "agreed" ? "Ask to undo" : "Undo"}
      </button>
      ${now.can_redo ? html`<button @click=${() => this.#takeBack("redo")}>Redo</button>` : nothing}
      ${table.has_hints
        ? html`<button ?disabled=${!canHint || this.#hints === "thinking"} @click=${() => this.#hint()}>Hint</button>`
        : nothing}
      <details class="leaving">
        <summary>Leave…</summary>
        <div class="menu">
          <button @click=${() => this.attempt(async () => this.#line?.say({type: "resign"}))}>Resign: the match is over</button>
          <button @click=${() => this.#leave(null)}>Get up: somebody else may sit here</button>
          ${(this.#game?.players ?? []).slice(0, 6).map(
            (player) => html`<button @click=${() => this.#leave(player)}>Get up: ${playerWords(player)} plays on</button>`,
          )}
        </div>
      </details>
      <p class="soft policy">${UNDO_WORDS[undo]}</p>
      ${this.#naming(table)}
    </section>`;
  }

  #hintList() {
    if (this.#hints === null) return nothing;
    if (this.#hints === "thinking") return html`<section class="panel"><p role="status">Thinking about it…</p></section>`;
    return html`<section class="panel" aria-label="Hint">
      <h2>Hint</h2>
      <ol class="hints">
        ${this.#hints.map(
          (line) => html`<li>
            <strong>${line.label}</strong>
            <span class="soft">${worthWords(line.worth)}, ${Math.round(line.share * 100)} % of the thinking</span>
            ${line.continuation?.length ? html`<span class="soft">then ${line.continuation.join(", ")}</span>` : nothing}
          </li>`,
        )}
      </ol>
    </section>`;
  }

  /** @param {Table} table */
  #invite(table) {
    const made = linksOf(table.id);
    if (made === null) return nothing;
    const open = made.links.filter((link) => table.seats[link.seat]?.sitting !== "computer");
    return html`<section class="panel invite" aria-label="Links to give away">
      <h2>Invite</h2>
      ${open.map((link) => {
        const seat = table.seats[link.seat];
        const words = seat?.sitting === "human" ? "sits here; the same link brings them back" : "may sit and play here";
        return this.#link(link.token, seat?.name ?? `seat ${link.seat + 1}`, words);
      })}
      ${this.#link(made.watch, "Spectators", "may only watch")}
    </section>`;
  }

  /** @param {string} token @param {string} what @param {string} for_what */
  #link(token, what, for_what) {
    return html`<div class="link">
      <span><strong>${what}</strong> <span class="soft">${for_what}</span></span>
      <input readonly aria-label=${`Link for ${what}`} .value=${`${location.origin}/table/${this.#id}#${token}`} />
      <button @click=${() => this.#copy(token, what)}>${this.#copied === what ? "Copied" : "Copy"}</button>
    </div>`;
  }

  #season() {
    if (!this.#game?.is_season) return nothing;
    return html`<section class="panel season" aria-label="The season">
      ${this.#charts
        ? html`<div class="scroll" tabindex="0" role="region" aria-label="Season chart">
            <parlour-drawing class="chart" .drawing=${this.#charts}></parlour-drawing>
          </div>`
        : nothing}
      <button @click=${() => this.#chart()}>${this.#charts ? "Bring the chart up to date" : "Show the season chart"}</button>
    </section>`;
  }
}

/** Whom everybody waits for. @param {View} now */
function waitingWords(now) {
  const names = (now.awaited ?? []).map((number) => now.seats?.[number] ?? `seat ${number + 1}`);
  return names.length ? `Waiting for ${names.join(", ")}` : "…";
}

const UNDO_WORDS = {
  none: "There is nothing to take back.",
  free: "Undo is free: nobody else has acted, and nothing was revealed.",
  agreed: "To take this back, everybody at the table has to agree.",
};

/** @param {number} worth */
function worthWords(worth) {
  return worth >= 0 && worth <= 1 ? `wins ${Math.round(worth * 100)} %` : `worth ${worth}`;
}

customElements.define("parlour-table", ParlourTable);
