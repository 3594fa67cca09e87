// The start: one effect draws the page from signals, whenever one that it read has changed.
import { render } from "../vendor/lit-html.js";
import { effect } from "../vendor/signals-core.js";
import { runClock } from "./clock.js";
import { waiting } from "./http.js";
import { startLanguage } from "./i18n.js";
import { page, startPage } from "./page.js";
import { startPages } from "./pages/start.js";
import { startPreferences } from "./preferences.js";

startPreferences();
startPage();
effect(() => runClock("waiting", waiting.value !== null));
await startLanguage();
startPages();
const root = /** @type {HTMLElement} */ (document.getElementById("app"));
effect(() => {
  render(page(), root);
});
