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
 * Those choices that these clicks lead into, each with `isWhole` if no click is missing, and `next`: where one may click
 * now. A click at one of several places that mean the same may be followed by another one of them, which narrows it
 * down: first the piece, then its target, where a move has both at once.
 *
 * @param {Choice[]} choices
 * @param {string[]} clicked keys of places
 * @returns {{choice: Choice, isWhole: boolean, next: string[]}[]}
 */
export function beginning(choices, clicked) {
  const found = [];
  for (const choice of choices) {
    const sets = choice.clicks.map((places) => places.map(placeKey));
    let at = -1;
    /** @type {string[]} */
    let used = [];
    const follows = clicked.every((key) => {
      if (sets[at + 1]?.includes(key)) {
        at += 1;
        used = [key];
        return true;
      }
      if (!sets[at]?.includes(key) || used.includes(key)) return false;
      used.push(key);
      return true;
    });
    const narrower = at < 0 ? [] : sets[at].filter((key) => !used.includes(key));
    if (follows) found.push({choice, isWhole: at === sets.length - 1, next: [...narrower, ...(sets[at + 1] ?? [])]});
  }
  return found;
}

/**
 * The places where the next click may be.
 *
 * @param {Choice[]} choices
 * @param {string[]} clicked
 * @returns {Set<string>}
 */
export function nextPlaces(choices, clicked) {
  const left = beginning(choices, clicked);
  // What all of them have does not tell them apart.
  const counts = new Map();
  for (const {next} of left) for (const key of next) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isOpen = left.some(({isWhole}) => !isWhole);
  return new Set([...counts].filter(([, count]) => isOpen || count < left.length).map(([key]) => key));
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
