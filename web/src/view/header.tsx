// The header of the page: its name, its sections and the preferences.

import { useSignal } from "@preact/signals";

import { language, LANGUAGE_NAMES, LANGUAGES, setLanguage, tag, words } from "../words/words";
import { Dialog } from "./dialog";
import { Icon, Logo } from "./icons";
import { showsDots, theme, THEMES } from "./preferences";
import { address, type Section, SECTIONS } from "./route";
import { oneOf } from "./stored";

export function Header({ section }: { section: Section }) {
  const text = words();
  const isDialogOpen = useSignal(false);
  return (
    <header class="header">
      <div class="header-inside">
        <a class="brand" href={address("play")} aria-label={text.title}>
          <Logo />
          <span>Wane</span>
        </a>
        <nav aria-label={text.sections}>
          {SECTIONS.map((it) => (
            <a key={it} href={address(it)} aria-current={it === section ? "page" : undefined}>
              {text.tabs[it]}
            </a>
          ))}
        </nav>
        <button
          type="button"
          class="icon-button"
          aria-label={text.preferences.title}
          onClick={() => {
            isDialogOpen.value = true;
          }}
        >
          <Icon name="settings" />
        </button>
      </div>
      {isDialogOpen.value && (
        <Preferences
          onClose={() => {
            isDialogOpen.value = false;
          }}
        />
      )}
    </header>
  );
}

function Preferences({ onClose }: { onClose: () => void }) {
  const text = words().preferences;
  const isTheme = oneOf(THEMES);
  const isLanguage = oneOf(LANGUAGE_NAMES);
  return (
    <Dialog title={text.title} onClose={onClose}>
      <label>
        {text.language}
        <select
          value={language.value}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && setLanguage(value)}
        >
          {LANGUAGE_NAMES.map((it) => (
            <option key={it} value={it} lang={tag(it)}>
              {LANGUAGES[it].name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text.theme}
        <select
          value={theme.value}
          onChange={({ currentTarget: { value } }) => {
            if (isTheme(value)) theme.value = value;
          }}
        >
          {THEMES.map((it) => (
            <option key={it} value={it}>
              {text.themes[it]}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={showsDots.value}
          onChange={(event) => {
            showsDots.value = event.currentTarget.checked;
          }}
        />
        {text.dots}
      </label>
      <p class="faint">{text.keys}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={onClose}>
          {text.close}
        </button>
      </div>
    </Dialog>
  );
}
