// What the page asks of Wane and is told. Written by the tests of wane-service; to write it anew:
// UPDATE=1 cargo nextest run -p wane-service messages

/**
 * A game in the native format.
 */
export type GameText = { 
/**
 * `wane-game`.
 */
format: "wane-game", 
/**
 * The version of the format.
 */
v: number, 
/**
 * The objective: `anti` for the fewest discs, `standard` for the most.
 */
variant?: "anti" | "standard", 
/**
 * The position that the game begins from, if it is not the usual one.
 */
start?: StartText, 
/**
 * The moves: squares such as `f5`, or `pass`.
 */
moves?: Array<string>, 
/**
 * Where the game was played.
 */
place?: string, 
/**
 * When the game was played.
 */
date?: string, 
/**
 * The two players.
 */
players?: PlayersText, 
/**
 * The clock of both players.
 */
clock?: ClockText, 
/**
 * The result, if the game is over.
 */
result?: ResultText, 
/**
 * Notes about positions.
 */
analysis?: Array<NoteText>, };

/**
 * A position.
 */
export type StartText = { 
/**
 * The squares from a1 to h8: `X`, `O` or `-`.
 */
board: string, 
/**
 * The side to move.
 */
side: "X" | "O", };

/**
 * The two players of a game.
 */
export type PlayersText = { 
/**
 * Who has the black discs.
 */
black?: PlayerText, 
/**
 * Who has the white discs.
 */
white?: PlayerText, };

/**
 * A player of a game.
 */
export type PlayerText = { 
/**
 * The name, which may be empty.
 */
name?: string, 
/**
 * The rating.
 */
rating?: number, 
/**
 * The clock, if the other player has another one.
 */
clock?: ClockText, };

/**
 * A clock, in milliseconds.
 */
export type ClockText = { 
/**
 * The time for all moves.
 */
main_ms: number, 
/**
 * The time that each move adds.
 */
inc_ms?: number, 
/**
 * The time after the main time is used up.
 */
grace_ms?: number, };

/**
 * The result of a game.
 */
export type ResultText = { 
/**
 * `black` or `white`; nothing for a draw.
 */
winner: string | null, 
/**
 * The black discs at the end.
 */
black: number, 
/**
 * The white discs at the end.
 */
white: number, 
/**
 * The empty squares at the end.
 */
empty: number, 
/**
 * The score, positive if Black has won.
 */
score: number, 
/**
 * Why the game is over.
 */
reason: string | null, };

/**
 * A note about a position of a game.
 */
export type NoteText = { 
/**
 * The number of moves and passes before it.
 */
ply: number, 
/**
 * The evaluation for the side to move, in discs.
 */
eval?: number, 
/**
 * The time for the move.
 */
time_ms?: number, };

/**
 * Who wins: the side with the fewest discs, or the one with the most.
 */
export type Objective = "fewest" | "most";

/**
 * A side.
 */
export type SideName = "black" | "white";

/**
 * Why something cannot be done.
 */
export type Problem = { "code": "not-a-message", 
/**
 * What is wrong with it, for developers.
 */
detail: string, } | { "code": "version", 
/**
 * The version of the message.
 */
given: number, 
/**
 * The version of this program.
 */
expected: number, } | { "code": "not-text" } | { "code": "too-many-messages" } | { "code": "busy" } | { "code": "size", 
/**
 * The number of rows.
 */
rows: number, } | { "code": "empty-text" } | { "code": "unknown-symbol", 
/**
 * The character.
 */
symbol: string, 
/**
 * Its line, from 1.
 */
line: number, 
/**
 * Its column, from 1.
 */
column: number, } | { "code": "square-count", 
/**
 * The number of squares.
 */
count: number, } | { "code": "no-side" } | { "code": "not-a-move", 
/**
 * The word.
 */
word: string, 
/**
 * Its line and column in a text, from 1.
 */
at: [number, number] | null, } | { "code": "illegal-move", 
/**
 * Which move of a game, from 1.
 */
number: number | null, 
/**
 * Whose move it is.
 */
side: SideName, 
/**
 * The square.
 */
square: string, 
/**
 * What is wrong with it.
 */
reason: IllegalReason, 
/**
 * The legal moves.
 */
legal: Array<string>, } | { "code": "illegal-pass", 
/**
 * Which move of a game, from 1.
 */
number: number | null, 
/**
 * Whose turn it is.
 */
side: SideName, } | { "code": "out-of-turn", 
/**
 * Which move, from 1.
 */
number: number, 
/**
 * Whose turn it is.
 */
side: SideName, } | { "code": "unreadable", 
/**
 * The format.
 */
format: string, 
/**
 * What is wrong with it, in English.
 */
detail: string, } | { "code": "unknown-format", 
/**
 * The name.
 */
name: string, } | { "code": "not-writable", 
/**
 * The format.
 */
format: string, 
/**
 * Why, in English.
 */
detail: string, } | { "code": "unknown-player", 
/**
 * The name.
 */
name: string, 
/**
 * The names of the agents that there are, beside the levels.
 */
agents: Array<string>, } | { "code": "not-a-square", 
/**
 * The word.
 */
word: string, } | { "code": "no-puzzle" } | { "code": "no-memory", 
/**
 * The size of the table.
 */
megabytes: number, } | { "code": "broken", 
/**
 * What happened, for developers.
 */
detail: string, };

