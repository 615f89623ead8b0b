// Hearing of what other pages do, and of whether anybody answers.

import { t } from "./language.js";

const AGAIN = 2000; // milliseconds until it is tried again

/** Say that no answers come, or that they do again. */
export function lost(now) {
  const words = now ? t("page.no_connection") : "";
  const place = document.getElementById("connection");
  if (place.textContent !== words) place.textContent = words;
}

/** Listen to a source of versions, as long as somebody looks at the page. */
export function listen(page, versions) {
  let end = () => {};
  let again = null;
  const open = () => {
    clearTimeout(again);
    end();
    end = () => {};
    if (document.hidden) return;
    end = versions(
      (now) => page.heard(now),
      () => {
        lost(true);
        again = setTimeout(open, AGAIN);
      },
    );
  };
  document.addEventListener("visibilitychange", open);
  open();
}
