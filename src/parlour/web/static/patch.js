// Changes of a view: what `parlour/workers/changes.py` makes, applied.

/** @import {Operation} from "./wire" */

/**
 * What the operations make of a value. The value given stays as it was, and what did not change is the same object in
 * both, so that whoever draws can skip it.
 *
 * @template T
 * @param {T} before
 * @param {Operation[]} operations
 * @returns {T}
 */
export function changed(before, operations) {
  let after = /** @type {any} */ (before);
  for (const [path, ...rest] of operations) after = at(after, path, 0, rest);
  return after;
}

/**
 * @param {any} value
 * @param {(string | number)[]} path
 * @param {number} depth
 * @param {unknown[]} rest
 * @returns {any}
 */
function at(value, path, depth, rest) {
  if (depth === path.length) {
    if (rest.length === 1) return rest[0];
    const [start, removed, items] = /** @type {[number, number, unknown[]]} */ (rest);
    return [...(value ?? []).slice(0, start), ...items, ...(value ?? []).slice(start + removed)];
  }
  const copy = Array.isArray(value) ? [...value] : {...value};
  const key = path[depth];
  if (depth === path.length - 1 && rest.length === 0) delete copy[key];
  else copy[key] = at(copy[key], path, depth + 1, rest);
  return copy;
}
