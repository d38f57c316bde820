// English. The other languages have the same shape, which the compiler checks.

import type { IllegalReason } from "../wane/messages";
import type { ProblemWords } from "./problem-words";

const discs = (number: number) => `${number} ${number === 1 ? "disc" : "discs"}`;

const side = { X: "Black", O: "White" };

/** The sides as problems name them. */
const sides = { black: side.X, white: side.O };

const reasons: Record<IllegalReason, string> = {
  occupied: "the square is taken",
  "off-board": "the square is not on the board",
  "flips-nothing": "that turns over no disc",
  "game-over": "the game is over",
};

/** The beginning of what is said about a move of a game; nothing about other moves. */
const numbered = (number: number | null) => (number === null ? "" : `Move ${number}: `);

const problems: ProblemWords = {
  "not-a-message": ({ detail }) => `The engine was asked something that it does not understand: ${detail}`,
  version: ({ given, expected }) =>
    `The page and the server have different versions, ${given} and ${expected}. Reload the page.`,
  "not-text": () => "This is not text.",
  "too-many-messages": () => "Too many messages. Wait a moment.",
  busy: () => "Too many tasks are waiting. Try again in a few seconds.",
  size: ({ rows }) => `A board has 4, 6 or 8 rows, not ${rows}.`,
  "empty-text": () => "There is nothing to read.",
  "unknown-symbol": ({ symbol, line, column }) =>
    `Line ${line}, column ${column}: “${symbol}” is unknown. Write X for black, O for white, - for empty.`,
  "square-count": ({ count }) => `${count} squares make no board. Write 16, 36 or 64 and then the side to move.`,
  "no-side": () => "The side to move is missing. Write X or O after the squares.",
  "not-a-move": ({ word, at }) =>
    `${at === null ? "" : `Line ${at[0]}, column ${at[1]}: `}“${word}” is not a move. Write a1 to h8, or pass.`,
  "illegal-move": ({ number, side, square, reason }) =>
    `${numbered(number)}${sides[side]} cannot play ${square} because ${reasons[reason]}.`,
  "illegal-pass": ({ number, side }) => `${numbered(number)}${sides[side]} may not pass.`,
  "out-of-turn": ({ number, side }) => `${numbered(number)}it is the turn of ${sides[side]}.`,
  unreadable: ({ format, detail }) => `The ${format} text cannot be read: ${detail}`,
  "unknown-format": ({ name }) => `There is no format “${name}”.`,
  "not-writable": ({ format, detail }) => `The game cannot be written as ${format}: ${detail}`,
  "unknown-player": ({ name }) => `There is no opponent “${name}”.`,
  "not-a-square": ({ word }) => `“${word}” is not a square.`,
  "no-puzzle": () => "No puzzle was found this time. Try the next one.",
  "no-memory": ({ megabytes }) => `There is not enough memory for a transposition table of ${megabytes} MB.`,
  broken: ({ detail }) => `The engine has failed: ${detail}`,
  "connection-lost": () => "The connection to the server was lost.",
  "worker-not-loaded": () => "The script of the engine could not be loaded.",
};