/**
 * Why a move is not legal.
 */
export type IllegalReason = "occupied" | "off-board" | "flips-nothing" | "game-over";

/**
 * A position of a game.
 */
export type Place = { 
/**
 * The squares row by row, `X` for Black, `O` for White and `-` for empty; a space; and the letter of
 * the side to move. The number of squares tells the size of the board.
 */
position: string, 
/**
 * Who wins.
 */
objective: Objective, };

/**
 * What ends a search; the first that is reached counts.
 */
export type Within = { 
/**
 * How many moves to look ahead.
 */
depth?: number, 
/**
 * How many positions to look at.
 */
nodes?: number, 
/**
 * How many milliseconds it may take.
 */
ms?: number, };

/**
 * What needs no thinking.
 */
export type Query = { "ask": "start", 
/**
 * 4, 6 or 8.
 */
size: number, 
/**
 * Who wins.
 */
objective: Objective, } | { "ask": "look" } & Place | { "ask": "play", 
/**
 * A square such as `f5`, or `pass`.
 */
move: string, 
/**
 * The squares row by row, `X` for Black, `O` for White and `-` for empty; a space; and the letter of
 * the side to move. The number of squares tells the size of the board.
 */
position: string, 
/**
 * Who wins.
 */
objective: Objective, } | { "ask": "paste", 
/**
 * The text.
 */
text: string, 
/**
 * The size of the board where the text does not say.
 */
size: number, 
/**
 * Who wins where the text does not say.
 */
objective: Objective, } | { "ask": "write", 
/**
 * In the native format.
 */
game: GameText, 
/**
 * `transcript`, `board`, `obf`, `ggf`, `sgf` or `json`.
 */
format: string, };

/**
 * What comes back at once.
 */
export type Answer = { "tell": "look" } & Look | { "tell": "games", 
/**
 * The format that was recognised.
 */
format: string, 
/**
 * In the native format.
 */
games: Array<GameText>, } | { "tell": "text", 
/**
 * The text.
 */
text: string, } | { "tell": "failed", 
/**
 * Why.
 */
problem: Problem, };

/**
 * All there is to see of a position.
 */
export type Look = { 
/**
 * How many rows the board has.
 */
size: number, 
/**
 * Whose turn it is.
 */
side: SideName, 
/**
 * How many discs Black has.
 */
black: number, 
/**
 * How many discs White has.
 */
white: number, 
/**
 * The legal moves.
 */
moves: Array<Choice>, 
/**
 * Whether the side to move has none, though the game is not over.
 */
must_pass: boolean, 
/**
 * If the game is over, by how much Black has won.
 */
score: number | null, 
/**
 * The squares row by row, `X` for Black, `O` for White and `-` for empty; a space; and the letter of
 * the side to move. The number of squares tells the size of the board.
 */
position: string, 
/**
 * Who wins.
 */
objective: Objective, };

/**
 * A legal move.
 */
export type Choice = { 
/**
 * Where the disc is placed.
 */
square: string, 
/**
 * The discs that it turns over.
 */
flips: Array<string>, 
/**
 * Of the moves that a symmetry of the position turns into this one, the one that stands for all of them.
 */
twin: string, };

/**
 * What needs thinking.
 */
export type Task = { "ask": "analyse", 
/**
 * When to stop; only when all is known if nothing is said.
 */
within: Within, 
/**
 * For how many moves a value is wanted.
 */
lines: number, 
/**
 * The moves that count, if not all of them do.
 */
only?: Array<string>, 
/**
 * The squares row by row, `X` for Black, `O` for White and `-` for empty; a space; and the letter of
 * the side to move. The number of squares tells the size of the board.
 */
position: string, 
/**
 * Who wins.
 */
objective: Objective, } | { "ask": "choose", 
/**
 * A level from 1 to 20, or an agent of the gallery.
 */
player: string, 
/**
 * When to stop; after a second if nothing is said.
 */
within: Within, 
/**
 * Where the moves come from that are left to chance.
 */
seed: number, 
/**
 * The squares row by row, `X` for Black, `O` for White and `-` for empty; a space; and the letter of
 * the side to move. The number of squares tells the size of the board.
 */
position: string, 
/**
 * Who wins.
 */
objective: Objective, } | { "ask": "review", 
/**
 * In the native format.
 */
game: GameText, 
/**
 * When to stop with each position.
 */
within: Within, } | { "ask": "puzzle", 
/**
 * 4, 6 or 8.
 */
size: number, 
/**
 * Who wins.
 */
objective: Objective, 
/**
 * How many squares are empty.
 */
empties: number, 
/**
 * Another one, another puzzle.
 */
seed: number, };

