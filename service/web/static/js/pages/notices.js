// A strip over the table: what the reader should know now. The most urgent thing, and it alone; a refusal beside it.
import { html } from "../../vendor/lit-html.js";
import { comeBack } from "../actions.js";
import { waiting } from "../http.js";
import { t } from "../i18n.js";
import { connection, view } from "../match.js";
import { refusal } from "../outbox.js";
import { told } from "./attempt.js";
import { icon } from "./icon.js";
import { notice, patience } from "./patience.js";

const dismiss = () => {
  refusal.value = null;
};

const refused = () => {
  const close = html`<button type="button" class="button" data-kind="quiet" aria-label=${t("notice.dismiss")} @click=${dismiss}>${icon("close")}</button>`;
  return refusal.value ? notice("refusal", told(refusal.value), close) : "";
};

const state = () => {
  const now = view.value;
  if (connection.value.state === "retrying") return notice("net", t("notice.retrying"));
  if (waiting.value) return patience();
  if (now?.turn?.actions.includes("return")) return notice("away", t("notice.away"), back());
  return now?.status === "playing" && !now.you ? notice("watch", t("notice.watching")) : "";
};

const back = () =>
  html`<button type="button" class="button" data-kind="first" data-do="return" @click=${() => comeBack()}>${t("notice.return")}</button>`;

export const notices = () => html`
  <div class="notices" data-area="notice"><div role="alert">${refused()}</div><div role="status">${state()}</div></div>`;
