// The line to a table: opens a socket, opens it again when it is lost, and keeps the view up to date.

/** @import {Reply, Table, View} from "./wire" */

import {Refusal} from "./api.js";
import {unpacked, words} from "./packing.js";
import {changed} from "./patch.js";

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
const PING_MS = 20000;
/** Below this hands and words are drawn for a narrow screen. */
const narrow = matchMedia("(max-width: 560px)");
/** Codes with which the server says that coming back is useless. */
const FINAL = new Map([
  [4001, "no-access"],
  [4004, "no-such-table"],
]);

/**
 * Events: `view` and `table` (something is new), `line` (the state of the line has changed).
 *
 * `state` is `connecting`, `open`, `lost` (it will be tried again) or `closed` (it will not: `problem` says why).
 */
export class TableLine extends EventTarget {
  /** @type {"connecting" | "open" | "lost" | "closed"} */
  state = "connecting";
  problem = "";
  /** @type {View | null} */
  view = null;
  revision = -1;
  /** @type {Table | null} */
  table = null;

  /** @type {WebSocket | null} */
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #lastId = 0;
  #retry = 0;
  #ping = 0;
  /** @type {Map<number, {message: object, done: (reply: any) => void, fail: (problem: Error) => void}>} */
  #waiting = new Map();
  /** What came is heard in its order, though unpacking takes a moment. */
  #heard = Promise.resolve();

  /** @param {string} id @param {number | null} seat */
  constructor(id, seat) {
    super();
    this.id = id;
    this.seat = seat;
    addEventListener("online", this.#now);
    narrow.addEventListener("change", this.#anew);
    this.#open();
  }

  /**
   * Says something and waits for the reply. What has not been acknowledged when the line is lost is said again: if it
   * had been taken, the server refuses the second one.
   *
   * @param {{type: string, [field: string]: unknown}} message
   * @returns {Promise<any>}
   */
  say(message) {
    const id = ++this.#lastId;
    const whole = {...message, id};
    return new Promise((done, fail) => {
      this.#waiting.set(id, {message: whole, done, fail});
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(whole));
    });
  }

  close() {
    removeEventListener("online", this.#now);
    narrow.removeEventListener("change", this.#anew);
    clearTimeout(this.#retry);
    clearInterval(this.#ping);
    const socket = this.#socket;
    this.#socket = null; // it is not opened again
    socket?.close();
  }

  #now = () => {
    if (this.state === "lost") this.#open();
  };

  /** The screen was turned, or the window made smaller: the table is wanted as it fits there. Nothing was lost. */
  #anew = () => {
    this.revision = -1;
    if (this.state === "lost" || this.state === "closed") return;
    const before = this.#socket;
    this.#open();
    before?.close();
  };

  #open() {
    clearTimeout(this.#retry);
    const url = new URL(`/api/tables/${this.id}/socket`, location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (this.seat !== null) url.searchParams.set("seat", String(this.seat));
    if (this.revision >= 0) url.searchParams.set("since", String(this.revision));
    if (words) url.searchParams.set("words", words);
    if (narrow.matches) url.searchParams.set("narrow", "1");
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT_MS;
      this.#become("open");
      for (const {message} of this.#waiting.values()) socket.send(JSON.stringify(message));
      clearInterval(this.#ping);
      this.#ping = setInterval(() => this.say({type: "ping"}).catch(() => {}), PING_MS);
    };
    socket.onmessage = ({data}) =>
      this.#next(async () => {
        const reply = await read(data);
        // Whoever has closed the line while this was unpacked does not hear it.
        if (this.#socket === socket) this.#hear(reply);
      });
    socket.onclose = (event) => this.#next(() => this.#lose(socket, event));
  }

  /** @param {() => void | Promise<void>} what */
  #next(what) {
    this.#heard = this.#heard.then(what).catch((problem) => console.error(problem));
  }

  /** @param {WebSocket} socket @param {CloseEvent} event */
  #lose(socket, event) {
    if (this.#socket !== socket) return;
    clearInterval(this.#ping);
    const reason = FINAL.get(event.code);
    if (reason !== undefined) {
      this.problem = event.reason || reason;
      this.#become("closed");
      for (const {fail} of this.#waiting.values()) fail(new Refusal(reason, this.problem));
      this.#waiting.clear();
      return;
    }
    this.#become("lost");
    this.#retry = setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2);
  }

  /** @param {TableLine["state"]} state */
  #become(state) {
    this.state = state;
    this.dispatchEvent(new Event("line"));
  }

  /** @param {Reply} reply */
  #hear(reply) {
    switch (reply.type) {
      case "view":
        this.#see(reply.revision, reply.view);
        break;
      case "change":
        if (this.view === null || reply.since !== this.revision) {
          // Something is missing: the next line begins with a whole view.
          this.revision = -1;
          this.#socket?.close();
        } else this.#see(reply.revision, changed(this.view, reply.patch));
        break;
      case "table":
        this.table = reply.table;
        this.dispatchEvent(new Event("table"));
        break;
      case "refused":
        if (reply.id !== null) this.#settle(reply.id)?.fail(new Refusal(reply.reason, reply.message));
        break;
      default:
        this.#settle(reply.id)?.done(reply);
    }
  }

  /** @param {number} id */
  #settle(id) {
    const found = this.#waiting.get(id);
    this.#waiting.delete(id);
    return found;
  }

  /** @param {number} revision @param {View} view */
  #see(revision, view) {
    this.revision = revision;
    this.view = view;
    this.dispatchEvent(new Event("view"));
  }
}

/** @param {string | ArrayBuffer} data @returns {Promise<Reply>} */
async function read(data) {
  return JSON.parse(typeof data === "string" ? data : await unpacked(data));
}
