// A question on the table: click or type the answer.

/** @import {Question} from "./wire" */
/** @import {Choice} from "./choices.js" */

import {html, live, nothing} from "./vendor/lit.js";
import {beginning, nextPlaces} from "./choices.js";

// More buttons than this stand in a list that is opened when it is wanted.
const MOST_BUTTONS = 14;
const MOST_SUGGESTED = 300;

/**
 * @param {Question} question
 * @param {Choice[]} choices
 * @param {string[]} clicked
 * @param {{isBusy: boolean, choose: (choice: Choice) => void, type: (text: string) => void, forget: () => void}} hands
 */
export function questionPanel(question, choices, clicked, hands) {
  const left = beginning(choices, clicked);
  const isOnTable = nextPlaces(choices, clicked).size > 0;
  // What cannot be pointed at any further is a button.
  const buttons = left.filter(({isWhole}) => isWhole).map(({choice}) => choice);
  const others = left.map(({choice}) => choice);
  const [prompt, said] = asked(question);
  return html`<form
    class="question"
    aria-label=${prompt}
    @submit=${(/** @type {SubmitEvent} */ event) => submit(event, choices, hands)}
  >
    ${said ? html`<p class="soft said" tabindex="0">${said}</p>` : nothing}
    <h2 class="prompt">${prompt}</h2>
    ${clicked.length
      ? html`<p class="soft">
          ${isOnTable ? "And now?" : "Which one do you mean?"}
          <button type="button" class="quiet" @click=${hands.forget}>Start again</button>
        </p>`
      : nothing}
    ${note(question)}
    ${buttons.length && buttons.length <= MOST_BUTTONS ? choiceButtons(buttons, hands) : nothing}
    <div class="typed">
      <label>
        <span class="soft">${isOnTable ? "Click a lit place, or type" : "Type"} ${wanted(question, choices.length > 0)}</span>
        <input
          name="answer"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          list=${`suggested-${question.id}`}
          placeholder=${(question.moves?.length ? choices[0]?.label : question.example) ?? ""}
          .value=${live("")}
          ?disabled=${hands.isBusy}
        />
      </label>
      <datalist id=${`suggested-${question.id}`}>
        ${choices.slice(0, MOST_SUGGESTED).map((choice) => html`<option value=${choice.label}></option>`)}
      </datalist>
      <button class="primary" ?disabled=${hands.isBusy}>Play</button>
    </div>
    ${others.length > (buttons.length <= MOST_BUTTONS ? buttons.length : 0)
      ? html`<details class="all">
          <summary>All moves (${others.length}${question.moves?.length && !question.has_all_moves ? " or more" : ""})</summary>
          ${choiceButtons(others, hands)}
        </details>`
      : nothing}
  </form>`;
}

/** @param {Choice[]} choices @param {{isBusy: boolean, choose: (choice: Choice) => void}} hands */
function choiceButtons(choices, hands) {
  return html`<div class="choices">
    ${choices.map(
      (choice) =>
        html`<button type="button" ?disabled=${hands.isBusy} @click=${() => hands.choose(choice)}>${choice.label}</button>`,
    )}
  </div>`;
}

/**
 * @param {SubmitEvent} event
 * @param {Choice[]} choices
 * @param {{choose: (choice: Choice) => void, type: (text: string) => void}} hands
 */
function submit(event, choices, hands) {
  event.preventDefault();
  const input = /** @type {HTMLFormElement} */ (event.target).elements.namedItem("answer");
  if (!(input instanceof HTMLInputElement)) return;
  const text = input.value.trim();
  if (!text) {
    input.focus();
    return;
  }
  const same = choices.filter((choice) => choice.label === text);
  if (same.length === 1) hands.choose(same[0]);
  else hands.type(input.value);
}

/**
 * What is asked, and what was said before it: a game that prints before it asks has many lines. Where whole moves are
 * answered, a single word is only the name of their first part.
 *
 * @param {Question} question
 */
export function asked(question) {
  const lines = question.prompt.trimEnd().split("\n");
  const prompt = lines.pop()?.trim() ?? "";
  const isPart = question.moves?.length && /^\w*$/.test(prompt);
  return [isPart || !prompt ? "Your move" : prompt, lines.join("\n").trim()];
}

/** The form of a typed answer. @param {Question} question @param {boolean} hasChoices */
function wanted({low, high, form, kind}, hasChoices) {
  if (low != null && high != null) return `a number from ${low} to ${high}`;
  if (low != null) return `a number, ${low} or more`;
  if (high != null) return `a number, at most ${high}`;
  if (hasChoices || kind === "choice") return "a move";
  return form ? `an answer (${form})` : "an answer";
}

/** @param {Question} question */
function note(question) {
  if (question.sure === "back") return html`<p class="soft">Nothing goes on from here: these lead back.</p>`;
  if (question.sure === "failing") return html`<p class="soft">Whatever comes now ends the match with an error.</p>`;
  return nothing;
}
