// When a table can't be shown: what happened, and what can be done.
import { html } from "../../vendor/lit-html.js";
import { t } from "../i18n.js";
import { forgetKeys } from "../keyring.js";
import { playNow } from "../lobby_calls.js";
import { openTable, tableId } from "../match.js";
import { address } from "../router.js";
import { caller, failed, told } from "./attempt.js";
import { link, topBar } from "./menu.js";

/** What the page says, by the status of the refusal. */
const KINDS = /** @type {Record<number, string>} */ ({ 401: "seat", 403: "seat", 404: "unknown" });

/** @param {import('../http.js').Problem} problem */
export const troublePage = (problem) => {
  const kind = KINDS[problem.status] ?? "other";
  return html`
    <main data-page="trouble" data-code=${problem.code} class="page trouble">
      ${topBar()}
      <section class="card" role="alert">
        <h1>${t(`trouble.${kind}`)}</h1>
        <p>${kind === "other" ? told(problem) : t(`trouble.${kind}_text`)}</p>
        <div class="actions">
          ${kind === "unknown" ? caller("play", playNow, t("lobby.play"), "first") : opener(kind)}
          ${link(address(), t("trouble.lobby"), "button")}
        </div>
        ${failed("play")}
        ${kind === "other" && problem.instance ? html`<p class="note">${t("trouble.instance")} <code>${problem.instance}</code></p>` : ""}
      </section>
    </main>`;
};

/** Opens the table again; without the seat's token, if that is of no use any more. @param {string} kind */
const opener = (kind) => {
  const open = () => {
    const id = tableId.value ?? "";
    if (kind === "seat") forgetKeys(id);
    openTable(id);
  };
  const text = t(kind === "seat" ? "trouble.watch" : "trouble.again");
  return html`<button type="button" class="button" data-kind="first" @click=${open}>${text}</button>`;
};
