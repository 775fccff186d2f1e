// Requests to the server, and what came of them.

/** What the server refused: `reason` for programs, the message for people. */
export class Refusal extends Error {
  /** @param {string} reason @param {string} message */
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
}

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export function get(path) {
  return ask(path, {});
}

/**
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<T>}
 */
export function post(path, body) {
  return ask(path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)});
}

/**
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<any>}
 */
async function ask(path, options) {
  let reply;
  try {
    reply = await fetch(path, options);
  } catch {
    throw new Refusal("unavailable", "The server does not answer. Is it still running?");
  }
  const body = await reply.json().catch(() => null);
  if (reply.ok && body !== null) return body;
  throw new Refusal(body?.reason ?? "failed", body?.message ?? `The server said ${reply.status}.`);
}
