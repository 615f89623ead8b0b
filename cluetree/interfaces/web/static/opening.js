// Reports, in every language, that the page cannot open because a module is missing or not readable.

addEventListener(
  "error",
  () => {
    const opening = document.querySelector("#main > p:only-child");
    const broken = document.getElementById("broken");
    if (opening && broken) opening.replaceWith(...broken.children);
  },
  true,
);
