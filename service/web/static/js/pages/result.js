// How the match ended, and what comes next.
import { html } from "../../vendor/lit-html.js";
import { t } from "../i18n.js";
import { keysOf } from "../keyring.js";
import { view } from "../match.js";
import { address } from "../router.js";
import { rematch } from "../table_calls.js";
import { caller, failed } from "./attempt.js";
import { show } from "./dialog.js";
import { link } from "./menu.js";
import { plain, sideName, sidePlayers, sides } from "./sides.js";

/** @param {import('../types.js').View} now */
const headline = (now) => {
  const result = now.result;
  if (!result?.outcome) return t("result.closed");
  if (!result.winner) return t("result.draw");
  if (now.you) return t(result.winner === now.you.side ? "result.won" : "result.lost");
  return t("result.side_won", { side: sidePlayers(result.winner) });
};

/** In the middle of the table. */
export const result = () => {
  const now = /** @type {import('../types.js').View} */ (view.value);
  const scores = now.result?.scores ?? {};
  return html`
    <section class="result" aria-labelledby="result">
      <h2 id="result">${headline(now)}</h2>
      <dl class="finals">
        ${sides().map((side) => html`<div data-won=${now.result?.winner === side}><dt>${sideName(side)}<small>${sidePlayers(side)}</small></dt><dd>${plain(scores[side] ?? now.scores[side]?.points ?? 0)}</dd></div>`)}
      </dl>
      <div class="actions">
        ${keysOf(now.table_id).token ? caller("rematch", rematch, t(now.rematch ? "result.to_rematch" : "result.rematch"), "first") : ""}
        <button type="button" class="button" @click=${() => show("sheet")}>${t("menu.sheet")}</button>
        ${link(address(), t("trouble.lobby"), "button")}
      </div>
      ${failed("rematch")}
    </section>`;
};
