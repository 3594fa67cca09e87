// How the table looks and behaves on this device.
import { html } from "../../vendor/lit-html.js";
import { LANGUAGES, language, NATIVE_NAMES, t } from "../i18n.js";
import * as preferences from "../preferences.js";
import { framed } from "./dialog.js";
import { choice, line, toggle } from "./fields.js";

const { cardSize, deck, oneTap, pace, playerName, shortcuts, sounds, theme } = preferences;
const SIZES = /** @type {const} */ (["small", "medium", "large"]);
const PACES = /** @type {const} */ ([600, 1200, 2500, "tap"]);

/** The language in use, also while the browser's is taken. */
const spoken = {
  get value() {
    return language.value;
  },
  set value(chosen) {
    preferences.language.value = chosen;
  },
};

/** The name that goes with the next seat. */
export const nameField = () => line("settings.name", playerName, { most: 24, hint: t("player.guest"), name: "player" });

export const settingsPage = () =>
  framed(
    t("settings.title"),
    html`
      <div class="settings">
        ${choice("settings.language", "language", LANGUAGES, spoken, (each) => NATIVE_NAMES[each])}
        ${choice("settings.theme", "theme", theme.choices, theme)} ${choice("settings.deck", "deck", deck.choices, deck)}
        ${choice("settings.card_size", "size", SIZES, cardSize)} ${choice("settings.pace", "pace", PACES, pace)}
        ${toggle("settings.one_tap", oneTap, "settings.one_tap_note")} ${toggle("settings.sounds", sounds)}
        ${toggle("settings.shortcuts", shortcuts, "settings.shortcuts_note")} ${nameField()}
      </div>`,
  );
