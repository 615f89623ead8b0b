// The panels that the core must be asked for.

import { Refusal } from "./client.js";
import { fill, h, hint, list, say } from "./dom.js";
import { number, t } from "./language.js";
import { entryLinks } from "./log.js";
import { accusingView, accuseView, adviceView, helpView, repairView, rivalsView, whyView } from "./panels.js";
import { SetUp } from "./setup.js";
import { storyView } from "./story.js";
import { markOf, spokenMark, told } from "./words.js";

const SECONDS = 2; // the limit of the advice whether to accuse
const BEST = 8;

const nothing = () => h("p", {}, t("why.nothing"));

async function why(page) {
  const { game, asked } = page;
  if (asked === null) return h("p", {}, t("why.tap"));
  const [place, card] = asked;
  const known = game.solution.consistent ? game.solution : game.good;
  if (known === null) return nothing();
  const [found] = await game.ask(["explain", { player: place, card }]);
  say(spokenMark(card, place, markOf(known, game.record, card, place)));
  return whyView(page, found, known);
}

async function advice(page) {
  const { solution } = page.game;
  if (!solution.consistent) return nothing();
  if (!solution.envelope.includes(null)) return accuseView(page);
  const rooms = page.rooms.length ? { rooms: page.rooms } : {};
  const [found] = await page.game.ask(["advise", { ...rooms, top: BEST }]);
  return adviceView(page, page.rooms, found);
}

async function rivals(page) {
  if (!page.game.solution.consistent) return nothing();
  const found = await page.game.rivals();
  const advised = h("p", { role: "status" });
  if (page.game.record.viewpoint !== null) {
    fill(advised, t("rivals.whether")); // it takes longer
    page.act(() => accusing(page)).then((words) => fill(advised, words));
  }
  return [...rivalsView(found), advised];
}

async function accusing(page) {
  try {
    const [found] = await page.game.ask(["accuse_now", { limit: { seconds: SECONDS } }]);
    return accusingView(found);
  } catch (error) {
    if (error instanceof Refusal) return ""; // the game is over
    throw error;
  }
}

async function repair(page) {
  if (!page.game.solution.consistent) {
    return repairView(page, ...(await page.game.ask(["conflicts", {}], ["clash", {}], ["repairs", {}])));
  }
  const [{ suspicious }] = await page.game.ask(["suspicious", {}]);
  if (!suspicious.length) return h("p", {}, t("repair.fine"));
  const found = suspicious.map(({ event, score, replacement }) => [
    entryLinks(page, [event]),
    hint(t("repair.likelier", { times: number(2 ** score, 1), entry: told(replacement) })),
  ]);
  return [h("p", {}, t("repair.suspects")), list("ul", "", found)];
}

/** For each panel, what makes it for the page as it is now. */
export const VIEWS = {
  Why: why,
  Advice: advice,
  Rivals: rivals,
  Story: storyView,
  Repair: repair,
  "Set-up": (page) => new SetUp(page, { record: page.game.record }).element,
  Help: helpView,
};
