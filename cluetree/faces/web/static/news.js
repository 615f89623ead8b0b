// Hearing of what other pages do, and of whether the server is there.

/** Say that the server does not answer, or that it does again. */
export function lost(now) {
  const words = now ? "No connection; trying again. What you entered is not lost." : "";
  const place = document.getElementById("connection");
  if (place.textContent !== words) place.textContent = words;
}

/** Listen to what changes, as long as somebody looks at the page. */
export function listen(page) {
  let stream = null;
  let again = null;
  const open = () => {
    clearTimeout(again);
    stream?.close();
    stream = null;
    if (document.hidden) return;
    stream = new EventSource("news");
    stream.onmessage = (event) => page.heard(JSON.parse(event.data));
    stream.onerror = () => {
      lost(true);
      stream.close();
      again = setTimeout(open, 2000);
    };
  };
  document.addEventListener("visibilitychange", open);
  globalThis.addEventListener("hashchange", () => page.follow());
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address says which game is open
    document.getElementById("main").focus();
  });
  open();
}
