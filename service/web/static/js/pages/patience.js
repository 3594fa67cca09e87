// What a call waits for, told where somebody waits with it.
import { html } from "../../vendor/lit-html.js";
import { tick } from "../clock.js";
import { waiting } from "../http.js";
import { t } from "../i18n.js";

/** @param {string} kind @param {unknown} words @param {unknown} [button] */
export const notice = (kind, words, button = "") =>
  html`<div class="notice" data-kind=${kind}><p>${words}</p>${button}</div>`;

export const patience = () => {
  const { reason, until } = waiting.value ?? { until: 0 };
  if (!reason) return "";
  tick.value; // the seconds count down
  return notice("wait", t(`notice.${reason}`, { count: Math.max(1, Math.ceil((until - performance.now()) / 1000)) }));
};
