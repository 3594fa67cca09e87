// Which page is shown.
import { html } from "../vendor/lit-html.js";
import { effect } from "../vendor/signals-core.js";
import { t } from "./i18n.js";
import { lobby } from "./pages/lobby.js";
import { route } from "./router.js";
import { atTable, loadTable } from "./table_loader.js";

/** The whole page, from what the signals say now. */
export function page() {
  if (route.value.page === "lobby") return lobby();
  return atTable.value?.page() ?? loadingPage();
}

const loadingPage = () =>
  html`<main data-page="table" class="page loading" aria-busy="true"><p>${t("trouble.loading")}</p></main>`;

export function startPage() {
  effect(() => {
    if (route.value.page === "table") loadTable();
  });
}
