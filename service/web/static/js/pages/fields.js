// Fields of forms. Each shows a signal, and sets it.
import { html } from "../../vendor/lit-html.js";
import { t } from "../i18n.js";

/**
 * @template T
 * @typedef {{value: T}} Kept a signal, or what is like one
 */

/** @param {Kept<any>} kept @param {'value' | 'checked'} of the field */
const taken = (kept, of) => (/** @type {any} */ event) => {
  kept.value = event.target[of];
};

/**
 * One of a few, all of them in sight.
 * @template T
 * @param {string} label a key @param {string} name @param {readonly T[]} values @param {Kept<T>} kept @param {(value: T) => string} [text]
 */
export function choice(label, name, values, kept, text = (value) => t(`${name}.${value}`)) {
  const take = (/** @type {T} */ value) => () => {
    kept.value = value;
  };
  const segment = (/** @type {T} */ value) => html`
    <label class="segment">
      <input type="radio" name=${name} value=${String(value)} .checked=${kept.value === value} @change=${take(value)}>
      <span>${text(value)}</span>
    </label>`;
  return html`
    <fieldset class="choice">
      <legend>${t(label)}</legend>
      <div class="segments">${values.map(segment)}</div>
    </fieldset>`;
}

/**
 * One of many.
 * @param {string} label a key @param {readonly string[]} values @param {Kept<string>} kept @param {(value: string) => string} text
 * @param {() => void} [opened] before it is used
 */
export const list = (label, values, kept, text, opened) => html`
  <label class="field">
    <span>${t(label)}</span>
    <select @focus=${opened} @change=${taken(kept, "value")}>
      ${values.map((value) => html`<option value=${value} .selected=${kept.value === value}>${text(value)}</option>`)}
    </select>
  </label>`;

/** On or off. @param {string} label a key @param {Kept<boolean>} kept @param {string} [note] a key */
export const toggle = (label, kept, note) => html`
  <label class="toggle">
    <input type="checkbox" role="switch" .checked=${kept.value} @change=${taken(kept, "checked")}>
    <span>${t(label)}${note ? html`<small>${t(note)}</small>` : ""}</span>
  </label>`;

/** Some words. @param {string} label a key @param {Kept<string>} kept @param {{most: number, hint?: string, name: string}} of */
export const line = (label, kept, { most, hint = "", name }) => html`
  <label class="field">
    <span>${t(label)}</span>
    <input type="text" name=${name} maxlength=${most} autocomplete="off" spellcheck="false" placeholder=${hint}
      .value=${kept.value} @input=${taken(kept, "value")}>
  </label>`;
