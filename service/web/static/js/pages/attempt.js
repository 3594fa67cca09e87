// One call at a time for a page: what is under way, and what went wrong with it.
import { html } from "../../vendor/lit-html.js";
import { signal } from "../../vendor/signals-core.js";
import { Problem, Unreachable } from "../http.js";
import { t } from "../i18n.js";

/** The name of the call under way; '' while there is none. */
export const pending = signal("");
/** @type {import('../../vendor/signals-core.js').Signal<{name: string, error: Problem | Unreachable} | null>} */
export const failure = signal(null);

/** @param {string} name @param {() => Promise<unknown>} job */
export const attempt = async (name, job) => {
  if (pending.value) return;
  pending.value = name;
  failure.value = null;
  try {
    await job();
  } catch (error) {
    if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
    failure.value = { name, error };
  } finally {
    pending.value = "";
  }
};

/** What a refusal says to people. @param {unknown} error */
export const told = (error) =>
  error instanceof Problem ? error.errors?.[0]?.detail || error.detail || error.title : t("net.unreachable");

/** Beside the button that failed. @param {string} name */
export const failed = (name) =>
  html`<div class="failed" role="alert">${failure.value?.name === name ? told(failure.value.error) : ""}</div>`;

/** A button that starts a call. @param {string} name @param {() => Promise<unknown>} job @param {unknown} content @param {string} [kind] */
export const caller = (name, job, content, kind = "plain") => html`
  <button type="button" class="button" data-kind=${kind} aria-busy=${pending.value === name}
    @click=${() => attempt(name, job)}>${content}</button>`;