/**
 * What thinking brings to light.
 */
export type Event = { "tell": "report" } & ReportText | { "tell": "chosen", 
/**
 * A square, or `pass`.
 */
move: string, } | { "tell": "judged" } & JudgedText | { "tell": "summary" } & Summary | { "tell": "puzzle", 
/**
 * What every move is worth, the best first; all of them exact.
 */
lines: Array<LineText>, 
/**
 * The squares row by row, `X` for Black, `O` for White and `-` for empty; a space; and the letter of
 * the side to move. The number of squares tells the size of the board.
 */
position: string, 
/**
 * Who wins.
 */
objective: Objective, } | { "tell": "failed", 
/**
 * Why.
 */
problem: Problem, };

/**
 * Whether a server is there.
 */
export type Health = { 
/**
 * `wane`.
 */
name: string, 
/**
 * The version of the program.
 */
version: string, 
/**
 * How many sockets are open.
 */
sessions: number, };

/**
 * What a page says to an engine elsewhere, in a worker or behind a socket. An id is new for each question.
 */
export type ToEngine = { "kind": "task", 
/**
 * What the events will carry.
 */
id: number, 
/**
 * What to think about.
 */
task: Task, } | { "kind": "query", 
/**
 * What the answer will carry.
 */
id: number, 
/**
 * What to answer.
 */
query: Query, } | { "kind": "stop", 
/**
 * About this.
 */
id: number, };

/**
 * What an engine elsewhere says to a page.
 */
export type FromEngine = { "kind": "event", 
/**
 * Of which task.
 */
id: number, 
/**
 * What.
 */
event: Event, } | { "kind": "end", 
/**
 * Which.
 */
id: number, 
/**
 * Whether it had to make way for others, or took longer than anybody may.
 */
cut: boolean, } | { "kind": "answer", 
/**
 * To which query.
 */
id: number, 
/**
 * What it is.
 */
answer: Answer, } | { "kind": "busy", 
/**
 * Which task.
 */
id: number, 
/**
 * What to do about it.
 */
problem: Problem, } | { "kind": "wrong", 
/**
 * Why.
 */
problem: Problem, };

/**
 * What is known of a position.
 */
export type ReportText = { 
/**
 * How many moves it looked ahead.
 */
depth: number, 
/**
 * How many of a hundred lines that were left out may have mattered; 0 if none was left out.
 */
selectivity: number, 
/**
 * The best lines.
 */
lines: Array<LineText>, 
/**
 * How many positions were looked at.
 */
nodes: number, 
/**
 * How long it took.
 */
seconds: number, };

/**
 * A move, what it is worth, and what is expected to follow.
 */
export type LineText = { 
/**
 * In discs, for the side to move.
 */
score: number, 
/**
 * Whether that is proved.
 */
exact: boolean, 
/**
 * Whether it is proved who wins.
 */
wld: boolean, 
/**
 * The move: a square, or `pass`.
 */
move: string | null, 
/**
 * The move and what is expected to follow.
 */
pv: Array<string>, };

/**
 * A move of a game, and what it has lost.
 */
export type JudgedText = { 
/**
 * Counted from 1, without passes.
 */
number: number, 
/**
 * Whose move it was.
 */
side: SideName, 
/**
 * The move.
 */
played: string, 
/**
 * What it gave away, in discs.
 */
loss: number, 
/**
 * How many moves the search looked ahead.
 */
depth: number, 
/**
 * In discs, for the side to move.
 */
score: number, 
/**
 * Whether that is proved.
 */
exact: boolean, 
/**
 * Whether it is proved who wins.
 */
wld: boolean, 
/**
 * The move: a square, or `pass`.
 */
move: string | null, 
/**
 * The move and what is expected to follow.
 */
pv: Array<string>, };

/**
 * What a game says about its players.
 */
export type Summary = { 
/**
 * How well Black played.
 */
black: AccuracyText, 
/**
 * How well White played.
 */
white: AccuracyText, 
/**
 * The numbers of the moves that lost most, the worst first.
 */
worst: Array<number>, 
/**
 * The number of the move after which one side was ahead for good.
 */
turn: number | null, 
/**
 * What the last position is worth to Black.
 */
score: number | null, };

/**
 * How well a side played.
 */
export type AccuracyText = { 
/**
 * How many moves it made.
 */
moves: number, 
/**
 * How many of them lost less than half a disc.
 */
good: number, 
/**
 * Those of a hundred.
 */
percent: number, 
/**
 * What a move lost on average, in discs.
 */
average_loss: number, };
