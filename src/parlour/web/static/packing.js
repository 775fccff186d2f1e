// Packed messages: raw DEFLATE that begins with a dictionary in its window. Browsers know no dictionaries, but a block
// that is stored as it is puts the same bytes there: it is read first, and what it gives is cut off again.

import {NAME, WORDS} from "./words.js";

const LENGTH = WORDS.length;
const BEGINNING = new Uint8Array([
  0,
  LENGTH & 255,
  LENGTH >> 8,
  ~LENGTH & 255,
  (~LENGTH >> 8) & 255,
  ...new TextEncoder().encode(WORDS),
]);

/** The dictionary's name, for the server; empty where this browser cannot unpack. */
export const words = canUnpack() ? NAME : "";

function canUnpack() {
  try {
    return Boolean(new DecompressionStream("deflate-raw"));
  } catch {
    return false;
  }
}

/** @param {ArrayBuffer} message @returns {Promise<string>} */
export async function unpacked(message) {
  const stream = new Blob([BEGINNING, message]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return (await new Response(stream).text()).slice(LENGTH);
}
