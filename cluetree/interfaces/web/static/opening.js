// Reports, in every language, that the page cannot open because a module is missing or not readable;
// and shows no doors if the address is that of a game.

addEventListener(
  "error",
  () => {
    const opening = document.getElementById("opening");
    const broken = document.getElementById("broken");
    if (opening && broken) opening.replaceWith(...broken.children);
  },
  true,
);
if (location.hash) document.documentElement.setAttribute("data-opens", "game");
