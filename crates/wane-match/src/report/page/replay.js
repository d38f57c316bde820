// The board: goes through one game.

// What is shown: the game, its positions from the start on, and which of them is on the board.
let shown = null;
// Timers: the next step of a game that is played automatically, and the new address.
let playing = null;
let addressing = null;

// The positions of a game. Each has the move that led to it and the squares that this changed, the
// square played first.
function positionsOf(game) {
  const start = data.starts[game.start];
  const rows = Math.sqrt(start.board.length);
  const squareAt = (name) => (name.charCodeAt(1) - 49) * rows + name.charCodeAt(0) - 97;
  let { side } = start;
  let board = [...start.board];
  const positions = [{ board, changed: [] }];
  for (const ply of pliesOf(game)) {
    board = board.slice();
    const changed = ply === "-" ? [] : ply.match(/../g).map(squareAt);
    for (const square of changed) board[square] = "XO"[side];
    positions.push({ board, side, move: ply === "-" ? "pass" : ply.slice(0, 2), changed });
    side = 1 - side;
  }
  return positions;
}

const lastPly = () => shown.positions.length - 1;

// Puts a game on the board.
function open(game, ply) {
  pause();
  clearTimeout(addressing);
  const positions = positionsOf(game);
  shown = { game, positions, ply: 0 };
  byId("game-title").textContent = `Game ${game.number}`;
  byId("game-end").replaceChildren(...endOf(game));
  byId("game-remarks").replaceChildren(...remarksOf(game));
  byId("turn").hidden = !game.turn;
  byId("turn").textContent = game.turn ? `To where ${COLOURS[1 - game.turn[1]]} lost it: move ${game.turn[0]}` : "";
  byId("black-name").replaceChildren(nameOf(game.players[0]));
  byId("white-name").replaceChildren(nameOf(game.players[1]));
  byId("moves").replaceChildren(...positions.slice(1).map(moveItem));
  const squares = positions.filter(({ changed }) => changed.length > 0).map(({ move }) => move);
  byId("transcript").value = data.starts[game.start].transcript + squares.join("");
  byId("copy").textContent = "Copy";
  byId("slider").max = lastPly();
  byId("go").querySelector("input").value = game.number;
  makeBoard(Math.sqrt(positions[0].board.length));
  show(Math.min(ply, lastPly()));
  markShown();
}

// How a game ended, in a sentence.
function endOf(game) {
  if (game.fault) {
    const [by, kind, text] = game.fault;
    const how = ` (${COLOURS[by]}) lost by a fault, `;
    const what = [span("kind", data.kinds[kind]), ": ", span("text", text)];
    return [nameOf(game.players[by]), how, ...what];
  }
  const winner = winnerOf(game);
  const why = game.end ? ` (${game.end})` : "";
  if (winner === null) return [`A draw${why}.`];
  const discs = `${game.discs[winner]} to ${counted(game.discs[1 - winner], "disc", "discs")}`;
  return [nameOf(game.players[winner]), ` (${COLOURS[winner]}) won with ${discs}${why}.`];
}

function moveItem({ side, move }, index) {
  const onclick = () => go(index + 1);
  const number = span("number", index + 1);
  const marks = printedAt(index + 1).length > 0 ? [span("printed", "\u201c\u201d")] : [];
  const item = element("li", {},
    element("button", { type: "button", onclick }, number, discOf(side), move, ...marks, costOf(index)));
  if (shown.game.turn?.[0] === index + 1) item.className = "turn";
  return item;
}

// What a move has lost, or how long it took where that is not known.
function costOf(index) {
  const lost = shown.game.losses?.[index] ?? -1;
  if (lost < 0) return span("time", timeOf(index));
  return span(`time ${severityOf(lost)}`, lost < 50 ? "" : `\u2212${discs(lost)}`);
}

const discs = (hundredths) => (hundredths / 100).toFixed(1);

// How bad a move is, as on the page of the program.
function severityOf(lost) {
  if (lost >= 500) return "blunder";
  return lost >= 200 ? "mistake" : "";
}

// What the players printed for a move, or before the first one.
const printedAt = (ply) => (shown.game.printed ?? []).filter(([at]) => at === ply);

// What a move lost, in a sentence.
function lossOf(ply) {
  const lost = shown.game.losses?.[ply - 1] ?? -1;
  if (lost < 0) return "";
  if (lost === 0) return " No move is better.";
  const [, best] = shown.game.best.find(([at]) => at === ply);
  const decisive = shown.game.turn?.[0] === ply ? " The game was lost here." : "";
  return ` It loses ${discs(lost)} discs against ${best}.${decisive}`;
}

// How long a move took, or nothing if the game does not say.
function timeOf(index) {
  const ms = shown.game.ms?.[index];
  return typeof ms === "number" ? `${(ms / 1000).toFixed(3)}\u00a0s` : "";
}

function makeBoard(rows) {
  const numbers = [...Array(rows).keys()];
  const columns = numbers.map((column) => span("label", String.fromCharCode(97 + column)));
  const row = (number) => [span("label", number + 1), ...numbers.map(() => span("square"))];
  byId("board").style.setProperty("--rows", rows);
  byId("board").replaceChildren(span("label"), ...columns, ...numbers.flatMap(row));
}

