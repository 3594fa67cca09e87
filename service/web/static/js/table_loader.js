// Everything of a table is loaded when the first one is opened, or is about to be.
import { signal } from "../vendor/signals-core.js";
import { call, patiently } from "./http.js";

/** What shows tables; null: not loaded. @type {import('../vendor/signals-core.js').Signal<typeof import('./at_table.js') | null>} */
export const atTable = signal(null);

let isLoading = false;

export async function loadTable() {
  if (isLoading) return;
  isLoading = true;
  try {
    const [loaded] = await Promise.all([import("./at_table.js"), loadNamed()]);
    loaded.start();
    atTable.value = loaded;
  } catch {
    // The network is away; or there is another release, and the files of this one are gone.
    await patiently(() => call("GET", ""));
    location.reload();
  }
}

/** The page names what else a table needs: all of it is fetched at once. Resolves when the styles are there. */
function loadNamed() {
  const named = document.querySelector("template");
  if (!named) return;
  const links = [...named.content.querySelectorAll("link")];
  const styles = links.filter(({ rel }) => rel === "stylesheet");
  const loads = styles.map(
    (link) => new Promise((resolve) => ["load", "error"].map((type) => link.addEventListener(type, resolve))),
  );
  named.replaceWith(...links);
  return Promise.all(loads);
}
