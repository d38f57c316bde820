import { createWane } from "@wane/engine";
const wane = await createWane();
const after = wane.play(wane.start(), "f5");
console.log(await wane.choose(after, { player: 8 }));
wane.close();
