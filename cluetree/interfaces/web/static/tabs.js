// The tabs of a game.

import { button, h } from "./dom.js";
import { t } from "./language.js";
import { picture } from "./names.js";

const ALWAYS = ["Enter", "Sheet", "Log", "Advice", "Rivals", "Story"];
const SOMETIMES = ["Why", "Repair", "Set-up", "Help"];
const ALL = [...ALWAYS, ...SOMETIMES];

export class Tabs {
  /** `choose` is called with the tab that was tapped. */
  constructor(choose) {
    this.chosen = "Enter";
    this.panels = {};
    this.tabs = {};
    for (const tab of ALL) {
      const [id, panel] = [`tab-${tab}`, `panel-${tab}`];
      this.panels[tab] = h("section", { id: panel, role: "tabpanel", "aria-labelledby": id, tabindex: 0 });
      this.tabs[tab] = button([picture(tab), t(`tab.${tab}`)], () => choose(tab), {
        class: ALWAYS.includes(tab) ? "always" : "sometimes",
        role: "tab",
        id,
        "aria-controls": panel,
        onkeydown: (event) => this.#turn(event, tab, choose),
      });
    }
    const attributes = { class: "tabs", role: "tablist", "aria-label": t("page.parts") };
    this.element = h("div", attributes, Object.values(this.tabs));
  }

  #turn(event, tab, choose) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const visible = ALL.filter((one) => this.tabs[one].offsetParent !== null);
    const next = visible.at((visible.indexOf(tab) + step) % visible.length);
    choose(next);
    this.tabs[next].focus();
  }

  /** Set which of the optional tabs have content. */
  offer(offered) {
    for (const tab of SOMETIMES) this.tabs[tab].hidden = !(offered[tab] || tab === this.chosen);
    for (const tab of ALWAYS) this.tabs[tab].hidden = offered[tab] === false;
  }

  choose(chosen, offered) {
    this.chosen = ALL.includes(chosen) ? chosen : "Enter";
    for (const tab of ALL) {
      const isChosen = tab === this.chosen;
      this.tabs[tab].setAttribute("aria-selected", isChosen);
      this.tabs[tab].setAttribute("tabindex", isChosen ? 0 : -1);
      this.panels[tab].setAttribute("class", `panel panel-${tab.toLowerCase()}${isChosen ? " chosen" : ""}`);
    }
    this.offer(offered);
    this.tabs[this.chosen].scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