export const en = {
  name: "English",
  title: "Wane: Reversed Reversi",
  rooms: "Rooms",
  tabs: { play: "Play", analyse: "Analyse", learn: "Learn" },
  loading: "Loading the engine…",
  broken: "The engine could not be started",
  retry: "Try again",
  problems,
  preferences: {
    title: "Settings",
    language: "Language",
    theme: "Colours",
    themes: { auto: "As the device", light: "Light", dark: "Dark" },
    dots: "Show where one can play",
    keys: "On the board: arrow keys move, Page Up and Page Down jump to a square that can be played, Enter plays. Ctrl+Z takes a move back.",
    close: "Close",
  },
  side,
  board: {
    label: "Board",
    black: "black disc",
    white: "white disc",
    legal: "empty, can be played",
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
    passWhy: "Whoever can turn over no disc must pass, and the other side moves again.",
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
    actions: "What you can do",
    opponent: "Opponent",
    engine: "Wane",
    program: "Simple program",
    friend: "Friend here",
    level: (level: number) => `Wane, level ${level}`,
    levelLabel: "Level",
    strengths: { beginner: "beginner", easy: "easy", medium: "medium", hard: "hard", best: "all it can" },
    agents: {
      random: { name: "Chance", about: "Plays any legal move." },
      greedy: { name: "Miser", about: "Always leaves itself as few discs as it can." },
      "greedy-invincible": {
        name: "Miser, exact at the end",
        about: "Plays like the Miser, and makes no mistake in the last 12 moves.",
      },
      "seed-001": { name: "Contestant 1", about: "Three moves ahead; squares, moves and discs." },
      "seed-004": { name: "Contestant 4", about: "Three or four moves ahead; squares, moves and edges." },
      uct: { name: "Dice", about: "Plays games by chance to their end, and trusts what comes of them." },
      "seed-002": { name: "Contestant 2", about: "Up to ten moves ahead; another idea at each stage of the game." },
      "seed-000": { name: "Contestant 0", about: "As far ahead as time allows; squares, moves and safe edges." },
      "seed-003": { name: "Contestant 3", about: "Up to twenty moves ahead; five ideas, tuned by evolution." },
    },
    you: "You",
    colour: "You play",
    chance: "By chance",
    board: "Board",
    game: "Game",
    reversed: "Reversed: fewest win",
    normal: "Normal: most win",
    how: {
      fewest: "Place a disc so that discs of the other colour stand in a line between it and another one of yours: they turn over. Try to end with fewer discs than your opponent.",
      most:
        "Place a disc so that discs of the other colour stand in a line between it and another one of yours: they turn over. Try to end with more discs than your opponent.",
    },
    clock: "Clock",
    noClock: "No clock",
    minutes: (minutes: number) => `${minutes} min each`,
    undo: "Undo",
    redo: "Redo",
    hint: "Hint",
    hinting: "Looking…",
    best: (square: string, worth: string) => `The best move is ${square}, worth ${worth}.`,
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
    forward: "One move on",
    last: "To the end",
    think: "Think",
    pause: "Pause",
    begins: "Thinking…",
    waiting: "The game is being reviewed.",
    isOff: "Thinking is off.",
    place: "Who thinks",
    inPage: "This page",
    onServer: "The server",
    review: "Review the game",
    again: "Review again",
    mistakes: "Retry mistakes",
    reviewing: (done: number, all: number) => `Reviewing, ${done} of ${all}`,
    empty: "Play moves on the board, or open a game below: paste anything.",
    setUp: "Set up",
    playFrom: "Play from here",
    lines: "Lines",
    all: "all",
    promote: "Make this the main line",
    remove: "Remove this line",
    graph: "What the game was worth to Black",
    graphHow: "Line: what the game is worth to Black. Bars: what each move lost, full for Black, hollow for White.",
    lost: (number: number, move: string, loss: number) => `Move ${number}, ${move}, lost ${loss.toFixed(2)}`,
    move: (moves: number) => `after ${moves} moves`,
    moveWorth: (moves: number, black: number) => `after ${moves} moves, ${black.toFixed(1)} for Black`,
    worth: (value: string, loss: number) => `worth ${value}, loses ${loss.toFixed(1)}`,
    playTo: (move: string) => `Play up to ${move}`,
    depth: (depth: number) => `${depth} moves ahead`,
    outcome: (depth: number) => `who wins is proved, ${depth} moves ahead`,
    solved: "solved to the end",
    exactly: (value: string) => `Solved: ${value}`,
    nodes: (nodes: string) => `${nodes} positions`,
    speed: (nodes: string) => `${nodes}/s`,
    accuracy: (side: string, percent: number, loss: number) =>
      `${side}: ${percent} % good, ${loss.toFixed(2)} discs lost per move`,
    turn: (number: number) => `The game turned after move ${number}.`,
    badLink: (why: string) => `The link holds no game. ${why}`,
  },
  exchange: {
    title: "Open, share, save",
    paste: "Paste a game or a position",
    pasteHow: "A transcript, GGF, SGF, PGN, OBF, a board, JSON",
    read: "Open",
    found: (games: number, format: string) => `${games} found, ${format}`,
    game: (number: number, black: string, white: string) => `${number}. ${black} – ${white}`,
    share: "Copy a link",
    linkCopied: "The link is copied: the whole game is in it.",
    copied: "Copied.",
    copyYourself: "Copy it from here.",
    picture: "Save a picture",
    format: "Format",
    formats: { transcript: "Transcript", ggf: "GGF", sgf: "SGF", json: "JSON", obf: "OBF", board: "Board" },
    write: "Copy as text",
    written: "The game as text",
  },
  setup: {
    title: "Set up a position",
    how: "Click a square, or press Enter on it: black, white, empty.",
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
      "Stay out of the corners and off the edges, keep moves in hand, leave your opponent none, and count only at the end. Now try it.",
    lesson: { title: "What is different", about: "A short lesson: seven positions, one idea each." },
    steps: {
      aim: {
        title: "Fewer discs win",
        ask: "In the reversed game, whoever has fewer discs at the end wins. You are Black, and only a few squares are left. Play the move that wins.",
        right: (square: string) => `Right. After ${square} Black ends with fewer discs than White.`,
        wrong: (square: string) => `After ${square} too many discs turn black, and stay black to the end.`,
      },
      corner: {
        title: "Corners are a burden",
        ask: "In Reversi everybody wants the corners, because a disc there can never be turned over. That is just why you do not want it here: it is yours for good, and so are the discs it holds. You are Black, and a corner can be taken. Play a move that wins.",
        right: (square: string) => `Right: ${square} leaves the corner alone, for White to worry about.`,
        wrong: (square: string) => `The disc on ${square} is black to the end now, and so are others beside it.`,
      },
      edge: {
        title: "Edges are heavy",
        ask: "A disc on the edge can be turned over along the edge only, so it is hard to get rid of. A disc in the middle can be turned over from all sides. Play the move that wins.",
        right: (square: string) => `Right: White will turn the discs around ${square} back again.`,
        wrong: (square: string) => `On ${square} Black keeps discs that nobody will take away.`,
      },
      squeeze: {
        title: "Leave no choice",
        ask: "Whoever can choose between many moves avoids the bad ones. Whoever has a single move must play it, even in a corner. Find the move that leaves White nothing but a corner.",
        right: (square: string) => `Right: after ${square} White must take a corner, like it or not.`,
        wrong: (square: string) => `After ${square} White can still choose, and will not choose a corner.`,
      },
      greed: {
        title: "Count only at the end",
        ask: "Few discs win at the end, not now: until then most discs change their colour again and again. The move that turns the fewest discs is a trap here. Play the move that wins.",
        right: (square: string) => `Right: ${square} turns the most discs, and most of them will be white again in the end.`,
        wrong: (square: string) => `${square} looks thrifty, and loses: the discs that count are those at the end.`,
      },
      pass: {
        title: "A pass is a gift",
        ask: "Whoever has no move must pass, and places no disc. In this game that is a gift: the other side has to go on. Find the move after which you pass and White fills the board.",
        right: (square: string) => `Right: after ${square} you will have no move for a while, and White must go on alone.`,
        wrong: (square: string) => `After ${square} you have to go on placing discs yourself.`,
      },
      end: {
        title: "All together",
        ask: "One more, without advice. Only one move wins.",
        right: (square: string) => `Right: ${square} is the only move that wins.`,
        wrong: (square: string) => `${square} does not win. Look what White can do after it.`,
      },
    },
    mistakes: {
      title: "Learn from your mistakes",
      about: "Every bad move of your last game once more: find a better one.",
      noGame: "This needs a game: play one, or open one under Analyse.",
      takeGame: "Take my last game",
      openGame: "Open a game",
      ask: (side: string, number: number, move: string, loss: number) =>
        `Move ${number}: ${side} played ${move}, which lost ${loss.toFixed(1)} discs. Find a better move.`,
      thinking: "One moment, the engine is looking…",
      good: (square: string, best: string) => `${square} is good. The best value here is ${best}.`,
      same: (square: string) => `${square} is what was played.`,
      worse: (square: string, loss: number) => `${square} loses ${loss.toFixed(1)} discs. There is something better.`,
      none: "No bad move was found. Well played!",
      all: "Those were all. Play another game and see whether it goes better.",
    },
    puzzles: {
      title: "Endgame puzzles",
      about: "One move wins, all others do not. The solver has proved it.",
      searching: "Looking for a puzzle…",
      solved: (number: number) => `${number} solved`,
      ask: (side: string) => `${side} to move. Find the only move that wins.`,
      empties: "Empty squares",
      right: (square: string, by: number) => `${square} wins by ${by}, and no other move wins.`,
      draws: (square: string, answer: string) => `${square} gives a draw only: the answer is ${answer}.`,
      loses: (square: string, by: number, answer: string) => `${square} loses by ${by}: the answer is ${answer}.`,
    },
    perfect: {
      title: "Perfect play on 4 × 4",
      about: "The small board is solved: see the exact value of every move.",
      intro:
        "This board is small enough to know everything. The number on a square says how the game ends after that move, if nobody makes a mistake from then on.",
      wins: (side: string, by: number) => `With best play ${side} wins by ${by}.`,
      draw: "With best play it is a draw.",
      best: "Best move",
      toEnd: "Best play to the end",
    },
  },
} as const;

/** Words of the same shape as the English ones, whatever they say. */
export type Words = Loose<typeof en>;

type Loose<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : { readonly [K in keyof T]: Loose<T[K]> };
