// The answer, when it is found and when it was right.

import { button, h, list } from "./dom.js";
import { listed, parts, t } from "./language.js";
import { shareLink } from "./links.js";
import { cardView, shortName } from "./names.js";

/** The accusation that ended the game, with its number, or undefined. */
export function wonBy({ entries }) {
  return entries.find(({ event }) => event.kind === "accusation" && event.correct);
}

/** Whether I can still accuse. */
const isMine = ({ record, out }) => record.viewpoint !== null && !out.includes(record.viewpoint);

/** What can be done with the answer: accuse, until the game is over; then look back, or play again. */
function doors(page, close) {
  const { solution } = page.game;
  const go = (label, act, kind = "") => button(t(label), () => (close(), act()), { class: kind });
  const accuse = () => page.propose({ kind: "accusation", cards: [...solution.envelope] });
  const share = button(t("reveal.share"), () => page.act(() => shareLink(page)));
  const after = [go("reveal.again", () => page.shelf("New"), "main"), go("reveal.story", () => page.show("Story")), share];
  const first = wonBy(page.game) ? after : isMine(page.game) ? go("banner.i_accuse", accuse, "main") : null;
  return [first, go("reveal.why", () => page.why("envelope", solution.envelope.at(-1))), go("reveal.back", () => page.show("Sheet"))];
}

function sentence({ game }) {
  const over = wonBy(game);
  if (over) return parts("reveal.solved", { name: h("b", { class: "winner" }, over.event.by), number: over.number });
  const cards = h("b", {}, listed(game.solution.envelope.map((card) => shortName(card, game.deck))));
  return parts(isMine(game) ? "banner.accuse" : "banner.was", { cards });
}

/** The answer as three cards, with what can be done with it. */
export function answerView(page, close = () => {}) {
  const { deck, solution } = page.game;
  const cards = solution.envelope.map((card) => h("div", { class: "turning" }, cardView(card, deck)));
  return [list("ul", "cards", cards), h("p", { class: "claim", role: "status" }, sentence(page)), h("div", { class: "row" }, doors(page, close))];
}

/** Turn over the three cards. */
export function reveal(page) {
  const attributes = { class: "reveal", "aria-label": t("page.envelope"), onclose: () => dialog.remove() };
  const dialog = h("dialog", attributes, h("p", { class: "stamp" }, t("reveal.stamp")), answerView(page, () => dialog.close()));
  document.body.append(dialog);
  dialog.showModal();
}
