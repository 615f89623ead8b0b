// What a person needs to know to use the page, in short.

import { h } from "./dom.js";

const HELP = [
  ["Enter", "Tap the three cards, then who showed one: that enters it, and Undo takes it back. The page proposes whose turn it is. Who sits before the one who showed has passed. Or tap the line and type: “mina: white, rope, hall -> tom shows”; the beginning of a name is enough."],
  ["Sheet", "✓ the card is here, ✗ it is not, ? it may be: the number and the bar are the chance. Tap a mark to see why."],
  ["Log", "All entries, the newest first. Tap one to edit it, to put another before it, or to delete it. Everything can be undone."],
  ["Advice", "What to suggest next, the best first. Tap one, and its cards are in the form."],
  ["Rivals", "What the others probably know by now, and whether to accuse."],
  ["Story", "How the envelope closed, entry by entry."],
  ["Find the slip", "If the entries cannot all be true, the page says so and offers what would mend it. The set-up can be changed, too: in the log."],
];

/** Help, as a list of the parts of the page. */
export function helpView() {
  return h("dl", { class: "help" }, HELP.map(([part, words]) => h("div", {}, h("dt", {}, part), h("dd", {}, words))));
}
