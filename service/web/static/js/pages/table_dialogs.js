// The pages that open over the table alone.
import { html } from "../../vendor/lit-html.js";
import { leave } from "../actions.js";
import { t } from "../i18n.js";
import { address, go } from "../router.js";
import { addDialogs, framed, hide } from "./dialog.js";
import { log } from "./log.js";
import { sheetPage, startSheet } from "./sheet.js";

const goodbye = () => {
  leave();
  hide();
  go(address());
};

const leavePage = () => {
  const buttons = html`
    <button type="button" class="button" @click=${hide}>${t("leave.stay")}</button>
    <button type="button" class="button" data-kind="first" @click=${goodbye}>${t("leave.go")}</button>`;
  return framed(t("leave.title"), html`<p>${t("leave.text")}</p>`, buttons);
};

export const startTableDialogs = () => {
  startSheet();
  addDialogs({ sheet: sheetPage, log: () => framed(t("log.title"), log()), leave: leavePage });
};
