// Public tables: open ones to sit down at, running ones to watch.
import { html } from "../../vendor/lit-html.js";
import { t } from "../i18n.js";
import { loadTables, publicTables, takeSeat } from "../lobby_calls.js";
import { address } from "../router.js";
import { attempt, caller, failed, pending } from "./attempt.js";
import { icon } from "./icon.js";
import { link } from "./menu.js";
import { presetName } from "./variant.js";

export const publicList = () => html`
  <section class="card public" aria-labelledby="public">
    <div class="head">
      <h2 id="public">${t("public.title")}</h2>
      <button type="button" class="button" data-kind="quiet" aria-label=${t("public.reload")} title=${t("public.reload")}
        aria-busy=${pending.value === "tables"} @click=${() => attempt("tables", loadTables)}>${icon("reload")}</button>
    </div>
    ${publicTables.value.length ? html`<ul>${publicTables.value.map(entry)}</ul>` : html`<p class="nothing">${t("public.none")}</p>`}
    ${failed("tables")}
  </section>`;

/** @param {import('../types.js').PublicTable} table */
const entry = (table) => {
  const id = table.table_id;
  const chairs = Object.values(table.seats);
  const names = chairs.filter(({ kind }) => kind === "player").map(({ name }) => name);
  const about = { target: table.rules.target, names: names.join(t("side.and")) || "–" };
  const free = chairs.filter(({ kind }) => kind === "open").length;
  return html`
    <li>
      <div>
        <strong>${presetName(table.rules.preset)}</strong>
        <small>${t("public.about", about)}${free ? html` · ${t("public.free", { count: free })}` : ""}</small>
        ${failed(id)}
      </div>
      ${table.status === "open" ? caller(id, () => takeSeat(id), t("public.sit")) : link(address(id), t("public.watch"), "button")}
    </li>`;
};
