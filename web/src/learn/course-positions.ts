// The positions of the course, from the puzzles and the opening book. The tests prove what the course says about them.

import type { Chapter } from "./course";

/** Deep enough to solve every position of the later chapters. */
const TO_THE_END = 60;

export const COURSE: readonly Chapter[] = [
  {
    name: "opening",
    overlay: "mobility",
    depth: 10,
    tasks: [
      { position: "---------------------------OX------XXX-------------------------- O", good: ["d6"] },
      { position: "---------------------------OX------XOX-------O------------------ X", good: ["e6"] },
    ],
  },
  {
    name: "choice",
    overlay: "mobility",
    depth: TO_THE_END,
    tasks: [
      { position: "--XOO-----XXOOO---XXXXXOXXXOOXXXXXXOOOXXXXXOOOXOXXXXXXOO-XXXXXXO O", good: ["h2"] },
      { position: "XXXXXXX--XXOOOO-OXOOOOOOXXOXOOOO-XXOXXOO-XOXOOOO-XXXXXX-OXXXXX-- O", good: ["a2"] },
    ],
  },
  {
    name: "inside",
    overlay: "frontier",
    depth: TO_THE_END,
    tasks: [
      { position: "-XXO-O--OXXOOOOO-XXXOXO-XXOOXOXXXXOOXXOXXOOOXXOOOOOXXOOO-O-XXXXX X", good: ["h3"] },
      { position: "---OOOOX--OOOXXXOOOOXOXXOOXXOXX-OOOOXOXXOXXXOXOXOOXXOO-OOXXXXXX- X", good: ["g7"] },
    ],
  },
  {
    name: "edges",
    overlay: "stable",
    depth: TO_THE_END,
    tasks: [
      { position: "---OO---X-XOOOOO-XXOOOOO-XXOOOXOXXXXOOOOX-XXOOOOXX-OOOOOX-OOOOO- O", good: ["c7"] },
      { position: "-XXOO---OOOOOOX-OOOOOXXXOOXOXOXXOOOOOOXXOOXOOX-XX-XXXOOX---X-O-- O", good: ["g6"] },
    ],
  },
  {
    name: "corners",
    overlay: "stable",
    depth: TO_THE_END,
    tasks: [
      { position: "--OOOOOO--OOOOOXO-OOOXXXOOOOOXOXOOOOXOOXOOOOOXOXXOOOOOXX-OOOOXXX X", good: ["b3"] },
      { position: "-OOOOOO-OOXOOOOOOXOOOX-OOXOOXOOOOOXOOXOOOOXOXOOOXXXXOOOX--XOOOO- X", good: ["g3"] },
    ],
  },
  {
    name: "forcing",
    overlay: "forcing",
    depth: TO_THE_END,
    tasks: [
      { position: "-OOOOOO--OOXXXXXXXXOXXXXOXOOOXXXOOXOXXXXOXOXXXXXOOXXXXXXOOOXXX-- O", good: ["a2"] },
      { position: "-XXOOOOOXXXXOXXXXXOOXOXXXXXOOXO-XXXOOOXOXXXOXXXXOXXXXXX--OOOXXX- O", good: ["h4"] },
    ],
  },
  {
    name: "passes",
    overlay: "mobility",
    depth: TO_THE_END,
    tasks: [
      { position: "-OO-XO-OXOOO--OOXXOOOXXOXXXOXOXXXXXXOOXXXOXXOOXXXXOOOOXXXXXXXXX- X", good: ["g1"] },
      { position: "O-XXOOX--XXOOOOOXXOOOXOOXOOXOOXOXOXXOOXOXXOXXXOO--OOOOXX--OOOOOX O", good: ["a7"] },
    ],
  },
  {
    name: "counting",
    overlay: "none",
    depth: TO_THE_END,
    tasks: [
      { position: "-XXXXXX--XXOOOOOXXXXXXOOXXOOOOOOXOXXXOOOXXXXOOOOXXOOOOOO--OOOOX- X", good: ["b8"] },
      { position: "OOOOOO-X-OOOOOXOXXXXXXXOXXOXXOXOXXXOXXXOXXOOOOXO-XXXXOXO-XXXXXX- O", good: ["a7"] },
    ],
  },
];
