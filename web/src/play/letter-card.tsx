// The letter to a friend elsewhere: the link with the game.

import { useSignal } from "@preact/signals";

import { sideOf } from "../game/side";
import { Icon } from "../view/icons";
import { address } from "../view/route";
import { shareLink } from "../view/share";
import { words } from "../words/words";
import { writeLetter } from "./letter";
import type { Session } from "./session";

/** Shown while it is the friend's turn, and after the end. */
export function LetterCard({ session }: { session: Session }) {
  const text = words().letter;
  const message = useSignal("");
  const look = session.look.value;
  if (!session.isByLink || session.path.value.length < 2) return null;
  if (look.score === null && session.isHuman(sideOf(look))) return <p class="note">{text.yourTurn}</p>;
  const link = new URL(address("play", "", writeLetter(session.letter())), location.href).href;
  const send = async () => {
    const sharing = await shareLink(link);
    if (sharing === "copied") message.value = text.copied;
    if (sharing === "refused") message.value = words().exchange.copyYourself;
  };
  return (
    <div class="letter">
      <p>{text.send(words().side[sideOf(look)])}</p>
      <input readOnly value={link} aria-label={text.link} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" class="primary wide" onClick={send}>
        <Icon name="link" />
        {text.sendIt}
      </button>
      <p class="faint" role="status">
        {message.value}
      </p>
    </div>
  );
}
