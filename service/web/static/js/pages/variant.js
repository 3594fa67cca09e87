// Which rules: the presets, and what the service says of them.
import { html } from "../../vendor/lit-html.js";
import { has, language, t } from "../i18n.js";
import { loadRuleBook, ruleBook } from "../lobby_calls.js";
import { preset } from "../preferences.js";
import { list } from "./fields.js";

/** Those that have a name here; the book of the service has them all. */
const PRESETS = ["standard", "short", "encyclopedia", "suicide", "mirror", "whiz", "jokers", "duel"];

/** What a preset is called; one that came later goes by its code. @param {string | null | undefined} name */
export const presetName = (name) => (has(`preset.${name}`) ? t(`preset.${name}`) : (name ?? ""));

export const variant = () => {
  const names = ruleBook.value?.presets.map(({ name }) => name) ?? PRESETS;
  const about = ruleBook.value?.presets.find(({ name }) => name === preset.value)?.texts[language.value];
  return html`
    <div class="variant">
      ${list("lobby.preset", names, preset, presetName, () => loadRuleBook().catch(() => {}))}
      <p class="about" aria-live="polite">${about ?? ""}</p>
    </div>`;
};
