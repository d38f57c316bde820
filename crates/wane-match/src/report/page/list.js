// The lists: every game, with filters, and those that were lost by a fault.

// Fills the element `<name>-rows` with one page of rows at a time, so that many thousands stay
// quick. Returns the function that shows other rows.
function paged(name, rowsOfPage, make, whenMade = () => {}) {
  const pager = byId(`${name}-pager`);
  const [before, page, after] = pager.children;
  let rows = [];
  let first = 0;
  const show = (from) => {
    first = from;
    const last = Math.min(first + rowsOfPage, rows.length);
    byId(`${name}-rows`).replaceChildren(...rows.slice(first, last).map(make));
    page.textContent = `${first + 1} to ${last} of ${rows.length}`;
    before.disabled = first === 0;
    after.disabled = last === rows.length;
    pager.hidden = rows.length <= rowsOfPage;
    whenMade();
  };
  before.onclick = () => show(first - rowsOfPage);
  after.onclick = () => show(first + rowsOfPage);
  return (newRows) => {
    rows = newRows;
    show(0);
  };
}

const gameLink = (game, text) => element("a", { href: `#game-${game.number}` }, text);

function gameRow(game) {
  const winner = winnerOf(game);
  const line = (side) =>
    element("div", { className: side === winner ? "side winner" : "side" },
      discOf(side), nameOf(game.players[side]), span("discs", game.discs[side]));
  const ends = element("div", { className: "ends" });
  if (game.fault) ends.append(span("kind", data.kinds[game.fault[1]]));
  else if (winner === null || game.end) ends.append(game.end ?? "draw");
  if (game.remarks) ends.append(span("remark", "remark"));
  const row = element("tr", {},
    element("td", { className: "count" }, gameLink(game, game.number)),
    element("td", {}, line(0), line(1), ends));
  row.dataset.number = game.number;
  row.onclick = (event) => {
    if (!event.target.closest("a")) location.hash = `#game-${game.number}`;
  };
  return row;
}

// Marks the game that is on the board.
function markShown() {
  for (const row of byId("games-rows").children) {
    if (Number(row.dataset.number) === shown?.game.number) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
}

function faultItem(game) {
  const [by, kind, text] = game.fault;
  const who = (side) => span("who", discOf(side), nameOf(game.players[side]));
  const when = `, after ${counted(pliesOf(game).length, "move", "moves")}`;
  const link = gameLink(game, `Game ${game.number}`);
  return element("li", {},
    element("p", {}, link, ": ", who(by), " against ", who(1 - by), when),
    element("p", {}, span("kind", data.kinds[kind]), " ", span("text", text)),
    element("ul", { className: "remarks" }, ...remarksOf(game)));
}

// Whether the filters let a game through.
function isWanted(game, { player, against, result, end }) {
  const side = player === "" ? null : game.players.indexOf(Number(player));
  if (side === -1) return false;
  const others = side === null ? game.players : [game.players[1 - side]];
  if (against !== "" && !others.includes(Number(against))) return false;
  const winner = winnerOf(game);
  const results = {
    "": true,
    black: winner === 0,
    white: winner === 1,
    draw: winner === null,
    won: winner === side,
    lost: winner === 1 - side,
  };
  const ends = { "": true, board: !game.fault, fault: game.fault, remark: game.remarks };
  return results[result] && Boolean(end in ends ? ends[end] : game.fault?.[1] === Number(end));
}

function startList() {
  const form = byId("filters");
  const { player, against, result, end } = form.elements;
  data.players.forEach((name, index) => {
    for (const select of [player, against]) select.append(new Option(name, index));
  });
  const kinds = new Set(data.games.map((game) => game.fault?.[1]));
  data.kinds.forEach((name, index) => {
    if (kinds.has(index)) end.append(new Option(name, index));
  });

  const list = paged("games", 12, gameRow, markShown);
  const update = () => {
    for (const option of form.querySelectorAll(".of-player")) option.disabled = player.value === "";
    if (result.selectedOptions[0].disabled) result.value = "";
    const wanted = Object.fromEntries(new FormData(form));
    const games = data.games.filter((game) => isWanted(game, wanted));
    list(games);
    byId("found").textContent = `${counted(games.length, "game", "games")} of ${data.games.length}`;
  };
  form.onchange = update;
  // The fields are back at their first values only after the event.
  form.onreset = () => setTimeout(update);
  update();

  // The cells of the tables above show their games.
  for (const button of document.querySelectorAll("button[data-player]")) {
    button.onclick = () => {
      form.reset();
      player.value = button.dataset.player;
      against.value = button.dataset.against ?? "";
      if (button.dataset.kind) {
        result.value = "lost";
        end.value = button.dataset.kind;
      }
      byId("games-title").scrollIntoView();
      player.focus({ preventScroll: true });
    };
  }
}

if (data.games.length > 0) {
  startList();
  startReplay();
  const faulty = data.games.filter((game) => game.fault);
  if (faulty.length > 0) paged("faults", 10, faultItem)(faulty);
}
