// What the pages do by themselves: the dialogs, and what they load.
import { effect, untracked } from "../../vendor/signals-core.js";
import { loadRuleBook, loadTables } from "../lobby_calls.js";
import { route } from "../router.js";
import { addDialogs, hide, shown, startDialog } from "./dialog.js";
import { helpPage } from "./help.js";
import { settingsPage } from "./settings.js";

export const startPages = () => {
  effect(() => {
    if (shown.value?.name === "help") untracked(loadRuleBook).catch(() => {});
  });
  effect(() => {
    const isLobby = route.value.page === "lobby";
    untracked(hide);
    if (isLobby) untracked(loadTables).catch(() => {});
  });
  addDialogs({ settings: settingsPage, help: helpPage });
  startDialog();
};
