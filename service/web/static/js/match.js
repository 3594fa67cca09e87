// The table that is open: what this viewer may see of it now.
import { batch, computed, effect, signal } from "../vendor/signals-core.js";
import { learnTime, runClock } from "./clock.js";
import { MOST, remember, tell, tellFrom, toldUpTo } from "./events.js";
import { call, Problem, patiently, pause } from "./http.js";
import { language } from "./i18n.js";
import { keysOf, noteOver } from "./keyring.js";
import { route } from "./router.js";
import { follow } from "./stream.js";

/** @typedef {import('./types.js').View} View */
/** @typedef {{state: 'connecting' | 'live' | 'retrying' | 'over', until: number | null}} Connection `until`: by performance.now */
/** @typedef {{id: string, abort: AbortSignal, etag: string | null, isAsking: boolean, isStale: boolean, isWaiting: boolean}} Session */
/**
 * @template T
 * @typedef {import('../vendor/signals-core.js').Signal<T>} Signal
 */

const REMATCH_MS = 2000;
const POLL_SECONDS = 20;
const CONNECTING = /** @type {Connection} */ ({ state: "connecting", until: null });

export const tableId = signal(/** @type {string | null} */ (null));
/** @type {Signal<View | null>} */
export const view = signal(null);
export const connection = signal(CONNECTING);
/** Why the table can't be shown at all. @type {Signal<Problem | null>} */
export const trouble = signal(null);
/** The seat that this device plays; null: it watches. */
export const mySeat = computed(() => view.value?.you?.seat ?? null);

/** All else that belongs to the open table. @type {Session | null} */
let session = null;
let stop = new AbortController();

/** What the address names is open. */
export function startMatch() {
  effect(() => {
    language.value; // the texts of views and events come in it
    const here = route.value;
    if (here.page === "table") openTable(here.id);
    else closeTable();
  });
  const isTimed = () => view.value?.status === "playing" && Boolean(view.value.deadline);
  effect(() => runClock("deadline", isTimed()));
}

/** Opens a table, or the same one anew. @param {string} id */
export function openTable(id) {
  leaveTable(id !== tableId.peek());
  const here = { id, abort: stop.signal, etag: null, isAsking: false, isStale: false, isWaiting: false };
  session = here;
  tableId.value = id;
  here.abort.addEventListener("abort", follow(id, tokenOf(id), listenerOf(here)));
  refresh();
}

function closeTable() {
  leaveTable(true);
  tableId.value = null;
}

/** @param {boolean} isForGood what is shown goes, too */
function leaveTable(isForGood) {
  stop.abort();
  stop = new AbortController();
  session = null;
  batch(() => {
    if (isForGood) view.value = null;
    tellFrom(null);
    connection.value = CONNECTING;
    trouble.value = null;
  });
}

/** A host without a seat sees what a watcher sees, and the join code. @param {string} id */
const tokenOf = (id) => keysOf(id).token ?? keysOf(id).host ?? undefined;
/** @param {string} id */
const pathOf = (id) => `/tables/${id}${keysOf(id).token ? "/view" : ""}`;

/** Gets the view, if it is another than what is shown; who asks meanwhile is answered by one more call. */
export async function refresh() {
  const here = session;
  if (!here) return;
  here.isStale = true;
  if (here.isAsking) return;
  here.isAsking = true;
  try {
    while (here.isStale) await readView(here);
  } catch (error) {
    if (here !== session) return;
    if (!(error instanceof Problem)) throw error;
    trouble.value = error;
  } finally {
    here.isAsking = false;
  }
}

/** @param {Session} here @param {number} [seconds] waits so long for another view than the one that is shown */
async function readView(here, seconds = 0) {
  here.isStale = false;
  const { id, abort, etag: ifNoneMatch } = here;
  const prefer = seconds ? `wait=${seconds}` : undefined;
  const options = { token: tokenOf(id), ifNoneMatch, prefer, seconds, abort };
  const answer = await patiently(() => call("GET", pathOf(id), options), { abort });
  if (here === session && answer.status === 200) absorb(answer.body, answer.etag);
}

/** Shows a view, unless a later one is shown. @param {View} fresh @param {string | null} etag @param {boolean} [isSetBack] */
export function absorb(fresh, etag, isSetBack = false) {
  const shown = view.peek();
  if (!session || fresh.table_id !== session.id) return;
  learnTime(fresh.server_time);
  if (shown && !isSetBack && isOlder(fresh, shown)) return;
  if (etag || shown?.version !== fresh.version) session.etag = etag;
  view.value = fresh;
  if (fresh.status !== "over" && fresh.status !== "closed") return;
  noteOver(session.id);
  waitForRematch(session);
}

/** @param {View} one @param {View} other */
const isOlder = (one, other) =>
  one.version < other.version || (one.version === other.version && one.server_time < other.server_time);

/** The log has ended, and the link to the next table is no event. @param {Session} here */
async function waitForRematch(here) {
  if (here.isWaiting) return;
  here.isWaiting = true;
  while (here === session && !view.peek()?.rematch) {
    await pause(REMATCH_MS, here.abort);
    await readView(here, POLL_SECONDS).catch(() => {}); // asked again in a moment
  }
}

/** @param {Session} here @returns {import('./stream.js').Listener} */
const listenerOf = (here) => ({
  frame: (frame) => takeFrame(here, frame),
  state: (until) => {
    const state = until === null ? "live" : "retrying";
    if (state !== connection.peek().state || until) connection.value = { state, until };
  },
  over: () => {
    connection.value = { state: "over", until: null };
    refresh();
  },
  refused: (problem) => {
    trouble.value = problem;
  },
  poll: async () => {
    const page = await readEvents(here, toldUpTo() ?? 0, POLL_SECONDS);
    if (toldUpTo() === null) tellFrom(page.last_seq);
    page.events.forEach(tellNews);
  },
});

/** @param {Session} here @param {import('./sse.js').Frame} frame */
function takeFrame(here, frame) {
  const body = JSON.parse(frame.data);
  if (frame.event === "snapshot") {
    const seq = Number(frame.id);
    absorb(body, null, seq < (toldUpTo() ?? 0));
    tellFrom(seq);
    readPast(here, Math.max(0, seq - MOST / 2)).catch(() => {}); // the log is a little shorter
  } else if (frame.event === "presence") {
    showPresence(body.presence);
  } else {
    tellNews(body);
  }
}

/** @param {Session} here @param {number} after */
async function readPast(here, after) {
  const page = await readEvents(here, after, 0);
  if (here === session) remember(page.events);
}

/** @param {import('./types.js').TableEvent} event */
function tellNews(event) {
  if (tell(event) && event.version > (view.peek()?.version ?? 0)) refresh();
}

/** It comes and goes without a version. @param {Record<string, string>} presence */
function showPresence(presence) {
  const shown = view.peek();
  if (!shown) return;
  const seats = structuredClone(shown.seats);
  for (const [seat, chair] of Object.entries(seats)) chair.presence = presence[seat] ?? chair.presence;
  view.value = { ...shown, seats };
}

/**
 * @param {Session} here @param {number} after @param {number} wait seconds
 * @returns {Promise<import('./types.js').Schemas['EventPage']>}
 */
async function readEvents({ id, abort }, after, wait) {
  const path = `/tables/${id}/events?after=${after}&wait=${wait}`;
  return (await patiently(() => call("GET", path, { token: tokenOf(id), abort, seconds: wait }), { abort })).body;
}
