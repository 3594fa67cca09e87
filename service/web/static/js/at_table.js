// Everything of a table: what runs there, and its pages.
import { startActions } from "./actions.js";
import { startAnnouncing } from "./announce.js";
import { startKeys } from "./keys.js";
import { startMatch, trouble, view } from "./match.js";
import { startOutbox } from "./outbox.js";
import { startPace } from "./pace.js";
import { startTableDialogs } from "./pages/table_dialogs.js";
import { troublePage } from "./pages/trouble.js";
import { waiting } from "./pages/waiting.js";
import { startSounds } from "./sound.js";
import { startTable, table } from "./table/table.js";

export function start() {
  startPace();
  startOutbox();
  startActions();
  startAnnouncing();
  startSounds();
  startMatch();
  startTableDialogs();
  startTable();
  startKeys();
}

/** What is to be shown of the table; null: it has not come yet. */
export function page() {
  if (trouble.value) return troublePage(trouble.value);
  if (view.value === null) return null;
  return view.value.status === "open" ? waiting() : table();
}
