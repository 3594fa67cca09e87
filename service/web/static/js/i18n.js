// The words of the page: those of the language that the reader chose, or else of the browser's.
import { computed, effect, signal } from "../vendor/signals-core.js";
import * as preferences from "./preferences.js";

/** @typedef {'en' | 'ja'} Language */
/** @typedef {Record<string, string | Record<string, string>>} Words a plural's words are by its form: one, other … */

/** @type {readonly Language[]} */
export const LANGUAGES = ["en", "ja"];
/** Each language by its own name: the one text that is not translated. */
export const NATIVE_NAMES = { en: "English", ja: "日本語" };

/** @type {import('../vendor/signals-core.js').Signal<{language: Language, words: Words}>} */
const loaded = signal({ language: "en", words: {} });

/** The language that is asked for. @type {import('../vendor/signals-core.js').ReadonlySignal<Language>} */
export const language = computed(() => {
  const asked = preferences.language.value === "auto" ? navigator.languages : [preferences.language.value];
  const found = asked.map((each) => LANGUAGES.find((known) => each.toLowerCase().startsWith(known)));
  return found.find(Boolean) ?? "en";
});

/**
 * The text of a key, with `{name}` filled in. A plural is chosen by `count`. Unknown: the key itself.
 * @param {string} key
 * @param {Record<string, string | number>} [params]
 */
export function t(key, params = {}) {
  const { language, words } = loaded.value;
  let text = words[key] ?? key;
  if (typeof text !== "string") {
    const form = new Intl.PluralRules(language).select(Number(params.count));
    text = text[form] ?? text.other ?? key;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole));
}

/** Whether there is a text of that key. @param {string} key */
export const has = (key) => key in loaded.value.words;

/** A number as the language writes it. @param {number} value @param {Intl.NumberFormatOptions} [options] */
export const number = (value, options) => new Intl.NumberFormat(loaded.value.language, options).format(value);

/** Asked for at once: the page has this module run before the others are there. */
const first = { language: language.peek(), words: load(language.peek()) };

/** Shows the words, and others whenever another language is chosen. Resolves when there are some. */
export function startLanguage() {
  return new Promise((resolve) => {
    effect(() => {
      const wanted = language.value;
      const loading = wanted === first.language ? first.words : load(wanted);
      loading.then((words) => {
        if (language.peek() !== wanted) return;
        loaded.value = { language: wanted, words };
        document.documentElement.lang = wanted;
        document.title = t("app.title");
        resolve(undefined);
      });
    });
  });
}

/** @param {Language} wanted @returns {Promise<Words>} */
async function load(wanted) {
  for (;;) {
    try {
      const answer = await fetch(new URL(`../i18n/${wanted}.json`, import.meta.url));
      if (answer.ok) return await answer.json();
    } catch {
      // The network is away: the page has nothing to say without its words.
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
