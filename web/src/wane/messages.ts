// The messages between the page and Wane. The tests of wane-service generate this file; to update it:
// UPDATE=1 cargo nextest run -p wane-service messages

/** The version of the messages. */
export const VERSION = 2;

/** The rating of each level in Elo, from level 1. */
export const LEVEL_RATINGS: readonly number[] = [1000, 1133, 1283, 1382, 1493, 1691, 1776, 1906, 1979, 2115, 2190, 2215, 2387, 2463, 2511, 2613, 2616, 2713, 2821, 3159];

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
analysis?: Array<NoteText>, 
/**
 * Comments on positions.
 */
comments?: Array<CommentText>, 
/**
 * The lines that leave that of the moves.
 */
variations?: Array<VariationText>, };

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
 * A comment on a position.
 */
export type CommentText = { 
/**
 * The number of moves and passes before the position, from the start of the game.
 */
ply: number, 
/**
 * The comment.
 */
text: string, };

/**
 * A line that leaves another one.
 */
export type VariationText = { 
/**
 * The number of moves and passes before it, from the start of the game.
 */
ply: number, 
/**
 * Its moves from there on: squares such as `f5`, or `pass`.
 */
moves: Array<string>, 
/**
 * Comments on its positions.
 */
comments?: Array<CommentText>, 
/**
 * The lines that leave this one.
 */
variations?: Array<VariationText>, };

/**
 * The objective: the fewest discs win, or the most.
 */
export type Objective = "fewest" | "most";

/**
 * A side.
 */
export type SideName = "black" | "white";

/**
 * An error as a code with fields.
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
expected: number, } | { "code": "not-text" } | { "code": "too-many-messages" } | { "code": "answer-too-long", 
/**
 * The most bytes.
 */
most_bytes: number, } | { "code": "busy" } | { "code": "size", 
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
agents: Array<string>, } | { "code": "recipe", 
/**
 * The line, from 1.
 */
line: number, 
/**
 * The column, from 1.
 */
column: number, 
/**
 * What is wrong, and what is allowed, in English.
 */
detail: string, } | { "code": "reversed-only", 
/**
 * The name.
 */
name: string, } | { "code": "not-a-square", 
/**
 * The word.
 */
word: string, } | { "code": "player-fault", 
/**
 * What it did.
 */
detail: string, } | { "code": "no-puzzle" } | { "code": "no-memory", 
/**
 * The size of the table.
 */
megabytes: number, } | { "code": "broken", 
/**
 * What happened, for developers.
 */
detail: string, };

/**
 * The reason why a move is not legal.
 */
export type IllegalReason = "occupied" | "off-board" | "flips-nothing" | "game-over";

/**
 * A position with its objective.
 */
export type PositionText = { 
/**
 * The squares row by row, `X` for Black, `O` for White and `-` for empty; a space; and the letter of
 * the side to move. The number of squares tells the size of the board.
 */
position: string, 
/**
 * The objective.
 */
objective: Objective, };

/**
 * The limits of a search; the first that is reached ends it.
 */
export type Within = { 
/**
 * The search depth.
 */
depth?: number, 
/**
 * The number of nodes.
 */
nodes?: number, 
/**
 * The time in milliseconds.
 */
ms?: number, };

/**
 * A query, which needs no search.
 */
export type Query = { "ask": "start", 
/**
 * The rows of the board: 4, 6 or 8.
 */
size: number, 
/**
 * The objective.
 */
objective: Objective, } | { "ask": "look" } & PositionText | { "ask": "play", 
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
 * The objective.
 */
objective: Objective, } | { "ask": "paste", 
/**
 * The text.
 */
text: string, 
/**
 * The size of the board if the text does not say it.
 */
size: number, 
/**
 * The objective if the text does not say it.
 */
objective: Objective, } | { "ask": "write", 
/**
 * The game in the native format.
 */
game: GameText, 
/**
 * `transcript`, `board`, `obf`, `ggf`, `sgf` or `json`.
 */
format: string, } | { "ask": "recipe", 
/**
 * The text.
 */
text: string, } | { "ask": "summarize", 
/**
 * The moves in the order of the game.
 */
moves: Array<MoveReviewText>, 
/**
 * The score for Black, if the game is over.
 */
score: number | null, } | { "ask": "insight" } & PositionText | { "ask": "explain", 
/**
 * The move and what follows: squares such as `f5`, or `pass`.
 */
played: Array<string>, 
/**
 * The better move and what follows.
 */
better: Array<string>, 
/**
 * The squares row by row, `X` for Black, `O` for White and `-` for empty; a space; and the letter of
 * the side to move. The number of squares tells the size of the board.
 */
position: string, 
/**
 * The objective.
 */
objective: Objective, };

/**
 * The answer to a query.
 */
export type Answer = { "tell": "look" } & Look | { "tell": "games", 
/**
 * The format that was recognised.
 */
format: string, 
/**
 * The game in the native format.
 */
games: Array<GameText>, } | { "tell": "text", 
/**
 * The text.
 */
text: string, } | { "tell": "recipe", 
/**
 * Its name.
 */
name: string, } | { "tell": "summary" } & Summary | { "tell": "insight" } & Insight | { "tell": "reasons", 
/**
 * The reasons.
 */
reasons: Array<Reason>, } | { "tell": "failed", 
/**
 * Why.
 */
problem: Problem, };

