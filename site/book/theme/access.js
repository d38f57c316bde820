// What mdBook leaves to be desired for keyboards and screen readers.
// (A file theme/book.js would replace a script of mdBook.)
(() => {
  // The button that shows the table of contents is a label without a role.
  const toggle = document.getElementById("mdbook-sidebar-toggle");
  if (toggle !== null) {
    toggle.setAttribute("role", "button");
    toggle.setAttribute("tabindex", "0");
    toggle.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      toggle.click();
    });
  }

  // Links of a hidden table of contents take no focus.
  const sidebar = document.getElementById("mdbook-sidebar");
  if (sidebar !== null) {
    const hide = () => {
      sidebar.inert = sidebar.getAttribute("aria-hidden") === "true";
    };
    new MutationObserver(hide).observe(sidebar, { attributeFilter: ["aria-hidden"] });
    hide();
  }

  // What is wider than the page is scrolled, also with the keyboard.
  for (const wide of document.querySelectorAll(".content pre > code, .content table")) {
    if (wide.scrollWidth > wide.clientWidth) wide.setAttribute("tabindex", "0");
  }
})();
