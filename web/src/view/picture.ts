// A picture of the board, as SVG and as PNG.

import type { Look } from "../wane/messages";
import { squareName } from "./board";

const CELL = 60;
const MARGIN = 30;

export function svg(look: Look, last: string | null): string {
  const { size, position } = look;
  const side = size * CELL + MARGIN + 10;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">`,
    `<rect width="${side}" height="${side}" fill="#f6f4ee"/>`,
    `<rect x="${MARGIN}" y="${MARGIN}" width="${size * CELL}" height="${size * CELL}" fill="#2f7d62"/>`,
    `<g font-family="system-ui, sans-serif" font-size="15" fill="#5b6468" text-anchor="middle">`,
  ];
  for (let at = 0; at < size; at++) {
    const middle = MARGIN + at * CELL + CELL / 2;
    parts.push(`<text x="${middle}" y="20">${String.fromCharCode(97 + at)}</text>`);
    parts.push(`<text x="15" y="${middle + 5}">${at + 1}</text>`);
  }
  parts.push(`</g><g stroke="#1f5a46">`);
  for (let at = 0; at <= size; at++) {
    const to = MARGIN + at * CELL;
    const end = MARGIN + size * CELL;
    parts.push(`<path d="M${MARGIN} ${to}H${end}M${to} ${MARGIN}V${end}"/>`);
  }
  parts.push("</g>");
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const disc = position[row * size + column];
      const [x, y] = [MARGIN + column * CELL + CELL / 2, MARGIN + row * CELL + CELL / 2];
      if (disc === "X" || disc === "O") {
        const fill = disc === "X" ? "#16191b" : "#f7f5ef";
        parts.push(`<circle cx="${x}" cy="${y}" r="24" fill="${fill}"/>`);
      }
      if (squareName(row, column) === last) parts.push(`<circle cx="${x}" cy="${y}" r="5" fill="#e5484d"/>`);
    }
  }
  return `${parts.join("")}</svg>`;
}

/** Renders the SVG as a PNG. */
export async function png(text: string): Promise<Blob> {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new Error("the browser made no PNG")) : resolve(blob)));
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