/**
 * The description of a position.
 */
export type Look = { 
/**
 * The rows of the board.
 */
size: number, 
/**
 * The side to move.
 */
side: SideName, 
/**
 * The number of black discs.
 */
black: number, 
/**
 * The number of white discs.
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
 * The score for Black, if the game is over.
 */
score: number | null, 
/**
 * The squares row by row, `X` for Black, `O` for White and `-` for empty; a space; and the letter of
 * the side to move. The number of squares tells the size of the board.
 */
position: string, 
/**
 * The objective.
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
 * The representative of all moves that are symmetric to this one.
 */
twin: string, };

/**
 * What can be seen in a position.
 */
export type Insight = { 
/**
 * What Black has.
 */
black: SideInsight, 
/**
 * What White has.
 */
white: SideInsight, 
/**
 * The moves of the side to move that leave the opponent no choice.
 */
forcing: Array<ForcingMove>, };

/**
 * What one side has on the board.
 */
export type SideInsight = { 
/**
 * Discs that can never be turned over; not all of them are known.
 */
stable: Array<string>, 
/**
 * Discs next to an empty square.
 */
frontier: Array<string>, 
/**
 * Where the side could play if it were its turn.
 */
moves: Array<string>, };

/**
 * A move that leaves the opponent no choice.
 */
export type ForcingMove = { 
/**
 * The move.
 */
square: string, 
/**
 * The only reply; nothing if the opponent must pass.
 */
reply: string | null, };

/**
 * Why one move is worse than another.
 */
export type Reason = { "code": "corner", 
/**
 * The corner.
 */
square: string, } | { "code": "gives-corner", 
/**
 * The corner.
 */
square: string, } | { "code": "gives-pass" } | { "code": "forced", 
/**
 * The opponent's reply.
 */
reply: string, 
/**
 * The only move.
 */
square: string, 
/**
 * The discs that it turns over.
 */
flips: number, } | { "code": "must-flip", 
/**
 * The opponent's reply.
 */
reply: string, 
/**
 * The fewest discs that a move turns over.
 */
least: number, 
/**
 * The same after the better move.
 */
better: number, } | { "code": "stable", 
/**
 * After the move.
 */
discs: number, 
/**
 * After the better move.
 */
better: number, } | { "code": "freedom", 
/**
 * After the move.
 */
replies: number, 
/**
 * After the better move.
 */
better: number, } | { "code": "few-moves", 
/**
 * After the move.
 */
moves: number, 
/**
 * After the better move.
 */
better: number, } | { "code": "later" };

/**
 * What the opening book has about a position.
 */
export type Opening = { 
/**
 * The name of the position; only those after two moves have one.
 */
name: OpeningName | null, 
/**
 * The value in discs, for the side to move.
 */
score: number, 
/**
 * The moves that lead to a position of the book.
 */
moves: Array<OpeningMove>, };

/**
 * A move of the opening book.
 */
export type OpeningMove = { 
/**
 * The move.
 */
square: string, 
/**
 * The number of the position after it, from 1; symmetric moves have the same number.
 */
number: number, 
/**
 * The value in discs, for the side that moves.
 */
score: number, 
/**
 * By how much the two search depths differ, in discs.
 */
spread: number, };

/**
 * The three answers to the first move.
 */
export type OpeningName = "parallel" | "diagonal" | "perpendicular";

/**
 * A task that needs a search.
 */
export type Task = { "ask": "analyse", 
/**
 * When to stop; by default only when the score is exact.
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
 * The objective.
 */
objective: Objective, } | { "ask": "choose", 
/**
 * A level from 1 to 20, an agent of the gallery, or the text of a recipe.
 */
player: string, 
/**
 * When to stop; by default after a second.
 */
within: Within, 
/**
 * The seed of random choices.
 */
seed: number, 
/**
 * The squares row by row, `X` for Black, `O` for White and `-` for empty; a space; and the letter of
 * the side to move. The number of squares tells the size of the board.
 */
position: string, 
/**
 * The objective.
 */
objective: Objective, } | { "ask": "review", 
/**
 * The game in the native format.
 */
game: GameText, } | { "ask": "review_move", 
/**
 * The number of the move, from 1, without passes.
 */
number: number, 
/**
 * The move: a square.
 */
played: string, 
/**
 * The squares row by row, `X` for Black, `O` for White and `-` for empty; a space; and the letter of
 * the side to move. The number of squares tells the size of the board.
 */
position: string, 
/**
 * The objective.
 */
objective: Objective, } | { "ask": "puzzle", 
/**
 * The rows of the board: 4, 6 or 8.
 */
size: number, 
/**
 * The objective.
 */
objective: Objective, 
/**
 * The number of empty squares.
 */
empties: number, 
/**
 * The seed: another seed finds another puzzle.
 */
seed: number, };

