// The parts of a game, one of which is in front.

import { button, h } from "./dom.js";
import { t } from "./language.js";

const ALWAYS = ["Enter", "Sheet", "Log", "Advice", "Rivals", "Story"];
const SOMETIMES = ["Why", "Repair", "Set-up", "Help"];
const ALL = [...ALWAYS, ...SOMETIMES];

/** The tabs and their panels. */
export class Tabs {
  #offered = {};

  /** `choose` is told which tab was tapped. */
  constructor(choose) {
    this.chosen = "Enter";
    this.panels = Object.fromEntries(
      ALL.map((tab) => [
        tab,
        h("section", {
          id: `panel-${tab}`,
          role: "tabpanel",
          "aria-labelledby": `tab-${tab}`,
          tabindex: 0,
        }),
      ]),
    );
    this.tabs = Object.fromEntries(
      ALL.map((tab) => [
        tab,
        button(t(`tab.${tab}`), () => choose(tab), {
          class: ALWAYS.includes(tab) ? "always" : "sometimes",
          role: "tab",
          id: `tab-${tab}`,
          "aria-controls": `panel-${tab}`,
          onkeydown: (event) => this.#turn(event, tab, choose),
        }),
      ]),
    );
    this.element = h(
      "div",
      { class: "tabs", role: "tablist", "aria-label": t("page.parts") },
      Object.values(this.tabs),
    );
  }

  #turn(event, tab, choose) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const there = ALL.filter((one) => this.tabs[one].offsetParent !== null);
    const next = there.at((there.indexOf(tab) + step) % there.length);
    choose(next);
    this.tabs[next].focus();
  }

  /** Say which of the tabs that are not always there have something to show. */
  offer(offered) {
    this.#offered = offered;
    for (const tab of SOMETIMES) this.tabs[tab].hidden = !(offered[tab] || tab === this.chosen);
  }

  /** Bring one part to the front. */
  choose(chosen, offered = this.#offered) {
    this.chosen = ALL.includes(chosen) ? chosen : "Enter";
    for (const tab of ALL) {
      const here = tab === this.chosen;
      this.tabs[tab].setAttribute("aria-selected", here);
      this.tabs[tab].setAttribute("tabindex", here ? 0 : -1);
      this.panels[tab].setAttribute("class", `panel panel-${tab.toLowerCase()}${here ? " chosen" : ""}`);
    }
    this.offer(offered);
    this.tabs[this.chosen].scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
