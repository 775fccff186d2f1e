// What can be answered to a question, and which answer a row of clicks or a typed line means.

/** @import {Place, Question} from "./wire" */

/**
 * One thing that can be chosen: a whole move where the server knows whole moves, else an option.
 *
 * @typedef {{label: string, clicks: Place[][], answer: {move?: number, option?: number}}} Choice
 */

/**
 * @param {Question} question
 * @returns {Choice[]}
 */
export function choicesOf(question) {
  if (question.moves?.length)
    return question.moves.map(({label, clicks}, move) => ({label, clicks: clicks ?? [], answer: {move}}));
  return (question.options ?? []).map(({label, places}, option) => ({
    label,
    clicks: places?.length ? [places] : [],
    answer: {option},
  }));
}

/**
 * Those choices that begin with these clicks.
 *
 * @param {Choice[]} choices
 * @param {string[]} clicked keys of places
 * @returns {Choice[]}
 */
export function beginning(choices, clicked) {
  return choices.filter(
    ({clicks}) =>
      clicks.length >= clicked.length &&
      clicked.every((key, index) => clicks[index].some((place) => placeKey(place) === key)),
  );
}

/**
 * What the next click may be: the keys of places, and how many choices each leaves.
 *
 * @param {Choice[]} choices
 * @param {string[]} clicked
 * @returns {Set<string>}
 */
export function nextPlaces(choices, clicked) {
  const found = new Set();
  for (const {clicks} of beginning(choices, clicked))
    for (const place of clicks[clicked.length] ?? []) found.add(placeKey(place));
  return found;
}

/**
 * A place as a key of maps.
 *
 * @param {Place} place
 * @returns {string}
 */
export function placeKey([item, cell]) {
  return `${cell.join(",")} ${item}`;
}
