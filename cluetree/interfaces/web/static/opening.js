// Says that the page cannot open, where its modules are not there to say it: a file is missing, or
// the browser cannot read them. It says so in every language, for it cannot know which is wanted.

addEventListener(
  "error",
  () => {
    const opening = document.querySelector("#main > p:only-child");
    const broken = document.getElementById("broken");
    if (opening && broken) opening.replaceWith(...broken.children);
  },
  true,
);
