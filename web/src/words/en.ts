// English. The compiler checks that the other languages have the same texts.

import type { IllegalReason } from "../wane/messages";
import type { ProblemWords } from "./problem-words";

const discs = (number: number) => `${number} ${number === 1 ? "disc" : "discs"}`;

const side = { X: "Black", O: "White" };

/** The sides by the names that problems use. */
const sides = { black: side.X, white: side.O };

const reasons: Record<IllegalReason, string> = {
  occupied: "the square is taken",
  "off-board": "the square is not on the board",
  "flips-nothing": "it turns over no disc",
  "game-over": "the game is over",
};

/** The number of a move as a prefix; empty for a move without a number. */
const numbered = (number: number | null) => (number === null ? "" : `Move ${number}: `);

const problems: ProblemWords = {
  "not-a-message": ({ detail }) => `The engine did not understand the request: ${detail}`,
  version: ({ given, expected }) =>
    `The page and the server have different versions, ${given} and ${expected}. Reload the page.`,
  "not-text": () => "This is not text.",
  "too-many-messages": () => "Too many messages. Wait a moment.",
  "answer-too-long": ({ most_bytes }) => `The answer would be longer than ${most_bytes} bytes. Send fewer games at a time.`,
  busy: () => "Too many tasks are waiting. Try again in a few seconds.",
  size: ({ rows }) => `A board has 4, 6 or 8 rows, not ${rows}.`,
  "empty-text": () => "There is nothing to read.",
  "unknown-symbol": ({ symbol, line, column }) =>
    `Line ${line}, column ${column}: “${symbol}” is unknown. Write X for black, O for white, - for empty.`,
  "square-count": ({ count }) => `A board has 16, 36 or 64 squares, not ${count}. Write the squares, and then the side to move.`,
  "no-side": () => "The side to move is missing. Write X or O after the squares.",
  "not-a-move": ({ word, at }) =>
    `${at === null ? "" : `Line ${at[0]}, column ${at[1]}: `}“${word}” is not a move. Write a1 to h8, or pass.`,
  "illegal-move": ({ number, side, square, reason }) =>
    `${numbered(number)}${sides[side]} cannot play ${square} because ${reasons[reason]}.`,
  "illegal-pass": ({ number, side }) => `${numbered(number)}${sides[side]} cannot pass here.`,
  "out-of-turn": ({ number, side }) => `${numbered(number)}it is ${sides[side]}’s turn.`,
  unreadable: ({ format, detail }) => `The ${format} text cannot be read: ${detail}`,
  "unknown-format": ({ name }) => `There is no format “${name}”.`,
  "not-writable": ({ format, detail }) => `The game cannot be written as ${format}: ${detail}`,
  "unknown-player": ({ name }) => `There is no opponent “${name}”.`,
  "not-a-square": ({ word }) => `“${word}” is not a square.`,
  "no-puzzle": () => "No puzzle was found this time. Try the next one.",
  "no-memory": ({ megabytes }) => `There is not enough memory for a transposition table of ${megabytes} MB.`,
  broken: ({ detail }) => `The engine failed: ${detail}`,
  "connection-lost": () => "The connection to the server was lost.",
  "worker-not-loaded": () => "The script of the engine could not be loaded. Check the connection and reload the page.",
};

