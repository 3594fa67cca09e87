// The buttons at the table that open pages.
import { html } from "../../vendor/lit-html.js";
import { view } from "../match.js";
import { address, go } from "../router.js";
import { show } from "./dialog.js";
import { opener } from "./menu.js";

/** One who plays is asked first. */
const out = () => (view.value?.status === "playing" && view.value.you ? show("leave") : go(address()));

export const menu = () => html`
  <div class="menu">
    ${opener("sheet")} ${opener("log")} ${opener("help")} ${opener("settings")} ${opener("leave", out)}
  </div>`;
