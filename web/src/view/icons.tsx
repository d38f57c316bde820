// Icons for buttons, in the colour of their text. Every button with an icon also has a text or a label.

const PATHS = {
  undo: "M8 5 3.5 9.5 8 14M4 9.5h9.5a6 6 0 0 1 0 12H9",
  redo: "M16 5l4.5 4.5L16 14M20 9.5h-9.5a6 6 0 0 0 0 12H15",
  hint: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.5-.8 1-.8 2H9.3c0-1-.2-1.5-.8-2Z",
  flag: "M6 21V4M6 5h12l-3 4 3 4H6",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6 6 18",
  first: "M6 5v14M18 5l-8 7 8 7",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  last: "M18 5v14M6 5l8 7-8 7",
  play: "M8 5v14l11-7Z",
  pause: "M8 5v14M16 5v14",
  graph: "M4 4v16h16M7 15l4-5 3 3 5-7",
  board: "M4 4h16v16H4ZM4 12h16M12 4v16",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1",
  picture: "M4 5h16v14H4ZM4 16l5-5 4 4 3-3 4 4M15 9h.01",
  copy: "M9 9h11v11H9ZM15 9V4H4v11h5",
  settings: "M4 8h7M17 8h3M14 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM4 16h3M13 16h7M10 13a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  book: "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2ZM12 6v14",
  tree: "M12 3v6M12 9c-5 0-7 2-7 6M12 9c5 0 7 2 7 6M12 9v6M5 15v5M12 15v5M19 15v5",
  steps: "M4 20v-5h5v-5h5V5h6",
  today: "M5 6h14v14H5ZM5 10h14M9 3v5M15 3v5M11 14h2v2h-2Z",
  target: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  repeat: "M4 11a7 7 0 0 1 12-4l3 3M19 4v6h-6M20 13a7 7 0 0 1-12 4l-3-3M5 20v-6h6",
  puzzle: "M5 9h4a2.5 2.5 0 1 1 5 0h5v4a2.5 2.5 0 1 0 0 5v3H5Z",
};

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** A disc that is half black and half white. */
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#2f7d62" />
      <circle cx="16" cy="16" r="10" fill="#f7f5ef" />
      <path d="M16 6a10 10 0 0 0 0 20 3.5 10 0 0 1 0-20Z" fill="#16191b" />
    </svg>
  );
}