// Shows the position after this number of plies. A single step forward is animated.
function show(ply) {
  const isStep = ply === shown.ply + 1;
  shown.ply = ply;
  const { board, changed } = shown.positions[ply];
  byId("board").querySelectorAll(".square").forEach((square, index) => {
    const place = changed.indexOf(index);
    square.classList.toggle("black", board[index] === "X");
    square.classList.toggle("white", board[index] === "O");
    square.classList.toggle("last", place === 0);
    square.classList.toggle("turned", isStep && place > 0);
  });
  const [black, white] = ["X", "O"].map((disc) => board.filter((other) => other === disc).length);
  byId("black-count").textContent = black;
  byId("white-count").textContent = white;
  byId("board").setAttribute("aria-label", `Board with ${black} black and ${white} white discs`);
  byId("step").textContent = describe(ply);
  byId("printed").replaceChildren(...printedAt(ply).map(([, by, text]) =>
    element("li", {}, nameOf(shown.game.players[by]), " printed: ", span("text", text))));
  byId("slider").value = ply;
  for (const id of ["first", "back"]) byId(id).disabled = ply === 0;
  for (const id of ["forward", "last"]) byId(id).disabled = ply === lastPly();
  markMove(ply);
}

function describe(ply) {
  if (lastPly() === 0) return "The game has no moves.";
  if (ply === 0) return `The start of ${counted(lastPly(), "move", "moves")}.`;
  const { side, move, changed } = shown.positions[ply];
  const turns = `plays ${move} and turns over ${changed.length - 1}`;
  const what = move === "pass" ? "has no move and passes" : turns;
  const time = timeOf(ply - 1);
  return `Move ${ply} of ${lastPly()}: ${COLOURS[side]} ${what}${time && ` after ${time}`}.${lossOf(ply)}`;
}

function markMove(ply) {
  const moves = byId("moves");
  moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
  if (ply === 0) return;
  const button = moves.children[ply - 1].firstChild;
  button.setAttribute("aria-current", "step");
  // Only the list of moves scrolls, never the page.
  moves.scrollTop = button.offsetTop - moves.offsetTop - moves.clientHeight / 2;
}

// Goes to a position that the user chose.
function go(ply) {
  pause();
  step(ply);
}

// Goes to a position and puts it into the address.
function step(ply) {
  show(Math.max(0, Math.min(ply, lastPly())));
  clearTimeout(addressing);
  const address = `#game-${shown.game.number}-${shown.ply}`;
  // Browsers allow few changes of the address in a short time.
  addressing = setTimeout(() => history.replaceState(null, "", address), 400);
}

function play() {
  if (shown.ply === lastPly()) show(0);
  byId("play").textContent = "Pause";
  // A screen reader should not announce every move.
  byId("step").setAttribute("aria-live", "off");
  playing = setInterval(() => {
    step(shown.ply + 1);
    if (shown.ply === lastPly()) pause();
  }, 700);
}

function pause() {
  clearInterval(playing);
  playing = null;
  byId("play").textContent = "Play";
  byId("step").setAttribute("aria-live", "polite");
}

// Where the clipboard may not be used, the text is at least selected.
async function copyTranscript() {
  const field = byId("transcript");
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    byId("copy").textContent = "Copied";
  } catch {
    byId("copy").textContent = "Press Ctrl+C";
  }
}

// Arrows step wherever nothing else needs them; outside of the board, Home and End are the page's.
function onKey(event) {
  const { target, key } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target.closest("input, select, textarea, .scroll")) return;
  const plies = { ArrowLeft: shown.ply - 1, ArrowRight: shown.ply + 1 };
  if (byId("replay").contains(target)) Object.assign(plies, { Home: 0, End: lastPly() });
  if (!(key in plies)) return;
  event.preventDefault();
  go(plies[key]);
}

// Opens the game that the address names, `#game-17` or, at a move, `#game-17-30`.
function openFromAddress() {
  const [, number, ply] = location.hash.match(/^#game-(\d+)(?:-(\d+))?$/) ?? [];
  const game = data.games.find((game) => game.number === Number(number));
  if (!game) return;
  open(game, Number(ply ?? 0));
  const { top, bottom } = byId("board").getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) byId("replay").scrollIntoView();
}

function goToGame(event) {
  event.preventDefault();
  const input = event.target.querySelector("input");
  const isThere = data.games.some((game) => game.number === Number(input.value));
  input.setCustomValidity(isThere ? "" : "There is no game with this number.");
  if (input.reportValidity()) location.hash = `#game-${input.value}`;
}

function startReplay() {
  byId("first").onclick = () => go(0);
  byId("back").onclick = () => go(shown.ply - 1);
  byId("forward").onclick = () => go(shown.ply + 1);
  byId("last").onclick = () => go(lastPly());
  byId("play").onclick = () => (playing === null ? play() : pause());
  byId("slider").oninput = (event) => go(Number(event.target.value));
  byId("turn").onclick = () => go(shown.game.turn[0]);
  byId("copy").onclick = copyTranscript;
  byId("go").onsubmit = goToGame;
  byId("go").oninput = (event) => event.target.setCustomValidity("");
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", openFromAddress);
  open(data.games[0], 0);
  openFromAddress();
}
