// What the list and the board share: the data and a few helpers.
//
// Names and texts come from untrusted agents. Nothing here makes HTML out of text:
// elements are made by name, and text goes in as text.

const data = JSON.parse(document.getElementById("data").textContent);
const COLOURS = ["Black", "White"];

const byId = (id) => document.getElementById(id);

const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

// An element with these properties and children.
function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

const span = (className, ...children) => element("span", { className }, ...children);

// A player's name, kept from turning its neighbours around.
const nameOf = (player) => element("bdi", { className: "name" }, data.players[player]);

function discOf(side) {
  const colour = COLOURS[side];
  return element("i", { className: `disc ${colour.toLowerCase()}`, title: colour });
}

const remarksOf = (game) =>
  (game.remarks ?? []).map(([about, text]) =>
    element("li", {}, nameOf(game.players[about]), ": ", span("text", text)));

const pliesOf = (game) => (game.plies ? game.plies.split(" ") : []);

// 0 if Black has won, 1 if White has, null for a draw.
function winnerOf(game) {
  if (game.score === 0) return null;
  return game.score > 0 ? 0 : 1;
}
