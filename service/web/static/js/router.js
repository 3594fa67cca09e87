// Where the reader is: the lobby, or a table.
import { signal } from "../vendor/signals-core.js";

/** @typedef {{page: 'lobby'} | {page: 'table', id: string}} Route */

/** @type {import('../vendor/signals-core.js').Signal<Route>} */
export const route = signal(read());
/** The join code of the invitation that led here; '' without. */
export const code = signal(location.hash.slice(1));

/** @returns {Route} */
function read() {
  const id = location.pathname.split("/")[2];
  return id ? { page: "table", id } : { page: "lobby" };
}

/** The address of a table, or of the lobby. @param {string} [id] */
export const address = (id) => (id ? `/play/${id}` : "/play");

/** Goes there without loading a page. @param {string} path @param {boolean} [isAnew] also if it is here */
export function go(path, isAnew) {
  if (path !== location.pathname) history.pushState(null, "", path);
  arrive(isAnew);
}

addEventListener("popstate", () => arrive());

/** @param {boolean} [isAnew] */
function arrive(isAnew) {
  code.value = location.hash.slice(1);
  const next = read();
  if (isAnew || JSON.stringify(next) !== JSON.stringify(route.peek())) route.value = next;
}
