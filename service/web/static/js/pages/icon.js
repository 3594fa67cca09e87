// The small drawings on buttons.
import { html } from "../../vendor/lit-html.js";

const PATHS = {
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h10v11H9zM15 9V4H5v11h4",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 16.7v.01",
  hint: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z",
  home: "M4 11l8-7 8 7M6 10v10h12V10",
  last: "M3.5 12a8.5 8.5 0 1 0 2.7-6.2M3.5 4.5v4h4M12 8v4.5l3 1.7",
  leave: "M14 4H6v16h8M11 12h9M17 8.5l3.5 3.5-3.5 3.5",
  log: "M5 6h14M5 12h14M5 18h8",
  menu: "M4 7h16M4 12h16M4 17h16",
  reload: "M19 12a7 7 0 1 1-2-5M19 4v4h-4",
  settings: "M4 7h7M17 7h3M4 17h3M13 17h7M17 7a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM13 17a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  share: "M12 15V4M8 7.5L12 3.5l4 4M6 12v8h12v-8",
  sheet: "M5 4h14v16H5zM5 9h14M12 9v11",
};

/** @param {keyof typeof PATHS} name */
export const icon = (name) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
