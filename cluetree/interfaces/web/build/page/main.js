// Opens the sheet on the games in this browser, and caches the page for use without a network.

import { button, fill, h } from "./dom.js";
import { number, t } from "./language.js";
import { open } from "./page.js";
import { loading, noting, ready, send, versions } from "./local.js";
import { download } from "./shelf.js";

const opening = document.querySelector("#main p");
const inMegabytes = (bytes) => number(bytes / 1e6, 1);

loading((loaded, bytes) => {
  const words = t("page.loading", { loaded: inMegabytes(loaded), bytes: inMegabytes(bytes) });
  fill(opening, h("label", {}, words, h("progress", { value: loaded, max: bytes })));
});

noting(({ unsaved, aside, core }) => {
  if (!unsaved && !aside.length) return;
  const note = h("div", { class: "banner clashing", role: "alert" });
  const close = () => note.remove();
  const save = async () => {
    const contents = await core.ask("bytes", aside);
    contents.forEach((content, at) => download(aside[at], content));
  };
  const drop = () => core.ask("drop", aside).then(close);
  if (unsaved) fill(note, h("p", {}, t("page.unsaved", { why: t(`unsaved.${unsaved}`) })), button(t("page.understood"), close));
  else
    fill(
      note,
      h("p", {}, t("page.aside", { count: aside.length })),
      button(t("page.save_aside"), save),
      button(t("page.drop_aside"), drop),
      button(t("page.later"), close),
    );
  document.getElementById("main").before(note);
});

open({ send, versions });

// A new version of the page is used once no tab shows the old one.
ready.then(() => navigator.serviceWorker?.register("sw.js")).catch(() => {}); // reported above
