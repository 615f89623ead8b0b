// Says that the page cannot open, where its modules are not there to say it: a file is missing, or
// the browser cannot read them.

addEventListener(
  "error",
  ({ target, message }) => {
    const opening = document.querySelector("#main > p:only-child");
    const missing = target.src ? " A part of it is missing, or the connection was lost." : ` ${message}`;
    if (opening) opening.textContent = `The sheet cannot be opened.${missing} Load the page again.`;
  },
  true,
);
