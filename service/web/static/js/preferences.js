// What the reader likes, kept on this device. Each is a signal; <html> carries those that the look depends on.
import { effect, signal } from "../vendor/signals-core.js";
import { keep, kept } from "./storage.js";

const stored = kept("preferences") ?? {};

/**
 * @template {readonly [unknown, ...unknown[]]} T
 * @param {string} name
 * @param {T} choices the first is the default
 */
function preference(name, choices) {
  const preferred = signal(/** @type {T[number]} */ (choices.includes(stored[name]) ? stored[name] : choices[0]));
  return Object.assign(preferred, { choices });
}

export const deck = preference("deck", /** @type {const} */ (["two", "four"]));
export const theme = preference("theme", /** @type {const} */ (["auto", "light", "dark"]));
export const cardSize = preference("cardSize", /** @type {const} */ (["medium", "small", "large"]));
export const oneTap = preference("oneTap", /** @type {const} */ ([false, true]));
/** How long a finished trick stays, in ms; `tap`: until the reader taps. */
export const pace = preference("pace", /** @type {const} */ ([1200, 600, 2500, "tap"]));
export const sounds = preference("sounds", /** @type {const} */ ([false, true]));
export const shortcuts = preference("shortcuts", /** @type {const} */ ([true, false]));
export const language = preference("language", /** @type {const} */ (["auto", "en", "ja"]));
export const level = preference("level", /** @type {const} */ (["normal", "easy", "hard"]));
export const preset = signal(typeof stored.preset === "string" ? stored.preset : "standard");
export const playerName = signal(typeof stored.playerName === "string" ? stored.playerName : "");

const all = { deck, theme, cardSize, oneTap, pace, sounds, shortcuts, language, level, preset, playerName };

/** Keeps them from now on, and shows them on the page. */
export function startPreferences() {
  effect(() => keep("preferences", Object.fromEntries(Object.entries(all).map(([name, each]) => [name, each.value]))));
  effect(() => {
    const { dataset } = document.documentElement;
    dataset.deck = deck.value;
    dataset.theme = theme.value;
    dataset.cardSize = cardSize.value;
  });
}
