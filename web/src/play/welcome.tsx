// What a visitor sees first: the rule that is different here, a demonstration, and the way to the lesson.

import { signal } from "@preact/signals";

import { stored } from "../store/stored";
import { Icon } from "../view/icons";
import { address } from "../view/route";
import { words } from "../words/words";
import { Demo } from "./demo";

/** Whether the visitor has begun a game, or has closed the welcome. */
const storedWelcome = stored("wane.welcomed", false, (value): value is boolean => typeof value === "boolean");

const isWelcomed = signal(storedWelcome.read());

export function endWelcome(): void {
  if (isWelcomed.peek()) return;
  isWelcomed.value = true;
  storedWelcome.write(true);
}

export function Welcome() {
  const text = words().welcome;
  if (isWelcomed.value) return null;
  return (
    <section class="welcome" aria-label={text.label}>
      <Demo />
      <div class="welcome-text">
        <p class="headline">
          {text.game} <strong>{text.rule}</strong>
        </p>
        <p class="welcome-about">{text.about}</p>
        <a class="button" href={address("learn", "lesson")}>
          {text.lesson}
        </a>
      </div>
      <button
        type="button"
        class="icon-button"
        aria-label={text.close}
        onClick={endWelcome}
      >
        <Icon name="close" />
      </button>
    </section>
  );
}
