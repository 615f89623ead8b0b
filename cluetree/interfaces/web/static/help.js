// What a person needs to know to use the page, in short.

import { h } from "./dom.js";
import { t } from "./language.js";

const PARTS = ["Enter", "Sheet", "Log", "Advice", "Rivals", "Story", "Repair"];

/** Help, as a list of the parts of the page. */
export function helpView() {
  const row = (part) =>
    h("div", {}, h("dt", {}, part === "Repair" ? t("banner.find") : t(`tab.${part}`)), h("dd", {}, t(`help.${part}`)));
  return h("dl", { class: "help" }, PARTS.map(row));
}
