// Calls of the API: JSON in and out, refusals as `Problem`, no answer as `Unreachable`, and repeating with patience.
import { signal } from "../vendor/signals-core.js";
import { language } from "./i18n.js";

/** A refusal: nothing was changed. `detail` is for people, `code` for programs. */
export class Problem extends Error {
  /** @param {number} status @param {any} body @param {string | null} retryAfter the header */
  constructor(status, body, retryAfter) {
    super(body?.detail ?? `HTTP ${status}`);
    this.status = status;
    /** @type {string} */ this.code = body?.code ?? "";
    /** @type {string} */ this.title = body?.title ?? "";
    /** @type {string} */ this.detail = body?.detail ?? "";
    /** @type {string} */ this.instance = body?.instance ?? "";
    /** @type {import('./types.js').Schemas['Fault'][]} */ this.errors = body?.errors ?? [];
    /** @type {import('./types.js').Schemas['Legal'] | undefined} */ this.legal = body?.legal;
    /** In seconds. @type {number | null} */ this.retryAfter =
      retryAfter === null ? null : Number.parseFloat(retryAfter) || null;
  }
}

/** No answer: the call may have reached the service, or not. */
export class Unreachable extends Error {}

/** @typedef {{token?: string | null, body?: unknown, key?: string, ifMatch?: string, ifNoneMatch?: string | null,
 *   prefer?: string, seconds?: number, abort?: AbortSignal}} Options `seconds`: that the answer may keep us waiting */
/** @typedef {{status: number, body: any, etag: string | null, headers: Headers}} Answer */

const ANSWER_MS = 10_000;

/**
 * @param {string} method @param {string} path under /v1 @param {Options} [options]
 * @returns {Promise<Answer>} status 2xx or 304
 * @throws {Problem | Unreachable}
 */
export async function call(method, path, options = {}) {
  const { status, headers, body } = await reach(method, path, options);
  if (status < 300 || status === 304) return { status, body, etag: headers.get("ETag"), headers };
  throw new Problem(status, body, headers.get("Retry-After"));
}

/** What an answer refuses. @param {Response} answer */
export const problemOf = async (answer) =>
  new Problem(answer.status, parsed(await answer.text()), answer.headers.get("Retry-After"));

/** @param {string} method @param {string} path @param {Options} options */
async function reach(method, path, options) {
  const limit = AbortSignal.timeout(ANSWER_MS + 1000 * (options.seconds ?? 0));
  try {
    const answer = await fetch(`/v1${path}`, {
      method,
      headers: headersOf(options),
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: options.abort ? AbortSignal.any([options.abort, limit]) : limit,
      credentials: "omit",
      cache: "no-store",
    });
    const text = await answer.text();
    if (answer.status < 500) tellReached();
    return { status: answer.status, headers: answer.headers, body: parsed(text) };
  } catch (error) {
    if (options.abort?.aborted) throw error;
    throw new Unreachable("no answer", { cause: error });
  }
}

/** @param {Options} options */
export function headersOf({ token, body, key, ifMatch, ifNoneMatch, prefer }) {
  const headers = new Headers({ "Accept-Language": language.peek() });
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (key) headers.set("Idempotency-Key", key);
  if (ifMatch) headers.set("If-Match", ifMatch);
  if (ifNoneMatch) headers.set("If-None-Match", ifNoneMatch);
  if (prefer) headers.set("Prefer", prefer);
  return headers;
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A secret of its own for each thing that is asked for once. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @typedef {{reason: 'unreachable' | 'busy', until: number}} Waiting `until`: when it is tried again, by performance.now */

/** What is waited for now, of all calls the latest to be tried again. @type {import('../vendor/signals-core.js').Signal<Waiting | null>} */
export const waiting = signal(null);
/** @type {Set<Waiting>} */
const allWaiting = new Set();

/**
 * Repeats what had no answer, or was told to come later, until there is another answer.
 * @template T
 * @param {() => Promise<T>} attempt
 * @param {{abort?: AbortSignal}} [options]
 */
export async function patiently(attempt, { abort } = {}) {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      const wait = abort?.aborted ? null : waitFor(error, failures);
      if (!wait) throw error;
      const told = { reason: wait.reason, until: performance.now() + wait.ms };
      tellWaiting(told, true);
      await pause(wait.ms, abort, wait.reason === "unreachable" ? REACHED : undefined);
      tellWaiting(told, false);
    }
  }
}

/** @param {Waiting} told @param {boolean} isOn */
function tellWaiting(told, isOn) {
  if (isOn) allWaiting.add(told);
  else allWaiting.delete(told);
  waiting.value = [...allWaiting].sort((one, other) => other.until - one.until)[0] ?? null;
}

/** @param {unknown} error @param {number} failures @returns {{reason: Waiting['reason'], ms: number} | null} */
function waitFor(error, failures) {
  const growing = Math.min(250 * 2 ** failures, 10_000) * (0.75 + Math.random() / 2);
  if (error instanceof Unreachable) return { reason: "unreachable", ms: growing };
  if (!(error instanceof Problem)) return null;
  const isOnce = error.status === 500 && failures === 1;
  if (!isOnce && ![429, 502, 503, 504].includes(error.status)) return null;
  const asTold = error.retryAfter === null ? growing : error.retryAfter * 1000 * (1 + Math.random() / 10);
  return { reason: error.status === 429 || error.status === 503 ? "busy" : "unreachable", ms: asTold };
}

const REACHED = "reached";
const network = new EventTarget();

/** The service answered: who waits for it need not wait any longer. */
export const tellReached = () => network.dispatchEvent(new Event(REACHED));
addEventListener("online", tellReached);

/** Waits; ends early when it is given up, or when the service can be reached. @param {number} ms @param {AbortSignal} [abort] @param {string} [until] */
export function pause(ms, abort, until = "") {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      network.removeEventListener(until, done);
      abort?.removeEventListener("abort", done);
      resolve(undefined);
    };
    const timer = setTimeout(done, ms);
    network.addEventListener(until, done);
    abort?.addEventListener("abort", done);
  });
}