/**
 * A result of a task, or a part of one.
 */
export type Event = { "tell": "report" } & ReportText | { "tell": "chosen", 
/**
 * A square, or `pass`.
 */
move: string, } | { "tell": "move_review" } & MoveReviewText | { "tell": "summary" } & Summary | { "tell": "puzzle", 
/**
 * The exact values of all moves, the best first.
 */
lines: Array<LineText>, 
/**
 * The squares row by row, `X` for Black, `O` for White and `-` for empty; a space; and the letter of
 * the side to move. The number of squares tells the size of the board.
 */
position: string, 
/**
 * The objective.
 */
objective: Objective, } | { "tell": "failed", 
/**
 * Why.
 */
problem: Problem, };

/**
 * The health of a server.
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
 * The number of open sessions.
 */
sessions: number, 
/**
 * The guests: `@` and a name is an opponent.
 */
guests: Array<string>, };

/**
 * A message of a page to an engine in a worker or on a server. Each has a new id.
 */
export type ToEngine = { "kind": "task", 
/**
 * The id that its events carry.
 */
id: number, 
/**
 * The task.
 */
task: Task, } | { "kind": "query", 
/**
 * The id that the answer carries.
 */
id: number, 
/**
 * The query.
 */
query: Query, } | { "kind": "stop", 
/**
 * The id of the task.
 */
id: number, };

/**
 * A message of an engine in a worker or on a server to a page.
 */
export type FromEngine = { "kind": "event", 
/**
 * The id of the task.
 */
id: number, 
/**
 * The event.
 */
event: Event, } | { "kind": "end", 
/**
 * The id of the task.
 */
id: number, 
/**
 * Whether the server cut the task short, because others wait or because of its time limit.
 */
cut: boolean, } | { "kind": "answer", 
/**
 * The id of the query.
 */
id: number, 
/**
 * The answer.
 */
answer: Answer, } | { "kind": "busy", 
/**
 * The id of the task.
 */
id: number, 
/**
 * The reason.
 */
problem: Problem, } | { "kind": "wrong", 
/**
 * The reason.
 */
problem: Problem, };

/**
 * The analysis of a position.
 */
export type ReportText = { 
/**
 * The search depth.
 */
depth: number, 
/**
 * The selectivity of Multi-ProbCut in percent; 0 for a full-width search.
 */
selectivity: number, 
/**
 * The best lines.
 */
lines: Array<LineText>, 
/**
 * The number of nodes.
 */
nodes: number, 
/**
 * The time of the search.
 */
seconds: number, };

/**
 * A move, its value, and its principal variation.
 */
export type LineText = { 
/**
 * The value in discs, for the side to move.
 */
score: number, 
/**
 * Whether the value is an exact score.
 */
exact: boolean, 
/**
 * Whether the outcome (win, loss or draw) is proved.
 */
wld: boolean, 
/**
 * The move: a square, or `pass`.
 */
move: string | null, 
/**
 * The principal variation, which begins with the move.
 */
pv: Array<string>, };

/**
 * The review of one move.
 */
export type MoveReviewText = { 
/**
 * The number of the move, from 1, without passes.
 */
number: number, 
/**
 * The side that played it.
 */
side: SideName, 
/**
 * The move.
 */
played: string, 
/**
 * The discs that the move has lost.
 */
loss: number, 
/**
 * How bad that is.
 */
severity: Severity, 
/**
 * The values of the moves that were compared, the best first.
 */
values: Array<MoveValue>, 
/**
 * The search depth.
 */
depth: number, 
/**
 * The value in discs, for the side to move.
 */
score: number, 
/**
 * Whether the value is an exact score.
 */
exact: boolean, 
/**
 * Whether the outcome (win, loss or draw) is proved.
 */
wld: boolean, 
/**
 * The move: a square, or `pass`.
 */
move: string | null, 
/**
 * The principal variation, which begins with the move.
 */
pv: Array<string>, };

/**
 * How bad a move is.
 */
export type Severity = "good" | "inaccuracy" | "mistake" | "blunder";

/**
 * A move and its value.
 */
export type MoveValue = { 
/**
 * The move: a square, or `pass`.
 */
move: string, 
/**
 * The value in discs, for the side to move.
 */
score: number, };

/**
 * The summary of a review.
 */
export type Summary = { 
/**
 * The accuracy of Black.
 */
black: AccuracyText, 
/**
 * The accuracy of White.
 */
white: AccuracyText, 
/**
 * The numbers of the moves that lost most, the worst first.
 */
worst: Array<number>, 
/**
 * The number of the move after which one side stays ahead.
 */
turn: number | null, 
/**
 * The value of the last position for Black, in discs.
 */
score: number | null, };

/**
 * The accuracy of a side.
 */
export type AccuracyText = { 
/**
 * The number of its moves.
 */
moves: number, 
/**
 * The number of moves that lost less than half a disc.
 */
good: number, 
/**
 * The percentage of good moves.
 */
percent: number, 
/**
 * The average loss of a move, in discs.
 */
average_loss: number, };