export const en = {
  name: "English",
  title: "Wane: Reversed Reversi",
  sections: "Sections",
  tabs: { play: "Play", analyse: "Analyse", learn: "Learn" },
  loading: "Loading the engine…",
  broken: "The engine could not be started",
  retry: "Try again",
  problems,
  preferences: {
    title: "Settings",
    language: "Language",
    theme: "Colours",
    themes: { auto: "Same as device", light: "Light", dark: "Dark" },
    dots: "Show legal moves",
    keys: "On the board: arrow keys move, Page Up and Page Down jump to a legal move, Enter plays it. Ctrl+Z takes a move back.",
    close: "Close",
  },
  side,
  board: {
    label: "Board",
    black: "black disc",
    white: "white disc",
    legal: "empty, legal move",
    empty: "empty",
  },
  status: {
    discs,
    turn: (side: string) => `${side} to move`,
    yours: (side: string) => `Your move, ${side}`,
    thinking: (who: string) => `${who} is thinking…`,
    played: (side: string, square: string, flips: number) => `${side} plays ${square} and turns over ${discs(flips)}.`,
    passes: (side: string) => `${side} has no move and must pass`,
    passed: (side: string) => `${side} had no move and passed.`,
    passWhy: "A side that cannot turn over any disc must pass, and the other side moves again.",
    wins: (side: string, by: number) => `${side} wins by ${by}`,
    winsYou: (by: number) => `You win by ${by}`,
    losesYou: (by: number) => `You lose by ${by}`,
    draw: "A draw",
    over: (black: number) =>
      black === 0
        ? "The game is over: a draw."
        : `The game is over: ${black > 0 ? "Black" : "White"} wins by ${Math.abs(black)}.`,
    rule: { fewest: "The fewest discs win", most: "The most discs win" },
    resigned: (loser: string, winner: string) => `${loser} resigned: ${winner} wins`,
    timeout: (loser: string, winner: string) => `${loser} ran out of time: ${winner} wins`,
  },
  play: {
    newGame: "New game",
    actions: "Actions",
    opponent: "Opponent",
    engine: "Wane",
    program: "Simple program",
    friend: "A friend",
    level: (level: number) => `Wane, level ${level}`,
    levelLabel: "Level",
    strengths: { beginner: "beginner", easy: "easy", medium: "medium", hard: "hard", best: "full strength" },
    agents: {
      random: { name: "Random", about: "Plays a random legal move." },
      greedy: { name: "Miser", about: "Always keeps as few discs as it can." },
      "greedy-invincible": {
        name: "Miser, exact at the end",
        about: "Plays like the Miser, but makes no mistake in the last 12 moves.",
      },
      "seed-001": { name: "Contestant 1", about: "Looks three moves ahead; weighs squares, mobility and discs." },
      "seed-004": { name: "Contestant 4", about: "Looks three or four moves ahead; weighs squares, mobility and edges." },
      uct: { name: "Dice", about: "Plays random games to the end, and picks the move with the best results." },
      "seed-002": { name: "Contestant 2", about: "Looks up to ten moves ahead; its weights change with the stage of the game." },
      "seed-000": { name: "Contestant 0", about: "Looks as far ahead as time allows; weighs squares, mobility and stable edges." },
      "seed-003": { name: "Contestant 3", about: "Looks up to twenty moves ahead; weighs five features, tuned by evolution." },
    },
    you: "You",
    colour: "You play",
    randomColour: "Random",
    board: "Board",
    game: "Game",
    reversed: "Reversed: fewest win",
    normal: "Normal: most win",
    how: {
      fewest: "Place a disc so that discs of the other colour are trapped in a straight line between it and another disc of yours: the trapped discs turn over. Try to end with fewer discs than your opponent.",
      most:
        "Place a disc so that discs of the other colour are trapped in a straight line between it and another disc of yours: the trapped discs turn over. Try to end with more discs than your opponent.",
    },
    clock: "Clock",
    noClock: "No clock",
    minutes: (minutes: number) => `${minutes} min each`,
    undo: "Undo",
    redo: "Redo",
    hint: "Hint",
    hinting: "Thinking…",
    best: (square: string, score: string) => `The best move is ${square}, with a score of ${score}.`,
    resign: "Resign",
    really: "Really?",
    pass: "Pass",
    start: "Start",
    cancel: "Cancel",
    review: "Review the game",
    mistakes: "Learn from mistakes",
    moveInput: "Type a move, such as f5",
    notAMove: (text: string) => `${text} cannot be played now`,
  },
  analyse: {
    moves: "Moves",
    pass: "pass",
    steps: "Go through the game",
    first: "To the start",
    back: "One move back",
    forward: "One move forward",
    last: "To the end",
    resume: "Resume",
    pause: "Pause",
    begins: "Thinking…",
    waiting: "Reviewing the game.",
    paused: "The analysis is paused.",
    place: "Engine runs on",
    inPage: "This page",
    onServer: "The server",
    review: "Review the game",
    again: "Review again",
    mistakes: "Retry mistakes",
    reviewing: (done: number, all: number) => `Reviewing, ${done} of ${all}`,
    empty: "Play moves on the board, or paste a game or a position below.",
    setUp: "Set up",
    playFrom: "Play from here",
    lines: "Lines",
    all: "all",
    promote: "Make this the main line",
    remove: "Remove this line",
    graph: "Score for Black, move by move",
    graphHow: "Line: the score for Black. Bars: the discs that each move lost, solid for Black, hollow for White.",
    lost: (number: number, move: string, loss: number) => `Move ${number}, ${move}, lost ${loss.toFixed(2)}`,
    move: (moves: number) => `after ${moves} moves`,
    moveScore: (moves: number, black: number) => `after ${moves} moves, ${black.toFixed(1)} for Black`,
    score: (value: string, loss: number) => `score ${value}, loses ${loss.toFixed(1)}`,
    playTo: (move: string) => `Play up to ${move}`,
    depth: (depth: number) => `${depth} moves ahead`,
    outcome: (depth: number) => `result proved, ${depth} moves ahead`,
    solved: "solved to the end",
    exactly: (value: string) => `Solved: ${value}`,
    nodes: (nodes: string) => `${nodes} positions`,
    speed: (nodes: string) => `${nodes}/s`,
    accuracy: (side: string, percent: number, loss: number) =>
      `${side}: ${percent} % good moves, ${loss.toFixed(2)} discs lost per move`,
    turn: (number: number) => `The game was decided after move ${number}.`,
    badLink: (why: string) => `The game in this link cannot be opened. ${why}`,
  },
  exchange: {
    title: "Open, share, save",
    paste: "Paste a game or a position",
    pasteHow: "Transcript, GGF, SGF, PGN, OBF, board or JSON",
    read: "Open",
    found: (games: number, format: string) => `${games} found, ${format}`,
    game: (number: number, black: string, white: string) => `${number}. ${black} – ${white}`,
    share: "Copy a link",
    linkCopied: "Link copied. It contains the whole game.",
    copied: "Copied.",
    copyYourself: "The browser did not allow it. Copy the text above.",
    picture: "Save a picture",
    format: "Format",
    formats: { transcript: "Transcript", ggf: "GGF", sgf: "SGF", json: "JSON", obf: "OBF", board: "Board" },
    write: "Copy as text",
    written: "The game as text",
  },
  setup: {
    title: "Set up a position",
    how: "Click a square, or press Enter on it, to change it: black, white, empty.",
    turn: "To move",
    empty: "Empty board",
    start: "Start position",
    done: "Done",
  },
  learn: {
    step: (number: number, all: number) => `${number} of ${all}`,
    next: "Next",
    before: "Back",
    skip: "Skip",
    again: "Try again",
    show: "Show the answer",
    toPlay: "Play a game",
    fromStart: "From the start",
    doneTitle: "That is the reversed game",
    doneText:
      "Stay out of the corners and off the edges, keep your choice of moves, take away your opponent’s, and count discs only at the end. Now try it.",
    lesson: { title: "How it differs from Reversi", about: "A short lesson: seven positions, one idea each." },
    steps: {
      aim: {
        title: "Fewer discs win",
        ask: "In the reversed game, the side with fewer discs at the end wins. You are Black, and only a few squares are left. Play the winning move.",
        right: (square: string) => `Right. After ${square} Black ends with fewer discs than White.`,
        wrong: (square: string) => `After ${square} too many discs turn black and stay black to the end.`,
      },
      corner: {
        title: "Corners are a burden",
        ask: "In Reversi all players want the corners, because a disc there can never be turned over. Here that is the problem: the disc is yours for good, and so are the discs that it protects. You are Black, and you could take a corner. Play a winning move.",
        right: (square: string) => `Right: ${square} leaves the corner to White.`,
        wrong: (square: string) => `The disc on ${square} stays black to the end, and so do some of its neighbours.`,
      },
      edge: {
        title: "Edge discs are hard to lose",
        ask: "A disc on an edge can be turned over only along that edge, so it is hard to get rid of. A disc in the middle can be turned over from all sides. Play the winning move.",
        right: (square: string) => `Right: White will turn the discs around ${square} back to white.`,
        wrong: (square: string) => `With ${square} Black keeps discs that White will not turn over.`,
      },
      squeeze: {
        title: "Leave White no choice",
        ask: "A side with many moves can avoid the bad ones. A side with only one move must play it, even in a corner. Find the move that leaves White only a corner.",
        right: (square: string) => `Right: after ${square} White has to take a corner.`,
        wrong: (square: string) => `After ${square} White still has a choice, and will avoid the corner.`,
      },
      greed: {
        title: "Count only at the end",
        ask: "Only the count at the end matters. Until then, most discs change colour again and again. The move that turns over the fewest discs is a trap here. Play the winning move.",
        right: (square: string) => `Right: ${square} turns over the most discs, but most of them will be white again at the end.`,
        wrong: (square: string) => `${square} does not win: only the discs at the end count.`,
      },
      pass: {
        title: "A pass is a gift",
        ask: "A side without a legal move must pass, and places no disc. In this game that is a gift: the other side has to keep placing discs. Find the move after which you pass and White fills the board.",
        right: (square: string) => `Right: after ${square} you will have no move for a while, and White must keep playing alone.`,
        wrong: (square: string) => `After ${square} you have to keep placing discs yourself.`,
      },
      end: {
        title: "Putting it all together",
        ask: "One last position, without a hint. Only one move wins.",
        right: (square: string) => `Right: ${square} is the only move that wins.`,
        wrong: (square: string) => `${square} does not win. Look at what White can do after it.`,
      },
    },
    mistakes: {
      title: "Learn from your mistakes",
      about: "Go back to each bad move of your last game and find a better one.",
      noGame: "You need a game first: play one, or open one under Analyse.",
      takeGame: "Use my last game",
      openGame: "Open a game",
      ask: (side: string, number: number, move: string, loss: number) =>
        `Move ${number}: ${side} played ${move}, which lost ${loss.toFixed(1)} discs. Find a better move.`,
      thinking: "One moment, the engine is thinking…",
      good: (square: string, best: string) => `${square} is good. The best score here is ${best}.`,
      same: (square: string) => `${square} is the move that was played.`,
      worse: (square: string, loss: number) => `${square} loses ${loss.toFixed(1)} discs. There is a better move.`,
      none: "No bad move was found. Well played!",
      all: "Those were all the mistakes. Play another game and see whether you make fewer.",
    },
    puzzles: {
      title: "Endgame puzzles",
      about: "Only one move wins. The solver has proved it.",
      searching: "Looking for a puzzle…",
      solved: (number: number) => `${number} solved`,
      ask: (side: string) => `${side} to move. Find the only move that wins.`,
      empties: "Empty squares",
      right: (square: string, by: number) => `${square} wins by ${by}, and no other move wins.`,
      draws: (square: string, reply: string) => `${square} only draws: the opponent replies ${reply}.`,
      loses: (square: string, by: number, reply: string) => `${square} loses by ${by}: the opponent replies ${reply}.`,
    },
    perfect: {
      title: "Perfect play on 4 × 4",
      about: "The small board is solved: see the exact score of every move.",
      intro:
        "This board is small enough to be solved completely. The number on a square is the result of the game after that move, if neither side makes a mistake from then on.",
      wins: (side: string, by: number) => `With best play ${side} wins by ${by}.`,
      draw: "With best play it is a draw.",
      best: "Best move",
      toEnd: "Best play to the end",
    },
  },
} as const;

/** The type of the texts of a language. */
export type Words = Loose<typeof en>;

type Loose<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : { readonly [K in keyof T]: Loose<T[K]> };
