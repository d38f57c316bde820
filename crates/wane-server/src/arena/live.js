"use strict";
// Shows the games that are being played, and the standings. All texts are inserted as texts: names come from strangers.

const RUNNING_MS = 1000;
const STANDINGS_MS = 5000;
const MOST_BOARDS = 24;

const at = (id) => document.getElementById(id);

function element(name, className, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

// What a file of the match has; null while there is none.
async function read(file) {
  try {
    const response = await fetch(file, { cache: "no-cache" });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

function player(name, discs, isToMove) {
  const line = element("div", isToMove ? "who turn" : "who");
  line.append(element("bdi", "", name), element("span", "", discs));
  return line;
}

function picture(game) {
  const [squares, side] = game.board.split(" ");
  const size = Math.sqrt(squares.length);
  const board = element("div", "board");
  board.style.gridTemplateColumns = `repeat(${size}, 1fr)`;
  board.setAttribute("role", "img");
  board.setAttribute("aria-label", `${game.black_discs} black and ${game.white_discs} white discs after ${game.moves} moves`);
  [...squares].forEach((disc, index) => {
    const name = "abcdefgh"[index % size] + (Math.floor(index / size) + 1);
    const square = element("div", name === game.last ? "square last" : "square");
    if (disc !== "-") {
      square.classList.add(disc === "X" ? "black" : "white");
    }
    board.append(square);
  });
  const caption = element("figcaption", "");
  caption.append(
    player(`● ${game.black}`, game.black_discs, side === "X"),
    player(`○ ${game.white}`, game.white_discs, side === "O"),
  );
  const figure = element("figure", "");
  figure.append(caption, board, element("div", "note", `Game ${game.number}, move ${game.moves}`));
  return figure;
}

async function showRunning() {
  const games = (await read("running.json")) ?? [];
  const shown = games.slice(0, MOST_BOARDS);
  at("boards").replaceChildren(...shown.map(picture));
  at("quiet").hidden = games.length > 0;
  setTimeout(showRunning, RUNNING_MS);
}

function row(standing) {
  const line = document.createElement("tr");
  const faults = Object.values(standing.faults).reduce((sum, count) => sum + count, 0);
  const name = element("th", "");
  name.scope = "row";
  name.append(element("bdi", "", standing.name));
  const { rank, points, won, drawn, lost } = standing;
  const counts = [points, won, drawn, lost, Math.round(standing.rating), Math.round(standing.error), faults];
  line.append(element("td", "count", rank), name, ...counts.map((count) => element("td", "count", count)));
  return line;
}

async function showStandings() {
  const standings = await read("standings.json");
  if (standings === null) {
    at("progress").textContent = "No game has ended yet.";
  } else {
    at("progress").textContent = `${standings.games} of ${standings.scheduled} games have ended.`;
    at("standings").replaceChildren(...standings.players.map(row));
  }
  setTimeout(showStandings, STANDINGS_MS);
}

showRunning();
showStandings();
