// One table's events as they happen: a stream that is taken up again, after its last whole frame, whatever breaks it.
import { headersOf, Problem, pause, problemOf } from "./http.js";
import { frameParser } from "./sse.js";

/**
 * @typedef {object} Listener
 * @property {(frame: import('./sse.js').Frame) => void} frame
 * @property {(until: number | null) => void} state null: it flows; else broken, and tried again at this performance.now
 * @property {() => void} over the match has ended, and all of it was told
 * @property {(problem: Problem) => void} refused for good
 * @property {() => Promise<void>} poll this server can hold no more streams: ask once, and wait for the answer
 */

const SILENCE_MS = 25_000; // a comment comes every 15 s
const FRESH_MS = 16_000;

/**
 * @param {string} table @param {string | undefined} token @param {Listener} listener
 * @returns {() => void} stops it
 */
export function follow(table, token, listener) {
  const stop = new AbortController();
  let attempt = new AbortController();
  let heard = performance.now();
  /** @type {string | null} */ let lastId = null;
  /** @type {number | null} */ let told = null;
  let failures = 0;
  let isOver = false;
  let isWoken = false;

  /** @param {import('./sse.js').Frame} frame */
  function take(frame) {
    lastId = frame.id ?? lastId;
    told = frame.retry ?? told;
    if (frame.event === "end") isOver = true;
    else listener.frame(frame);
  }

  async function connect() {
    const headers = headersOf({ token });
    headers.set("Accept", "text/event-stream");
    if (lastId !== null) headers.set("Last-Event-ID", lastId);
    const options = /** @type {RequestInit} */ ({ credentials: "omit", cache: "no-store", signal: attempt.signal });
    const answer = await fetch(`/v1/tables/${table}/events`, { ...options, headers });
    if (answer.status === 204) isOver = true;
    else if (answer.ok && answer.body) await read(answer.body.getReader());
    else throw await problemOf(answer);
  }

  /** @param {ReadableStreamDefaultReader<Uint8Array>} reader */
  async function read(reader) {
    const parse = frameParser(take);
    while (!isOver) {
      const { done, value } = await reader.read();
      if (done) return;
      heard = performance.now();
      failures = 0;
      listener.state(null);
      parse(value);
    }
  }

  /** Until it ends, in whatever way; or until it is silent for too long, which is as good as ended. */
  async function attend() {
    heard = performance.now();
    const silence = setInterval(() => performance.now() - heard > SILENCE_MS && attempt.abort(), 1000);
    try {
      await connect();
      return null;
    } catch (error) {
      return error;
    } finally {
      clearInterval(silence);
      attempt.abort();
    }
  }

  async function run() {
    while (!stop.signal.aborted) {
      attempt = new AbortController();
      const error = await attend();
      if (stop.signal.aborted) return;
      if (isOver) return listener.over();
      if (error instanceof Problem && [401, 403, 404].includes(error.status)) return listener.refused(error);
      if (error instanceof Problem && error.code === "too_many_streams") await listener.poll().catch(() => {});
      if (!isWoken) await wait(error);
      isWoken = false;
    }
  }

  /** @param {unknown} error */
  async function wait(error) {
    failures += 1;
    attempt = new AbortController();
    const asTold = error instanceof Problem && error.retryAfter ? error.retryAfter * 1000 : told;
    const ms = (asTold ?? Math.min(250 * 2 ** failures, 10_000)) * (0.75 + Math.random() / 2);
    told = null;
    if (failures > 1) listener.state(performance.now() + ms); // the first break is mended before it is read
    await pause(ms, AbortSignal.any([stop.signal, attempt.signal]));
  }

  // The network is back, or the page is looked at again: what seems to stand may be dead.
  const wake = () => {
    isWoken = true;
    attempt.abort();
  };
  const seen = () => {
    const isFresh = failures === 0 && performance.now() - heard < FRESH_MS;
    if (document.visibilityState === "visible" && !isFresh) wake();
  };

  addEventListener("online", wake);
  document.addEventListener("visibilitychange", seen);
  run();
  return () => {
    stop.abort();
    attempt.abort();
    removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", seen);
  };
}
