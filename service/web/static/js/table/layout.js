// Where there is room for the sheet beside the table.
import { signal } from "../../vendor/signals-core.js";

/** As in table.css. Where there is none, the sheet is a dialog. */
const PANEL = "(min-width: 47.5rem)";

const query = matchMedia(PANEL);

/** Whether the sheet stands beside the table. */
export const hasPanel = signal(query.matches);

query.addEventListener("change", () => {
  hasPanel.value = query.matches;
});
